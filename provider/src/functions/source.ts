import type { Table } from "../model/table.ts";

/** One object of a listing: its id, and the properties of its table that the service has answered. */
export interface Row {
  readonly id: string;
}

/** What an object must have to be found: values by property. */
export type Filter = Readonly<Record<string, string>>;

/** All there is to know about a data source. */
export interface Source<R extends Row = Row> {
  /** The class of its objects. The functions are called after it: `get<type>` and `get<type>s`. */
  readonly type: string;
  readonly table: Table;
  /** The route that lists the objects: `GET /<path>`. */
  readonly path: readonly string[];
  /** The key of the list in the service's answer. */
  readonly collection: string;
  /** How the listing goes from one page to the next. */
  readonly pages: "checkpointPages" | "offsetPages";
  /** The scope that the listing needs. */
  readonly scope: string;
  /** The properties to look for; their values are texts. */
  readonly filters: readonly string[];
  /** One object for people, as errors list it. */
  describe(row: R): string;
}
