/**
 * An identity tenant as code: what a Pulumi program imports. Importing it loads neither an HTTP client nor a
 * validator: those live in the provider process (`pulumi-tenant/host`), and data sources load the client when they are asked.
 *
 * @packageDocumentation
 */

import "./require-node.ts";

export { Provider, type ProviderArgs } from "./functions/provider.ts";
export type * from "./functions/token-exchange-profiles.ts";
export {
  getTokenExchangeProfile,
  getTokenExchangeProfileOutput,
  getTokenExchangeProfiles,
  getTokenExchangeProfilesOutput,
} from "./functions/token-exchange-profiles.ts";
export { Connection } from "./resources/connection.ts";
export type * from "./resources/connection-args.ts";
export type * from "./resources/connection-options/index.ts";
export { OrganizationMemberRoles, type OrganizationMemberRolesArgs } from "./resources/organization-member-roles.ts";
export type * from "./resources/resource-server.ts";
export { ResourceServer } from "./resources/resource-server.ts";
export { TokenExchangeProfile, type TokenExchangeProfileArgs } from "./resources/token-exchange-profile.ts";
