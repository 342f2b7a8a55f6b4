import { randomBytes } from "node:crypto";
import { fromPointer, type JsonObject, own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { type Caused, textOf, undeclaredContent } from "../state/activation.ts";
import { type Leaf, leavesOf, undeclaredIn } from "../state/leaves.ts";
import type { AttemptOutcome } from "../state/plan.ts";
import type { KnownContent } from "../state/record.ts";
import { fingerprintOf } from "./write-only-secrets.ts";

/** The known content of an object after a write. Undefined if there is none. */
export function contentAfter(
  schema: Schema,
  inputs: JsonObject,
  before: KnownContent | undefined,
  outcome: AttemptOutcome,
): KnownContent | undefined {
  const declared = leavesOf(schema.fields, inputs);
  if (outcome.how !== "lost" && outcome.isNew)
    return contentOfNew(undeclaredContent(schema, outcome.seen.live, declared));
  const isUndeclared = undeclaredIn(declared);
  const left = Object.entries(before?.hashes ?? {}).filter(([pointer]) => isUndeclared(fromPointer(pointer)));
  return before && left.length > 0 ? { key: before.key, hashes: Object.fromEntries(left) } : undefined;
}

function contentOfNew(leaves: readonly Leaf[]): KnownContent | undefined {
  if (leaves.length === 0) return undefined;
  const key = randomBytes(12).toString("base64url");
  return { key, hashes: Object.fromEntries(leaves.map((leaf) => [leaf.pointer, hashOf(key, leaf)])) };
}

/** The values of a known content. */
export function causedIn(known: KnownContent | undefined): Caused {
  return {
    pointers: Object.keys(known?.hashes ?? {}),
    has: (leaf) => known !== undefined && own(known.hashes, leaf.pointer) === hashOf(known.key, leaf),
  };
}

/** The hash of a value, without the key. Half of its digits are enough, and keep the state small. */
function hashOf(key: string, leaf: Leaf): string {
  return fingerprintOf(textOf(leaf), key).slice(key.length + 1, key.length + 23);
}
