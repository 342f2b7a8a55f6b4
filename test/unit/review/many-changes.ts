import type { ResourceSketch } from "../helpers/preview.ts";

const at = { __tenant: "shop.example.com" };
const audience = "https://orders.example.com";
const members = { organizationId: "org_1", userId: "auth0|alice", ...at };
const portal = { name: "Portal", callbacks: ["https://portal.example.com/callback"], ...at };

/** Objects that the plan leaves as they are. */
export const untouched: readonly ResourceSketch[] = [
  { name: "admin", type: "Role", id: "rol_9", op: "same", was: { name: "Orders admin", ...at } },
  { name: "batch", type: "Client", id: "app_2", op: "same", was: { name: "Batch job", ...at } },
  { name: "north", type: "Organization", id: "org_1", op: "same", was: { name: "north", ...at } },
];

/** A plan with changes of all kinds: losses, a rotation, weaker settings, rights, and others. */
export const manyChanges: readonly ResourceSketch[] = [
  {
    ...{ name: "customers", type: "Connection", id: "con_1" },
    was: { name: "customers", strategy: "auth0", enabledClients: ["app_1"], ...at },
  },
  { name: "clerk", type: "Role", id: "rol_1", was: { name: "Clerk", ...at } },
  {
    ...{ name: "portal", type: "Client", id: "app_1", diff: { secretRotation: "update", callbacks: "update" } },
    was: { ...portal, secretRotation: "spring" },
    is: { ...portal, callbacks: [...portal.callbacks, "https://new.example.com/callback"], secretRotation: "summer" },
  },
  {
    ...{ name: "mfa", type: "MultiFactor", id: "guardian", diff: { policies: "update", "factors.otp": "update" } },
    was: { policies: ["all-applications"], factors: { otp: true }, ...at },
    is: { policies: [], factors: { otp: false }, ...at },
  },
  {
    ...{ name: "settings", type: "TenantSettings", id: "tenant", diff: { sessionLifetime: "update" } },
    was: { sessionLifetime: 168, ...at },
    is: { sessionLifetime: 720, ...at },
  },
  {
    ...{ name: "batch-orders", type: "ClientGrant", op: "create" },
    is: { clientId: "app_2", audience, scope: ["read:orders", "write:orders"], ...at },
  },
  {
    ...{ name: "admin-orders", type: "RolePermissions", id: "rol_9::orders", diff: { permissions: "update" } },
    was: { roleId: "rol_9", resourceServerIdentifier: audience, permissions: ["read:orders"], ...at },
    is: { roleId: "rol_9", resourceServerIdentifier: audience, permissions: ["read:orders", "delete:orders"], ...at },
  },
  {
    ...{ name: "orders", type: "ResourceServer", id: "api_1", diff: { tokenLifetime: "update" } },
    was: { identifier: audience, tokenLifetime: 86_400, ...at },
    is: { identifier: audience, tokenLifetime: 172_800, ...at },
  },
  {
    ...{ name: "alice", type: "OrganizationMemberRoles", id: "org_1::auth0|alice", diff: { roles: "update" } },
    was: { ...members, roles: ["rol_1"] },
    is: { ...members, roles: ["rol_9"] },
  },
  { name: "auditor", type: "Role", op: "create", is: { name: "Auditor", ...at } },
  {
    ...{ name: "welcome", type: "EmailTemplate", id: "welcome_email", diff: { subject: "update" } },
    was: { template: "welcome_email", subject: "Hello", ...at },
    is: { template: "welcome_email", subject: "Welcome", ...at },
  },
];
