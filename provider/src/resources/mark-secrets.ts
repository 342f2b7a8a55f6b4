import * as pulumi from "@pulumi/pulumi";
import type { Path } from "../model/pointer.ts";

/**
 * The same value with everything secret that lies at one of the paths, whether or not the program marked it. In a path
 * `*` stands for any one key. What is a promise or an output stays one, and is looked into when it is known.
 */
export function markSecrets(value: unknown, paths: readonly Path[]): unknown {
  if (value === undefined || value === null || paths.length === 0) return value;
  if (paths.some((path) => path.length === 0)) return pulumi.secret(value);
  if (pulumi.Output.isInstance<unknown>(value)) return value.apply((known) => markSecrets(known, paths));
  if (value instanceof Promise) return value.then((known) => markSecrets(known, paths));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, markSecrets(item, below(paths, key))]));
}

/** What is left of the paths that lead through a key. */
function below(paths: readonly Path[], key: string): Path[] {
  return paths.filter(([head]) => head === key || head === "*").map(([, ...rest]) => rest);
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
