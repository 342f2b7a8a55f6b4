import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put } from "./json.ts";
import { type Plan, type Removal, touched } from "./plan.ts";
import { isAncestor, putAt, toPointer, without } from "./pointer.ts";
import type { Field, ObjectField, Table } from "./table.ts";

/**
 * Whether an update must first read what is at the tenant: the service replaces nested objects whole, and this one
 * has members that the program does not declare and that must not be lost.
 */
export function needsLive(table: Table, plan: Plan): boolean {
  return touched(plan).some((name) => {
    const field = table.fields[name];
    return field?.kind === "object" && !isCleared(field, name, plan) && !isCovered(field, [name], plan);
  });
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
    if (field.kind === "object") put(body, name, composeObject(field, name, plan, live));
    else {
      const removal = plan.removed.find((removed) => removed.path[0] === name);
      put(body, name, removal ? clearedValue(removal) : (own(inputs, name) ?? null));
    }
  }
  return body;
}

function composeObject(field: ObjectField, name: string, plan: Plan, live: JsonObject): Json {
  if (isCleared(field, name, plan)) return null;
  const base = own(live, name);
  let holder: JsonObject = { [name]: isObject(base) ? withoutWholes(field, base, [name], plan) : {} };
  for (const removal of plan.removed.filter(({ path }) => path[0] === name)) {
    if (removal.clear.how === "default") holder = set(holder, removal.path, removal.clear.value);
    else holder = without(holder, removal.path);
  }
  for (const leaf of plan.declared.filter(({ path }) => path[0] === name)) holder = set(holder, leaf.path, leaf.value);
  return own(holder, name) ?? null;
}

/** The members at the tenant, without those that an update replaces in one piece and those that only the service writes. */
function withoutWholes(field: ObjectField, live: JsonObject, path: readonly string[], plan: Plan): JsonObject {
  const kept: MutableJsonObject = {};
  for (const [key, member] of Object.entries(field.fields)) {
    const value = own(live, key);
    const isOurs = plan.declared.some((leaf) => isAncestor([...path, key], leaf.path));
    if (value === undefined || member.computed || (member.kind === "object" && member.whole && isOurs)) continue;
    const nested = member.kind === "object" && isObject(value);
    put(kept, key, nested ? withoutWholes(member, value, [...path, key], plan) : value);
  }
  return kept;
}

function set(root: JsonObject, path: readonly string[], value: Json): JsonObject {
  const copy: MutableJsonObject = { ...root };
  putAt(copy, path, value);
  return copy;
}

/** Whether the program declares nothing of a property any more, and the service clears it by null. */
function isCleared(field: Field, name: string, plan: Plan): boolean {
  return field.clear?.how === "null" && !plan.declared.some((leaf) => leaf.path[0] === name);
}

/** Whether the program declares or clears every member, or declares a part that is sent whole. */
function isCovered(field: ObjectField, path: readonly string[], plan: Plan): boolean {
  return Object.entries(field.fields).every(([key, member]) => {
    const here = [...path, key];
    if (member.computed) return true;
    const pointer = toPointer(here);
    if ([...plan.declared, ...plan.removed].some((leaf) => leaf.pointer === pointer)) return true;
    if (member.kind !== "object") return false;
    const isOurs = plan.declared.some((leaf) => isAncestor(here, leaf.path));
    return member.whole && isOurs ? true : isCovered(member, here, plan);
  });
}

function clearedValue(removal: Removal): Json {
  return removal.clear.how === "default" ? removal.clear.value : null;
}
