import { sanitize, TenantError } from "../client/index.ts";
import { fromPointer, type JsonObject } from "../schema/json.ts";
import { systemObjectOf } from "../schema/system-objects.ts";
import { noChange } from "../state/plan.ts";
import { isReadable } from "../state/project.ts";
import { isLater, type ManagedRecord, recordOf } from "../state/record.ts";
import { type DeletionFacts, type DeletionStep, decideDeletion } from "./decide-deletion.ts";
import { reading, summaryOf, UserError } from "./errors.ts";
import { isUntouched, type Located, locate, sayLeftAlone, sayUndecided } from "./existing/locate.ts";
import { named } from "./foreign-values.ts";
import { beginRemoval, removalsToUndoForOthers, undoForOthers } from "./members/shared-sets.ts";
import { keyOfObject, keysOfRead, type OperationContext } from "./operation-context.ts";
import { type Claim, claimKey } from "./program/claims.ts";
import type { Manager } from "./program/managers.ts";
import type { DeletionTarget, Keepers } from "./program/program.ts";
import { replacementRefusal } from "./refused-replacements.ts";
import { steadily } from "./requests/steady-reads.ts";
import type { Entry, LeavingMembers, Reset, ResourceType } from "./resource-type.ts";
import { companionOf, inWords } from "./taken-along.ts";
import { refuseUnsafe } from "./vetoes/vetoes.ts";
import { mayHaveWritten } from "./write.ts";

/** Deletes the object of a resource, if the object exists and belongs to this stack. */
export async function remove(context: OperationContext, entry: Entry): Promise<void> {
  const label = context.type.label(entry.outputs);
  const refusal = context.type.untouchable(entry.outputs, entry.outputs);
  if (refusal) {
    throw new UserError(`${label} cannot be deleted: ${refusal}. To stop managing it, use \`pulumi state delete\`.`);
  }
  try {
    await removeIfOurs(context, entry);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isLost = mayHaveWritten(error);
    const failed = [error, error.cause].find((one) => one instanceof TenantError);
    const ofTheFailed = failed && failed.request.method !== "GET" ? 1 : 0;
    if (!isLost && context.writes.begun <= ofTheFailed) throw error;
    const says = context.type.resetOf ? resetWords(label) : deletionWords(label);
    // After this error the engine keeps the entry in the state. If the program declares the resource again, the engine compares it with this
    // entry, which does not show whether the object was deleted. Only a refresh shows that.
    throw new UserError(
      `${isLost ? summaryOf(error) : error.message}\n${isLost ? says.lost : says.partly}. Run the same command again, which ${says.repeats}. ` +
        `To keep the resource after all, declare it again and run \`pulumi up --refresh\`, which ${says.finds}.`,
      { cause: error },
    );
  }
}

/** What the error of an interrupted deletion says. */
function deletionWords(label: string) {
  return {
    lost: `It is not known whether the tenant has deleted ${label}`,
    partly: `A part of ${label} may have been deleted`,
    repeats: "repeats the deletion",
    finds: "checks whether the object still exists",
  };
}

/** The same for a reset of settings, which always exist. */
function resetWords(label: string): ReturnType<typeof deletionWords> {
  return {
    lost: `It is not known whether the tenant has reset ${label}`,
    partly: `A part of ${label} may have been reset`,
    repeats: "repeats the reset",
    finds: "restores its declared values",
  };
}

