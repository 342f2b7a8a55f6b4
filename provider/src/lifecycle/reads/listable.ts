import type { Query, TenantCall } from "../../client/index.ts";
import type { Listed } from "../../schema/definition.ts";
import type { Json, JsonObject } from "../../schema/json.ts";

/** The entry of a listing that answers a request for a single object. */
export interface ListingEntry {
  /** The listing's path below `/api/v2`. */
  readonly listing: readonly string[];
  /** One of the entry's keys. */
  readonly key: string;
  /** The response body that the request would get; undefined if the entry does not contain all of it. */
  answer(row: JsonObject): Json | undefined;
  /** The response body if the listing has no such entry. Default: 404. */
  readonly bodyIfAbsent?: Json;
}

/** The listings that contain a type's objects, so that few requests read many objects. */
export interface Listable extends Pick<Listed, "paging" | "filter"> {
  /** The key of the list in a response: `resource_servers`. */
  readonly collection: string;
  /** Additional query parameters of the listing. */
  readonly query?: Query;
  /**
   * The entry of a listing that answers a request; undefined if there is no such listing.
   *
   * @param values the declared or last known values of the object
   */
  entryFor(call: Pick<TenantCall, "path" | "query">, values: JsonObject): ListingEntry | undefined;
  /** The properties that an entry of the listing contains although separate requests normally read them. Default: none. */
  readonly shows?: (row: JsonObject) => readonly string[];
  /** The keys by which an entry of the listing can be found. The first is the id, which takes precedence over other keys. */
  keysOf(row: JsonObject): readonly (Json | undefined)[];
}

/** A listing of another type's objects whose entries together answer a request: for the ids of an organization's members, for example. */
export interface WholeListing {
  readonly listable: Listable;
  /** The listing's path below `/api/v2`; undefined if no listing answers the request. */
  listingFor(call: Pick<TenantCall, "path" | "query">): readonly string[] | undefined;
}
