import { z } from "zod";
import type { JsonObject } from "../schema/json.ts";
import { type ExportedResource, parseDocument, properties } from "./cli-document.ts";
import { type PlainPlaces, plainPlacesOf, withoutSecrets } from "./secrets.ts";

const text = z
  .string()
  .nullish()
  .transform((given) => given || undefined);

const state = z
  .object({
    /** Another one than that of the step where an alias has renamed the resource. */
    urn: z.string().nullish(),
    id: text,
    /** A URN. */
    parent: text,
    inputs: properties,
    outputs: properties,
    /** False for a component, which only groups others. */
    custom: z.boolean().nullish(),
    /** The tenant keeps the object when the program no longer has it. */
    retainOnDelete: z.boolean().nullish(),
    /** The stack only reads the object. */
    external: z.boolean().nullish(),
    /** A replacement has deleted the object, and was interrupted before it made the new one. */
    pendingReplacement: z.boolean().nullish(),
    /** The URNs of the resources from which each input has its values. */
    propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).nullish(),
  })
  .nullish()
  .transform((given) => given ?? undefined);

const nowhere: PlainPlaces = () => false;

/** An entry of a state as the steps of a preview have it: without secrets. */
export function stateOfEntry({ delete: _, id, parent, ...entry }: ExportedResource): NonNullable<ResourceState> {
  const found = { ...entry, id: id || undefined, parent: parent || undefined, propertyDependencies: undefined };
  return shown(entry.urn, found, () => nowhere);
}

/**
 * A state of a resource without secrets.
 *
 * @param plainPlaces where the CLI's mask is a text that somebody has written
 */
export function shown<S extends ResourceState>(
  urn: string,
  found: S,
  plainPlaces: (properties: JsonObject) => PlainPlaces,
): S {
  if (!found) return found;
  const show = (given: JsonObject) => withoutSecrets(urn, given, plainPlaces(given));
  return { ...found, inputs: show(found.inputs), outputs: show(found.outputs) };
}

const step = z
  .object({
    op: z.string(),
    urn: z.string(),
    oldState: state,
    newState: state,
    diffReasons: z.array(z.string()).nullish(),
    replaceReasons: z.array(z.string()).nullish(),
    detailedDiff: z.record(z.string(), z.object({ kind: z.string(), inputDiff: z.boolean().nullish() })).nullish(),
  })
  .transform(({ op, urn, oldState: before, newState: after, diffReasons, replaceReasons, detailedDiff }) => ({
    op,
    urn,
    /** What the state says; absent for a new resource. */
    before: shown(urn, before, () => nowhere),
    /** What was found; absent for a deleted resource. */
    // A value that the state has in clear was edited to the text that the CLI prints for a secret.
    after: shown(urn, after, (properties) => plainPlacesOf(urn, properties)),
    /** The changed properties at the top level, for steps without details. */
    reasons: diffReasons ?? [],
    /** The properties whose change replaces the resource. */
    ...(replaceReasons && { replaceReasons }),
    /** The changed places, in the CLI's notation. */
    details: Object.entries(detailedDiff ?? {}).map(([path, { kind, inputDiff }]) => ({
      path,
      kind,
      isInput: inputDiff === true,
    })),
  }));

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
type ResourceState = z.infer<typeof state>;

/** What a run would do to one resource. */
export type PreviewStep = z.infer<typeof step> & {
  /** Those of its places that hold a secret of which a saved plan does not tell whether it changes. */
  readonly perhaps?: ReadonlySet<string>;
};

/** A message of the engine or a provider. */
export type Diagnostic = z.infer<typeof diagnostic>;

/** What a preview printed. */
export interface Preview {
  readonly steps: readonly PreviewStep[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The text is not what a preview prints. */
export class PreviewFormatError extends Error {
  override readonly name = "PreviewFormatError";
}

/** The text describes nothing, as for a stack without resources. Another version of the CLI may have other words for what it describes. */
export class NothingDescribed extends PreviewFormatError {}

/** The command whose preview a report of drift is made of. */
const refreshPreview = "pulumi refresh --preview-only --json";

/**
 * Reads the output of a preview as JSON. Unknown parts are ignored. But the parts that the report uses must be there and of the right
 * kind: a report that overlooks a change would be worse than none.
 *
 * @param command the one that printed it, for the error
 * @throws PreviewFormatError that says what is wrong with the output, and shows no value of it; NothingDescribed where it has no parts
 */
export function parsePreview(text: string, command = refreshPreview): Preview {
  const unexpected = (what: string, As = PreviewFormatError) => notUnderstood(command, what, As);
  const { steps, diagnostics, changeSummary } = parseDocument(text, document, unexpected);
  if (!steps && !diagnostics && !changeSummary) {
    throw unexpected("it has neither steps nor diagnostics nor a summary of changes", NothingDescribed);
  }
  const summed = Object.entries(changeSummary ?? {}).some(([op, count]) => count > 0 && isChange(op));
  if (summed && !steps?.some(({ op }) => isChange(op))) {
    throw unexpected("its summary counts changes that no step describes");
  }
  return { steps: steps ?? [], diagnostics: diagnostics ?? [] };
}

/** What the engine does without a difference at the service: also where it forgets what was only read, or what is gone already. */
const changeless: ReadonlySet<string> = new Set([
  ...["same", "refresh", "read", "read-replacement"],
  ...["discard", "discard-replaced", "remove-pending-replace"],
]);

/** True for an operation of the engine that says that something differs. */
export function isChange(op: string): boolean {
  return !changeless.has(op);
}

function notUnderstood(command: string, what: string, As: typeof PreviewFormatError): PreviewFormatError {
  return new As(
    `the output of \`${command}\` is not understood: ${what}. Is this a version of the CLI that is older than 3.226, or much newer ` +
      "than this package?",
  );
}
