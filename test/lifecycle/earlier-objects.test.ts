import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type JsonObject, own } from "../../provider/src/schema/json.ts";
import type { MiniEngine } from "../harness/mini-engine.ts";
import { revealed } from "../harness/mini-engine.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { startWorld, type World } from "./world.ts";

/** Objects that are there before a creation whose answer is lost, or that come at the same time. */
let world: World;
let said: string[];
beforeEach(() => {
  said = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await world.close();
});

const start = async (kind: TypeName, options: Parameters<typeof startWorld>[0] = {}) => {
  world = await startWorld(options, kinds[kind]);
};
const up = async (args?: JsonObject, engine = world.engine) => {
  const [step] = await engine.up(args ? { it: args } : {});
  return step?.failure?.message;
};
const record = (engine: MiniEngine = world.engine) =>
  own(revealed(engine.state.get("it")?.outputs ?? {}), "__managed") as JsonObject | undefined;
/** The next run: a process that knows nothing. */
const nextRun = (config: Readonly<Record<string, string>> = {}) => world.reconfigured(config);
/** What a run of some minutes ago has saved. */
const later = () => {
  const engine = nextRun();
  for (const [name, entry] of engine.state) {
    const managed = own(entry.outputs, "__managed") as JsonObject;
    const sent = own(managed, "sent");
    const outputs = {
      ...entry.outputs,
      __managed: { ...managed, ...(typeof sent === "number" && { sent: sent - 300 }) },
    };
    engine.state.set(name, { ...entry, outputs });
    world.engine.state.set(name, { ...entry, outputs });
  }
  return engine;
};
const refuse = (path: string) => world.tenant.inject({ kind: "status", status: 503, method: "POST", path });
const lose = (path: string) => world.tenant.inject({ kind: "reset-after", method: "POST", path });

describe("another team's equal application, when our creation returns 503", () => {
  const portal = { name: "Portal" };
  const path = "/api/v2/clients";
  const refused = async () => {
    await start("client");
    const theirs = world.tenant.clients.create(portal);
    refuse(path);
    expect(await up(portal)).toMatch(/not known whether .* exists\. The create request is not repeated now/);
    return theirs;
  };

  test("is neither adopted nor deleted by a destroy", async () => {
    const theirs = await refused();
    expect(await up()).toBeUndefined();
    expect(world.tenant.clients.list()).toEqual([theirs]);
  });

  test("is not adopted by the next run and refresh, which wait; a run minutes later creates another application", async () => {
    const theirs = await refused();
    const soon = nextRun();
    await soon.refresh();
    expect(await up(portal, soon)).toMatch(/less than 120 seconds ago[\s\S]*again in a few minutes/);
    expect(world.tenant.clients.list()).toEqual([theirs]);
    const then = later();
    await then.refresh();
    expect(await up(portal, then)).toBeUndefined();
    const [first, second] = world.tenant.clients.list();
    expect(first).toEqual(theirs);
    expect(then.state.get("it")?.id).toBe(second?.client_id);
    expect(await up(undefined, then)).toBeUndefined();
    expect(world.tenant.clients.list()).toEqual([theirs]);
  });
});

describe("a lost creation of an application whose name several applications of other teams have", () => {
  const portal = { name: "Portal", description: "Ours" };
  const lost = async (theirs: number) => {
    await start("client");
    lose("/api/v2/clients");
    expect(await up(portal)).toMatch(/create request is not repeated now/);
    const [ours] = world.tenant.clients.list();
    world.tenant.clients.update(String(ours?.client_id), { description: "Edited" });
    for (let at = 0; at < theirs; at++) world.tenant.clients.create({ name: "Portal", description: `Theirs ${at}` });
    return world.tenant.clients.list().map(({ client_id }) => String(client_id));
  };
  const stays = (id: string) => `"Portal" (id ${id}) stays at the tenant: it is not certain that this stack created it`;

  test.each([
    ["a refresh", (engine: MiniEngine) => engine.refresh()],
    ["a destroy", (engine: MiniEngine) => up(undefined, engine)],
    ["an update", (engine: MiniEngine) => up(portal, engine)],
  ] as const)("%s names all of them before the entry leaves the state, as one may be ours", async (_, run) => {
    const ids = await lost(2);
    await run(later());
    expect(ids).toHaveLength(3);
    for (const id of ids) expect(said.join("\n")).toContain(stays(id));
  });

  test("a refresh names ten of them, and the number of the others", async () => {
    const ids = await lost(14);
    await later().refresh();
    expect(ids.filter((id) => said.join("\n").includes(stays(id)))).toHaveLength(10);
    expect(said.join("\n")).toContain("5 more objects with this name stay at the tenant");
  });
});

