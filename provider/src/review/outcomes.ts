import type { AdoptedObject, ValuesBefore } from "../graph/adoption.ts";
import { type GraphObject, tenantOf } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import { type PreviewStep, stateOfEntry } from "../pulumi-cli/preview.ts";
import { typeOfResource } from "../pulumi-cli/provider-code.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { withoutSecrets } from "../pulumi-cli/values.ts";
import { type Definition, resetOnDestroy } from "../schema/definition.ts";
import { covers, type JsonObject, own, type Path, toPointer, valueAt } from "../schema/json.ts";
import { secretsKey } from "../schema/provider-code.ts";
import { pathRulesOf, type Schema } from "../schema/schema.ts";
import { systemObjectOf } from "../schema/system-objects.ts";
import { afterCreation, afterWrite } from "../state/after-write.ts";
import { Draft, leavesOf, type Place } from "../state/leaves.ts";
import {
  type Declared,
  noChange,
  otherFormsOf,
  type Plan,
  planChange,
  planUpdate,
  sendsSomething,
} from "../state/plan.ts";
import { blankRecord, doubtsIn, readRecord, recordedPaths, recordOf } from "../state/record.ts";
import type { Reference } from "../state/references.ts";
import { nameFor, withReferences } from "../state/unknown-references.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import { leftAlone, reliedOn } from "./objects.ts";

/**
 * What a run does to the object of a resource:
 *
 * - `keep`: nothing is sent; the resource can leave the stack.
 * - `write`: the object gets the values of the plan.
 * - `reset`: the resource leaves the stack, and settings that it managed get the values of a new tenant.
 * - `adopt`: the object of the tenant gets the values of the plan, and the stack manages it from now on.
 * - `create`: an object is created. An object that the tenant is not known to have may be adopted instead.
 * - `replace`: a new object is created, and the one before is deleted or left.
 * - `delete`: the object is deleted.
 */
export type Act = "keep" | "write" | "reset" | "adopt" | "create" | "replace" | "delete";

/** The object of a resource before a run and after it. All judgement about a plan compares the two, whatever the engine calls the steps. */
export interface Outcome {
  readonly urn: string;
  readonly type: TypeName;
  /** The host of the object's tenant; empty if the plan does not contain it. */
  readonly tenant: string;
  readonly act: Act;
  /** The last known values before the run. Undefined if the stack manages no object yet, and the tenant is not known to have it. */
  readonly before: JsonObject | undefined;
  /** The values after the run, with placeholders for values that are known only during the run. Undefined if the run deletes the object. */
  readonly after: JsonObject | undefined;
  /** The changes from `before` to `after` that the run sends. */
  readonly plan: Plan;
  /** The paths of values that the run would clear, and keeps because they may be another client's. Default: none. */
  readonly kept?: readonly Path[];
  /** Whether the stack manages the object after the run. */
  readonly isManaged: boolean;
  /** The id before the run. Undefined if there is no object, or its id is not known. */
  readonly id: string | undefined;
  /** The resources on which each property depends, by URN. */
  readonly dependencies: NonNullable<GraphObject["dependencies"]>;
}

/** The operations after which the program has a resource. */
const keeping: ReadonlySet<string> = new Set([
  ...["same", "refresh", "update", "create", "import"],
  ...["replace", "create-replacement", "import-replacement"],
]);

type Entry = NonNullable<PreviewStep["before"]>;

/**
 * The outcomes of a plan for the objects of a stack, with those that the plan leaves as they are.
 *
 * @param atTenant what was read of the objects that the plan adopts. Default: nothing
 * @param ownDomainOf the own domain of the tenant at a host. Default: the host
 */
