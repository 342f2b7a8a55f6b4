import { stripVTControlCharacters } from "node:util";
import { nothingKnown } from "../lifecycle/errors.ts";
import { type Diagnostic, isChange, type Preview, type PreviewStep } from "../pulumi-cli/preview.ts";
import { isOurs, type PropertyPath, parsePropertyPath, parseUrn, stackType } from "../pulumi-cli/urn.ts";
import { isList, isScalar, isSecret, keysOf, part } from "../pulumi-cli/values.ts";
import { equal, isObject, type Json } from "../schema/json.ts";
import { describePath } from "../schema/pointer.ts";
import type { Change, ResourceReport } from "./types.ts";

/** An object of the tenant that no resource of a stack of the project stands for. */
export interface UnmanagedObject {
  /** The type token of the class that could manage it. */
  readonly type: string;
  readonly id: string;
  /** For people: `connection "corp"`. */
  readonly label: string;
}

/** What the tenant has and no stack of the project has. What belongs to the service, or to the access of this client, does not count. */
export interface Unmanaged {
  /** The tenant's host. */
  readonly tenant: string;
  readonly objects: readonly UnmanagedObject[];
  /** What could not be looked at, and why, a sentence each. There may be more objects among it. */
  readonly unread: readonly string[];
}

/** The differences between the state of a stack and the tenant (and other providers' services), as the engine sees them. */
export interface DriftReport {
  readonly version: 1;
  /** Absent for a stack without resources. */
  readonly stack?: string;
  readonly project?: string;
  /** True if anything differs. */
  readonly drift: boolean;
  /** True if everything could be read. Otherwise there may be more drift than the report shows. */
  readonly complete: boolean;
  /** Resources, without the stack itself. */
  readonly counts: {
    readonly total: number;
    readonly unchanged: number;
    readonly changed: number;
    readonly deleted: number;
    readonly failed: number;
  };
  /** The resources that differ or could not be read, in the order of their URNs. */
  readonly resources: readonly ResourceReport[];
  /** Errors that do not belong to one resource. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Only where it was asked for. It is no drift. */
  readonly unmanaged?: Unmanaged;
}

/**
 * Makes the report from a preview of a refresh. It compares only what the engine found to differ, so the report says "drift" exactly
 * when the CLI would propose changes. It holds no secrets and no hidden properties (`__*`).
 *
 * @param failure how the CLI failed as a whole, if it did. The report is then never complete. It shows this text if no diagnostic
 *   names an error
 */
