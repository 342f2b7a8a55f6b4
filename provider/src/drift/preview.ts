import { z } from "zod";
import type { JsonObject } from "../model/json.ts";
import { legible } from "../tenant/index.ts";
import { plainPlacesOf } from "./plain-places.ts";
import { properties } from "./properties.ts";
import { masked } from "./values.ts";

const text = z
  .string()
  .nullish()
  .transform((given) => given || undefined);

const state = z
  .object({ id: text, parent: text, inputs: properties, outputs: properties })
  .nullish()
  .transform((given) => given ?? undefined);

type Places = Parameters<typeof masked>[1];

const nowhere: Places = () => false;

/** @param plainPlaces see {@link masked} */
function withoutSecrets(
  found: ResourceState | undefined,
  plainPlaces: (properties: JsonObject) => Places,
): ResourceState | undefined {
  if (!found) return undefined;
  const { inputs, outputs } = found;
  return { ...found, inputs: masked(inputs, plainPlaces(inputs)), outputs: masked(outputs, plainPlaces(outputs)) };
}

const step = z
  .object({
    op: z.string(),
    urn: z.string(),
    oldState: state,
    newState: state,
    diffReasons: z.array(z.string()).nullish(),
    detailedDiff: z.record(z.string(), z.object({ kind: z.string(), inputDiff: z.boolean().nullish() })).nullish(),
  })
  .transform(
    ({ op, urn, oldState: before, newState: after, diffReasons, detailedDiff }): PreviewStep => ({
      op,
      urn,
      before: withoutSecrets(before, () => nowhere),
      // A value that the state has in clear was edited to the text that the CLI prints for a secret.
      after: withoutSecrets(after, (properties) => plainPlacesOf(urn, properties)),
      reasons: diffReasons ?? [],
      details: Object.entries(detailedDiff ?? {}).map(([path, { kind, inputDiff }]) => ({
        path,
        kind,
        isInput: inputDiff === true,
      })),
    }),
  );

const diagnostic = z.object({
  urn: text,
  message: text.transform((given) => given ?? ""),
  severity: text.transform((given) => given ?? ""),
});

const document = z.object({
  steps: z.array(step).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

/** A resource in one of the two states that are compared. */
export interface ResourceState {
  readonly id: string | undefined;
  /** A URN. */
  readonly parent: string | undefined;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
}

/** What a refresh would do to one resource. */
export interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  /** What the state says; absent for a new resource. */
  readonly before: ResourceState | undefined;
  /** What was found; absent for a deleted resource. */
  readonly after: ResourceState | undefined;
  /** The changed properties at the top level, for steps without details. */
  readonly reasons: readonly string[];
  /** The changed places, in the CLI's notation. */
  readonly details: readonly { readonly path: string; readonly kind: string; readonly isInput: boolean }[];
}

/** A message of the engine or a provider. */
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
 * Reads the output of `pulumi refresh --preview-only --json`. Unknown parts are ignored. But the parts that the report uses must be
 * there and of the right kind: a report that overlooks drift would be worse than none.
 *
 * @throws PreviewFormatError that says what is wrong with the output, and shows no value of it
 */
export function parsePreview(text: string): Preview {
  const parsed = document.safeParse(jsonIn(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw unexpected(`at "${legible(issue?.path.join(".") ?? "")}": ${issue?.message ?? "it has another form"}`);
  }
  const { steps, diagnostics, changeSummary } = parsed.data;
  if (!steps && !diagnostics && !changeSummary) {
    throw unexpected("it has neither steps nor diagnostics nor a summary of changes");
  }
  const summed = Object.entries(changeSummary ?? {}).some(([op, count]) => count > 0 && isChange(op));
  if (summed && !steps?.some(({ op }) => isChange(op))) {
    throw unexpected("its summary counts changes that no step describes");
  }
  return { steps: steps ?? [], diagnostics: diagnostics ?? [] };
}

/** True for an operation of the engine that says that something differs. */
export function isChange(op: string): boolean {
  return !["same", "refresh", "read", "read-discard", "read-replacement"].includes(op);
}

/** The document. The CLI may print warnings before it. */
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
