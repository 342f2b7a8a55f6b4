import type { Json, JsonObject } from "../../model/json.ts";
import type { Query, TenantCall } from "../../tenant/index.ts";

/** The entry of a listing that has the answer to a call. */
export interface Place {
  /** The listing's path below `/api/v2`. */
  readonly listing: readonly string[];
  /** One of the entry's keys. */
  readonly key: string;
  /** What the service would answer to the call; undefined where the entry does not show all of it. */
  answer(row: JsonObject): Json | undefined;
  /** The same where there is no such entry. Default: 404. */
  readonly nothing?: Json;
}

/** What is known of the listings that show the objects of a kind: so that many objects cost few calls. */
export interface Listable {
  /** The key of the list in an answer: `resource_servers`. */
  readonly collection: string;
  /**
   * How it is paged: `offset` by `page` and `per_page`, with totals; `checkpoint` by `from` and `take`, without; `both`: by page as far as
   * the service's 1,000 records, else by cursor. Pages have 100 entries.
   */
  readonly paging: "offset" | "checkpoint" | "both";
  /** What else the listing has to be asked for. */
  readonly query?: Query;
  /** A parameter that names the entries to show. */
  readonly filter?: {
    readonly parameter: string;
    /** How many entries one call may name. */
    readonly most: number;
    /** By this it names an object; undefined where that is not known. */
    nameOf(known: JsonObject): Json | undefined;
  };
  /**
   * Where the answer to a call stands; undefined where no listing has it.
   *
   * @param known what the caller knows of the object
   */
  placeOf(call: Pick<TenantCall, "path" | "query">, known: JsonObject): Place | undefined;
  /** The texts by which an entry can be asked for. Its id comes first, and wins over other texts. */
  keysOf(row: JsonObject): readonly (Json | undefined)[];
}
