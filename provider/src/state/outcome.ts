import {
  equal,
  fromPointer,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
  stringsIn,
  toPointer,
  valuesUnder,
} from "../schema/json.ts";
import { ignoredKey } from "../schema/keys.ts";
import type { Schema } from "../schema/schema.ts";
import { leafAt, leavesOf } from "./leaves.ts";
import { type Plan, setChange, touched } from "./plan.ts";
import { readHintsOf, type Seen } from "./project.ts";
import { type ManagedRecord, type MemberRemoval, recordedPaths, type Unconfirmed } from "./record.ts";

/** A plan, with the declared inputs that it applies. */
export interface PlannedWrite {
  readonly schema: Schema;
  readonly plan: Plan;
  /** The program's declared inputs. */
  readonly inputs: JsonObject;
  /** The removals of set members that the write undoes. The record keeps these removals unless the whole write succeeds. */
  readonly undoes?: readonly MemberRemoval[];
}

/** The object after a full or partial change. */
interface Reached {
  readonly id: string;
  readonly seen: Seen;
  /** See {@link ManagedRecord.isLikely}. */
  readonly isLikely?: true | undefined;
}

/**
 * The outcome of carrying out a plan.
 *
 * - `done`: all requests succeeded.
 * - `partly`: only some of several requests succeeded; `unsure` are the paths whose value at the tenant is unknown.
 * - `lost`: the response was lost, so the result is unknown; `sentPaths` are the paths in the request. For a creation, `standing` contains the known
 *   facts about the object.
 */
export type AttemptOutcome =
  | (Reached & { readonly how: "done" })
  | (Reached & { readonly how: "partly"; readonly unsure: readonly string[] })
  | { readonly how: "lost"; readonly sentPaths: readonly string[]; readonly standing?: Unconfirmed | undefined };

/** The record of an object after a write with the given outcome. */
export function recordAfter(
  before: ManagedRecord,
  { schema, plan, inputs, undoes = [] }: PlannedWrite,
  outcome: AttemptOutcome,
): ManagedRecord {
  const memberRemovals = [...before.memberRemovals, ...(outcome.how === "done" ? [] : undoes)];
  if (outcome.how === "lost") {
    // The next run sends the values at the unsure paths again, even if the program was changed back.
    return {
      ...before,
      ...(outcome.standing && { standing: outcome.standing }),
      paths: union(before.paths, outcome.sentPaths),
      unsure: union(before.unsure, outcome.sentPaths),
      remembered: rememberedOf(schema, inputs, before.remembered, false),
      memberRemovals,
    };
  }
  // After a partial write, the plan's leaves are recorded: a collection that was recorded by member stays recorded by member until a write succeeds.
  const declared = recordedPaths(outcome.how === "partly" ? plan.declared : leavesOf(schema.fields, inputs));
  const unsure = outcome.how === "partly" ? outcome.unsure : [];
  const left = outcome.how === "partly" ? stillThere(plan, outcome.seen) : [];
  const isUnsure = new Set(unsure);
  const sure = declared.filter((pointer) => !isUnsure.has(pointer));
  return {
    // A removed path whose value may still be at the tenant stays in the record.
    paths: union(declared, [...unsure, ...left]),
    hints: {
      ...readHintsOf(schema, { ...outcome.seen, paths: sure, before: inputs }),
      ...hintsNotSent(before.hints, declared, plan),
    },
    remembered: rememberedOf(schema, inputs, before.remembered, outcome.how === "done"),
    unsure,
    standing: { at: "tenant", id: outcome.id },
    ...((before.isLikely || outcome.isLikely) && { isLikely: true }),
    replaced: before.replaced,
    ...(before.made !== undefined && { made: before.made }),
    memberRemovals,
  };
}

/**
 * The values that a deletion needs: the elements of sets from which a deletion removes only this resource's elements.
 *
 * The inputs say nothing about a property whose changes the program ignores: after a refresh, they have what others have added.
 *
 * @param before the elements before the write
 * @param isDone whether the write has removed what the program no longer declares
 */
export function rememberedOf(schema: Schema, inputs: JsonObject, before: JsonObject, isDone: boolean): JsonObject {
  const remembered: MutableJsonObject = {};
  const ignored = stringsIn(own(inputs, ignoredKey));
  for (const [name, field] of Object.entries(schema.fields)) {
    if ((field.kind !== "set" && field.kind !== "list") || !field.remembered) continue;
    const pointer = toPointer([name]);
    const known = own(before, pointer);
    if (known !== undefined && ignored.includes(name)) {
      put(remembered, pointer, known);
      continue;
    }
    const value = own(inputs, name);
    const now = field.kind === "list" && Array.isArray(value) ? valuesUnder(String(field.remembered), value) : value;
    put(remembered, pointer, union(stringsIn(now), isDone ? [] : stringsIn(known)).toSorted());
  }
  return remembered;
}

/** Whether the record has to be rewritten for this program even if no request is needed. */
export function isOutdated(record: ManagedRecord, { schema, inputs }: PlannedWrite): boolean {
  const { add, remove } = setChange(record.paths, recordedPaths(leavesOf(schema.fields, inputs)));
  return (
    add.length + remove.length > 0 || !equal(record.remembered, rememberedOf(schema, inputs, record.remembered, true))
  );
}

/** The paths that the plan was to clear, but at which the object still has values. */
function stillThere({ removed }: Plan, { live }: Seen): readonly string[] {
  return removed.flatMap(({ field, path, pointer }) => (leafAt(field, live, path) === undefined ? [] : [pointer]));
}

/** The previous hints of declared values that this write did not send. They stay valid, because the values have not changed. */
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
