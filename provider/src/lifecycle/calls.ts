import { isObject, type JsonObject, own } from "../model/json.ts";
import { ShapeError } from "../model/wire.ts";
import { type TenantClient, TenantError } from "../tenant/index.ts";
import type { Found } from "./kind.ts";

/** What a call answers; undefined where the service says that there is no such object. */
export async function orAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TenantError && error.isAbsence) return undefined;
    throw error;
  }
}

/** Reads one object as the service has it; undefined where there is none. */
export async function getObject(
  service: TenantClient,
  path: readonly string[],
  subject: string,
): Promise<JsonObject | undefined> {
  const answer = await orAbsent(service.request({ method: "GET", path, subject, action: "read" }));
  return isObject(answer?.body) ? answer.body : undefined;
}

/**
 * An answered object with its id.
 *
 * @throws ShapeError where there is none in the answer
 */
export function foundIn(body: unknown, label: string, liveOf: (body: JsonObject) => JsonObject): Found {
  const id = isObject(body) ? own(body, "id") : undefined;
  if (!isObject(body) || typeof id !== "string") {
    throw new ShapeError(`the tenant answered for ${label} without an id`);
  }
  return { id, live: liveOf(body) };
}