export function outcomesOf(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
  atTenant: ValuesBefore = new Map(),
  ownDomainOf: (host: string) => string = (host) => host,
): readonly Outcome[] {
  const left = leftAlone(state, steps).filter(({ external }) => external !== true);
  const relied = reliedOn(steps);
  return [
    ...left.flatMap((entry) => outcomeOf(entry.urn, stateOfEntry(entry), { act: "keep", isManaged: true }) ?? []),
    ...[...Map.groupBy(steps, ({ urn }) => urn)].flatMap(
      ([urn, group]) => outcomeOfSteps(urn, group, { relied, live: atTenant.get(urn), ownDomainOf }) ?? [],
    ),
  ];
}

/** The objects of a stack before a plan, as far as their values are known. */
export function objectsBefore(outcomes: readonly Outcome[]): readonly (GraphObject & { readonly isLive: boolean })[] {
  return outcomes.flatMap(({ before, ...outcome }) =>
    before ? [{ ...objectOf(outcome, before, outcome.id), isLive: outcome.act === "adopt" }] : [],
  );
}

/** Identifies an object of a tenant by its type and its id. */
export function keyOf({ tenant }: Pick<Outcome, "tenant">, type: string, id: string): string {
  return JSON.stringify([tenant, type, id]);
}

/** An object after a plan. */
export interface ObjectAfter extends GraphObject {
  /** Whether the plan creates the object for sure. */
  readonly isNew: boolean;
  /** The paths of values that the plan removes; a dot separates the keys. */
  readonly cleared: readonly string[];
}

/**
 * The objects that a stack manages after a plan. The id of a new object is unknown in the plan, so its URN stands for the id, also in references
 * to the object.
 *
 * @param adopted the URNs of the creations that adopt an object which the tenant has already
 */
export function objectsAfter(outcomes: readonly Outcome[], adopted: ReadonlySet<string>): readonly ObjectAfter[] {
  const managed = outcomes.filter(({ isManaged }) => isManaged);
  const isMade = ({ act }: Outcome) => act === "create" || act === "replace";
  const idOf = (outcome: Outcome) => (isMade(outcome) ? outcome.urn : (outcome.id ?? outcome.urn));
  const byUrn = new Map(managed.map((outcome) => [outcome.urn, outcome]));
  return managed.flatMap((outcome) => {
    const { urn, type, after, plan, dependencies } = outcome;
    if (!after) return [];
    const namesFor = (reference: Reference) =>
      (dependencies[reference.path[0] ?? ""] ?? []).flatMap((to) => {
        const target = byUrn.get(to);
        return target?.type === reference.type ? [nameFor(reference, idOf(target), target.after ?? {})] : [];
      });
    // Rules ask only whether a list contains an object.
    const { properties } = withReferences(definitions[type].schema.fields, after, namesFor, true);
    const isNew = isMade(outcome) && !adopted.has(urn);
    const cleared = plan.removed.filter(({ clear }) => clear.how !== "default").map(({ path }) => path.join("."));
    return [{ ...objectOf(outcome, properties, idOf(outcome)), isNew, cleared }];
  });
}

function objectOf(
  { type, tenant, urn, dependencies }: Omit<Outcome, "before">,
  properties: JsonObject,
  id: string | undefined,
): GraphObject {
  return { type, tenant, id, urn, properties, dependencies };
}

/** What is known about a resource besides its steps. */
interface Knowledge {
  readonly relied: ReturnType<typeof reliedOn>;
  /** The object that the tenant is known to have, if the plan adopts it. */
  readonly live: AdoptedObject | undefined;
  readonly ownDomainOf: (host: string) => string;
}

function outcomeOfSteps(
  urn: string,
  steps: readonly PreviewStep[],
  { relied, live, ownDomainOf }: Knowledge,
): Outcome | undefined {
  const before = steps.map((step) => step.before).find(isManagedEntry);
  const last = steps.findLast(({ op, after }) => keeping.has(op) && after && after.external !== true);
  if (last?.after) {
    if ((last.op === "same" || last.op === "refresh") && before) {
      return outcomeOf(urn, before, { act: "keep", isManaged: true });
    }
    const { inputs, id, propertyDependencies } = last.after;
    const isForced = last.op !== "update";
    const dependencies = propertyDependencies ?? {};
    return outcomeOf(urn, before, { act: "write", isManaged: true, inputs, id, dependencies, isForced, live });
  }
  if (!before) return undefined;
  const isKept =
    before.retainOnDelete === true || steps.some((step) => step.op === "discard" || relied(step) !== undefined);
  return outcomeOf(urn, before, { act: isKept ? "keep" : "delete", isManaged: false, ownDomainOf });
}

