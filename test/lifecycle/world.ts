import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { TenantClient } from "../../provider/src/client/index.ts";
import {
  datedTenants,
  type Emulator,
  type EmulatorOptions,
  startEmulator,
  type TenantTraits,
} from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import { classesReferringTo } from "../../provider/src/types/registry.ts";
import { resourceServerType } from "../../provider/src/types/resource-server/calls.ts";
import { inProcess, oneClientEach } from "../harness/in-process.ts";
import { MiniEngine, type ProviderPort } from "../harness/mini-engine.ts";

/** An emulated tenant, a provider in this process, and an engine between them. */
export interface World {
  readonly tenant: Emulator;
  readonly port: ProviderPort;
  readonly engine: MiniEngine;
  /** Methods and paths of the management calls so far, without tokens' ones. */
  calls(): string[];
  /** A second provider process with other configuration, on the same state. */
  reconfigured(config: Readonly<Record<string, string>>): MiniEngine;
  close(): Promise<void>;
}

type Timeouts = NonNullable<ConstructorParameters<typeof TenantClient>[1]>["timeouts"];

/** For tests that let calls hang. On a busy machine they hit calls that only wait for the processor, so no other test has them. */
export const shortTimeouts = { connect: 1_000, headers: 250, body: 250, attempt: 500, call: 1_500 };
const retries = { baseMs: 1, capMs: 5, refusedMs: 1_000 };

/**
 * @param run what several kinds share in one run. Default: each run of this kind is alone
 * @param timeouts those of a call. Default: the client's own
 */
export function providerFor(
  type: ResourceType,
  config: Readonly<Record<string, string>>,
  run?: EngineRun,
  timeouts: Timeouts = {},
): ProviderPort {
  const connect = oneClientEach((settings) => new TenantClient(settings, { timeouts, retries }));
  return inProcess(() => new Lifecycle(type, connect, run ?? new EngineRun(classesReferringTo)), config);
}

export async function startWorld(
  options: EmulatorOptions = {},
  type: ResourceType = resourceServerType,
  timeouts?: Timeouts,
): Promise<World> {
  // The harder behaviour of the two that the service documents and shows.
  const tenant = await startEmulator({ lenientPatch: false, ...options });
  const config = {
    "tenant:domain": tenant.domain,
    "tenant:clientId": tenant.clientId,
    "tenant:clientSecret": tenant.clientSecret,
  };
  const port = providerFor(type, config, undefined, timeouts);
  const engine = new MiniEngine(port);
  return {
    tenant,
    port,
    engine,
    calls: () =>
      tenant.requests.filter(({ operation }) => operation !== "token").map(({ method, path }) => `${method} ${path}`),
    reconfigured(more) {
      const other = new MiniEngine(providerFor(type, { ...config, ...more }, undefined, timeouts));
      for (const [name, entry] of engine.state) other.state.set(name, entry);
      return other;
    },
    close: () => tenant.close(),
  };
}

/** A world that each test of the calling file has for itself. Warnings are not printed. */
export function worldOfEachTest(type: ResourceType): World {
  return worldFrom(type, beforeEach, afterEach);
}

/** A world that all tests of the calling file share. Warnings are not printed. */
export function worldOfAllTests(type: ResourceType, options: EmulatorOptions = {}): World {
  return worldFrom(type, beforeAll, afterAll, options);
}

function worldFrom(
  type: ResourceType,
  before: typeof beforeAll | typeof beforeEach,
  after: typeof afterAll | typeof afterEach,
  options: EmulatorOptions = {},
): World {
  const world = {} as World;
  before(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    Object.assign(world, await startWorld(options, type));
  });
  after(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await world.close();
  });
  return world;
}

const ages = ["today", 2024, 2022] as const;

/** The traits of the tenants of laws. In the soak, the seed chooses the year; each has the settings of factors, and the defaults by strategy. */
export const lawTraits = {
  ...datedTenants[ages[Number(process.env.SOAK_SEED ?? 0) % ages.length] ?? "today"],
  factorSettings: true,
  strategyDefaults: true,
};

/** A world in which the laws are tried. */
export interface PatientWorld extends World {
  readonly traits: TenantTraits;
}

/**
 * A world with all the time that calls may take: where they were repeated, writes could not be counted.
 *
 * @param lacks a trait that its tenant does not have
 */
export async function patientWorld(type: ResourceType, lacks?: keyof TenantTraits): Promise<PatientWorld> {
  const has = { ...lawTraits, ...(lacks && { [lacks]: false }) };
  const world = await startWorld({ newerService: true, traits: has }, type);
  const { domain, clientId, clientSecret } = world.tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  // What looks again after its own writes waits no longer than it must.
  const connect = oneClientEach((settings) => new TenantClient(settings, { retries: { baseMs: 1, capMs: 2 } }));
  const port = inProcess(() => new Lifecycle(type, connect, new EngineRun(classesReferringTo)), config);
  return { ...world, traits: has, port };
}
