import { sanitize, type TenantClient, TenantError } from "../client/index.ts";
import { definitions } from "../definitions/registry.ts";
import type { LeavingMembers } from "../lifecycle/resource-type.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import { idNameOf } from "../schema/definition.ts";
import { type Json, own } from "../schema/json.ts";
import { isKeyOf, keyMember, type Made, type Manifest, objectsOf } from "./manifest.ts";
import { Stopped } from "./tap.ts";

/** The time after a creating request in which a listing or a read may lack its object, in milliseconds. */
const lag = 60_000;

/**
 * Removes the objects of a manifest, the latest first, and nothing else: an object is removed only if it has the id or, if its id is not
 * known, the key that the manifest has, and if a run with the mark can have made its key. A note is forgotten only once its object is
 * removed, or has been missing for so long that it is certainly not there.
 *
 * @returns the objects that are still noted, each with the reason
 */
export async function sweep(client: TenantClient, manifest: Manifest): Promise<ReadonlyMap<Made, string>> {
  const left = new Map<Made, string>();
  for (const made of manifest.made.toReversed()) {
    try {
      const why = await removed(client, made, manifest.mark);
      if (why === undefined) await manifest.forget(made);
      else left.set(made, why);
    } catch (error) {
      // What one object prevents must not keep the others.
      if (!(error instanceof Error) || error instanceof Stopped) throw error;
      left.set(made, sanitize(error.message));
    }
  }
  return left;
}

/** Removes an object. Returns the reason if it may still be there. */
async function removed(client: TenantClient, made: Made, mark: string): Promise<string | undefined> {
  const found = made.id === undefined ? await objectsOf(client, made.type) : await identified(client, made, made.id);
  const ours = found.filter((body) => isOurs(body, made, mark));
  for (const body of ours)
    await resourceTypes[made.type].delete(client, String(own(body, idNameOf(definitions[made.type]))), {}, nothing);
  if (ours.length > 0) return undefined;
  if (made.id !== undefined && found.length > 0) return "it has another name now, so it stays: remove it yourself";
  return Date.now() - made.at > lag ? undefined : "it is not found yet: try again in a minute";
}

/** The object with an id; none if the service says that there is none. */
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

/** Whether an object has the noted key, in any case; with the noted id, any key that the run can have made. */
function isOurs(body: Json, { type, keys, id }: Made, mark: string): boolean {
  const key = own(body, keyMember(type));
  if (typeof key !== "string") return false;
  const name = key.toLowerCase();
  return isKeyOf(type, mark, name) && (id !== undefined || keys.includes(name));
}

/** The members of a set are removed with their object. */
const nothing: LeavingMembers = { remembered: {}, unclaimed: () => [] };
