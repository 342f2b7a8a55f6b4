import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../provider/src/client/client-options.ts";
import { resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import type { StackResource } from "../../../provider/src/pulumi-cli/exported-stack.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { connectionType } from "../../../provider/src/types/connection/calls.ts";
import type { WatchOptions, WatchReport, WatchStatus } from "../../../provider/src/watch/options.ts";
import type { StackSource } from "../../../provider/src/watch/state-source.ts";
import { Watching } from "../../../provider/src/watch/watch.ts";
import { startWorld, type World } from "../../lifecycle/world.ts";
import { reportOf } from "./reports.ts";

const type = "pulumi-nodejs:dynamic/tenant:Connection";

let world: World;
let stop: AbortController;
let client: TenantClient;
let running: Promise<void>;
const reports: WatchReport[] = [];
const statuses: WatchStatus[] = [];
/** Milliseconds by which the wall clock has jumped. */
let jumped = 0;
/** Whether an update of the stacks runs, and how often that was looked up. */
let [isUpdating, looks] = [false, 0];

beforeEach(async () => {
  world = await startWorld({ events: { retryMs: 20 } }, connectionType);
  const args = { name: "corp", strategy: "oidc", displayName: "Corp", options: { client_id: "corp" } };
  await world.engine.up({ corp: args });
  [reports.length, statuses.length, jumped, looks, isUpdating] = [0, 0, 0, 0, false];
  stop = new AbortController();
  running = Promise.resolve();
});
afterEach(async () => {
  stop.abort();
  await running;
  await client?.close();
  await world.close();
});

/**
 * Watches stacks that have the connection, each its own.
 *
 * @param changed outputs of the connection in the states that differ. Default: none
 */
function start(stacks: readonly string[], options: WatchOptions = {}, changed: JsonObject = {}): Watching {
  const { domain, clientId, clientSecret } = world.tenant;
  const config = (key: string) => ({ domain, clientId, clientSecret })[key];
  client = new TenantClient(resolveSettings({ config, env: {} }));
  const clock = {
    ...systemClock,
    now: () => Date.now() + jumped,
    sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(Math.min(ms, 20), signal),
  };
  const { id = "", inputs = {}, outputs = {} } = world.engine.state.get("corp") ?? {};
  const sources = stacks.map((name) => {
    const resource: StackResource = {
      urn: `urn:pulumi:${name}::shop::${type}::corp`,
      type,
      id,
      inputs,
      outputs: { ...outputs, ...changed },
      ignored: [],
    };
    let resources: readonly StackResource[] | undefined = [resource];
    const look = () => {
      const seen = resources;
      resources = undefined;
      looks += 1;
      return Promise.resolve({
        isRunning: isUpdating,
        ...(seen && { resources: seen }),
        ...(isUpdating && { againMs: 1 }),
      });
    };
    return { name, look } as unknown as StackSource;
  });
  const onStatus = (status: WatchStatus) => {
    statuses.push(status);
    options.onStatus?.(status);
  };
  const watching = new Watching({ client, config, sources, clock, signal: stop.signal }, { ...options, onStatus });
  running = (async () => {
    for await (const report of watching.reports()) reports.push(report);
  })();
  return watching;
}

const whys = () => statuses.flatMap((status) => (status.state === "comparing" ? [status.why] : []));
const isReady = () => expect.poll(() => statuses.some(({ state }) => state === "ready"), { timeout: 5_000 }).toBe(true);
const opened = () => statuses.filter((status) => status.state === "stream" && status.stream.state === "open").length;

describe("a watch", () => {
  it("saves at most 2 MiB of open reports, however many resources other clients edit, and forgets none", () => {
    const changes = Array.from({ length: 300 }, (_, n) => ({
      ...{ path: `metadata.key-${n}`, kind: "add" as const, is: "x".repeat(100), causedBy: [] },
    }));
    const open = Array.from({ length: 300 }, (_, n) => ({ ...reportOf("corp", { changes }), urn: `urn-${n}` }));
    const saved = start(["dev"], { resume: { tenant: world.tenant.domain, events: { seen: [] }, open } }).position();
    expect(Buffer.byteLength(JSON.stringify(open))).toBeGreaterThan(10 * 1024 * 1024);
    expect(Buffer.byteLength(JSON.stringify(saved))).toBeLessThan(2 * 1024 * 1024 + 1_000);
    expect(saved.open.map(({ urn }) => urn)).toEqual(open.map(({ urn }) => urn));
  });

  it.each([true, false])(
    "of resources that all belong to another tenant ends with an error (once: %s)",
    async (once) => {
      start(["dev"], { once }, { __tenant: "other.example.com" });
      await expect(running).rejects.toThrow(
        /^all 1 resources of stack dev belong to another tenant than .*: set TENANT_DOMAIN/,
      );
      running = Promise.resolve();
    },
  );

  it("compares everything again after a lost connection, a gap and a sleep, and not after a regular rotation", async () => {
    start(["dev"]);
    await isReady();
    world.tenant.events.rotate();
    await expect.poll(opened).toBe(2);
    expect(whys()).toEqual(["the watch begins"]);
    world.tenant.events.cut();
    await expect.poll(() => whys().at(-1), { timeout: 10_000 }).toBe("the connection to the event stream was lost");
    jumped += 3_600_000;
    await expect.poll(() => whys().at(-1)).toBe("this machine was asleep");
    world.tenant.events.expireCursors({ timestamps: true });
    world.tenant.events.rotate();
    await expect.poll(() => whys().at(-1), { timeout: 10_000 }).toContain("events may be missing");
    expect(reports).toEqual([]);
  });

  it("compares everything once after hundreds of events of an unknown type, and handles the other events", async () => {
    start(["dev"]);
    await isReady();
    const unknown = (nth: number) => `event: user.blocked\nid: x${nth}\ndata: {"event":{"id":"x${nth}"}}\n\n`;
    for (let nth = 0; nth < 300; nth++) world.tenant.events.inject(unknown(nth));
    world.tenant.connections.update("corp", { display_name: "Edited" });
    await expect.poll(() => reports.length, { timeout: 5_000 }).toBe(1);
    expect(reports[0]).toMatchObject({ kind: "drift", drift: true });
    expect(whys()).toEqual(["the watch begins", "an event could not be parsed"]);
  });

  it("reports once that an update of a stack is running, however often it checks for the end", async () => {
    const waits = () => statuses.filter(({ state }) => state === "waiting").length;
    isUpdating = true;
    start(["dev"]);
    await expect.poll(() => looks, { timeout: 5_000 }).toBeGreaterThan(3);
    expect(waits()).toBe(1);
    isUpdating = false;
    await isReady();
    const before = looks;
    isUpdating = true;
    world.tenant.connections.update("corp", { display_name: "Edited" });
    await expect.poll(() => looks, { timeout: 5_000 }).toBeGreaterThan(before + 3);
    expect(waits()).toBe(2);
  });

  it("of several stacks has one event stream, and separate reports for each stack", async () => {
    start(["dev", "prod"]);
    await isReady();
    expect(world.tenant.events.streams).toBe(1);
    world.tenant.connections.update("corp", { display_name: "Edited" });
    await expect.poll(() => reports.length, { timeout: 5_000 }).toBe(2);
    expect(reports.map(({ stack, kind, changes }) => [stack, kind, changes[0]?.path]).sort()).toEqual([
      ["dev", "drift", "displayName"],
      ["prod", "drift", "displayName"],
    ]);
  });

  it("that continues after an earlier one repeats no report, and reports values restored in between", async () => {
    const first = start(["dev"]);
    await isReady();
    world.tenant.connections.update("corp", { display_name: "Edited", options: { client_id: "other" } });
    await expect.poll(() => reports.length, { timeout: 5_000 }).toBe(1);
    stop.abort();
    await running;
    const resume = JSON.parse(JSON.stringify(first.position()));
    stop = new AbortController();
    reports.length = 0;
    world.tenant.connections.update("corp", { display_name: "Corp" });
    await client.close();
    start(["dev"], { resume });
    await expect.poll(() => reports.length, { timeout: 5_000 }).toBe(1);
    expect(reports[0]).toMatchObject({
      kind: "restored",
      // The client id is still another one.
      drift: true,
      changes: [{ path: "displayName", was: "Edited", is: "Corp" }],
    });
    expect(reports[0]?.changes).toHaveLength(1);
  });

  it("reads a resource again after a failed read, and reports the failure", async () => {
    start(["dev"]);
    await isReady();
    world.tenant.inject({ kind: "status", method: "GET", path: "/api/v2/connections", status: 403 });
    world.tenant.connections.update("corp", { display_name: "Edited" });
    await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(1);
    expect(statuses.some(({ state }) => state === "failed")).toBe(true);
  });

  it("ends with the error of its listener, at any time", async () => {
    world.tenant.inject({ kind: "status", method: "GET", path: "/api/v2/connections", status: 403, times: 10 });
    start(["dev"], {
      onStatus: ({ state }) => {
        if (state === "failed") throw new Error("the disk is full");
      },
    });
    await expect(running).rejects.toThrow("the disk is full");
    running = Promise.resolve();
  });
});
