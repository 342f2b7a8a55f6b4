import { type Service, sanitize, TenantError } from "../../client/index.ts";
import { type JsonObject, own, stringsIn, toPointer } from "../../schema/json.ts";
import { type Plan, planChange, type Removal } from "../../state/plan.ts";
import { type Assignments, blankRecord, isLater, type ManagedRecord, type MemberRemoval } from "../../state/record.ts";
import { PartialFailure, UserError } from "../errors.ts";
import type { OperationContext } from "../operation-context.ts";
import type { Claim, Need } from "../program/claims.ts";
import type { Manager } from "../program/managers.ts";
import { steadily } from "../requests/steady-reads.ts";
import { causeOf, type Found, Incomplete, type ResourceType } from "../resource-type.ts";
import { failureOf, finishWrite, type PlannedResourceWrite, type Saved } from "../write.ts";

/*
 * Several resources of one program can declare members of the same set, for example scopes of one API. A member can move from one resource to
 * another. The engine registers the resources one after the other and updates the first ones meanwhile, so the two updates come in any order:
 *
 * - The resource that now declares the member is registered first: the update of the resource that gives it up leaves the member in the set
 *   (`withoutOthersMembers`).
 * - The resource that gives the member up is updated first: no resource declares the member yet, so the update removes it (`beginRemoval`).
 *   The resource that declares it waits for the removal (`waitForRemovals`) and adds the member again, with the assignments that the service
 *   has removed with it (`removalsToUndo`, `restorationOf`).
 *
 * A run can end between the two updates, so the record of the resource that removes a member keeps the removal, with the assignments. A later run
 * may have to undo the removal:
 *
 * - A resource that declared the member when it was last written, before the removal, has to undo the removal: it adds the member again
 *   (`hasToUndo`).
 * - If the write that adds it fails, the resource's record gets a copy of the removal, with the mark of the failed write (`renewed`): the resource
 *   still has to undo it.
 * - In two cases a resource undoes the removal of a member that only other resources declare (`removalsToUndoForOthers`). First: its record contains
 *   the removal, and the resource that has to undo the removal is registered earlier, when this record is not known yet. Second: the resource itself
 *   has to undo the removal, but no longer declares the member.
 * - A resource that began to declare the member after the removal has nothing to undo. It adds the member as a new one, without assignments.
 */

/** Waits until no other resource is removing members that this resource declares. */
export async function waitForRemovals(
  { type, program }: OperationContext,
  id: string | undefined,
  args: JsonObject,
): Promise<void> {
  const { key, members = [] } = type.claim?.(args, id) ?? {};
  if (key !== undefined) await program.moving.waitForRemovals(key, members);
}

/**
 * The removals that a resource has to undo, because it declares the removed members: all removals by this run, and those removals by earlier runs
 * that followed the resource's last write, if that write declared the member.
 *
 * @param record the record of the resource
 */
export function removalsToUndo(
  context: Pick<OperationContext, "program">,
  claim: Claim | undefined,
  record: ManagedRecord,
): readonly MemberRemoval[] {
  if (claim?.property === undefined) return [];
  const { key, members = [] } = claim;
  const now = members.flatMap((member) => context.program.moving.removedNow(key, member));
  return [...earlierRemovalsToUndo(members, context, claim, record), ...now];
}

/**
 * Whether a resource has to undo a removal: it declared the member when it was last written, and the member was removed after that. A removal
 * with the mark of the resource's own last write is one that this write should have undone, and did not.
 */
function hasToUndo(record: ManagedRecord, claim: Claim, removal: MemberRemoval): boolean {
  const { mark } = record;
  if (mark === undefined || !wasDeclared(record, claim, removal.member)) return false;
  return removal.mark === mark || isLater(removal.mark, mark);
}

/** Whether a resource declared a member when it was last written. */
function wasDeclared({ paths, remembered }: ManagedRecord, claim: Claim, member: string): boolean {
  const pointer = pointerIn(claim, member);
  return claim.isOrdered ? stringsIn(own(remembered, pointer)).includes(member) : paths.includes(pointer);
}

/** The removals of these members by earlier runs that a resource has to undo. */
function earlierRemovalsToUndo(
  members: readonly string[],
  { program }: Pick<OperationContext, "program">,
  claim: Claim,
  record: ManagedRecord,
): readonly MemberRemoval[] {
  const wanted = new Set(members);
  return program.moving
    .removedBefore(claim.key)
    .filter((removal) => wanted.has(removal.member) && hasToUndo(record, claim, removal));
}

