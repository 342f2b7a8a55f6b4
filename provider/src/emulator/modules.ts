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
import { permissionModule, roleModule, roleSets, userPermissionModule } from "./roles/roles.ts";
import { settingsModule } from "./settings/settings.ts";
import { signingKeyRoutes } from "./settings/signing-keys.ts";
import type { Tenant } from "./shared/module.ts";
import { mapped, type WireObject } from "./shared/store.ts";
import { tokenExchangeProfileModule } from "./token-exchange-profiles/token-exchange-profiles.ts";
import { userRoutes } from "./users/routes.ts";
import { tenantUsers } from "./users/users.ts";

/**
 * Creates the modules of a tenant. A seed fills the modules in the order of the result's properties: organizations and roles before members,
 * organizations and connections before organization connections.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one list of all modules and of what connects them
export function modulesOf(tenant: Tenant, behaviour: ConnectionBehaviour, times: BuildTimes) {
  const users = tenantUsers(tenant);
  const forgetUsers = (connection: unknown, email?: string) => {
    for (const { id } of users.where({ connection, ...(email !== undefined && { email }) })) users.delete(id);
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
  const organizations = organizationModule(allOrganizations, links);
  const own = [organizations.objects, roles.objects] as const;
  const organizationMembers = memberModule(...own, users);
  const userRoles = roleSets(roles.objects, { user_id: users }, 50, () => "user");
  const groups = groupModule(tenant);
  const isNamed = (action: string) => profiles.objects.list().some(({ action_id }) => action_id === action);
  const actions = actionModule(tenant, times, isNamed, (action) => triggerActions.objects.uses(action));
  const triggerActions: ReturnType<typeof bindingModule> = bindingModule(actions.objects);
  const profiles = tokenExchangeProfileModule(tenant);
  const settings = settingsModule(tenant, () => domains.verified().length > 0);
  const networkAcls = networkAclModule(tenant);
  const customDomains: ReturnType<typeof customDomainModule> = customDomainModule(tenant, settings.objects);
  const domains = {
    mustBeNamed: tenant.traits.namedDomains,
    verified: () => customDomains.objects.all().flatMap(({ domain, status }) => (status === "ready" ? [domain] : [])),
  };
  const strategyOf = (name: string) => connections.objects.get(name)?.strategy;
  connections.objects.whenGone(({ name }) => forgetUsers(name));
  clients.objects.changed.listen(({ row, previous }) => {
    const { id, resource_server_identifier: identifier }: WireObject = row ?? previous ?? {};
    if (!row) connections.objects.forgetClient(String(id));
    if (identifier !== undefined) resourceServers.objects.link(String(identifier), row ? id : null);
  });
  roles.objects.belong("owner_id", allOrganizations);
  return {
    resourceServers,
    connections,
    roles,
    rolePermissions: permissionModule(roles.objects, resourceServers.objects),
    organizations: {
      ...organizations,
      routes: [
        ...organizations.routes,
        ...organizationClientRoutes(allOrganizations, clients.objects),
        ...discoveryDomainRoutes(allOrganizations, tenant),
      ],
    },
    organizationConnections: linkModule(allOrganizations, links),
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
      routes: userRoutes(users, ...own, userRoles, organizationMembers.objects, domains, strategyOf),
    },
    userRoles: { objects: userRoles, routes: [] },
    userPermissions: userPermissionModule(users, resourceServers.objects),
    groups,
    groupRoles: groupRoleModule(groups.objects, roles.objects, allOrganizations),
    vaultConnections: vaultConnectionModule(tenant),
    flows: flowModule(tenant),
    forms: formModule(tenant),
    userAttributeProfiles: userAttributeProfileModule(),
    connectionProfiles: connectionProfileModule(),
    selfServiceProfiles: selfServiceProfileModule(tenant),
  };
}

type Modules = ReturnType<typeof modulesOf>;

/** The objects of all modules, by the name of the module. */
export type Held = { readonly [K in keyof Modules]: Modules[K]["objects"] };

export function objectsOf(modules: Modules): Held {
  return mapped(modules, ({ objects }: Modules[keyof Modules]) => objects) as Held;
}
