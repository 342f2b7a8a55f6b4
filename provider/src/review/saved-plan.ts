import { z } from "zod";
import { settingPrefix } from "../client/index.ts";
import { engineObject, parseDocument, unread } from "../pulumi-cli/document.ts";
import {
  dynamicProvider,
  type ExportedResource,
  manifest,
  properties,
  propertyDependencies,
} from "../pulumi-cli/exported-stack.ts";
import { type Diagnostic, type Preview, type PreviewStep, stateOfEntry } from "../pulumi-cli/preview.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret, keysOf, part, schemaOf, withoutSecrets } from "../pulumi-cli/values.ts";
import { titleOf } from "../report/words.ts";
import { describePath, equal, type Json, type JsonObject } from "../schema/json.ts";
import { identityOf } from "../schema/schema.ts";

const diff = engineObject({ adds: properties, updates: properties, deletes: z.array(z.string()).nullish() })
  .nullish()
  .transform((given) => ({ adds: given?.adds ?? {}, updates: given?.updates ?? {}, deletes: given?.deletes ?? [] }));

const alias = engineObject({
  ...{ URN: z.string().nullish(), Name: z.string().nullish(), Type: z.string().nullish() },
  ...{ Project: unread, Stack: unread, Parent: unread, NoParent: unread },
});

const goal = engineObject({
  type: z.string(),
  name: z.string(),
  custom: z.boolean().nullish(),
  inputDiff: diff,
  outputDiff: diff,
  parent: z.string().nullish(),
  protect: z.boolean().nullish(),
  ignoreChanges: z.array(z.string()).nullish(),
  propertyDependencies,
  structuredAliases: z.array(alias).nullish(),
  id: z.string().nullish(),
  ...{ dependencies: unread, provider: unread, deleteBeforeReplace: unread, additionalSecretOutputs: unread },
  ...{ aliases: unread, customTimeouts: unread },
});

const resourcePlan = engineObject({
  goal: goal.nullish(),
  steps: z.array(z.string()).nullish(),
  ...{ state: unread, seed: unread },
});

const document = engineObject({
  manifest,
  config: unread,
  resourcePlans: z.record(z.string(), resourcePlan).nullish(),
});

type Goal = z.infer<typeof goal>;

/**
 * The plan that `pulumi preview --save-plan` writes. For each resource it contains the operations that the engine may perform, and the inputs
 * that it may change.
 */
export type SavedPlan = ReadonlyMap<string, z.infer<typeof resourcePlan>>;

/**
 * Reads a saved plan. Its author may be untrusted: the plan is only data, and `pulumi up --plan` performs only the operations that it contains.
 *
 * @throws Error that contains no value of the plan
 */
export function parsePlan(text: string): SavedPlan {
  const unexpected = (what: string) => new Error(`the saved plan cannot be read: ${what}`);
  const { resourcePlans } = parseDocument(text, document, unexpected);
  if (!resourcePlans)
    throw unexpected("it contains no resource plans. Use a file that `pulumi preview --save-plan` has written");
  return new Map(Object.entries(resourcePlans));
}

/** The operations that replace a resource. */
const replacements: ReadonlySet<string> = new Set([
  ...["replace", "create-replacement", "import-replacement", "read-replacement"],
]);

/** The operations on a resource that has no entry in the state. */
const additions: ReadonlySet<string> = new Set(["create", "import", "read"]);

/**
 * Whether the operations of a plan on one resource, without its deletions, are those of one act: one operation, after a refresh at most, or one
 * replacement. The engine saves no others. A forged plan could hide an operation behind another one, as the last one says what is left in the end.
 */
function isOneAct(ops: readonly string[]): boolean {
  if (ops.some((op) => replacements.has(op)))
    return ops.every((op) => replacements.has(op)) && new Set(ops).size === ops.length;
  return (ops[0] === "refresh" ? ops.slice(1) : ops).length <= 1;
}

