import { Draft } from "./draft.ts";
import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put } from "./json.ts";
import { type Plan, type Removal, touched } from "./plan.ts";
import { type Path, putAt, toPointer, without } from "./pointer.ts";
import type { Field, ObjectField, Table } from "./table.ts";

/**
 * Whether an update must first read what is at the tenant: the service replaces nested objects whole, and this one may
 * have members that the program does not declare, or that nobody here knows.
 */
export function needsLive(table: Table, plan: Plan): boolean {
  return touched(plan).some((name) => {
    const field = table.fields[name];
    if (field?.kind === "map") return isByMember(name, plan);
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
    if (field.kind === "object") put(body, name, composeObject(field, name, plan, live));
    else if (field.kind === "map" && isByMember(name, plan)) put(body, name, composeMap(name, plan, live));
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

function set(root: JsonObject, path: Path, value: Json): JsonObject {
  const copy: MutableJsonObject = { ...root };
  putAt(copy, path, value);
  return copy;
}

/** Whether the program declares nothing of a property any more, and the service clears it by null. */
function isCleared(field: Field, name: string, plan: Plan): boolean {
  return field.clear?.how === "null" && !plan.declared.some((leaf) => leaf.path[0] === name);
}

function clearedValue(removal: Removal): Json {
  return removal.clear.how === "default" ? removal.clear.value : null;
}
