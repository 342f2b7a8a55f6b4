import fc from "fast-check";
import { isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import type { Fields } from "../../provider/src/schema/schema.ts";
import { canonical } from "../../provider/src/state/canonical.ts";
import { Draft, type Leaf, leavesOf } from "../../provider/src/state/leaves.ts";
import { without } from "./object-properties.ts";

/** A change of a program that can make it wrong. The numbers choose among the program's values. */
export interface Mistake {
  /**
   * - `none`: the program stays as it is.
   * - `forgets`: it lacks one declared value.
   * - `empties`: it declares the object around a value without members.
   * - `bends`: it declares another value, of the same JSON type.
   * - `mixes`: it has some values of another program.
   */
  readonly how: "none" | "forgets" | "empties" | "bends" | "mixes";
  readonly at: number;
  readonly with: number;
}

/** Small mistakes of all kinds. */
export const mistake: fc.Arbitrary<Mistake> = fc.record({
  how: fc.constantFrom<Mistake["how"][]>("none", "forgets", "forgets", "empties", "bends", "bends", "mixes", "mixes"),
  at: fc.nat(),
  with: fc.nat(),
});

/**
 * A program with a mistake.
 *
 * @param other another program of the same type
 */
export function withMistake(
  fields: Fields,
  program: JsonObject,
  other: JsonObject,
  { how, at, with: n }: Mistake,
): JsonObject {
  const leaves = leavesIn(fields, program);
  const leaf = leaves[at % Math.max(leaves.length, 1)];
  if (how === "mixes") return mixed(fields, program, other, n);
  if (!leaf || how === "none") return program;
  if (how === "forgets") return without(program, [leaf.path]);
  const draft = new Draft(program);
  if (how === "bends") draft.put(leaf.path, bent(leaf.value, n));
  else draft.put(leaf.path.slice(0, Math.max(1, leaf.path.length - 1)), {});
  return draft.root;
}

/** A program with some values of another one. @param chosen the bits choose the values */
export function mixed(fields: Fields, program: JsonObject, other: JsonObject, chosen: number): JsonObject {
  const draft = new Draft(program);
  for (const [index, { path, value }] of leavesIn(fields, other).entries())
    if ((chosen >> (index % 30)) & 1) draft.put(path, value);
  return draft.root;
}

function leavesIn(fields: Fields, program: JsonObject): readonly Leaf[] {
  return leavesOf(fields, canonical(fields, program, undefined));
}

/** Another value of the same JSON type: too large, too small, misspelt, twice, or of another form. */
function bent(value: Json, n: number): Json {
  const oneOf = (values: readonly Json[]) => values[n % values.length] ?? null;
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return oneOf([0, 1, -1, value * 2, value + 1, value - 1, 1_000_000, value + 0.5]);
  if (typeof value === "string")
    return oneOf(["", "x", "a b", "none", "x".repeat(300), `${value}x`, value.toUpperCase(), "https://example.com"]);
  if (Array.isArray(value)) {
    const [first = null, ...others] = value as readonly Json[];
    return oneOf([[], [...value, ...value], others, first === null ? [] : [bent(first, n), ...others]]);
  }
  return isObject(value) ? oneOf([{}, Object.fromEntries(Object.entries(value).slice(1))]) : value;
}
