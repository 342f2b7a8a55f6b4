import { randomBytes } from "node:crypto";
import {
  fromPointer,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
  stringsIn,
  valueAt,
} from "../schema/json.ts";
import { secretsKey } from "../schema/provider-code.ts";
import { type Field, fieldAt, type PathRules, pathRulesOf, type Schema } from "../schema/schema.ts";
import { type Caused, textOf, undeclaredContent } from "../state/activation.ts";
import { comparableText, same } from "../state/canonical.ts";
import { Draft, type Leaf, leavesOf, putDeclared, undeclaredIn } from "../state/leaves.ts";
import type { AttemptOutcome, PlannedWrite } from "../state/plan.ts";
import { differsAt, isHinted, isReadable } from "../state/project.ts";
import {
  beforeLostWrite,
  changedMarker,
  type KnownContent,
  type ManagedRecord,
  ofLostWrite,
  type SentValues,
} from "../state/record.ts";
import { fingerprintOf } from "./write-only-secrets.ts";

/** In place of a hash: another client has given the value, and a refresh has read it. */
const ofOthers = "";

/** What stands in place of the hash of a value that a lost write has sent. */
const lostMarks: readonly Json[] = [beforeLostWrite, ofLostWrite];

/** What stands in place of the hash of a value that may be another client's. */
const marks: readonly (Json | undefined)[] = [ofOthers, ...lostMarks];

/** A write, and what was known about the object before it. */
interface Write extends Pick<PlannedWrite, "schema" | "inputs" | "hintsBefore"> {
  /** The id in the state. Undefined for the first creation. */
  readonly id: string | undefined;
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
  const isLeft = ([pointer, hash]: readonly [string, Json]) => {
    // The write has set the value, or the resource no longer manages it.
    if (lostMarks.includes(hash) && outcome.how === "done") return false;
    const isUnsure = outcome.how === "lost" || (outcome.how === "partly" && outcome.unsure.includes(pointer));
    return isUndeclared(fromPointer(pointer)) || (lostMarks.includes(hash) && isUnsure);
  };
  const left = Object.fromEntries(Object.entries(record.content?.hashes ?? {}).filter(isLeft));
  const released = outcome.how === "done" ? releasedBy(write, declared, outcome.seen.live) : [];
  const doubtful = outcome.how === "partly" ? foundBefore(write, outcome) : doubtsOfLoss(write, outcome);
  return contentOf(released, { ...doubtful, ...left }, record.content?.key ?? newKey());
}

/**
 * Marks of the values that an object had before a write whose response was lost, and that no program of this stack had declared before: the write may not
 * have replaced them. A value that the API never returns may have been there, unless its hint was read before the write.
 */
function foundBefore(
  { schema, inputs, record, hintsBefore }: Write,
  { seen, unsure }: AttemptOutcome & { readonly how: "partly" },
): JsonObject {
  const observed = { ...seen, paths: unsure, before: inputs, hints: {} };
  const hasValue = (pointer: string) =>
    hintsBefore !== undefined && isHinted(schema, fromPointer(pointer), inputs)
      ? own(hintsBefore, pointer) !== undefined
      : valueAt(seen.live, fromPointer(pointer)) !== undefined || !isReadable(schema, pointer, observed);
  const values = unsure.filter((pointer) => !record.paths.includes(pointer) && hasValue(pointer));
  return marksOf(values, beforeLostWrite);
}

/**
 * The paths (JSON pointers) to which a lost update has given a value and which no program of this stack had declared before. The object can have another
 * client's value there. Only values that the API returns: others cannot be compared.
 */
function firstDeclaredIn({ schema, inputs, id, record }: Write, outcome: AttemptOutcome): readonly string[] {
  if (outcome.how !== "lost" || id === undefined || record.standing.at !== "tenant") return [];
  const isReturned = ({ field, path }: Leaf) =>
    (pathRulesOf(field, path, inputs).reads?.how ?? "verbatim") === "verbatim";
  const sent = leavesOf(schema.fields, inputs).filter(({ pointer }) => outcome.sentPaths.includes(pointer));
  // The record of a shared set says which members this stack has added.
  const isMember = ({ path }: Leaf) => Array.isArray(valueAt(inputs, path.slice(0, -1)));
  const isFirst = (leaf: Leaf) => !record.paths.includes(leaf.pointer) && !isMember(leaf);
  return sent.filter((leaf) => isReturned(leaf) && isFirst(leaf)).map(({ pointer }) => pointer);
}

/** Marks of the values that a lost update was the first to send. */
function doubtsOfLoss(write: Write, outcome: AttemptOutcome): JsonObject {
  return {
    ...marksOf(firstDeclaredIn(write, outcome), ofLostWrite),
    ...marksOf(hintedBefore(write, outcome), beforeLostWrite),
  };
}

