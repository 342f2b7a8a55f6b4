import { sanitize, TenantError, WriteCount } from "../client/index.ts";
import { fromPointer, type JsonObject } from "../schema/json.ts";
import { systemObjectOf } from "../schema/system-objects.ts";
import { noChange } from "../state/plan.ts";
import { isReadable } from "../state/project.ts";
import { isLater, type ManagedRecord, recordOf } from "../state/record.ts";
import { type Claim, objectKey } from "./claims.ts";
import { summaryOf, UserError } from "./errors.ts";
import { named } from "./foreign-values.ts";
import { isUntouched, locate, sayLeftAlone, sayUndecided } from "./locate.ts";
import { type Entry, keysOfRead, mayHaveWritten, type OperationContext, objectOf } from "./operation-context.ts";
import type { Keepers, Leaving, RunningProgram } from "./program.ts";
import { replacementRefusal } from "./replacements.ts";
import type { LeavingMembers, ResourceType } from "./resource-type.ts";
import { removalsToUndoForOthers, removeMembers, undoForOthers } from "./shared-sets.ts";
import { refuseUnsafe } from "./vetoes/vetoes.ts";

/** Deletes the object of a resource, if the object exists and belongs to this stack. */
export async function remove(context: OperationContext, entry: Entry): Promise<void> {
  const label = context.type.label(entry.outputs);
  const refusal = context.type.untouchable(entry.outputs);
  if (refusal) {
    throw new UserError(`${label} cannot be deleted: ${refusal}. To stop managing it, use \`pulumi state delete\`.`);
  }
  const writes = new WriteCount();
  try {
    await writes.during(() => removeIfOurs(context, entry));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isLost = mayHaveWritten(error);
    const failed = [error, error.cause].find((one) => one instanceof TenantError);
    const ofTheFailed = failed && failed.request.method !== "GET" ? 1 : 0;
    if (!isLost && writes.begun <= ofTheFailed) throw error;
    const what = isLost ? `It is not known whether ${label} was deleted` : `A part of ${label} may have been deleted`;
    // After this error the engine keeps the entry in the state. If the program declares the resource again, the engine compares it with this
    // entry, which does not show whether the object was deleted. Only a refresh shows that.
    throw new UserError(
      `${isLost ? summaryOf(error) : error.message}\n${what}. The next \`pulumi up\` sends the deletion again. ` +
        "To keep the resource after all, declare it again and run `pulumi up --refresh`, which checks whether the object still exists.",
      { cause: error },
    );
  }
}

async function removeIfOurs(context: OperationContext, { id, outputs }: Entry): Promise<void> {
  const { type, service, program } = context;
  const record = recordOf(id, outputs);
  const where = await locate(context, record, outputs);
  if (where.is === "absent") return;
  if (where.is === "undecided") return sayUndecided(context, outputs, where.candidates);
  const claim = type.claim?.(outputs, where.id);
  const leaving: Leaving = {
    id: where.id,
    object: objectOf(type, where.id),
    key: objectKey(type, outputs),
    reads: keysOfRead(context, where.id, outputs),
    set: claim?.key,
    mark: record.mark,
    made: record.made,
  };
  const elsewhere = await context.keptElsewhere(leaving);
  // The resources of this process that need the object can change meanwhile, so they are determined at each use.
  const keepers = () => [program.keepersOf(leaving), ...elsewhere];
  const kept = keptByProgram(`${type.label(outputs)} (id ${where.id}) is not deleted`, keepers());
  if (kept !== undefined) {
    const [manager] = keepers().flatMap(({ managers }) => managers);
    return console.warn(`warning: ${kept}${hiddenOverwrites(type, outputs, record, manager)}`);
  }
  if (type.resetOf && leaving.key !== undefined && program.declares(leaving.key)) {
    // The engine deletes the entry first, and then calls create with the new inputs. A reset in between would switch off what both declare.
    program.replacements.noteKept(type, { id, outputs });
    return console.info(
      `${type.label(outputs)}: nothing was reset, because this program declares the same object again`,
    );
  }
  if (systemObjectOf(type.schema, outputs, service.host)?.isPermanent) {
    return console.warn(
      `${type.label(outputs)}: nothing was sent. It belongs to the service, so it stays in the tenant with all its values, and this stack no longer ` +
        "manages them",
    );
  }
  if (where.is === "different") return sayLeftAlone(context, outputs, where.ids);
  if (where.is === "incomplete") return sayLeftAlone(context, outputs, [where.id]);
  const [successor] = keepers().flatMap((one) => one.successor ?? []);
  if (successor !== undefined) throw new UserError(namesakeKept(type.label(outputs), where.id, successor));
  if (record.isLikely) {
    const live = await type.read(service, where.id, outputs);
    if (!live) return;
    if (!isUntouched(type, outputs, live)) return sayLeftAlone(context, outputs, [where.id]);
  }
  const reset = await type.resetOf?.(service, where.id, outputs, program.isTrial);
  if (type.resetOf && reset === undefined) return;
  await refuseUnsafe(context, {
    ...(reset
      ? { action: "update", plan: reset.plan, inputs: {} }
      : { action: "delete", plan: noChange, inputs: outputs }),
    // A reset has compared the values with those at the tenant already, so it removes all that its plan contains.
    known: { outputs, unsure: reset?.plan.removed.map(({ pointer }) => pointer) ?? [] },
    ...{ id: where.id, values: outputs, record },
  });
  // A creation refuses a replacement that would lose content. With the option `deleteBeforeReplace` the deletion comes first, so the deletion has
  // to refuse it, too.
  const refusal = type.lostWith && (await replacementRefusal(context, program.replacements.ofObject(type, where.id)));
  if (refusal !== undefined) throw new UserError(refusal);
  program.deleted.add(type.provisionalId(outputs));
  refuseUndone(context, outputs, claim);
  const others = keepers().flatMap(({ sharers }) => sharers);
  const send = () =>
    reset?.send(service) ?? type.delete(service, where.id, outputs, leavingMembers(type, outputs, record, others));
  const othersMembers = new Set(others.flatMap(({ members }) => members));
  const members = claim?.members?.filter((member) => !othersMembers.has(member)) ?? [];
  // A member that the program declares can be added again in this run: by another resource, or by the creation if this deletion is part of a
  // replacement. So the assignments of such members are read and recorded before the removal.
  const isDeclared = (member: string) => program.claimantsOf(claim?.key ?? "", member).length > 0;
  const recorded = members.filter(isDeclared);
  // The deletion removes this record from the state, so no later run can read the removals in the record. Removals that have to be undone are
  // therefore undone now.
  const rest = claim && { ...claim, members: [] };
  await undoForOthers(context, { id: where.id, args: outputs }, rest, removalsToUndoForOthers(context, rest, record));
  await (claim ? removeMembers(context, outputs, claim, { leaving: members, recorded, record }, send) : send());
  program.replacements.noteDeleted(type, where.id);
}

