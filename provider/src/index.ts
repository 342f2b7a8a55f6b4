/**
 * An identity tenant as code: the resources and data sources for Pulumi programs. Importing this file loads neither an HTTP client nor a
 * validator. The provider process (`pulumi-tenant/host`) loads both; in the program, the first look-up loads the HTTP client.
 *
 * @packageDocumentation
 */

import "./require-node.ts";

export { domain } from "./sdk/domain.ts";
export type { LookUp, OutputLookUp } from "./sdk/look-ups.ts";
export { Provider, type ProviderArgs } from "./sdk/provider.ts";
export * from "./sdk/resources/connection-look-ups.ts";
export type * from "./sdk/resources/connection-options/index.ts";
export * from "./sdk/resources/further-look-ups.ts";
export * from "./sdk/resources/types.made.ts";
export * from "./sdk/resources/user.ts";
export { type TemplateOptions, type TemplateValue, template } from "./sdk/template.ts";
