import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put } from "../schema/json.ts";
import type { Path } from "../schema/pointer.ts";
import { type Field, type Fields, type Schema, wireName } from "../schema/schema.ts";
import { isReplaced, unknownIn } from "./object-update.ts";
import type { Plan } from "./plan.ts";
import { hideMasksByName } from "./secrets.ts";
import { fromWire, toWire } from "./wire.ts";

/**
 * Adds the tenant's properties that the schema does not contain to the body of an update, in objects and in elements of lists. A newer version
 * of the API can have such properties. The API replaces nested objects as a whole, so an update without these properties would remove them.
 *
 * @param body body of the update, under the API's names
 * @param found the object at the tenant, under the API's names
 */
export function withUnknownProperties({ fields }: Schema, plan: Plan, body: JsonObject, found: JsonObject): JsonObject {
  return keptIn(fields, [], plan, body, hideMasksByName(found));
}

function keptIn(fields: Fields, path: Path, plan: Plan, sent: JsonObject, found: JsonObject): JsonObject {
  const kept: MutableJsonObject = { ...sent };
  for (const [name, field] of Object.entries(fields)) {
    const wire = wireName(name, field);
    const [ours, theirs] = [own(sent, wire), own(found, wire)];
    const here = [...path, name];
    if (ours === undefined || theirs === undefined || isReplaced(field, here, plan)) continue;
    put(kept, wire, keptAt(field, here, plan, ours, theirs));
  }
  return kept;
}

function keptAt(field: Field, path: Path, plan: Plan, sent: Json, found: Json): Json {
  if (field.kind === "object" && isObject(sent) && isObject(found)) {
    const unknown = field.merges ? {} : unknownIn(field.fields, found);
    return { ...unknown, ...keptIn(field.fields, path, plan, sent, found) };
  }
  if (field.kind !== "list" || !Array.isArray(sent) || !Array.isArray(found)) return sent;
  // Elements of lists have no keys: two elements match if all properties that the schema contains are equal.
  const twins = new Map<string, Json[]>();
  for (const element of found) {
    const known = JSON.stringify(knownOf(field.item, element));
    twins.set(known, [...(twins.get(known) ?? []), element]);
  }
  return sent.map((element) => twins.get(JSON.stringify(element))?.shift() ?? element);
}

/** The part of an element that the schema contains, in the form in which an update sends it. */
function knownOf(field: Field, element: Json): Json {
  return field.kind === "object" && isObject(element) ? toWire(field.fields, fromWire(field.fields, element)) : element;
}
