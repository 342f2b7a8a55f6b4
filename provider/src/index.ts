/**
 * An identity tenant as code: what a Pulumi program imports. Importing it loads neither an HTTP client nor a
 * validator: those live in the provider process (`pulumi-tenant/host`), and data sources load the client when they are asked.
 *
 * @packageDocumentation
 */

import "./require-node.ts";

export type { LookUp, OutputLookUp } from "./sdk/data-source.ts";
export { Provider, type ProviderArgs } from "./sdk/provider.ts";
export type * from "./sdk/resources/client-args.ts";
export * from "./sdk/resources/connection-look-ups.ts";
export type * from "./sdk/resources/connection-options/index.ts";
export * from "./sdk/resources/types.made.ts";
export * from "./sdk/resources/user.ts";
