import { systemClock } from "../../provider/src/client/client-options.ts";
import { TenantError } from "../../provider/src/client/index.ts";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import { type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { isKeyOf, keyMember, objectsOf } from "./manifest.ts";
import type { RunClient } from "./run-client.ts";
import { markerType, samples } from "./samples.ts";

/** Thrown if the tenant has an object of another run, which is under way or was interrupted. */
export class AnotherRun extends Error {
  /** @param key the key of an object of the other run */
  constructor(key: string) {
    super(
      `the tenant's object ${key} belongs to another acceptance run. If that run is under way, wait until it has ended. If it was interrupted, run ` +
        "`npm run acceptance -- --sweep` in the checkout of that run, with the same --manifest. If the manifest is lost, remove the objects of " +
        `that run yourself, ${key} last.`,
    );
  }
}

/** The keys of those objects in a listing that acceptance runs have created. */
export function runsAmong(objects: readonly JsonObject[]): readonly string[] {
  return objects.flatMap((body) => {
    const key = String(own(body, keyMember(markerType)));
    return markIn(key) === undefined ? [] : [key];
  });
}

/** The mark of the run that has created the object with this key; undefined if no run has. */
export function markIn(key: string): string | undefined {
  const [, mark] = /([a-z][a-z0-9-]{1,15}-[0-9a-f]{12})-\d{1,7}\./.exec(key) ?? [];
  return mark !== undefined && isKeyOf(markerType, mark, key) ? mark : undefined;
}

/** The maximum number of times that a run lists the tenant until its own object is listed, and the pause between two of them in milliseconds. */
const maxListings = 60;
const usualPause = 1_000;

/**
 * Creates the object by which other runs recognize that this one is under way. It is the first object of a run, and the last one that is
 * removed. If two runs start at the same time, at least one of them finds the object of the other, even if listings lag: each run lists the
 * tenant until its own object is listed, and such a listing has all objects that were created before it.
 *
 * @param key a text with the mark of the run
 * @param pause how long to wait before the next listing if a listing lacks the object, in milliseconds
 * @returns the id of the object; undefined if other runs cannot find it
 * @throws AnotherRun if the tenant has such an object of another run
 */
export async function showRun(client: RunClient, key: string, pause = usualPause): Promise<string | undefined> {
  const { args } = samples[markerType]?.program({ key, free: 0, needed: {} }) ?? { args: {} };
  const path = definitions[markerType].route.split("/");
  try {
    const { body } = await client.request<Json>({ method: "POST", path, body: args, subject, action: "create" });
    for (let listing = 0; listing < maxListings; listing += 1) {
      if (listing > 0) await systemClock.sleep(pause, client.meter.waits);
      const runs = runsAmong(await objectsOf(client, markerType));
      const other = runs.find((one) => !one.includes(key));
      if (other !== undefined) throw new AnotherRun(other);
      if (runs.length > 0) return String(own(body, idNameOf(definitions[markerType])));
    }
    return undefined;
  } catch (error) {
    if (error instanceof TenantError) return undefined;
    throw error;
  }
}

const subject = "the object that marks this run";

/** Whether the object by which other runs recognize this one still exists: it may have been removed during the run. */
export async function isShown(client: RunClient, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  try {
    await client.request({
      method: "GET",
      path: [...definitions[markerType].route.split("/"), id],
      subject,
      action: "read",
    });
    return true;
  } catch (error) {
    if (error instanceof TenantError) return false;
    throw error;
  }
}
