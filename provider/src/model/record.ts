import { isObject, type Json, type JsonObject, own } from "./json.ts";
import type { Leaf } from "./leaves.ts";

/** Where the record stands among the outputs of a resource. */
export const RECORD = "__managed";

/**
 * What a resource's outputs remember besides values. Without it nothing could tell that a property was *removed* from
 * the program: the engine shows a provider the old outputs, never the old program.
 */
export interface ManagedRecord {
  /** The declared paths (JSON pointers), identity excepted: it is always managed. */
  readonly paths: readonly string[];
  /** For values that never come back: what the tenant said beside them when they were written. By JSON pointer. */
  readonly hints: JsonObject;
  /** Paths of which an update was sent, but whether it was carried out could not be found out. */
  readonly unsure: readonly string[];
  /** The object was sent to the tenant, but whether it was created could not be found out. */
  readonly unconfirmed: boolean;
  /**
   * The id in the state is not the tenant's, as the answer that held it was lost: this is the tenant's, or true where a
   * record of an earlier version only says so. A refresh puts it right.
   */
  readonly provisional: boolean | string;
}

/** The record of an object that nothing is known of. */
export const NO_RECORD: ManagedRecord = { paths: [], hints: {}, unsure: [], unconfirmed: false, provisional: false };

/** The record in the form in which it is stored: as short as it can be, as every resource carries one. */
export function writeRecord(record: ManagedRecord): JsonObject {
  return {
    v: 1,
    paths: record.paths,
    ...(Object.keys(record.hints).length > 0 && { hints: record.hints }),
    ...(record.unsure.length > 0 && { unsure: record.unsure }),
    ...(record.unconfirmed && { unconfirmed: true }),
    ...(record.provisional && { provisional: record.provisional }),
  };
}

/** The record of a resource; undefined where there is none, as for one that was only read (`get`). */
export function readRecord(outputs: JsonObject): ManagedRecord | undefined {
  const stored = own(outputs, RECORD);
  if (!isObject(stored)) return undefined;
  const hints = own(stored, "hints");
  return {
    paths: strings(own(stored, "paths")),
    unsure: strings(own(stored, "unsure")),
    hints: isObject(hints) ? hints : {},
    unconfirmed: own(stored, "unconfirmed") === true,
    provisional: provisionalIn(own(stored, "provisional")),
  };
}

function provisionalIn(value: Json | undefined): boolean | string {
  return typeof value === "string" ? value : value === true;
}

function strings(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The paths that a record holds for declared leaves. */
export function recordedPaths(leaves: readonly Leaf[]): readonly string[] {
  return leaves.filter((leaf) => !leaf.field.identity).map((leaf) => leaf.pointer);
}

/** Whether two records name the same paths. */
export function samePaths(a: readonly string[], b: readonly string[]): boolean {
  const known = new Set(a);
  return a.length === b.length && b.every((path) => known.has(path));
}

/** Stands in place of a value that never comes back and that the tenant's answer shows to have been changed. */
export const CHANGED: Json = "(changed at the tenant)";
