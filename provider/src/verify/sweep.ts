import { sanitize, type TenantClient, TenantError } from "../client/index.ts";
import { definitions, type TypeName } from "../definitions/registry.ts";
import { markerType } from "../definitions/samples.ts";
import { idNameOf } from "../schema/definition.ts";
import { type Json, own } from "../schema/json.ts";
import { isKeyOf, keyMember, type Made, type Manifest, objectsOf } from "./manifest.ts";
import { Stopped } from "./run-client.ts";

/** The time after a create in which listings and reads may not yet contain the new object, in milliseconds. */
const lag = 60_000;

/**
 * Removes the objects in a manifest, the latest first. An object is removed only if it has the id in the manifest (or the key, if the manifest
 * has no id), and if its key is a possible key of the run. An object is removed from the manifest only once it is deleted, or has been missing
 * for so long that it certainly does not exist.
 *
 * @param signal ends the sweep after the current object. Default: it does not end early
 * @returns the objects that are still in the manifest, each with the reason
 */
export async function sweep(
  client: TenantClient,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Made, string>> {
  const left = new Map<Made, string>();
  const [first] = manifest.made;
  for (const made of manifest.made.toReversed()) {
    if (signal?.aborted) break;
    if (made === first && made.type === markerType && manifest.changed.length > 0) {
      left.set(made, "it stays until all settings are restored, so that no other run starts");
      continue;
    }
    try {
      const why = await removed(client, made, manifest.mark);
      if (why === undefined) await manifest.forget(made);
      else left.set(made, why);
    } catch (error) {
      // If one object cannot be removed, the others are removed nevertheless.
      if (!(error instanceof Error) || error instanceof Stopped) throw error;
      left.set(made, sanitize(error.message));
    }
  }
  return left;
}

/** Removes an object. Returns undefined if it no longer exists, and otherwise the reason why it may still exist. */
async function removed(client: TenantClient, made: Made, mark: string): Promise<string | undefined> {
  const { type, id } = made;
  const read = () => (id === undefined ? objectsOf(client, type) : identified(client, type, id));
  const oursIn = (bodies: readonly Json[]) => bodies.filter((body) => isOurs(body, made, mark));
  let found = await read();
  // One wrong answer must not make the manifest forget an object.
  if (oursIn(found).length === 0) found = await read();
  const ours = oursIn(found);
  for (const body of ours)
    if (!(await isDeleted(client, type, String(own(body, idNameOf(definitions[type])))))) return contradiction;
  if (ours.length > 0) return undefined;
  if (id !== undefined && found.length > 0)
    return "the object has another name now, so it is not removed. Remove it yourself";
  // A time in the future was recorded with a clock that was ahead.
  const isRecent = Math.abs(Date.now() - made.at) <= lag;
  return isRecent ? "the tenant does not return the object yet. Try again in a minute" : undefined;
}

const contradiction = "the tenant answered that the object does not exist, but still returns it. Try again in a minute";

/** Deletes an object. Returns whether it no longer exists: if the answer is 404, a read must agree. */
async function isDeleted(client: TenantClient, type: TypeName, id: string): Promise<boolean> {
  try {
    await client.request({ method: "DELETE", ...callOf(type, id), action: "delete" });
    return true;
  } catch (error) {
    if (!isAbsence(error)) throw error;
    return (await identified(client, type, id)).length === 0;
  }
}

/** The object with an id, in an array; empty if the service says that there is none. */
async function identified(client: TenantClient, type: TypeName, id: string): Promise<readonly Json[]> {
  try {
    const { body = null } = await client.request<Json>({ method: "GET", ...callOf(type, id), action: "read" });
    return [body];
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

function callOf(type: TypeName, id: string) {
  const { route, schema } = definitions[type];
  return { path: [...route.split("/"), id], subject: schema.noun };
}

function isAbsence(error: unknown): boolean {
  return error instanceof TenantError && error.isAbsence;
}

/** Whether an object belongs to the run: its key is one in the manifest or, if the manifest has its id, any possible key of the run. */
function isOurs(body: Json, { type, keys, id }: Made, mark: string): boolean {
  const key = own(body, keyMember(type));
  if (typeof key !== "string") return false;
  const name = key.toLowerCase();
  return isKeyOf(type, mark, name) && (id !== undefined || keys.includes(name));
}
