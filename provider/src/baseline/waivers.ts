import { isSeq, parseDocument } from "yaml";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { matcherOf, nearest } from "../schema/names.ts";
import { daysAfter, today } from "./days.ts";
import { checkOfEnd, checkOfResource, checkOfStack, checkOfTenant, parseEntries, quoted } from "./waiver-file.ts";

/** The name of the file with the waivers of a project, beside its Pulumi.yaml. */
export const waiverFile = "tenant-baseline.yaml";

/** Reports announce the end of a waiver this number of days in advance. */
const daysOfNotice = 14;

/** A permission to break a rule for some time. */
export interface Waiver {
  /** The id of the rule. */
  readonly rule: string;
  /** A resource's name in the program, or a pattern of names, or a URN, or an object's id at the tenant. Untrusted text. */
  readonly resource: string;
  /** The stack whose resources are meant. Default: every stack of the project, and objects that no stack manages. Untrusted text. */
  readonly stack?: string | undefined;
  /** The host of the tenant whose objects are meant. Default: every tenant. Untrusted text. */
  readonly tenant?: string | undefined;
  /** Untrusted text. */
  readonly reason: string;
  /** The last day on which the waiver is in force, as `2026-12-31`. Days begin at midnight UTC. */
  readonly until: string;
}

/** The names by which a waiver can refer to an object. */
export interface NamedByWaiver {
  readonly name: string;
  readonly id?: string | undefined;
  readonly urn?: string | undefined;
  /** The host of the object's tenant. */
  readonly tenant?: string | undefined;
  readonly isForeign?: boolean | undefined;
}

/** Whether a waiver is in force on a day. */
export function isInForce({ until }: Waiver, day: string): boolean {
  return day <= until;
}