describe.each([
  ["client", "/api/v2/clients", { name: "Portal", description: "Ours" }],
  [
    "action",
    "/api/v2/actions/actions",
    { name: "Portal", code: "x", supportedTriggers: [{ id: "post-login", version: "v3" }], deploy: false },
  ],
] as const)("a lost response while the listing lags behind (%s)", (kind, path, args) => {
  const all = () => (kind === "client" ? world.tenant.clients.list() : world.tenant.actions.list());

  test("causes no duplicate in this run and the next one", async () => {
    await start(kind, { listingsBehindMs: 60_000 });
    lose(path);
    expect(await up(args)).toMatch(/create request is not repeated now/);
    expect(await up(args, nextRun())).toMatch(/again in a few minutes/);
    expect(all()).toHaveLength(1);
  });

  test("is settled by TENANT_ADOPT=true with a refresh: the entry gets the object's id, and a destroy deletes it", async () => {
    await start(kind);
    lose(path);
    await up(args);
    const plain = nextRun();
    await plain.refresh();
    expect(said.join("\n")).toMatch(/every value that was sent[\s\S]*TENANT_ADOPT=true pulumi up --refresh/);
    expect(await up(args, plain)).toMatch(/TENANT_ADOPT=true pulumi up --refresh/);
    vi.stubEnv("TENANT_ADOPT", "true");
    const adopting = nextRun();
    await adopting.refresh();
    expect(adopting.state.get("it")?.id).not.toMatch(/unconfirmed/);
    expect(await up(args, adopting)).toBeUndefined();
    vi.unstubAllEnvs();
    expect(record(adopting)).not.toHaveProperty("unconfirmed");
    expect(await adopting.changes({ it: args })).toEqual([]);
    expect(await up(undefined, adopting)).toBeUndefined();
    expect(all()).toEqual([]);
  });

  test("is settled by adopt: true in the program, even before a refresh", async () => {
    await start(kind);
    lose(path);
    await up(args);
    expect(await up({ ...args, adopt: true }, nextRun())).toBeUndefined();
    expect(all()).toHaveLength(1);
  });

  test("is reported with the object, if another client edited it, before a refresh drops the entry", async () => {
    await start(kind);
    lose(path);
    await up(args);
    const [{ id, ...made } = {}] = all() as JsonObject[];
    const key = String(kind === "client" ? made.client_id : id);
    if (kind === "client") world.tenant.clients.update(key, { description: "theirs" });
    else world.tenant.actions.update(key, { code: "theirs" });
    await nextRun().refresh();
    expect(world.engine.state.has("it")).toBe(true);
    said = [];
    const then = later();
    await then.refresh();
    expect(said.join("\n")).toContain(
      `"Portal" (id ${key}) stays at the tenant: it is not certain that this stack created it`,
    );
    expect(then.state.has("it")).toBe(false);
  });

  test("does not fail a renamed resource: the object that another client edited stays", async () => {
    await start(kind);
    lose(path);
    await up(args);
    const [{ id, ...made } = {}] = all() as JsonObject[];
    const key = String(kind === "client" ? made.client_id : id);
    if (kind === "client") world.tenant.clients.update(key, { description: "theirs" });
    else world.tenant.actions.update(key, { code: "theirs" });
    const steps = await later().up({ other: args });
    expect(steps.flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
    expect(said.join("\n")).toContain(`(id ${key}) stays at the tenant: it is not certain`);
    expect(all()).toHaveLength(2);
  });

  test("is settled by removing the resource: the object stays, and its id is named", async () => {
    await start(kind);
    lose(path);
    await up(args);
    expect(await up(undefined, nextRun())).toBeUndefined();
    expect(said.at(-1)).toMatch(/stays at the tenant: it is not certain that this stack created it/);
    expect(all()).toHaveLength(1);
  });
});

describe("an object that may have existed before the lost creation", () => {
  const role = { name: "reader", description: "Reads" };
  const path = "/api/v2/roles";
  const withoutLook = async () => {
    await start("role");
    world.tenant.inject({ kind: "status", status: 403, method: "GET", path });
    const theirs = world.tenant.roles.create(role);
    refuse(path);
    expect(await up(role)).toMatch(/every value that was sent, but another team or stack may have created it/);
    return theirs;
  };

  test("is saved as unconfirmed, and no run, refresh or destroy changes it", async () => {
    const theirs = await withoutLook();
    expect(record()).toMatchObject({ unconfirmed: true });
    const next = nextRun();
    expect(await next.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(await up({ name: "reader", description: "Mine" }, next)).toMatch(/neither changed nor adopted any object/);
    expect(await up(undefined, next)).toBeUndefined();
    expect(said.at(-1)).toMatch(/stays at the tenant: it is not certain/);
    expect(world.tenant.roles.list()).toEqual([theirs]);
  });

  test("is adopted with adopt: true", async () => {
    const theirs = await withoutLook();
    expect(await up({ name: "reader", description: "Mine", adopt: true }, nextRun())).toBeUndefined();
    expect(world.tenant.roles.list()).toEqual([{ ...theirs, description: "Mine" }]);
  });
});

test("an unconfirmed creation of an older version adopts no similar object", async () => {
  await start("role");
  const theirs = world.tenant.roles.create({ name: "reader" });
  const managed = { v: 2, paths: [], unconfirmed: true };
  const outputs = { name: "reader", __managed: managed };
  world.engine.state.set("it", { id: "unconfirmed:reader", inputs: { name: "reader" }, outputs, initErrors: [] });
  expect(await up({ name: "reader" })).toMatch(/another team or stack may have created it/);
  expect(await up()).toBeUndefined();
  expect(world.tenant.roles.list()).toEqual([theirs]);
});

describe("an object that appeared at the time of a lost creation", () => {
  const api = { identifier: "https://orders.example.com", name: "Orders" };
  const other = { ...api, name: "Orders, new" };
  const taken = async () => {
    await start("resourceServer");
    lose("/api/v2/resource-servers");
    expect(await up(api)).toBeUndefined();
    expect(record()).toMatchObject({ likely: true });
  };
  const live = () => world.tenant.resourceServers.get(api.identifier);

  test("is deleted while it has only the values sent, even after changes and refreshes", async () => {
    await taken();
    const next = nextRun();
    expect(await up(other, next)).toBeUndefined();
    await next.refresh();
    expect(record(next)).toMatchObject({ likely: true });
    expect(await up(undefined, next)).toBeUndefined();
    expect(live()).toBeUndefined();
  });

  test("stays, and is named, once it has other values, even after changes and refreshes", async () => {
    await taken();
    const next = nextRun();
    expect(await up(other, next)).toBeUndefined();
    await next.refresh();
    world.tenant.resourceServers.update(api.identifier, { allow_offline_access: true });
    expect(await up(undefined, next)).toBeUndefined();
    expect(said.at(-1)).toMatch(/\(id \w+\) stays at the tenant: it is not certain that this stack created it/);
    expect(live()).toBeDefined();
  });
});

describe("two stacks of one program whose creations an outage refused", () => {
  test.each([
    ["resourceServer", "/api/v2/resource-servers", { identifier: "https://orders.example.com", name: "Orders" }],
    ["role", "/api/v2/roles", { name: "reader" }],
    ["connection", "/api/v2/connections", { name: "corp", strategy: "oidc", options: { client_id: "a" } }],
  ] as const)("the second stack neither adopts nor deletes the %s of the first one", async (kind, path, args) => {
    await start(kind);
    world.tenant.inject({ kind: "status", status: 503, method: "POST", path, times: Number.POSITIVE_INFINITY });
    const [one, two] = [nextRun(), nextRun()];
    for (const stack of [one, two]) expect(await up(args, stack)).toMatch(/It is not known whether/);
    world.tenant.clearFaults();
    await one.refresh();
    expect(await up(args, one)).toBeUndefined();
    const id = String(one.state.get("it")?.id);
    await two.refresh();
    expect(said.join("\n")).toMatch(/every value that was sent[\s\S]*TENANT_ADOPT=true pulumi up --refresh/);
    expect(await up(args, two)).toMatch(/neither changed nor adopted any object/);
    expect(record(two)).toMatchObject({ unconfirmed: true });
    expect(await up(undefined, two)).toBeUndefined();
    expect(said.at(-1)).toContain(`(id ${id}) stays at the tenant: it is not certain`);
    expect(await one.refresh()).toEqual([{ name: "it", op: "same" }]);
    expect(await up(undefined, one)).toBeUndefined();
  });
});

test("another team's role that no listing shows yet is not adopted after our creation returns 503", async () => {
  let now = Date.parse("2026-01-31T12:00:00Z");
  const [role, path] = [{ name: "reader" }, "/api/v2/roles"];
  await start("role", { now: () => now, listingsBehindMs: 1_500 });
  const theirs = world.tenant.roles.create(role);
  refuse(path);
  let isSent = false;
  world.tenant.onRequest(({ phase, request }) => {
    // The listing shows the role after the second request, which has found the name taken.
    if (phase === "answered" && request.method === "POST" && request.path === path && request.status === 409)
      isSent = true;
    if (isSent) now += 2_000;
  });
  expect(await up(role)).toMatch(/another team or stack may have created it/);
  expect(await up(undefined, nextRun())).toBeUndefined();
  expect(world.tenant.roles.list()).toEqual([theirs]);
});

test("another team's role that no listing shows before our run ends is not adopted by the next run", async () => {
  let now = Date.parse("2026-01-31T12:00:00Z");
  const role = { name: "reader" };
  await start("role", { now: () => now, listingsBehindMs: 1_500 });
  const theirs = world.tenant.roles.create(role);
  refuse("/api/v2/roles");
  expect(await up(role)).toMatch(/It is not known whether/);
  now += 2_000;
  const next = nextRun();
  await next.refresh();
  expect(await up(role, next)).toMatch(/another team or stack may have created it/);
  expect(await up(undefined, next)).toBeUndefined();
  expect(world.tenant.roles.list()).toEqual([theirs]);
});

describe("an unconfirmed creation that may be another team's is settled as the message says:", () => {
  const role = { name: "reader", description: "Reads" };
  const unconfirmed = async () => {
    await start("role");
    world.tenant.inject({ kind: "status", status: 403, method: "GET", path: "/api/v2/roles" });
    const theirs = world.tenant.roles.create(role);
    refuse("/api/v2/roles");
    expect(await up(role)).toMatch(/give the object or the resource another name, or .* `pulumi state delete`/);
    return theirs;
  };
  const names = () => world.tenant.roles.list().map(({ name }) => name);

  test.each([{}, { adopt: true }])("by another name of the resource (%j)", async (more) => {
    const theirs = await unconfirmed();
    const mine = { ...role, name: "my-reader", ...more };
    const next = nextRun();
    expect(await up(mine, next)).toBeUndefined();
    expect(said.join("\n")).toContain(`(id ${theirs.id}) stays at the tenant: it is not certain`);
    expect(names()).toEqual(["reader", "my-reader"]);
    await next.refresh();
    expect(await next.changes({ it: mine })).toEqual([]);
    expect(await up(undefined, next)).toBeUndefined();
    expect(world.tenant.roles.list()).toEqual([theirs]);
  });

  test("by another name of the object", async () => {
    const theirs = await unconfirmed();
    world.tenant.roles.update(String(theirs.id), { name: "their-reader" });
    const next = nextRun();
    expect(await up(role, next)).toBeUndefined();
    expect(names()).toEqual(["their-reader", "reader"]);
  });

  test("by a refresh of a run without the resource, which adopts and deletes it", async () => {
    await unconfirmed();
    vi.stubEnv("TENANT_ADOPT", "true");
    const next = nextRun();
    await next.refresh();
    expect(await up(undefined, next)).toBeUndefined();
    expect(names()).toEqual([]);
  });
});

describe.each([
  ["client", "/api/v2/clients", { name: "Portal", description: "Ours" }],
  [
    "action",
    "/api/v2/actions/actions",
    { name: "Portal", code: "x", supportedTriggers: [{ id: "post-login", version: "v3" }], deploy: false },
  ],
] as const)("two resources with one name (%s), if the response to the second creation is lost", (kind, path, args) => {
  const program = { a: args, b: args };
  const all = () => (kind === "client" ? world.tenant.clients.list() : world.tenant.actions.list());
  const ids = (engine: MiniEngine) => ["a", "b"].map((name) => engine.state.get(name)?.id);
  const failures = async (engine: MiniEngine, wanted: Record<string, JsonObject> = program) =>
    (await engine.up(wanted)).flatMap(({ failure }) => failure?.message ?? []);
  const half = async (fault: "status" | "reset-after", skip = 1) => {
    await start(kind);
    world.tenant.inject({ kind: fault, status: 503, method: "POST", path, times: 2 - skip, skip });
    await failures(world.engine);
    world.tenant.clearFaults();
    vi.stubEnv("TENANT_ADOPT", "true");
    const adopting = later();
    await adopting.refresh();
    vi.unstubAllEnvs();
    return adopting;
  };

  test("do not both get the first object by an adopting refresh; the next run creates the second", async () => {
    const adopting = await half("status");
    expect(ids(adopting)).toEqual([all().map((one) => one.client_id ?? one.id)[0], undefined]);
    const next = nextRun();
    next.state.clear();
    for (const [name, entry] of adopting.state) next.state.set(name, entry);
    expect(await failures(next)).toEqual([]);
    expect(new Set(ids(next)).size).toBe(2);
    expect(all()).toHaveLength(2);
    expect(await next.changes(program)).toEqual([]);
    expect(await failures(next, { a: args })).toEqual([]);
    expect(ids(next)).toEqual([all()[0]?.client_id ?? all()[0]?.id, undefined]);
  });

  test("get their own objects by an adopting refresh", async () => {
    const adopting = await half("reset-after");
    expect(ids(adopting)).toEqual(all().map((one) => one.client_id ?? one.id));
    expect(await failures(adopting)).toEqual([]);
    expect(await adopting.changes(program)).toEqual([]);
  });

  test("of which only one was created: an adopting refresh gives it to one of the two", async () => {
    await start(kind);
    world.tenant.inject({ kind: "status", status: 503, method: "POST", path, times: 1 });
    world.tenant.inject({ kind: "reset-after", method: "POST", path, times: 1 });
    expect(await failures(world.engine)).toHaveLength(2);
    world.tenant.clearFaults();
    vi.stubEnv("TENANT_ADOPT", "true");
    const adopting = later();
    await adopting.refresh();
    const [one] = all().map((object) => object.client_id ?? object.id);
    expect(ids(adopting).filter((id) => id === one)).toHaveLength(1);
    vi.unstubAllEnvs();
    expect(all()).toHaveLength(1);
  });
});

test("two entries of a program for one application are refused by name before anything is sent", async () => {
  await start("client");
  const portal = { name: "Portal" };
  await world.engine.up({ a: portal });
  const entry = world.engine.state.get("a");
  if (!entry) throw new Error("no entry");
  const managed = own(entry.outputs, "__managed") as JsonObject;
  world.engine.state.set("b", { ...entry, outputs: { ...entry.outputs, __managed: { ...managed, mark: "another" } } });
  const next = nextRun();
  world.tenant.clearRequests();
  const steps = await next.up({ a: portal, b: { ...portal, description: "B" } });
  expect(steps.map(({ failure }) => failure?.message)).toEqual([
    undefined,
    expect.stringMatching(/another resource of this program: Resource "a"[\s\S]*state delete/),
  ]);
  expect(world.calls().filter((call) => !call.startsWith("GET"))).toEqual([]);
});

test("two new resources with one name and adopt do not adopt the same application", async () => {
  await start("client");
  const portal = { name: "Portal", adopt: true };
  const theirs = world.tenant.clients.create({ name: "Portal" });
  const steps = await world.engine.up({ a: portal, b: portal });
  expect(steps.map(({ failure }) => failure?.message)).toEqual([
    undefined,
    expect.stringMatching(/managed by another resource of this program: Resource "a" or Resource "b"/),
  ]);
  expect([...world.engine.state].map(([name, { id }]) => [name, id])).toEqual([["a", theirs.client_id]]);
});
