import type { JsonObject } from "../model/json.ts";
import type { Path } from "../model/pointer.ts";
import { type Reference, referencesOf, type Target, targetOf } from "../model/references.ts";
import type { Field } from "../model/table.ts";
import { descriptors, type KindName } from "../objects/descriptors.ts";

/**
 * All references of an object.
 *
 * @param properties by the names of programs
 */
export function referencesIn(kind: KindName, properties: JsonObject): readonly Reference[] {
  return referencesOf(descriptors[kind].table.fields, properties);
}

/** What objects of a kind can refer to, but for what stands in documents. */
export function targetsOf(kind: KindName): readonly Target[] {
  const { fields } = descriptors[kind].table;
  return Object.entries(fields).flatMap(([name, field]) => targetsBelow(field, [name]));
}

function targetsBelow(field: Field, path: Path): readonly Target[] {
  const target = targetOf(field, path, {});
  if (target) return [target];
  if (field.kind === "list") return targetsBelow(field.item, path);
  if (field.kind !== "object") return [];
  return Object.entries(field.fields).flatMap(([name, member]) => targetsBelow(member, [...path, name]));
}
