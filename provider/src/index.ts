/**
 * An identity tenant as code: what a Pulumi program imports. Importing it loads neither an HTTP client nor a
 * validator: those live in the provider process (`pulumi-tenant/host`), and data sources load the client when they are asked.
 *
 * @packageDocumentation
 */

import "./require-node.ts";

export type * from "./functions/connection.ts";
export { getConnection, getConnectionOutput } from "./functions/connection.ts";
export type * from "./functions/connections.ts";
export { getConnections, getConnectionsOutput } from "./functions/connections.ts";
export type { LookUp, OutputLookUp } from "./functions/data-source.ts";
export type * from "./functions/organization-member-roles.ts";
export { getOrganizationMemberRoles, getOrganizationMemberRolesOutput } from "./functions/organization-member-roles.ts";
export { Provider, type ProviderArgs } from "./functions/provider.ts";
export type * from "./functions/resource-server.ts";
export { getResourceServer, getResourceServerOutput } from "./functions/resource-server.ts";
export type * from "./functions/resource-servers.ts";
export { getResourceServers, getResourceServersOutput } from "./functions/resource-servers.ts";
export type * from "./functions/token-exchange-profile.ts";
export { getTokenExchangeProfile, getTokenExchangeProfileOutput } from "./functions/token-exchange-profile.ts";
export type * from "./functions/token-exchange-profiles.ts";
export { getTokenExchangeProfiles, getTokenExchangeProfilesOutput } from "./functions/token-exchange-profiles.ts";
export { Connection } from "./resources/connection.ts";
export type * from "./resources/connection-args.ts";
export { ConnectionClients, type ConnectionClientsArgs } from "./resources/connection-clients.ts";
export type * from "./resources/connection-options/index.ts";
export { OrganizationMemberRoles, type OrganizationMemberRolesArgs } from "./resources/organization-member-roles.ts";
export type * from "./resources/resource-server.ts";
export { ResourceServer } from "./resources/resource-server.ts";
export { ResourceServerScopes, type ResourceServerScopesArgs } from "./resources/resource-server-scopes.ts";
export { TokenExchangeProfile, type TokenExchangeProfileArgs } from "./resources/token-exchange-profile.ts";
