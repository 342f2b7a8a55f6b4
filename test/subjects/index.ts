import { connection } from "./connection.ts";
import { connectionClients } from "./connection-clients.ts";
import { organizationMemberRoles } from "./organization-member-roles.ts";
import { resourceServer } from "./resource-server.ts";
import { resourceServerScopes } from "./resource-server-scopes.ts";
import type { KindName, Subject } from "./subject.ts";
import { tokenExchangeProfile } from "./token-exchange-profile.ts";

/** One for each kind of the registry, in the order in which the documentation has them. */
const byName: { readonly [Name in KindName]: Subject<Name> } = {
  resourceServer,
  resourceServerScopes,
  connection,
  connectionClients,
  organizationMemberRoles,
  tokenExchangeProfile,
};

export const subjects: readonly Subject[] = Object.values(byName);
