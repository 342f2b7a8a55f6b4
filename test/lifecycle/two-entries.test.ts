import type * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { claimsOf } from "../../provider/src/lifecycle/program/claims.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import { describePath, fromPointer, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import { isReadable } from "../../provider/src/state/project.ts";
import { readRecord } from "../../provider/src/state/record.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { inProcess } from "../harness/in-process.ts";
import { MiniEngine, type Program, revealed, type StateEntry } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { canBeTheirs, isNeverDeleted, kinds } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { Runs } from "./runs.ts";

/** Two entries of a state for one object, for each kind: a run never takes what another resource of its program keeps. */
const subject = (name: Subject["name"]) => subjects.find((one) => one.name === name) as Subject;

let tenant: Emulator;
let runs: Runs;
let engine: MiniEngine;
let warned: string[];
let args: Map<Subject, JsonObject>;
beforeEach(async () => {
  warned = [];
  args = new Map();
  for (const method of ["warn", "info"] as const)
    vi.spyOn(console, method).mockImplementation((line) => void warned.push(String(line)));
  tenant = await startEmulator();
  runs = new Runs(tenant);
  await nextRun();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runs.close();
  await tenant.close();
});

/** The next command. */
async function nextRun(state?: ReadonlyMap<string, StateEntry>) {
  const run = await runs.next(state);
  engine = run.engine;
  return run;
}
const up = async (program: Program) => {
  await nextRun();
  const steps = await engine.up(program);
  expect(steps.map(({ failure }) => failure?.message).filter(Boolean)).toEqual([]);
};

/** What programs declare of one object of a type, which the tenant gets what it needs for. */
const argsOf = (one: Subject): JsonObject => {
  const known = args.get(one);
  if (known !== undefined) return known;
  one.prepare(tenant);
  const isKept = kinds[one.name].schema.singleton !== undefined;
  const first = { ...one.bench[0], ...one.identity(tenant, 1), ...(isKept && { resetOnDestroy: true }) };
  args.set(one, first);
  return first;
};
const held = (one: Subject) => one.held(tenant, one.keyOf(argsOf(one)));
const copy = (from: string, to: string) => {
  const entry = engine.state.get(from);
  if (entry) engine.state.set(to, entry);
};

test.each(subjects.filter(({ name }) => !isNeverDeleted(name)).map((one) => [one.name, one] as const))(
  "--replace of a resource with deleteBeforeReplace deletes its object and creates another one: %s",
  async (name, one) => {
    const first = `${name}-first`;
    await up({ [first]: argsOf(one) });
    await nextRun();
    engine.replaced.add(first);
    engine.deletedFirst.add(first);
    expect(await engine.up({ [first]: argsOf(one) })).toEqual([{ name: first, op: "replace" }]);
    expect(held(one)).toBeDefined();
  },
);

