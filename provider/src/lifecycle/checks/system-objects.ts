import { sanitize } from "../../client/index.ts";
import { describePath, isObject, type JsonObject, own, type Path, valueAt } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { isSettable, type SystemObject, systemObjectOf } from "../../schema/system-objects.ts";
import { Draft, leavesOf, putDeclared } from "../../state/leaves.ts";
import type { Problem } from "../resource-type.ts";

/** The declared properties of a system object that belong to the service. @param host the host of the tenant */
export function problemsOfSystemObject(schema: Schema, args: JsonObject, host: string): readonly Problem[] {
  const { systemObjects } = schema;
  const object = systemObjectOf(schema, args, host);
  if (!systemObjects || !object) return [];
  const { key, named } = systemObjects;
  const refused = leavesOf(schema.fields, args).filter(
    ({ path, value }) => !isSettable(systemObjects, object, path, value),
  );
  const whose = `"${sanitize(String(own(args, key)))}" is the ${object.name}, which belongs to the service`;
  const byPlace = new Map(refused.map(({ path }) => [describePath(placeOf(object, path)), placeOf(object, path)]));
  return [...byPlace.values()].map((path) => ({
    path,
    says:
      path[0] === named
        ? `must be "${object.name}": ${whose}`
        : `cannot be set: ${whose}. Remove it from the program. ${allowedIn(object)}`,
  }));
}

/** The place that a problem names: the property, or a path in it if some of the property can be set. */
function placeOf({ settable }: SystemObject, path: Path): Path {
  const isPartly = "only" in settable && settable.only.some((one) => one[0] === path[0]);
  return isPartly ? path : path.slice(0, 1);
}

function allowedIn({ settable }: SystemObject): string {
  const names = ("only" in settable ? settable.only : settable.allBut).map(describePath);
  return "only" in settable ? `Allowed: ${names.join(", ")}` : `All properties except ${names.join(", ")} are allowed`;
}

/**
 * The part of an update that the service accepts for a system object. With a property of a nested object, an update also sends the properties around
 * it, which the program does not declare.
 *
 * @param live the object at the tenant; empty if the update did not read it, so that it sends declared values only
 */
export function settableIn(schema: Schema, changes: JsonObject, live: JsonObject): JsonObject {
  const settable = systemObjectOf(schema, live)?.settable;
  if (!settable || !("only" in settable)) return changes;
  const kept = new Draft();
  for (const path of settable.only) {
    const value = valueAt(changes, path);
    if (value !== undefined) kept.put(path, value);
  }
  return kept.root;
}

/**
 * The arguments of a creation. The declared parts of nested objects are completed with the values that a new system object has: otherwise the
 * service could complete them with those of other objects.
 *
 * @param host the host of the tenant
 */
export function withInitial(schema: Schema, args: JsonObject, host: string): JsonObject {
  const initial = systemObjectOf(schema, args, host)?.initial ?? {};
  const started = Object.entries(initial).filter(([name, value]) => isObject(value) && isObject(own(args, name)));
  const all = new Draft({ ...args, ...Object.fromEntries(started) });
  for (const { path, value } of leavesOf(schema.fields, args)) {
    if (started.some(([name]) => name === path[0])) putDeclared(all, path, value);
  }
  return all.root;
}
