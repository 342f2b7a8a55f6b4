/**
 * `pulumi-tenant/emulator`: an in-memory management API of one tenant for demos and tests, served over HTTP on the loopback interface. It
 * imitates the service's rules, defaults and error bodies.
 */
export type { ClientGrantCollection } from "./client-grants/client-grants.ts";
export type { ConnectionCollection } from "./connections/connections.ts";
export type { EventsBehaviour, EventsControl, PublishedEvent } from "./events/feed.ts";
export {
  type Fault,
  type FaultKind,
  faultKinds,
  type InjectedFault,
  type LoggedRequest,
  type RequestEvent,
  type RequestListener,
} from "./http/log.ts";
export { type BucketSize, type Plan, type PlanName, plans } from "./http/rate-limit.ts";
export type { ClientSeed } from "./http/tokens.ts";
export type { OrganizationMembers } from "./organizations/members.ts";
export type { OrganizationCollection } from "./organizations/organizations.ts";
export { ServiceError } from "./shared/errors.ts";
export { datedTenants, newTenant, oldTenant, type TenantTraits } from "./shared/module.ts";
export type { Collection, WireObject } from "./shared/store.ts";
export { startEmulator } from "./start.ts";
export type { Emulator, EmulatorOptions, Seed } from "./types.ts";
