import { legible, legibleJson } from "../client/index.ts";
import { definitions, typeNames } from "../definitions/registry.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import { typeForPeople } from "../pulumi-cli/urn.ts";
import type { Definition } from "../schema/definition.ts";
import type { Json } from "../schema/json.ts";
import type { DriftReport, Unmanaged } from "./report.ts";
import type { Change, ResourceReport } from "./types.ts";

/** Most characters of a value in texts for people. The JSON report has the whole value. */
const shown = 200;

/** The name of a resource for people: `Connection corp (con_…)`. */
export function titleOf({ type, name, id }: Pick<ResourceReport, "type" | "name" | "id">): string {
  const title = `${typeForPeople(type)} ${name}`;
  return legible(id === undefined || id === name ? title : `${title} (${id})`);
}

/** What has happened to a secret, of which nothing else is known. */
const secretsInWords: Readonly<Record<Change["kind"], string>> = {
  add: "absent → [secret]",
  delete: "[secret] → absent",
  update: "[secret] → [secret], another value",
};

/** Most characters of a name beside an id. */
export const maxNameLength = 100;

/** The name of the object whose id a value is, after the value. */
export function named(name: string | undefined): string {
  return name === undefined ? "" : ` (${legible(name, maxNameLength)})`;
}

/** What differs, as `options.client_id: "old" → "new"`; of a text of several lines, the lines that differ. */
export function changeInWords({ path, kind, secret, was, is, wasName, isName }: Change): readonly string[] {
  if (secret) return [`${legible(path)}: ${secretsInWords[kind]}`];
  if (haveLines(was, is)) {
    const [head = "", ...lines] = lineDiff(String(was), String(is));
    return [`${legible(path)}: ${head}`, ...lines];
  }
  if (was === undefined && is === undefined) return [legible(path)];
  return [`${legible(path)}: ${valueInWords(was)}${named(wasName)} → ${valueInWords(is)}${named(isName)}`];
}

/** Whether two values are texts of which one has several lines. */
export function haveLines(was: Json | undefined, is: Json | undefined): boolean {
  return typeof was === "string" && typeof is === "string" && `${was}${is}`.includes("\n");
}

/** A value for people, on one line. */
export function valueInWords(value: Json | undefined): string {
  if (value === undefined) return "absent";
  const text = legibleJson(value);
  return text.length <= shown ? text : `${legible(text, shown)} (${text.length} characters)`;
}

/** What differs at a resource, in one or more lines; none where it could not be read, as the reason stands above it. */
export function findingsOf(resource: ResourceReport): readonly string[] {
  switch (resource.state) {
    case "deleted":
      return ["deleted: the state has it, the tenant has not"];
    case "failed":
      return [];
    case "changed":
      return resource.changes.length > 0
        ? resource.changes.flatMap(changeInWords)
        : ["only what the provider keeps for itself differs"];
  }
}

/**
 * The whole report in one sentence.
 *
 * @param show how the name of the stack is shown. Default: as text
 */
export function summaryOf({ stack, drift, complete, counts, unmanaged }: DriftReport, show = legible): string {
  const where = stack === undefined ? "" : ` in stack ${show(stack)}`;
  const numbers = [
    [counts.changed, "changed"],
    [counts.deleted, "deleted"],
    [counts.failed, "could not be read"],
    [counts.unchanged, "unchanged"],
    [unmanaged?.objects.length ?? 0, "not managed"],
  ] as const;
  const listed = numbers.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const verdict = drift ? `Drift${where}` : complete ? `No drift${where}` : `Not everything could be read${where}`;
  return `${verdict}: ${listed.length > 0 ? listed.join(", ") : "nothing is deployed"}`;
}

/** What to do about drift, in lines that fit a terminal. */
export const remedy =
  "Values are: in the state → as it is. To keep an edit, write it into the program.\n" +
  "`pulumi up --refresh` puts back what the program declares.";

/** What comes and goes by itself, for people. */
const transient = typeNames
  .map((name): Definition => definitions[name])
  .filter(({ listing }) => listing?.isTransient === true)
  .map(({ plural }) => plural)
  .join(", ");

/** The head of the list of what is not managed. */
export function unmanagedTitle({ tenant, objects, unread }: Unmanaged): string {
  const count = objects.length;
  if (count > 0)
    return `${count} ${count === 1 ? "object" : "objects"} of ${legible(tenant)} in no stack of this project`;
  return unread.length > 0
    ? `Not everything of ${legible(tenant)} could be looked at`
    : `Everything of ${legible(tenant)} is in a stack (${transient} are not looked at)`;
}

/** The list of what is not managed: the objects, then what could not be looked at. */
export function unmanagedLines({ objects, unread }: Unmanaged): readonly string[] {
  return [
    ...objects.map(({ label, id }) => legible(`${label} (${id})`)),
    ...unread.map((text) => `not looked at: ${legible(text, maxErrorLength)}`),
  ];
}

/** Most lines that are shown of each side, and most characters of a line. */
const most = { lines: 10, characters: 160 };

/**
 * How two texts of several lines differ, one line each: those that went with `-`, those that came with `+`, and where. What both begin and
 * end with is left out. It takes time in proportion to the texts.
 */
export function lineDiff(was: string, is: string): readonly string[] {
  const [before, after] = [linesOf(was), linesOf(is)];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [gone, come] = [before, after].map((lines) => lines.slice(start, lines.length - end));
  const head = `from line ${start + 1}, ${gone?.length ?? 0} of ${before.length} lines → ${come?.length ?? 0} of ${after.length}`;
  return [head, ...shownLines("-", gone ?? []), ...shownLines("+", come ?? [])];
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function shownLines(sign: string, lines: readonly string[]): readonly string[] {
  const some = lines.slice(0, most.lines).map((line) => `  ${sign} ${legible(line, most.characters)}`);
  const rest = lines.length - some.length;
  return rest > 0 ? [...some, `  ${sign} … and ${rest} more`] : some;
}