/**
 * The removals that a resource undoes although only other resources of the program declare the members:
 *
 * - Removals in its own record that another resource has to undo. The other resource may be registered earlier, when this record is not known yet.
 * - Removals that the resource itself has to undo, of members that it no longer declares.
 *
 * @param claim the resource's claim on the set
 * @param record the record of the resource
 */
export function removalsToUndoForOthers(
  { program }: Pick<OperationContext, "program">,
  claim: Claim | undefined,
  record: ManagedRecord,
): readonly MemberRemoval[] {
  if (claim?.property === undefined || claim.isWhole) return [];
  const { key, members = [] } = claim;
  const records = [record, ...program.moving.recordsOf(key).filter(({ mark }) => mark !== record.mark)];
  const isToUndo = (removal: MemberRemoval) =>
    (record.memberRemovals.includes(removal) ? records : [record]).some((one) => hasToUndo(one, claim, removal));
  const isOthers = ({ member }: MemberRemoval) =>
    !members.includes(member) && program.claims.claimantsOf(key, member).length > 0;
  return records
    .flatMap(({ memberRemovals }) => memberRemovals)
    .filter((removal) => isOthers(removal) && isToUndo(removal));
}

/**
 * The declared paths (JSON pointers) that this run has to send again. They are of two kinds: members that another resource removes or has removed,
 * and assignments that were removed together with a member and are still missing after the member was added again.
 *
 * @param toUndo the removals that the resource has to undo
 */
export function pathsToResend(
  { type, program }: Pick<OperationContext, "type" | "program">,
  claim: Claim | undefined,
  args: JsonObject,
  toUndo: readonly MemberRemoval[],
) {
  const hanging = (type.needs?.(args) ?? []).flatMap((need) => {
    const back = program.moving.returned.among(need.key, need.members);
    return back.length > 0 ? dependentPaths(need, back, claim) : [];
  });
  return [...membersIn(toUndo).map((member) => pointerIn(claim, member)), ...hanging];
}

function membersIn(removals: readonly MemberRemoval[]): readonly string[] {
  return [...new Set(removals.map(({ member }) => member))];
}

/** The path of a member in a record: a list is one value there. */
function pointerIn(claim: Claim | undefined, member: string): string {
  return toPointer([claim?.property ?? "", ...(claim?.isOrdered ? [] : [member])]);
}

/** The paths of a resource that depend on members of another set. */
function dependentPaths(need: Need, members: readonly string[], claim: Claim | undefined): readonly string[] {
  const property = claim?.property ?? need.property;
  if (!claim?.members || claim.isWhole) return [toPointer([property])];
  const { elementFor = (member: string) => member } = need;
  return (need.property === property ? members.map(elementFor) : claim.members).map((element) =>
    toPointer([property, element]),
  );
}

/** A record in which the given paths are unsure, so that an update sends them again. */
export function withUnsure(record: ManagedRecord, pointers: readonly string[]): ManagedRecord {
  return pointers.length === 0 ? record : { ...record, unsure: [...new Set([...record.unsure, ...pointers])] };
}

/**
 * The resources in other provider processes that manage members of a set: each provider of a program has a process of its own. Empty if this
 * resource gives up no member.
 *
 * @param claim the resource's claim on the set
 * @param lastClaim the resource's last claim
 * @param record the record of the resource
 */
export async function sharersElsewhere(
  { keptElsewhere }: OperationContext,
  claim: Claim | undefined,
  lastClaim: Claim | undefined,
  { mark }: ManagedRecord,
): Promise<readonly Manager[]> {
  const isLeaving = lastClaim?.members?.some((member) => claim?.members?.includes(member) !== true) === true;
  if (!isLeaving) return [];
  const leaving = { id: "", reads: [], set: lastClaim.key, mark };
  return (await keptElsewhere(leaving)).flatMap(({ sharers }) => sharers);
}

/**
 * A plan without removals of members that other resources of the program declare. Prints a warning for each such member.
 *
 * @param claim the resource's claim on the set. If it no longer has one, its previous claim
 * @param elsewhere the resources of other processes that manage members of the set
 * @throws UserError if all other resources that declare a removed member have failed in this run, because then no resource would manage the member
 */
export function withoutOthersMembers(
  context: OperationContext,
  args: JsonObject,
  claim: Claim | undefined,
  plan: Plan,
  elsewhere: readonly Manager[],
): Plan {
  if (claim?.property === undefined) return plan;
  const by = (member: string) => declarerOf(context, claim, member, elsewhere);
  const isDeclaredByOther = ({ path: [property, member] }: Removal) =>
    property === claim.property && member !== undefined && isKept(context, args, claim, member, by(member));
  return { ...plan, removed: plan.removed.filter((one) => !isDeclaredByOther(one)) };
}

