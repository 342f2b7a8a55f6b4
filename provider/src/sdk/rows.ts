import * as pulumi from "@pulumi/pulumi";
import { sanitize, sanitizeJson } from "../client/sanitize.ts";
import type { Definition, Listed } from "../schema/definition.ts";
import { isObject, type JsonObject } from "../schema/json.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { isSecretText } from "../schema/secrecy/find.ts";
import type { Query } from "../schema/service.ts";
import { secretHolders } from "../state/secrets.ts";
import { fromWire, ShapeError } from "../state/wire.ts";

/** One object, as look-ups return it: its id, and those of its properties that are not secret. */
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
  /** The last segment of `GET /<path>/<key>`. If the service has no such object, the result is empty. */
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

/** The parts of a definition that determine the requests of a look-up. */
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
  /** Whether the objects are settings, which are read as a refresh reads them. Default: false. */
  readonly isSetting?: true;
  /** The requests for the given arguments, if the service can search by them. Default: all objects of the type are listed. */
  reads?(values: Values): readonly Reading[];
  /** Reads further data that decides which of the found objects match, and adds it to their rows. Default: no further data is read. */
  settle?(rows: readonly Row[], values: Values, read: Read): Promise<readonly Row[]>;
  /**
   * The hint in the error if the service has found nothing. Default: a hint that explains how strings are compared and which look-up lists
   * all objects.
   */
  readonly nothing?: string;
  /** Makes the result of the look-up from the rows. */
  answer(found: Found): T;
}

/**
 * The properties that rows can have. Left out are secrets, properties that contain secrets, free-form documents (not all secrets in them are known),
 * and properties that need a separate request.
 */
export function shownFields(fields: Fields): Fields {
  const shown = Object.entries(shownSettings(fields)).filter(([, field]) => !isFreeForm(field));
  return Object.fromEntries(shown);
}

/** The properties that look-ups of settings return: also free-form documents that have no secrets, such as texts of pages. */
export function shownSettings(fields: Fields): Fields {
  const holders = secretHolders(fields);
  const shown = Object.entries(fields).filter(([name, field]) => !Object.hasOwn(holders, name) && !field.subresource);
  return Object.fromEntries(shown);
}

function isFreeForm(field: Field): boolean {
  return field.kind === "document" || (field.kind === "list" && isFreeForm(field.item));
}

/** Converts one object of a response to the property names and values of programs; undefined if the item is not a valid object. */
export function rowFrom({ fields, id: idName = "id" }: Pick<Source, "fields" | "id">, item: unknown): Row | undefined {
  const id = isObject(item) ? item[idName] : undefined;
  if (!isObject(item) || typeof id !== "string") return undefined;
  try {
    const row = withoutSecrets(fromWire(fields, item)) as Record<string, unknown>;
    const fits = Object.entries(row).every(([name, value]) => isOfKind(fields[name]?.kind, value));
    return fits ? { id, ...row } : undefined;
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

/** Removes strings that look secret regardless of their property's name, such as a URL with a password. */
function withoutSecrets(value: unknown): unknown {
  const isShown = (item: unknown) => typeof item !== "string" || !isSecretText(item);
  if (Array.isArray(value)) return value.filter(isShown).map(withoutSecrets);
  if (!isObject(value)) return value;
  const shown = Object.entries(value).filter(([, item]) => isShown(item));
  return Object.fromEntries(shown.map(([name, item]) => [name, withoutSecrets(item)]));
}

/** By property: the value, such as an empty list, that the property has if a response lacks it. */
export function absentValues(fields: Fields): object {
  const known = Object.entries(fields).filter(([, { absent }]) => absent !== undefined);
  // Copies, because a program may modify the values that it receives.
  return Object.fromEntries(known.map(([name, { absent }]) => [name, structuredClone(absent)]));
}

/** Whether a scalar has the type of its field. `fromWire` has already refused all other malformed values. */
function isOfKind(kind: Field["kind"] | undefined, value: unknown): boolean {
  if (kind === "string" || kind === "boolean") return typeof value === kind;
  return kind !== "integer" || typeof value === "number";
}

/** The rows that match, in the service's order. Texts are compared exactly, letter case included. */
export function matching({ asked, rows, values }: Found): Row[] {
  const wanted = Object.entries(values);
  return rows.filter((row) => wanted.every(([name, value]) => asked.args[name]?.fits(row, name, value)));
}

/**
 * The one row that matches.
 *
 * @throws RunError that lists what was found, if none or several match
 */
export function exactlyOne(found: Found): Row {
  const candidates = matching(found);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const { asked, label, host, rows } = found;
  const { noun } = asked.source;
  const condition = describeValues(found);
  const says =
    only === undefined
      ? `no ${noun}${condition}. ${hint(found, rows)}`
      : `${candidates.length} ${noun}s${condition}, but exactly one is expected. ${inventory(found, candidates)}`;
  throw new pulumi.RunError(`${label}: Tenant ${host} has ${says}`);
}

/**
 * The end of the message if no object matches. If the look-up has read objects, the message lists them. If the service has searched for the object
 * and found none, a list would need further requests, so the message names the look-up that lists all objects.
 */
function hint(found: Found, rows: readonly Row[]): string {
  const { asked } = found;
  if (asked.reads === undefined || rows.length > 0) return inventory(found, rows);
  return asked.nothing ?? `Texts are compared exactly, including letter case. ${asked.name}s() lists all objects.`;
}

/** Maximum number of objects in a message: a longer list would only fill the screen. */
const maxShown = 20;

/** The existing objects, one per line, for messages. */
export function inventory(
  { asked, confidential }: Pick<Found, "asked" | "confidential">,
  rows: readonly Row[],
): string {
  if (rows.length === 0) return `The tenant has no ${asked.source.noun} at all.`;
  const shown = rows
    .slice(0, maxShown)
    .map((row) => `  - ${sanitize(confidential ? row.id : asked.source.describe(row))}`);
  const rest = rows.length - shown.length;
  return [`There ${rows.length === 1 ? "is" : "are"}:`, ...shown, ...(rest > 0 ? [`  - and ${rest} more`] : [])].join(
    "\n",
  );
}

function describeValues({ values, confidential }: Found): string {
  const parts = Object.entries(values)
    .filter(([, value]) => typeof value === "string")
    .map(([key, value]) => `${key} ${confidential ? "[secret]" : sanitize(sanitizeJson(value))}`);
  return parts.length === 0 ? "" : ` with ${parts.join(" and ")}`;
}
