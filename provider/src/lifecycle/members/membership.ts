import {
  type Listing,
  listed,
  type Service,
  type TenantCall,
  type TenantClient,
  TenantError,
} from "../../client/index.ts";
import { type Definition, pathIn } from "../../schema/definition.ts";
import { fromPointer, holdsUnknown, type Json, type JsonObject, own, stringsIn, toPointer } from "../../schema/json.ts";
import { type Schema, wireName } from "../../schema/schema.ts";
import { collectionOf, parametersOf } from "../../schema/service.ts";
import { type CollectionField, isCollection, isShared } from "../../state/leaves.ts";
import { type Plan, planChange, type SetChange, sameSet, sentPaths, setChange } from "../../state/plan.ts";
import { blankRecord, recordOf } from "../../state/record.ts";
import { listInWords, nameIn, orAbsent } from "../calls.ts";
import { OwnerGone, reading } from "../errors.ts";
import { type Claim, claimOnSet } from "../program/claims.ts";
import type { Reads } from "../reads/reads.ts";
import { compositeOf } from "../requests/place.ts";
import {
  type Found,
  Incomplete,
  type LeavingMembers,
  ordinary,
  type ResourceType,
  type UpdateRequest,
} from "../resource-type.ts";
import { type MemberTexts, memberTexts } from "./member-texts.ts";

/** The definition of one type of membership: a set of members that belongs to another object, its owner. */
export interface Membership {
  /** The set in messages: `the clients of connection "con_…"`. */
  label(args: JsonObject): string;
  /** What an id identifies, for the message about a malformed id: `a member's roles`. */
  readonly idIs: string;
  /** The requests that change the members. `count` is the number of members known before. Default: POST and DELETE with the members' ids. */
  readonly calls?: (change: SetChange, count: number) => readonly MemberCall[];
  /** A member in the body of POST and DELETE. Default: as the schema says. */
  readonly sentAs?: (member: string, args: JsonObject) => Json;
  /**
   * Determines the actual members from the listed ones. Defined only if the listing can lag behind.
   *
   * @param known the members at the last read, and the members added since
   * @param isExclusive whether members other than the known ones would be drift
   */
  readonly confirm?: (
    service: Service,
    args: JsonObject,
    listed: readonly string[],
    known: readonly string[],
    isExclusive: boolean,
  ) => Promise<readonly string[]>;
  /**
   * The reason why a set can exist without its owner, for messages. Such a set counts as empty: its resource stays in the state, and an
   * {@link OwnerGone} error of a write becomes a warning. Default: a resource whose owner no longer exists leaves the state.
   */
  readonly ownerGone?: string;
  /** Replaces an error of the service with one that explains its meaning for this type. Default: the error is thrown unchanged. */
  readonly explain?: (error: TenantError, isExclusive: boolean) => Error;
}

/** The known members before an update. */
interface Look {
  readonly members: readonly string[];
  /** Whether a request has just listed the members. */
  readonly isListed: boolean;
  /** Further members that may exist although the listing does not contain them, because it can lag behind. Default: none. */
  readonly known?: readonly string[];
  /** Whether an exclusive set loses a member that the program does not declare. Default: it loses all of them. */
  isManaged?(member: string): boolean;
}

