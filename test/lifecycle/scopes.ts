import { connectionKind } from "../../provider/src/lifecycle/connection.ts";
import type { Kind } from "../../provider/src/lifecycle/kind.ts";
import { organizationMemberRolesKind } from "../../provider/src/lifecycle/organization-member-roles.ts";
import { resourceServerKind } from "../../provider/src/lifecycle/resource-server.ts";
import type { JsonObject } from "../../provider/src/model/json.ts";

export const organizationId = "org_0000000000000001";
export const userId = "auth0|000000000000000000000001";
export const reader = "rol_0000000000000001";
export const editor = "rol_0000000000000002";

/** What a tenant holds before a case. */
export const seed = {
  roles: [
    { id: reader, name: "reader" },
    { id: editor, name: "editor" },
  ],
  organizations: [{ id: organizationId, name: "example" }],
  organizationMembers: [{ organization_id: organizationId, user_id: userId }],
} as const;

/** One line of the table of scopes: an operation on a resource, and the scopes that are enough and all needed. */
export interface ScopeCase {
  /** As the table names them. */
  readonly resource: string;
  readonly operation: string;
  readonly scopes: readonly string[];
  readonly kind: Kind;
  /** What is at the tenant already, made with all scopes; undefined for nothing. */
  readonly before?: JsonObject;
  /** What the program declares then; undefined for the resource's removal, "refresh" for a refresh. */
  readonly run: JsonObject | "refresh" | undefined;
  /** The object exists at the tenant, but the state does not know it. */
  readonly adopted?: true;
  /** Scopes without which the operation goes on, with a warning. */
  readonly warned?: readonly string[];
}

const api = { identifier: "https://orders.example.com", name: "Orders" };
const corp = { name: "corp", strategy: "oidc", displayName: "Corp", options: { client_id: "tenant" } };
const alice = { organizationId, userId, roles: [reader] };

const read = "read:resource_servers";
const readConnections = "read:connections";
const readOptions = "read:connections_options";
const readRoles = "read:organization_member_roles";

const apis: readonly ScopeCase[] = [
  { operation: "create", scopes: ["create:resource_servers"], run: api },
  { operation: "refresh, drift", scopes: [read], before: api, run: "refresh" },
  { operation: "update", scopes: ["update:resource_servers"], before: api, run: { ...api, name: "New" } },
  {
    operation: "update of one part of a nested object",
    scopes: [read, "update:resource_servers"],
    before: { ...api, subjectTypeAuthorization: { user: { policy: "allow_all" } } },
    run: { ...api, subjectTypeAuthorization: { user: { policy: "deny_all" } } },
  },
  { operation: "delete", scopes: ["delete:resource_servers"], before: api, run: undefined },
  {
    operation: "adopt",
    scopes: ["create:resource_servers", read, "update:resource_servers"],
    before: api,
    run: { ...api, name: "New", adopt: true },
    adopted: true,
  },
].map((one) => ({ ...one, resource: "ResourceServer", kind: resourceServerKind }) as ScopeCase);

const connections: readonly ScopeCase[] = [
  { operation: "create", scopes: ["create:connections"], run: corp },
  {
    operation: "create with `enabledClients`",
    scopes: ["create:connections", "update:connections"],
    run: { ...corp, enabledClients: ["client-1"] },
  },
  {
    operation: "refresh, drift",
    scopes: [readConnections, readOptions],
    warned: [readOptions],
    before: { ...corp, enabledClients: ["client-1"] },
    run: "refresh",
  },
  {
    operation: "update without `options`",
    scopes: [readConnections, "update:connections"],
    before: corp,
    run: { ...corp, displayName: "New" },
  },
  {
    operation: "update of `options`",
    scopes: [readConnections, readOptions, "update:connections", "update:connections_options"],
    before: corp,
    run: { ...corp, options: { client_id: "new" } },
  },
  {
    operation: "update of `enabledClients`",
    scopes: ["update:connections"],
    before: { ...corp, enabledClients: ["client-1"] },
    run: { ...corp, enabledClients: ["client-2"] },
  },
  { operation: "delete", scopes: ["delete:connections"], before: corp, run: undefined },
  {
    operation: "adopt",
    scopes: ["create:connections", readConnections, readOptions, "update:connections", "update:connections_options"],
    before: corp,
    run: { ...corp, options: { client_id: "new" }, adopt: true },
    adopted: true,
  },
].map((one) => ({ ...one, resource: "Connection", kind: connectionKind }) as ScopeCase);

const roles: readonly ScopeCase[] = [
  { operation: "create", scopes: [readRoles, "create:organization_member_roles"], run: alice },
  {
    operation: "create where other roles are there",
    scopes: [readRoles, "create:organization_member_roles", "delete:organization_member_roles"],
    before: { ...alice, roles: [editor] },
    run: alice,
    adopted: true as const,
  },
  { operation: "refresh, drift", scopes: [readRoles], before: alice, run: "refresh" as const },
  {
    operation: "update",
    scopes: ["create:organization_member_roles", "delete:organization_member_roles"],
    before: alice,
    run: { ...alice, roles: [editor] },
  },
  { operation: "delete", scopes: ["delete:organization_member_roles"], before: alice, run: undefined },
].map((one) => ({ ...one, resource: "OrganizationMemberRoles", kind: organizationMemberRolesKind }));

/** The whole table, in the order in which it is documented. */
export const scopeCases: readonly ScopeCase[] = [...apis, ...connections, ...roles];
