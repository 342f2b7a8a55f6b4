import { equal, isObject, isPortable, type Json, type JsonObject, own } from "../model/json.ts";
import { ShapeError } from "../model/wire.ts";
import { type TenantClient, TenantError } from "../tenant/index.ts";
import type { Found } from "./kind.ts";

/**
 * An id that a path can be made of: nothing on the way takes it for more than one segment, or for another one, and it can
 * be shown. The service's own ids are letters, digits, and a few signs.
 */
const usableId = /^(?!\.{1,2}$)[^\p{C}\s/\\?#%]{1,1024}$/u;

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
 * @throws ShapeError where the answer says neither
 */
export async function getObject(
  service: TenantClient,
  path: readonly string[],
  subject: string,
): Promise<JsonObject | undefined> {
  const answer = await orAbsent(service.request({ method: "GET", path, subject, action: "read", expected: "object" }));
  if (answer === undefined) return undefined;
  if (!isObject(answer.body)) throw new ShapeError(`the tenant answered for ${subject} without an object`);
  return answer.body;
}

/**
 * An answered object with its id.
 *
 * @param named what it was asked for by: the identity properties, under the names that programs use
 * @throws ShapeError where there is no id in the answer that calls can be made with, or another object
 */
export function foundIn(
  body: unknown,
  label: string,
  liveOf: (body: JsonObject) => JsonObject,
  named: JsonObject,
): Found {
  const id = isObject(body) ? own(body, "id") : undefined;
  if (!isObject(body) || typeof id !== "string" || !usableId.test(id) || !isPortable(id)) {
    throw new ShapeError(`the tenant answered for ${label} without an id, or with one that cannot be used`);
  }
  return { id, live: theSame(liveOf(body), label, named) };
}

/**
 * An answered object, if it is the one that was asked for: an answer that got lost and reached another call must not
 * become part of the state.
 *
 * @throws ShapeError
 */
export function theSame(live: JsonObject, label: string, named: JsonObject): JsonObject {
  const isOther = Object.entries(named).some(([name, value]) => {
    const answered = own(live, name);
    return answered !== undefined && value !== undefined && !equal(answered, value);
  });
  if (isOther) throw new ShapeError(`the tenant answered for ${label} with another object`);
  return live;
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
