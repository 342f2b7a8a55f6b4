import { z } from "zod";
import { masked, type Value } from "./values.ts";

const properties = z.record(z.string(), z.json()).nullish();

const state = z
  .object({
    type: z.string().nullish(),
    id: z.string().nullish(),
    parent: z.string().nullish(),
    inputs: properties,
    outputs: properties,
  })
  .nullish();

const step = z.object({
  op: z.string(),
  urn: z.string(),
  oldState: state,
  newState: state,
  diffReasons: z.array(z.string()).nullish(),
  detailedDiff: z.record(z.string(), z.object({ kind: z.string(), inputDiff: z.boolean().nullish() })).nullish(),
});

const diagnostic = z.object({
  urn: z.string().nullish(),
  message: z.string().nullish(),
  severity: z.string().nullish(),
});

const document = z.object({
  steps: z.array(step).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

/** The properties of a resource in one of its two states. */
export type Properties = Readonly<Record<string, Value>>;

/** A resource in one of the two states that are compared. */
export interface ResourceState {
  readonly id: string | undefined;
  /** The URN of the parent. */
  readonly parent: string | undefined;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

/** What a refresh would do to one resource. */
export interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  /** As the state has it; absent for what is new. */
  readonly before: ResourceState | undefined;
  /** As it is; absent for what is gone. */
  readonly after: ResourceState | undefined;
  /** The changed properties at the top level, where no details are known. */
  readonly reasons: readonly string[];
  /** The changed places, in the CLI's notation. */
  readonly details: readonly { readonly path: string; readonly kind: string; readonly isInput: boolean }[];
}

/** Something that the engine or a provider said. */
export interface Diagnostic {
  readonly urn: string | undefined;
  readonly message: string;
  readonly severity: string;
}

/** What `pulumi refresh --preview-only --json` printed. */
export interface Preview {
  readonly steps: readonly PreviewStep[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The text is not what `pulumi refresh --preview-only --json` prints. */
export class PreviewFormatError extends Error {
  override readonly name = "PreviewFormatError";
}

/**
 * Reads the output of `pulumi refresh --preview-only --json`. What is not known is ignored; of what is used nothing may be
 * missing or of another kind, as a report that overlooks drift would be worse than none.
 *
 * @throws PreviewFormatError that says what is wrong with it, without any value of it
 */
export function parsePreview(text: string): Preview {
  const parsed = document.safeParse(jsonIn(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw unexpected(`at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? "it has another form"}`);
  }
  const { steps, diagnostics, changeSummary } = parsed.data;
  if (!steps && !diagnostics && !changeSummary) {
    throw unexpected("it has neither steps nor diagnostics nor a summary of changes");
  }
  const preview = {
    steps: (steps ?? []).map(toStep),
    diagnostics: (diagnostics ?? []).map(({ urn, message, severity }) => ({
      urn: urn || undefined,
      message: message ?? "",
      severity: severity ?? "",
    })),
  };
  const summed = Object.entries(changeSummary ?? {}).some(([op, count]) => count > 0 && isChange(op));
  if (summed && !preview.steps.some(({ op }) => isChange(op))) {
    throw unexpected("its summary counts changes that no step describes");
  }
  return preview;
}

/** Whether an operation of the engine says that something differs: all but those that leave things as they are. */
export function isChange(op: string): boolean {
  return !["same", "refresh", "read", "read-discard", "read-replacement"].includes(op);
}

function toStep({ op, urn, oldState, newState, diffReasons, detailedDiff }: z.infer<typeof step>): PreviewStep {
  return {
    op,
    urn,
    before: toState(oldState),
    after: toState(newState),
    reasons: diffReasons ?? [],
    details: Object.entries(detailedDiff ?? {}).map(([path, { kind, inputDiff }]) => ({
      path,
      kind,
      isInput: inputDiff === true,
    })),
  };
}

function toState(given: z.infer<typeof state>): ResourceState | undefined {
  if (!given) return undefined;
  return {
    id: given.id || undefined,
    parent: given.parent || undefined,
    inputs: masked(given.inputs ?? {}) as Properties,
    outputs: masked(given.outputs ?? {}) as Properties,
  };
}

/** The document, which warnings of the CLI may precede. */
function jsonIn(text: string): unknown {
  const start = text.startsWith("{") ? 0 : text.indexOf("\n{") + 1;
  try {
    return JSON.parse(text.slice(start));
  } catch {
    throw unexpected(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

function unexpected(what: string): PreviewFormatError {
  return new PreviewFormatError(
    `the output of \`pulumi refresh --preview-only --json\` is not understood: ${what}. Is this a version of the CLI that is ` +
      "older than 3.226, or much newer than this package?",
  );
}
