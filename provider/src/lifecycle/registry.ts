import { providerCodes } from "../model/provider-code.ts";
import { connectionKind } from "./connection.ts";
import { connectionClientsKind } from "./connection-clients.ts";
import type { Kind } from "./kind.ts";
import { organizationMemberRolesKind } from "./organization-member-roles.ts";
import { resourceServerKind } from "./resource-server.ts";
import { resourceServerScopesKind } from "./resource-server-scopes.ts";
import { tokenExchangeProfileKind } from "./token-exchange-profile.ts";

/** Every resource, by the name under which the host exports its handler. */
export const kinds = {
  resourceServer: resourceServerKind,
  resourceServerScopes: resourceServerScopesKind,
  connection: connectionKind,
  connectionClients: connectionClientsKind,
  organizationMemberRoles: organizationMemberRolesKind,
  tokenExchangeProfile: tokenExchangeProfileKind,
} as const satisfies Readonly<Record<string, Kind>>;

/** Every text that a state can hold as `__provider` of a resource of ours. Whatever else stands there is not of this package. */
export const knownProviderCodes: ReadonlySet<string> = new Set(
  Object.keys(kinds).flatMap((handler) => providerCodes(handler)),
);
