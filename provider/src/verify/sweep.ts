import { sanitize, type TenantClient, TenantError } from "../client/index.ts";
import { definitions } from "../definitions/registry.ts";
import { markerType } from "../definitions/samples.ts";
import type { LeavingMembers } from "../lifecycle/resource-type.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
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
 * @param signal ends the sweep after the present object. Default: it does not end early
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
      left.set(made, "it shows other runs that settings are not restored yet");
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
  const read = () => (id === undefined ? objectsOf(client, type) : identified(client, made, id));
  const once = await read();
  // One wrong 404 must not make the manifest forget an object.
  const found = once.length > 0 || id === undefined ? once : await read();
  const ours = found.filter((body) => isOurs(body, made, mark));
  for (const body of ours)
    await resourceTypes[made.type].delete(client, String(own(body, idNameOf(definitions[made.type]))), {}, nothing);
  if (ours.length > 0) return undefined;
  if (made.id !== undefined && found.length > 0)
    return "it has another name now, so it is not removed: remove it yourself";
  return Date.now() - made.at > lag ? undefined : "the tenant does not return it yet: try again in a minute";
}

/** The object with an id, in an array; empty if the service says that there is none. */
async function identified(client: TenantClient, { type }: Made, id: string): Promise<readonly Json[]> {
  const { route, schema } = definitions[type];
  try {
    const path = [...route.split("/"), id];
    const { body = null } = await client.request<Json>({ method: "GET", path, subject: schema.noun, action: "read" });
    return [body];
  } catch (error) {
    if (error instanceof TenantError && error.isAbsence) return [];
    throw error;
  }
}

/** Whether an object belongs to the run: its key is one in the manifest or, if the manifest has its id, any possible key of the run. */
function isOurs(body: Json, { type, keys, id }: Made, mark: string): boolean {
  const key = own(body, keyMember(type));
  if (typeof key !== "string") return false;
  const name = key.toLowerCase();
  return isKeyOf(type, mark, name) && (id !== undefined || keys.includes(name));
}

/** No members are retained: the members of a set are removed together with the object. */
const nothing: LeavingMembers = { remembered: {}, unclaimed: () => [] };
