import { definitions, type described, type TypeName, typeNames } from "../definitions/registry.ts";
import type { Access, LeftOutReason } from "../lifecycle/import-rules.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import type { Listed } from "../schema/definition.ts";
import type { JsonObject } from "../schema/json.ts";

/** The kinds that a tenant lists. The others add to objects of those. */
export type ListedType = {
  [Name in TypeName]: (typeof described)[Name] extends { readonly listing: Listed } ? Name : never;
}[TypeName];

/** The kinds that a tenant lists, in the order in which people read about them. */
export const listedKinds = typeNames.filter((name): name is ListedType => definitions[name].listing !== undefined);

/** Those of them whose objects are there because somebody decided so. */
export const lastingKinds = listedKinds.filter((name) => definitions[name].listing?.isTransient !== true);

/** One object of the tenant that a stack can manage. */
export interface InventoryItem {
  readonly kind: TypeName;
  /** The id in a state. */
  readonly id: string;
  /** The object under the names that programs use, secrets in plain: exactly what a refresh would see. */
  readonly live: JsonObject;
  /** For people, fit to be shown: `resource server "https://orders.example.com"`. */
  readonly label: string;
  /** What people know it by, the best name first, then its identifiers. Foreign text. */
  readonly names: readonly string[];
  /** Those of its scopes, roles or clients that are taken; the others are somebody else's. Default: all. */
  readonly members?: readonly string[];
}

/** Something of the tenant that is left out. */
export interface LeftOut {
  readonly kind: TypeName;
  /** For people, fit to be shown. It may stand for several objects. */
  readonly label: string;
  readonly reason: LeftOutReason;
  /** A sentence without a full stop, fit to be shown. */
  readonly why: string;
}

/** Which objects to take. */
export interface Selection {
  /** Default: all. */
  readonly kinds?: readonly ListedType[];
  /** Patterns of names or identifiers, see {@link matcherOf}. Default: everything. */
  readonly only?: readonly string[];
  /** Patterns of what to leave out. Default: nothing. */
  readonly except?: readonly string[];
  /** Patterns of the names or ids of the objects below which others are listed, by the route that lists those. Default: all. */
  readonly owners?: Readonly<Record<string, readonly string[]>>;
  /** The ids of the objects that are read whole also where a part of them costs a call. Default: none. */
  readonly wholly?: readonly string[];
}

/** How to take an inventory. */
export interface InventoryOptions extends Selection {
  readonly access: Access;
  /** Whether to read objects whole also where a part of them costs a call for each object. Default: false. */
  readonly all?: boolean;
  /** Called with the number of objects that were read so far. */
  readonly onProgress?: (seen: number) => void;
}

/** A type and an id, by which an object is known in a stack and in a file of another tool. */
export function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

/** The keys under which a stack can have an object: also that of the time in which nobody knows whether it was created. */
export function stackKeysOf({ kind, id, live }: InventoryItem): readonly string[] {
  return [id, resourceTypes[kind].provisionalId(live)].map((each) => keyOf({ kind, id: each }));
}

/** An order that does not depend on the machine's language. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** What a tenant holds, as far as it was asked for. */
export interface Inventory {
  /** The tenant's host. */
  readonly tenant: string;
  /** In the order of the kinds, then of names and ids. */
  readonly items: readonly InventoryItem[];
  readonly leftOut: readonly LeftOut[];
  /** The names of objects of other kinds that were seen on the way, each by its kind, a blank and its id. Foreign text. */
  readonly names: ReadonlyMap<string, string>;
}