/** Whether an entry has an object that the stack manages: it was not only read, and an earlier run has not deleted it. */
function isManagedEntry(entry: PreviewStep["before"]): entry is Entry {
  return entry !== undefined && entry.external !== true && entry.pendingReplacement !== true;
}

/** The last known values of an object, with the arguments that control how it is managed. */
function valuesIn({ inputs, outputs }: Entry): JsonObject {
  return { ...inputs, ...outputs };
}

/** What the steps of a resource say, before the type decides what this means. */
interface Asked {
  readonly act: "keep" | "write" | "delete";
  readonly isManaged: boolean;
  /** The inputs of the program, for a write. */
  readonly inputs?: JsonObject;
  /** The id that an import names. */
  readonly id?: string | undefined;
  readonly dependencies?: Outcome["dependencies"];
  /** Whether the engine replaces the resource, whatever has changed. */
  readonly isForced?: boolean;
  readonly live?: AdoptedObject | undefined;
  readonly ownDomainOf?: Knowledge["ownDomainOf"];
}

function outcomeOf(urn: string, entry: Entry | undefined, asked: Asked): Outcome | undefined {
  const { inputs = {}, isManaged, dependencies = {} } = asked;
  const type = typeOfResource(parseUrn(urn)?.type ?? "", { ...entry?.inputs, ...entry?.outputs, ...inputs });
  if (!type) return undefined;
  const before = entry && valuesIn(entry);
  const tenant = tenantOf({ ...before, ...inputs });
  const about = { urn, type, tenant, before, isManaged, dependencies, id: entry?.id ?? asked.live?.id ?? asked.id };
  if (asked.act === "write") return { ...about, ...written(urn, type, entry, asked) };
  if (!entry || asked.act === "keep") return { ...about, act: "keep", after: before, plan: noChange };
  return { ...about, ...removed(type, entry, asked.ownDomainOf?.(tenant) ?? tenant) };
}

function written(
  urn: string,
  type: TypeName,
  entry: Entry | undefined,
  { inputs = {}, isForced = false, live }: Asked,
): Pick<Outcome, "act" | "before" | "after" | "plan" | "kept"> {
  const schema: Schema = definitions[type].schema;
  const asCreated = () => {
    const plan = planChange(schema, {}, blankRecord(), inputs);
    return { after: { ...inputs, ...afterCreation(plan) }, plan };
  };
  if (!entry) {
    if (!live) return { act: "create", before: undefined, ...asCreated() };
    const paths = recordedPaths(leavesOf(schema.fields, live.inputs));
    // The creation of an exclusive set removes undeclared members. An adopted object keeps them until a refresh has shown them.
    const known = resourceTypes[type].hasOwnObject
      ? live.live
      : { ...withoutFields(schema, live.inputs), ...live.live };
    // The values in plain text differ from the placeholders of declared secrets, so the plan has each declared secret: whether it changes is unknown.
    const plan = planChange(schema, known, { paths, unsure: [] }, live.inputs);
    const marked = own(inputs, secretsKey);
    const values = { ...live.values, ...(marked !== undefined && { [secretsKey]: marked }) };
    const before = withoutSecrets(urn, values, () => true);
    const after = withoutOtherForms(schema, afterWrite(before, plan), plan);
    return { act: "adopt", before, after: { ...live.inputs, ...after }, plan };
  }
  const before = valuesIn(entry);
  const wanted = planUpdate(schema, entry.outputs, recordIn(schema, entry), inputs);
  // A replacement that no identity causes is an update where the type says so.
  const isReplaced = isForced && (wanted.replaces.length > 0 || !resourceTypes[type].replacedInPlace);
  if (isReplaced) return { act: "replace", before, ...asCreated() };
  const theirs = wanted.removed.filter(isTheirs(entry));
  const plan = { ...wanted, removed: wanted.removed.filter((one) => !theirs.includes(one)) };
  // The service changes volatile properties with every write.
  const isVolatile = (name: string) => schema.fields[name]?.volatile === true && sendsSomething(plan);
  const values = Object.fromEntries(
    Object.entries(before).filter(([name]) => Object.hasOwn(schema.fields, name) && !isVolatile(name)),
  );
  const after = withoutOtherForms(schema, afterWrite(values, plan), plan);
  return { act: "write", before, after: { ...withoutFields(schema, inputs), ...after }, plan, ...keptOf(theirs) };
}

