/** The tenant: its settings, its client, its errors. Nothing here knows Pulumi. */
export { allowedOrigins, domainsVariable, originOf } from "./allowed-domains.ts";
export type { TenantAnswer, TenantCall } from "./call.ts";
export { type Service, type SharedService, TenantClient } from "./client.ts";
export type { Clock } from "./clock.ts";
export { explicitKey, settingPrefix } from "./configuration.ts";
export { TenantError } from "./errors.ts";
export { legible, legibleJson, withoutCommands } from "./legible.ts";
export { ownClientOf } from "./own-client.ts";
export { type Listing, ListingBounds, ListingError, listed, PageReader } from "./pages.ts";
export type { Query } from "./path.ts";
export { Redactor } from "./redact.ts";
export { resolveSettings, SettingsError, type TenantSettings } from "./settings.ts";
