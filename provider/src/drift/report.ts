import { stripVTControlCharacters } from "node:util";
import { nothingKnown } from "../lifecycle/errors.ts";
import { changesOf } from "./changes.ts";
import { type Diagnostic, isChange, type Preview, type PreviewStep } from "./preview.ts";
import type { PropertyPath } from "./property-path.ts";
import type { ResourceReport } from "./types.ts";
import { isOurs, parseUrn, stackType } from "./urn.ts";

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
