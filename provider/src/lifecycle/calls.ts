import { type Service, sanitize, TenantError } from "../client/index.ts";
import { isObject, isPortable, type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import { isMarked } from "../state/secrets.ts";
import { ShapeError } from "../state/wire.ts";

/** What a call answers; undefined where the service says that there is no such object. */
export async function orAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TenantError && error.isAbsence) return undefined;
    throw error;
  }
}

/**
 * Reads one object as the service has it; undefined where the service says that there is none.
 *
 * @param continues the call finishes something that an earlier one has begun
 * @throws ShapeError where the answer says neither
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
  if (!isObject(answer.body)) throw new ShapeError(`the tenant answered for ${subject} without an object`);
  return answer.body;
}

/**
 * A text that names something, of one entry of a list.
 *
 * @throws ShapeError where the entry has none
 */
export function nameIn(entry: Json, key: string, subject: string): string {
  const name = own(entry, key);
  if (typeof name === "string" && isPortable(name)) return name;
  throw new ShapeError(`the tenant answered for ${subject} with an entry that has no "${key}"`);
}

/** What an argument says of the name of an object, for people: ` "orders"`. Empty while it is not known. */
export function quoted(args: JsonObject, name: string): string {
  const value = own(args, name);
  if (value === undefined || value === unknownValue) return "";
  return ` "${isMarked(args, name) ? "[secret]" : sanitize(String(value))}"`;
}
