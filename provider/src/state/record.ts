import { isObject, type Json, type JsonObject, own, stringsIn } from "../schema/json.ts";
import { recordKey } from "../schema/provider-code.ts";
import type { Leaf } from "./leaves.ts";

/**
 * The existence of an object: at the tenant under an id, or unconfirmed after a creation whose response was lost.
 */
export type Standing = { readonly at: "tenant"; readonly id: string } | Unconfirmed;

/** An object whose creation is unconfirmed. */
export interface Unconfirmed {
  readonly at: "unknown";
  /**
   * The ids of the objects with the same name or identity that existed before the creation was sent. None of them is the created object. Even an
   * object with any other id can belong to another team. Empty if unknown.
   */
  readonly before: readonly string[];
  /** Whether `before` has all of these objects. Only noted of objects that a later run may delete because of it. */
  readonly isComplete?: true;
  /** When the creation was last sent, in seconds since the epoch. Present if listings can lag behind and lack the object for a while. */
  readonly sentAt?: number;
}

/** The assignments of a set's member, such as the roles of an organization member: lists of ids, by the key of the claim on the set of these ids. */
export type Assignments = Readonly<Record<string, readonly string[]>>;

/** The removal of a member from a shared set, of which other resources can declare members, too. */
export interface MemberRemoval {
  readonly member: string;
  /** The {@link ManagedRecord.mark} of the write that removed the member, or of the last failed write that should have added it again. */
  readonly mark: string;
  /** The assignments that were removed with the member. Undefined if the token cannot read them. */
  readonly assignments?: Assignments;
}

/** An object that another object of the same resource has replaced. */
export interface Replaced {
  /** The tenant's id. */
  readonly id: string;
  /** See {@link ManagedRecord.isLikely}. */
  readonly isLikely?: true;
  /** The last known declared values, without secrets, write-only values and long values. */
  readonly values: JsonObject;
}

/**
 * The undeclared values of an object that a switch can put into force and that this stack has caused: they are from its creation of the object, or from a
 * program that no longer declares them. A keyed hash of each, by JSON pointer. In place of a hash stand the marks of values that are or may be another
 * client's: an empty text if a refresh has read the value, a hyphen if it was there before a write of this stack whose response was lost, and a plus if
 * the last known value is the one that such a write has sent.
 */
export interface KnownContent {
  readonly key: string;
  readonly hashes: JsonObject;
}

/** In place of a hash of {@link KnownContent}: another client has given the value before a write of this stack whose response was lost. */
export const beforeLostWrite = "-";

/**
 * In place of a hash of {@link KnownContent}: a write of this stack whose response was lost has sent the value, and the value from before that write is not
 * known.
 */
export const ofLostWrite = "+";

/**
 * Keyed hashes of the values that writes whose results are not known have sent, by JSON pointer. The tenant has one of them, the value from before these
 * writes, or none; any other value is another client's. A path is left out if not all sent values are known.
 */
export interface SentValues {
  readonly key: string;
  readonly hashes: Readonly<Record<string, readonly string[]>>;
}

/**
 * The provider's metadata in a resource's outputs. The engine passes the old outputs to a provider, but not the old program. So only this
 * record reveals that a property was removed from the program.
 */
export interface ManagedRecord {
  /** The declared paths (JSON pointers), without identity properties, which are always managed. */
  readonly paths: readonly string[];
  /**
   * The hint of each write-only value (see `ReadsBack.hint`), as the tenant returned it after the last write of the value. After a write whose response
   * was lost, the hint from before that write. By JSON pointer.
   */
  readonly hints: JsonObject;
  /** Declared values that a deletion needs. A refresh does not change them. By JSON pointer. */
  readonly remembered: JsonObject;
  /** Paths that were sent in a request whose response was lost: the tenant can have the old or the new value. */
  readonly unsure: readonly string[];
  /**
   * The unsure paths whose change starts an act of the service (`startsAct`) that may not have happened. Their values in the state are those of the last
   * finished act. Absent if there are none.
   */
  readonly pending?: readonly string[];
  readonly standing: Standing;
  /**
   * The object is only assumed to be the one that this stack created: the response to the creation was lost, and right after the request an
   * object had every value that was sent. Another team can have created it at the same time. The flag stays as long as the resource is in the state.
   */
  readonly isLikely?: true;
  /** Distinguishes this entry of the state from other entries for the same object. Each write of the resource sets a later mark. */
  readonly mark?: string;
  /** The objects that this object has replaced, latest first. If one still exists, a rollback of the program makes it the resource's object again. */
  readonly replaced: readonly Replaced[];
  /** When the creation of the object began, in milliseconds since 1970. Only for resource types whose objects can share a name. */
  readonly made?: number;
  /**
   * The members that the resource has removed from a shared set, and those that it should have restored there. A later run may have to add them
   * again, see `lifecycle/members/shared-sets.ts`. The latest come last.
   */
  readonly memberRemovals: readonly MemberRemoval[];
  /**
   * Only a write adds a hash, never a refresh. A refresh removes the hyphen of a value that the write has replaced, and turns a plus into a hyphen if it
   * reads another value.
   */
  readonly content?: KnownContent;
  /** Only of unsure paths. Absent if there are none. */
  readonly sentValues?: SentValues;
}

