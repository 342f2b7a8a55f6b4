import { addsAdvice, comparableReasonIn, reasonIn, sanitize, sanitizeJson } from "../client/index.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import { parseUrn, typeForPeople } from "../pulumi-cli/urn.ts";
import { type Definition, isOfUnlisted } from "../schema/definition.ts";
import { byText, type Json } from "../schema/json.ts";
import { definitions, outsideOwnerOf, typeNames } from "../types/registry.ts";
import { keysInWords, withKeysInWords } from "./certificates.ts";
import { cut, cutAtDifference, lineDiff } from "./differences.ts";
import { stackInWords, unstyled } from "./document.ts";
import type { Change, DriftReport, ResourceReport, Unmanaged } from "./types.ts";

/** A number of things: `1 object`, `2 objects`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Maximum length of a value in messages, in characters. The JSON report has the whole value. */
const shown = 200;

/** The name of a resource in messages: `Connection corp (con_…)`. */
export function titleOf({ type, name, id }: Pick<ResourceReport, "type" | "name" | "id">): string {
  const title = `${typeForPeople(type)} ${name}`;
  return sanitize(id === undefined || id === name ? title : `${title} (${id})`);
}

/** The name of a resource of which only the URN is known: `Connection corp`. */
export function titleOfUrn(urn: string): string {
  const { type = "", name = urn } = parseUrn(urn) ?? {};
  return `${typeForPeople(type)} ${name}`.trim();
}

/** The counts that are not 0, within a sentence: `1 changed, 2 deleted`. */
export function countsInWords(counts: readonly (readonly [count: number, what: string])[]): string {
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(", ");
}

/** The first items of a list, and the number of the others. */
export function firstOf<T>(items: readonly T[], max: number): readonly (T | string)[] {
  const more = items.length - max;
  return more > 0 ? [...items.slice(0, max), `… and ${more} more`] : items;
}

/** Maximum number of names in a list within a sentence. The remaining names are counted. */
const maxListed = 10;

/** Names within a sentence: `a, b and 2 more`. */
export function someOf(names: readonly (string | number)[], max = maxListed): string {
  const more = names.length > max ? ` and ${names.length - max} more` : "";
  return `${names.slice(0, max).join(", ")}${more}`;
}

/** The texts for a change of a secret, whose values are never shown. */
const secretsInWords: Readonly<Record<Change["kind"], string>> = {
  add: "absent → [secret]",
  delete: "[secret] → absent",
  update: "[secret] → [secret], another value",
};

/** Maximum length of a name beside an id, in characters. */
export const maxNameLength = 100;

/** The suffix with which an object's name follows its id: ` (name)`; empty if the name is unknown. */
export function named(name: string | undefined): string {
  return name === undefined ? "" : ` (${sanitize(name, maxNameLength)})`;
}

/** Formats a change as one line, `options.client_id: "old" → "new"`. A change of a text with several lines becomes a diff of its lines. */
export function changeInWords({ path, kind, secret, was, is, wasName, isName }: Change): readonly string[] {
  if (secret) return [`${sanitize(path)}: ${secretsInWords[kind]}`];
  if (haveLines(was, is)) {
    const [head = "", ...lines] = lineDiff(String(was), String(is));
    return [`${sanitize(path)}: ${head}`, ...lines];
  }
  if (was === undefined && is === undefined) return [sanitize(path)];
  const [before, after] = valuesInWords(was, is);
  return [`${sanitize(path)}: ${before}${named(wasName)} → ${after}${named(isName)}`];
}

/** Whether both values are texts to compare by lines: at least one has several lines, and they do not differ by certificates or keys. */
export function haveLines(was: Json | undefined, is: Json | undefined): boolean {
  if (typeof was !== "string" || typeof is !== "string" || !`${was}${is}`.includes("\n")) return false;
  return keysInWords(was) === keysInWords(is);
}

/** Formats a value on one line. A long value is truncated. */
export function valueInWords(value: Json | undefined): string {
  return cut(textOf(value), shown);
}

/** Formats two values that differ, each on one line. Of long values, the part with the first difference is shown. */
export function valuesInWords(was: Json | undefined, is: Json | undefined): readonly [string, string] {
  const [before, after] = [textOf(was), textOf(is)];
  // Texts of the same certificate that differ, for example, by line breaks.
  return before === after
    ? cutAtDifference(plainTextOf(was), plainTextOf(is), shown)
    : cutAtDifference(before, after, shown);
}

/** A value with fingerprints in place of certificates and public keys. */
function textOf(value: Json | undefined): string {
  const keys = typeof value === "string" ? keysInWords(value) : undefined;
  return keys ?? plainTextOf(value === undefined ? undefined : withKeysInWords(value));
}

function plainTextOf(value: Json | undefined): string {
  return value === undefined ? "absent" : sanitizeJson(value);
}

/**
 * Formats the differences of a resource, in lines. There are none for a resource that could not be read: reports list it under the reason.
 *
 * @param deleted what the report says of a deleted resource. Default: as in a report of a refresh
 */
