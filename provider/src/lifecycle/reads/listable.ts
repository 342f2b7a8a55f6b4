import type { Query, TenantCall } from "../../client/index.ts";
import type { Listed, Owners } from "../../schema/definition.ts";
import { type Json, type JsonObject, own } from "../../schema/json.ts";

/** The entry of a listing that has the answer to a call. */
export interface ListingEntry {
  /** The listing's path below `/api/v2`. */
  readonly listing: readonly string[];
  /** One of the entry's keys. */
  readonly key: string;
  /** What the service would answer to the call; undefined where the entry does not show all of it. */
  answer(row: JsonObject): Json | undefined;
  /** The same where there is no such entry. Default: 404. */
  readonly nothing?: Json;
}

/** What is known of the listings that show the objects of a type: so that many objects cost few calls. */
export interface Listable extends Pick<Listed, "paging" | "filter"> {
  /** The key of the list in an answer: `resource_servers`. */
  readonly collection: string;
  /** What else the listing has to be asked for. */
  readonly query?: Query;
  /**
   * Where the answer to a call stands; undefined where no listing has it.
   *
   * @param known what the caller knows of the object
   */
  entryFor(call: Pick<TenantCall, "path" | "query">, known: JsonObject): ListingEntry | undefined;
  /** The listing whose entries, all of them, are what a call asks for. Default: there is none. */
  readonly wholeFor?: (call: Pick<TenantCall, "path" | "query">) => readonly string[] | undefined;
  /** The properties that are read by calls of their own, and that an entry shows all the same. Default: none. */
  readonly shows?: (row: JsonObject) => readonly string[];
  /** The texts by which an entry can be asked for. Its id comes first, and wins over other texts. */
  keysOf(row: JsonObject): readonly (Json | undefined)[];
}

/** The listing of all that belongs to one of the owners, whose entries show the members. */
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
    // Somebody who reads which ones there are, and nothing else of them.
    wholeFor: ({ path: [first, owner = "", ...below], query: { fields, from } = {} }) =>
      first === root && below.join("/") === members && fields === key && from === undefined
        ? [root, owner, members]
        : undefined,
    keysOf: (row) => [own(row, key)],
  };
}
