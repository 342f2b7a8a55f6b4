import { covers, fromPointer, isObject, type JsonObject, own, type Path, valueAt } from "../schema/json.ts";
import { isIgnored } from "../schema/provider-code.ts";
import type { Destination, Schema } from "../schema/schema.ts";
import type { Plan } from "./plan.ts";
import { secretPaths } from "./secrets.ts";

/** The destinations of an object's secrets. They can depend on its other values. */
export function destinationsOf({ destinations = [] }: Schema, object: JsonObject): readonly Destination[] {
  return destinations.filter(({ unless }) => !unless?.is.includes(String(own(object, unless.property))));
}

/** Whether a path is at or below one of these JSON pointers. */
export function isWithin(pointers: readonly string[], path: Path): boolean {
  return pointers.some((pointer) => covers(fromPointer(pointer), path));
}

/** The paths of an object's secrets that the service sends to a destination, down to single values and arrays. */
export function secretsFor(schema: Schema, destination: Destination, object: JsonObject): readonly Path[] {
  const { secretsAtRest = [], hiddenIn } = schema;
  const others = [...secretsAtRest.flatMap(({ secrets }) => secrets), ...(destination.except ?? [])];
  const present = secretPaths(schema.fields, object).flatMap((path) => leavesAt(object, path));
  return [...present, ...(hiddenIn?.(object) ?? [])].filter(
    (path) => isWithin(destination.secrets, path) && !isWithin(destination.addresses, path) && !isWithin(others, path),
  );
}

/** The paths of the values at or below a path. Empty texts, arrays and objects contain no secret. */
function leavesAt(object: JsonObject, path: Path): readonly Path[] {
  const value = valueAt(object, path) ?? "";
  if (isObject(value)) return Object.keys(value).flatMap((key) => leavesAt(object, [...path, key]));
  return value === "" || (Array.isArray(value) && value.length === 0) ? [] : [path];
}

/**
 * A plan in which declared addresses and declared secrets go together: if one of them changes, the update sends all declared ones of the
 * destination. So a secret that another client has set never goes to a new address, and a new secret never to an address of another client.
 */
export function withWholeDestinations(schema: Schema, plan: Plan, inputs: JsonObject): Plan {
  const changes = [...plan.changed, ...plan.removed];
  const places = destinationsOf(schema, inputs)
    .filter(({ isCode }) => !isCode)
    .map((destination) => [...destination.addresses.map(fromPointer), ...secretsFor(schema, destination, inputs)])
    .filter((paths) => changes.some(({ path }) => paths.some((one) => covers(one, path) || covers(path, one))));
  if (places.length === 0) return plan;
  const isSent = (path: Path) => places.some((paths) => paths.some((one) => covers(one, path) || covers(path, one)));
  const changed = new Set(plan.changed);
  const others = plan.declared.filter(
    (leaf) => !changed.has(leaf) && !isIgnored(inputs, leaf.path) && !leaf.field.forceNew && isSent(leaf.path),
  );
  return { ...plan, changed: [...plan.changed, ...others] };
}