/** A record of version 0.1, which this version cannot read. */
export class OldRecord extends Error {
  override readonly name = "OldRecord";

  constructor() {
    super(
      "The state was saved by pulumi-tenant 0.1, and this version reads the states of 0.2 and later. Nothing was changed. " +
        "Install pulumi-tenant 0.2, run `pulumi refresh`, which saves every resource in the new form, and then upgrade again.",
    );
  }
}

/** The time of a mark, in microseconds since 1970: the part before the dot. 0 for a mark that an older version wrote, without a time. */
export function timeOf(mark: string): number {
  return mark.includes(".") ? Number.parseInt(mark, 36) : 0;
}

export function isLater(mark: string, other: string): boolean {
  return timeOf(mark) > timeOf(other);
}

/**
 * A record without declared paths.
 *
 * @param standing Default: an unconfirmed creation
 */
export function blankRecord(standing: Standing = { at: "unknown", before: [] }): ManagedRecord {
  return { paths: [], hints: {}, remembered: {}, unsure: [], standing, replaced: [], memberRemovals: [] };
}

/**
 * Converts a record to the form in which the state stores it. Empty parts are left out, as every resource has a record.
 *
 * @param id the id in the state. The tenant's id is stored only if it differs
 */
export function writeRecord(
  {
    paths,
    hints,
    remembered,
    unsure,
    pending = [],
    standing,
    isLikely,
    mark,
    replaced,
    made,
    memberRemovals,
    content,
    sentValues,
  }: ManagedRecord,
  id: string,
): JsonObject {
  return {
    v: 2,
    paths,
    ...(Object.keys(hints).length > 0 && { hints }),
    ...(Object.keys(remembered).length > 0 && { remembered }),
    ...(unsure.length > 0 && { unsure }),
    ...(pending.length > 0 && { pending }),
    ...(standing.at === "unknown" && unconfirmedIn(standing)),
    ...(standing.at === "tenant" && standing.id !== id && { id: standing.id }),
    ...(isLikely && { likely: true }),
    ...(mark !== undefined && { mark }),
    ...(replaced.length > 0 && { replaced: replaced.map(writeReplaced) }),
    ...(made !== undefined && { made }),
    ...(memberRemovals.length > 0 && { released: memberRemovals.map((removal) => ({ ...removal })) }),
    ...(content && { content: { ...content } }),
    ...(sentValues && { tried: { ...sentValues } }),
  };
}

/** Reads stored removals. An older version stored them as an object with one removal for each member. */
function readRemovals(stored: Json | undefined): readonly MemberRemoval[] {
  if (Array.isArray(stored)) return stored.flatMap((one) => readRemoval(own(one, "member"), one));
  return isObject(stored) ? Object.entries(stored).flatMap(([member, one]) => readRemoval(member, one)) : [];
}

function readRemoval(member: Json | undefined, stored: Json): readonly MemberRemoval[] {
  const [mark, assignments] = [own(stored, "mark"), own(stored, "assignments")];
  if (typeof member !== "string" || typeof mark !== "string") return [];
  if (!isObject(assignments)) return [{ member, mark }];
  const entries = Object.entries(assignments).map(([key, ids]) => [key, stringsIn(ids)] as const);
  return [{ member, mark, assignments: Object.fromEntries(entries) }];
}

/**
 * Reads the record of a resource; undefined if there is none, as for a resource that was only read (`get`).
 *
 * @param id the id in the state
 * @throws OldRecord
 */