/** The resource type of a membership. Members are assigned, not created, so nothing can be adopted. */
export function membershipType(definition: SetDefinition, membership: Membership): ResourceType {
  const set = setOf(definition, membership);
  const { schema, label, identity, idOf, ownerIn, identityIn, foundOf, isExclusive, property } = set;
  const { confirm, ownerGone } = membership;
  return {
    ...ordinary,
    schema,
    sharesReads: set.inEntries.length > 0,
    uniqueBy: identity,
    label,
    provisionalId: idOf,
    hasOwnObject: false,
    isTaken: () => false,
    // The new resource is created first: members that both resources declare stay assigned throughout the replacement.
    deleteBeforeReplace: () => false,
    replacedInPlace: true,
    claim: (args) => claimOf(set, args),

    async losses(service, args) {
      const isHarmless = !isExclusive(args) && schema.fields[property]?.kind === "set";
      if (isHarmless || holdsUnknown(own(args, property))) return undefined;
      return lossOf(set, args, (await orAbsent(readSet(set, service, ownerIn(args)))) ?? []);
    },

    create: (service, args, reads) => assign(set, service, args, reads),

    async find(service, args) {
      const owner = ownerIn(args);
      const members = await orAbsent(readSet(set, service, owner));
      return members && foundOf(owner, members);
    },

    async read(service, id, outputs) {
      const owner = identityIn(id, outputs);
      const listed = await orAbsent(readSet(set, service, owner));
      if (!listed) return undefined;
      const members = await (confirm?.(service, owner, listed, lastKnown(set, outputs), isExclusive(outputs)) ??
        listed);
      return foundOf(owner, members).live;
    },

    ...(ownerGone !== undefined && {
      withoutOwner: (outputs: JsonObject) => ({ live: foundOf(ownerIn(outputs), []).live, why: ownerGone }),
    }),

    update: (service, change) => updateSet(set, service, change),
    delete: (service, _id, outputs, leaving) => unassign(set, service, outputs, leaving),
  };
}

type SetDefinition = Definition & { readonly members: object };

/** The sets of one type: their values in the state, their members as texts, and their paths. */
type MemberSet = ReturnType<typeof setOf>;

function setOf(definition: SetDefinition, membership: Membership) {
  const { schema, route, routeWith, members: listedAs } = definition;
  const [property, field] = collectionIn(schema);
  const texts = memberTexts([property, field], listedAs.key);
  const composite = compositeOf({ schema }, membership.idIs);
  const inPaths = [route, routeWith?.route ?? ""].flatMap(parametersOf);
  return {
    ...membership,
    ...composite,
    schema,
    property,
    texts,
    listedAs,
    collection: listedAs.collection ?? collectionOf(route),
    max: field.max ?? Infinity,
    /** Identity properties that the route does not contain: they are compared with the entries of the listing. */
    inEntries: composite.identity.filter((name) => !inPaths.includes(name)),
    isExclusive: (args: JsonObject) => !isShared(field, args),
    placeOf: (owner: JsonObject) => ({ path: pathIn(definition, owner), subject: membership.label(owner) }),
    foundOf: (owner: JsonObject, members: readonly string[]): Found => ({
      id: composite.idOf(owner),
      live: { ...owner, [property]: texts.valueOf(members) },
    }),
    membersIn: (args: JsonObject) => texts.in(own(args, property)),
    idsOf: (members: readonly string[]) => members.map(texts.idOf),
  };
}

/** The claim on the set; undefined while its owner is not known. Its key is equal for all resources with the same set. */
function claimOf({ schema, identity, property, inEntries, placeOf }: MemberSet, args: JsonObject): Claim | undefined {
  const isKnown = (name: string) => {
    const value = own(args, name);
    return value === undefined ? schema.fields[name]?.required !== true : !holdsUnknown(value);
  };
  if (!identity.every(isKnown)) return undefined;
  const { path, subject } = placeOf(args);
  const key = [...path, ...inEntries.map((name) => String(own(args, name)))];
  return claimOnSet(schema, property, args, membersAt(key, subject));
}

/** The members at the last read, and the members that the resource has added since, according to the state. */
function lastKnown({ property, membersIn, texts }: MemberSet, outputs: JsonObject): readonly string[] {
  const { paths, remembered } = recordOf("", outputs);
  const recorded = paths.map(fromPointer).filter(([name, member]) => name === property && member !== undefined);
  const added = stringsIn(own(remembered, toPointer([property])));
  const shown = membersIn(outputs);
  const isShown = new Set(shown.map(texts.idOf));
  const further = [...recorded.map(([, member = ""]) => member), ...added].filter((id) => !isShown.has(id));
  return [...shown, ...[...new Set(further)].map(texts.withId)];
}