describe.each(subjects.map((one) => [one.name, one] as const))("%s", (name, one) => {
  const [first, second] = [`${name}-first`, `${name}-second`];

  test("if the program keeps one of two entries, the other leaves the state by name, without a change at the tenant", async () => {
    await up({ [first]: argsOf(one) });
    const before = held(one);
    copy(first, second);
    await up({ [second]: argsOf(one) });
    expect(held(one)).toEqual(before);
    expect([...engine.state.keys()]).toEqual([second]);
    // A deletion that sends nothing keeps the object anyway.
    const says = definitions[name].scopes.delete.length > 0;
    if (says)
      expect(warned.join("\n")).toMatch(new RegExp(`(is not deleted, because|kept .*, which) Resource "${second}"`));
    await nextRun();
    expect(await engine.refresh()).toEqual([{ name: second, op: "same" }]);
    expect(await engine.changes({ [second]: argsOf(one) })).toEqual([]);
  });

  test("entries of an older version, without marks, leave the state without a change at the tenant", async () => {
    await up({ [first]: argsOf(one) });
    const before = held(one);
    const { outputs = {}, ...entry } = engine.state.get(first) as StateEntry;
    const { mark: _, ...record } = outputs.__managed as JsonObject;
    for (const name of [first, second])
      engine.state.set(name, { ...entry, outputs: { ...outputs, __managed: record } });
    await up({ [second]: argsOf(one) });
    expect(held(one)).toEqual(before);
    expect([...engine.state.keys()]).toEqual([second]);
  });

  test.each([
    ["and this run leaves the kept one unchanged", false],
    ["and this run updates the kept one", true],
  ])("if the removed entry is newer, %s, a warning names values that no refresh can compare", async (_, isUpdated) => {
    const { schema, uniqueBy } = kinds[name];
    const isKept = (key: string) => schema.fields[key]?.forceNew || uniqueBy.includes(key);
    const others = Object.entries(one.bench[1]).filter(([key]) => !isKept(key));
    await up({ [first]: argsOf(one) });
    const before = engine.state.get(first);
    const changed = { ...argsOf(one), ...Object.fromEntries(others) };
    await up({ [first]: changed });
    const after = engine.state.get(first);
    if (!before || !after || after.id !== before.id) return;
    const { paths = [], hints = {} } = readRecord(after.id, revealed(after.outputs)) ?? {};
    const live = revealed(after.outputs);
    const hidden = paths.filter((pointer) => !isReadable(schema, pointer, { paths, live, before: live, hints }));
    const isSeen = ([key]: [string, Json]) => !hidden.some((pointer) => fromPointer(pointer)[0] === key);
    const [seen] = others.filter(isSeen);
    if (isUpdated && !seen) return;
    engine.state.set(first, before);
    engine.state.set(second, after);
    warned.length = 0;
    await up({ [first]: { ...argsOf(one), ...(isUpdated && seen && { [seen[0]]: seen[1] }) } });
    expect([...engine.state.keys()]).toEqual([first]);
    const said = warned.join("\n");
    const isNamed = (pointer: string) => said.includes(describePath(fromPointer(pointer)));
    expect(said.includes("the API never returns")).toBe(hidden.length > 0);
    expect(hidden.filter((pointer) => !isNamed(pointer))).toEqual([]);
  });

  test("if the program keeps neither entry, both leave the state, and the object is deleted", async () => {
    await up({ [first]: argsOf(one) });
    copy(first, second);
    await up({});
    const after = held(one);
    expect(after === undefined || one.isEmpty?.(after.live)).toBe(true);
    expect(engine.state.size).toBe(0);
  });

  test("a refresh before the run does not prevent the deletion of a removed resource", async () => {
    await up({ [first]: argsOf(one) });
    const entry = engine.state.get(first);
    const { port } = await nextRun();
    await engine.refresh();
    // By such a question the engine shows what a refresh has found.
    await port.diff(entry?.id ?? "", revealed(entry?.outputs ?? {}), revealed(entry?.inputs ?? {}));
    await engine.up({});
    const after = held(one);
    expect(after === undefined || one.isEmpty?.(after.live)).toBe(true);
  });

  test("a renamed resource adopts its object in a run with a preceding refresh", async () => {
    if (!canBeTheirs(name)) return;
    await up({ [first]: argsOf(one) });
    const before = held(one);
    const { port } = await nextRun();
    await engine.refresh();
    // By such a question the engine shows what a refresh has found.
    const entry = engine.state.get(first);
    await port.diff(entry?.id ?? "", revealed(entry?.outputs ?? {}), revealed(entry?.inputs ?? {}));
    const steps = await engine.up({ [second]: { ...argsOf(one), adopt: true } });
    expect(steps.map(({ failure }) => failure?.message).filter(Boolean)).toEqual([]);
    expect(held(one)).toEqual(before);
    expect([...engine.state.keys()]).toEqual([second]);
  });

  test("a rename without an alias changes nothing at the tenant if the creation was skipped after a failure", async () => {
    await up({ [first]: argsOf(one) });
    const before = held(one);
    await nextRun();
    engine.skipped.add(second);
    const [, deletion] = await engine.up({ [second]: argsOf(one) });
    expect(held(one)).toEqual(before);
    // What no resource can claim, no deletion takes either.
    if (claimsOf(kinds[name], argsOf(one)).length === 0) return;
    expect(deletion?.failure?.message).toMatch(
      new RegExp(`(?:not|Nothing of .* was) deleted: Resource "${second}" of this program .*was not created`),
    );
    expect([...engine.state.keys()]).toEqual([first]);
  });

  test("the pending deletion of a killed replacement leaves the new entry's object unchanged", async () => {
    await up({ [first]: argsOf(one) });
    const before = held(one);
    const entry = engine.state.get(first);
    if (entry) engine.pendingDeletes.push({ name: first, entry });
    const pending = [...engine.pendingDeletes];
    await nextRun();
    engine.pendingDeletes.push(...pending);
    await engine.up({ [first]: argsOf(one) });
    expect(engine.pendingDeletes).toEqual([]);
    expect(held(one)).toEqual(before);
  });
});

