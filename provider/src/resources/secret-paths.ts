import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../model/json.ts";
import { type Path, toPointer } from "../model/pointer.ts";

/**
 * The places where a program's values are secret: the sorted JSON pointers (RFC 6901) of all secret outputs in the
 * arguments, at any depth; undefined if there are none. The answer itself is no secret.
 *
 * A dynamic provider gets its inputs in plain text and cannot tell which of them the program wrapped. With the pointers
 * it keeps those values secret, and no others. The engine makes a whole array secret where one element is, so the
 * pointer is the array's.
 */
export function secretPaths(args: pulumi.Inputs): pulumi.Output<string[] | undefined> {
  return pulumi.output(find(args));
}

/** Whether something in a value comes later, as everything does that is secret. Objects that are not plain may hold anything. */
export function holdsLater(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsLater);
  return Object.getPrototypeOf(value) !== Object.prototype || Object.values(value).some(holdsLater);
}

async function find(args: pulumi.Inputs): Promise<string[] | undefined> {
  try {
    // The SDK's own marshalling waits for promises and outputs and marks secrets, unknown ones included. So exactly those
    // values are found that the engine will be told are secret.
    const pointers = pointersIn(await pulumi.runtime.serializeProperties("secret paths", args), []);
    return pointers.length > 0 ? pointers.sort() : undefined;
  } catch {
    // The same failure stops the registration, and its message is the better one.
    return undefined;
  }
}

function pointersIn(value: unknown, path: Path): string[] {
  if (pulumi.runtime.isRpcSecret(value)) return [toPointer(path)];
  if (Array.isArray(value)) return value.some((item) => pointersIn(item, path).length > 0) ? [toPointer(path)] : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => pointersIn(item, [...path, key]));
}
