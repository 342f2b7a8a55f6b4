import type { KindName } from "../definitions/registry.ts";
import type { Kind } from "../lifecycle/kind.ts";
import { actionKind } from "./action/calls.ts";
import { clientKind } from "./client/calls.ts";
import { clientAuthenticationKind } from "./client-authentication/calls.ts";
import { clientGrantKind } from "./client-grant/calls.ts";
import { connectionKind } from "./connection/calls.ts";
import { connectionClientsKind } from "./connection-clients/calls.ts";
import { organizationKind } from "./organization/calls.ts";
import { organizationConnectionKind } from "./organization-connection/calls.ts";
import { organizationMemberRolesKind } from "./organization-member-roles/calls.ts";
import { organizationMembersKind } from "./organization-members/calls.ts";
import { resourceServerKind } from "./resource-server/calls.ts";
import { resourceServerScopesKind } from "./resource-server-scopes/calls.ts";
import { roleKind } from "./role/calls.ts";
import { rolePermissionsKind } from "./role-permissions/calls.ts";
import { tokenExchangeProfileKind } from "./token-exchange-profile/calls.ts";
import { triggerActionsKind } from "./trigger-actions/calls.ts";

/** The host's half of every kind of object. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  resourceServer: resourceServerKind,
  resourceServerScopes: resourceServerScopesKind,
  organization: organizationKind,
  client: clientKind,
  clientAuthentication: clientAuthenticationKind,
  connection: connectionKind,
  connectionClients: connectionClientsKind,
  action: actionKind,
  triggerActions: triggerActionsKind,
  tokenExchangeProfile: tokenExchangeProfileKind,
  role: roleKind,
  rolePermissions: rolePermissionsKind,
  organizationConnection: organizationConnectionKind,
  organizationMembers: organizationMembersKind,
  organizationMemberRoles: organizationMemberRolesKind,
  clientGrant: clientGrantKind,
};
