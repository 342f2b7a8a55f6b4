import { randomBytes } from "node:crypto";
import { fromPointer, type Json, type JsonObject, type MutableJsonObject, own, put, valueAt } from "../schema/json.ts";
import { fieldAt, pathRulesOf, type Schema } from "../schema/schema.ts";
import { type Caused, textOf, undeclaredContent } from "../state/activation.ts";
import { same } from "../state/canonical.ts";
import { type Leaf, leavesOf, undeclaredIn } from "../state/leaves.ts";
import type { AttemptOutcome, PlannedWrite } from "../state/plan.ts";
import { differsAt, isReadable } from "../state/project.ts";
import { beforeLostWrite, type KnownContent, type ManagedRecord } from "../state/record.ts";
import { fingerprintOf } from "./write-only-secrets.ts";

/** In place of a hash: another client has given the value, and a refresh has read it. */
const ofOthers = "";

/** What stands in place of the hash of another client's value. */
const marks: readonly (Json | undefined)[] = [ofOthers, beforeLostWrite];

/** A write, and what was known about the object before it. */
interface Write extends Pick<PlannedWrite, "schema" | "inputs"> {
  readonly record: ManagedRecord;
  /** The last known values. */
  readonly lastValues: JsonObject;
}

/** The known content of an object after a write. Undefined if there is none. */
export function contentAfter(write: Write, outcome: AttemptOutcome): KnownContent | undefined {
  const { schema, inputs, record } = write;
  const declared = leavesOf(schema.fields, inputs);
  if (outcome.how !== "lost" && outcome.isNew)
    return contentOf(undeclaredContent(schema, outcome.seen.live, declared), {}, newKey());
  const isUndeclared = undeclaredIn(declared);
  const left = Object.entries(record.content?.hashes ?? {}).filter(([pointer]) => isUndeclared(fromPointer(pointer)));
  const released = outcome.how === "done" ? releasedBy(write, declared, outcome.seen.live) : [];
  const kept = { ...Object.fromEntries(left), ...(outcome.how === "partly" && foundBefore(write, outcome)) };
  return contentOf(released, kept, record.content?.key ?? newKey());
}

/**
 * Marks of the values that an object had before a write whose response was lost, and that no program of this stack had declared before: the write may not
 * have replaced them. A value that the API never returns may have been there.
 */
function foundBefore(
  { schema, inputs, record }: Write,
  { seen, unsure }: AttemptOutcome & { readonly how: "partly" },
): JsonObject {
  const observed = { ...seen, paths: unsure, before: inputs, hints: {} };
  const hasValue = (pointer: string) =>
    valueAt(seen.live, fromPointer(pointer)) !== undefined || !isReadable(schema, pointer, observed);
  const found = unsure.filter((pointer) => !record.paths.includes(pointer) && hasValue(pointer));
  return Object.fromEntries(found.map((pointer) => [pointer, beforeLostWrite]));
}

/** The content that this stack has declared before and that the object still has after a write without it. */
function releasedBy(write: Write, declared: readonly Leaf[], live: JsonObject): readonly Leaf[] {
  const { schema, lastValues } = write;
  return undeclaredContent(schema, lastValues, declared).filter(
    (leaf) => isOwn(write.record, lastValues, leaf) && same(leaf.field, leaf.value, valueAt(live, leaf.path)),
  );
}

/** Whether this stack has given an object a value: a program of it has declared the value, and it has not changed since. */
function isOwn({ paths, unsure, content }: ManagedRecord, lastValues: JsonObject, leaf: Leaf): boolean {
  const { field, path, pointer, value } = leaf;
  const isShown = (pathRulesOf(field, path, lastValues).reads?.how ?? "verbatim") === "verbatim";
  const isKnown = paths.includes(pointer) && !unsure.includes(pointer);
  return (
    isShown && isKnown && !marks.includes(content?.hashes[pointer]) && same(field, value, valueAt(lastValues, path))
  );
}

/** The known content of an object after a refresh that has read other values than the last known ones. */
export function contentAfterRefresh(
  schema: Schema,
  { paths, unsure, content }: ManagedRecord,
  before: JsonObject,
  now: JsonObject,
): KnownContent | undefined {
  const changed = undeclaredContent(schema, now, []).filter(
    ({ field, path, pointer, value }) =>
      paths.includes(pointer) && !unsure.includes(pointer) && !same(field, value, valueAt(before, path)),
  );
  // A value that is no longer the one from before a lost write is that of the write.
  const isReplaced = ([pointer, hash]: readonly [string, Json]) => {
    const field = fieldAt(schema.fields, fromPointer(pointer));
    return hash === beforeLostWrite && field !== undefined && differsAt(field, fromPointer(pointer), before, now);
  };
  const left = Object.entries(content?.hashes ?? {}).filter((entry) => !isReplaced(entry));
  const read = Object.fromEntries(changed.map(({ pointer }) => [pointer, ofOthers]));
  const hashes = { ...Object.fromEntries(left), ...read };
  return Object.keys(hashes).length > 0 ? { key: content?.key ?? newKey(), hashes } : undefined;
}

function contentOf(leaves: readonly Leaf[], known: JsonObject, key: string): KnownContent | undefined {
  const hashes: MutableJsonObject = { ...known };
  for (const leaf of leaves) put(hashes, leaf.pointer, hashOf(key, leaf));
  return Object.keys(hashes).length > 0 ? { key, hashes } : undefined;
}

function newKey(): string {
  return randomBytes(12).toString("base64url");
}

/** The undeclared values of an object that this stack has caused. */
export function causedBy(record: ManagedRecord, lastValues: JsonObject): Caused {
  const { content } = record;
  return {
    pointers: Object.keys(content?.hashes ?? {}),
    has: (leaf) =>
      isOwn(record, lastValues, leaf) ||
      (content !== undefined && own(content.hashes, leaf.pointer) === hashOf(content.key, leaf)),
  };
}

/** The hash of a value, without the key. Half of its digits are enough, and keep the state small. */
function hashOf(key: string, leaf: Leaf): string {
  return fingerprintOf(textOf(leaf), key).slice(key.length + 1, key.length + 23);
}
