import type { Kind } from "../../provider/src/lifecycle/kind.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { connectionTable } from "../../provider/src/model/connection.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/model/json.ts";
import { organizationMemberRolesTable } from "../../provider/src/model/organization-member-roles.ts";
import { putAt, valueAt } from "../../provider/src/model/pointer.ts";
import { resourceServerTable } from "../../provider/src/model/resource-server.ts";
import type { Table } from "../../provider/src/model/table.ts";
import { fromWire, toWire } from "../../provider/src/model/wire.ts";
import { TenantClient } from "../../provider/src/tenant/index.ts";
import { inProcess } from "../harness/in-process.ts";
import type { RolesSubject, Subject } from "./laws.ts";
import { startWorld, type World } from "./world.ts";

let count = 0;

/** A tenant and a provider for it, with all the time that calls may take: where they were repeated, writes could not be counted. */
export async function patientWorld(kind: Kind): Promise<World> {
  const world = await startWorld({}, kind);
  const { domain, clientId, clientSecret } = world.tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  return { ...world, port: inProcess(new Lifecycle(kind, (settings) => new TenantClient(settings)), config) };
}

/** Resource servers, as the laws see them. */
export function resourceServers(world: World): Subject {
  const held = (identity: JsonObject) => {
    const all = onTenant(world, "resourceServers", resourceServerTable, "identifier", identity);
    // Of a key the tenant keeps the thumbprint, which stands for it here.
    const path = ["tokenEncryption", "encryptionKey"];
    const thumbprint = valueAt(all, [...path, "thumbprintSha256"]);
    const copy = { ...all };
    if (thumbprint !== undefined) putAt(copy, [...path, "pem"], thumbprint);
    return copy;
  };
  return {
    resource: "ResourceServer",
    table: resourceServerTable,
    world,
    writes: 1,
    nextIdentity: () => ({ identifier: `https://api-${++count}.example.com/a b/ü?x=%2F` }),
    held,
    edit: (identity, name, value) => {
      const wire = toWire(resourceServerTable.fields, { [name]: merged(own(held(identity), name), value) });
      world.tenant.resourceServers.update(String(identity.identifier), wire);
    },
    forget: ({ identifier }) => world.tenant.resourceServers.delete(String(identifier)),
  };
}

/** Connections of one strategy, as the laws see them. */
export function connections(world: World, strategy: string): Subject {
  const held = (identity: JsonObject) => onTenant(world, "connections", connectionTable, "name", identity);
  return {
    resource: "Connection",
    strategy,
    table: connectionTable,
    world,
    // The connection, and its clients, of which one request takes fifty and these programs have a few more.
    writes: 3,
    nextIdentity: () => ({ name: `corp-${++count}`, strategy }),
    held,
    edit: (identity, name, value) => {
      const key = String(identity.name);
      if (name === "options") world.tenant.connections.editOptions(key, value as JsonObject);
      else if (name === "enabledClients") world.tenant.connections.setClients(key, value as string[]);
      else {
        const wire = toWire(connectionTable.fields, { [name]: merged(own(held(identity), name), value) });
        world.tenant.connections.edit(key, wire);
      }
    },
    forget: ({ name }) => world.tenant.connections.delete(String(name)),
  };
}

/** The ids of all roles of the tenant, of which a member can have fifty. */
export const roleIds: readonly string[] = Array.from({ length: 60 }, (_, n) => `rol_${String(n).padStart(16, "0")}`);

/** The roles of members, as the laws see them. */
export function memberRoles(world: World): RolesSubject {
  const { organizations, organizationMembers: members, roles } = world.tenant;
  const [organizationId = "", otherOrganization = ""] = ["one", "other"].map((name) =>
    String(organizations.create({ name }).id),
  );
  for (const id of roleIds) roles.create({ id, name: `role ${id}` });
  const added = (organization: string, userId: string, given: readonly string[] = []) => {
    members.add(organization, userId, { roles: given });
    return { organizationId: organization, userId };
  };
  const rolesOf = (identity: JsonObject) =>
    (members.get(String(identity.organizationId), String(identity.userId))?.roles ?? []) as string[];
  return {
    resource: "OrganizationMemberRoles",
    table: organizationMemberRolesTable,
    world,
    writes: 2,
    nextIdentity: () => added(organizationId, `auth0|${++count}`),
    bystanders: ({ userId }, given) => [
      added(otherOrganization, String(userId), given),
      added(organizationId, `auth0|${++count}`, given),
    ],
    held: (identity) => ({ ...identity, roles: rolesOf(identity) }),
    edit: (identity, _, given) => {
      const member = [String(identity.organizationId), String(identity.userId)] as const;
      members.removeRoles(...member, rolesOf(identity));
      members.assignRoles(...member, given as string[]);
    },
    forget: (identity) => members.remove(String(identity.organizationId), String(identity.userId)),
  };
}

function onTenant(
  world: World,
  collection: "resourceServers" | "connections",
  { fields }: Table,
  key: string,
  identity: JsonObject,
): JsonObject {
  // Not as it is answered, but with what never is.
  const rows = world.tenant.export()[collection] as readonly JsonObject[];
  const row = rows.find((candidate) => candidate[key] === identity[key]);
  if (!row) throw new Error(`the tenant has no ${String(identity[key])}`);
  return fromWire(fields, row);
}

/** The members of an object that are given, with the others as they are. */
function merged(before: Json | undefined, value: Json): Json {
  if (!isObject(before) || !isObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, merged(own(before, key), item)]);
  return { ...before, ...Object.fromEntries(members) };
}