function readSet(set: MemberSet, service: Service, owner: JsonObject): Promise<readonly string[]> {
  const { schema, inEntries, listedAs, collection, texts, placeOf } = set;
  const place = placeOf(owner);
  const isOwn = (entry: Json, name: string) =>
    nameIn(entry, wireName(name, schema.fields[name]), place.subject) === own(owner, name);
  return readMembers(
    service,
    listedAs,
    { ...place, collection },
    (entry) => inEntries.every((name) => isOwn(entry, name)),
    texts.ofEntry,
  );
}

/** Creates the resource: reads the members of the set, and assigns the declared ones. */
async function assign(set: MemberSet, service: TenantClient, args: JsonObject, reads: Reads): Promise<Found> {
  const plan = planChange(set.schema, {}, blankRecord(), args);
  const before = reads.answer({
    values: args,
    isGuess: true,
    ask: (from) => readSet(set, from, set.ownerIn(args)),
    isExpected: (members) => isNothing(changeOf(set, plan, { members, isListed: true }, args)),
  });
  const members = await orExplained(set, before, plan, args);
  const lost = lossOf(set, args, members);
  if (lost !== undefined) console.warn(`warning: ${lost}`);
  return changeSet(set, service, args, plan, { members, isListed: true });
}

async function updateSet(
  set: MemberSet,
  service: TenantClient,
  { inputs, outputs, unsure, plan }: UpdateRequest,
): Promise<Found> {
  // The outputs of a shared set do not show how many members it has. If that number is limited, the order of the additions and removals
  // depends on it, so the members are read first.
  const isTold =
    set.max === Infinity || set.isExclusive(inputs) || plan.changed.length === 0 || plan.removed.length === 0;
  const isRead = unsure.length > 0 || !isTold;
  const members = isRead
    ? await orExplained(set, readSet(set, service, set.ownerIn(inputs)), plan, inputs)
    : set.membersIn(outputs);
  const known = lastKnown(set, outputs);
  const isOurs = managedBy(set.idsOf(known), set.idsOf(set.membersIn(inputs)));
  const isManaged = (member: string) => isOurs(set.texts.idOf(member));
  if (isWhole(plan)) {
    const unseen = members.filter((member) => !isManaged(member));
    warnOfUnseenMembers(set.label(inputs), set.idsOf(unseen));
  }
  const look = { members, isListed: isRead, known: isRead && set.confirm ? known : [], isManaged };
  return changeSet(set, service, inputs, plan, look);
}

/**
 * Whether this stack manages a member of an exclusive set, by the member's id: the program declares it, or the state shows it. Others stay until a refresh
 * has shown them.
 *
 * @param known the members that the state shows
 */
export function managedBy(known: readonly string[], declared: readonly string[]): (id: string) => boolean {
  const managed = new Set([...known, ...declared]);
  return (id) => managed.has(id);
}

/** Warns of members that another client has added to an exclusive set, and that an update keeps because no preview has shown their removal. */
export function warnOfUnseenMembers(subject: string, members: readonly string[]): void {
  if (members.length === 0) return;
  console.warn(
    `warning: ${subject}: another client has added ${listInWords(members)} since the last refresh. This run keeps undeclared members. To see and ` +
      "remove them, run `pulumi up --refresh`; to keep them, declare them.",
  );
}

/** Deletes the resource: removes the members that it has declared, except those that other resources declare. */
async function unassign(
  set: MemberSet,
  service: TenantClient,
  outputs: JsonObject,
  { remembered, unclaimed }: LeavingMembers,
): Promise<void> {
  const { property, texts, idsOf, membersIn } = set;
  const declared = own(remembered, toPointer([property]));
  const ids = declared === undefined ? idsOf(membersIn(outputs)) : stringsIn(declared);
  await removeMembers(set, service, outputs, unclaimed(ids).map(texts.withId), false);
}

