import { ServiceError } from "./errors.ts";
import type { RouteRequest } from "./module.ts";
import { sorted } from "./query.ts";
import type { WireObject } from "./store.ts";

/** The entries of a list that an object has, such as the credentials of a client: they have routes of their own. */
export interface EntryRules<Entry extends WireObject> {
  /** The entries of the object that a request names. @throws ServiceError 404 */
  readonly all: (request: RouteRequest) => readonly Entry[];
  /** Replaces all entries. */
  readonly set: (request: RouteRequest, entries: readonly Entry[]) => void;
  /** The property that is the id of an entry. */
  readonly key: string;
  /** The parameter of paths that contains the id of an entry. Default: the name of the property. */
  readonly param?: string;
  /** The text of the 404 for an entry that does not exist. */
  readonly missing?: string;
}

/** The operations on entries, for routes. */
export function entriesOf<Entry extends WireObject>(rules: EntryRules<Entry>) {
  const { all, set, key, param = key, missing = "Not Found" } = rules;
  const keyOf = (one: WireObject) => String(one[key]);
  const at = (request: RouteRequest) => all(request).find((one) => keyOf(one) === request.param(param));
  const find = (request: RouteRequest, found = at(request)): Entry => {
    if (!found) throw new ServiceError(404, missing);
    return found;
  };
  return {
    all,
    at,
    find,
    add: (request: RouteRequest, entries: readonly Entry[]) => set(request, [...all(request), ...entries]),
    update(request: RouteRequest, change: (before: Entry) => Entry): Entry {
      const before = find(request);
      const after = change(before);
      set(
        request,
        all(request).map((one) => (one === before ? after : one)),
      );
      return after;
    },
    /** Removes entries. Default: the one that the request names. */
    remove(request: RouteRequest, keys: readonly unknown[] = [request.param(param)]): void {
      set(
        request,
        all(request).filter((one) => !keys.includes(one[key])),
      );
    },
    /** The requested page of the entries, in the order of their ids. */
    page(request: RouteRequest, collection: string, show = (one: Entry): WireObject => one): unknown {
      const name = `${collection} of ${request.param("id")}`;
      return request.page<Entry>(() => ({
        collection,
        name,
        all: sorted(all(request), keyOf),
        sortKeyOf: keyOf,
        show,
      }));
    },
  };
}
