import type { TenantClient } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import { objectKey } from "./claims.ts";
import type { Earlier } from "./earlier.ts";
import { UserError } from "./errors.ts";
import type { RunningProgram } from "./program.ts";
import type { Reads } from "./reads/reads.ts";
import type { ResourceType } from "./resource-type.ts";

/** What an operation on one resource works with. */
export interface OperationContext {
  readonly type: ResourceType;
  readonly service: TenantClient;
  /** This run takes over objects that exist already (`TENANT_ADOPT`). */
  readonly adopts: boolean;
  /** What the program that runs declares and keeps of this tenant. */
  readonly program: RunningProgram;
  /** The mark that the entry of the state gets, if this operation writes. */
  readonly mark: string;
  /** Answers questions about single objects with few calls. */
  readonly reads: Reads;
  /** What the tenant has before a creation of this run. */
  readonly earlier: Earlier;
}

/** An object of the tenant, as the program of a run knows it. Undefined for a part of an object, which has the id of that one. */
export function objectOf({ schema, isAdoptable }: ResourceType, id: string): string | undefined {
  return isAdoptable ? JSON.stringify([schema.noun, id]) : undefined;
}

/**
 * Notes what a resource keeps of the tenant: no deletion in this run takes it.
 *
 * @param mark the mark of its entry in the state
 * @param before the mark that it had before. Default: the same
 */
export function keep(
  { type, program }: Pick<OperationContext, "type" | "program">,
  id: string,
  args: JsonObject,
  mark: string | undefined,
  before = mark,
): void {
  const [object, key] = [objectOf(type, id), objectKey(type, args)];
  if (object !== undefined && key !== undefined) program.keep(object, { key, mark }, before);
  const set = type.claim?.(args, id);
  if (!set?.members) return;
  // Of a set that is known by the object's id, no check could say that the resource claims it.
  if (key !== undefined) program.declareMore(key, set);
  program.keep(set.key, { key: set.key, mark, members: set.members }, before);
}

/** The same for an object that this operation makes, changes or takes over. */
export function keepWritten(context: OperationContext, id: string, args: JsonObject, before?: string): void {
  context.program.given.add(context.mark);
  keep(context, id, args, context.mark, before);
}

/**
 * Refuses that two resources of the program stand for one object.
 *
 * @param mark the mark of the resource's own entry. Resources that share names are told apart by it. Undefined where it has none
 * @throws UserError where another resource of the program keeps the object
 */
export function refuseKept(
  { type, program }: Pick<OperationContext, "type" | "program">,
  id: string,
  args: JsonObject,
  mark?: string,
): void {
  const object = objectOf(type, id);
  const told = type.sharesNames ? mark : undefined;
  const others = object === undefined ? [] : program.othersKeeping(object, objectKey(type, args), told);
  if (others.length === 0) return;
  throw new UserError(
    `${type.label(args)} (id ${id}) has been taken over by another resource of this program, ${others.join(" or ")}. ` +
      "Take one of the two out of the program, or out of the state with `pulumi state delete`.",
  );
}

/** One resource of the state. */
export interface Entry {
  readonly id: string;
  readonly outputs: JsonObject;
}
