import { Document, isAlias, isMap, isNode, isSeq, LineCounter, type ParsedNode, parseDocument } from "yaml";
import { sanitize } from "../client/index.ts";
import { matcherOf, nearest } from "../schema/names.ts";

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
  readonly isForeign?: boolean | undefined;
}

/** The file of waivers is invalid. The message has a line for each error, with the file, the line and the remedy. */
export class WaiverError extends Error {
  override readonly name = "WaiverError";
}

/** The current day, as `2026-12-31`. */
export function today(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** The day that lies a number of days after a day, as `2026-12-31`. */
function daysAfter(day: string, days: number): string {
  return today(new Date(Date.parse(day) + days * 86_400_000));
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
    return [...new Set([...exact, ...patterns.map(({ waiver }) => waiver)])];
  }
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

const unquoted = "a pattern that begins with * must be in quotes";

const keys = ["rule", "resource", "reason", "until"] as const;

/**
 * Parses a file of waivers.
 *
 * @param file the file name to show in error messages
 * @param rules the ids of all rules
 * @throws WaiverError
 */
export function parseWaivers(text: string, file: string, rules: readonly string[]): readonly Waiver[] {
  return new WaiverParser(text, file, rules).waivers();
}

class WaiverParser {
  readonly #file: string;
  readonly #rules: readonly string[];
  readonly #text: string;
  readonly #lines = new LineCounter();
  readonly #errors: { readonly line: number; readonly says: string }[] = [];

  constructor(text: string, file: string, rules: readonly string[]) {
    this.#text = text;
    this.#file = file;
    this.#rules = rules;
  }

  waivers(): readonly Waiver[] {
    const found = this.#entries().flatMap((item) => this.#waiver(item) ?? []);
    if (this.#errors.length === 0) return found;
    const inOrder = this.#errors.toSorted((a, b) => a.line - b.line);
    throw new WaiverError(inOrder.map(({ line, says }) => `${this.#file}, line ${line}: ${says}`).join("\n"));
  }

  #entries(): readonly ParsedNode[] {
    const { contents: root, errors } = parseDocument(this.#text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      stringKeys: true,
    });
    for (const { pos, message } of errors) {
      this.#refuse(pos[0], `this is not YAML: ${/alias/i.test(message) ? unquoted : message}`);
    }
    if (errors.length > 0 || root === null || (isNode(root) && !isMap(root) && root.toJSON() === null)) return [];
    if (!isMap(root)) {
      this.#refuse(0, `expected a list under the key "waivers"`);
      return [];
    }
    this.#refuseOtherKeys(root, ["waivers"]);
    const list = root.get("waivers", true) as ParsedNode | undefined;
    if (isSeq(list)) return list.items as ParsedNode[];
    if (list !== undefined && list.toJSON() !== null) {
      this.#refuse(list, `waivers: expected a list of entries with ${keys.join(", ")}`);
    }
    return [];
  }

  /** The waiver of an entry; undefined if the entry has an error. */
  #waiver(item: ParsedNode): Waiver | undefined {
    if (!isMap(item)) {
      this.#refuse(item, `expected an entry with ${keys.join(", ")}`);
      return undefined;
    }
    this.#refuseOtherKeys(item, keys);
    const [rule, resource, reason, until] = keys.map((key) => this.#textAt(item, key));
    if (rule !== undefined && !this.#rules.includes(rule)) {
      const near = nearest(rule, this.#rules);
      const hint = near === undefined ? "docs/baseline.md lists the rules." : `Did you mean "${near}"?`;
      this.#refuse(item, `rule: there is no rule ${quoted(rule)}. ${hint}`);
    }
    if (resource !== undefined && /^[*?]*\*[*?]*$/.test(resource)) {
      this.#refuse(
        item,
        `resource: ${quoted(resource)} matches every resource. Name the resources, or leave out the rule with --except.`,
      );
    }
    if (until !== undefined && !isDay(until)) {
      this.#refuse(item, `until: ${quoted(until)} is no date. Use the form 2026-12-31.`);
    }
    if (rule === undefined || resource === undefined || reason === undefined || until === undefined) return undefined;
    return { rule, resource, reason, until };
  }

  #textAt(item: ParsedNode, key: (typeof keys)[number]): string | undefined {
    const node = isMap(item) ? (item.get(key, true) as ParsedNode | undefined) : undefined;
    // YAML reads an unquoted `*-demo` as an alias, so the error asks for quotes.
    if (isAlias(node)) return this.#refuse(node, `${key}: ${unquoted}`);
    const value = node?.toJSON() as unknown;
    if (value === undefined || value === null || (typeof value === "string" && value.trim() === "")) {
      return this.#refuse(item, `${key} is missing. A waiver needs ${keys.join(", ")}.`);
    }
    if (typeof value !== "string") return this.#refuse(node, `${key}: expected text; put the value in quotes`);
    // Only the line break at the end of a YAML block is removed: a resource's name, and therefore its URN, can end in a space.
    return key === "resource" ? value.replace(/\n$/, "") : value.trim();
  }

  #refuseOtherKeys(map: ParsedNode, known: readonly string[]): void {
    if (!isMap(map)) return;
    for (const { key } of map.items) {
      const name = String(isNode(key) ? key.toJSON() : key);
      if (known.includes(name)) continue;
      const near = nearest(name, known);
      const hint = near === undefined ? `Use ${known.join(", ")}.` : `Did you mean "${near}"?`;
      this.#refuse(key as ParsedNode, `unknown key ${quoted(name)}. ${hint}`);
    }
  }

  /** Adds an error: the user gets all errors of the file at once. */
  #refuse(at: ParsedNode | number | undefined, says: string): undefined {
    const offset = typeof at === "number" ? at : (at?.range[0] ?? 0);
    this.#errors.push({ line: Math.max(1, this.#lines.linePos(offset).line), says: sanitize(says) });
  }
}

function quoted(text: string): string {
  return JSON.stringify(sanitize(text, 100));
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && today(new Date(time)) === text;
}

/** The number of days after which the waivers of a new file end. */
const daysOfStart = 90;

const head = ` Waivers of the security baseline: failures that are permitted until a day.
 Replace each reason with your own, and shorten the list. See docs/baseline.md of pulumi-tenant.`;

/**
 * The text of a new file of waivers, with one waiver for each failure.
 *
 * @param failures the ids of the rules, and the objects with their titles
 */
export function startOfWaivers(
  failures: readonly { readonly rule: string; readonly object: NamedByWaiver; readonly title: string }[],
  day = today(),
): string {
  const entries = new Map<string, Waiver & { readonly title: string }>();
  for (const { rule, object, title } of failures) {
    const resource = referenceTo(object);
    const reason = `It failed when the baseline was introduced on ${day}.`;
    entries.set(keyOf(rule, resource), { rule, resource, reason, until: daysAfter(day, daysOfStart), title });
  }
  const document = new Document({ waivers: [...entries.values()].map(({ title: _, ...waiver }) => waiver) });
  document.commentBefore = head;
  const list = document.get("waivers", true);
  for (const [index, { title }] of [...entries.values()].entries()) {
    const item = isSeq(list) ? list.items[index] : undefined;
    if (isMap(item)) item.commentBefore = ` ${title}`;
  }
  return document.toString({ lineWidth: 0 });
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