/** Adds and removes members according to the plan. */
async function changeSet(
  set: MemberSet,
  service: TenantClient,
  args: JsonObject,
  plan: Plan,
  look: Look,
): Promise<Found> {
  const { idsOf } = set;
  const { members: before, isListed, isManaged = () => true } = look;
  const owner = set.ownerIn(args);
  // Only a refresh adds the members of others to the state.
  const foundOf = (of: JsonObject, members: readonly string[]) => set.foundOf(of, members.filter(isManaged));
  const delta = changeOf(set, plan, look, args);
  const calls = callsFor(set, delta, before.length, args);
  const { members, rest, error } = await send(set, service, owner, { calls, before, continues: isListed });
  if (!error) return foundOf(owner, members);
  const leaving = rest.flatMap(({ does }) => does.remove);
  const isRemoval = error.isAbsence && rest.every(({ does }) => does.add.length === 0);
  // "Not found" may refer to one of the members to remove, which is then gone. The other members must still be removed.
  const there = isRemoval ? await orAbsent(readSet(set, service, owner)) : undefined;
  if (there) {
    await removeMembers(set, service, args, leaving, true);
    return foundOf(
      owner,
      members.filter((member) => !leaving.includes(member)),
    );
  }
  const found = foundOf(owner, members);
  if (error.outcome === "unknown") {
    if (isWhole(plan)) throw new Incomplete(found, sentPaths(plan), error);
    // Members whose requests succeeded are sure.
    const open = new Set(idsOf(rest.flatMap(({ does }) => [...does.add, ...does.remove])));
    const sent = [...sentPaths(plan), ...idsOf(delta.add).map((id) => toPointer([set.property, id]))];
    const unsure = sent.filter((pointer) => open.has(fromPointer(pointer)[1] ?? ""));
    throw new Incomplete(found, [...new Set(unsure)], error);
  }
  const why = explained(set, error, plan, args);
  throw why instanceof Incomplete || rest.length === calls.length ? why : new Incomplete(found, [], why);
}

/**
 * The additions and removals of an update. The plan changes either the set as a whole or single members. A declared member that is missing in
 * the listing is added, even if the plan does not change it. If the listing can lag behind, the members that the plan changes are sent even if
 * the listing shows nothing to do: a listed member may have been removed, and a member that is not listed may have been added.
 */
function changeOf(set: MemberSet, plan: Plan, look: Look, inputs: JsonObject): SetChange {
  const {
    confirm,
    texts: { idOf },
    membersIn,
  } = set;
  const { members: before, isListed, known = [], isManaged = () => true } = look;
  const declared = membersIn(inputs);
  const isDoubtful = isListed && confirm !== undefined;
  if (isWhole(plan)) {
    const { add, remove } = setChange([...new Set([...before, ...known])], declared);
    return { add: isDoubtful ? declared : add, remove: remove.filter(isManaged) };
  }
  const has = new Set(before);
  const idsOf = (paths: Plan["changed"] | Plan["removed"]) => paths.flatMap(({ path }) => path.slice(1));
  const added = new Set(idsOf(plan.changed));
  const byId = new Map(before.map((member) => [idOf(member), member]));
  const isMissing = (member: string) => isListed && !byId.has(idOf(member));
  const wanted = declared.filter((member) => added.has(idOf(member)) || isMissing(member));
  const add = wanted.filter((member) => !has.has(member) || (isDoubtful && added.has(idOf(member))));
  const leaving = idsOf(plan.removed).flatMap((id) => byId.get(id) ?? (isDoubtful ? [id] : []));
  const replaced = add.flatMap((member) => byId.get(idOf(member)) ?? []).filter((member) => !add.includes(member));
  return { add, remove: [...leaving, ...replaced] };
}

