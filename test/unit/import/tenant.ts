import { onTestFinished } from "vitest";
import { type ProviderSettings, resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import { type Emulator, type EmulatorOptions, type Seed, startEmulator } from "../../../provider/src/emulator/index.ts";
import type { InventoryOptions } from "../../../provider/src/import/inventory.ts";

/** A tenant in memory, and a client of it. */
export interface TestTenant {
  readonly emulator: Emulator;
  readonly settings: ProviderSettings;
  readonly client: TenantClient;
  readonly access: InventoryOptions["access"];
  /** The methods and paths of the management calls so far. */
  calls(): readonly string[];
}

/** Starts a tenant for one test. */
export async function startTenant(options: EmulatorOptions = {}): Promise<TestTenant> {
  const emulator = await startEmulator(options);
  const settings = resolveSettings({
    config: () => undefined,
    env: {
      TENANT_DOMAIN: emulator.domain,
      TENANT_CLIENT_ID: emulator.clientId,
      TENANT_CLIENT_SECRET: emulator.clientSecret,
    },
  });
  const client = new TenantClient(settings);
  onTestFinished(async () => {
    await client.close();
    await emulator.close();
  });
  return {
    emulator,
    settings,
    client,
    access: { audience: settings.audience, clientId: emulator.clientId },
    calls: () =>
      emulator.requests.filter(({ operation }) => operation !== "token").map(({ method, path }) => `${method} ${path}`),
  };
}

/** APIs, connections and, in organizations of twenty members, role sets. */
export function seedOf(apis: number, connections: number, roleSets: number): Seed {
  const organizations = Array.from({ length: Math.ceil(roleSets / 20) }, (_, n) => `org_${n}`);
  return {
    roles: ["rol_reader", "rol_editor"].map((id) => ({ id, name: id })),
    organizations: organizations.map((id) => ({ id, name: id.replace("_", "-") })),
    organizationMembers: Array.from({ length: roleSets }, (_, n) => ({
      organization_id: `org_${Math.floor(n / 20)}`,
      user_id: `auth0|${n}`,
      name: `Member ${n}`,
      roles: n % 2 ? ["rol_reader"] : ["rol_reader", "rol_editor"],
    })),
    resourceServers: Array.from({ length: apis }, (_, n) => ({
      identifier: `https://api-${n}.example.com`,
      name: `API ${n}`,
    })),
    connections: Array.from({ length: connections }, (_, n) => ({
      name: `connection-${n}`,
      strategy: "oidc",
      options: { client_id: `client-${n}`, issuer: "https://idp.example.com/" },
    })),
  };
}
