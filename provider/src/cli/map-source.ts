import { isOurs } from "../drift/urn.ts";
import { takeInventory } from "../importer/take-inventory.ts";
import type { MappedObject, MapSource } from "../map/document.ts";
import { rateGroups } from "../objects/descriptors.ts";
import { objectsOfState } from "../review/objects.ts";
import { legible, TenantClient } from "../tenant/index.ts";
import { progress } from "./progress.ts";
import { exportedResources, type StackPlace, settingsOf, stacksOfProject } from "./stack.ts";
import { accessOf } from "./unmanaged.ts";

/**
 * What the states of stacks have. It needs no credentials of a tenant.
 *
 * @throws Error with what the CLI says
 */
export async function sourceOfStacks(stacks: readonly string[], cwd: string | undefined): Promise<MapSource> {
  const objects: MappedObject[] = [];
  for (const stack of stacks) objects.push(...(await objectsIn({ stack, cwd })));
  return { objects, stacks };
}

/**
 * What a tenant lists, and which of it the stacks of the project manage.
 *
 * @throws TenantError, SettingsError, or an Error with what the CLI says
 */
export async function sourceOfTenant(place: StackPlace): Promise<MapSource> {
  const settings = await settingsOf(place);
  const client = new TenantClient(settings, { rateGroups });
  try {
    const access = accessOf(settings);
    const { tenant, items, leftOut, names } = await progress("listing what the tenant has", () =>
      takeInventory(client, { access, all: true }),
    );
    const listed = items.map(({ kind, id, live, names: [name] }): MappedObject => {
      return { kind, tenant, id, properties: live, ...(name !== undefined && { name }) };
    });
    const stacks = await stacksIn(place);
    const managed: MappedObject[] = [];
    for (const stack of stacks ?? []) {
      for (const object of await objectsIn({ ...place, stack })) {
        if (object.tenant === "" || object.tenant === tenant) managed.push({ ...object, tenant });
      }
    }
    const unread = leftOut.filter(({ reason }) => reason === "unreadable").map(({ label, why }) => `${label}: ${why}`);
    return { objects: [...managed, ...listed], stacks, names, unread };
  } finally {
    await client.close();
  }
}

async function objectsIn(place: StackPlace & { readonly stack: string }): Promise<readonly MappedObject[]> {
  const resources = (await exportedResources(place)).filter(({ type, delete: isGoing }) => isOurs(type) && !isGoing);
  // What is only read (`X.get`) is somebody else's.
  const read = new Set(resources.filter(({ external }) => external).map(({ urn }) => urn));
  return objectsOfState(resources).map((object) =>
    object.urn !== undefined && read.has(object.urn) ? object : { ...object, stack: place.stack },
  );
}

/** The stacks of the project in a folder; undefined where there is no project, or the CLI is not signed in. */
async function stacksIn(place: StackPlace): Promise<readonly string[] | undefined> {
  try {
    return (await stacksOfProject(place)).map(({ name }) => name);
  } catch (error) {
    process.stderr.write(
      `no stacks are known here, so nothing is marked as managed: ${legible((error as Error).message)}\n`,
    );
    return undefined;
  }
}
