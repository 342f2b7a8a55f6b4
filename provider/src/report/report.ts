import { stripVTControlCharacters } from "node:util";
import { adoptionMarker, failureMarker, firstValuesMarker, incompleteMarker } from "../lifecycle/errors.ts";
import { type Diagnostic, isChange, type Preview, type PreviewStep } from "../pulumi-cli/preview.ts";
import { isOurs, parseUrn, stackType } from "../pulumi-cli/urn.ts";
import { isList, isScalar, isSecret, keysOf, part } from "../pulumi-cli/values.ts";
import { byText, describePath, equal, isObject, type Json } from "../schema/json.ts";
import { type PropertyPath, parsePropertyPath } from "../schema/property-path.ts";
import type { Change, DriftReport, ResourceReport } from "./types.ts";

/**
 * Makes the report from a preview of a refresh. Only paths that the engine found to differ are compared, so the report has drift exactly if
 * the CLI would propose changes. The report contains no secrets and no hidden properties (`__*`).
 *
 * @param failure the CLI's error, if the command failed. The report is then never complete. It contains this error only if the diagnostics
 *   contain none
 */
export function driftReport(preview: Preview, failure?: string): DriftReport {
  const steps = preview.steps.filter(({ urn }) => isOfResource(urn));
  const failures = failuresByUrn(preview.diagnostics);
  const read = steps.filter(({ urn }) => !failures.has(urn));
  const stepByUrn = new Map(steps.map((step) => [step.urn, step]));
  const resources = [
    ...read.filter(({ op }) => isChange(op)).map(changeReport),
    ...[...failures].map(([urn, error]): ResourceReport => {
      return { ...identityOf(urn, stepByUrn.get(urn)), state: "failed", changes: [], error };
    }),
  ].sort((a, b) => byText(a.urn, b.urn));

  const count = (state: ResourceReport["state"]) => resources.filter((resource) => resource.state === state).length;
  const total = new Set([...steps.map(({ urn }) => urn), ...failures.keys()]).size;
  const said = errorsIn(preview.diagnostics, failures.size > 0);
  const errors = failure !== undefined && said.length + failures.size === 0 ? [failure] : said;
  const warnings = warningsIn(preview.diagnostics);
  const { stack, project } = preview.steps.map(({ urn }) => parseUrn(urn)).find((urn) => urn !== undefined) ?? {};
  return {
    version: 1,
    ...(stack !== undefined && { stack }),
    ...(project !== undefined && { project }),
    drift: count("changed") + count("deleted") > 0,
    complete: failures.size === 0 && errors.length === 0 && !preview.diagnostics.some(isOfIncompleteness),
    counts: {
      total,
      unchanged: total - resources.length,
      changed: count("changed"),
      deleted: count("deleted"),
      failed: count("failed"),
    },
    resources,
    errors,
    warnings,
  };
}

/** Makes the report of a resource that differs. */
export function changeReport(step: PreviewStep): ResourceReport {
  const isGone = step.op === "delete" || !step.after;
  return {
    ...identityOf(step.urn, step),
    state: isGone ? "deleted" : "changed",
    changes: isGone ? [] : changesOf(step, hiddenIn(step.urn)),
  };
}

function identityOf(urn: string, step: PreviewStep | undefined): Pick<ResourceReport, "urn" | "type" | "name" | "id"> {
  const known = step?.before ?? step?.after;
  const { type = "", name = urn } = parseUrn(urn) ?? {};
  const { id, parent } = known ?? {};
  return { urn, type, name, ...(id !== undefined && { id }), ...(isOfResource(parent) && { parent }) };
}

/**
 * Returns a function that recognizes paths of provider metadata: property names that begin with `__`. Resources of pulumi-tenant have
 * metadata only at the top level, and nested keys, such as scopes, can have any name. Providers that are bridged from Terraform have
 * metadata at every level.
 */
function hiddenIn(urn: string): (path: PropertyPath) => boolean {
  const depth = isOurs(parseUrn(urn)?.type ?? "") ? 1 : Number.POSITIVE_INFINITY;
  return (path) => path.slice(0, depth).some((key) => typeof key === "string" && key.startsWith("__"));
}

/** Whether a URN exists and names a resource other than the stack itself. */
function isOfResource(urn: string | undefined): urn is string {
  return urn !== undefined && parseUrn(urn)?.type !== stackType;
}