/**
 * The warning that an object is not deleted because the program manages or reads it; undefined if it does neither.
 *
 * @throws UserError if a resource of the program declares the object, but was not created in this run. That resource was not saved, so the entry to
 *   be deleted is the only one with the object's id, and has to stay
 */
function keptByProgram(isNotDeleted: string, keepers: readonly Keepers[]): string | undefined {
  const [creator] = keepers.flatMap((one) => one.creator ?? []);
  if (creator !== undefined) {
    throw new UserError(
      `${isNotDeleted}: ${creator} of this program declares the same object, and was not created in this run. Fix the error of this run or remove ` +
        "that resource from the program, then run `pulumi up` again. If the resource was only renamed, declare its old name as an alias.",
    );
  }
  const [manager] = keepers.flatMap(({ managers }) => managers);
  if (manager)
    return `${isNotDeleted}, because ${manager.by} of this program manages the same object. This resource is removed only from the state.`;
  if (!keepers.some(({ isRead }) => isRead)) return undefined;
  return (
    `${isNotDeleted}, because this program still reads it with \`get\`. This resource is removed only from the state. To delete the object, ` +
    "remove the `get` from the program, and delete the object by hand."
  );
}

/**
 * The part of a warning about values that the API never returns: the deleted entry has written them later than the resource that keeps the object, and
 * neither a preview nor a refresh shows the difference. Empty if there are none.
 */
function hiddenOverwrites(
  { schema }: ResourceType,
  outputs: JsonObject,
  { paths, hints, mark }: ManagedRecord,
  manager: Keepers["managers"][number] | undefined,
): string {
  // An update of the other resource in this run does not count: it sends only what changes.
  if (manager?.found === undefined || mark === undefined || !isLater(mark, manager.found)) return "";
  const seen = { paths, live: outputs, before: outputs, hints };
  const hidden = paths.filter((pointer) => !isReadable(schema, pointer, seen)).map(fromPointer);
  if (hidden.length === 0) return "";
  return (
    ` This resource was written later than ${manager.by}, and the API never returns ${named(hidden)}: the tenant may have other values than the program ` +
    "declares, and no refresh shows that. To send the declared values, change them, or remove them, run `pulumi up`, and declare them again."
  );
}

/** The message for an object that is not deleted because the program manages a newer object with the same name. */
function namesakeKept(label: string, id: string, successor: string): string {
  return (
    `${label} (id ${id}) is not deleted: this program has a newer object with the same name at the tenant (id ${successor}). This happens ` +
    "after the resource's Pulumi name was changed without an alias, after a replacement that no argument caused (`--replace`, `pulumi state taint`, " +
    "`replacementTrigger`), or after several interrupted replacements. To keep the old object after a change of the name, give the " +
    "resource its old Pulumi name again and run `pulumi up`, which deletes the newer object; then change the name with an alias. To delete the old " +
    "object, set `adopt: false` in the resource of the newer object: this declares that the second object is intended. Until then, do not " +
    "target the old object with `pulumi up --target`, because that run would delete it."
  );
}

/**
 * @throws UserError if all other resources that declare a member of the set have failed or were not created in this run: after the deletion, no
 *   resource would manage the member
 */
function refuseUndone({ type, program }: OperationContext, outputs: JsonObject, claim: Claim | undefined): void {
  if (claim === undefined) return;
  for (const member of claim.members ?? []) {
    const by = program.missingClaimantOf(claim.key, member);
    if (by === undefined) continue;
    throw new UserError(
      `${type.label(outputs)} was not deleted: ${by} of this program also declares ${sanitize(member)}, but failed or was not created in this run, ` +
        "so no resource would manage this member. Fix the error of this run, then run `pulumi up` again.",
    );
  }
}

/**
 * The members that leave a set when a resource is deleted. Members that another resource of the program manages stay, for example after a
 * rename or in a replacement.
 *
 * @param others the other resources that manage members of the set
 */
function leavingMembers(
  type: ResourceType,
  outputs: JsonObject,
  { remembered }: ManagedRecord,
  others: ReturnType<RunningProgram["managersOf"]>,
): LeavingMembers {
  return {
    remembered,
    unclaimed(members) {
      const leaving = new Set(members);
      for (const { by, members: theirs } of others) {
        const staying = theirs.filter((member) => leaving.delete(member));
        if (staying.length === 0) continue;
        console.warn(
          `warning: ${type.label(outputs)}: kept ${sanitize(staying.join(", "))}, which ${by} of this program also declares`,
        );
      }
      return [...leaving];
    },
  };
}
