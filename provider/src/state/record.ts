import { isObject, type Json, type JsonObject, own, stringsIn } from "../schema/json.ts";
import { recordKey } from "../schema/keys.ts";
import { fromPointer } from "../schema/pointer.ts";
import { fieldAt, type Schema } from "../schema/schema.ts";
import type { Leaf } from "./leaves.ts";

/**
 * Where an object stands: at the tenant under an id, or not known. It is not known after a creation whose answer was lost
 * and that could not be looked into.
 */
export type Standing = { readonly at: "tenant"; readonly id: string } | Unconfirmed;

/** An object of which nobody knows whether it was created. */
export interface Unconfirmed {
  readonly at: "unknown";
  /**
   * The ids of the objects with its name or identity that were there before its creation was sent: it is none of them. Any other object can
   * be another team's all the same. Undefined where nothing tells.
   */
  readonly before?: readonly string[];
  /** When its creation was sent last, in seconds since the epoch, where a listing that is behind may not show the object yet. */
  readonly sent?: number;
}

/** What hung on a member of a set, such as the roles of a member: the ids, by the key of the set that holds them. */
export type Assignments = Readonly<Record<string, readonly string[]>>;

/** The removal of a member from a set of which other resources can declare members, too. */
export interface Release {
  readonly member: string;
  /** The mark of the write that has removed the member, or of the last write that should have given the member back and failed. */
  readonly mark: string;
  /** What was removed with the member. Undefined where the token may not read it. */
  readonly assignments?: Assignments;
}

/** An object that another one has replaced. */
export interface Replaced {
  /** The tenant's id. */
  readonly id: string;
  /** The object was only taken for the one that this stack created. */
  readonly isLikely?: true;
  /** What this stack knew of its declared values at last: without secrets, values that never come back, and long ones. */
  readonly values: JsonObject;
}

/**
 * What a resource's outputs remember besides values. The engine shows a provider the old outputs, never the old program,
 * so nothing else could tell that a property was *removed* from the program.
 */
export interface ManagedRecord {
  /** The declared paths (JSON pointers). Identity is not among them, as it is always managed. */
  readonly paths: readonly string[];
  /** What the tenant showed beside values that never come back, when they were written. By JSON pointer. */
  readonly hints: JsonObject;
  /** What a deletion needs of the declared values, whatever a refresh has found since. By JSON pointer. */
  readonly remembered: JsonObject;
  /** Paths that were sent in a call whose answer was lost: the tenant may have the old value or the new one. */
  readonly unsure: readonly string[];
  readonly standing: Standing;
  /**
   * The object is taken for the one that this stack created, because the answer to the creation was lost, and right after the request there
   * was an object with every value that was sent. Another team can have created it at the same time. The mark stays as long as the entry.
   */
  readonly isLikely?: true;
  /** Tells the entry of the state from others, which may stand for the same object. Each write of the object gives a later one. */
  readonly mark?: string;
  /** The objects before this one, last first. While the deletion of one is pending, a rollback takes it back. */
  readonly replaced?: readonly Replaced[];
  /** When the entry was made, in milliseconds since 1970. Only where several objects can have one name. */
  readonly made?: number;
  /** Members that the resource has removed from a shared set, and those that it owes: see {@link owes}. The latest come last. */
  readonly released?: readonly Release[];
}

/**
 * Whether a resource owes a member what a removal took: the resource has declared the member, and has not been written since, or the last
 * write should have given it back and failed. A resource that begins to declare the member later owes nothing.
 *
 * @param pointer the path of the member
 */
export function owes({ paths, mark }: ManagedRecord, pointer: string, release: Release): boolean {
  if (mark === undefined || !paths.includes(pointer)) return false;
  return release.mark === mark || isLater(release.mark, mark);
}

/** When a mark was given, in microseconds since 1970: it stands before the point. 0 for a mark of an older version, which tells no time. */
export function timeOf(mark: string): number {
  return mark.includes(".") ? Number.parseInt(mark, 36) : 0;
}

export function isLater(mark: string, other: string): boolean {
  return timeOf(mark) > timeOf(other);
}

/** The record of an object before anything was declared. */
export function blankRecord(standing: Standing): ManagedRecord {
  return { paths: [], hints: {}, remembered: {}, unsure: [], standing };
}

/**
 * The record in the form in which it is stored. It is as short as it can be, as every resource carries one.
 *
 * @param id the id in the state; the tenant's own id is stored only where it is another one
 */
export function writeRecord(
  { paths, hints, remembered, unsure, standing, isLikely, mark, replaced, made, released = [] }: ManagedRecord,
  id: string,
): JsonObject {
  return {
    v: 2,
    paths,
    ...(Object.keys(hints).length > 0 && { hints }),
    ...(Object.keys(remembered).length > 0 && { remembered }),
    ...(unsure.length > 0 && { unsure }),
    ...(standing.at === "unknown" && unconfirmedIn(standing)),
    ...(standing.at === "tenant" && standing.id !== id && { id: standing.id }),
    ...(isLikely && { likely: true }),
    ...(mark !== undefined && { mark }),
    ...(replaced !== undefined && { replaced: replaced.map(writeReplaced) }),
    ...(made !== undefined && { made }),
    ...(released.length > 0 && { released: released.map((release) => ({ ...release })) }),
  };
}