/** The errors of each resource, by URN; several errors are joined by line breaks. */
function failuresByUrn(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, string> {
  const errors = diagnostics.flatMap(({ urn, message, severity }) =>
    severity === "error" && isOfResource(urn) ? [{ urn, message: tidy(message) }] : [],
  );
  const byUrn = Map.groupBy(errors, ({ urn }) => urn);
  return new Map([...byUrn].map(([urn, all]) => [urn, all.map(({ message }) => message).join("\n")]));
}

/** The errors that belong to no resource. The engine's "preview failed" is left out if there is any other error, because the other one says more. */
function errorsIn(diagnostics: readonly Diagnostic[], hasFailures: boolean): readonly string[] {
  const errors = diagnostics
    .filter(({ urn, severity }) => severity === "error" && !isOfResource(urn))
    .map(({ message }) => tidy(message));
  const better = errors.filter((message) => message !== "preview failed");
  return [...new Set(better.length > 0 || hasFailures ? better : errors)];
}

/** Warnings of the engine and of providers. The engine turns warnings of providers into output with the severity `info`. */
function warningsIn(diagnostics: readonly Diagnostic[]): readonly string[] {
  return [...new Set(diagnostics.filter(isWarning).map(({ message }) => tidy(message)))];
}

/** The reasons for which a run will fail, as its preview says in warnings. */
export function failuresIn(warnings: readonly string[]): readonly string[] {
  return warnings.flatMap((text) => (text.startsWith(failureMarker) ? [text.slice(failureMarker.length)] : []));
}

/** Output of providers and programs that is no warning. The engine reports each line separately: an indented line continues the previous one. */
export function notesIn(diagnostics: readonly Diagnostic[]): readonly string[] {
  const notes: string[] = [];
  let isOpen = false;
  for (const one of diagnostics) {
    const says = tidy(one.message);
    const isNote = one.severity.startsWith("info") && !isWarning(one) && says !== "";
    if (isNote && isOpen && one.message.startsWith("  ")) {
      const before = notes.pop() ?? "";
      notes.push(`${before}${before.endsWith(":") ? " " : "; "}${says}`);
    } else if (isNote) notes.push(says);
    if (says !== "") isOpen = isNote;
  }
  return [...new Set(notes)];
}

/**
 * The object of a note that says that the run adopts it, or creates these settings: its label, and its id unless every tenant has the object. Undefined for any other note.
 */
export function adoptedIn(note: string): { readonly label: string; readonly id?: string } | undefined {
  const at = Math.max(...[adoptionMarker, firstValuesMarker].map((marker) => note.indexOf(marker)));
  const [, label, id] =
    /^(.*?)(?: exists already \(id (\S+)\)| \([a-z ]+\))$/.exec(note.slice(0, Math.max(at, 0))) ?? [];
  return label === undefined ? undefined : { label, ...(id !== undefined && { id }) };
}

/** Whether a warning says that objects could not be read. */
function isOfIncompleteness(diagnostic: Diagnostic): boolean {
  return isWarning(diagnostic) && withoutMarkup(diagnostic.message).endsWith(incompleteMarker);
}

function isWarning({ severity, message }: Diagnostic): boolean {
  return severity === "warning" || (severity.startsWith("info") && /^warning: /i.test(withoutMarkup(message)));
}

/** A message without the CLI's colours and markup. Pulumi colours programs' stack traces even with `--color never`. */
function withoutMarkup(message: string): string {
  return stripVTControlCharacters(message)
    .replace(/<\{%[^%]*%\}>/g, "")
    .trim();
}

/** A message without the CLI's markup and prefixes, and without the marker by which pulumi-tenant recognizes warnings about failed reads. */
function tidy(message: string): string {
  return withoutMarkup(message)
    .replace(incompleteMarker, "")
    .replace(/^(?:error|warning): /i, "")
    .replace(/^preview failed: /i, "");
}

/** The leaves that differ, without hidden properties, sorted by path. */
function changesOf(step: PreviewStep, isHidden: (path: PropertyPath) => boolean): readonly Change[] {
  const found = new Map<string, Change>();
  const compared: Compared = new Map();
  for (const place of placesOf(step)) {
    if (isHidden(place.path)) continue;
    for (const change of changesAt(step, place, compared)) {
      const path = parsePropertyPath(change.path.replace(/\[\]$/, ""));
      if (!path || !isHidden(path)) found.set(`${change.path} ${JSON.stringify([change.was, change.is])}`, change);
    }
  }
  return [...found.values()].sort((a, b) => byText(a.path, b.path));
}

interface DifferingPlace {
  readonly path: PropertyPath;
  /** The engine's kind of change, used if the values are not available. */
  readonly kind: Change["kind"];
  readonly isInput: boolean;
}

/** The differing paths according to the engine. If the engine names no paths, the top-level input properties that differ. */
function placesOf({ details, reasons, before, after }: PreviewStep): readonly DifferingPlace[] {
  if (details.length > 0) {
    return details.map(({ path, kind, isInput }) => ({
      path: parsePropertyPath(path) ?? [path],
      kind: kind.startsWith("add") ? "add" : kind.startsWith("delete") ? "delete" : "update",
      isInput,
    }));
  }
  if (reasons.length > 0) return reasons.map((path) => ({ path: [path], kind: "update", isInput: true }));
  return keysOf(before?.inputs, after?.inputs)
    .filter((key) => !equal(part(before?.inputs, key), part(after?.inputs, key)))
    .map((key) => ({ path: [key], kind: "update", isInput: true }));
}

/**
 * For each place that was already compared, whether its two values differ. The engine names each differing element of a list, but the report
 * compares the list only once, as a whole.
 */
type Compared = Map<string, boolean>;

function changesAt(
  { before, after }: PreviewStep,
  { path, kind, isInput }: DifferingPlace,
  compared: Compared,
): readonly Change[] {
  const sides = isInput ? (["inputs", "outputs"] as const) : (["outputs", "inputs"] as const);
  for (const side of sides) {
    const cut = untilList(before?.[side], after?.[side], path);
    const place = `${side} ${describePath(cut)}`;
    const known = compared.get(place);
    if (known === true) return [];
    if (known === false) continue;
    const changes = compare(cut, at(before?.[side], cut), at(after?.[side], cut), true);
    compared.set(place, changes.length > 0);
    if (changes.length > 0) return changes;
  }
  return [{ path: describePath(path), kind }];
}

/**
 * The path itself, or the path of the list of scalars that contains it. The engine compares lists by position, so one new element changes
 * all elements after it. The report compares a list of scalars as a whole instead.
 */
function untilList(before: Json | undefined, after: Json | undefined, path: PropertyPath): PropertyPath {
  const position = path.findIndex((key, index) => {
    if (typeof key !== "number") return false;
    const lists = [at(before, path.slice(0, index)), at(after, path.slice(0, index))].filter(isList);
    return lists.length > 0 && lists.every(holdsScalars);
  });
  return position < 0 ? path : path.slice(0, position);
}

const listsOfScalars = new WeakMap<readonly Json[], boolean>();

/** Whether a list contains only scalars. The result is cached, so the list must not change afterwards. */
function holdsScalars(list: readonly Json[]): boolean {
  const holds = listsOfScalars.get(list) ?? list.every(isScalar);
  listsOfScalars.set(list, holds);
  return holds;
}

/** The value at a path. If the path leads into a secret, the placeholder of the secret. */
function at(value: Json | undefined, path: PropertyPath): Json | undefined {
  let found = value;
  for (const key of path) {
    if (isSecret(found)) return found;
    found = part(found, key);
  }
  return found;
}

/**
 * The differing leaves of two values.
 *
 * @param isNamed whether the engine says that the values at this path differ. For two secrets only the engine can tell: their values are unknown here
 */
function compare(path: PropertyPath, was: Json | undefined, is: Json | undefined, isNamed = false): readonly Change[] {
  if (isSecret(was) && isSecret(is) && !isNamed) return [];
  if (isSecret(was) || isSecret(is)) return [{ path: describePath(path), kind: kindOf(was, is), secret: true }];
  if (equal(was, is)) return [];
  if (isContainer(was, is, isObject)) return compareParts(path, was, is);
  if (isContainer(was, is, isList)) return compareLists(path, (was ?? []) as Json[], (is ?? []) as Json[]);
  return [changeOf(describePath(path), was, is)];
}

/** Whether at least one of two values is a non-empty container of the given type, and the other one has the same type or is absent. */
function isContainer(
  was: Json | undefined,
  is: Json | undefined,
  isOfType: (value: Json | undefined) => boolean,
): boolean {
  const there = [was, is].filter((value) => value !== undefined && value !== null);
  const hasParts = there.some((value) => Object.keys(value as object).length > 0);
  return there.every((value) => isOfType(value)) && hasParts;
}

function compareParts(path: PropertyPath, was: Json | undefined, is: Json | undefined): readonly Change[] {
  return keysOf(was, is).flatMap((key) => compare([...path, key], part(was, key), part(is, key)));
}

function compareLists(path: PropertyPath, was: readonly Json[], is: readonly Json[]): readonly Change[] {
  if (![...was, ...is].every(isScalar)) return compareParts(path, was, is);
  const text = describePath(path);
  if ([...was, ...is].some(isSecret)) return [{ path: text, kind: kindOf(was[0], is[0]), secret: true }];
  const gone = without(was, is).map((item): Change => ({ path: `${text}[]`, kind: "delete", was: item }));
  const added = without(is, was).map((item): Change => ({ path: `${text}[]`, kind: "add", is: item }));
  return gone.length + added.length > 0 ? [...gone, ...added] : [changeOf(text, was, is)];
}

/** The items of a list of scalars that are missing from another list. Repeated items count separately. */
function without(list: readonly Json[], other: readonly Json[]): readonly Json[] {
  const left = new Map<Json, number>();
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

function changeOf(path: string, was: Json | undefined, is: Json | undefined): Change {
  return { path, kind: kindOf(was, is), ...(was !== undefined && { was }), ...(is !== undefined && { is }) };
}

function kindOf(was: Json | undefined, is: Json | undefined): Change["kind"] {
  if (was === undefined || was === null) return "add";
  return is === undefined || is === null ? "delete" : "update";
}