test.each([
  ["the one in the state first", ["client-first", "client-second"]],
  ["the new one first", ["client-second", "client-first"]],
])("a second resource does not adopt the application of one that stays in the program: %s", async (_, names) => {
  const one = subject("client");
  await up({ "client-first": argsOf(one) });
  const { port } = await nextRun();
  await engine.refresh();
  const entry = engine.state.get("client-first");
  await port.diff(entry?.id ?? "", revealed(entry?.outputs ?? {}), revealed(entry?.inputs ?? {}));
  const all = { "client-first": argsOf(one), "client-second": { ...argsOf(one), adopt: true } };
  const program = Object.fromEntries(names.map((name) => [name, all[name as keyof typeof all]]));
  const steps = await engine.up(program as Program);
  const said = steps.map(({ failure }) => failure?.message).join("\n");
  expect(said).toMatch(/another resource of this stack manages it|managed by another resource of this program/);
});

test.each([
  ["by its id", (id: string) => id],
  ["by its identifier", () => "https://read.example.com"],
])("an API that the program now only reads %s is not deleted in the same run", async (_, idOf) => {
  const identifier = "https://read.example.com";
  await up({ "resourceServer-api": { identifier } });
  const { port } = await nextRun();
  await port.read(idOf(String(engine.state.get("resourceServer-api")?.id)), { __provider: codeOf("resourceServer") });
  expect(await engine.up({})).toEqual([{ name: "resourceServer-api", op: "delete" }]);
  expect(tenant.resourceServers.get(identifier)).toBeDefined();
  expect(warned.join()).toMatch(/is not deleted, because this program still reads it/);
});

test("an API that only an earlier run read is deleted", async () => {
  const identifier = "https://read.example.com";
  await up({ "resourceServer-api": { identifier } });
  const { port } = await nextRun();
  const id = String(engine.state.get("resourceServer-api")?.id);
  const code = { __provider: codeOf("resourceServer") };
  const read = await port.read(id, code);
  const { port: next } = await nextRun();
  await next.read(id, revealed(read.outputs));
  await engine.up({});
  expect(tenant.resourceServers.get(identifier)).toBeUndefined();
});

test("members that only the old entry declares are removed", async () => {
  const roles = subject("organizationMemberRoles");
  const given = argsOf(roles);
  const [a, b] = ["rol_0000000000000001", "rol_0000000000000002"];
  await up({ "organizationMemberRoles-old": { ...given, roles: [a, b], exclusive: false } });
  copy("organizationMemberRoles-old", "organizationMemberRoles-new");
  await up({ "organizationMemberRoles-new": { ...given, roles: [b], exclusive: false } });
  expect(held(roles)?.live.roles).toEqual([b]);
});

test("scopes that move from a resource for scopes to the API's own list stay", async () => {
  const [api, scopes] = [subject("resourceServer"), subject("resourceServerScopes")];
  const given = argsOf(scopes);
  const own = { ...argsOf(api), identifier: given.identifier ?? null, adopt: true };
  await up({ "resourceServerScopes-own": { ...given, scopes: { "read:a": "Read" } } });
  await up({ "resourceServer-api": { ...own, scopes: { "read:a": "Read", "write:a": "Write" } } });
  expect(Object.keys((held(scopes)?.live.scopes ?? {}) as object).toSorted()).toEqual(["read:a", "write:a"]);
});

test("an entry whose object another resource could not adopt is not deleted", async () => {
  const api = subject("resourceServer");
  await up({ "resourceServer-old": argsOf(api) });
  const before = held(api);
  await nextRun();
  const steps = await engine.up({ "resourceServer-new": argsOf(api) });
  expect(steps.map(({ name, failure }) => [name, failure?.message ?? ""])).toEqual([
    ["resourceServer-new", expect.stringMatching(/exists already[\s\S]*alias/)],
    ["resourceServer-old", expect.stringMatching(/is not deleted: Resource "resourceServer-new"[\s\S]*alias/)],
  ]);
  expect(held(api)).toEqual(before);
  expect([...engine.state.keys()]).toEqual(["resourceServer-old"]);
});

