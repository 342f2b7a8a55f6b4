import type { TenantClient, WriteCount } from "../client/index.ts";
import { sharesNames } from "../schema/definition.ts";
import type { JsonObject } from "../schema/json.ts";
import { entryIn } from "./entry-in.ts";
import { UserError } from "./errors.ts";
import type { Choices } from "./program/choices.ts";
import { claimKey, idKey } from "./program/claims.ts";
import type { Earlier } from "./program/earlier.ts";
import type { DeletionTarget, Keepers, RunningProgram } from "./program/program.ts";
import type { Reads } from "./reads/reads.ts";
import type { ResourceType } from "./resource-type.ts";

/** The inputs and services of an operation on one resource. */
export interface OperationContext {
  readonly type: ResourceType;
  readonly service: TenantClient;
  /** The writes of this operation so far. */
  readonly writes: WriteCount;
  /** This run adopts objects that exist already (`TENANT_ADOPT`). */
  readonly adopts: boolean;
  /** The choices of a run that takes existing objects over without a write. Undefined for all other runs. */
  readonly takeOver: Choices | undefined;
  /** The claims of the running program, and the objects that it manages at this tenant. */
  readonly program: RunningProgram;
  /** The mark for the resource's entry in the state, if this operation writes. */
  readonly mark: string;
  /** Reads single objects. If many are read, it combines the reads into few requests. */
  readonly reads: Reads;
  /** The objects that the tenant had before a creation of this run. */
  readonly earlier: Earlier;
  /** Asks whether the program manages or reads an object through other providers of the same tenant. */
  readonly keptElsewhere: (leaving: DeletionTarget) => Promise<readonly Keepers[]>;
}

/**
 * The key of a tenant's object in the running program. Undefined for a resource without an object of its own, such as a set of members: its id is that of
 * its owner.
 */
export function keyOfObject({ schema, hasOwnObject }: ResourceType, id: string): string | undefined {
  return hasOwnObject ? idKey(schema.noun, id) : undefined;
}

/** Whether the state contains an object. */
export function isInState({ type, program }: Pick<OperationContext, "type" | "program">, id: string): boolean {
  return program.inState.has(keyOfObject(type, id) ?? "");
}

/** Whether this run frees the name of an object of the state before it ends. */
export function isFreed({ type, program }: Pick<OperationContext, "type" | "program">, id: string): boolean {
  return program.freed.has(keyOfObject(type, id) ?? "");
}

/**
 * The keys by which a run recognizes an object that the program only reads: one from its id, and one from its unique values, because `get` may accept
 * such a value as the id. Empty for singletons, because every tenant has them.
 */
export function keysOfRead(
  { type }: Pick<OperationContext, "type">,
  id: string,
  values: JsonObject,
): readonly string[] {
  if (type.schema.singleton !== undefined) return [];
  const keys = [keyOfObject(type, id), sharesNames(type, values) ? undefined : claimKey(type, values)];
  return keys.filter((key) => key !== undefined);
}

/**
 * Records the object or the set members that a resource manages, so that the deletion of another entry of the state does not remove them.
 *
 * @param mark the mark of the resource's entry in the state
 * @param oldMark the mark that the entry had before this write. Default: `mark`
 */
export function noteManaged(
  { type, program }: Pick<OperationContext, "type" | "program">,
  id: string,
  args: JsonObject,
  mark: string | undefined,
  oldMark = mark,
): void {
  const [object, key] = [keyOfObject(type, id), claimKey(type, args)];
  entryIn(program.ids, type.schema.noun, () => new Set<string>()).add(id);
  if (object !== undefined && key !== undefined) program.managers.note(object, { key, mark }, oldMark);
  const set = type.claim?.(args, id);
  if (!set?.members) return;
  // A check does not know the object's id. If the key of a set contains this id, the claim is recorded only here.
  if (key !== undefined) program.claims.noteMore(key, set);
  program.managers.note(set.key, { key: set.key, mark, members: set.members }, oldMark);
}

/** Records, like {@link noteManaged}, an object that this operation creates, changes or adopts. */
export function noteWritten(context: OperationContext, id: string, args: JsonObject, oldMark?: string): void {
  context.program.managers.ownMarks.add(context.mark);
  noteManaged(context, id, args, context.mark, oldMark);
}

/**
 * Refuses to let two resources of the program manage one object.
 *
 * @param mark the mark of the resource's entry in the state. It distinguishes resources that share a name. Undefined if the entry has none
 * @throws UserError if another resource of the program manages the object
 */
export function refuseManagedElsewhere(
  { type, program }: Pick<OperationContext, "type" | "program">,
  id: string,
  args: JsonObject,
  mark?: string,
): void {
  const object = keyOfObject(type, id);
  const told = sharesNames(type, args) ? mark : undefined;
  const others = object === undefined ? [] : program.managers.namesOfOthers(object, claimKey(type, args), told);
  if (others.length === 0) return;
  throw new UserError(
    `${type.label(args)} (id ${id}) is managed by another resource of this program: ${others.join(" or ")}. ` +
      "Remove that resource or this one from the program, or from the state with `pulumi state delete`.",
  );
}
