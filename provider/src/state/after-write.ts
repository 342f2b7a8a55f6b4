import { covers, isEmptyObject, type Json, type JsonObject, type Path, valueAt } from "../schema/json.ts";
import { elementField, type Schema } from "../schema/schema.ts";
import { same } from "./canonical.ts";
import { Draft, isCollection, leafAt, putDeclared, putLeaf, removeElement, undeclaredIn } from "./leaves.ts";
import { clear } from "./object-update.ts";
import type { Plan } from "./plan.ts";

/**
 * An object as it is after a write. Undeclared values stay.
 *
 * @param before the object at the tenant
 * @param plan the changes that the write sends
 */
export function afterWrite(before: JsonObject, { changed, removed }: Pick<Plan, "changed" | "removed">): JsonObject {
  const after = new Draft(before);
  for (const removal of removed) {
    if (removal.field === elementField) removeElement(after, removal.path);
    else {
      clear(after, removal);
      // An object that has lost its last value is gone, too.
      for (let at = removal.path; at.length > 0 && isNothing(valueAt(after.root, at)); at = at.slice(0, -1)) {
        after.remove(at);
      }
    }
  }
  for (const { field, path, value } of changed) {
    if (field === elementField) {
      // A set contains each element once, also if the tenant has the element already.
      removeElement(after, path);
      putLeaf(field, after, path, value);
    } else if (isCollection(field)) after.put(path, value);
    else putDeclared(after, path, value);
  }
  return after.root;
}

/** Whether there is no value, or an object without members. */
function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || isEmptyObject(value);
}

/** A new object as it is after its creation, without the values that the service sets. */
export function afterCreation({ declared }: Pick<Plan, "declared">): JsonObject {
  return afterWrite({}, { changed: declared, removed: [] });
}

/** Returns a test of whether a write keeps a value that the program does not declare. */
export function stayingIn({ declared, removed }: Pick<Plan, "declared" | "removed">): (path: Path) => boolean {
  const isUndeclared = undeclaredIn(declared);
  return (path) =>
    isUndeclared(path) && !removed.some((removal) => covers(removal.path, path) && removal.clear.how !== "release");
}

/**
 * Whether the service removes a value with a write, because the write changes or removes the property with which it removes the whole object
 * (`removedWith`).
 *
 * @param before the object at the tenant
 */
export function isRemovedAlong(
  { fields }: Schema,
  { changed, removed }: Pick<Plan, "changed" | "removed">,
  before: JsonObject,
  path: Path,
) {
  const field = fields[path[0] ?? ""];
  const by = field?.kind === "object" ? field.removedWith : undefined;
  if (by === undefined) return false;
  const isChanged = changed.some(
    (leaf) => leaf.path[0] === by && !same(leaf.field, leaf.value, leafAt(leaf.field, before, leaf.path)),
  );
  return isChanged || removed.some((removal) => removal.path[0] === by);
}
