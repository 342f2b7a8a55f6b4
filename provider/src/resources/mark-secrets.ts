import * as pulumi from "@pulumi/pulumi";
import type { Pattern } from "../model/table.ts";

/**
 * The same value, with a secret in place of each value that a pattern leads to, whether or not the program marked it.
 * A promise or an output stays one; its value is marked as soon as it is known.
 */
export function markSecrets(value: unknown, patterns: readonly Pattern[]): unknown {
  if (value === undefined || value === null || patterns.length === 0) return value;
  if (patterns.some((pattern) => pattern.length === 0)) return pulumi.secret(value);
  if (pulumi.Output.isInstance<unknown>(value)) return value.apply((known) => markSecrets(known, patterns));
  if (value instanceof Promise) return value.then((known) => markSecrets(known, patterns));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, markSecrets(item, below(patterns, key))]));
}

/** The rest of the patterns that lead through a key. */
function below(patterns: readonly Pattern[], key: string): Pattern[] {
  return patterns.filter(([head]) => head === key || head === "*").map(([, ...rest]) => rest);
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
