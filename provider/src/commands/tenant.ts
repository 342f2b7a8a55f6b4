import { ownClientOf, type ProviderSettings, TenantClient } from "../client/index.ts";
import { rateGroups } from "../definitions/registry.ts";
import type { Access } from "../lifecycle/resource-type.ts";

/** Does a task with a client of the tenant, and closes the client. */
export async function withClient<T>(
  settings: ProviderSettings,
  work: (client: TenantClient) => Promise<T>,
): Promise<T> {
  const client = new TenantClient(settings, { rateGroups });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** The API and the client that an inventory leaves out: those that pulumi-tenant itself uses. */
export function accessOf({ audience, credentials }: ProviderSettings): Access {
  const clientId = ownClientOf(credentials);
  return { audience, ...(clientId !== undefined && { clientId }) };
}
