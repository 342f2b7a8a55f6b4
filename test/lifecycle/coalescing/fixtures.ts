import type { Emulator } from "../../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";

export function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export const apiArgs = (n: number): JsonObject => ({
  identifier: `https://api-${n}.example.com`,
  name: `API ${n}`,
  scopes: { [`read:${n}`]: "Read", write: "" },
  tokenLifetime: 3_600 + n,
});

export const connectionArgs = (n: number): JsonObject => ({
  name: `corp-${n}`,
  strategy: "oidc",
  options: { issuer: "https://idp.example.com/", client_id: `client-${n}` },
  enabledClients: ["client-a", "client-b"],
});

export const roleIds = numbersBelow(5).map((n) => `rol_${String(n).padStart(16, "0")}`);

/** The members of the organizations take turns. */
export const memberArgs = (n: number, organizations: number): JsonObject => ({
  organizationId: `org_${String(n % organizations).padStart(16, "0")}`,
  userId: `auth0|${n}`,
  roles: [roleIds[n % 5] ?? "", roleIds[(n + 1) % 5] ?? ""],
});

/** Puts organizations at a tenant, with members and no roles. */
export function prepareMembers(tenant: Emulator, members: readonly JsonObject[]): void {
  for (const id of roleIds) tenant.roles.create({ id, name: `role ${id}` });
  for (const { organizationId, userId } of members as readonly Record<string, string>[]) {
    const id = String(organizationId);
    if (!tenant.organizations.get(id)) tenant.organizations.create({ id, name: id.replace("_", "-") });
    tenant.organizationMembers.add(id, String(userId));
  }
}