/** Removals as they are stored. An older version has stored one for each member, by member. */
function readReleases(stored: Json | undefined): readonly Release[] {
  if (Array.isArray(stored)) return stored.flatMap((one) => readRelease(own(one, "member"), one));
  return isObject(stored) ? Object.entries(stored).flatMap(([member, one]) => readRelease(member, one)) : [];
}

function readRelease(member: Json | undefined, stored: Json): readonly Release[] {
  const [mark, assignments] = [own(stored, "mark"), own(stored, "assignments")];
  if (typeof member !== "string" || typeof mark !== "string") return [];
  if (!isObject(assignments)) return [{ member, mark }];
  const entries = Object.entries(assignments).map(([key, ids]) => [key, stringsIn(ids)] as const);
  return [{ member, mark, assignments: Object.fromEntries(entries) }];
}

/**
 * The record of a resource; undefined where there is none, as for one that was only read (`get`).
 *
 * @param id the id in the state
 */
export function readRecord(schema: Schema, id: string, outputs: JsonObject): ManagedRecord | undefined {
  const found = own(outputs, recordKey);
  if (!isObject(found)) return undefined;
  const stored = own(found, "v") === 1 ? fromVersion1(schema, found) : found;
  const [realId, mark, made] = [own(stored, "id"), own(stored, "mark"), own(stored, "made")];
  const before = own(stored, "replaced");
  const replaced = Array.isArray(before) ? before.flatMap(readReplaced) : [];
  const released = readReleases(own(stored, "released"));
  return {
    paths: stringsIn(own(stored, "paths")),
    hints: objectIn(stored, "hints"),
    remembered: objectIn(stored, "remembered"),
    unsure: stringsIn(own(stored, "unsure")),
    standing:
      own(stored, "unconfirmed") === true
        ? unconfirmedOf(stored)
        : { at: "tenant", id: typeof realId === "string" ? realId : id },
    ...(own(stored, "likely") === true && { isLikely: true }),
    ...(typeof mark === "string" && { mark }),
    ...(replaced.length > 0 && { replaced }),
    ...(typeof made === "number" && { made }),
    ...(released.length > 0 && { released }),
  };
}

function writeReplaced({ id, isLikely, values }: Replaced): JsonObject {
  return { id, ...(isLikely && { likely: true }), values };
}

function readReplaced(stored: Json): readonly Replaced[] {
  // An older version has stored ids only.
  if (typeof stored === "string") return [{ id: stored, values: {} }];
  if (!isObject(stored)) return [];
  const [id, values] = [own(stored, "id"), own(stored, "values")];
  if (typeof id !== "string") return [];
  return [{ id, ...(own(stored, "likely") === true && { isLikely: true }), values: isObject(values) ? values : {} }];
}

function unconfirmedIn({ before, sent }: Unconfirmed): JsonObject {
  return { unconfirmed: true, ...(before && { before }), ...(sent !== undefined && { sent }) };
}

/** An older version has stored neither. */
function unconfirmedOf(stored: JsonObject): Unconfirmed {
  const [before, sent] = [own(stored, "before"), own(stored, "sent")];
  return {
    at: "unknown",
    ...(Array.isArray(before) && { before: stringsIn(before) }),
    ...(typeof sent === "number" && { sent }),
  };
}

/** The record of a resource; a blank one where there is none. */
export function recordOf(schema: Schema, id: string, outputs: JsonObject): ManagedRecord {
  return readRecord(schema, id, outputs) ?? blankRecord({ at: "tenant", id });
}

/**
 * A record that version 0.1.0 has stored, in today's form. It had what a deletion needs among the hints, the tenant's id
 * under another name, and did not say that nothing is sure of an object whose creation was lost.
 */
function fromVersion1(schema: Schema, { hints, provisional, ...stored }: JsonObject): JsonObject {
  const isUnknown = own(stored, "unconfirmed") === true || provisional === true;
  const entries = Object.entries(isObject(hints) ? hints : {});
  const isRemembered = ([pointer]: readonly [string, Json]) => {
    const field = fieldAt(schema.fields, fromPointer(pointer));
    return field?.kind === "set" && field.remembered === true;
  };
  return {
    ...stored,
    hints: Object.fromEntries(entries.filter((entry) => !isRemembered(entry))),
    remembered: Object.fromEntries(entries.filter(isRemembered)),
    ...(isUnknown && { unconfirmed: true, unsure: own(stored, "paths") ?? [] }),
    ...(typeof provisional === "string" && { id: provisional }),
  };
}

/** The declared paths (JSON pointers) in a resource's record; none where there is no record. */
export function declaredPaths(outputs: JsonObject): readonly string[] {
  return stringsIn(own(own(outputs, recordKey), "paths"));
}

function objectIn(stored: JsonObject, key: string): JsonObject {
  const value = own(stored, key);
  return isObject(value) ? value : {};
}

/** The paths that a record holds for declared leaves. */
export function recordedPaths(leaves: readonly Leaf[]): readonly string[] {
  return leaves.filter((leaf) => !leaf.field.forceNew).map((leaf) => leaf.pointer);
}

/** The marker in place of a value that never comes back, where the tenant's answer shows that somebody changed it. */
export const changedMarker: Json = "(changed at the tenant)";
