/**
 * `pulumi-tenant/emulator`: the tenant's management API in memory, over real HTTP on the loopback, for demos, for tests of
 * this package and for tests of yours. It keeps to the service's rules, defaults and error bodies.
 */
export type { ConnectionCollection } from "./connections.ts";
export { ServiceError } from "./errors.ts";
export type { EventsBehaviour, EventsControl, PublishedEvent } from "./events-control.ts";
export type { Fault, FaultKind, InjectedFault } from "./faults.ts";
export type { LoggedRequest, RequestEvent, RequestListener } from "./log.ts";
export type { OrganizationMembers } from "./organization-members.ts";
export { type BucketSize, type Plan, type PlanName, plans } from "./rate-limit.ts";
export type { Seed } from "./seed.ts";
export { startEmulator } from "./server.ts";
export type { Collection, WireObject } from "./store.ts";
export type { ClientSeed } from "./tokens.ts";
export type { Emulator, EmulatorOptions } from "./types.ts";
