import type { Definition, Listed } from "../schema/definition.ts";
import type { JsonObject } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import type { Query } from "../schema/service.ts";

/** One object as look-ups answer it: its id, and those of its properties that anybody may see. */
export interface Row {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** The arguments of a question, as plain values. */
export type Values = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A filter of a listing that takes several keys. */
export type KeyFilter = NonNullable<Listed["filter"]>;

/** One listing with all its pages or, with a key, one call for one object. */
export interface Reading {
  /** What stands after the path in `GET /<path>/<key>`. An object that is not there is none found. */
  readonly key?: string | undefined;
  /** What stands there before the key: `["name"]` for `GET /<path>/name/<key>`. */
  readonly below?: readonly string[];
  /** The filter by which the listing shows several such objects: questions that come together are answered by one call. */
  readonly among?: KeyFilter | false;
  readonly query?: Query;
  /** A route of its own that lists what the query asks for, all in one answer. */
  readonly from?: string;
}

/** Reads one more answer of the same tenant. `subject` is for people, in errors. */
export type Read = (path: readonly string[], query: Query, subject: string) => Promise<unknown>;

/** What of a definition tells how to ask for objects. */
type Asking = Pick<Definition, "type" | "route" | "listing" | "members"> & {
  readonly scopes: Pick<Definition["scopes"], "read">;
};

/** Where objects of one kind come from. */
export interface Source {
  /** What they are. */
  readonly descriptor: Asking;
  /** For people: "resource server". */
  readonly noun: string;
  /** The property that is the id, on the wire. Default: `id`. */
  readonly id?: string;
  /** What a row can hold besides the id. */
  readonly fields: Fields;
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

/** What is asked. */
export interface Question {
  readonly asked: Asked<unknown>;
  /** The function that asks, for people. */
  readonly label: string;
  readonly values: Values;
  /** An argument is secret: neither the arguments nor the values of what they find may be shown. */
  readonly confidential: boolean;
}

/** What the tenant has said to a question. */
export interface Answer {
  readonly host: string;
  readonly rows: readonly Row[];
}

/** What was asked, and what the tenant has. */
export interface Found extends Question, Answer {}

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
  /** Reads what else decides about the objects that were found. Default: nothing else does. */
  settle?(rows: readonly Row[], values: Values, read: Read): Promise<readonly Row[]>;
  /** What to say where the service has found nothing. Default: how texts are compared, and which look-up lists all. */
  readonly nothing?: string;
  answer(found: Found): T;
}