/** Another resource of the program that declares a member, for messages. */
function declarerOf(
  { program }: OperationContext,
  { key }: Claim,
  member: string,
  elsewhere: readonly Manager[],
): string | undefined {
  return program.claims.claimantsOf(key, member)[0] ?? elsewhere.find(({ members }) => members.includes(member))?.by;
}

/**
 * The members of a shared list that an update removes: those that the resource has sent and no longer declares, except those that other resources of the
 * program declare. A list that becomes shared loses none, because others can have made those that the program no longer declares.
 *
 * @param elsewhere the resources of other processes that manage members of the list
 * @throws UserError if all other resources that declare a removed member have failed in this run
 */
export function leavingList(
  context: OperationContext,
  args: JsonObject,
  claim: Claim,
  lastClaim: Claim | undefined,
  { record, elsewhere }: { readonly record: ManagedRecord; readonly elsewhere: readonly Manager[] },
): readonly string[] {
  if (claim.isWhole || lastClaim?.isWhole) return [];
  const sent = stringsIn(own(record.remembered, toPointer([claim.property ?? ""])));
  return [...new Set([...(lastClaim?.members ?? []), ...sent])].filter(
    (member) =>
      claim.members?.includes(member) !== true &&
      !isKept(context, args, claim, member, declarerOf(context, claim, member, elsewhere)),
  );
}

/** Whether another resource of the program (`by`) declares a member, so that this resource does not remove it. Prints a warning if so. */
function isKept(
  { type, program }: OperationContext,
  args: JsonObject,
  { key }: Claim,
  member: string,
  by: string | undefined,
): boolean {
  if (by === undefined) return false;
  if (program.claims.hasFailedClaimantsOnly(key, member)) {
    throw new UserError(
      `${type.label(args)}: ${sanitize(member)} was not removed: ${by} of this program also declares it, but failed in this run, so no resource ` +
        `would manage it. Fix the error of ${by}, then run \`pulumi up\` again.`,
    );
  }
  console.warn(`warning: ${type.label(args)}: kept ${sanitize(member)}, which ${by} of this program also declares`);
  program.moving.left.add(key, [member]);
  return true;
}

/**
 * The members of a set that an update removes.
 *
 * @param claim the resource's claim on the set. Undefined if the resource gives up the whole set
 * @param lastClaim the resource's last claim
 */
export function leavingIn(
  { removed }: Plan,
  claim: Claim | undefined,
  lastClaim: Claim | undefined,
): readonly string[] {
  const { property, members = [] } = claim ?? lastClaim ?? {};
  // If a set is compared as one value, the plan contains no removals of single members. So the last claim is compared with the current one.
  if (claim?.isWhole) return lastClaim?.members?.filter((member) => !members.includes(member)) ?? [];
  return removed.flatMap(({ path: [name, member] }) => {
    if (name !== property) return [];
    return member === undefined ? members : [member];
  });
}

/** Members that a resource removes. */
interface MembersToRemove {
  readonly leaving: readonly string[];
  /** Those of `leaving` that a resource of the program possibly declares: their removals are recorded, with the assignments, and can be undone. */
  readonly recorded: readonly string[];
  /** The record of the resource. */
  readonly record: ManagedRecord;
}

/**
 * Begins to remove members from a set: reads the assignments that the service removes together with the members. If another resource declares a
 * member, the member's assignments are restored: in this run, or in a later run, which finds them in the record. The record also gets earlier
 * removals of the same members that the resource itself should have undone.
 *
 * @returns the removals to be recorded, and `end`, to call when the requests have ended
 */
export function beginRemoval(
  context: OperationContext,
  args: JsonObject,
  claim: Claim,
  { leaving, recorded, record }: MembersToRemove,
) {
  const { type, service, program, mark } = context;
  const { note, end } = program.moving.begin(claim.key, leaving, mark);
  const noted = async (): Promise<readonly MemberRemoval[]> => {
    const found = await assignmentsOf(type, service, args, recorded);
    const removed = recorded.map((member): MemberRemoval => {
      const assignments = found && (found.get(member) ?? {});
      return { member, mark, ...(assignments && { assignments }) };
    });
    const removals = [...removed, ...renewed(context, earlierRemovalsToUndo(recorded, context, claim, record))];
    note(removals);
    return removals;
  };
  return { removals: noted(), end };
}

