import * as pulumi from "@pulumi/pulumi";
import { sanitize, sanitizeJson } from "../client/sanitize.ts";
import { isObject } from "../schema/json.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { isSecretText } from "../schema/secrecy/find.ts";
import { secretHolders } from "../state/secrets.ts";
import { fromWire, ShapeError } from "../state/wire.ts";
import type { Found, Row, Source } from "./questions.ts";

/**
 * The properties that rows can have. Left out are secrets, properties that contain secrets, free-form documents (not all secrets in them are known),
 * and properties that need a separate request.
 */
export function shownFields(fields: Fields): Fields {
  const holders = secretHolders(fields);
  const shown = Object.entries(fields).filter(
    ([name, { subresource: apart }]) => !Object.hasOwn(holders, name) && !apart,
  );
  return Object.fromEntries(shown);
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

/** By property: the value, such as an empty list, that a response means if it lacks the property. */
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
 * The rest of the message if no object matches: the existing objects, if they were read. If the service searched for the object, a list would need
 * further requests, so a hint names the look-up that lists all objects.
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
