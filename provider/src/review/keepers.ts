import { sanitize } from "../client/index.ts";
import { tenantOf } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import { type PreviewStep, stateOfEntry } from "../pulumi-cli/preview.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret, typeOfUrn } from "../pulumi-cli/values.ts";
import { maxNameLength, someOf, titleOf } from "../report/words.ts";
import { type Definition, sharesNames } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, own, signatureKey, stringsIn, unknownValue } from "../schema/json.ts";
import { identityOf, type Schema } from "../schema/schema.ts";
import { recordOf } from "../state/record.ts";
import { uniqueValuesOf } from "../state/references.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import { keepsObject, leftAlone } from "./objects.ts";
import { titleOfUrn } from "./planned.ts";

/** Why the object of a deleted resource survives: another resource of the program manages the same object. */
export interface Kept {
  readonly says: string;
  /** Whether the state and the plan prove that the object survives. Otherwise it is lost if the tenant differs from the state. */
  readonly isSure: boolean;
  /** Whether the run changes nothing at the tenant: it only removes the resource from the state. */
  readonly isWhole: boolean;
}

/** Explains why a deletion leaves the object at the tenant; undefined if the deletion deletes the object. */
export type Keeping = (gone: PreviewStep) => Kept | undefined;

/**
 * Finds the deletions of a plan that delete no object, because another resource of the program manages the same object. After a rename without an
 * alias, for example, a plan has a deletion and a creation for one object, and the run deletes nothing. Only the state and the plan count as
 * evidence: any text that a program or a provider prints could come from the reviewed branch.
 *
 * @param state also contains the resources that the plan leaves as they are, which have no step
 * @returns `planned` explains deletions of the plan; `pending` explains deletions that an earlier replacement has left in the state
 */
export function keepingAfter(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
): { readonly planned: Keeping; readonly pending: Keeping } {
  const staying = stayingAfter(steps, state);
  const keepers = new Map(staying.flatMap((one) => keysOf(one).map((key) => [key, one.urn])));
  const shares = Map.groupBy(
    staying.flatMap((one) => declaredMembersOf(one) ?? []),
    ({ set }) => set,
  );
  const byUrn = Map.groupBy(steps, ({ urn }) => urn);
  return {
    planned: (step) => {
      const gone = resourceBefore(step);
      if (!gone || !step.before) return undefined;
      if (resourceTypes[gone.type].hasOwnObject) return objectKept(gone, keepers);
      const share = removedMembersOf(gone, step.before.inputs);
      const effect = share && effectOnMembers(share, shares.get(share.set) ?? []);
      return effect && { ...effect, says: `${effect.says} ${unlessLimited}`, isSure: true };
    },
    // A resource of the program may already manage the old object, or may manage it again after this run, for example after a rollback.
    pending: (step) => {
      const gone = resourceBefore(step);
      const [keeper] = gone ? keysOf(gone).flatMap((key) => keepers.get(key) ?? []) : [];
      if (keeper !== undefined) return { says: leftAloneBy(keeper), isSure: true, isWhole: true };
      if (!byUrn.get(step.urn)?.some((one) => mayManageAgain(one, step))) return undefined;
      return {
        says: "if the program declares this object again, the run does not delete it but manages it",
        ...{ isSure: false, isWhole: false },
      };
    },
  };
}

function resourceBefore({ urn, before }: PreviewStep): Resource | undefined {
  const type = typeOfUrn(urn);
  return type && before && { urn, type, id: before.id, properties: { ...before.inputs, ...before.outputs } };
}

const unlessLimited = "(unless the run has --target or --exclude)";

function objectKept(gone: Resource, keepers: ReadonlyMap<string, string>): Kept | undefined {
  const keeperOf = (one: Resource) =>
    keysOf(one)
      .flatMap((key) => keepers.get(key) ?? [])
      .find((urn) => urn !== gone.urn);
  const byId = keeperOf(gone);
  if (byId !== undefined) return { says: leftAloneBy(byId), isSure: true, isWhole: true };
  const byName = keeperOf({ ...gone, id: undefined });
  if (byName === undefined) return undefined;
  const keeper = titleOfUrn(byName);
  return {
    says: `the object may stay: ${keeper} of this program declares an object with the same name. It stays if it still has this name at the tenant ${unlessLimited}`,
    ...{ isSure: false, isWhole: false },
  };
}

function leftAloneBy(keeper: string): string {
  return `the object stays, because ${titleOfUrn(keeper)} of this program manages it: the run only removes this resource from the state ${unlessLimited}`;
}

/** The resources of the program after a plan. The id of a new resource is undefined, because it is not known yet. */
function stayingAfter(steps: readonly PreviewStep[], state: readonly ExportedResource[]): readonly Resource[] {
  const alone = leftAlone(state, steps).map(({ urn, id, inputs }) => ({
    urn,
    id: id ?? undefined,
    properties: inputs,
  }));
  const planned = steps.filter(keepsObject).map(({ op, urn, before, after }) => ({
    urn,
    id: op === "create" ? undefined : (after?.id ?? before?.id),
    properties: after?.inputs ?? {},
  }));
  return [...alone, ...planned].flatMap((one) => {
    const type = typeOfUrn(one.urn);
    return type ? [{ ...one, type }] : [];
  });
}