/**
 * Whether the last known value at a place of an entry's object is another client's, because a write whose response was lost may not have replaced it.
 * A value that the API never returns is cleared, unless a refresh has read the hint from before that write.
 */
function isTheirs({ id = "", outputs }: Entry): (place: Place) => boolean {
  const record = recordOf(id, outputs);
  const { before, hints } = doubtsIn(record);
  const isKnown = (pointer: string) => own(hints, pointer) !== undefined && !record.unsure.includes(pointer);
  return ({ field, path }) => {
    const pointer = toPointer(path);
    const isShown = pathRulesOf(field, path, outputs).reads?.how !== "never" || isKnown(pointer);
    return before.includes(pointer) && valueAt(outputs, path) !== undefined && isShown;
  };
}

function keptOf(places: readonly Place[]): Pick<Outcome, "kept"> {
  return places.length > 0 ? { kept: places.map(({ path }) => path) } : {};
}

/** An object without the former values of properties whose value the plan writes in another form (see `Field.sameAs`). */
function withoutOtherForms(schema: Schema, after: JsonObject, { changed, declared }: Plan): JsonObject {
  const draft = new Draft(after);
  for (const path of changed.flatMap((leaf) => otherFormsOf(schema, leaf.path))) {
    if (!declared.some((leaf) => covers(path, leaf.path))) draft.remove(path);
  }
  return draft.root;
}

/** The inputs that are no properties of the object. */
function withoutFields({ fields }: Schema, inputs: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !Object.hasOwn(fields, name)));
}

/** The record of an entry. An entry that has none has declared what its inputs contain. */
function recordIn({ fields }: Schema, { id = "", inputs, outputs }: Entry): Declared {
  const record = readRecord(id, outputs);
  if (record && record.paths.length > 0) return record;
  return { paths: recordedPaths(leavesOf(fields, inputs)), unsure: [] };
}

/** @param ownDomain the tenant's own domain, which some resets set */
function removed(type: TypeName, entry: Entry, ownDomain: string): Pick<Outcome, "act" | "after" | "plan" | "kept"> {
  const before = valuesIn(entry);
  const { resetPlan, schema: its } = resourceTypes[type];
  if (systemObjectOf(its, before, tenantOf(before))?.isPermanent) return { act: "keep", after: before, plan: noChange };
  if (!resetPlan) return { act: "delete", after: undefined, plan: noChange };
  if (own(before, resetOnDestroy) !== true) return { act: "keep", after: before, plan: noChange };
  const { schema, wholeReset }: Definition = definitions[type];
  const all = resetPlan(ownDomain, recordIn(schema, entry).paths, entry.outputs);
  // A deletion of the whole object would lose the other client's values.
  if (wholeReset && doubtsIn(recordOf(entry.id ?? "", entry.outputs)).before.length > 0)
    return { act: "keep", after: before, plan: noChange };
  const isKept = isTheirs(entry);
  const isSent = (place: Place) => !isKept(place);
  const plan = { ...all, changed: all.changed.filter(isSent), removed: all.removed.filter(isSent) };
  return {
    act: "reset",
    after: afterWrite(before, plan),
    plan,
    ...keptOf([...all.changed, ...all.removed].filter(isKept)),
  };
}