test("a second configuration in one run, as after an upgrade, keeps the record of adopted objects", async () => {
  const api = subject("resourceServer");
  await up({ "resourceServer-old": argsOf(api) });
  const { id = "", outputs = {} } = engine.state.get("resourceServer-old") ?? {};
  const { domain, clientId, clientSecret } = tenant;
  const values: Record<string, string> = { domain, clientId, clientSecret };
  const get = (key: string) => values[key.replace("tenant:", "")];
  const config = { get, require: (key: string) => get(key) ?? "" } as pulumi.dynamic.Config;
  const provider = new Lifecycle(kinds.resourceServer, undefined, new EngineRun());
  await provider.configure({ config });
  const { inputs } = await provider.check({}, { ...argsOf(api), adopt: true });
  await provider.create(revealed(inputs as JsonObject));
  await provider.configure({ config });
  await provider.delete(id, revealed(outputs));
  expect(held(api)?.id).toBe(id);
});

test("applications that move to a connection adopted by the same run stay enabled", async () => {
  const corp = { name: "corp", strategy: "oidc", options: { client_id: "a" } };
  await up({ "connection-old": corp });
  const connectionId = engine.state.get("connection-old")?.id ?? "";
  await up({ "connection-old": corp, "connectionClients-old": { connectionId, clients: ["web", "app"] } });
  await up({ "connection-new": { ...corp, enabledClients: ["web", "app"], adopt: true } });
  expect(new Set(tenant.connections.clientsOf(connectionId))).toEqual(new Set(["web", "app"]));
  expect([...engine.state.keys()]).toEqual(["connection-new"]);
});

test("an object and a set of its members with the same id do not conflict in one program", async () => {
  const run = new EngineRun();
  const { domain, clientId, clientSecret } = tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const engine = (type: ResourceType) => new MiniEngine(inProcess(() => new Lifecycle(type, undefined, run), config));
  const [connections, clients] = [engine(kinds.connection), engine(kinds.connectionClients)];
  const corp = { corp: { name: "corp", strategy: "oidc", options: { client_id: "a" } } };
  await connections.up(corp);
  const web = { web: { connectionId: connections.state.get("corp")?.id ?? "", clients: ["web"] } };
  for (let n = 0; n < 2; n++) {
    expect(await connections.changes(corp)).toEqual([]);
    expect((await clients.up(web))[0]?.failure).toBeUndefined();
  }
  await clients.up({});
  expect(tenant.connections.clientsOf(web.web.connectionId)).toEqual([]);
  expect(warned.join("\n")).not.toMatch(/is not deleted/);
});

describe("two providers of a program for one tenant, each with its own process", () => {
  const corp = { name: "corp", strategy: "oidc", options: { client_id: "a" } };
  const processOf = (type: ResourceType, run: EngineRun, state?: MiniEngine["state"]) => {
    const { domain, clientId, clientSecret } = tenant;
    const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
    const made = new MiniEngine(inProcess(() => new Lifecycle(type, undefined, run), config));
    for (const [name, entry] of state ?? []) made.state.set(name, entry);
    return made;
  };
  /** Runs of two processes: the first one asks the second one. */
  const neighbors = () => {
    const [asking, asked] = [new EngineRun(), new EngineRun()];
    asking.neighbors = (host, leaving) => Promise.resolve([asked.programFor(host).keepersOf(leaving)]);
    return { asking, asked };
  };

  test("do not delete an object that the other provider adopted", async () => {
    const before = processOf(kinds.connection, new EngineRun());
    await before.up({ old: corp });
    const { asking, asked } = neighbors();
    await processOf(kinds.connection, asked).up({ new: { ...corp, adopt: true } });
    await processOf(kinds.connection, asking, before.state).up({});
    expect(tenant.connections.get(before.state.get("old")?.id ?? "")).toBeDefined();
    expect(warned.join("\n")).toMatch(/is not deleted, because .* of this program manages the same object/);
  });

  test("do not delete an object whose adoption by the other provider failed", async () => {
    const before = processOf(kinds.connection, new EngineRun());
    await before.up({ old: corp });
    const { asking, asked } = neighbors();
    tenant.inject({ kind: "status", status: 400, method: "PATCH", path: "/api/v2/connections", times: 9 });
    const [adoption] = await processOf(kinds.connection, asked).up({
      new: { ...corp, displayName: "Corp", adopt: true },
    });
    expect(adoption?.failure).toBeDefined();
    const [deletion] = await processOf(kinds.connection, asking, before.state).up({});
    expect(deletion?.failure?.message).toMatch(/is not deleted: .* declares the same object/);
    expect(tenant.connections.get(before.state.get("old")?.id ?? "")).toBeDefined();
  });

  test("keep the client id of an application renamed without an alias", async () => {
    const before = processOf(kinds.client, new EngineRun());
    await before.up({ old: { name: "Portal" } });
    const { asking, asked } = neighbors();
    await processOf(kinds.client, asked).up({ new: { name: "Portal" } });
    const [deletion] = await processOf(kinds.client, asking, before.state).up({});
    expect(deletion?.failure?.message).toMatch(/is not deleted: this program has a newer object with the same name/);
    expect(tenant.clients.get(before.state.get("old")?.id ?? "")).toBeDefined();
  });

  test("keep applications enabled that the other provider enables", async () => {
    const connections = processOf(kinds.connection, new EngineRun());
    await connections.up({ corp });
    const connectionId = connections.state.get("corp")?.id ?? "";
    const before = processOf(kinds.connectionClients, new EngineRun());
    await before.up({ old: { connectionId, clients: ["web", "app"] } });
    const { asking, asked } = neighbors();
    await processOf(kinds.connectionClients, asked).up({ new: { connectionId, clients: ["web"] } });
    await processOf(kinds.connectionClients, asking, before.state).up({});
    expect(tenant.connections.clientsOf(connectionId)).toEqual(["web"]);
  });
});

