import type { BuildTimes } from "./actions/actions.ts";
import { actionRoom, bindingRoom } from "./actions/room.ts";
import { clientGrantRoom } from "./client-grants/client-grants.ts";
import { besideClients, clientRoom } from "./clients/room.ts";
import type { ConnectionBehaviour } from "./connections/connections.ts";
import { connectionRoom } from "./connections/room.ts";
import { logStreamRoom } from "./log-streams/log-streams.ts";
import { linkRoom, OrganizationLinks } from "./organizations/connections.ts";
import { memberRoom } from "./organizations/members.ts";
import { Organizations, organizationRoom } from "./organizations/organizations.ts";
import { resourceServerRoom } from "./resource-servers/resource-servers.ts";
import { permissionRoom } from "./roles/permissions.ts";
import { roleRoom } from "./roles/roles.ts";
import type { Tenant } from "./shared/room.ts";
import { pick } from "./shared/store.ts";
import { tokenExchangeProfileRoom } from "./token-exchange-profiles/token-exchange-profiles.ts";
import { tenantUsers, userRoutes } from "./users/routes.ts";

/**
 * The rooms of a tenant, in the order in which a seed fills them: members come after organizations and roles, and organization connections
 * after both ends.
 */
export function roomsOf(tenant: Tenant, behaviour: ConnectionBehaviour, times: BuildTimes) {
  const users = tenantUsers(tenant.now);
  const forgetUser = (connection: string, email: string) => {
    const gone = users.table.all().filter((user) => user.connection === connection && user.email === email);
    for (const { id } of gone) users.delete(id);
  };
  const resourceServers = resourceServerRoom(tenant);
  const connections = connectionRoom(tenant, behaviour, forgetUser);
  const roles = roleRoom(tenant);
  const allOrganizations = new Organizations(tenant.traits);
  const links = new OrganizationLinks(allOrganizations, connections.objects);
  const organizations = organizationRoom(tenant, allOrganizations, links);
  const own = [organizations.objects, roles.objects] as const;
  const profileOf = (user: string) => pick(users.get(user) ?? {}, ["email", "name", "picture"]);
  const organizationMembers = memberRoom(tenant, ...own, profileOf);
  const isNamed = (action: string) => profiles.objects.list().some(({ action_id }) => action_id === action);
  const actions = actionRoom(tenant, times, isNamed, (action) => triggerActions.objects.uses(action));
  const triggerActions: ReturnType<typeof bindingRoom> = bindingRoom(tenant, actions.objects);
  const profiles = tokenExchangeProfileRoom(tenant);
  const clients = clientRoom(
    tenant,
    () => connections.objects.list(),
    () => clientGrants.objects.dump(),
  );
  const clientGrants: ReturnType<typeof clientGrantRoom> = clientGrantRoom(
    tenant,
    clients.objects,
    resourceServers.objects,
    allOrganizations,
  );
  clients.objects.deleted.listen((id) => clientGrants.objects.forget((grant) => grant.client_id === id));
  resourceServers.objects.changed.listen(({ what, object }) => {
    if (what === "deleted") clientGrants.objects.forget((grant) => grant.audience === object.identifier);
  });
  clients.objects.changed.listen(({ what, object }) => {
    const { client_id, resource_server_identifier: identifier } = object;
    const linked = what === "deleted" ? null : client_id;
    if (what === "deleted") connections.objects.forgetClient(String(client_id));
    if (identifier !== undefined) resourceServers.objects.link(String(identifier), linked);
  });
  return {
    resourceServers,
    connections,
    roles,
    rolePermissions: permissionRoom(roles.objects, resourceServers.objects, tenant.cursors),
    organizations,
    organizationConnections: linkRoom(tenant, allOrganizations, links),
    organizationMembers,
    actions,
    triggerActions,
    tokenExchangeProfiles: profiles,
    clients: { ...clients, routes: [...clients.routes, ...besideClients] },
    clientGrants,
    logStreams: logStreamRoom(tenant),
    users: { objects: users, routes: userRoutes(users, ...own, organizationMembers.objects, tenant.cursors) },
  };
}

type Rooms = ReturnType<typeof roomsOf>;

/** The objects of all rooms. */
export type Held = { readonly [K in keyof Rooms]: Rooms[K]["objects"] };

export function objectsOf(rooms: Rooms): Held {
  return Object.fromEntries(Object.entries(rooms).map(([name, { objects }]) => [name, objects])) as Held;
}
