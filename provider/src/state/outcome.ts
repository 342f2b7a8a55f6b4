import { equal, type JsonObject, type MutableJsonObject, membersCalled, own, put, stringsIn } from "../schema/json.ts";
import { fromPointer, toPointer } from "../schema/pointer.ts";
import type { Schema } from "../schema/schema.ts";
import { leafAt, leavesOf } from "./leaves.ts";
import { type Plan, setChange, touched } from "./plan.ts";
import { readHintsOf, type Seen } from "./project.ts";
import { type ManagedRecord, type Release, recordedPaths, type Unconfirmed } from "./record.ts";

/** A plan, and the program that it leads to. */
export interface PlannedWrite {
  readonly schema: Schema;
  readonly plan: Plan;
  /** What the program declares. */
  readonly inputs: JsonObject;
  /** Removals that the write undoes. Unless all is carried out, the record keeps them. */
  readonly owes?: readonly Release[];
}

/** The object that an attempt has changed, or a part of it. */
interface Reached {
  readonly id: string;
  readonly seen: Seen;
  /** See the record. */
  readonly isLikely?: true | undefined;
}

/**
 * How carrying out a plan ended.
 *
 * - `done`: the tenant has all of it.
 * - `partly`: some of it, in an operation of several calls; `unsure` are the paths of which nobody knows.
 * - `lost`: nobody knows whether it was carried out; `sent` are the paths that were in the call; for a creation, `standing` is what is known
 *   of the object.
 */
export type AttemptOutcome =
  | (Reached & { readonly how: "done" })
  | (Reached & { readonly how: "partly"; readonly unsure: readonly string[] })
  | { readonly how: "lost"; readonly sent: readonly string[]; readonly standing?: Unconfirmed | undefined };

/** The record of an object after an attempt, whatever came of it. */
export function recordAfter(
  before: ManagedRecord,
  { schema, plan, inputs, owes = [] }: PlannedWrite,
  outcome: AttemptOutcome,
): ManagedRecord {
  const released = [...(before.released ?? []), ...(outcome.how === "done" ? [] : owes)];
  if (outcome.how === "lost") {
    // The next run sends its own values at these paths, even if the program was changed back in the meantime.
    return {
      ...before,
      ...(outcome.standing && { standing: outcome.standing }),
      paths: union(before.paths, outcome.sent),
      unsure: union(before.unsure, outcome.sent),
      remembered: rememberedOf(schema, inputs, before.remembered),
      ...(released.length > 0 && { released }),
    };
  }
  // A collection that is compared by member stays so, until all of its members are as declared.
  const declared = recordedPaths(outcome.how === "partly" ? plan.declared : leavesOf(schema.fields, inputs));
  const unsure = outcome.how === "partly" ? outcome.unsure : [];
  const left = outcome.how === "partly" ? stillThere(plan, outcome.seen) : [];
  const isUnsure = new Set(unsure);
  const sure = declared.filter((pointer) => !isUnsure.has(pointer));
  return {
    // A path that is declared no more and may still be there is not forgotten.
    paths: union(declared, [...unsure, ...left]),
    hints: {
      ...readHintsOf(schema, { ...outcome.seen, paths: sure, before: inputs }),
      ...hintsNotSent(before.hints, declared, plan),
    },
    remembered: rememberedOf(schema, inputs, outcome.how === "partly" ? before.remembered : {}),
    unsure,
    standing: { at: "tenant", id: outcome.id },
    ...((before.isLikely || outcome.isLikely) && { isLikely: true }),
    ...(before.replaced !== undefined && { replaced: before.replaced }),
    ...(before.made !== undefined && { made: before.made }),
    ...(released.length > 0 && { released }),
  };
}

/**
 * What a deletion needs of a program's values: the elements of the sets of which it takes back only its own.
 *
 * @param before elements that an earlier version of the program has added, and that may still be there
 */
export function rememberedOf(schema: Schema, inputs: JsonObject, before: JsonObject = {}): JsonObject {
  const remembered: MutableJsonObject = {};
  for (const [name, field] of Object.entries(schema.fields)) {
    if ((field.kind !== "set" && field.kind !== "list") || !field.remembered) continue;
    const pointer = toPointer([name]);
    const value = own(inputs, name);
    const now = field.kind === "list" && Array.isArray(value) ? membersCalled(String(field.remembered), value) : value;
    put(remembered, pointer, union(stringsIn(now), stringsIn(own(before, pointer))).toSorted());
  }
  return remembered;
}

/** Whether a record differs from the one that this program needs, although nothing has to be sent. */
export function isOutdated(record: ManagedRecord, { schema, inputs }: PlannedWrite): boolean {
  const { add, remove } = setChange(record.paths, recordedPaths(leavesOf(schema.fields, inputs)));
  return add.length + remove.length > 0 || !equal(record.remembered, rememberedOf(schema, inputs));
}

/** The paths that a plan clears and an object still has. */
function stillThere({ removed }: Plan, { live }: Seen): readonly string[] {
  return removed.flatMap(({ field, path, pointer }) => (leafAt(field, live, path) === undefined ? [] : [pointer]));
}

/** The hints of declared values that an attempt did not send: what was shown when they were written still counts. */
function hintsNotSent(hints: JsonObject, declared: readonly string[], plan: Plan): JsonObject {
  const sent = touched(plan);
  const isDeclared = new Set(declared);
  const kept = Object.entries(hints).filter(
    ([pointer]) => isDeclared.has(pointer) && !sent.includes(fromPointer(pointer)[0] ?? ""),
  );
  return Object.fromEntries(kept);
}

function union<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  return [...new Set([...some, ...others])];
}
