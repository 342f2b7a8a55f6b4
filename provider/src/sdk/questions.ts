import type { Definition, Listed } from "../schema/definition.ts";
import type { JsonObject } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import type { Query } from "../schema/service.ts";

/** One object as look-ups return it: its id, and its properties that are not secret. */
export interface Row {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** The arguments of a question, as plain values. */
export type Values = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A filter of a listing that takes several keys. */
export type KeyFilter = NonNullable<Listed["filter"]>;

/** One listing with all its pages or, with a key, one request for one object. */
export interface Reading {
  /** The last segment of `GET /<path>/<key>`. A missing object means that none was found. */
  readonly key?: string | undefined;
  /** The segments before the key: `["name"]` for `GET /<path>/name/<key>`. */
  readonly below?: readonly string[];
  /** The filter by which the listing returns several such objects: one request answers all questions that are asked at the same time. */
  readonly among?: KeyFilter | false;
  readonly query?: Query;
  /** A separate route that returns the objects for the query, all in one response. */
  readonly from?: string;
}

/** Reads one more response of the same tenant. `subject` names the object in errors. */
export type Read = (path: readonly string[], query: Query, subject: string) => Promise<unknown>;

/** The parts of a definition that determine the requests for objects. */
type Asking = Pick<Definition, "type" | "route" | "listing" | "members"> & {
  readonly scopes: Pick<Definition["scopes"], "read">;
};

/** The source of the objects of one type. */
export interface Source {
  /** The definition of the objects. */
  readonly descriptor: Asking;
  /** The noun for messages: "resource server". */
  readonly noun: string;
  /** The name of the id property on the wire. Default: `id`. */
  readonly id?: string;
  /** The properties of a row in addition to the id. */
  readonly fields: Fields;
  /** One object, as errors list it. */
  describe(row: Row): string;
  /**
   * Further properties of a row that the question requests.
   *
   * @throws RunError if the service's response lacks them, or contains a secret in their place
   */
  also?(item: JsonObject, values: Values): object;
}

/** An argument: the values that it accepts, and the condition that it sets for an object. */
export interface Argument {
  /** The problem of a value, as the end of a sentence; undefined if there is none. It never repeats a text. */
  problem(value: unknown): string | undefined;
  /** Whether an object meets the condition of the argument. */
  fits(row: Row, name: string, value: Values[string]): boolean;
}

/** One call of a look-up. */
export interface Question {
  readonly asked: Asked<unknown>;
  /** The called function, for messages. */
  readonly label: string;
  readonly values: Values;
  /** An argument is secret: messages must contain neither the arguments nor the properties of the objects that were found. */
  readonly confidential: boolean;
}

/** The tenant's answer to a question. */
export interface Answer {
  readonly host: string;
  readonly rows: readonly Row[];
}

/** A question together with the tenant's answer. */
export interface Found extends Question, Answer {}

/** A look-up. It has a Promise form and an Output form. */
export interface Asked<T> {
  /** The name of the Promise form. */
  readonly name: string;
  readonly source: Source;
  readonly args: Readonly<Record<string, Argument>>;
  /** Groups of arguments: exactly one of each group must be given. Default: none. */
  readonly required?: readonly (readonly string[])[];
  /** The requests, if the service can search for the objects itself. Default: all objects are read. */
  reads?(values: Values): readonly Reading[];
  /** Reads further data that decides about the objects that were found. Default: there is none. */
  settle?(rows: readonly Row[], values: Values, read: Read): Promise<readonly Row[]>;
  /** The message if the service has found nothing. Default: how texts are compared, and which look-up lists all objects. */
  readonly nothing?: string;
  answer(found: Found): T;
}
