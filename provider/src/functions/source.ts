import type { JsonObject } from "../model/json.ts";
import type { Fields } from "../model/table.ts";
import type { Query } from "../tenant/path.ts";

/** One object as look-ups answer it: its id, and those of its properties that anybody may see. */
export interface Row {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** The arguments of a question, as plain values. */
export type Values = Readonly<Record<string, string | readonly string[]>>;

/** A filter of a listing that takes several keys. */
export interface KeyFilter {
  /** Its name in the query. */
  readonly parameter: string;
  /** The property that holds the key, by its name on the wire. */
  readonly property: string;
  /** The most keys that one call takes. */
  readonly most: number;
}

/** One listing with all its pages or, with a key, one call for one object. */
export interface Reading {
  /** What stands after the path in `GET /<path>/<key>`. An object that is not there is none found. */
  readonly key?: string | undefined;
  /** The filter by which the listing shows several such objects: questions that come together are answered by one call. */
  readonly among?: KeyFilter | false;
  readonly query?: Query;
}

/** Where objects of one kind come from. */
export interface Source {
  /** The class that manages them: what a parent hands down to it as provider is asked. */
  readonly type: string;
  /** For people: "resource server". */
  readonly noun: string;
  /** What a row can hold besides the id. */
  readonly fields: Fields;
  /** The route that lists the objects: `GET /<path>`. */
  path(values: Values): readonly string[];
  /** The key of the list in the service's answer. */
  readonly collection: string;
  /** How the listing goes from one page to the next. */
  readonly pages: "checkpointPages" | "offsetPages";
  /** The scope that reading needs. */
  readonly scope: string;
  /** One object for people, as errors list it. */
  describe(row: Row): string;
  /**
   * What a row holds besides, because the question asks for it.
   *
   * @throws RunError where the service's answer does not hold it, or holds a secret there
   */
  also?(item: JsonObject, values: Values): object;
}

/** What an argument takes, and what it asks of an object. */
export interface Argument {
  /** What is wrong with a value, as the end of a sentence; undefined if nothing is. It never repeats a text. */
  problem(value: unknown): string | undefined;
  /** Whether an object is one of those that are asked for. */
  fits(row: Row, name: string, value: Values[string]): boolean;
}

/** What was asked, and what the tenant has. */
export interface Found {
  readonly asked: Asked<unknown>;
  /** The function that asked, for people. */
  readonly label: string;
  readonly host: string;
  readonly values: Values;
  /** An argument is secret: neither the arguments nor the values of what they find may be shown. */
  readonly confidential: boolean;
  readonly rows: readonly Row[];
}

/** A look-up. It has a Promise form and an Output form. */
export interface Asked<T> {
  /** The name of the Promise form. */
  readonly name: string;
  readonly source: Source;
  readonly args: Readonly<Record<string, Argument>>;
  /** Of the arguments in each group exactly one has to be given. Default: none has to. */
  readonly required?: readonly (readonly string[])[];
  /** What is read, where the service finds the objects by itself. Default: all objects. */
  reads?(values: Values): readonly Reading[];
  answer(found: Found): T;
}
