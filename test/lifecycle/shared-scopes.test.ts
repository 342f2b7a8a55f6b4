import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TenantClient } from "../../provider/src/client/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceServerScopesType, resourceServerType } from "../../provider/src/types/resource-server/calls.ts";
import { inProcess, oneClientEach } from "../harness/in-process.ts";
import { type ProviderPort, revealed } from "../harness/mini-engine.ts";
import { startWorld, type World } from "./world.ts";

const identifier = "https://orders.example.com";

let world: World;
async function start(type = resourceServerScopesType): Promise<void> {
  world = await startWorld({}, type);
  world.tenant.resourceServers.create({ identifier, scopes: [{ value: "read:orders", description: "Read" }] });
}
beforeEach(() => start());
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const refunds = (scopes: JsonObject): JsonObject => ({ identifier, scopes });
const scopes = () => {
  const all = world.tenant.resourceServers.get(identifier)?.scopes as { value: string; description?: string }[];
  return Object.fromEntries(all.map(({ value, description = "" }) => [value, description]));
};
const up = async (args?: JsonObject) => {
  const [step] = await world.engine.up(args ? { refunds: args } : {});
  if (step?.failure) throw step.failure;
  return step?.op;
};
const write = (all: JsonObject) =>
  world.tenant.resourceServers.update(identifier, {
    scopes: Object.entries(all).map(([value, description]) => (description ? { value, description } : { value })),
  });
const patches = () => world.calls().filter((call) => call.startsWith("PATCH")).length;

/** Somebody who has read the scopes before writes them after each of so many of our writes. */
function undo(times: number): void {
  const stale = scopes();
  let left = times;
  world.tenant.onRequest(({ phase, request }) => {
    if (phase !== "answered" || request.method !== "PATCH" || left === 0) return;
    left -= 1;
    write(stale);
  });
}

test("declared scopes are added and removed; those of others stay, and are no drift", async () => {
  await up(refunds({ "read:refunds": "Read refunds", "write:refunds": "" }));
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "Read refunds", "write:refunds": "" });
  write({ ...scopes(), "other:scope": "" });
  expect(await world.engine.refresh()).toEqual([{ name: "refunds", op: "same" }]);
  await up(refunds({ "read:refunds": "Read all refunds" }));
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "Read all refunds", "other:scope": "" });
  await up();
  expect(scopes()).toEqual({ "read:orders": "Read", "other:scope": "" });
});

test("a missing scope is drift of that scope, and is added again", async () => {
  await up(refunds({ "read:refunds": "", "write:refunds": "" }));
  write({ "read:orders": "Read", "write:refunds": "" });
  expect(await world.engine.refresh()).toEqual([{ name: "refunds", op: "update" }]);
  expect(world.engine.state.get("refunds")?.inputs.scopes).toEqual({ "write:refunds": "" });
  await up(refunds({ "read:refunds": "", "write:refunds": "" }));
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "", "write:refunds": "" });
});

test("a write that another client undoes at the same time is repeated", async () => {
  undo(2);
  await up(refunds({ "read:refunds": "" }));
  expect(patches()).toBe(3);
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "" });
});

test("a write that another client undoes five times fails with that reason", async () => {
  undo(Number.POSITIVE_INFINITY);
  await expect(up(refunds({ "read:refunds": "" }))).rejects.toThrow(/at the same time[\s\S]*5 times[\s\S]*pulumi up/);
  expect(patches()).toBe(5);
});

test("the next run continues after that failure", async () => {
  undo(5);
  await expect(up(refunds({ "read:refunds": "" }))).rejects.toThrow(/5 times/);
  await up(refunds({ "read:refunds": "" }));
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "" });
  expect(await world.engine.changes({ refunds: refunds({ "read:refunds": "" }) })).toEqual([]);
});

