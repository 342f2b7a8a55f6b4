import { referencesIn } from "../graph/references.ts";
import { type Json, own } from "../model/json.ts";
import type { Fields } from "../model/table.ts";
import { descriptors } from "../objects/descriptors.ts";
import type { InventoryItem } from "./inventory.ts";

/**
 * Items without names of their own under those of what they are about, so that the grants for an API do not only have its identifier.
 * What is not among the items adds nothing.
 */
export function calledAfter(items: readonly InventoryItem[]): readonly InventoryItem[] {
  const known = new Map(items.flatMap((item) => namesIn(item).map((name) => [name, item])));
  return items.map((item) => {
    if (!isNamedByOthers(item)) return item;
    const ends = referencesIn(item.kind, item.live).filter(({ isIdentity }) => isIdentity);
    const names = ends.flatMap(({ kind, property, value }) => known.get(nameOf(kind, property, value))?.names[0] ?? []);
    return names.length > 0 ? { ...item, names: [names.join(" "), ...item.names] } : item;
  });
}

/** Whether what a listing shows of an item to people is no more than a reference. */
function isNamedByOthers({ kind }: InventoryItem): boolean {
  const { listing, table } = descriptors[kind];
  const { idOf, refersTo } = (table.fields as Fields)[listing?.names[0] ?? ""] ?? {};
  return listing?.below === undefined && (idOf ?? refersTo) !== undefined;
}

/** All by which others refer to an item. */
function namesIn({ kind, id, live }: InventoryItem): readonly string[] {
  return [nameOf(kind, "id", id), ...descriptors[kind].uniqueBy.map((name) => nameOf(kind, name, own(live, name)))];
}

function nameOf(kind: string, property: string, value: Json | undefined): string {
  return JSON.stringify([kind, property, value]);
}