/** The remark of reports about a waiver that has ended or ends soon; undefined for a waiver that does neither. */
export function remarkOnEnd({ until }: Waiver, day: string): string | undefined {
  if (day > until) return `ended on ${until} and no longer applies. Remove it, or agree on a new end`;
  if (until > daysAfter(day, daysOfNotice)) return undefined;
  const days = (Date.parse(until) - Date.parse(day)) / 86_400_000;
  return `ends on ${until}, ${days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`}`;
}

/** The waivers of a changed file that permit a failure which the earlier file does not permit, or only until an earlier day. */
export function addedWaivers(before: readonly Waiver[], after: readonly Waiver[], day = today()): readonly Waiver[] {
  const permits = (one: Waiver, other: Waiver) =>
    one.rule === other.rule &&
    one.resource === other.resource &&
    (one.stack === undefined || one.stack === other.stack) &&
    (one.tenant === undefined || one.tenant === other.tenant) &&
    one.until >= other.until;
  return after.filter((waiver) => isInForce(waiver, day) && !before.some((one) => permits(one, waiver)));
}

/** The waivers of a project, by rule and resource. */
export class Waivers {
  readonly all: readonly Waiver[];
  /** All waivers, by rule and by the text of `resource`: a name, a URN or an id. */
  readonly #exact: ReadonlyMap<string, readonly Waiver[]>;
  /** Waivers whose resource is a pattern of names, by rule. */
  readonly #patterns: ReadonlyMap<string, readonly { waiver: Waiver; matches: (name: string) => boolean }[]>;

  constructor(all: readonly Waiver[]) {
    this.all = all;
    this.#exact = Map.groupBy(all, ({ rule, resource }) => keyOf(rule, resource));
    this.#patterns = new Map(
      [
        ...Map.groupBy(
          all.filter(({ resource }) => isPattern(resource)),
          ({ rule }) => rule,
        ),
      ].map(([rule, found]) => [rule, found.map((waiver) => ({ waiver, matches: matcherOf(waiver.resource) }))]),
    );
  }

  /**
   * All waivers of a rule that match an object, including waivers that have ended. Patterns match only names. An object is matched by its name only
   * if a stack of this project manages it: anyone could give another object the name of a waived resource.
   */
  covering(rule: string, object: NamedByWaiver): readonly Waiver[] {
    if (this.all.length === 0) return [];
    const { name, id, urn } = object;
    const own = isNamedHere(object) ? [name] : [];
    const exact = [...own, id, urn].flatMap((one) =>
      one === undefined ? [] : (this.#exact.get(keyOf(rule, one)) ?? []),
    );
    const patterns = this.#patterns.get(rule)?.filter(({ matches }) => own.some(matches)) ?? [];
    return [...new Set([...exact, ...patterns.map(({ waiver }) => waiver)])].filter((one) => isMeant(one, object));
  }
}

/** Whether the stack and the tenant of a waiver are those of an object. */
export function isMeant(
  { stack, tenant }: Pick<Waiver, "stack" | "tenant">,
  { urn, tenant: host }: Pick<NamedByWaiver, "urn" | "tenant">,
): boolean {
  return (stack === undefined || stackIn(urn) === stack) && (tenant === undefined || host === tenant);
}

/** The stack of a URN. */
function stackIn(urn: string | undefined): string | undefined {
  return parseUrn(urn ?? "")?.stack;
}

/** Whether a stack of this project manages an object, so that its name is that of a resource in the program. */
function isNamedHere({ urn, isForeign }: NamedByWaiver): boolean {
  return Boolean(urn) && isForeign !== true;
}

function keyOf(rule: string, resource: string): string {
  return `${rule} ${resource}`;
}

/** Whether the resource of a waiver is a pattern of names. An id contains no `*` or `?`; a URN does only if the resource's name does. */
function isPattern(resource: string): boolean {
  return /[*?]/.test(resource) && !resource.startsWith("urn:");
}

/**
 * Parses a file of waivers.
 *
 * @param file the file name to show in error messages
 * @param rules the ids of all rules
 * @throws WaiverError
 */
export function parseWaivers(text: string, file: string, rules: readonly string[]): readonly Waiver[] {
  return parseEntries(text, file, {
    required: ["rule", "resource", "reason", "until"],
    optional: ["stack", "tenant"],
    checks: {
      rule: (rule) => {
        if (rules.includes(rule)) return undefined;
        const near = nearest(rule, rules);
        const hint = near === undefined ? "docs/baseline.md lists the rules." : `Did you mean "${near}"?`;
        return `there is no rule ${quoted(rule)}. ${hint}`;
      },
      resource: checkOfResource("Name the resources, or leave out the rule with --except."),
      until: checkOfEnd,
      stack: checkOfStack,
      tenant: checkOfTenant,
    },
  });
}

/** The number of days after which the waivers of a new file end. */
const daysOfStart = 90;

const head = ` Waivers of the security baseline: failures that are permitted until a day.
 Replace each reason with your own, and shorten the list. See docs/baseline.md of pulumi-tenant.`;

/** The failure of a rule, for which a waiver is written. */
export interface FailureToWaive {
  /** The id of the rule. */
  readonly rule: string;
  readonly object: NamedByWaiver;
  readonly title: string;
}

/**
 * The text of a file of waivers, with one waiver for each failure: for the stack of its resource, or for the tenant of an object that no stack
 * manages.
 *
 * @param before the text of the file, whose entries and comments stay. Default: a new file
 * @throws Error that says what to do if the file has waivers of the same stack or tenant, or of all, or none any more: a new list would also waive failures that have
 *   appeared since the first list was written
 */
export function startOfWaivers(
  failures: readonly FailureToWaive[],
  day = today(),
  before?: { readonly text: string; readonly file: string; readonly waivers: readonly Waiver[] },
): string {
  const entries = new Map<string, Waiver & { readonly title: string }>();
  for (const { rule, object, title } of failures) {
    const reason = `It failed when the baseline was introduced on ${day}.`;
    const place = placeOf(object);
    entries.set(JSON.stringify([rule, place]), { rule, ...place, reason, until: daysAfter(day, daysOfStart), title });
  }
  const added = [...entries.values()];
  const isStart = ({ waivers }: NonNullable<typeof before>) =>
    waivers.length > 0 && !waivers.some((one) => isForAll(one) || added.some((other) => isOfSamePlace(one, other)));
  if (before && !isStart(before)) {
    throw new Error(
      `${before.file}: exists already. Fix new failures, or add entries by hand. To start again, delete the file` +
        " or its entries of this stack and tenant.",
    );
  }
  const document = parseDocument(before?.text ?? "waivers: []");
  if (!before) document.commentBefore = head;
  if (!isSeq(document.get("waivers", true))) document.set("waivers", document.createNode([]));
  const list = document.get("waivers", true);
  for (const { title, ...waiver } of added) {
    const item = document.createNode(waiver);
    item.commentBefore = ` ${title}`;
    if (isSeq(list)) list.add(item);
  }
  if (isSeq(list)) list.flow = false;
  return document.toString({ lineWidth: 0 });
}

/** Whether a waiver is for all stacks and tenants. */
function isForAll({ stack, tenant, resource }: Waiver): boolean {
  return stack === undefined && tenant === undefined && stackIn(resource) === undefined;
}

/** Whether two waivers are for the same stack, or for the same tenant. */
function isOfSamePlace(one: Waiver, other: Waiver): boolean {
  const [stack, otherStack] = [one, other].map((waiver) => waiver.stack ?? stackIn(waiver.resource));
  return stack === otherStack && one.tenant === other.tenant;
}

/** The resource, and the stack or the tenant, by which a waiver refers to an object and to no other. */
function placeOf(object: NamedByWaiver): Pick<Waiver, "resource" | "stack" | "tenant"> {
  const resource = referenceTo(object);
  const { urn, tenant } = object;
  if (!urn) return { resource, ...(tenant !== undefined && tenant !== "" && { tenant }) };
  const stack = stackIn(urn);
  return { resource, ...(resource !== urn && stack !== undefined && { stack }) };
}

/**
 * The text by which a waiver refers to an object. For an object of a stack: the resource's name, or the URN if the name is not unique to this
 * project, or if it is empty, would be trimmed or would be read as a pattern. For all other objects: the id, or the name if there is no id.
 */
function referenceTo(object: NamedByWaiver): string {
  const { name, id, urn } = object;
  if (!urn) return id ?? name;
  return !isNamedHere(object) || name === "" || name !== name.trim() || isPattern(name) ? urn : name;
}