async function removeIfOurs(context: OperationContext, entry: Entry): Promise<void> {
  const { type, service, program } = context;
  const { id, outputs } = entry;
  const record = recordOf(id, outputs);
  const where = await locate(context, record, outputs);
  const leaving = "id" in where ? leavingOf(context, outputs, record, where.id) : undefined;
  const askOthers = async () => (leaving ? context.keptElsewhere(leaving) : []);
  let elsewhere = await askOthers();
  // The resources of this process that need the object can change meanwhile, so they are determined at each use.
  const keepers = () => (leaving ? [program.keepersOf(leaving), ...elsewhere] : []);
  let live: DeletionFacts["live"];
  let allowed: Allowed | undefined;
  for (;;) {
    const step = decideDeletion({
      ...{ where, ...keptBy(keepers()), isReset: type.resetOf !== undefined, isLikely: record.isLikely === true },
      isPermanent: systemObjectOf(type.schema, outputs, service.host)?.isPermanent === true,
      isDeclared: leaving?.key !== undefined && program.claims.namesOf(leaving.key).length > 0,
      ...(live !== undefined && { live }),
    });
    switch (step.is) {
      case "askLive": {
        const found = await steadily(
          type.label(outputs),
          () => reading(() => type.read(service, step.id, outputs)),
          (seen) => [{ name: "the object", value: seen ?? null }],
        );
        live = found ? { isUntouched: isUntouched(type, outputs, found) } : null;
        break;
      }
      case "delete":
        if (allowed) return send(context, entry, allowed, record, keepers);
        allowed = await allowedDeletion(context, entry, step.id, record);
        if (!allowed) return;
        // These checks wait for other writes of the run, and such a write may keep the object. So the decision is made once more.
        elsewhere = await askOthers();
        break;
      default:
        return end(context, entry, { where, record, keepers: keepers() }, step);
    }
  }
}

/** The object that a deletion is about, with the keys under which a running program knows it. */
function leavingOf(
  context: OperationContext,
  outputs: JsonObject,
  { mark, made }: ManagedRecord,
  id: string,
): DeletionTarget {
  const { type } = context;
  return {
    id,
    object: keyOfObject(type, id),
    key: claimKey(type, outputs),
    reads: keysOfRead(context, id, outputs),
    set: type.claim?.(outputs, id)?.key,
    mark,
    made,
  };
}

/** What keeps an object, in the form of the facts that decide about its deletion. */
function keptBy(
  keepers: readonly Keepers[],
): Pick<DeletionFacts, "creator" | "replacer" | "manager" | "isRead" | "successor"> {
  return {
    creator: keepers.find(({ creator }) => creator !== undefined)?.creator,
    replacer: keepers.find(({ replacer }) => replacer !== undefined)?.replacer,
    manager: keepers.flatMap(({ managers }) => managers)[0]?.by,
    isRead: keepers.some(({ isRead }) => isRead),
    successor: keepers.find(({ successor }) => successor !== undefined)?.successor,
  };
}

/**
 * Ends a deletion that leaves the object as it is, with a message.
 *
 * @throws UserError if the entry has to stay in the state
 */
function end(
  context: OperationContext,
  { id, outputs }: Entry,
  { where, record, keepers }: { where: Located; record: ManagedRecord; keepers: readonly Keepers[] },
  step: Exclude<DeletionStep, { readonly is: "askLive" | "delete" }>,
): void {
  const { type, program } = context;
  const label = type.label(outputs);
  const realId = "id" in where ? where.id : id;
  const isNotDeleted = `${label} (id ${realId}) is not deleted`;
  switch (step.is) {
    case "nothing":
      break;
    case "leaveAlone":
      sayLeftAlone(context, outputs, step.ids);
      break;
    case "leaveUndecided":
      sayUndecided(context, outputs, step);
      break;
    case "forgetManaged": {
      const [manager] = keepers.flatMap(({ managers }) => managers);
      console.warn(
        `warning: ${isNotDeleted}, because ${step.by} of this program manages the same object. This resource is removed only from the state.` +
          hiddenOverwrites(type, outputs, record, manager),
      );
      break;
    }
    case "forgetRead":
      console.warn(
        `warning: ${isNotDeleted}, because this program still reads it with \`get\`. This resource is removed only from the state. To delete the ` +
          "object, remove the `get` from the program, and delete the object by hand.",
      );
      break;
    case "leavePermanent":
      console.warn(
        `${label}: nothing was sent. It belongs to the service, so it stays in the tenant with all its values, and this stack no longer manages them`,
      );
      break;
    case "keepForCreation":
      program.replacements.noteKept(type, { id, outputs });
      console.info(`${label}: nothing was reset, because this program declares the same object again`);
      break;
    case "refuseUncreated":
      throw new UserError(
        `${isNotDeleted}: ${step.by} of this program declares the same object, and was not created in this run. Fix the error of this run or remove ` +
          "that resource from the program, then run `pulumi up` again. If the resource was only renamed, declare its old name as an alias.",
      );
    case "refuseUnreplaced":
      throw new UserError(
        `${isNotDeleted}: ${step.by} of this program still has it, as its replacement was not created in this run. Fix the error of this run, then run ` +
          "`pulumi up` again.",
      );
    case "refuseNamesake":
      throw new UserError(namesakeKept(label, realId, step.successor));
  }
}

