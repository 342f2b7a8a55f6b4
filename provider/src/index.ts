/**
 * An identity tenant as code: what a Pulumi program imports. Importing it loads neither an HTTP client nor a
 * validator: those live in the provider process (`pulumi-tenant/host`), and data sources load the client when they are asked.
 *
 * @packageDocumentation
 */

import "./require-node.ts";

export type { LookUp, OutputLookUp } from "./sdk/data-source.ts";
export { Provider, type ProviderArgs } from "./sdk/provider.ts";
export * from "./sdk/resources/action.ts";
export * from "./sdk/resources/client.ts";
export type * from "./sdk/resources/client-args.ts";
export * from "./sdk/resources/client-authentication.ts";
export * from "./sdk/resources/client-grant.ts";
export type * from "./sdk/resources/connection.ts";
export * from "./sdk/resources/connection.ts";
export * from "./sdk/resources/connection-clients.ts";
export * from "./sdk/resources/connection-look-ups.ts";
export type * from "./sdk/resources/connection-options/index.ts";
export * from "./sdk/resources/organization.ts";
export * from "./sdk/resources/organization-connection.ts";
export * from "./sdk/resources/organization-member-roles.ts";
export * from "./sdk/resources/organization-members.ts";
export * from "./sdk/resources/resource-server.ts";
export * from "./sdk/resources/resource-server-scopes.ts";
export * from "./sdk/resources/role.made.ts";
export * from "./sdk/resources/role.ts";
export * from "./sdk/resources/role-permissions.ts";
export * from "./sdk/resources/token-exchange-profile.made.ts";
export * from "./sdk/resources/token-exchange-profile.ts";
export * from "./sdk/resources/trigger-actions.ts";
export * from "./sdk/resources/user.ts";
