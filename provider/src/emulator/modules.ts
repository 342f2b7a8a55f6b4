import type { BuildTimes } from "./actions/actions.ts";
import { actionModule, bindingModule } from "./actions/module.ts";
import { actionModuleModule } from "./actions/modules.ts";
import { clientGrantModule } from "./client-grants/client-grants.ts";
import { clientModule } from "./clients/module.ts";
import type { ConnectionBehaviour } from "./connections/connections.ts";
import { connectionModule } from "./connections/module.ts";
import { customDomainModule } from "./custom-domains/custom-domains.ts";
import { eventStreamModule } from "./event-streams/event-streams.ts";
import { flowModule, formModule, vaultConnectionModule } from "./forms/forms.ts";
import { groupModule, groupRoleModule } from "./groups/groups.ts";
import { logStreamModule } from "./log-streams/log-streams.ts";
import { networkAclKeyModule } from "./network-acls/keys.ts";
import { networkAclModule } from "./network-acls/network-acls.ts";
import { linkModule, OrganizationLinks } from "./organizations/connections.ts";
import { memberModule } from "./organizations/members.ts";
import {
  discoveryDomainRoutes,
  Organizations,
  organizationClientRoutes,
  organizationModule,
} from "./organizations/organizations.ts";
import { connectionProfileModule, selfServiceProfileModule, userAttributeProfileModule } from "./profiles/profiles.ts";
import { rateLimitPolicyModule } from "./rate-limit-policies/rate-limit-policies.ts";
import { resourceServerModule } from "./resource-servers/resource-servers.ts";
import { permissionModule, roleModule, userPermissionModule } from "./roles/roles.ts";
import { defaultDomainIn, settingsModule } from "./settings/settings.ts";
import { signingKeyRoutes } from "./settings/signing-keys.ts";
import type { Tenant } from "./shared/module.ts";
import { tokenExchangeProfileModule } from "./token-exchange-profiles/token-exchange-profiles.ts";
import { UserRoles } from "./users/roles.ts";
import { userRoutes } from "./users/routes.ts";
import { tenantUsers } from "./users/users.ts";

/**
 * Creates the modules of a tenant. A seed fills the modules in the order of the result's properties: organizations and roles before members,
 * organizations and connections before organization connections.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one list of all modules and of what connects them
export function modulesOf(tenant: Tenant, behaviour: ConnectionBehaviour, times: BuildTimes) {
  const users = tenantUsers(tenant.now);
  const forgetUsers = (connection: unknown, email?: string) => {
    const all = users.table.all().filter((user) => user.connection === connection);
    for (const user of all) if (email === undefined || user.email === email) users.delete(user.id);
  };
  const resourceServers = resourceServerModule(tenant);
  const connections = connectionModule(tenant, behaviour, forgetUsers);
  const roles = roleModule(tenant);
  const allOrganizations = new Organizations(tenant.traits);
  const clients = clientModule(
    tenant,
    () => connections.objects.list(),
    () => clientGrants.objects.dump(),
  );
  const clientGrants: ReturnType<typeof clientGrantModule> = clientGrantModule(
    tenant,
    clients.objects,
    resourceServers.objects,
    allOrganizations,
  );
  const links = new OrganizationLinks(allOrganizations, connections.objects, tenant.traits);
  const organizations = organizationModule(tenant, allOrganizations, links);
  const own = [organizations.objects, roles.objects] as const;
  const organizationMembers = memberModule(tenant, ...own, users);
  const userRoles = new UserRoles(users, roles.objects);
  const groups = groupModule(tenant);
  const isNamed = (action: string) => profiles.objects.list().some(({ action_id }) => action_id === action);
  const actions = actionModule(tenant, times, isNamed, (action) => triggerActions.objects.uses(action));
  const triggerActions: ReturnType<typeof bindingModule> = bindingModule(actions.objects);
  const profiles = tokenExchangeProfileModule(tenant);
  const settings = settingsModule(tenant);
  const networkAcls = networkAclModule(tenant);
  const customDomains = customDomainModule(tenant, defaultDomainIn(settings.objects));
  const domains = {
    mustBeNamed: tenant.traits.namedDomains,
    verified: () =>
      customDomains.objects.table.all().flatMap(({ domain, status }) => (status === "ready" ? [domain] : [])),
  };
  clients.objects.deleted.listen((id) => clientGrants.objects.forget((grant) => grant.client_id === id));
  resourceServers.objects.changed.listen(({ what, object }) => {
    if (what === "deleted") clientGrants.objects.forget((grant) => grant.audience === object.identifier);
  });
  connections.objects.changed.listen(({ what, object }) => {
    if (what === "deleted") forgetUsers(object.name);
  });
  clients.objects.changed.listen(({ what, object }) => {
    const { client_id, resource_server_identifier: identifier } = object;
    const linked = what === "deleted" ? null : client_id;
    if (what === "deleted") connections.objects.forgetClient(String(client_id));
    if (identifier !== undefined) resourceServers.objects.link(String(identifier), linked);
  });
  allOrganizations.deleted.listen((id) => {
    for (const role of roles.objects.table.all()) if (role.owner_id === id) roles.objects.delete(role.id);
  });
  return {
    resourceServers,
    connections,
    roles,
    rolePermissions: permissionModule(roles.objects, resourceServers.objects, tenant.cursors),
    organizations: {
      ...organizations,
      routes: [
        ...organizations.routes,
        ...organizationClientRoutes(allOrganizations, clients.objects, tenant.cursors),
        ...discoveryDomainRoutes(allOrganizations, tenant),
      ],
    },
    organizationConnections: linkModule(tenant, allOrganizations, links),
    organizationMembers,
    actions,
    actionModules: actionModuleModule(actions.objects),
    triggerActions,
    tokenExchangeProfiles: profiles,
    clients,
    clientGrants,
    eventStreams: eventStreamModule(tenant, actions.objects),
    logStreams: logStreamModule(tenant),
    networkAcls,
    networkAclKeys: networkAclKeyModule(tenant, () => networkAcls.objects.list()),
    rateLimitPolicies: rateLimitPolicyModule(tenant),
    customDomains,
    settings: { ...settings, routes: [...settings.routes, ...signingKeyRoutes(tenant)] },
    users: {
      objects: users,
      routes: userRoutes(users, ...own, userRoles, organizationMembers.objects, tenant.cursors, domains),
    },
    userRoles: { objects: userRoles, routes: [] },
    userPermissions: userPermissionModule(users, resourceServers.objects, tenant.cursors),
    groups,
    groupRoles: groupRoleModule(tenant, groups.objects, roles.objects, allOrganizations),
    vaultConnections: vaultConnectionModule(tenant),
    flows: flowModule(tenant),
    forms: formModule(tenant),
    userAttributeProfiles: userAttributeProfileModule(tenant),
    connectionProfiles: connectionProfileModule(tenant),
    selfServiceProfiles: selfServiceProfileModule(tenant),
  };
}

type Modules = ReturnType<typeof modulesOf>;

/** The objects of all modules, by the name of the module. */
export type Held = { readonly [K in keyof Modules]: Modules[K]["objects"] };

export function objectsOf(modules: Modules): Held {
  return Object.fromEntries(Object.entries(modules).map(([name, { objects }]) => [name, objects])) as Held;
}
