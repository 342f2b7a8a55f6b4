import type { Query, TenantCall } from "../../client/index.ts";
import type { Listed, Owners } from "../../schema/definition.ts";
import { type Json, type JsonObject, own } from "../../schema/json.ts";

/** The entry of a listing that answers a request for a single object. */
export interface ListingEntry {
  /** The listing's path below `/api/v2`. */
  readonly listing: readonly string[];
  /** One of the entry's keys. */
  readonly key: string;
  /** The response body that the request would get; undefined if the entry does not contain all of it. */
  answer(row: JsonObject): Json | undefined;
  /** The response body if the listing has no such entry. Default: 404. */
  readonly nothing?: Json;
}

/** The listings that contain a type's objects, so that few requests read many objects. */
export interface Listable extends Pick<Listed, "paging" | "filter"> {
  /** The key of the list in a response: `resource_servers`. */
  readonly collection: string;
  /** Additional query parameters of the listing. */
  readonly query?: Query;
  /**
   * The entry that answers a request; undefined if no listing contains it.
   *
   * @param known the caller's known values of the object
   */
  entryFor(call: Pick<TenantCall, "path" | "query">, known: JsonObject): ListingEntry | undefined;
  /** The listing whose entries together answer a request. Default: none. */
  readonly wholeFor?: (call: Pick<TenantCall, "path" | "query">) => readonly string[] | undefined;
  /** The properties with requests of their own that an entry contains nevertheless. Default: none. */
  readonly shows?: (row: JsonObject) => readonly string[];
  /** The keys by which an entry can be found. The first is the id, which takes precedence over other keys. */
  keysOf(row: JsonObject): readonly (Json | undefined)[];
}

/** Makes the listing below an owner whose entries contain a collection of members in a property. */
export function listableBelow(
  { definition, members, key }: Owners & { readonly key: string },
  property: string,
  perPage = 100,
): Listable {
  const { route: root } = definition;
  return {
    collection: members,
    paging: "both",
    query: { fields: `${key},${property}`, include_fields: true },
    entryFor({ path: [first, owner = "", below, entry = "", last, ...more] }) {
      if (first !== root || below !== members || last !== property || more.length > 0) return undefined;
      return {
        listing: [root, owner, members],
        key: entry,
        answer(row) {
          const held = own(row, property);
          const page = { start: 0, limit: perPage };
          return Array.isArray(held) ? { ...page, [property]: held, total: held.length } : undefined;
        },
      };
    },
    // Requests for the keys of all entries, without other properties.
    wholeFor: ({ path: [first, owner = "", ...below], query: { fields, from } = {} }) =>
      first === root && below.join("/") === members && fields === key && from === undefined
        ? [root, owner, members]
        : undefined,
    keysOf: (row) => [own(row, key)],
  };
}
