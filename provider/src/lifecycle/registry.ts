import { connectionKind } from "./connection.ts";
import type { Kind } from "./kind.ts";
import { organizationMemberRolesKind } from "./organization-member-roles.ts";
import { resourceServerKind } from "./resource-server.ts";
import { tokenExchangeProfileKind } from "./token-exchange-profile.ts";

/** Every resource, by the name under which the host exports its handler. */
export const kinds = {
  resourceServer: resourceServerKind,
  connection: connectionKind,
  organizationMemberRoles: organizationMemberRolesKind,
  tokenExchangeProfile: tokenExchangeProfileKind,
} as const satisfies Readonly<Record<string, Kind>>;
