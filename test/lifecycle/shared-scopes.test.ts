import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/model/json.ts";
import { resourceServerKind } from "../../provider/src/objects/resource-server/calls.ts";
import { resourceServerScopesKind } from "../../provider/src/objects/resource-server-scopes/calls.ts";
import { startWorld, type World } from "./world.ts";

const identifier = "https://orders.example.com";

let world: World;
async function start(kind = resourceServerScopesKind): Promise<void> {
  world = await startWorld({}, kind);
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

test("its own scopes come and go; those of others stay, and are no drift", async () => {
  await up(refunds({ "read:refunds": "Read refunds", "write:refunds": "" }));
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "Read refunds", "write:refunds": "" });
  write({ ...scopes(), "other:scope": "" });
  expect(await world.engine.refresh()).toEqual([{ name: "refunds", op: "same" }]);
  await up(refunds({ "read:refunds": "Read all refunds" }));
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "Read all refunds", "other:scope": "" });
  await up();
  expect(scopes()).toEqual({ "read:orders": "Read", "other:scope": "" });
});

test("a scope that is missing shows as that scope, and comes back", async () => {
  await up(refunds({ "read:refunds": "", "write:refunds": "" }));
  write({ "read:orders": "Read", "write:refunds": "" });
  expect(await world.engine.refresh()).toEqual([{ name: "refunds", op: "update" }]);
  expect(world.engine.state.get("refunds")?.inputs.scopes).toEqual({ "write:refunds": "" });
  await up(refunds({ "read:refunds": "", "write:refunds": "" }));
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "", "write:refunds": "" });
});

test("what a write at the same time has undone is written again", async () => {
  undo(2);
  await up(refunds({ "read:refunds": "" }));
  expect(patches()).toBe(3);
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "" });
});

test("where somebody undoes it again and again, it ends with an error that says so", async () => {
  undo(Number.POSITIVE_INFINITY);
  await expect(up(refunds({ "read:refunds": "" }))).rejects.toThrow(/at the same time[\s\S]*5 times[\s\S]*pulumi up/);
  expect(patches()).toBe(5);
});

test("the next run goes on after such an error", async () => {
  undo(5);
  await expect(up(refunds({ "read:refunds": "" }))).rejects.toThrow(/5 times/);
  await up(refunds({ "read:refunds": "" }));
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "" });
  expect(await world.engine.changes({ refunds: refunds({ "read:refunds": "" }) })).toEqual([]);
});

test("a write whose answer is lost is looked for, not repeated with an old list", async () => {
  world.tenant.inject({ kind: "reset-after", method: "PATCH", path: "/api/v2/resource-servers", times: 1 });
  await up(refunds({ "read:refunds": "" }));
  expect(patches()).toBe(1);
  expect(scopes()).toEqual({ "read:orders": "Read", "read:refunds": "" });
});

test("a deletion that somebody undoes at the same time is made again", async () => {
  await up(refunds({ "read:refunds": "" }));
  undo(1);
  await up();
  expect(scopes()).toEqual({ "read:orders": "Read" });
});

test("an API that does not exist, and one of the system, are refused before anything is written", async () => {
  await expect(up({ identifier: "https://none.example.com", scopes: { a: "" } })).rejects.toThrow(
    /no such API in tenant[\s\S]*dependsOn/,
  );
  await expect(up({ identifier: `${world.tenant.url}/api/v2/`, scopes: { a: "" } })).rejects.toThrow(/system APIs/);
  expect(patches()).toBe(0);
});

test("an API that is gone leaves the state in a refresh, and a destroy is content", async () => {
  await up(refunds({ "read:refunds": "" }));
  world.tenant.resourceServers.delete(identifier);
  expect(await world.engine.refresh()).toEqual([{ name: "refunds", op: "delete" }]);
});

test("a ResourceServer with exclusiveScopes: false looks as well whether its own scopes are still there", async () => {
  await world.close();
  await start(resourceServerKind);
  const orders = (own: JsonObject): JsonObject => ({ identifier, scopes: own, exclusiveScopes: false, adopt: true });
  await up(orders({ "read:orders": "Read" }));
  undo(1);
  await up(orders({ "read:orders": "Read", "write:orders": "" }));
  expect(patches()).toBe(2);
  expect(scopes()).toEqual({ "read:orders": "Read", "write:orders": "" });
});

test("ResourceServer: a switch of exclusiveScopes takes nothing away by itself; an exclusive one shows others after a refresh", async () => {
  await world.close();
  await start(resourceServerKind);
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