describe("two resources of one program", () => {
  const api = "https://orders.example.com";
  const corp = { name: "corp", strategy: "oidc", options: { client_id: "a" } };
  const member = { organizationId: "org_0000000000000009", userId: "auth0|twin", roles: [] };
  const clients = { connectionId: "con_0000000000000009", clients: ["web"] };
  const scopes = { "read:orders": "Read" };

  test.each([
    ["one identifier", "resourceServer", { identifier: api }, "resourceServer", { identifier: api, name: "Other" }],
    ["one connection name", "connection", corp, "connection", { ...corp, strategy: "okta" }],
    ["two lists of a member's roles", "organizationMemberRoles", member, "organizationMemberRoles", member],
    [
      "a list and a part",
      "organizationMemberRoles",
      member,
      "organizationMemberRoles",
      { ...member, exclusive: false },
    ],
    [
      "a part and a list of clients",
      "connectionClients",
      clients,
      "connectionClients",
      { ...clients, exclusive: true },
    ],
    [
      "a list of scopes and some",
      "resourceServer",
      { identifier: api, scopes },
      "resourceServerScopes",
      { identifier: api, scopes },
    ],
  ] as const)(
    "that declare %s are refused, with both names, before the second sends anything",
    async (_, a, one, b, two) => {
      tenant.clearRequests();
      const [, step] = await engine.up({ [`${a}-one`]: one, [`${b}-two`]: two });
      expect(step?.failure?.message).toContain(`"${a}-one"`);
      expect(step?.failure?.message).toContain(`"${b}-two"`);
      expect(step?.failure?.message).toMatch(
        { resourceServerScopes: /set `exclusiveScopes: false` in Resource "resourceServer-one"/ }[b as string] ??
          /of this program|set `exclusive: false`/,
      );
      const written = tenant.requests.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"));
      expect(written.length).toBeLessThanOrEqual(1);
    },
  );

  test("have an error that ends with the remedy, even with the longest names", async () => {
    const long = `https://${"x".repeat(580)}`;
    const [, step] = await engine.up({
      "resourceServer-one": { identifier: long, scopes },
      "resourceServerScopes-two": { identifier: long, scopes },
    });
    expect(step?.failure?.message).toMatch(/set `exclusiveScopes: false` in Resource "resourceServer-one"\.$/);
  });

  test.each([
    ["parts of a member's roles", "organizationMemberRoles", { ...member, exclusive: false }],
    ["parts of a connection's clients", "connectionClients", clients],
    ["parts of an API's scopes", "resourceServerScopes", { identifier: api, scopes }],
  ] as const)("that declare %s are accepted by the check", async (_, kind, args) => {
    const { port } = await nextRun();
    for (const name of ["one", "two"]) {
      const named = { ...args, __resource: `Resource "${name}"`, __provider: codeOf(kind) };
      expect((await port.check({}, named)).failures).toEqual([]);
    }
  });
});
