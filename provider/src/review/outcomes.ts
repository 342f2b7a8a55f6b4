import { definitions, type TypeName } from "../definitions/registry.ts";
import { tenantOf } from "../graph/graph.ts";
import { resetOnDestroy } from "../lifecycle/outputs.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import { type PreviewStep, stateOfEntry } from "../pulumi-cli/preview.ts";
import { typeOfResource } from "../pulumi-cli/provider-code.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import { type JsonObject, own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { afterCreation, afterWrite } from "../state/after-write.ts";
import { leavesOf } from "../state/leaves.ts";
import { noChange, type Plan, planChange } from "../state/plan.ts";
import { blankRecord, readRecord, recordedPaths } from "../state/record.ts";
import { leftAlone, reliedOn } from "./objects.ts";

/**
 * What a run does to the object of a resource:
 *
 * - `keep`: nothing is sent; the resource can leave the stack.
 * - `write`: the object gets the values of the plan.
 * - `reset`: the resource leaves the stack, and settings that it managed get the values of a new tenant.
 * - `create`: an object is created, or the one of the tenant is adopted.
 * - `replace`: a new object is created, and the one before is deleted or left.
 * - `delete`: the object is deleted.
 */
export type Act = "keep" | "write" | "reset" | "create" | "replace" | "delete";

/** The object of a resource before a run and after it. All judgement about a plan compares the two, whatever the engine calls the steps. */
export interface Outcome {
  readonly urn: string;
  readonly type: TypeName;
  /** The host of the object's tenant; empty if unknown. */
  readonly tenant: string;
  readonly act: Act;
  /** The last known values before the run. Undefined if the stack manages no object yet. */
  readonly before: JsonObject | undefined;
  /** The values after the run, with placeholders for values that are known only during the run. Undefined if the run deletes the object. */
  readonly after: JsonObject | undefined;
  /** The changes from `before` to `after` that the run sends. */
  readonly plan: Plan;
  /** Whether the stack manages the object after the run. */
  readonly isManaged: boolean;
}

/** The operations after which the program has a resource. */
const keeping: ReadonlySet<string> = new Set([
  ...["same", "refresh", "update", "create", "import"],
  ...["replace", "create-replacement", "import-replacement"],
]);

type Entry = NonNullable<PreviewStep["before"]>;

/** The outcomes of a plan for the objects of a stack, with those that the plan leaves as they are. */
export function outcomesOf(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
): ReadonlyMap<string, Outcome> {
  const left = leftAlone(state, steps).map((entry) => ({ op: "same", urn: entry.urn, before: stateOfEntry(entry) }));
  const relied = reliedOn(steps);
  const groups = Map.groupBy(steps, ({ urn }) => urn);
  const all = [
    ...left.flatMap(({ urn, before }) => outcomeOf(urn, before, { act: "keep", isManaged: true }) ?? []),
    ...[...groups].flatMap(([urn, group]) => outcomeOfSteps(urn, group, relied) ?? []),
  ];
  return new Map(all.map((outcome) => [outcome.urn, outcome]));
}

function outcomeOfSteps(
  urn: string,
  steps: readonly PreviewStep[],
  relied: ReturnType<typeof reliedOn>,
): Outcome | undefined {
  const before = steps.map((step) => step.before).find(isManagedEntry);
  const last = steps.findLast(({ op, after }) => keeping.has(op) && after && after.external !== true);
  if (last?.after) {
    const isSame = last.op === "same" || last.op === "refresh";
    if (isSame && before) return outcomeOf(urn, before, { act: "keep", isManaged: true });
    return outcomeOf(urn, before, {
      act: "write",
      isManaged: true,
      inputs: last.after.inputs,
      isForced: last.op !== "update",
    });
  }
  if (!before) return undefined;
  const stays =
    steps.some((step) => step.op === "discard" || relied(step) !== undefined) || before.retainOnDelete === true;
  return outcomeOf(urn, before, { act: stays ? "keep" : "delete", isManaged: false });
}

/** Whether an entry has an object that the stack manages: it was not only read, and an earlier run has not deleted it. */
function isManagedEntry(entry: PreviewStep["before"]): entry is Entry {
  return entry !== undefined && entry.external !== true && entry.pendingReplacement !== true;
}

/** What the steps of a resource say, before the type decides what this means. */
interface Asked {
  readonly act: "keep" | "write" | "delete";
  readonly isManaged: boolean;
  /** The inputs of the program, for a write. */
  readonly inputs?: JsonObject;
  /** Whether the engine replaces the resource, whatever has changed. */
  readonly isForced?: boolean;
}

function outcomeOf(urn: string, entry: Entry | undefined, asked: Asked): Outcome | undefined {
  const { inputs = {}, isManaged } = asked;
  const type = typeOfResource(parseUrn(urn)?.type ?? "", { ...entry?.inputs, ...entry?.outputs, ...inputs });
  if (!type) return undefined;
  const before = entry && { ...entry.inputs, ...entry.outputs };
  const about = { urn, type, tenant: tenantOf({ ...before, ...inputs }), before, isManaged };
  if (asked.act === "write") return { ...about, ...written(type, entry, asked) };
  if (!before || asked.act === "keep") return { ...about, act: "keep", after: before, plan: noChange };
  return { ...about, ...removed(type, entry, about.tenant) };
}

function written(
  type: TypeName,
  entry: Entry | undefined,
  { inputs = {}, isForced = false }: Asked,
): Pick<Outcome, "act" | "after" | "plan"> {
  const schema: Schema = definitions[type].schema;
  const created = planChange(schema, {}, blankRecord(), inputs);
  const asCreated = { after: { ...inputs, ...afterCreation(created) }, plan: created };
  if (!entry) return { act: "create", ...asCreated };
  const { outputs } = entry;
  const plan = planChange(schema, outputs, recordIn(schema, entry), inputs);
  // A replacement that no identity causes is an update where the type says so.
  const isReplaced = isForced && (plan.replaces.length > 0 || !resourceTypes[type].replacedInPlace);
  if (isReplaced) return { act: "replace", ...asCreated };
  const isProperty = ([name]: readonly [string, unknown]) => Object.hasOwn(schema.fields, name);
  const arguments_ = Object.entries(inputs).filter((entry) => !isProperty(entry));
  const values = Object.entries({ ...entry.inputs, ...outputs }).filter(isProperty);
  const after = { ...Object.fromEntries(arguments_), ...afterWrite(Object.fromEntries(values), plan) };
  return { act: "write", after, plan };
}

/** The record of an entry. An entry that has none has declared what its inputs contain. */
function recordIn({ fields }: Schema, { id = "", inputs, outputs }: Entry) {
  const record = readRecord(id, outputs);
  if (record && record.paths.length > 0) return record;
  return { paths: recordedPaths(leavesOf(fields, inputs)), unsure: [] };
}

function removed(type: TypeName, { inputs, outputs }: Entry, tenant: string): Pick<Outcome, "act" | "after" | "plan"> {
  const before = { ...inputs, ...outputs };
  const { resetPlan } = resourceTypes[type];
  if (!resetPlan) return { act: "delete", after: undefined, plan: noChange };
  if (own(before, resetOnDestroy) !== true) return { act: "keep", after: before, plan: noChange };
  const plan = resetPlan(tenant, outputs, outputs);
  return definitions[type].wholeReset
    ? { act: "delete", after: undefined, plan }
    : { act: "reset", after: afterWrite(before, plan), plan };
}