/**
 * The effects of a saved plan on a state, as the preview that saved the plan would have reported them. If the plan does not fit the state, the
 * result contains errors.
 *
 * @param said the messages that the preview printed
 */
export function previewOfPlan(
  plan: SavedPlan,
  state: readonly ExportedResource[],
  said: readonly Diagnostic[] = [],
): Preview {
  const live = new Map(state.filter((entry) => entry.delete !== true).map((entry) => [entry.urn, entry]));
  const pending = Map.groupBy(
    state.filter((entry) => entry.delete === true),
    ({ urn }) => urn,
  );
  const renamed = Map.groupBy(
    [...live.values()].filter(({ urn }) => !plan.has(urn)),
    ({ urn, type }) => keyOf(type, parseUrn(urn)?.name),
  );
  const errors: string[] = [];
  const steps = [...plan].flatMap(([urn, { goal, steps: planned }]) => {
    const ops = planned ?? [];
    const deletions = ops.filter((op) => op === "delete-replaced" || op === "discard-replaced").length;
    const kept = ops.filter((op) => !["delete-replaced", "discard-replaced", "remove-pending-replace"].includes(op));
    const isReplaced = ops.some((op) => replacements.has(op));
    const isNew = !isReplaced && kept.every((op) => additions.has(op));
    const entry = live.get(urn) ?? (goal && !isNew ? aliased(goal, renamed, live) : undefined);
    // A resource that was removed from the program has only `delete-replaced` in the plan, if it depends on a resource that is deleted before
    // the replacement of that resource is created. It is reported as deleted.
    const isDeleted = entry !== undefined && entry.pendingReplacement !== true;
    const isDropped = isDeleted && kept.length === 0 && deletions > 0;
    const isFit = (entry === undefined ? isNew : !kept.includes("create")) && isOneAct(kept);
    const due = Number(isDropped || (isReplaced && isDeleted)) + (pending.get(urn)?.length ?? 0);
    if (!isFit || deletions > due) errors.push(unfit(urn));
    const shown = isReplaced ? ["replace"] : isDropped ? ["delete"] : kept;
    const all = shown.map((op) => stepOf(op, urn, additions.has(op) ? undefined : entry, goal ?? undefined));
    return all.filter((step) => !(isDynamicProvider(urn) && step.op === "update" && step.details.length === 0));
  });
  const diagnostics = errors.map((message): Diagnostic => ({ urn: undefined, message, severity: "error" }));
  return { steps, diagnostics: [...diagnostics, ...said] };
}

/**
 * Whether a property is a value of the project's own configuration. The engine copies the whole configuration to the default provider, a preview does not
 * show that, and only the tenant's settings have an effect.
 */
function isOfProject(urn: string, key: string): boolean {
  return isDynamicProvider(urn) && !key.startsWith(settingPrefix);
}

function isDynamicProvider(urn: string): boolean {
  return parseUrn(urn)?.type === dynamicProvider;
}

function unfit(urn: string): string {
  const { type = "", name = urn } = parseUrn(urn) ?? {};
  return `the plan was made for another state of the stack: ${titleOf({ type, name })} differs in the current state. Save the plan of a new preview`;
}

/**
 * The entry of a resource whose URN differs from its URN in the state. The engine finds the entry by the aliases of the resource and of its
 * parent.
 */
function aliased(
  { type, name, structuredAliases }: Goal,
  renamed: ReadonlyMap<string, readonly ExportedResource[]>,
  live: ReadonlyMap<string, ExportedResource>,
): ExportedResource | undefined {
  const aliases = structuredAliases ?? [];
  const found = new Set([
    ...aliases.flatMap(({ URN }) => live.get(URN ?? "") ?? []),
    ...[{ Name: name, Type: type }, ...aliases].flatMap(
      (one) => renamed.get(keyOf(one.Type || type, one.Name || name)) ?? [],
    ),
  ]);
  const [one, ...others] = found;
  return others.length === 0 ? one : undefined;
}

function keyOf(type: string, name: string | undefined): string {
  return JSON.stringify([type, name]);
}