export function driftReport(preview: Preview, failure?: string): DriftReport {
  const steps = preview.steps.filter(({ urn }) => isOfResource(urn));
  const failures = failuresIn(preview.diagnostics);
  const read = steps.filter(({ urn }) => !failures.has(urn));
  const stepByUrn = new Map(steps.map((step) => [step.urn, step]));
  const resources = [
    ...read.filter(({ op }) => isChange(op)).map(changeReport),
    ...[...failures].map(([urn, error]): ResourceReport => {
      return { ...identityOf(urn, stepByUrn.get(urn)), state: "failed", changes: [], error };
    }),
  ].sort((a, b) => (a.urn < b.urn ? -1 : Number(a.urn > b.urn)));

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
    complete: failures.size === 0 && errors.length === 0 && !warnings.some((warning) => warning.includes(nothingKnown)),
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

/** The report of a resource that differs. */
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
 * Tells which properties are a provider's own records: their names begin with `__`. This package's resources have them at the top only,
 * and keys below, such as scopes, may have any name. Providers that are bridged from Terraform have them at every depth.
 */
function hiddenIn(urn: string): (path: PropertyPath) => boolean {
  const depth = isOurs(parseUrn(urn)?.type ?? "") ? 1 : Number.POSITIVE_INFINITY;
  return (path) => path.slice(0, depth).some((key) => typeof key === "string" && key.startsWith("__"));
}

/** Whether there is a resource, and another one than the stack itself. */
function isOfResource(urn: string | undefined): urn is string {
  return urn !== undefined && parseUrn(urn)?.type !== stackType;
}

/** The errors of each resource. */
function failuresIn(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, string> {
  const errors = diagnostics.flatMap(({ urn, message, severity }) =>
    severity === "error" && isOfResource(urn) ? [{ urn, message: tidy(message) }] : [],
  );
  const byUrn = Map.groupBy(errors, ({ urn }) => urn);
  return new Map([...byUrn].map(([urn, all]) => [urn, all.map(({ message }) => message).join("\n")]));
}

/** The other errors. "preview failed" is left out if there are better ones. */
function errorsIn(diagnostics: readonly Diagnostic[], hasFailures: boolean): readonly string[] {
  const errors = diagnostics
    .filter(({ urn, severity }) => severity === "error" && !isOfResource(urn))
    .map(({ message }) => tidy(message));
  const better = errors.filter((message) => message !== "preview failed");
  return [...new Set(better.length > 0 || hasFailures ? better : errors)];
}

/** Warnings of the engine, and warnings that providers print. The engine passes those on as plain output. */
function warningsIn(diagnostics: readonly Diagnostic[]): readonly string[] {
  return [...new Set(diagnostics.filter(isWarning).map(({ message }) => tidy(message)))];
}

/** What else providers and programs print. The engine passes it on line by line: an indented line goes on with the one before. */
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

function isWarning({ severity, message }: Diagnostic): boolean {
  return severity === "warning" || (severity.startsWith("info") && /^\s*warning: /i.test(message));
}

/** A message without the CLI's markup, prefixes and colours: Pulumi colours the stack traces of programs whether or not it is asked to. */
function tidy(message: string): string {
  return stripVTControlCharacters(message)
    .replace(/<\{%[^%]*%\}>/g, "")
    .trim()
    .replace(/^(?:error|warning): /i, "")
    .replace(/^preview failed: /i, "");
}

/** The leaves that differ, without hidden properties, in the order of their paths. */
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
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

interface DifferingPlace {
  readonly path: PropertyPath;
  /** What the engine says, for places whose values do not tell. */
  readonly kind: Change["kind"];
  readonly isInput: boolean;
}

/** The places that the engine names. If it names none: all input properties that differ. */
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
 * Whether something differs at a place, as far as it is known already: the engine names each of a list's elements, and all of them stand
 * for the same comparison of the list.
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
 * The path, or that of the list of scalars on its way. The engine compares lists by position, so one new element would change all
 * that follow it. The report compares such a list as a whole.
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

/** Whether a list has nothing but scalars. It must not change any more. */
function holdsScalars(list: readonly Json[]): boolean {
  const holds = listsOfScalars.get(list) ?? list.every(isScalar);
  listsOfScalars.set(list, holds);
  return holds;
}

/** The value at a path. Everything within a secret is the secret. */
function at(value: Json | undefined, path: PropertyPath): Json | undefined {
  let found = value;
  for (const key of path) {
    if (isSecret(found)) return found;
    found = part(found, key);
  }
  return found;
}

/** @param isNamed the engine says that something differs there, and of two secrets nothing else could tell */
function compare(path: PropertyPath, was: Json | undefined, is: Json | undefined, isNamed = false): readonly Change[] {
  if (isSecret(was) && isSecret(is) && !isNamed) return [];
  if (isSecret(was) || isSecret(is)) return [{ path: describePath(path), kind: kindOf(was, is), secret: true }];
  if (equal(was, is)) return [];
  if (isContainer(was, is, isObject)) return compareParts(path, was, is);
  if (isContainer(was, is, isList)) return compareLists(path, (was ?? []) as Json[], (is ?? []) as Json[]);
  return [changeOf(describePath(path), was, is)];
}

/** True if one value is a container of the given kind with parts, and the other one is of the same kind or absent. */
function isContainer(
  was: Json | undefined,
  is: Json | undefined,
  isKind: (value: Json | undefined) => boolean,
): boolean {
  const there = [was, is].filter((value) => value !== undefined && value !== null);
  const hasParts = there.some((value) => Object.keys(value as object).length > 0);
  return there.every((value) => isKind(value)) && hasParts;
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

/** The items of a list of scalars that another list has not, or not as often. */
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
