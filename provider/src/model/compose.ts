import { Draft } from "./draft.ts";
import {
  equal,
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
} from "./json.ts";
import type { Leaf } from "./leaves.ts";
import { type Plan, type Removal, touched } from "./plan.ts";
import { type Path, toPointer, valueAt } from "./pointer.ts";
import { notShown } from "./secrecy/masks.ts";
import type { Field, ObjectField, Table } from "./table.ts";

/**
 * Whether an update must first read what is at the tenant: the service replaces nested objects and documents whole, and this one
 * may have members that the program does not declare, or that nobody here knows.
 */
export function needsLive(table: Table, plan: Plan): boolean {
  return touched(plan).some((name) => {
    const field = table.fields[name];
    if (field?.kind === "map") return isByMember(name, plan);
    if (field?.kind === "document") return field.merges !== true;
    return field !== undefined && hasMembers(field) && !isCleared(field, name, plan);
  });
}

function hasMembers(field: Field): boolean {
  return field.kind === "object" || (field.kind === "list" && hasMembers(field.item));
}

/**
 * The properties that an update sends, under the names that programs use. A cleared one is null or its default.
 *
 * @param inputs what the program declares
 * @param live what is at the tenant; needed where {@link needsLive} says so
 */
export function compose(table: Table, plan: Plan, inputs: JsonObject, live: JsonObject): JsonObject {
  const body: MutableJsonObject = {};
  for (const name of touched(plan)) {
    const field = table.fields[name];
    if (!field) continue;
    if (field.kind === "object") {
      const value = field.merges ? composeChanges(field, name, plan, live) : composeObject(field, name, plan, live);
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

/** The members of an object that change, with null for those that are declared no more; undefined where there are none to send. */
function composeChanges(field: ObjectField, name: string, plan: Plan, live: JsonObject): Json | undefined {
  if (isCleared(field, name, plan) && isNothingElse(field, name, plan, live)) return null;
  const whole = composeObject(field, name, plan, live, true);
  const members = [...plan.changed, ...plan.removed].flatMap(({ path }) => (path[0] === name ? path.slice(1, 2) : []));
  const changes: MutableJsonObject = {};
  for (const member of new Set(members)) {
    const [value, its] = [own(whole, member), field.fields[member]];
    const isDeclared = plan.declared.some(({ path }) => path[0] === name && path[1] === member);
    if (!isDeclared && its?.clear?.how === "null") put(changes, member, null);
    else if (value !== undefined && !isEmptyObject(value)) put(changes, member, value);
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
}

/** Whether an object has nothing but what is declared no more, and what the service has put beside it. */
function isNothingElse(field: ObjectField, name: string, { removed }: Plan, live: JsonObject): boolean {
  const going = new Set(removed.flatMap(({ path }) => (path[0] === name ? path.slice(1, 2) : [])));
  const now = own(live, name);
  return Object.entries(isObject(now) ? now : {}).every(([member, value]) => {
    const its = field.fields[member];
    const fresh = its?.clear?.how === "default" ? its.clear.value : its?.absent;
    return going.has(member) || (fresh !== undefined && equal(value, fresh));
  });
}

function composeObject(field: ObjectField, name: string, plan: Plan, live: JsonObject, isPart = false): Json {
  if (!isPart && isCleared(field, name, plan)) return field.clear?.how === "default" ? field.clear.value : null;
  const base = own(live, name);
  const holder = new Draft({ [name]: isObject(base) ? withoutWholes(field, base, [name], plan) : {} });
  for (const { path, clear } of plan.removed.filter(({ path }) => path[0] === name)) {
    if (clear.how === "default") holder.put(path, clear.value);
    else holder.remove(path);
  }
  for (const { path, value } of plan.declared) if (path[0] === name) holder.put(path, value);
  return own(holder.root, name) ?? null;
}

/** The members at the tenant, without those that an update replaces in one piece and those that only the service writes. */
function withoutWholes(field: ObjectField, live: JsonObject, path: Path, plan: Plan): JsonObject {
  const kept: MutableJsonObject = {};
  for (const [key, member] of Object.entries(field.fields)) {
    const here = [...path, key];
    const value = own(live, key);
    if (value === undefined || member.computed || isReplaced(member, here, plan)) continue;
    const nested = member.kind === "object" && isObject(value);
    put(kept, key, nested ? withoutWholes(member, value, here, plan) : value);
  }
  return kept;
}

/** Whether an update sends an object exactly as declared, as another one takes its place. */
export function isReplaced(field: Field, path: Path, plan: Plan): boolean {
  if (field.kind !== "object" || field.replacedWith === undefined) return false;
  const pointer = toPointer([...path, field.replacedWith]);
  return plan.changed.some((leaf) => leaf.pointer === pointer);
}

/** Whether the program declares nothing of a property any more, and the service clears it by null, or by a value. */
function isCleared(field: Field, name: string, plan: Plan): boolean {
  const isClearable = field.clear?.how === "null" || field.clear?.how === "default";
  return isClearable && !plan.declared.some((leaf) => leaf.path[0] === name);
}

function clearedValue(removal: Removal): Json {
  return removal.clear.how === "default" ? removal.clear.value : null;
}
