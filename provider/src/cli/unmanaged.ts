import type { Unmanaged } from "../drift/report.ts";
import { type Inventory, keyOf, stackKeysOf } from "../importer/inventory.ts";
import { takeInventory } from "../importer/take-inventory.ts";
import { classOf, typeToken } from "../model/type-token.ts";
import { rateGroups } from "../objects/descriptors.ts";
import type { Access } from "../objects/import-rules.ts";
import { ownClientOf, TenantClient, type TenantSettings } from "../tenant/index.ts";
import { type HeldResource, heldResources, type StackPlace } from "./stack.ts";

/**
 * Lists what the tenant has and a stack has not. It reads the tenant by listings.
 *
 * @throws TenantError, or an Error with what the CLI says
 */
export async function findUnmanaged(settings: TenantSettings, place: StackPlace): Promise<Unmanaged> {
  const managed = (await heldResources(place)).filter(({ isOnlyRead }) => !isOnlyRead);
  const client = new TenantClient(settings, { rateGroups });
  try {
    return unmanagedOf(await takeInventory(client, { access: accessOf(settings) }), managed);
  } finally {
    await client.close();
  }
}

/** Whose API and client an inventory leaves out. */
export function accessOf({ audience, credentials }: TenantSettings): Access {
  const clientId = ownClientOf(credentials);
  return { audience, ...(clientId !== undefined && { clientId }) };
}

/** What an inventory has and the resources of a state have not. */
function unmanagedOf({ tenant, items, leftOut }: Inventory, managed: readonly HeldResource[]): Unmanaged {
  const known = new Set(
    managed.filter((resource) => resource.tenant === undefined || resource.tenant === tenant).map(keyOf),
  );
  return {
    tenant,
    objects: items
      .filter((item) => !stackKeysOf(item).some((key) => known.has(key)))
      .map((item) => ({ type: typeToken(classOf(item.kind)), id: item.id, label: item.label })),
    unread: leftOut.filter(({ reason }) => reason === "unreadable").map(({ label, why }) => `${label}: ${why}`),
  };
}
