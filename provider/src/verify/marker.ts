import { TenantError } from "../client/index.ts";
import { definitions } from "../definitions/registry.ts";
import { markerType, samples } from "../definitions/samples.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { isKeyOf, keyMember, objectsOf } from "./manifest.ts";
import type { Tap } from "./tap.ts";

/** An object at the tenant belongs to another run, which is under way or was interrupted. */
export class AnotherRun extends Error {
  /** @param key the key of an object of the other run */
  constructor(key: string) {
    super(
      `${key} belongs to another run of verify --write, which is under way or was interrupted. Wait until it has ended. If it was interrupted, run ` +
        "`npx pulumi-tenant verify --sweep` in the folder in which it ran. If its manifest is lost, remove this object.",
    );
  }
}

/** The keys of those objects in a listing that runs of `verify --write` have created. */
export function runsAmong(objects: readonly JsonObject[]): readonly string[] {
  return objects.flatMap((body) => {
    const key = String(own(body, keyMember(markerType)));
    const [, mark] = /([a-z][a-z0-9-]{1,15}-[0-9a-f]{12})-\d{1,7}\./.exec(key) ?? [];
    return mark !== undefined && isKeyOf(markerType, mark, key) ? [key] : [];
  });
}

/**
 * Creates the object by which other runs recognize that this one is under way. It is the first object of a run, and the last one that is
 * removed. If two runs start at the same time, each creates its object before it looks for others, so at least one of them finds the other.
 *
 * @param key a text with the mark of the run
 * @returns whether the object was created, so that other runs can find it
 * @throws AnotherRun if the tenant has such an object of another run
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
