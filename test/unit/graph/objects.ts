import type { GraphObject } from "../../../provider/src/graph/graph.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";

const tenant = "example.com";

/** An object that a resource of its own name represents. */
export function objectOf(type: TypeName, id: string, properties: JsonObject = {}): GraphObject {
  return { type, tenant, id, urn: urnOf(type, id), properties };
}

export function urnOf(type: TypeName, id: string): string {
  return `urn:pulumi:dev::shop::${type}::${id}`;
}

/**
 * A product: Portal asks for scopes of Orders, and people of two customers log in to it by corp; alice is an admin of one of them, and
 * bob a member of the other one.
 */
export const product: readonly GraphObject[] = [
  objectOf("resourceServer", "api_1", { identifier: "https://orders.example.com", name: "Orders" }),
  objectOf("client", "app_1", { name: "Portal" }),
  objectOf("clientGrant", "cgr_1", { clientId: "app_1", audience: "https://orders.example.com" }),
  objectOf("connection", "con_1", { name: "corp", enabledClients: ["app_1"] }),
  objectOf("role", "rol_1", { name: "Admin" }),
  objectOf("rolePermissions", "rol_1::https://orders.example.com", {
    roleId: "rol_1",
    resourceServerIdentifier: "https://orders.example.com",
  }),
  objectOf("organization", "org_1", { name: "north" }),
  objectOf("organization", "org_2", { name: "south" }),
  objectOf("organizationConnection", "org_1::con_1", { organizationId: "org_1", connectionId: "con_1" }),
  objectOf("organizationConnection", "org_2::con_1", { organizationId: "org_2", connectionId: "con_1" }),
  objectOf("organizationMemberRoles", "org_1::alice", { organizationId: "org_1", userId: "alice", roles: ["rol_1"] }),
  objectOf("organizationMembers", "org_2", { organizationId: "org_2", members: ["bob"] }),
];
