/** The client of a tenant, its settings and its errors. This folder does not depend on Pulumi. */

export type { Query } from "../schema/service.ts";
export type { TenantAnswer, TenantCall } from "./call.ts";
export { ownClientOf, type Service, type SharedService, TenantClient, WriteCount } from "./client.ts";
export type { Clock } from "./client-options.ts";
export { durationOf, explicitKey, managementApiIn, settingPrefix } from "./configuration.ts";
export { addsAdvice, comparableReasonIn, reasonIn, TenantError } from "./errors.ts";
export { cacheMemory, listingMemory, MemoryBound, type MemoryShare, memoryOf } from "./memory.ts";
export { type Listing, ListingBounds, ListingError, listed, PageReader } from "./pages.ts";
export { Redactor, sanitize, sanitizeJson, withoutCommands } from "./sanitize.ts";
export {
  adoptsIn,
  allowedOrigins,
  domainsVariable,
  originOf,
  type ProviderSettings,
  resolveSettings,
  SettingsError,
} from "./settings.ts";