test("a write whose response was lost is looked up, not repeated with an old list", async () => {
  world.tenant.inject({ kind: "reset-after", method: "PATCH", path: "/api/v2/resource-servers", times: 1 });
  await up(refunds({ "read:refunds": "" }));
  expect(patches()).toBe(1);
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "" });
});

test("a deletion that another client undoes at the same time is repeated", async () => {
  await up(refunds({ "read:refunds": "" }));
  undo(1);
  await up();
  expect(scopes()).toEqual({ "read:orders": "Read" });
});

test("a missing API and a system API are refused before anything is written", async () => {
  await expect(up({ identifier: "https://none.example.com", scopes: { a: "" } })).rejects.toThrow(
    /has no such API[\s\S]*dependsOn/,
  );
  await expect(up({ identifier: `${world.tenant.url}/api/v2/`, scopes: { a: "" } })).rejects.toThrow(/system APIs/);
  expect(patches()).toBe(0);
});

test("a refresh drops the entry of a deleted API", async () => {
  await up(refunds({ "read:refunds": "" }));
  world.tenant.resourceServers.delete(identifier);
  expect(await world.engine.refresh()).toEqual([{ name: "refunds", op: "delete" }]);
});

test("a ResourceServer with exclusiveScopes: false also repeats a write that was undone", async () => {
  await world.close();
  await start(resourceServerType);
  const orders = (own: JsonObject): JsonObject => ({ identifier, scopes: own, exclusiveScopes: false, adopt: true });
  await up(orders({ "read:orders": "Read" }));
  undo(1);
  await up(orders({ "read:orders": "Read", "write:orders": "" }));
  expect(patches()).toBe(2);
  expect(scopes()).toEqual({ "read:orders": "Read", "write:orders": "" });
});

test("ResourceServer: switching exclusiveScopes removes nothing by itself; an exclusive one shows others after a refresh", async () => {
  await world.close();
  await start(resourceServerType);
  const own = { "read:orders": "Read" };
  const orders = (exclusiveScopes: boolean) => ({ identifier, scopes: own, exclusiveScopes, adopt: true });
  await up(orders(true));
  write({ ...own, "other:scope": "" });
  await up(orders(false));
  expect(await world.engine.refresh()).toEqual([{ name: "refunds", op: "same" }]);
  await up(orders(true));
  expect(scopes()).toEqual({ ...own, "other:scope": "" });
  expect(await world.engine.refresh()).toEqual([{ name: "refunds", op: "update" }]);
  await up(orders(true));
  expect(scopes()).toEqual(own);
});