/** The keys that identify an object within its tenant: its id or, if the id is not known, its unique properties. */
function keysOf({ type, id, properties }: Resource): readonly string[] {
  if (id !== undefined) return [JSON.stringify([tenantOf(properties), type, id])];
  const definition: Definition = definitions[type];
  const values = sharesNames(definition, properties) ? undefined : uniqueValuesOf(definition, properties);
  return values ? [JSON.stringify([tenantOf(properties), type, values])] : [];
}

/** A resource of this package, before a plan or after it. */
interface Resource {
  readonly urn: string;
  readonly type: TypeName;
  /** Undefined if the id is not known yet. */
  readonly id: string | undefined;
  readonly properties: JsonObject;
}

/** The members of a shared set that one resource declares. Several resources of a program can contribute to such a set. */
interface DeclaredMembers {
  readonly urn: string;
  /** The key of the set: all shares of one set have the same key. */
  readonly set: string;
  /** The known members. */
  readonly members: readonly string[];
  /** Whether all members are known: none is secret, and none is determined only during the run. */
  readonly isKnown: boolean;
}

/** The share of a resource in a set. A run identifies sets by the same claims when it decides which members to remove. */
function declaredMembersOf({ urn, type, id, properties }: Resource): DeclaredMembers | undefined {
  const { schema }: { readonly schema: Schema } = definitions[type];
  // If an identifying property is secret, the share could belong to any set.
  if (!identityOf(schema).every((name) => typeof own(properties, name) === "string")) return undefined;
  const claim = resourceTypes[type].claim?.(properties, id);
  if (!claim?.members) return undefined;
  const property = claim.property ?? Object.keys(schema.fields).find((name) => schema.fields[name]?.kind === "list");
  const value = own(properties, property ?? "");
  return {
    urn,
    set: JSON.stringify([tenantOf(properties), claim.key]),
    members: claim.members.filter((member) => member !== unknownValue),
    // A text in place of a collection is the mask of a secret.
    isKnown: typeof value !== "string" && isTold(value),
  };
}

/**
 * The share that a deletion removes: the members that were declared, regardless of what a refresh has found since.
 *
 * @param inputs the inputs that the program declared last
 */
function removedMembersOf(gone: Resource, inputs: JsonObject): DeclaredMembers | undefined {
  const share = declaredMembersOf({ ...gone, properties: { ...gone.properties, ...inputs } });
  const { remembered } = recordOf(gone.id ?? "", gone.properties);
  const members = [...(share?.members ?? []), ...Object.values(remembered).flatMap(stringsIn)];
  return share && { ...share, members: [...new Set(members)] };
}

/**
 * Describes what happens to the members that a deleted resource declares; undefined if no other resource declares any of them.
 *
 * @param others the shares of other resources in the same set, after the plan
 */
function effectOnMembers(
  gone: DeclaredMembers,
  others: readonly DeclaredMembers[],
): Pick<Kept, "says" | "isWhole"> | undefined {
  const going = new Set(gone.members);
  const isAbout = ({ members, isKnown }: DeclaredMembers) =>
    !isKnown || !gone.isKnown || members.some((one) => going.has(one));
  const keepers = others.filter((share) => share.urn !== gone.urn && isAbout(share));
  if (keepers.length === 0) return undefined;
  for (const { members } of keepers) for (const one of members) going.delete(one);
  const titles = someOf(
    keepers.flatMap(({ urn }) => parseUrn(urn) ?? []).map(({ type, name }) => titleOf({ type, name })),
  );
  const theirs = `the members that ${titles} of this program also ${keepers.length === 1 ? "declares" : "declare"}`;
  if (!gone.isKnown) return { says: `${theirs} are not removed`, isWhole: false };
  if (going.size === 0) {
    return { says: `${theirs} are not removed: the run only removes this resource from the state`, isWhole: true };
  }
  const leaving = `the run removes ${someOf([...going].map((one) => sanitize(one, maxNameLength)))}`;
  const says = keepers.every(({ isKnown }) => isKnown)
    ? `${leaving}; ${theirs} are not removed`
    : `${leaving}, except ${theirs}: these are secret, or known only during the run`;
  return { says, isWhole: false };
}

/** Whether a value is known before the run: neither the value nor a part of it is secret or determined only during the run. */
function isTold(value: Json | undefined): boolean {
  if (value === unknownValue || isSecret(value)) return false;
  if (Array.isArray(value)) return value.every(isTold);
  return !isObject(value) || (!Object.hasOwn(value, signatureKey) && Object.values(value).every(isTold));
}

/**
 * The deletions that an earlier replacement has left in a state. The next run carries them out regardless of its program, and `pulumi preview`
 * lists none of them.
 */
export function pendingDeletions(state: readonly ExportedResource[]): readonly PreviewStep[] {
  return state
    .filter(({ delete: isPending, external }) => isPending === true && external !== true)
    .map((entry) => ({
      ...{ op: "delete-replaced", urn: entry.urn, before: stateOfEntry(entry), after: undefined },
      ...{ reasons: [], details: [] },
    }));
}

/**
 * Whether a resource may manage the object of a pending deletion again after a step: the step replaces the newer object, as after a rollback of
 * the program.
 */
function mayManageAgain({ urn, op, before }: PreviewStep, pending: PreviewStep): boolean {
  const type = typeOfUrn(urn);
  if (!type || urn !== pending.urn || !before || !["replace", "create-replacement"].includes(op)) return false;
  const { replaced } = recordOf(before.id ?? "", before.outputs);
  return replaced.some(({ id }) => id === pending.before?.id);
}
