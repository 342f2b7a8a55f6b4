import { providerCodes, typeToken } from "../model/provider-code.ts";
import { action } from "./action/descriptor.ts";
import { client } from "./client/descriptor.ts";
import { clientAuthentication } from "./client-authentication/descriptor.ts";
import { clientGrant } from "./client-grant/descriptor.ts";
import { connection } from "./connection/descriptor.ts";
import { connectionClients } from "./connection-clients/descriptor.ts";
import type { Descriptor } from "./descriptor.ts";
import { organization } from "./organization/descriptor.ts";
import { organizationConnection } from "./organization-connection/descriptor.ts";
import { organizationMemberRoles } from "./organization-member-roles/descriptor.ts";
import { organizationMembers } from "./organization-members/descriptor.ts";
import { resourceServer } from "./resource-server/descriptor.ts";
import { resourceServerScopes } from "./resource-server-scopes/descriptor.ts";
import { role } from "./role/descriptor.ts";
import { rolePermissions } from "./role-permissions/descriptor.ts";
import { tokenExchangeProfile } from "./token-exchange-profile/descriptor.ts";
import { triggerActions } from "./trigger-actions/descriptor.ts";

/**
 * Every kind of object, by the name under which the host exports its handler, in the order in which people read about them: what refers to
 * others stands after them.
 */
export const described = {
  resourceServer,
  resourceServerScopes,
  organization,
  client,
  clientAuthentication,
  connection,
  connectionClients,
  action,
  triggerActions,
  tokenExchangeProfile,
  role,
  rolePermissions,
  organizationConnection,
  organizationMembers,
  organizationMemberRoles,
  clientGrant,
} as const satisfies Readonly<Record<string, Descriptor>>;

/** The kinds of objects, by the names under which the host exports their handlers. */
export type KindName = keyof typeof described;

/** The descriptors by the names of the kinds. */
export const descriptors: Readonly<Record<KindName, Descriptor>> = described;

/** The names of all kinds. */
export const kindNames = Object.keys(described) as readonly KindName[];

/** The rate limits that routes have of their own. */
export const rateGroups = kindNames.flatMap((name) => descriptors[name].rateGroups ?? []);

/** The kind behind a type token; undefined for a type that is not of this package, or that this version does not know. */
export function kindOfType(type: string): KindName | undefined {
  return kindNames.find((name) => typeToken(descriptors[name].type) === type);
}

/** Every text that a state can hold as `__provider` of a resource of ours. Whatever else stands there is not of this package. */
export const knownProviderCodes: ReadonlySet<string> = new Set(kindNames.flatMap(providerCodes));