describe("two resources of one process change one API at the same time", () => {
  const orders = { identifier, scopes: { "read:orders": "Read" }, exclusiveScopes: false, adopt: true };
  let part: ProviderPort;
  let whole: ProviderPort;
  beforeEach(() => {
    vi.spyOn(console, "warn").mockReturnValue();
    const { domain, clientId, clientSecret } = world.tenant;
    const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
    const connect = oneClientEach((settings) => new TenantClient(settings, { retries: { baseMs: 20, capMs: 20 } }));
    const run = new EngineRun();
    part = inProcess(() => new Lifecycle(resourceServerScopesType, connect, run), config);
    whole = inProcess(() => new Lifecycle(resourceServerType, connect, run), config);
  });

  const checked = async (port: ProviderPort, args: JsonObject, name: string) => {
    const { inputs, failures } = await port.check({}, { ...args, __resource: name });
    if (failures.length > 0) throw new Error(failures.join("\n"));
    return revealed(inputs);
  };
  const create = async (port: ProviderPort, args: JsonObject, name: string) =>
    port.create(await checked(port, args, name));

  const faults = [
    ["takes long for a write", { kind: "slow", delayMs: 300 }],
    ["refuses a write at first (429)", { kind: "status", status: 429, headers: { "retry-after": "1" } }],
    ["loses the response to a write", { kind: "reset-after" }],
  ] as const;
  const writes = { method: "PATCH", path: "/api/v2/resource-servers" } as const;

  test.each(faults)("two creations, and the service %s: both scopes are there", async (_, fault) => {
    // The client learns the limits by its first calls, which go alone.
    await create(part, refunds({ first: "" }), "first");
    world.tenant.inject({ ...fault, ...writes });
    await Promise.all(["a", "b"].map((name) => create(part, refunds({ [name]: "" }), name)));
    expect(scopes()).toEqual({ "read:orders": "Read", first: "", a: "", b: "" });
  });

  test("two creations, and the service refuses one write finally: the other creation succeeds", async () => {
    await create(part, refunds({ first: "" }), "first");
    world.tenant.inject({ kind: "status", status: 403, ...writes });
    const results = await Promise.allSettled(["a", "b"].map((name) => create(part, refunds({ [name]: "" }), name)));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(scopes()).toEqual({ "read:orders": "Read", first: "", b: "" });
  });

  test.each(faults)("an update of the API itself, a deletion and a creation, and the service %s", async (_, fault) => {
    const { id, outputs } = await create(whole, orders, "orders");
    const { id: partId, outputs: partOutputs } = await create(part, refunds({ first: "" }), "first");
    const more = { ...orders, scopes: { ...orders.scopes, "write:orders": "" } };
    const inputs = await checked(whole, more, "orders");
    world.tenant.inject({ ...fault, ...writes });
    await Promise.all([
      whole.update(id, outputs, inputs),
      part.delete(partId, partOutputs),
      create(part, refunds({ b: "" }), "b"),
    ]);
    expect(scopes()).toEqual({ ...more.scopes, b: "" });
  });
});

test.each([
  ["ResourceServerScopes", resourceServerScopesType, {}, { kind: "status", status: 429 }],
  ["ResourceServerScopes", resourceServerScopesType, {}, { kind: "reset-after" }],
  ["a ResourceServer", resourceServerType, { exclusiveScopes: false, adopt: true }, { kind: "status", status: 429 }],
  ["a ResourceServer", resourceServerType, { exclusiveScopes: false, adopt: true }, { kind: "reset-after" }],
] as const)("a repeated write of %s uses the scopes that the API has by then: %#", async (_what, type, more, fault) => {
  vi.spyOn(console, "warn").mockReturnValue();
  await world.close();
  await start(type);
  await up({ ...refunds({ "read:orders": "Read" }), ...more });
  let isFirst = true;
  world.tenant.inject({ ...fault, method: "PATCH", path: "/api/v2/resource-servers" });
  world.tenant.onRequest(({ phase, request }) => {
    if (phase !== "answered" || request.method !== "PATCH" || !isFirst) return;
    isFirst = false;
    write({ "read:orders": "Read", "other:scope": "" });
  });
  await up({ ...refunds({ "read:orders": "Read", "read:refunds": "" }), ...more });
  expect(isFirst).toBe(false);
  expect(scopes()).toEqual({ "read:orders": "Read", "other:scope": "", "read:refunds": "" });
});

describe("an API that drops its scopes", () => {
  const both = { "read:refunds": "Read", "write:refunds": "" };
  beforeEach(async () => {
    await world.close();
    await start(resourceServerType);
    world.tenant.resourceServers.delete(identifier);
    await up(refunds(both));
  });

  test("keeps scopes of other stacks that no refresh has shown", async () => {
    write({ ...scopes(), "other:scope": "Other" });
    await up({ identifier });
    expect(scopes()).toEqual({ "other:scope": "Other" });
  });

  test("keeps a scope whose description another client has changed, and names it", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    write({ ...both, "read:refunds": "Theirs" });
    await up({ identifier });
    expect(scopes()).toEqual({ "read:refunds": "Theirs" });
    expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/kept scopes\.?.*read:refunds/)]);
  });

  test("removes scopes of others that a refresh has shown", async () => {
    write({ ...scopes(), "other:scope": "Other" });
    await world.engine.refresh();
    await up({ identifier });
    expect(scopes()).toEqual({});
  });
});
