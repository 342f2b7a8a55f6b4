import * as pulumi from "@pulumi/pulumi";
import { type Path, toPointer } from "../model/pointer.ts";

/**
 * Where a program's values are secret: the JSON pointers (RFC 6901), sorted, of all secret outputs in the arguments, at
 * any depth. Nothing (undefined) where there are none. The answer itself is no secret.
 *
 * A dynamic provider gets its inputs in plain text and could not tell what was wrapped; with the pointers it can keep
 * those values secret, and no others. A secret in an array makes the whole array secret, as it does for the engine, so
 * the pointer is the array's.
 */
export function secretPaths(args: pulumi.Inputs): pulumi.Output<string[] | undefined> {
  return pulumi.output(find(args));
}

async function find(args: pulumi.Inputs): Promise<string[] | undefined> {
  try {
    // The SDK's own marshalling waits for promises and outputs and marks secrets, unknown ones included: what is found
    // is exactly what the engine will be told is secret.
    const pointers = pointersIn(await pulumi.runtime.serializeProperties("secret paths", args), []);
    return pointers.length > 0 ? pointers.sort() : undefined;
  } catch {
    // The same failure stops the registration, which tells it better.
    return undefined;
  }
}

function pointersIn(value: unknown, path: Path): string[] {
  if (pulumi.runtime.isRpcSecret(value)) return [toPointer(path)];
  if (Array.isArray(value)) return value.some((item) => pointersIn(item, path).length > 0) ? [toPointer(path)] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => pointersIn(item, [...path, key]));
}