/** The requests of a change. Removals come first only if the old and the new members together would exceed the service's limit. */
function callsFor(
  { calls, sentAs, listedAs, collection, max, texts }: MemberSet,
  change: SetChange,
  count: number,
  args: JsonObject,
): readonly MemberCall[] {
  if (calls) return calls(change, count);
  const { single, atOnce } = listedAs;
  const { edits, moves } = editsIn(change, texts);
  const removesFirst = count + moves.add.length > max;
  if (single !== undefined)
    return addAndRemove(moves, ([member = ""]) => ({ [single]: member }), 1, removesFirst).map(inPath);
  const bodyOf = (members: readonly string[], does: keyof SetChange) => ({
    [collection]: members.map(
      (member) => sentAs?.(member, args) ?? (does === "add" ? texts.added(member) : texts.removed(member)),
    ),
  });
  return [...addAndRemove(moves, bodyOf, atOnce, removesFirst), ...edits];
}

/**
 * Sends requests. A request is refused if another client has added one of its members meanwhile, or has removed the one that it changes. The set is
 * then read, the request is replaced by what remains to be done, and the requests continue.
 */
async function send(
  set: MemberSet,
  service: TenantClient,
  owner: JsonObject,
  change: MembersChange,
): ReturnType<typeof changeMembers> {
  const { texts, idsOf } = set;
  const sent = await changeMembers(service, set.placeOf(owner), change);
  const [refused, ...rest] = sent.rest;
  const { add = [], remove = [] } = refused?.does ?? {};
  const isKnown = set.listedAs.refusesKnown && sent.error?.status === 409;
  const isGone = sent.error?.isAbsence && add.length > 0 && remove.length > 0;
  if (!isKnown && !isGone) return sent;
  // If the set cannot be read, the refusal stands.
  const there = await orAbsent(readSet(set, service, owner)).catch(() => undefined);
  const ids = new Set(idsOf(add));
  const replaced = there?.filter((member) => ids.has(texts.idOf(member)) && !add.includes(member)) ?? [];
  const missing = add.filter((member) => !there?.includes(member));
  const isTried = missing.length === add.length && sameSet(replaced, remove);
  if (!there || isTried) return sent;
  const again = callsFor(set, { add: missing, remove: replaced }, there.length, owner);
  const others = sent.members.filter((member) => !ids.has(texts.idOf(member)));
  const before = [...new Set([...others, ...there])];
  return send(set, service, owner, { calls: [...again, ...rest], before, continues: true });
}

/**
 * The error of the service as one that explains its meaning for the type. If the owner does not exist, the declared members cannot be added: the error
 * is then {@link Incomplete}, and the next run adds them.
 */
function explained(set: MemberSet, error: TenantError, plan: Plan, args: JsonObject): Error {
  const why = set.explain?.(error, set.isExclusive(args)) ?? error;
  if (!(why instanceof OwnerGone)) return why;
  return new Incomplete(set.foundOf(set.ownerIn(args), set.membersIn(args)), sentPaths(plan), why);
}

function orExplained<T>(set: MemberSet, call: Promise<T>, plan: Plan, args: JsonObject): Promise<T> {
  return call.catch((error: unknown) => {
    throw error instanceof TenantError ? explained(set, error, plan, args) : error;
  });
}

/** The property of a schema with the members of its set. */
function collectionIn({ noun, fields }: Schema): readonly [property: string, field: CollectionField] {
  for (const [name, field] of Object.entries(fields)) if (isCollection(field)) return [name, field];
  throw new Error(`the schema of ${noun} has no set`);
}

/** The requests that change the values of members, which a change of the set replaces, and the other members, which it adds or removes. */
function editsIn(
  { add, remove }: SetChange,
  { idOf, changed }: MemberTexts,
): { edits: readonly MemberCall[]; moves: SetChange } {
  const before = new Map(remove.map((member) => [idOf(member), member]));
  const edited = new Map(add.flatMap((member) => (before.has(idOf(member)) ? [[idOf(member), member]] : [])));
  const edits = [...edited].map(
    ([id, member]): MemberCall => ({
      ...{ method: "PATCH", action: "update", below: [id], body: changed(member), expected: "nothing" },
      does: { add: [member], remove: [before.get(id) ?? ""] },
    }),
  );
  const isMoved = (member: string) => !edited.has(idOf(member));
  return { edits, moves: { add: add.filter(isMoved), remove: remove.filter(isMoved) } };
}

