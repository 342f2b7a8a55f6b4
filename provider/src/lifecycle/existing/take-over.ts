import type { JsonObject } from "../../schema/json.ts";
import { confirmed, UserError } from "../errors.ts";
import { noteWritten, type OperationContext, refuseManagedElsewhere } from "../operation-context.ts";
import type { Choices } from "../program/choices.ts";
import type { Found } from "../resource-type.ts";
import { plannedCreation, type Saved, saved } from "../write.ts";
import { findExisting, readDeclared, refusalByKey, refusalOf } from "./adoption.ts";

/** Marks the error about a resource whose object the tenant does not have, so that the import can tell it from a failure. */
export const notAtTenant = "The tenant has no such object";

/**
 * Puts the existing object of a new resource into the state, as an update that set every declared value and was then undone by other clients. Nothing is
 * written: the next `pulumi up` changes exactly the declared values that differ. Write-only values count as written.
 *
 * @throws UserError if the tenant does not have the object, or the resource cannot manage it
 */
export async function takeOver(context: OperationContext, choices: Choices, inputs: JsonObject): Promise<Saved> {
  const { type, program } = context;
  const label = type.label(inputs);
  const choice = choices.for(type, inputs, program.replacements.nameOfCreation(type, inputs));
  const look = async (): Promise<Found | undefined> => {
    const id = choice
      ? choice.id
      : type.hasOwnObject
        ? (await findExisting(context, inputs))?.id
        : type.provisionalId(inputs);
    const live = id === undefined ? undefined : await readDeclared(context, id, inputs, { known: inputs });
    return id === undefined || live === undefined ? undefined : { id, live };
  };
  const found = await confirmed(look, (seen) => seen !== undefined);
  if (found === undefined) throw new UserError(`${label}: ${notAtTenant}, so the next \`pulumi up\` creates it.`);
  const { id } = found;
  const refusal = refusalOf(context, inputs, found) ?? refusalByKey(context, inputs, found);
  if (refusal !== undefined) throw new UserError(refusal);
  refuseManagedElsewhere(context, id, inputs, context.mark);
  const write = plannedCreation(context, inputs);
  noteWritten(context, id, inputs, write.record.mark);
  program.namesakes.note(type, inputs, id, write.record);
  return saved(context, write, { how: "done", id, seen: found });
}
