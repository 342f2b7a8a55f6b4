import { type JsonObject, own } from "../model/json.ts";
import { leavesOf } from "../model/leaves.ts";
import { isCollection, isShared } from "../model/members.ts";
import { type Plan, planChange } from "../model/plan.ts";
import { toPointer } from "../model/pointer.ts";
import { blankRecord, recordedPaths } from "../model/record.ts";
import { type SetChange, setChange } from "../model/set-change.ts";
import { identityOf, type Table } from "../model/table.ts";
import { type Service, type TenantClient, TenantError } from "../tenant/index.ts";
import { orAbsent } from "./calls.ts";
import { type Found, Incomplete, type Kind, ordinary } from "./kind.ts";
import type { Listable } from "./reads/listable.ts";

/** How a set of members has to change. */
export interface MemberChange extends SetChange {
  /** The members before, as far as they are known. */
  readonly before: readonly string[];
  /** Another call came before. */
  readonly isBegun: boolean;
}

/** A set of members that belongs to something else: what is special about one kind of it. The table says what it belongs to. */
export interface Membership {
  readonly table: Table;
  /** The property that holds the members. */
  readonly property: string;
  readonly listable?: Listable;
  label(args: JsonObject): string;
  idOf(owner: JsonObject): string;
  /**
   * What an id says of whom the members belong to, under the names of the table.
   *
   * @throws UserError where it is no such id
   */
  ownerOf(id: string): JsonObject;
  /** The ids of all members. */
  read(service: Service, owner: JsonObject): Promise<readonly string[]>;
  /**
   * Adds members and takes members away.
   *
   * @param onDone is called after each call that succeeded, with what it was about
   */
  write(
    service: TenantClient,
    owner: JsonObject,
    change: MemberChange,
    onDone: (done: SetChange) => void,
  ): Promise<void>;
  /** What a refusal means, where it means something special. */
  explain(error: TenantError, isExclusive: boolean): Error;
}

/** The kind that a membership makes. Members are assigned, not created, so there is nothing to adopt. */
export function membershipKind(membership: Membership): Kind {
  const { table, property, listable, label, idOf, ownerOf } = membership;
  const identity = identityOf(table);
  const field = table.fields[property];
  const isExclusive = (args: JsonObject) => !isCollection(field) || !isShared(field, args);
  const ownerIn = (args: JsonObject): JsonObject =>
    Object.fromEntries(identity.map((name) => [name, String(own(args, name))]));
  const foundOf = (owner: JsonObject, members: readonly string[]): Found => ({
    id: idOf(owner),
    live: { ...owner, [property]: members },
  });
  const membersIn = (args: JsonObject) => textsOf(args, property);

  /** What an update has to do: to the set as a whole, or to the members that are paths of their own. */
  const deltaOf = ({ changed, removed }: Plan, before: readonly string[], inputs: JsonObject): SetChange => {
    if (changed.some(({ path }) => path.length === 1)) return setChange(before, membersIn(inputs));
    const has = new Set(before);
    const idsOf = (paths: Plan["changed"] | Plan["removed"]) => paths.flatMap(({ path }) => path.slice(1));
    return {
      add: idsOf(changed).filter((id) => !has.has(id)),
      remove: idsOf(removed).filter((id) => has.has(id)),
    };
  };

  /**
   * Makes the members what they should be.
   *
   * @param sent the paths (JSON pointers) that this is about
   */
  const carryOut = async (
    service: TenantClient,
    args: JsonObject,
    change: MemberChange,
    sent: readonly string[],
  ): Promise<Found> => {
    const owner = ownerIn(args);
    const members = new Set(change.before);
    let isPartDone = false;
    const onDone = ({ add, remove }: SetChange) => {
      isPartDone = true;
      for (const id of add) members.add(id);
      for (const id of remove) members.delete(id);
    };
    try {
      await membership.write(service, owner, change, onDone);
      return foundOf(owner, [...members]);
    } catch (error) {
      if (!(error instanceof TenantError)) throw error;
      const found = foundOf(owner, [...members]);
      if (error.outcome === "unknown") throw new Incomplete(found, sent, error);
      const explained = membership.explain(error, isExclusive(args));
      throw isPartDone ? new Incomplete(found, [], explained) : explained;
    }
  };

  return {
    ...ordinary,
    table,
    ...(listable && { listable }),
    uniqueBy: identity,
    label,
    provisionalId: (args) => idOf(ownerIn(args)),
    isAdoptable: false,
    isTaken: () => false,

    async create(service, args, reads) {
      const plan = planChange(table, {}, blankRecord({ at: "unknown" }), args);
      const before = await reads.answer({
        known: args,
        ask: (from) => membership.read(from, ownerIn(args)),
        isExpected: (members) => isNothing(deltaOf(plan, members, args)),
      });
      const change = { ...deltaOf(plan, before, args), before, isBegun: true };
      const found = await carryOut(service, args, change, recordedPaths(leavesOf(table.fields, args)));
      const had = new Set(before);
      return { ...found, existed: membersIn(args).some((member) => had.has(member)) };
    },

    async find(service, args) {
      const owner = ownerIn(args);
      const members = await orAbsent(membership.read(service, owner));
      return members && foundOf(owner, members);
    },

    async read(service, id, outputs) {
      const isKnown = identity.every((name) => own(outputs, name) !== undefined);
      const owner = isKnown ? ownerIn(outputs) : ownerOf(id);
      const members = await orAbsent(membership.read(service, owner));
      return members && foundOf(owner, members).live;
    },

    async update(service, { inputs, outputs, unsure, plan }) {
      // Of a shared set the outputs do not tell how many members there are. Where that is limited, it decides what comes first.
      const isLimited = isCollection(field) && field.max !== undefined;
      const isTold = !isLimited || isExclusive(inputs) || plan.changed.length === 0 || plan.removed.length === 0;
      const isRead = unsure.length > 0 || !isTold;
      const before = isRead ? await membership.read(service, ownerIn(inputs)) : membersIn(outputs);
      const change = { ...deltaOf(plan, before, inputs), before, isBegun: isRead };
      const sent = [...plan.changed, ...plan.removed].map(({ pointer }) => pointer);
      return carryOut(service, inputs, change, sent);
    },

    async delete(service, _id, outputs, remembered) {
      const pointer = toPointer([property]);
      const remove = own(remembered, pointer) === undefined ? membersIn(outputs) : textsOf(remembered, pointer);
      const change = { add: [], remove, before: remove, isBegun: false };
      if (remove.length > 0) await orAbsent(membership.write(service, ownerIn(outputs), change, () => undefined));
    },
  };
}

function isNothing({ add, remove }: SetChange): boolean {
  return add.length === 0 && remove.length === 0;
}

function textsOf(holder: JsonObject, key: string): readonly string[] {
  const value = own(holder, key);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
