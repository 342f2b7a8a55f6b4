import { readFile } from "node:fs/promises";
import {
  type HandOver,
  handOver,
  type Inventory,
  type InventoryItem,
  keyOf,
  type Named,
  NamesFileError,
  type NotTaken,
  namesFrom,
  type Selection,
  selectionFor,
  takeNamed,
} from "../importer/index.ts";
import { legible } from "../tenant/index.ts";

/** The objects that another tool's file names, at the tenant. */
export interface NamedImport {
  readonly items: readonly InventoryItem[];
  /** Their names, by kind, a blank and the id. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly notTaken: readonly NotTaken[];
  /** What the other tool has to forget once they are imported, but for those that could not be. */
  readonly handOver: (failed: ReadonlySet<InventoryItem>) => HandOver;
}

/**
 * Reads the file of another tool.
 *
 * @throws Error that names the file and says what is wrong, without any value of it
 */
export async function readNames(path: string): Promise<Named> {
  try {
    return namesFrom(await readFile(path, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`${path}: ${error instanceof NamesFileError ? message : `cannot be read (${code})`}`);
  }
}

/** What to read of the tenant for a file, within what the command selects. */
export function selectionOf(named: Named, { kinds, organizations, ...patterns }: Selection): Selection {
  const wanted = selectionFor(named);
  return {
    ...patterns,
    kinds: wanted.kinds.filter((kind) => kinds?.includes(kind) ?? true),
    organizations: organizations ?? wanted.organizations,
    clientsOf: wanted.clientsOf,
  };
}

/** Finds the objects of a file in what was read. */
export function namedImport(named: Named, inventory: Inventory): NamedImport {
  const { items, left } = takeNamed(named, inventory);
  return {
    items: items.map(({ item }) => item),
    chosen: new Map(items.map(({ item, name }) => [keyOf(item), name])),
    notTaken: left,
    handOver: (failed) =>
      handOver(
        named,
        items.filter(({ item }) => !failed.has(item)).map(({ object }) => object),
      ),
  };
}

/** What was not taken over, with the reason; resources of the same type and reason are counted. */
export function notTakenRows(notTaken: readonly NotTaken[]): readonly (readonly [string, string])[] {
  const groups = new Map<string, NotTaken[]>();
  for (const one of notTaken) {
    const key = `${one.type} ${one.reason}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map((group) => {
    const [{ address, type, reason } = { address: "", type: "", reason: "" }] = group;
    return [legible(group.length === 1 ? address : `${group.length} ${type}`), legible(reason)];
  });
}