/** The assignments that are removed with members of a set; undefined if the token lacks the scope to read them. */
async function assignmentsOf(
  { assignments, label }: ResourceType,
  service: Service,
  args: JsonObject,
  members: readonly string[],
) {
  if (!assignments || members.length === 0) return new Map<string, Assignments>();
  try {
    return await steadily(
      label(args),
      () => assignments.read(service, args, members),
      (seen) => [{ name: assignments.noun, value: Object.fromEntries(seen) }],
    );
  } catch (error) {
    if (error instanceof TenantError && error.forbidden === "scope") return undefined;
    throw error;
  }
}

/** Maximum number of removals by earlier writes in a record. A record has more if it would otherwise have only a part of one write's removals. */
const maxReleased = 100;

/**
 * A record with the removals of a write, and without the removals that the write undoes.
 *
 * @param undone the removals that the write undoes
 * @param now the removals of the write
 */
export function withRemovals(
  record: ManagedRecord,
  undone: readonly MemberRemoval[],
  now: readonly MemberRemoval[] = [],
): ManagedRecord {
  const { memberRemovals } = record;
  const isUndone = ({ member, mark }: MemberRemoval) =>
    undone.some((one) => one.member === member && one.mark === mark);
  const first = memberRemovals.at(-maxReleased)?.mark ?? "";
  const isKept = (removal: MemberRemoval) => !isUndone(removal) && !isLater(first, removal.mark);
  return { ...record, memberRemovals: [...memberRemovals.filter(isKept), ...now] };
}

/** The members that a write restores, with the assignments that were removed with them. */
export interface Restoration {
  /** The removals that the write undoes, in the form that the record stores if the write fails. */
  readonly undoes: readonly MemberRemoval[];
  /**
   * Waits for the write that adds the members again, then restores the assignments that were removed with them.
   *
   * @throws Incomplete if only a part could be done
   */
  readonly restoreAfter: <T extends Found>(answer: Promise<T>) => Promise<T>;
}

/**
 * Determines which members of a claim the next write restores.
 *
 * @param record the record of the resource
 * @param toUndo the removals that the resource has to undo
 */
export function restorationOf(
  context: OperationContext,
  args: JsonObject,
  claim: Claim | undefined,
  record: ManagedRecord,
  toUndo: readonly MemberRemoval[],
): Restoration {
  if (claim?.property === undefined) return { undoes: [], restoreAfter: (answer) => answer };
  const pointers = membersIn(toUndo).map((member) => pointerIn(claim, member));
  const half = (found: Found, unsure: readonly string[], why: Error) =>
    new Incomplete(found, [...new Set([...unsure, ...pointers])], why);
  return {
    undoes: renewed(context, toUndo),
    async restoreAfter(answer) {
      const found = await answer.catch((error: unknown) => {
        throw error instanceof Incomplete ? half(error.found, error.unsure, causeOf(error)) : error;
      });
      try {
        await restoreAssignments(context, args, toUndo);
      } catch (error) {
        throw error instanceof Error ? half(found, [], error) : error;
      }
      const without = [...toUndo.filter(({ assignments }) => !assignments), ...newcomersIn(context, claim, record)];
      warnOfMissingAssignments(context, args, claim, membersIn(without));
      return found;
    },
  };
}

/** The removals of members that the resource declares now and did not declare before. The write adds such members without former assignments. */
function newcomersIn(
  { program }: OperationContext,
  claim: Claim,
  { paths, mark }: ManagedRecord,
): readonly MemberRemoval[] {
  const [declared, recorded] = [new Set(claim.members), new Set(paths)];
  return program.moving.removedBefore(claim.key).filter(({ member, mark: removalMark, assignments }) => {
    const isNew = declared.has(member) && !recorded.has(pointerIn(claim, member));
    const hadSome = !assignments || Object.keys(assignments).length > 0;
    return isNew && hadSome && (mark === undefined || isLater(removalMark, mark));
  });
}

/** Copies of removals, with the mark of the write that has to undo them. If that write fails, the resource's next write has to undo them. */
function renewed({ mark }: OperationContext, removals: readonly MemberRemoval[]): readonly MemberRemoval[] {
  return removals.map((removal) => ({ ...removal, mark }));
}

