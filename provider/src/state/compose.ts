import { type Json, type JsonObject, type MutableJsonObject, own, put } from "../schema/json.ts";
import { type Path, valueAt } from "../schema/pointer.ts";
import type { Field, Schema } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/masks.ts";
import { Draft } from "./draft.ts";
import type { Leaf } from "./leaves.ts";
import { type IsFilledIn, type Now, ObjectUpdate } from "./object-update.ts";
import { type Plan, type Removal, touched } from "./plan.ts";

/**
 * Whether an update must first read what is at the tenant: the service replaces nested objects and documents whole, and this one
 * may have members that the program does not declare, or that nobody here knows.
 */
export function needsLive(schema: Schema, plan: Plan): boolean {
  return touched(plan).some((name) => {
    const field = schema.fields[name];
    if (field?.kind === "map") return isByMember(name, plan);
    if (field?.kind === "document") return field.merges !== true;
    return field?.kind === "object" || (field?.kind === "list" && hasMembers(field) && !isCleared(field, name, plan));
  });
}

function hasMembers(field: Field): boolean {
  return field.kind === "object" || (field.kind === "list" && hasMembers(field.item));
}

/**
 * The properties that an update sends, under the names that programs use. A cleared one is null or its default.
 *
 * @param inputs what the program declares
 * @param now what is at the tenant; needed where {@link needsLive} says so
 * @throws UndeclaredLoss where it cannot be done without losing what others have put into an object
 */
export function compose(
  schema: Schema,
  plan: Plan,
  inputs: JsonObject,
  now: Now,
  isFilledIn: IsFilledIn = () => false,
): JsonObject {
  const body: MutableJsonObject = {};
  const { live } = now;
  for (const name of touched(plan)) {
    const field = schema.fields[name];
    if (!field) continue;
    if (field.kind === "object") {
      const value = new ObjectUpdate(field, name, plan, now, isFilledIn).value();
      if (value !== undefined) put(body, name, value);
    } else if (field.kind === "document") {
      if (field.merges) putKeys(body, name, plan);
      else put(body, name, composeDocument(name, plan, live));
    } else if (field.kind === "map" && isByMember(name, plan)) put(body, name, composeMap(name, plan, live));
    else {
      const removal = plan.removed.find((removed) => removed.path[0] === name);
      put(body, name, removal ? clearedValue(removal) : (own(inputs, name) ?? null));
    }
  }
  return body;
}

/** Whether an update changes members of a collection that others may have members in as well. */
function isByMember(name: string, { changed, removed }: Plan): boolean {
  return [...changed, ...removed].some(({ path }) => path[0] === name && path.length > 1);
}

/** The map at the tenant with the declared members, and without those that are declared no more. */
function composeMap(name: string, { changed, removed }: Plan, live: JsonObject): Json {
  const map = new Draft({ [name]: own(live, name) ?? {} });
  for (const { path } of removed) if (path[0] === name) map.remove(path);
  for (const { path, value } of changed) if (path[0] === name) map.put(path, value);
  return own(map.root, name) ?? {};
}

/** The document at the tenant with what is declared of it, and without what is declared no more. */
function composeDocument(name: string, { changed, removed, declared }: Plan, live: JsonObject): Json {
  const document = new Draft({ [name]: own(live, name) ?? {} });
  // A document that is declared without members declares nothing.
  const isInside = ({ path }: { readonly path: Path }) => path[0] === name && path.length > 1;
  for (const { path, clear } of removed.filter(isInside)) {
    if (clear.how === "default") document.put(path, clear.value);
    else if (clear.how === "null") document.put(path, null);
    else document.remove(path);
  }
  for (const { path, value } of changed.filter(isInside)) document.put(path, value);
  putHidden(document, declared);
  return own(document.root, name) ?? {};
}

/** Puts what a program declares where the tenant has shown only a mask of it. */
export function putHidden(draft: Draft, declared: readonly Leaf[], depth = 0): void {
  for (const { path, value } of declared) {
    const place = path.slice(depth);
    if (valueAt(draft.root, place) === notShown) draft.put(place, value);
  }
}

/** The keys of a document that change, with null for those that are declared no more. */
function putKeys(body: MutableJsonObject, name: string, { changed, removed }: Plan): void {
  const keys: MutableJsonObject = {};
  for (const { path } of removed) if (path[0] === name && path[1] !== undefined) put(keys, path[1], null);
  for (const { path, value } of changed) if (path[0] === name && path[1] !== undefined) put(keys, path[1], value);
  if (Object.keys(keys).length > 0) put(body, name, keys);
}

/** Whether the program declares nothing of a property any more, and the service clears it by null, or by a value. */
function isCleared(field: Field, name: string, plan: Plan): boolean {
  const isClearable = field.clear?.how === "null" || field.clear?.how === "default";
  return isClearable && !plan.declared.some((leaf) => leaf.path[0] === name);
}

function clearedValue(removal: Removal): Json {
  return removal.clear.how === "default" ? removal.clear.value : null;
}