/** A deletion of an object by its id, or its reset, against which there is no veto. */
interface Allowed {
  readonly id: string;
  readonly reset: Reset | undefined;
}

/**
 * Checks the deletion or the reset of an object. Undefined if nothing has to be sent.
 *
 * @throws UserError if this provider never sends such a write
 */
async function allowedDeletion(
  context: OperationContext,
  { outputs }: Entry,
  id: string,
  record: ManagedRecord,
): Promise<Allowed | undefined> {
  const { type, service, program } = context;
  const reset = await type.resetOf?.(service, id, outputs, program.isTrial);
  if (type.resetOf && reset === undefined) return undefined;
  await refuseUnsafe(context, {
    ...(reset
      ? { action: "update", plan: reset.plan, inputs: {} }
      : { action: "delete", plan: noChange, inputs: outputs }),
    // A reset has compared the values with those at the tenant already, so it removes all that its plan contains.
    known: { outputs, unsure: reset?.plan.removed.map(({ pointer }) => pointer) ?? [] },
    ...{ id, values: outputs, record },
  });
  // A creation refuses a replacement that would lose content. With the option `deleteBeforeReplace` the deletion comes first, so the deletion has
  // to refuse it, too.
  const refusal = type.lostWith && (await replacementRefusal(context, program.replacements.ofObject(type, id)));
  if (refusal !== undefined) throw new UserError(refusal);
  return { id, reset };
}

/** Deletes or resets an object that the program does not keep. */
async function send(
  context: OperationContext,
  { outputs }: Entry,
  { id, reset }: Allowed,
  record: ManagedRecord,
  keepers: () => readonly Keepers[],
): Promise<void> {
  const { type, service, program } = context;
  const claim = type.claim?.(outputs, id);
  program.deleted.add(type.provisionalId(outputs));
  const companion = reset ? undefined : companionOf(type, outputs);
  if (companion)
    console.warn(`warning: ${type.label(outputs)}: the service deletes ${inWords(companion)} together with it.`);
  refuseUndone(context, outputs, claim);
  const others = keepers().flatMap(({ sharers }) => sharers);
  const othersMembers = new Set(others.flatMap(({ members }) => members));
  const members = claim?.members?.filter((member) => !othersMembers.has(member)) ?? [];
  // A member that the program declares can be added again in this run: by another resource, or by the creation if this deletion is part of a
  // replacement. So the assignments of such members are read and recorded before the removal.
  const isDeclared = (member: string) => program.claims.claimantsOf(claim?.key ?? "", member).length > 0;
  const recorded = members.filter(isDeclared);
  // The deletion removes this record from the state, so no later run can read the removals in the record. Removals that have to be undone are
  // therefore undone now.
  const rest = claim && { ...claim, members: [] };
  await undoForOthers(context, { id, args: outputs }, rest, removalsToUndoForOthers(context, rest, record));
  const removal = claim && beginRemoval(context, outputs, claim, { leaving: members, recorded, record });
  try {
    await removal?.removals;
    await (reset?.send(service) ?? type.delete(service, id, outputs, leavingMembers(type, outputs, record, others)));
  } finally {
    removal?.end();
  }
  program.replacements.noteDeleted(type, id);
}

/**
 * The part of a warning about values that the API never returns: the deleted entry has written them later than the resource that keeps the object, and
 * neither a preview nor a refresh shows the difference. Empty if there are none.
 */
function hiddenOverwrites(
  { schema }: ResourceType,
  outputs: JsonObject,
  { paths, hints, mark }: ManagedRecord,
  manager: Manager | undefined,
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
    const by = program.claims.missingClaimantOf(claim.key, member);
    if (by === undefined) continue;
    throw new UserError(
      `Nothing of ${type.label(outputs)} was deleted: ${by} of this program also declares ${sanitize(member)}, but failed or was not created in this run, ` +
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
  others: readonly Manager[],
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
