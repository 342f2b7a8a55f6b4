import type { Json } from "../model/json.ts";
import type { Fields } from "../model/table.ts";
import { descriptors, type KindName, kindNames } from "../objects/descriptors.ts";
import { keyOf } from "./inventory.ts";
import type { ImportedResource } from "./resource.ts";

/** The shortest id that stands for its object wherever it is: a shorter text may be the same by chance. */
export const shortestId = 12;

/**
 * Resources by the keys of their objects, as objects of two kinds can have the same id. What belongs to another object, or adds to one, has
 * no id of its own.
 */
export function byKeyOf<T extends ImportedResource>(resources: readonly T[]): ReadonlyMap<string, T> {
  return new Map(
    resources.filter(({ item }) => hasOwnId(item.kind)).map((resource) => [keyOf(resource.item), resource]),
  );
}

function hasOwnId(kind: KindName): boolean {
  const { listing, table, uniqueBy } = descriptors[kind];
  const [name, ...others] = uniqueBy;
  // Of the credentials of an application, the id is the application's.
  const isOfAnother = others.length === 0 && (table.fields as Fields)[name]?.idOf !== undefined;
  return listing !== undefined && listing.below === undefined && !isOfAnother;
}

/** Resources by kind, and within a kind those first that others refer to. */
export function inOrder<T extends ImportedResource>(resources: readonly T[]): readonly T[] {
  const byKey = byKeyOf(resources);
  const seen = new Set<T>();
  const ordered: T[] = [];
  const add = (resource: T) => {
    if (seen.has(resource)) return;
    seen.add(resource);
    for (const text of textsIn(resource.args)) {
      const target = byKey.get(keyOf({ kind: resource.item.kind, id: text }));
      if (target) add(target);
    }
    ordered.push(resource);
  };
  for (const kind of kindNames) for (const resource of resources) if (resource.item.kind === kind) add(resource);
  return ordered;
}

/** The texts in arguments that could be ids. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return value.length >= shortestId ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
