import { sanitize } from "../client/index.ts";
import { type Inventory, type InventoryItem, keyOf, type Selection } from "../import/inventory.ts";
import { NamesFileError } from "../import/names-from/files.ts";
import {
  handOver,
  type Named,
  type NotTaken,
  namesFrom,
  selectionFor,
  takeNamed,
} from "../import/names-from/select.ts";
import { textOf } from "./files.ts";

/**
 * Reads the file of another tool (`--names-from`).
 *
 * @throws Error that names the file and the problem, without values of the file
 */
export async function readNames(path: string): Promise<Named> {
  const text = await textOf(path);
  try {
    return namesFrom(text);
  } catch (error) {
    throw error instanceof NamesFileError ? new Error(`${path}: ${error.message}`) : error;
  }
}

/** The part of the tenant to read for the objects in a file. Types that the command's options do not select are left out. */
export function selectionOf(named: Named, { types, owners, ...patterns }: Selection): Selection {
  const wanted = selectionFor(named);
  return {
    ...patterns,
    types: wanted.types.filter((type) => types?.includes(type) ?? true),
    owners: owners ?? wanted.owners,
    wholly: wanted.wholly,
    keyed: wanted.keyed,
  };
}

/** The objects of another tool's file, found at the tenant. */
export type NamedImport = ReturnType<typeof namedImport>;

/** Finds the objects of a file in an inventory. */
export function namedImport(named: Named, inventory: Inventory) {
  const { items, left } = takeNamed(named, inventory);
  return {
    items: items.map(({ item }) => item),
    /** The names of these objects in the file, by type and id (see {@link keyOf}). */
    chosen: new Map(items.map(({ item, object }) => [keyOf(item), object.name])),
    notTaken: left,
    /** The steps that remove imported objects from the other tool's state; objects whose import failed are left out. */
    handOver: (failed: ReadonlySet<InventoryItem>) =>
      handOver(
        named,
        items.filter(({ item }) => !failed.has(item)).map(({ object }) => object),
      ),
  };
}

/** The maximum number of addresses listed for each reason. */
const maxAddresses = 2;

/** Resources that were not imported, with the reason; resources of the same type and reason are grouped. */
export function notTakenRows(notTaken: readonly NotTaken[]): readonly (readonly [string, string])[] {
  const groups = Map.groupBy(notTaken, ({ type, reason }) => `${type} ${reason}`);
  return [...groups.values()].map((group) => {
    const [{ type, reason } = { type: "", reason: "" }] = group;
    const shown = group.slice(0, maxAddresses).map(({ address }) => sanitize(address));
    const more = group.length > shown.length ? [`${group.length - shown.length} more`] : [];
    const heading = group.length === 1 ? "" : `${group.length} ${sanitize(type)}: `;
    return [heading + [...shown, ...more].join(", "), sanitize(reason)];
  });
}