function stepOf(op: string, urn: string, entry: ExportedResource | undefined, goal: Goal | undefined): PreviewStep {
  const before = entry && stateOfEntry(entry);
  if (!goal) return { op, urn, before, after: undefined, reasons: [], details: [] };
  const inputs = withoutSecrets(urn, inputsAfter(entry?.inputs, goal.inputDiff), () => false);
  const after = {
    ...{ urn, id: goal.id || undefined, parent: goal.parent || undefined, inputs, outputs: {} },
    ...{ custom: goal.custom, propertyDependencies: goal.propertyDependencies },
    ...{ protect: goal.protect, ignoreChanges: goal.ignoreChanges },
    ...{ retainOnDelete: undefined, deletedWith: undefined, external: undefined, pendingReplacement: undefined },
  };
  const changed = changedKeys(entry?.inputs, goal.inputDiff).filter((key) => !isOfProject(urn, key));
  const forced = identityOfType(urn).filter((key) => changed.includes(key));
  const isTold = !isWhole(entry?.inputs, goal.inputDiff);
  const places = before ? changed.flatMap((key) => placesIn(key, before.inputs, inputs, isTold)) : [];
  return {
    ...{ op, urn, before, after, reasons: [] },
    ...(op === "replace" && forced.length > 0 && { replaceReasons: forced }),
    details: places.map(({ path }) => ({ path, kind: "update", isInput: true })),
    perhaps: new Set(places.filter(({ isSure }) => !isSure).map(({ path }) => path)),
  };
}

function identityOfType(urn: string): readonly string[] {
  const schema = schemaOf(urn);
  return schema ? identityOf(schema) : [];
}

/** Whether a difference contains all inputs: the engine adds all of them if it creates a resource without comparing it with the old inputs. */
function isWhole(before: JsonObject | undefined, { adds }: Goal["inputDiff"]): boolean {
  return Object.keys(adds).some((key) => before && Object.hasOwn(before, key));
}

function changedKeys(before: JsonObject | undefined, diff: Goal["inputDiff"]): readonly string[] {
  const { adds, updates, deletes } = diff;
  const old = isWhole(before, diff) ? Object.keys(before ?? {}) : deletes;
  return [...new Set([...Object.keys(adds), ...Object.keys(updates), ...old])];
}

function inputsAfter(before: JsonObject | undefined, diff: Goal["inputDiff"]): JsonObject {
  const { adds, updates, deletes } = diff;
  const kept = isWhole(before, diff)
    ? {}
    : Object.fromEntries(Object.entries(before ?? {}).filter(([key]) => !deletes.includes(key)));
  return { ...kept, ...adds, ...updates };
}

/**
 * The paths that differ in a property that a plan changes. Secrets are re-encrypted each time, so it is not known which of several secrets has
 * a new value.
 *
 * @param isTold whether the plan reports a difference in the property
 */
function placesIn(
  key: string,
  before: JsonObject,
  after: JsonObject,
  isTold: boolean,
): readonly { path: string; isSure: boolean }[] {
  const secrets = secretsIn([key], part(before, key), part(after, key)).map(describePath);
  const isSame = equal(part(before, key) ?? null, part(after, key) ?? null);
  const isSure = isTold && isSame && secrets.length === 1;
  const shown = isSame ? [] : [{ path: describePath([key]), isSure: true }];
  return [...shown, ...secrets.filter((path) => path !== shown[0]?.path).map((path) => ({ path, isSure }))];
}

/** The paths of secrets before and after a change. */
function secretsIn(
  path: readonly (string | number)[],
  before: Json | undefined,
  after: Json | undefined,
): readonly (readonly (string | number)[])[] {
  if (isSecret(before) && isSecret(after)) return [path];
  if (isSecret(before) || isSecret(after) || !isContainer(before) || !isContainer(after)) return [];
  return keysOf(before, after).flatMap((key) => secretsIn([...path, key], part(before, key), part(after, key)));
}

function isContainer(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null;
}
