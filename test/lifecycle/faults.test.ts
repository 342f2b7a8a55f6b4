import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FaultKind } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { inClear, MiniEngine, revealed } from "../harness/mini-engine.ts";
import { shortTimeouts, startWorld, type World } from "./world.ts";

const identifier = "https://orders.example.com";
const orders: JsonObject = { identifier, name: "Orders", scopes: { "read:orders": "" } };
const changed: JsonObject = { identifier, name: "Orders, new", tokenLifetime: 60 };

let world: World;
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  world = await startWorld({}, undefined, shortTimeouts);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const live = () => world.tenant.resourceServers.get(identifier);
const custom = () => world.tenant.resourceServers.list().filter(({ is_system }) => is_system !== true);
const up = async (args?: JsonObject) => (await world.engine.up(args ? { orders: args } : {}))[0];
/** The next run, by a person who has looked at the object and knows that it is theirs. */
const adopting = async (args: JsonObject) => {
  vi.stubEnv("TENANT_ADOPT", "true");
  const engine = world.reconfigured({});
  await engine.refresh();
  const [step] = await engine.up({ orders: args });
  vi.unstubAllEnvs();
  for (const [name, entry] of engine.state) world.engine.state.set(name, entry);
  return step;
};

const kinds: FaultKind[] = [
  "reset-before",
  "reset-after",
  "hang",
  "hang-after",
  "truncated",
  "malformed",
  "empty",
  "status",
  "status-after",
];
const faults = kinds.flatMap((kind) => [
  { kind, times: 1, often: "once" },
  { kind, times: Number.POSITIVE_INFINITY, often: "until the end of the run" },
]);

