/** `pulumi-tenant/events`: the tenant's event stream, without Pulumi. */
import "./require-node.ts";

export * from "./client/events/index.ts";
export { SettingsError, TenantError } from "./client/index.ts";
