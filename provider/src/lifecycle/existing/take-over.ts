import type { JsonObject } from "../../schema/json.ts";
import { recordKey } from "../../schema/provider-code.ts";
import { leavesOf } from "../../state/leaves.ts";
import { blankRecord, recordedPaths, writeRecord } from "../../state/record.ts";
import { reading, UserError } from "../errors.ts";
import { noteWritten, type OperationContext, refuseManagedElsewhere } from "../operation-context.ts";
import type { Choices } from "../program/choices.ts";
import { plannedCreation, type Saved, saved } from "../write.ts";
import { findExisting, refusalByKey, refusalOf } from "./adoption.ts";

/** Marks the error about a resource whose object the tenant does not have, so that the import can tell it from a failure. */
export const notAtTenant = "The tenant has no such object";

/**
 * Puts the existing object of a new resource into the state, as an update that set every declared value and was then undone by other clients. Nothing is
 * written: the next `pulumi up` changes exactly the declared values that differ. Write-only values count as written.
 *
 * @throws UserError if the tenant does not have the object, or the resource cannot manage it
 */
export async function takeOver(context: OperationContext, choices: Choices, inputs: JsonObject): Promise<Saved> {
  const { type, service, program } = context;
  const label = type.label(inputs);
  const choice = choices.for(type, inputs, program.replacements.nameOfCreation(type, inputs));
  const id = choice
    ? choice.id
    : type.hasOwnObject
      ? (await findExisting(context, inputs))?.id
      : type.provisionalId(inputs);
  // Some types read a property only if the record contains its path.
  const paths = recordedPaths(leavesOf(type.schema.fields, inputs));
  const outputsOf = (at: string) => ({
    ...inputs,
    [recordKey]: writeRecord({ ...blankRecord({ at: "tenant", id: at }), paths }, at),
  });
  const live = id === undefined ? undefined : await reading(() => type.read(service, id, outputsOf(id)));
  if (id === undefined || live === undefined)
    throw new UserError(`${label}: ${notAtTenant}, so the next \`pulumi up\` creates it.`);
  const found = { id, live };
  const refusal = refusalOf(context, inputs, found) ?? refusalByKey(context, inputs, found);
  if (refusal !== undefined) throw new UserError(refusal);
  refuseManagedElsewhere(context, id, inputs, context.mark);
  const write = plannedCreation(context, inputs);
  noteWritten(context, id, inputs, write.record.mark);
  program.namesakes.note(type, inputs, id, write.record);
  return saved(context, write, { how: "done", id, seen: found });
}
