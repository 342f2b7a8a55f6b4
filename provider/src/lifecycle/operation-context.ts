import { sanitize, type TenantClient } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import { objectKey } from "./claims.ts";
import type { Earlier } from "./earlier.ts";
import { UserError } from "./errors.ts";
import type { Keepers, Leaving, RunningProgram } from "./program.ts";
import type { Reads } from "./reads/reads.ts";
import type { ResourceType } from "./resource-type.ts";

/** The inputs and services of an operation on one resource. */
export interface OperationContext {
  readonly type: ResourceType;
  readonly service: TenantClient;
  /** This run adopts objects that exist already (`TENANT_ADOPT`). */
  readonly adopts: boolean;
  /** The claims of the running program, and the objects that it manages at this tenant. */
  readonly program: RunningProgram;
  /** The mark for the resource's entry in the state, if this operation writes. */
  readonly mark: string;
  /** Reads single objects, with few requests for many of them. */
  readonly reads: Reads;
  /** The objects that the tenant had before a creation of this run. */
  readonly earlier: Earlier;
  /** Asks what the program keeps of an object through other providers of the same tenant. */
  readonly keptElsewhere: (leaving: Leaving) => Promise<readonly Keepers[]>;
}

/**
 * The key of a tenant's object in the running program. Undefined for a resource without an object of its own: for example, the id of a set of
 * members is only the id of its owner.
 */
export function objectOf({ schema, hasOwnObject }: ResourceType, id: string): string | undefined {
  return hasOwnObject ? JSON.stringify([schema.noun, id]) : undefined;
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
  const keys = [objectOf(type, id), type.sharesNames ? undefined : objectKey(type, values)];
  return keys.filter((key) => key !== undefined);
}

/**
 * Records the object or the set members that a resource manages, so that the deletion of another entry of the state does not remove them.
 *
 * @param mark the mark of the resource's entry in the state
 * @param before the mark that the entry had before this write. Default: `mark`
 */
export function noteManaged(
  { type, program }: Pick<OperationContext, "type" | "program">,
  id: string,
  args: JsonObject,
  mark: string | undefined,
  before = mark,
): void {
  const [object, key] = [objectOf(type, id), objectKey(type, args)];
  if (object !== undefined && key !== undefined) program.noteManaged(object, { key, mark }, before);
  const set = type.claim?.(args, id);
  if (!set?.members) return;
  // A check does not know the object's id. If the key of a set contains this id, the claim is recorded only here.
  if (key !== undefined) program.declareMore(key, set);
  program.noteManaged(set.key, { key: set.key, mark, members: set.members }, before);
}

/** Records, like {@link noteManaged}, an object that this operation creates, changes or adopts. */
export function noteWritten(context: OperationContext, id: string, args: JsonObject, before?: string): void {
  context.program.ownMarks.add(context.mark);
  noteManaged(context, id, args, context.mark, before);
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
  const object = objectOf(type, id);
  const told = type.sharesNames ? mark : undefined;
  const others = object === undefined ? [] : program.namesOfOtherManagers(object, objectKey(type, args), told);
  if (others.length === 0) return;
  throw new UserError(
    `${type.label(args)} (id ${id}) is managed by another resource of this program: ${others.join(" or ")}. ` +
      "Remove that resource or this one from the program, or from the state with `pulumi state delete`.",
  );
}

/** The entry of one resource in the state. */
export interface Entry {
  readonly id: string;
  readonly outputs: JsonObject;
}

/**
 * Refuses to change or delete an object on which the access of this run depends. `TENANT_ALLOW_OWN_CLIENT` permits it.
 *
 * @param what the refused operation, for messages: `changed`
 * @throws UserError
 */
export function guardOwnAccess(
  { type, service, program }: OperationContext,
  id: string,
  values: JsonObject,
  what: string,
): void {
  const application = type.applicationOf?.(id, values);
  if (typeof application !== "string" || service.mayChangeOwnClient) return;
  const { ownClient } = service;
  if (ownClient === undefined) {
    if (program.isOwnAccessUnknown) return;
    program.isOwnAccessUnknown = true;
    console.warn(
      "warning: the token (TENANT_TOKEN) does not name its client, so this run cannot detect a change that would remove its own access. " +
        "To have such changes refused, use the client's id and secret instead of the token.",
    );
  } else if (ownClient === application) {
    throw new UserError(
      `${type.label(values)} was not ${what}: this run uses the credentials of client "${sanitize(ownClient)}", so the change could lock the ` +
        "run out. To allow it, set TENANT_ALLOW_OWN_CLIENT=true for this run.",
    );
  }
}