/** The paths of write-only values that the object had before a lost update, which was the first to send them. */
function hintedBefore({ hintsBefore = {} }: Write, { how }: AttemptOutcome): readonly string[] {
  return how === "lost" ? Object.keys(hintsBefore) : [];
}

/**
 * The last known values after a write whose response was lost: those from before, and those that the write was the first to send. What the program marks as
 * secret among the latter stays marked. A write-only value that the object had before differs from the sent one.
 */
export function valuesAfterLoss(write: Write, outcome: AttemptOutcome): JsonObject {
  const { inputs, lastValues } = write;
  const [first, hinted] = [firstDeclaredIn(write, outcome), hintedBefore(write, outcome)];
  if (first.length + hinted.length === 0) return lastValues;
  const values = new Draft(lastValues);
  for (const path of first.map(fromPointer)) putDeclared(values, path, valueAt(inputs, path) ?? null);
  for (const path of hinted.map(fromPointer)) values.put(path, changedMarker);
  const marked = [lastValues, inputs].flatMap((props) => stringsIn(own(props, secretsKey)));
  if (marked.length > 0) values.put([secretsKey], [...new Set(marked)]);
  return values.root;
}

function marksOf(pointers: readonly string[], mark: string): JsonObject {
  return Object.fromEntries(pointers.map((pointer) => [pointer, mark]));
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
  { paths, unsure, content, hints }: ManagedRecord,
  before: JsonObject,
  now: JsonObject,
): KnownContent | undefined {
  const changed = undeclaredContent(schema, now, []).filter(
    ({ field, path, pointer, value }) =>
      paths.includes(pointer) && !unsure.includes(pointer) && !same(field, value, valueAt(before, path)),
  );
  const left = Object.entries(content?.hashes ?? {}).flatMap(([pointer, hash]) => {
    const path = fromPointer(pointer);
    const field = fieldAt(schema.fields, path);
    if (field === undefined || !lostMarks.includes(hash)) return [[pointer, hash] as const];
    const isOther = differsAt(field, path, before, now, hints);
    // A value that is no longer the one from before a lost write is that of the write.
    if (hash === beforeLostWrite) return isOther ? [] : [[pointer, hash] as const];
    // A value that is not the sent one was there before the lost write.
    return isOther && valueAt(now, path) !== undefined ? [[pointer, beforeLostWrite] as const] : [];
  });
  const read = marksOf(
    changed.map(({ pointer }) => pointer),
    ofOthers,
  );
  const hashes = { ...Object.fromEntries(left), ...read };
  return Object.keys(hashes).length > 0 ? { key: content?.key ?? newKey(), hashes } : undefined;
}

/** The record of a write, with the values that it has sent to the paths that are unsure after it. */
export function withSentValues<After extends Pick<ManagedRecord, "unsure">>(
  record: After,
  { schema, plan, inputs, record: before, lastValues }: Write & Pick<PlannedWrite, "plan">,
): After & Pick<ManagedRecord, "sentValues"> {
  const key = before.sentValues?.key ?? newKey();
  const hashes = record.unsure.flatMap((pointer) => {
    const field = fieldAt(schema.fields, fromPointer(pointer));
    const known = before.unsure.includes(pointer) ? before.sentValues?.hashes[pointer] : [];
    const change = plan.changed.find((leaf) => leaf.pointer === pointer);
    // What a removal leaves is known from the schema.
    const isSent = change !== undefined || plan.removed.some((removal) => removal.pointer === pointer);
    const isNoted = before.unsure.includes(pointer) || isSent;
    if (field === undefined || known === undefined || !isNoted) return [];
    const place = pathRulesOf(field, fromPointer(pointer), change ? inputs : lastValues);
    if ((place.reads?.how ?? "verbatim") !== "verbatim") return [];
    const sent = change && hashOfSent(key, field, change.value, place);
    return [[pointer, [...new Set([...known, ...(sent === undefined ? [] : [sent])])]] as const];
  });
  return hashes.length === 0 ? record : { ...record, sentValues: { key, hashes: Object.fromEntries(hashes) } };
}

function hashOfSent(key: string, field: Field, value: Json, place: PathRules): string {
  return shortHash(key, comparableText(field, value, place));
}

/** Whether a value at an unsure path is none of those that writes have sent there. False if that is not known. */
export function isNeverSent(
  { key, hashes }: SentValues,
  { field, pointer, value }: Pick<Leaf, "field" | "pointer" | "value">,
  place: PathRules,
): boolean {
  return hashes[pointer]?.includes(hashOfSent(key, field, value, place)) === false;
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
  return shortHash(key, textOf(leaf));
}

function shortHash(key: string, text: string): string {
  return fingerprintOf(text, key).slice(key.length + 1, key.length + 23);
}
