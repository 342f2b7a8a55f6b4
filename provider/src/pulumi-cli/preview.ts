import { z } from "zod";
import { sanitize } from "../client/index.ts";
import { isObject, type JsonObject, own } from "../schema/json.ts";
import { engineObject, inForm, readJson, unread, withoutWarnings } from "./document.ts";
import { type ExportedResource, resourceShape } from "./exported-stack.ts";
import { parseUrn } from "./urn.ts";
import { type PlainPlaces, plainPlacesOf, withoutSecrets } from "./values.ts";

const text = z
  .string()
  .nullish()
  .transform((given) => given || undefined);

const state = engineObject({
  ...resourceShape,
  /** Differs from the step's URN if the resource was renamed and has an alias. */
  urn: z.string().nullish(),
  type: z.string().nullish(),
  id: text,
  /** The URN of the parent. */
  parent: text,
})
  .nullish()
  .transform((given) => given ?? undefined);

const nowhere: PlainPlaces = () => false;

/** An exported resource in the form of the states in a preview step, without secrets. */
export function stateOfEntry({ delete: _, id, parent, ...entry }: ExportedResource): NonNullable<ResourceState> {
  const found = { ...entry, id: id || undefined, parent: parent || undefined, propertyDependencies: undefined };
  return shown(entry.urn, found, () => nowhere);
}

/**
 * The state of a resource without secrets.
 *
 * @param plainPlaces returns the places without secrets: a text there that equals the CLI's mask is the value itself
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

const step = engineObject({
  op: z.string(),
  urn: z.string(),
  provider: unread,
  oldState: state,
  newState: state,
  diffReasons: z.array(z.string()).nullish(),
  replaceReasons: z.array(z.string()).nullish(),
  detailedDiff: z.record(z.string(), engineObject({ kind: z.string(), inputDiff: z.boolean().nullish() })).nullish(),
}).transform(({ op, urn, oldState: before, newState: after, diffReasons, replaceReasons, detailedDiff }) => ({
  op,
  urn,
  /** The resource in the state; absent for a new resource. */
  before: shown(urn, before, () => nowhere),
  /** The resource as found at the service; absent for a deleted resource. */
  // Another client may have set a value that is no secret to exactly the text that the CLI prints for a secret.
  after: shown(urn, after, (properties) => plainPlacesOf(urn, properties)),
  /** The changed top-level properties. They matter only if `details` is empty. */
  reasons: diffReasons ?? [],
  /** The properties whose change replaces the resource. */
  ...(replaceReasons && { replaceReasons }),
  /** The changed places, with paths in the CLI's notation. */
  details: Object.entries(detailedDiff ?? {}).map(([path, { kind, inputDiff }]) => ({
    path,
    kind,
    isInput: inputDiff === true,
  })),
}));

const diagnostic = engineObject({
  urn: text,
  prefix: unread,
  message: text.transform((given) => given ?? ""),
  severity: text.transform((given) => given ?? ""),
});

const document = engineObject({
  ...{ config: unread, duration: unread, maybeCorrupt: unread },
  steps: z.array(step).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

/** The members of a preview, at least one of which it has if the stack has resources. */
const described = ["steps", "diagnostics", "changeSummary"] as const;

/** A resource in one of the two compared states; undefined if the resource does not exist there. */
type ResourceState = z.infer<typeof state>;

/** The planned operation on one resource. */
export type PreviewStep = z.infer<typeof step> & {
  /** Paths of secrets whose values may change: a saved plan does not tell whether they do. */
  readonly perhaps?: ReadonlySet<string>;
};

/** A message of the engine or a provider. */
export type Diagnostic = z.infer<typeof diagnostic>;

/** The output of a preview. */
export interface Preview {
  readonly steps: readonly PreviewStep[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The error for a text that is not the output of a preview. */
export class PreviewFormatError extends Error {
  override readonly name = "PreviewFormatError";
}

/** The error for a document without a preview: the stack has no resources, or another version of the CLI uses other fields. */
export class NothingDescribed extends PreviewFormatError {}

/** The command whose preview a drift report is based on. */
const refreshPreview = "pulumi refresh --preview-only --json";

/**
 * Parses the JSON output of a preview. Fields that the report needs must be present and have the right type:
 * without them, a report could overlook a change, which is worse than no report.
 *
 * @param command the command that printed the output, for the error
 * @throws PreviewFormatError that names the problem of the output, without its values; NothingDescribed if it contains no preview
 */
export function parsePreview(text: string, command = refreshPreview): Preview {
  const unexpected = (what: string, As = PreviewFormatError) => notUnderstood(command, what, As);
  const content = readJson(withoutWarnings(text), unexpected);
  if (isObject(content) && described.every((member) => own(content, member) === undefined)) {
    throw unexpected("the output has neither steps nor diagnostics nor a change summary", NothingDescribed);
  }
  const { steps, diagnostics, changeSummary } = inForm(content, document, unexpected);
  const summed = Object.entries(changeSummary ?? {}).some(([op, count]) => count > 0 && isChange(op));
  if (summed && !steps?.some(({ op }) => isChange(op))) {
    throw unexpected("the change summary counts changes that no step describes");
  }
  return { steps: steps ?? [], diagnostics: diagnostics ?? [] };
}

/**
 * Refuses a preview that says nothing about a state. That it lists no change would be taken for a stack without changes.
 *
 * @param source the file or the command, for the error
 * @throws Error if the preview has no resource and the state has some, or if the two are of different stacks
 */
export function refuseUnrelated(
  { steps, diagnostics }: Preview,
  state: readonly Pick<ExportedResource, "urn" | "type">[],
  source: string,
): void {
  const isFailed = diagnostics.some(({ severity }) => severity === "error");
  if (steps.length === 0 && !isFailed && state.some(({ type }) => !type.startsWith("pulumi:")))
    throw new Error(
      `${source} describes no resource, although the state has some: it is not known whether something would change. Make a new preview.`,
    );
  const known = stacksOf(state);
  const other = [...stacksOf(steps)].find((stack) => !known.has(stack));
  if (other === undefined || known.size === 0) return;
  throw new Error(
    `${source} is of ${sanitize(other)}, and the state is of ${sanitize([...known].join(", "))}. Name the stack of the preview with --stack, or make a new preview.`,
  );
}

function stacksOf(resources: readonly { readonly urn: string }[]): ReadonlySet<string> {
  const all = resources.flatMap(({ urn }) => parseUrn(urn) ?? []);
  return new Set(all.map(({ stack, project }) => `stack "${stack}" of project "${project}"`));
}

/**
 * Operations that report no difference at the service. Among them are operations that only remove a resource from the state, because it was only
 * read or because its object no longer exists.
 */
const changeless: ReadonlySet<string> = new Set([
  ...["same", "refresh", "read", "read-replacement"],
  ...["discard", "discard-replaced", "remove-pending-replace"],
]);

/** Whether an operation of the engine reports a difference. */
export function isChange(op: string): boolean {
  return !changeless.has(op);
}

function notUnderstood(command: string, what: string, As: typeof PreviewFormatError): PreviewFormatError {
  return new As(
    `the output of \`${command}\` has an unknown format: ${what}. Check the version of the CLI: it must be at least 3.226. If the CLI was ` +
      "released after this version of pulumi-tenant, update pulumi-tenant.",
  );
}