export function findingsOf(
  resource: ResourceReport,
  { deleted }: Pick<Meaning, "deleted"> = ofRefresh,
): readonly string[] {
  switch (resource.state) {
    case "deleted":
      return [`deleted: ${deleted}`];
    case "failed":
      return [];
    case "changed":
      return resource.changes.length > 0 ? resource.changes.flatMap(changeInWords) : ["only provider metadata differs"];
  }
}

/** Summarizes the report in one sentence. */
export function summaryOf({ stack, drift, complete, counts, unmanaged }: DriftReport, style = unstyled): string {
  const where = stack === undefined ? "" : ` in stack ${stackInWords(stack, style)}`;
  const numbers = [
    [counts.changed, "changed"],
    [counts.deleted, "deleted"],
    [counts.failed, "could not be read"],
    [counts.accepted ?? 0, "accepted"],
    [counts.unchanged, "unchanged"],
    [unmanaged?.objects.length ?? 0, "not managed"],
  ] as const;
  const verdict = drift ? `Drift${where}` : complete ? `No drift${where}` : `Not everything could be read${where}`;
  return `${verdict}: ${countsInWords(numbers) || "nothing is deployed"}`;
}

/** The lines about resources whose drift is accepted: the permissions of each, and its differences. */
export function acceptedLines({ accepted = [] }: DriftReport): readonly string[] {
  return accepted.map((resource) => {
    const permissions = resource.accepted.map(({ reason, until }) => `until ${until}: ${sanitize(reason, 300)}`);
    return `${titleOf(resource)}, ${permissions.join("; ")} (${findingsOf(resource).join("; ")})`;
  });
}

/** The heading of the resources whose drift is accepted. */
export const acceptedTitle = "Accepted drift";

/** What the changes of a report mean. */
export interface Meaning {
  /** The text that follows `deleted:` for a deleted resource. */
  readonly deleted: string;
  /** The last lines of a report with drift: how to read the values, and what to do. Each line is narrow enough for a terminal. */
  readonly advice: string;
}

/** The changes of a refresh have happened at the tenant. */
export const ofRefresh: Meaning = {
  deleted: "in the state, but no longer at the tenant",
  advice:
    "Values: in the state → actual. To keep an edit, write it into the program.\n" +
    "To undo it, run `pulumi up --refresh`: it restores the declared values.",
};

const listedTypes = typeNames.map((name): Definition => definitions[name]).filter(({ listing }) => listing);

/** The types whose objects are not, or not all, reported as unmanaged: users or applications create them at run time, or they belong to users. */
const unchecked = [
  ...listedTypes.filter((type) => type.listing?.isTransient === true || isOfUnlisted(type)).map(({ plural }) => plural),
  ...listedTypes
    .filter((type) => outsideOwnerOf(type) && !isOfUnlisted(type))
    .map(({ plural }) => `undeclared ${plural}`),
]
  .join(", ")
  .replace(/, (?=[^,]*$)/, " and ");

/** The heading of the list of unmanaged objects. */
export function unmanagedTitle({ tenant, objects, unread }: Unmanaged): string {
  const count = objects.length;
  if (count > 0) return `${counted(count, "object")} of ${sanitize(tenant)} in no stack of this project`;
  return unread.length > 0
    ? `Not all objects of ${sanitize(tenant)} could be listed`
    : `All objects of ${sanitize(tenant)} are in a stack (${unchecked} are not checked)`;
}

/** Formats the unmanaged objects, then the states and listings that could not be read. */
export function unmanagedLines({ objects, unread }: Unmanaged): readonly string[] {
  return [
    ...objects.map(({ label, id }) => sanitize(`${label} (${id})`)),
    ...unread.map((text) => `not checked: ${sanitize(text, maxErrorLength)}`),
  ];
}

/** A resource that could not be read, with its error. */
interface Unread {
  readonly urn: string;
  readonly error?: string;
}

/** Resources that could not be read, all for the same reason. */
export interface Reason<R extends Unread = ResourceReport> {
  /** The error of the first resource, without the part that names its object. */
  readonly says: string;
  readonly resources: readonly R[];
}

/** The resources of a report that could not be read, grouped by reason. */
export function reasonsOf({ resources }: DriftReport): readonly Reason[] {
  return byReason(resources.filter(({ state }) => state === "failed"));
}

/**
 * Groups resources that could not be read, by reason. Two errors have the same reason if they differ only in the object and the request id,
 * or if one of them is followed by advice: the provider gives the same advice only once per run.
 */
export function byReason<R extends Unread>(unread: readonly R[]): readonly Reason<R>[] {
  const byKey = Map.groupBy(unread, ({ error = "" }) => comparableReasonIn(error));
  const reasons: { key: string; says: string; resources: R[] }[] = [];
  // Sorted in descending order, an error with advice comes directly before the same error without it.
  for (const [key, found] of [...byKey].sort(([a], [b]) => (a < b ? 1 : -1))) {
    const last = reasons.at(-1);
    if (last && addsAdvice(last.key, key)) last.resources.push(...found);
    else reasons.push({ key, says: reasonIn(found[0]?.error ?? ""), resources: found });
  }
  for (const reason of reasons) reason.resources.sort((a, b) => byText(a.urn, b.urn));
  return reasons;
}