/** Restores the assignments that were removed with members. Assignments that a resource of this run has removed meanwhile stay removed. */
async function restoreAssignments(
  { type, service, program }: OperationContext,
  args: JsonObject,
  removals: readonly MemberRemoval[],
): Promise<void> {
  for (const { member, assignments = {} } of removals) {
    const left = Object.entries(assignments).map(([set, ids]) => {
      const taken = new Set(program.moving.taken(set, ids));
      return [set, ids.filter((id) => !taken.has(id))] as const;
    });
    if (left.length > 0) await type.assignments?.give(service, args, member, Object.fromEntries(left));
  }
}

/**
 * Undoes removals of members that only other resources of the program declare.
 *
 * @param id the tenant's id of the object
 * @param args the declared inputs, or those that were last declared
 * @param toUndo the removals to undo
 */
export async function undoForOthers(
  context: OperationContext,
  { id, args }: { readonly id: string; readonly args: JsonObject },
  claim: Claim | undefined,
  toUndo: readonly MemberRemoval[],
): Promise<void> {
  if (claim?.property === undefined || toUndo.length === 0) return;
  const { type, service, program } = context;
  const members = membersIn(toUndo);
  const inputs = { ...args, [claim.property]: program.claims.valueOf(claim.key, members) };
  const unsure = members.map((member) => pointerIn(claim, member));
  const record = { ...blankRecord({ at: "tenant", id }), paths: unsure, unsure };
  const plan = planChange(type.schema, inputs, record, inputs);
  try {
    await type.update(service, { id, plan, inputs, outputs: inputs, unsure, secrets: program.secrets });
    await restoreAssignments(context, args, toUndo);
    warnOfMissingAssignments(context, args, claim, membersIn(toUndo.filter(({ assignments }) => !assignments)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UserError(
      `${type.label(args)}: could not add ${sanitize(members.join(", "), 1_000)} again: ${error.message}\nAn earlier run removed them, but ` +
        "another resource of this program declares them. The next `pulumi up` tries again.",
      { cause: error },
    );
  }
}

/**
 * Finishes the creation of a resource. If the resource declares members of a set, the creation restores those that were removed meanwhile.
 *
 * @param claim the resource's claim on the set. Undefined if it has none
 * @param record the record of the resource before the creation
 * @param answer the object that is created or found
 */
export function finishCreation(
  context: OperationContext,
  planned: PlannedResourceWrite,
  claim: Claim | undefined,
  record: ManagedRecord,
  answer: Promise<Found>,
): Promise<Saved> {
  if (claim?.property === undefined) return finishWrite(context, planned, answer);
  const toUndo = removalsToUndo(context, claim, record);
  const { undoes, restoreAfter } = restorationOf(context, planned.inputs, claim, record, toUndo);
  const { memberRemovals } = withRemovals(record, toUndo);
  const write = { ...planned, record: { ...planned.record, memberRemovals }, undoes };
  return orUnsure(context, write, claim, finishWrite(context, write, restoreAfter(answer)));
}

/**
 * The result of a write of a resource that has a claim on a set. If it fails, two kinds of members are recorded as unsure: members that the write
 * adds again, and members that another resource no longer declares but has left in the set for this resource. The next run then adds them again, or
 * removes them if no resource declares them.
 *
 * @param claim the resource's claim on the set
 */
export async function orUnsure(
  context: OperationContext,
  write: PlannedResourceWrite,
  claim: Claim | undefined,
  result: Promise<Saved>,
): Promise<Saved> {
  if (claim?.property === undefined) return result;
  const { key, members = [] } = claim;
  try {
    const saved = await result;
    context.program.claims.noteSuccessfulClaimant(claim);
    return saved;
  } catch (error) {
    context.program.claims.noteFailedClaimant(claim);
    const unsure = new Set([...membersIn(write.undoes ?? []), ...context.program.moving.left.among(key, members)]);
    if (unsure.size === 0 || error instanceof PartialFailure || !(error instanceof Error)) throw error;
    const sentPaths = [...unsure].map((member) => pointerIn(claim, member));
    throw failureOf(context, write, { how: "lost", sentPaths }, error.message, error);
  }
}

/**
 * Records and reports that members were added again, but without all assignments that were removed with them. Resources that declare such
 * assignments send them again.
 */
function warnOfMissingAssignments(
  { type, program }: OperationContext,
  args: JsonObject,
  { key }: Claim,
  members: readonly string[],
): void {
  if (members.length === 0 || !type.assignments) return;
  program.moving.returned.add(key, members);
  console.warn(
    `warning: ${type.label(args)}: this run has added ${sanitize(members.join(", "), 1_000)} again after a removal, but without ` +
      `${type.assignments?.noun}. Run \`pulumi up --refresh\` to restore those that the program declares.`,
  );
}
