/**
 * An identity tenant as code: what a Pulumi program imports. Importing it loads neither an HTTP client nor a
 * validator: those live in the provider process (`pulumi-tenant/host`), and data sources load the client when they are asked.
 *
 * @packageDocumentation
 */

import "./require-node.ts";

export type { LookUp, OutputLookUp } from "./functions/data-source.ts";
export { Provider, type ProviderArgs } from "./functions/provider.ts";
export * from "./objects/action/resource.ts";
export * from "./objects/action/resource.ts";
export type * from "./objects/client/args.ts";
export type * from "./objects/client/args.ts";
export * from "./objects/client/resource.ts";
export * from "./objects/client/resource.ts";
export * from "./objects/client-authentication/resource.ts";
export * from "./objects/client-grant/resource.ts";
export * from "./objects/connection/lookups.ts";
export type * from "./objects/connection/options/index.ts";
export type * from "./objects/connection/resource.ts";
export * from "./objects/connection/resource.ts";
export * from "./objects/connection-clients/resource.ts";
export * from "./objects/organization/resource.ts";
export * from "./objects/organization/resource.ts";
export * from "./objects/organization-connection/resource.ts";
export * from "./objects/organization-member-roles/resource.ts";
export * from "./objects/organization-member-roles/resource.ts";
export * from "./objects/organization-members/resource.ts";
export * from "./objects/resource-server/resource.ts";
export * from "./objects/resource-server/resource.ts";
export * from "./objects/resource-server-scopes/resource.ts";
export * from "./objects/role/resource.ts";
export * from "./objects/role/resource.ts";
export * from "./objects/role-permissions/resource.ts";
export * from "./objects/token-exchange-profile/resource.ts";
export * from "./objects/token-exchange-profile/resource.ts";
export * from "./objects/trigger-actions/resource.ts";
export * from "./objects/user/lookups.ts";
