/** `pulumi-tenant/events`: the tenant's event stream, without Pulumi. */
export * from "./tenant/events/index.ts";
export { SettingsError, TenantError } from "./tenant/index.ts";
