import { TenantError } from "../client/index.ts";
import { definitions } from "../definitions/registry.ts";
import { markerType, samples } from "../definitions/samples.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { isKeyOf, keyMember, objectsOf } from "./manifest.ts";
import type { Tap } from "./tap.ts";

/** Another run is under way at the tenant, or was interrupted. */
export class AnotherRun extends Error {
  /** @param key the key of an object of the other run */
  constructor(key: string) {
    super(
      `${key} is of another run of verify --write, which is under way or was interrupted. Wait until it has ended. After an interruption, run where it ran: ` +
        "npx pulumi-tenant verify --sweep. If its manifest is lost, remove this object.",
    );
  }
}

/** The keys of the objects in a listing that are of runs. */
export function runsAmong(objects: readonly JsonObject[]): readonly string[] {
  return objects.flatMap((body) => {
    const key = String(own(body, keyMember(markerType)));
    const [, mark] = /([a-z][a-z0-9-]{1,15}-[0-9a-f]{12})-\d{1,7}\./.exec(key) ?? [];
    return mark !== undefined && isKeyOf(markerType, mark, key) ? [key] : [];
  });
}

/**
 * Makes the first object of a run, which stays until settings are put back and all other objects are removed. Of two runs at a time, each makes its
 * object before it looks for others, so at least one sees the other.
 *
 * @param key a text with the mark of the run
 * @returns whether other runs see the object
 * @throws AnotherRun
 */
export async function showRun(tap: Tap, key: string): Promise<boolean> {
  const { args } = samples[markerType]?.program({ key, free: 0, needed: {} }) ?? { args: {} };
  const path = definitions[markerType].route.split("/");
  try {
    await tap.request({ method: "POST", path, body: args, subject: "the mark of this run", action: "create" });
    const other = runsAmong(await objectsOf(tap, markerType)).find((one) => !one.includes(key));
    if (other !== undefined) throw new AnotherRun(other);
    return true;
  } catch (error) {
    if (error instanceof TenantError) return false;
    throw error;
  }
}
