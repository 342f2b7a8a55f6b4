import { type Service, sanitize, type TenantClient, TenantError } from "../client/index.ts";
import type { Definition } from "../schema/definition.ts";
import { isObject, isPortable, type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import { identityOf } from "../schema/schema.ts";
import { isMarked } from "../state/secrets.ts";
import { ShapeError } from "../state/wire.ts";

/** The result of a request; undefined if the service reports that the object does not exist. */
export async function orAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TenantError && error.isAbsence) return undefined;
    throw error;
  }
}

/**
 * Reads one object; undefined if the service reports that it does not exist.
 *
 * @param continues whether the request completes an operation that an earlier request has begun
 * @throws ShapeError if the response is neither an object nor "not found"
 */
export async function getObject(
  service: Service,
  path: readonly string[],
  subject: string,
  continues = false,
): Promise<JsonObject | undefined> {
  const call = { method: "GET", path, subject, action: "read", expected: "object", continues } as const;
  const answer = await orAbsent(service.request(call));
  if (answer === undefined) return undefined;
  if (!isObject(answer.body)) throw new ShapeError(`the tenant's response for ${subject} is not a JSON object`);
  return answer.body;
}

/**
 * The name or id that an entry of a listing contains under the given key.
 *
 * @throws ShapeError if the entry contains no usable text under this key
 */
export function nameIn(entry: Json, key: string, subject: string): string {
  const name = own(entry, key);
  if (typeof name === "string" && isPortable(name)) return name;
  throw new ShapeError(`the tenant's response for ${subject} contains an entry without "${key}"`);
}

/** The value of an argument that names an object, quoted for messages: ` "orders"`. Empty while the value is not known. */
export function quoted(args: JsonObject, name: string): string {
  const value = own(args, name);
  if (value === undefined || value === unknownValue) return "";
  return ` "${isMarked(args, name) ? "[secret]" : sanitize(String(value))}"`;
}

/** Maximum number of ids or names that a message lists. */
export const maxListed = 10;

/** Ids or names as a list in a message: the first ones, and the number of the others. */
export function listInWords(names: readonly string[]): string {
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : "";
  return `${sanitize(names.slice(0, maxListed).join(", "), 1_000)}${more}`;
}

/** The label of an object in messages: its noun, followed by the values of its identity properties. If one of these is unknown, only the noun. */
export function labelOf({ schema }: Pick<Definition, "schema">, args: JsonObject): string {
  const named = identityOf(schema).map((name) => quoted(args, name));
  return named.includes("") ? schema.noun : `${schema.noun}${named.join("")}`;
}

/** How long a run waits for work that the service continues after its response, such as a build. Times are in seconds. */
export interface WaitBounds {
  readonly seconds: number;
  /** Maximum pause between two looks, see {@link waitFor}. */
  readonly pause: number;
}

/**
 * Calls `look` until it returns a result. The pauses double, from an eighth of `pause` up to `pause`.
 *
 * @param look returns the result; undefined as long as there is none
 * @returns undefined if there is no result within `seconds`. The last call of `look` is at the end of this time
 */
export async function waitFor<T>(
  service: TenantClient,
  { seconds, pause }: WaitBounds,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let left = seconds;
  for (let next = pause / 8; ; next *= 2) {
    const result = await look();
    if (result !== undefined || left <= 0) return result;
    const now = Math.min(next, pause, left);
    await service.wait(now);
    left -= now;
  }
}