/** Whether the plan changes the set as one value instead of single members. */
function isWhole({ changed }: Plan): boolean {
  return changed.some(({ path }) => path.length === 1);
}

function isNothing({ add, remove }: SetChange): boolean {
  return add.length === 0 && remove.length === 0;
}

/** A request that adds or removes members. */
export interface MemberCall extends Omit<TenantCall, "path" | "query" | "subject" | "continues"> {
  /** The path below that of the set. Default: the set's path. */
  readonly below?: readonly string[];
  /** The members that the request adds and removes if it succeeds. */
  readonly does: SetChange;
}

/** The part of a claim that identifies a set of members. */
export function membersAt(path: readonly string[], on: string): Pick<Claim, "key" | "on"> {
  return { key: JSON.stringify(path), on };
}

/**
 * Reads all members from a listing.
 *
 * @param isWanted whether an entry of the listing belongs to the set. Default: every entry does
 * @param ofEntry the member in an entry. Default: the id that the entry has under the given key
 */
export function readMembers(
  service: Service,
  { key, paging, perPage, query }: NonNullable<Definition["members"]>,
  listing: Listing,
  isWanted: (entry: Json) => boolean = () => true,
  ofEntry: MemberTexts["ofEntry"] = (entry, subject) => nameIn(entry, key, subject),
): Promise<readonly string[]> {
  return reading(async () => {
    const members: string[] = [];
    const all = listed<Json>(service, paging, { ...listing, ...(query && { query }), ...(perPage && { perPage }) });
    for await (const entry of all) if (isWanted(entry)) members.push(ofEntry(entry, listing.subject));
    return members;
  });
}

/** The requests that add and remove members. */
interface MembersChange {
  readonly calls: readonly MemberCall[];
  /** The known members before the first request. Default: none. */
  readonly before?: readonly string[];
  /** Whether an earlier request belongs to the same operation. */
  readonly continues: boolean;
}

/**
 * Sends requests that add and remove members, until one request fails.
 *
 * @returns the members afterwards, and of a failure the error, with the requests that did not succeed: first the one that failed
 */
export async function changeMembers(
  service: TenantClient,
  where: Pick<TenantCall, "path" | "subject">,
  { calls, before = [], continues }: MembersChange,
): Promise<{ members: readonly string[]; rest: readonly MemberCall[]; error?: TenantError }> {
  const members = new Set(before);
  for (const [done, { does, below = [], ...call }] of calls.entries()) {
    const path = [...where.path, ...below];
    try {
      await service.request({ ...call, ...where, path, continues: continues || done > 0 });
    } catch (error) {
      if (error instanceof TenantError) return { members: [...members], rest: calls.slice(done), error };
      throw error;
    }
    for (const id of does.add) members.add(id);
    for (const id of does.remove) members.delete(id);
  }
  return { members: [...members], rest: [] };
}

/**
 * Removes members, even if some of them no longer exist. "Not found" can refer to one member of a request or to the owner of the set. If the
 * owner exists, the request is split into one request for each member.
 *
 * @param isOwnerKnown whether a request has just read the set, so that its owner exists
 */
async function removeMembers(
  set: MemberSet,
  service: TenantClient,
  args: JsonObject,
  members: readonly string[],
  isOwnerKnown: boolean,
): Promise<void> {
  const owner = set.ownerIn(args);
  const where = set.placeOf(owner);
  const removals = (ids: readonly string[]) => callsFor(set, { add: [], remove: ids }, 0, args);
  let isSure = isOwnerKnown;
  for (const [at, call] of removals(members).entries()) {
    const { error } = await changeMembers(service, where, { calls: [call], continues: at > 0 });
    if (!error) continue;
    if (!error.isAbsence) throw error;
    if (!isSure && (await orAbsent(readSet(set, service, owner))) === undefined) return;
    isSure = true;
    if (call.does.remove.length < 2) continue;
    for (const single of call.does.remove.flatMap((member) => removals([member]))) {
      const { error: refusal } = await changeMembers(service, where, { calls: [single], continues: true });
      if (refusal && !refusal.isAbsence) throw refusal;
    }
  }
}

