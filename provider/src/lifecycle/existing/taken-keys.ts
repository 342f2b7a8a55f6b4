import { TenantError } from "../../client/index.ts";
import type { JsonObject } from "../../schema/json.ts";
import { type Plan, touched } from "../../state/plan.ts";
import { UserError } from "../errors.ts";
import { isFreed, type OperationContext } from "../operation-context.ts";
import { causeOf, Incomplete, type ResourceType } from "../resource-type.ts";
import { mayHaveWritten } from "../write.ts";
import { findExisting } from "./adoption.ts";

/** The unique properties that an update gives other values: it renames the object, and another object can have the new name. */
export function renamedBy(
  { uniqueBy, sharesNames, hasOwnObject }: Pick<ResourceType, "uniqueBy" | "sharesNames" | "hasOwnObject">,
  plan: Plan,
): readonly string[] {
  if (!hasOwnObject || sharesNames !== undefined || plan.replaces.length > 0) return [];
  const names = touched(plan);
  return uniqueBy.filter((name) => names.includes(name));
}

/**
 * The reason why the run cannot rename an object: another object has the new name. Undefined if none has it, or if this run frees the name first.
 *
 * @param id the id of the object that the update renames
 */
export async function keyTaken(
  context: OperationContext,
  id: string,
  plan: Plan,
  inputs: JsonObject,
): Promise<string | undefined> {
  const { type } = context;
  const names = renamedBy(type, plan);
  const found = names.length === 0 ? undefined : await findExisting(context, inputs);
  if (found === undefined || found.id === id || isFreed(context, found.id)) return undefined;
  return keyTakenInWords(type, names, found.id);
}

/** The answer to an update. If the service refuses a request of it because another object has a unique value, the error names the way out. */
export function orTaken<T>(type: ResourceType, plan: Plan, answer: Promise<T>): Promise<T> {
  const sent = touched(plan);
  const isSent = (name: string) => sent.includes(name);
  const explained = (error: Error) => {
    if (!(error instanceof TenantError) || mayHaveWritten(error)) return error;
    const keys = type.isTaken(error) ? type.uniqueBy.filter(isSent) : [];
    const sets = error.status === 409 ? (type.uniqueElements ?? []).filter(isSent) : [];
    const taken = [...keys, ...sets];
    return taken.length > 0
      ? new UserError(`${error.summary} ${keyTakenInWords(type, taken)}`, { cause: error })
      : error;
  };
  return answer.catch((error: unknown) => {
    if (error instanceof Incomplete) throw new Incomplete(error.found, error.unsure, explained(causeOf(error)));
    throw error instanceof Error ? explained(error) : error;
  });
}

/** @param id the id of the object that has the name. Default: it is not known */
export function keyTakenInWords(
  { schema, uniqueElements }: ResourceType,
  names: readonly string[],
  id?: string,
): string {
  const { noun } = schema;
  const which = names.some((name) => uniqueElements?.includes(name)) ? "one of these" : "this";
  return (
    `Another ${noun}${id === undefined ? "" : ` (id ${id})`} has ${which} ${names.join(" and ")}. Change or delete that ${noun}, or declare another ` +
    `value. If this program changes it, declare it in \`dependsOn\` of this resource; if this program deletes it, use two runs, because Pulumi deletes ` +
    "after all updates. To swap the values of two resources, first give one of them an unused value in a separate run."
  );
}
