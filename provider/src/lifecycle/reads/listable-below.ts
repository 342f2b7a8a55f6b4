import { own } from "../../model/json.ts";
import type { Owners } from "../../objects/descriptor.ts";
import type { Listable } from "./listable.ts";

/** The listing of all that belongs to one of the owners, whose entries show the members. */
export function listableBelow(
  { kind, members, key }: Owners & { readonly key: string },
  property: string,
  perPage = 100,
): Listable {
  const { route: root } = kind;
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
