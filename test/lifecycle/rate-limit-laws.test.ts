import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TenantClient } from "../../provider/src/client/index.ts";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { inProcess, oneClientEach } from "../harness/in-process.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";

/* A tenant can refuse all writes of one kind for good, while it answers reads. */

/** A run waits so short a time for the rate limit, in milliseconds, that the tests are fast. */
const retries = { baseMs: 1, capMs: 2, refusedMs: 40 };

let tenant: Emulator;
beforeEach(async () => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => {});
  tenant = await startEmulator({ lenientPatch: false });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tenant.close();
});

describe.each(subjects.map((one) => [one.resource, one] as const))("%s", (_, subject) => {
  test.each(["POST", "PATCH", "PUT", "DELETE"])("a run ends even if the rate limit refuses each %s", async (method) => {
    subject.prepare(tenant);
    const { domain, clientId, clientSecret } = tenant;
    const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
    const connect = oneClientEach((settings) => new TenantClient(settings, { retries }));
    const engine = new MiniEngine(
      inProcess(() => new Lifecycle(kinds[subject.name], connect, new EngineRun()), config),
    );
    const identity = subject.identity(tenant, 1);
    const run = async (program: Record<string, JsonObject>) => {
      tenant.inject({ kind: "status", status: 429, method, path: "/api/v2/", times: Number.POSITIVE_INFINITY });
      const failed = (await engine.up(program)).flatMap(({ failure }) => failure?.message ?? []);
      tenant.clearFaults();
      expect(failed.filter((message) => !message.includes("429"))).toEqual([]);
      await engine.up(program);
    };
    for (const args of subject.bench) await run({ object: { ...identity, ...args } });
    await run({});
    expect(engine.state.size).toBe(0);
  });
});
