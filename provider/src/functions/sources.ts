import { connectionTable } from "../model/connection.ts";
import { resourceServerTable } from "../model/resource-server.ts";
import { tokenExchangeProfileTable } from "../model/token-exchange-profile.ts";
import { askedOptions } from "./options.ts";
import { shownFields } from "./rows.ts";
import type { KeyFilter, Source } from "./source.ts";

/** `GET /connections`. */
export const connections: Source = {
  type: "Connection",
  noun: connectionTable.noun,
  fields: shownFields(connectionTable.fields),
  path: () => ["connections"],
  collection: "connections",
  pages: "checkpointPages",
  scope: "read:connections",
  describe: ({ id, name, strategy }) => `"${name}" (${id}), strategy ${strategy}`,
  also: askedOptions,
};

/** The roles of one member: `GET /organizations/{id}/members/{user_id}/roles`. */
export const memberRoles: Source = {
  type: "OrganizationMemberRoles",
  noun: "organization member role",
  fields: {},
  path: ({ organizationId, userId }) => ["organizations", String(organizationId), "members", String(userId), "roles"],
  collection: "roles",
  pages: "offsetPages",
  scope: "read:organization_member_roles",
  describe: ({ id }) => id,
};

/** `GET /resource-servers?identifiers=…&identifiers=…` */
export const identifiers: KeyFilter = { parameter: "identifiers", property: "identifier", most: 10 };

/** `GET /resource-servers`. */
export const resourceServers: Source = {
  type: "ResourceServer",
  noun: resourceServerTable.noun,
  fields: shownFields(resourceServerTable.fields),
  path: () => ["resource-servers"],
  collection: "resource_servers",
  pages: "offsetPages",
  scope: "read:resource_servers",
  describe: ({ id, identifier }) => `${identifier} (${id})`,
};

/** `GET /token-exchange-profiles`. */
export const tokenExchangeProfiles: Source = {
  type: "TokenExchangeProfile",
  noun: tokenExchangeProfileTable.noun,
  fields: shownFields(tokenExchangeProfileTable.fields),
  path: () => ["token-exchange-profiles"],
  collection: "token_exchange_profiles",
  pages: "checkpointPages",
  scope: "read:token_exchange_profiles",
  describe: ({ id, name, subjectTokenType }) => `"${name}" (${id}), subject token type ${subjectTokenType}`,
};