export function readRecord(id: string, outputs: JsonObject): ManagedRecord | undefined {
  const stored = own(outputs, recordKey);
  if (!isObject(stored)) return undefined;
  if (own(stored, "v") === 1) throw new OldRecord();
  const [realId, mark, made] = [own(stored, "id"), own(stored, "mark"), own(stored, "made")];
  const [before, content] = [own(stored, "replaced"), own(stored, "content")];
  const [key, pending] = [own(content, "key"), stringsIn(own(stored, "pending"))];
  return {
    paths: stringsIn(own(stored, "paths")),
    hints: objectIn(stored, "hints"),
    remembered: objectIn(stored, "remembered"),
    unsure: stringsIn(own(stored, "unsure")),
    ...(pending.length > 0 && { pending }),
    standing:
      own(stored, "unconfirmed") === true
        ? unconfirmedOf(stored)
        : { at: "tenant", id: typeof realId === "string" ? realId : id },
    ...(own(stored, "likely") === true && { isLikely: true }),
    ...(typeof mark === "string" && { mark }),
    replaced: Array.isArray(before) ? before.flatMap(readReplaced) : [],
    ...(typeof made === "number" && { made }),
    memberRemovals: readRemovals(own(stored, "released")),
    ...(isObject(content) && typeof key === "string" && { content: { key, hashes: objectIn(content, "hashes") } }),
    ...readSentValues(own(stored, "tried")),
  };
}

function readSentValues(stored: Json | undefined): Pick<ManagedRecord, "sentValues"> {
  const [key, hashes] = [own(stored, "key"), own(stored, "hashes")];
  if (typeof key !== "string" || !isObject(hashes)) return {};
  const lists = Object.entries(hashes).map(([pointer, list]) => [pointer, stringsIn(list)] as const);
  return { sentValues: { key, hashes: Object.fromEntries(lists) } };
}

function writeReplaced({ id, isLikely, values }: Replaced): JsonObject {
  return { id, ...(isLikely && { likely: true }), values };
}

function readReplaced(stored: Json): readonly Replaced[] {
  // An older version stored ids only.
  if (typeof stored === "string") return [{ id: stored, values: {} }];
  if (!isObject(stored)) return [];
  const [id, values] = [own(stored, "id"), own(stored, "values")];
  if (typeof id !== "string") return [];
  return [{ id, ...(own(stored, "likely") === true && { isLikely: true }), values: isObject(values) ? values : {} }];
}

function unconfirmedIn({ before, isComplete, sentAt }: Unconfirmed): JsonObject {
  return {
    unconfirmed: true,
    ...(before.length > 0 && { before }),
    ...(isComplete && { complete: true }),
    ...(sentAt !== undefined && { sent: sentAt }),
  };
}

/** Reads an unconfirmed creation. Older versions stored less. */
function unconfirmedOf(stored: JsonObject): Unconfirmed {
  const sentAt = own(stored, "sent");
  return {
    at: "unknown",
    before: stringsIn(own(stored, "before")),
    ...(own(stored, "complete") === true && { isComplete: true }),
    ...(typeof sentAt === "number" && { sentAt }),
  };
}

/** The record of a resource; a blank record if there is none. */
export function recordOf(id: string, outputs: JsonObject): ManagedRecord {
  return readRecord(id, outputs) ?? blankRecord({ at: "tenant", id });
}

/** The declared paths (JSON pointers) in a resource's record; empty if there is no record. */
export function declaredPaths(outputs: JsonObject): readonly string[] {
  return stringsIn(own(own(outputs, recordKey), "paths"));
}

/** What is known about the paths (JSON pointers) that a write sent whose response was lost, and that no program of this stack had declared before. */
export interface Doubts {
  /** The last known value is another client's: the object had it before the lost write. */
  readonly before: readonly string[];
  /** The last known value is the sent one. Any other value is another client's. */
  readonly sent: readonly string[];
  /** The hints of the write-only values in `before`, as the object had them before the lost write. By JSON pointer. */
  readonly hints: JsonObject;
  /** See {@link ManagedRecord.sentValues}. Unlike the other parts, also of paths that a program had declared before. */
  readonly sentValues?: SentValues;
}

/** What is known about the values that a lost write sent. */
export function doubtsIn({ content, hints, sentValues }: ManagedRecord): Doubts {
  const marked = (mark: string) =>
    Object.entries(content?.hashes ?? {}).flatMap(([pointer, hash]) => (hash === mark ? pointer : []));
  const before = marked(beforeLostWrite);
  const known = Object.entries(hints).filter(([pointer]) => before.includes(pointer));
  return { before, sent: marked(ofLostWrite), hints: Object.fromEntries(known), ...(sentValues && { sentValues }) };
}

function objectIn(stored: JsonObject, key: string): JsonObject {
  const value = own(stored, key);
  return isObject(value) ? value : {};
}

/** The paths of declared leaves that a record contains: all except those of identity properties. */
export function recordedPaths(leaves: readonly Leaf[]): readonly string[] {
  return leaves.filter((leaf) => !leaf.field.forceNew).map((leaf) => leaf.pointer);
}

/** The placeholder for a tenant's value that differs from the declared one, but is write-only, cannot be read, or is reserved by the engine. */
export const changedMarker: Json = "(changed at the tenant)";
