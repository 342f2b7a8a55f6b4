import type { Unmanaged } from "../drift/report.ts";
import { type Inventory, type InventoryItem, keyOf } from "../importer/inventory.ts";
import { takeInventory } from "../importer/take-inventory.ts";
import { classOf, typeToken } from "../model/type-token.ts";
import { rateGroups } from "../objects/descriptors.ts";
import type { Access } from "../objects/import-rules.ts";
import { kinds } from "../objects/kinds.ts";
import { ownClientOf, TenantClient, type TenantSettings } from "../tenant/index.ts";
import { type ManagedResource, managedResources, type StackPlace } from "./stack.ts";

/**
 * Lists what the tenant has and a stack has not. It reads the tenant by listings.
 *
 * @throws TenantError, or an Error with what the CLI says
 */
export async function findUnmanaged(settings: TenantSettings, place: StackPlace): Promise<Unmanaged> {
  const managed = await managedResources(place);
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
function unmanagedOf({ tenant, items, leftOut }: Inventory, managed: readonly ManagedResource[]): Unmanaged {
  const known = new Set(
    managed.filter((resource) => resource.tenant === undefined || resource.tenant === tenant).map(keyOf),
  );
  return {
    tenant,
    objects: items
      .filter((item) => !idsOf(item).some((id) => known.has(keyOf({ kind: classOf(item.kind), id }))))
      .map((item) => ({ type: typeToken(classOf(item.kind)), id: item.id, label: item.label })),
    unread: leftOut.filter(({ reason }) => reason === "unreadable").map(({ label, why }) => `${label}: ${why}`),
  };
}

/** Its id, and the one that a state has as long as nobody knows whether it was created. */
function idsOf({ kind, id, live }: InventoryItem): readonly string[] {
  return [id, kinds[kind].provisionalId(live)];
}