/** Everything is as the program says: one object, found by the state, and nothing left to do. */
async function expectConverged(args: JsonObject, wire: JsonObject, engine = world.engine): Promise<void> {
  expect(custom()).toHaveLength(1);
  expect(live()).toMatchObject(wire);
  // Where the answer with the id was lost, a refresh gives the object its own.
  if (engine.state.get("orders")?.id === identifier) await engine.refresh();
  expect(engine.state.get("orders")?.id).toBe(live()?.id);
  expect(await engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
  expect(await engine.changes({ orders: args })).toEqual([]);
}

describe.each(faults)("$kind, $often", ({ kind, times }) => {
  test("in a creation: the next run converges without an orphan or a duplicate", async () => {
    world.tenant.inject({ kind, times, method: "POST", path: "/api/v2/resource-servers" });
    await up(orders);
    world.tenant.clearFaults();
    expect((await up(orders))?.failure).toBeUndefined();
    await expectConverged(orders, { name: "Orders" });
  });

  test("in all requests from the creation on: the next run converges, or names a remedy that works", async () => {
    // The read before the creation succeeds.
    world.tenant.inject({ kind, times: times === 1 ? 3 : times, path: "/api/v2/", skip: 1 });
    await up(orders);
    world.tenant.clearFaults();
    const isMade = live() !== undefined && world.engine.state.get("orders")?.id === identifier;
    const step = await up(orders);
    if (isMade) {
      expect(step?.failure?.message).toMatch(/another team or stack may have created it[\s\S]*TENANT_ADOPT=true/);
      expect((await adopting(orders))?.failure).toBeUndefined();
    } else expect(step?.failure).toBeUndefined();
    await expectConverged(orders, { name: "Orders" });
  });

  test("in an update: the next run converges, even after a rollback of the program", async () => {
    await up(orders);
    world.tenant.inject({ kind, times, method: "PATCH" });
    await up(changed);
    world.tenant.clearFaults();
    expect((await up(orders))?.failure).toBeUndefined();
    await expectConverged(orders, { name: "Orders", token_lifetime: 86_400 });
    expect((await up(changed))?.failure).toBeUndefined();
    await expectConverged(changed, { name: "Orders, new", token_lifetime: 60 });
  });

  test("in a deletion: the next run deletes", async () => {
    await up(orders);
    world.tenant.inject({ kind, times, method: "DELETE" });
    await up();
    world.tenant.clearFaults();
    expect((await up())?.failure).toBeUndefined();
    expect(custom()).toEqual([]);
    expect(world.engine.state.size).toBe(0);
  });

  test.each(["POST", "DELETE"])(
    "in a replacement's %s: the next run converges, and the old object is gone",
    async (method) => {
      const replaced = { ...orders, identifier: "https://new.example.com" };
      await up(replaced);
      world.tenant.inject({ kind, times, method, path: "/api/v2/resource-servers" });
      await up(orders);
      world.tenant.clearFaults();
      const steps = await world.engine.up({ orders });
      expect(steps.filter(({ failure }) => failure)).toEqual([]);
      await expectConverged(orders, { name: "Orders" });
    },
  );

  test("in a deletion, then declared again: the message names a command that settles it", async () => {
    await up(orders);
    world.tenant.inject({ kind, times: Number.POSITIVE_INFINITY, method: "DELETE" });
    const step = await up();
    world.tenant.clearFaults();
    const isLost = /not known whether[\s\S]*pulumi up --refresh/.test(step?.failure?.message ?? "");
    expect(isLost || live() !== undefined || step?.failure === undefined).toBe(true);
    await world.engine.refresh();
    expect((await up(orders))?.failure).toBeUndefined();
    await expectConverged(orders, { name: "Orders" });
  });

  test("in a token request: the next run, in a new process, converges", async () => {
    world.tenant.inject({ kind, times, path: "/oauth/token" });
    await up(orders);
    world.tenant.clearFaults();
    const next = world.reconfigured({});
    expect((await next.up({ orders }))[0]?.failure).toBeUndefined();
    await expectConverged(orders, { name: "Orders" }, next);
  });
});

describe("a creation whose outcome is unknown", () => {
  const lose = async () => {
    world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/resource-servers" });
    world.tenant.inject({ kind: "status", status: 503, times: Number.POSITIVE_INFINITY, path: "/api/v2/", skip: 1 });
    const step = await up(orders);
    world.tenant.clearFaults();
    return step;
  };

  test("is saved with the known values, and the message names the next step", async () => {
    const step = await lose();
    expect(step?.failure?.message).toMatch(/not known whether resource server "https:\/\/orders\.example\.com" exists/);
    expect(world.engine.state.get("orders")).toMatchObject({
      id: identifier,
      outputs: { __managed: { unconfirmed: true } },
    });
  });

  test("is not settled by the next run or a refresh, as the object can be another team's; both name the remedy", async () => {
    const warn = vi.spyOn(console, "warn");
    await lose();
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    expect(warn.mock.calls.join("\n")).toMatch(/TENANT_ADOPT=true pulumi up --refresh/);
    expect((await up(orders))?.failure?.message).toMatch(/TENANT_ADOPT=true pulumi up --refresh/);
  });

  test("is settled by TENANT_ADOPT=true with a refresh: the entry gets the object's id", async () => {
    await lose();
    expect((await adopting(orders))?.failure).toBeUndefined();
    await expectConverged(orders, { name: "Orders" });
  });

  test("is settled by adopt: true in the program", async () => {
    await lose();
    expect((await up({ ...orders, adopt: true }))?.failure).toBeUndefined();
    await expectConverged({ ...orders, adopt: true }, { name: "Orders" });
  });

  test("is settled after the object was deleted: the next run creates another one", async () => {
    await lose();
    world.tenant.resourceServers.delete(identifier);
    expect((await up(orders))?.failure).toBeUndefined();
    await expectConverged(orders, { name: "Orders" });
  });

  test("is settled by a refresh if nothing was created: the entry leaves the state", async () => {
    await lose();
    world.tenant.resourceServers.delete(identifier);
    await world.engine.refresh();
    expect(world.engine.state.size).toBe(0);
  });

  test("is settled by a destroy: the object stays, and its id is named", async () => {
    const warn = vi.spyOn(console, "warn");
    await lose();
    expect((await up())?.failure).toBeUndefined();
    expect(world.engine.state.size).toBe(0);
    expect(warn).toHaveBeenLastCalledWith(
      expect.stringContaining(`(id ${live()?.id}) stays at the tenant: it is not certain`),
    );
  });

  test.each([
    ["by TENANT_ADOPT=true and a refresh", adopting],
    ["by adopt: true", (args: JsonObject) => up({ ...args, adopt: true })],
  ])("loses values that the next program does not declare, once it is adopted %s", async (_, how) => {
    world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/resource-servers" });
    world.tenant.inject({ kind: "status", status: 503, times: Number.POSITIVE_INFINITY, path: "/api/v2/", skip: 1 });
    await up({ ...orders, allowOfflineAccess: true, tokenLifetime: 60 });
    world.tenant.clearFaults();
    expect((await how(orders))?.failure).toBeUndefined();
    expect(live()).toMatchObject({ allow_offline_access: false, token_lifetime: 86_400 });
  });

  test("can be changed and destroyed after its adoption", async () => {
    await lose();
    expect((await up({ ...orders, adopt: true }))?.failure).toBeUndefined();
    expect((await up({ ...orders, name: "Orders, new" }))?.failure).toBeUndefined();
    expect(live()).toMatchObject({ name: "Orders, new" });
    expect((await up())?.failure).toBeUndefined();
    expect(custom()).toEqual([]);
  });

  test("does not let the next run or a destroy delete an earlier object", async () => {
    const bare = { identifier };
    const theirs = world.tenant.resourceServers.create({ identifier, name: "By hand", allow_offline_access: true });
    world.tenant.inject({ kind: "status", status: 503, times: Number.POSITIVE_INFINITY, path: "/api/v2/" });
    await up(bare);
    world.tenant.clearFaults();
    const destroyed = world.reconfigured({});
    expect((await destroyed.up({}))[0]?.failure).toBeUndefined();
    expect(live()).toEqual(theirs);
    await up(bare);
    expect(live()).toEqual(theirs);
  });

  test("never adopts or deletes an object that differs from the values sent", async () => {
    await lose();
    world.tenant.resourceServers.delete(identifier);
    world.tenant.resourceServers.create({ identifier, name: "Somebody else's" });
    expect((await up(orders))?.failure?.message).toMatch(/exists already[\s\S]*adopt/);
    expect(live()).toMatchObject({ name: "Somebody else's" });
  });
});

test("without a lost response, an existing equal object is not adopted without adopt", async () => {
  world.tenant.resourceServers.create({ identifier, name: "Orders", scopes: [{ value: "read:orders" }] });
  const message = (await up(orders))?.failure?.message;
  expect(message).toMatch(/exists already/);
  expect(message).not.toContain("was lost");
  expect(world.engine.state.size).toBe(0);
});

test("after a lost response, an object of another team never counts as ours", async () => {
  world.tenant.resourceServers.create({ identifier, name: "Somebody else's" });
  world.tenant.inject({ kind: "reset-before", method: "POST", path: "/api/v2/resource-servers" });
  expect((await up(orders))?.failure?.message).toMatch(
    /exists already.* whose response was lost, but the object .* existed before/,
  );
  expect(live()).toMatchObject({ name: "Somebody else's" });
});

test.each([
  ["an empty object", {}],
  ["an id that is not text", { id: 5 }],
  ["scopes that are not a list", { id: "0123456789abcdef01234567", identifier, scopes: "x" }],
])("a response to a write with %s counts as lost", async (_, body) => {
  const wrong = { kind: "status-after", status: 201, body, path: "/api/v2/resource-servers" } as const;
  world.tenant.inject({ ...wrong, method: "POST" });
  expect((await up(orders))?.failure).toBeUndefined();
  await expectConverged(orders, { name: "Orders" });
  world.tenant.inject({ ...wrong, method: "PATCH", status: 200 });
  await up(changed);
  expect((await up(orders))?.failure).toBeUndefined();
  await expectConverged(orders, { name: "Orders" });
});

test("a write-only secret whose update may have been carried out is sent again after a refresh", async () => {
  const [first, second] = [0, 1].map(() => randomBytes(16).toString("hex"));
  const signed = (signingSecret: string | undefined): JsonObject => ({
    identifier,
    signingAlg: "HS256",
    signingSecret: signingSecret ?? "",
  });
  const hide = () => {
    const { signing_secret: _, ...shown } = live() ?? {};
    world.tenant.inject({ kind: "status", status: 200, body: shown, method: "GET", path: "/api/v2/resource-servers" });
  };
  await up(signed(first));
  world.tenant.inject({ kind: "reset-after", method: "PATCH", times: Number.POSITIVE_INFINITY });
  await up(signed(second));
  world.tenant.clearFaults();
  hide();
  await world.engine.refresh();
  expect(await world.engine.changes({ orders: signed(first) })).toEqual([{ name: "orders", op: "update" }]);
  await up(signed(first));
  expect(live()).toMatchObject({ signing_secret: first });
  const stored = JSON.stringify(inClear(world.engine.state.get("orders")?.outputs ?? {}));
  expect(stored).not.toContain(first);
});

test("a failed operation stores no secret in plain text, and the resource stays manageable", async () => {
  const secret = randomBytes(16).toString("hex");
  const args: JsonObject = { identifier, signingAlg: "HS256", signingSecret: secret };
  const engine = new MiniEngine(world.port, "exports.handler = …");
  const outputs = () => engine.state.get("orders")?.outputs ?? {};
  const expectSafe = () => {
    expect(outputs()).toMatchObject({ __provider: "exports.handler = …" });
    expect(JSON.stringify(outputs())).toContain(secret);
    expect(JSON.stringify(inClear(outputs()))).not.toContain(secret);
  };
  world.tenant.inject({ kind: "status", status: 503, times: Number.POSITIVE_INFINITY, path: "/api/v2/" });
  await engine.up({ orders: args });
  expectSafe();
  world.tenant.clearFaults();
  await engine.up({ orders: args });
  world.tenant.inject({ kind: "reset-before", times: Number.POSITIVE_INFINITY, method: "PATCH" });
  await engine.up({ orders: { ...args, name: "New" } });
  expectSafe();
});

test("a 404 that does not come from the service does not remove an entry from the state", async () => {
  await up(orders);
  const page = {
    kind: "status",
    status: 404,
    body: "<html>Not found</html>",
    times: Number.POSITIVE_INFINITY,
  } as const;
  world.tenant.inject({ ...page, path: "/api/v2/" });
  await expect(world.engine.refresh()).rejects.toThrow(/404/);
  expect((await up())?.failure?.message).toMatch(/404/);
  expect(world.engine.state.size).toBe(1);
});

test("an expired token is renewed once during a run, and the run continues", async () => {
  await up(orders);
  world.tenant.revokeTokens();
  expect((await up(changed))?.failure).toBeUndefined();
  expect(world.tenant.requests.filter(({ operation }) => operation === "token")).toHaveLength(2);
});

test("the error for a missing scope names the scope, and the state stays", async () => {
  await up(orders);
  const engine = world.reconfigured({
    "tenant:clientId": "",
    "tenant:clientSecret": "",
    "tenant:token": world.tenant.issueToken(["read:resource_servers"]),
  });
  const before = structuredClone([...engine.state]);
  const [step] = await engine.up({ orders: changed });
  expect(step?.failure?.message).toMatch(/update:resource_servers/);
  expect([...engine.state]).toEqual(before);
});

test("a refused deletion never claims a partial deletion, however many others run in parallel", async () => {
  const program = { orders, shop: { ...orders, identifier: "https://shop.example.com" } };
  await world.engine.up(program);
  const refusal = {
    statusCode: 403,
    error: "Forbidden",
    message: "Insufficient scope",
    errorCode: "insufficient_scope",
  };
  const refused = `/api/v2/resource-servers/${world.engine.state.get("orders")?.id}`;
  world.tenant.inject({ kind: "status", status: 403, body: refusal, method: "DELETE", path: refused });
  const [first, second] = await Promise.allSettled(
    Object.keys(program).map((name) => {
      const { id = "", outputs = {} } = world.engine.state.get(name) ?? {};
      return world.port.delete(id, revealed(outputs));
    }),
  );
  expect(second).toMatchObject({ status: "fulfilled" });
  expect(first).toMatchObject({ status: "rejected", reason: { message: expect.stringMatching(/403/) } });
  expect(first).not.toMatchObject({ reason: { message: expect.stringMatching(/may have been deleted/) } });
  expect(custom()).toHaveLength(1);
});

test("values that the tenant did not keep are named, and the run continues", async () => {
  const warn = vi.spyOn(console, "warn");
  const kept = { id: "0123456789abcdef01234567", identifier, name: "Another name", scopes: [{ value: "read:orders" }] };
  world.tenant.inject({ kind: "status", status: 201, body: kept, method: "POST", path: "/api/v2/resource-servers" });
  expect((await up(orders))?.failure).toBeUndefined();
  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(/stored another value than declared for name of resource server/),
  );
});
