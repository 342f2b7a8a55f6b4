import * as pulumi from "@pulumi/pulumi";
import { legible } from "../tenant/legible.ts";
import type { Filter } from "./source.ts";

/** The arguments of a function: plain values, or values that come later. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * The filter that plain arguments make. An error names all that is wrong with them, and never repeats a value.
 *
 * @param known the arguments that there are
 * @throws RunError
 */
export function filterFrom(label: string, known: readonly string[], given: Given): Filter {
  refuse(label, [...unknownKeys(known, given), ...known.flatMap((key) => wrongType(given, key))]);
  const entries = known.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]);
  return Object.fromEntries(entries);
}

/**
 * Refuses arguments that are wrong, as far as they are known yet.
 *
 * @throws RunError
 */
export function checkInputs(label: string, known: readonly string[], given: Given): void {
  const isPlain = (key: string) => !pulumi.Output.isInstance(given[key]) && !(given[key] instanceof Promise);
  refuse(label, [...unknownKeys(known, given), ...known.filter(isPlain).flatMap((key) => wrongType(given, key))]);
}

function unknownKeys(known: readonly string[], given: Given): string[] {
  return Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key) => `there is no argument "${legible(key)}"; known are ${known.join(", ")}.`);
}

function wrongType(given: Given, key: string): string[] {
  const value = given[key];
  if (value === undefined || typeof value === "string") return [];
  if (pulumi.Output.isInstance(value)) return [`${key} is an output, which only the Output form takes.`];
  return [`${key} must be a string, not ${kindOf(value)}.`];
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return value instanceof Promise ? "a promise" : `a value of type ${typeof value}`;
}

function refuse(label: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new pulumi.RunError(`${label}: ${problems.join(" ")}`);
}
