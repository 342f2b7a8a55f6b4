/** The tenant: its settings, its client, its errors. Nothing here knows Pulumi. */
export { type Service, type TenantAnswer, type TenantCall, TenantClient } from "./client.ts";
export type { ClientOptions, Timeouts } from "./client-options.ts";
export type { Clock } from "./clock.ts";
export { parseDomain, type TenantAddress } from "./domain.ts";
export { type RequestSummary, TenantError } from "./errors.ts";
export type { Outcome } from "./failure.ts";
export type { Forbidden } from "./forbidden.ts";
export { legible, legibleJson, withoutCommands } from "./legible.ts";
export { checkpointPages, count, type Listing, listPage, offsetPages, type Page } from "./pages.ts";
export type { Query } from "./path.ts";
export { looksSecret, Redactor } from "./redact.ts";
export type { RetryBounds } from "./retry.ts";
export {
  type Credentials,
  explicitKey,
  resolveSettings,
  SettingsError,
  type SettingsSources,
  type TenantSettings,
} from "./settings.ts";
export { isTypoOf } from "./typo.ts";
