/** `pulumi-tenant/events`: the tenant's event stream, without Pulumi. */
import "./require-node.ts";

export * from "./tenant/events/index.ts";
export { SettingsError, TenantError } from "./tenant/index.ts";