/** Whether the service refuses members because they do not exist, and not for another reason. A refusal by a proxy does not count. */
function isOfUnknownMember(error: TenantError): boolean {
  const isNamed = error.status === 400 && /not found|not exist/i.test(error.message);
  return error.isAbsence || (error.recognised && isNamed);
}

/**
 * Adds members that were removed from the set. Members that no longer exist are skipped.
 *
 * @param additions creates the requests that add members
 */
export async function addAgain(
  service: TenantClient,
  where: Pick<TenantCall, "path" | "subject">,
  members: readonly string[],
  additions: (members: readonly string[]) => readonly MemberCall[],
): Promise<void> {
  for (const call of additions(members)) {
    const { error } = await changeMembers(service, where, { calls: [call], continues: true });
    if (!error) continue;
    if (!isOfUnknownMember(error)) throw error;
    if (call.does.add.length > 1)
      for (const member of call.does.add) await addAgain(service, where, [member], additions);
  }
}

/**
 * The requests that add members and the requests that remove members, each with at most `atOnce` members. Additions come first unless
 * `removesFirst` is set, so that the set does not become empty between the requests.
 */
export function addAndRemove(
  { add, remove }: SetChange,
  body: (members: readonly string[], does: keyof SetChange) => JsonObject,
  atOnce: number = Math.max(1, add.length, remove.length),
  removesFirst: boolean,
): readonly MemberCall[] {
  // The service ignores the second assignment of a member, so an addition can be repeated.
  const adding = { method: "POST", action: "add to", repeatable: true, expected: "nothing" } as const;
  const additions = chunked(add, atOnce).map(
    (members): MemberCall => ({ ...adding, body: body(members, "add"), does: { add: members, remove: [] } }),
  );
  const removals = chunked(remove, atOnce).map(
    (members): MemberCall => ({
      method: "DELETE",
      action: "remove from",
      body: body(members, "remove"),
      does: { add: [], remove: members },
    }),
  );
  return removesFirst ? [...removals, ...additions] : [...additions, ...removals];
}

/** A request of which a removal has the member in its path. */
function inPath({ body, ...call }: MemberCall): MemberCall {
  return call.method === "DELETE" ? { ...call, below: call.does.remove } : { ...call, body };
}

function chunked(members: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(members.length / size) }, (_, at) => members.slice(at * size, (at + 1) * size));
}

/** What a creation takes from others, for a warning: members that it removes, and entries to which it gives another value. Undefined if it takes nothing. */
function lossOf(set: MemberSet, args: JsonObject, members: readonly string[]): string | undefined {
  const wanted = set.membersIn(args);
  const removed = set.isExclusive(args) ? removedInWords(setChange(set.idsOf(members), set.idsOf(wanted))) : [];
  const lost = [...removed, ...changedInWords(editsIn(setChange(members, wanted), set.texts).edits)];
  return lost.length > 0 ? `${set.label(args)}: ${lost.join(" ")}` : undefined;
}

/** The sentences about members that the creation of an exclusive set removes. */
function removedInWords({ remove }: SetChange): readonly string[] {
  if (remove.length === 0) return [];
  return [
    `the creation removes all members that the program does not declare: ${listInWords(remove)}. ` +
      "To keep them, declare them, or set `exclusive: false`.",
  ];
}

/** The sentences about entries that exist already, and to which a creation gives another value. */
function changedInWords(edits: readonly MemberCall[]): readonly string[] {
  if (edits.length === 0) return [];
  const changes = edits.map(({ does: { add, remove } }) => `${remove.join()} → ${add.join()}`);
  return [`the creation changes entries that exist already, which another stack may manage: ${listInWords(changes)}.`];
}
