import { type Change, changesOf } from "./changes.ts";
import { type Diagnostic, isChange, type Preview, type PreviewStep } from "./preview.ts";
import type { PropertyPath } from "./property-path.ts";
import type { Unmanaged } from "./unmanaged.ts";
import { isOurs, parseUrn, stackType } from "./urn.ts";

/** A resource that differs from the state, or could not be read. */
export interface ResourceReport {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  /** The URN of the parent, unless that is the stack itself. */
  readonly parent?: string;
  /** `failed`: the resource could not be read, so it may differ or not. */
  readonly state: "changed" | "deleted" | "failed";
  /** The leaves that differ. Empty for a changed resource in which only hidden properties differ. */
  readonly changes: readonly Change[];
  /** Why the resource could not be read. */
  readonly error?: string;
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
  const steps = preview.steps.filter(({ urn }) => parseUrn(urn)?.type !== stackType);
  const failures = failuresIn(preview.diagnostics);
  const read = steps.filter(({ urn }) => !failures.has(urn));
  const stepByUrn = new Map(steps.map((step) => [step.urn, step]));
  const resources = [
    ...read.filter(({ op }) => isChange(op)).map(reportOf),
    ...[...failures].map(([urn, error]) => failureOf(urn, error, stepByUrn.get(urn))),
  ].sort((a, b) => (a.urn < b.urn ? -1 : Number(a.urn > b.urn)));

  const count = (state: ResourceReport["state"]) => resources.filter((resource) => resource.state === state).length;
  const total = new Set([...steps.map(({ urn }) => urn), ...failures.keys()]).size;
  const said = errorsIn(preview.diagnostics, failures.size > 0);
  const errors = failure !== undefined && said.length + failures.size === 0 ? [failure] : said;
  const { stack, project } = namesIn(preview);
  return {
    version: 1,
    ...(stack !== undefined && { stack }),
    ...(project !== undefined && { project }),
    drift: count("changed") + count("deleted") > 0,
    complete: failures.size === 0 && errors.length === 0,
    counts: {
      total,
      unchanged: total - resources.length,
      changed: count("changed"),
      deleted: count("deleted"),
      failed: count("failed"),
    },
    resources,
    errors,
    warnings: warningsIn(preview.diagnostics),
  };
}

function reportOf(step: PreviewStep): ResourceReport {
  const isGone = step.op === "delete" || !step.after;
  return {
    ...identityOf(step.urn, step),
    state: isGone ? "deleted" : "changed",
    changes: isGone ? [] : changesOf(step, hiddenIn(step.urn)),
  };
}

function failureOf(urn: string, error: string, step: PreviewStep | undefined): ResourceReport {
  return { ...identityOf(urn, step), state: "failed", changes: [], error };
}

function identityOf(urn: string, step: PreviewStep | undefined): Pick<ResourceReport, "urn" | "type" | "name" | "id"> {
  const known = step?.before ?? step?.after;
  const { type = "", name = urn } = parseUrn(urn) ?? {};
  const { id, parent } = known ?? {};
  const isBelowOther = parent !== undefined && parseUrn(parent)?.type !== stackType;
  return { urn, type, name, ...(id !== undefined && { id }), ...(isBelowOther && { parent }) };
}

/**
 * Tells which properties are a provider's own records: their names begin with `__`. This package's resources have them at the top only,
 * and keys below, such as scopes, may have any name. Providers that are bridged from Terraform have them at every depth.
 */
function hiddenIn(urn: string): (path: PropertyPath) => boolean {
  const depth = isOurs(parseUrn(urn)?.type ?? "") ? 1 : Number.POSITIVE_INFINITY;
  return (path) => path.slice(0, depth).some((key) => typeof key === "string" && key.startsWith("__"));
}

/** The errors of each resource. */
function failuresIn(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, string> {
  const failures = new Map<string, string>();
  for (const { urn, message, severity } of diagnostics) {
    if (severity !== "error" || urn === undefined || parseUrn(urn)?.type === stackType) continue;
    const before = failures.get(urn);
    failures.set(urn, before === undefined ? tidy(message) : `${before}\n${tidy(message)}`);
  }
  return failures;
}

/** The other errors. "preview failed" is left out if there are better ones. */
function errorsIn(diagnostics: readonly Diagnostic[], hasFailures: boolean): readonly string[] {
  const errors = diagnostics
    .filter(({ urn, severity }) => severity === "error" && (urn === undefined || parseUrn(urn)?.type === stackType))
    .map(({ message }) => tidy(message));
  const telling = errors.filter((message) => message !== "preview failed");
  return [...new Set(telling.length > 0 || hasFailures ? telling : errors)];
}

/** Warnings of the engine, and warnings that providers print. The engine passes those on as plain output. */
function warningsIn(diagnostics: readonly Diagnostic[]): readonly string[] {
  const warnings = diagnostics.filter(
    ({ severity, message }) =>
      severity === "warning" || (severity.startsWith("info") && /^\s*warning: /i.test(message)),
  );
  return [...new Set(warnings.map(({ message }) => tidy(message)))];
}

/** A message without the CLI's markup and prefixes. */
function tidy(message: string): string {
  return message
    .replace(/<\{%[^%]*%\}>/g, "")
    .trim()
    .replace(/^(?:error|warning): /i, "")
    .replace(/^preview failed: /i, "");
}

function namesIn({ steps }: Preview): { stack?: string; project?: string } {
  for (const { urn } of steps) {
    const parsed = parseUrn(urn);
    if (parsed) return { stack: parsed.stack, project: parsed.project };
  }
  return {};
}
