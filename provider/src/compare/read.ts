import type { Service } from "../client/index.ts";
import type { TypeName } from "../definitions/registry.ts";
import { importedTypes } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import type { Access } from "../lifecycle/import-rules.ts";
import type { Side } from "./side.ts";

/** Options of reading a tenant. */
interface ReadOptions {
  readonly access: Access;
  /** The name of the side. Default: the tenant's host. */
  readonly name?: string;
  /** Types besides {@link importedTypes}: those of objects that users create at run time. */
  readonly kinds?: readonly TypeName[];
}

/**
 * Reads a tenant as a side of a comparison, from listings and the requests for parts that no listing shows. All types are read, because
 * objects of any type can be named in a reference.
 *
 * @throws TenantError if the tenant cannot be reached, or refuses the credentials
 */
export async function readSide(
  service: Service,
  { access, name = service.host, kinds = [] }: ReadOptions,
): Promise<Side> {
  const read = [...new Set([...importedTypes, ...kinds])];
  const { items, leftOut } = await takeInventory(service, { access, kinds: read, all: true });
  const unread = Map.groupBy(
    leftOut.filter(({ reason }) => reason === "unreadable"),
    ({ kind }) => kind,
  );
  return {
    name,
    hosts: [service.host],
    objects: items.map(({ kind, id, live }) => ({ kind, id, properties: live })),
    ownClient: access.clientId,
    unread: new Map([...unread].map(([kind, all]) => [kind, all.map(({ label, why }) => `${label}: ${why}`)])),
  };
}
