import type { Definition, Listed } from "../schema/definition.ts";
import type { JsonObject } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import type { Query } from "../schema/service.ts";

/** One object as look-ups return it: its id, and its properties that are not secret. */
export interface Row {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** The arguments of a look-up, as plain values. */
export type Values = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A query parameter of a listing that accepts several keys. */
export type KeyFilter = NonNullable<Listed["filter"]>;

/** One way to read objects: a listing with all its pages or, if `key` is set, a request for one object. */
export interface Reading {
  /** The last segment of `GET /<path>/<key>`. If this object does not exist, nothing was found. */
  readonly key?: string | undefined;
  /** The segments before the key: `["name"]` for `GET /<path>/name/<key>`. */
  readonly below?: readonly string[];
  /** The filter with which the listing returns several objects by their keys. Look-ups that run at the same time then share one request. */
  readonly among?: KeyFilter | false;
  readonly query?: Query;
  /** A separate route that returns the objects for the query, all in one response. */
  readonly from?: string;
}

/** Reads one more response of the same tenant. `subject` names the object in errors. */
export type Read = (path: readonly string[], query: Query, subject: string) => Promise<unknown>;

/** The parts of a definition that determine the requests for objects. */
type RequestParts = Pick<Definition, "type" | "route" | "listing" | "members"> & {
  readonly scopes: Pick<Definition["scopes"], "read">;
};

/** The data that look-ups need about the objects of one type: the requests, the properties, and the description for messages. */
export interface Source {
  /** The definition of the objects. */
  readonly descriptor: RequestParts;
  /** The noun for messages: "resource server". */
  readonly noun: string;
  /** The name of the id property in the API. Default: `id`. */
  readonly id?: string;
  /** The properties of a row in addition to the id. */
  readonly fields: Fields;
  /** Describes one object in the list of an error message. */
  describe(row: Row): string;
  /**
   * Further properties of a row that `fields` does not contain, from the object in the response. They can depend on the arguments.
   *
   * @throws RunError if the response lacks a requested property, or if the property contains a secret
   */
  also?(item: JsonObject, values: Values): object;
}

/** An argument of a look-up: the values that it accepts, and the objects that a value matches. */
export interface Argument {
  /** Why a value is not accepted, as the end of a sentence; undefined if it is accepted. It must not quote values that can be secret. */
  problem(value: unknown): string | undefined;
  /** Whether an object matches the value of the argument. */
  fits(row: Row, name: string, value: Values[string]): boolean;
}

/** One call of a look-up. */
export interface Question {
  readonly asked: Asked<unknown>;
  /** The called function, for messages. */
  readonly label: string;
  readonly values: Values;
  /** Whether an argument is secret. Messages must then contain no arguments, and only the ids of the objects that were found. */
  readonly confidential: boolean;
}

/** The tenant's response to a look-up. */
export interface Answer {
  readonly host: string;
  readonly rows: readonly Row[];
}

/** A call of a look-up together with the tenant's response. */
export interface Found extends Question, Answer {}

/** The definition of a look-up, which has a Promise form and an Output form. */
export interface Asked<T> {
  /** The name of the Promise form. */
  readonly name: string;
  readonly source: Source;
  readonly args: Readonly<Record<string, Argument>>;
  /** Groups of arguments: exactly one argument of each group must be given. Default: no groups. */
  readonly required?: readonly (readonly string[])[];
  /** The requests for the given arguments, if the service can search by them. Default: all objects of the type are listed. */
  reads?(values: Values): readonly Reading[];
  /** Reads further data on which the choice between the found objects depends, and adds it to their rows. Default: nothing more is read. */
  settle?(rows: readonly Row[], values: Values, read: Read): Promise<readonly Row[]>;
  /**
   * The hint in the error if the service has found nothing. Default: a hint that explains how strings are compared and which look-up lists
   * all objects.
   */
  readonly nothing?: string;
  /** Makes the result of the look-up from the rows. */
  answer(found: Found): T;
}
