import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { MiniEngine, Program } from "../harness/mini-engine.ts";
import { Runs } from "./runs.ts";

/** What becomes of members that one resource of a program gives up and another one declares, of kinds that differ and where calls fail. */

const organizationId = "org_0000000000000001";
const connectionId = "con_0000000000000001";
const [editor, viewer] = ["rol_0000000000000001", "rol_0000000000000002"];
const identifier = "https://orders.example.com";
const [alice, bob, carol] = ["auth0|alice", "auth0|bob", "auth0|carol"];

let tenant: Emulator;
let runs: Runs;
let engine: MiniEngine;
let said: string[];
beforeEach(async () => {
  said = [];
  vi.spyOn(console, "warn").mockImplementation((line) => void said.push(String(line)));
  tenant = await startEmulator({
    seed: {
      organizations: [{ id: organizationId, name: "north" }],
      roles: [
        { id: editor, name: "editor" },
        { id: viewer, name: "viewer" },
      ],
      connections: [{ id: connectionId, name: "login", strategy: "github" }],
      resourceServers: [{ identifier, scopes: [] }],
    },
  });
  runs = new Runs(tenant);
  await nextRun();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runs.close();
  await tenant.close();
});

async function nextRun() {
  const run = await runs.next();
  engine = run.engine;
  return run;
}

/** @returns the resources that failed */
async function failing(program: Program): Promise<readonly string[]> {
  await nextRun();
  const steps = await engine.up(program);
  return steps.flatMap(({ name, failure }) => (failure ? [name] : []));
}
const up = async (program: Program) => expect(await failing(program)).toEqual([]);
const refused = (method: string) =>
  tenant.inject({ kind: "status", status: 403, method, path: "/api/v2", times: Number.POSITIVE_INFINITY });
const refresh = async () => {
  await nextRun();
  return (await engine.refresh()).map(({ op }) => op);
};

const members = (...ids: readonly string[]): JsonObject => ({ organizationId, members: ids });
const scopes = (...names: readonly string[]): JsonObject => ({
  identifier,
  scopes: Object.fromEntries(names.map((name) => [name, ""])),
});
const membersOf = () =>
  tenant.organizationMembers
    .list("north")
    .map(({ user_id }) => user_id)
    .toSorted();
const rolesOf = (user: string) => Object(tenant.organizationMembers.get(organizationId, user)).roles;
const scopesThere = () =>
  Object(tenant.resourceServers.get(identifier))
    .scopes.map(({ value }: JsonObject) => value)
    .toSorted();
const inOrder = (isReversed: boolean, program: Program): Program =>
  isReversed ? Object.fromEntries(Object.entries(program).toReversed()) : program;

describe.each([
  ["the list first", false],
  ["the part first", true],
])("a list replaced by a resource for a part of its members, %s,", (_, isReversed) => {
  test("keeps exactly the applications of a connection that the new resource declares", async () => {
    const login = { name: "login", strategy: "github", adopt: true };
    await up({ "connection-login": { ...login, enabledClients: ["desk", "shop"] } });
    const part = { connectionId, clients: ["shop"] };
    await up(inOrder(isReversed, { "connection-login": login, "connectionClients-shop": part }));
    expect(tenant.connections.clientsOf(connectionId)).toEqual(["shop"]);
    expect(await refresh()).toEqual(["same", "same"]);
  });

  test("keeps exactly the scopes of an API that the new resource declares", async () => {
    const api = { identifier, adopt: true };
    await up({ "resourceServer-orders": { ...api, ...scopes("buy", "read") } });
    const program = { "resourceServer-orders": api, "resourceServerScopes-part": scopes("read") };
    await up(inOrder(isReversed, program));
    expect(scopesThere()).toEqual(["read"]);
    expect(await refresh()).toEqual(["same", "same"]);
  });
});

describe("if the resource that declares a member fails,", () => {
  test("the next run adds the member that another resource removed", async () => {
    await up({ "organizationMembers-north": members(alice, bob), "organizationMembers-south": members(bob, carol) });
    const program = { "organizationMembers-north": members(alice), "organizationMembers-south": members(bob, carol) };
    refused("POST");
    expect(await failing(program)).toEqual(["organizationMembers-south"]);
    expect(membersOf()).toEqual([alice, carol]);
    tenant.clearFaults();
    await up(program);
    expect(membersOf()).toEqual([alice, bob, carol]);
    expect(await refresh()).toEqual(["same", "same"]);
  });

  test.each([
    ["comes first", ["organizationMembers-north", "organizationMembers-south"], ["organizationMembers-south"]],
    [
      ...(["comes later and keeps the member", ["organizationMembers-south", "organizationMembers-north"]] as const),
      ["organizationMembers-south", "organizationMembers-north"],
    ],
  ])(
    "a member that another resource gives up is removed once no resource declares it: the other one %s",
    async (_, order, expected) => {
      const program = (north: JsonObject, south: JsonObject): Program =>
        Object.fromEntries(order.map((name) => [name, name.endsWith("north") ? north : south]));
      await up(program(members(alice, bob), members(carol)));
      const after = program(members(alice), members(bob, carol));
      refused("POST");
      await nextRun();
      // All are registered before one is updated, as where the engine works in parallel.
      await engine.preview(after);
      const steps = await engine.up(after);
      expect(steps.flatMap(({ name, failure }) => (failure ? [name] : []))).toEqual(expected);
      expect(membersOf()).toEqual([alice, bob, carol]);
      tenant.clearFaults();
      await up(program(members(alice), members(carol)));
      expect(membersOf()).toEqual([alice, carol]);
    },
  );

  test("a member of a failed creation is removed once no resource declares the member", async () => {
    await up({ "organizationMembers-north": members(alice, bob) });
    const after = { "organizationMembers-north": members(alice), "organizationMembers-south": members(bob, carol) };
    refused("POST");
    await nextRun();
    await engine.preview(after);
    expect((await engine.up(after)).map(({ failure }) => failure !== undefined)).toEqual([false, true]);
    tenant.clearFaults();
    await up({ "organizationMembers-north": members(alice) });
    expect(membersOf()).toEqual([alice]);
  });

  test("a resource that leaves the program removes no member that the failed one declares", async () => {
    await up({ "organizationMembers-old": members(alice, bob) });
    refused("POST");
    expect(await failing({ "organizationMembers-new": members(alice, bob, carol) })).toEqual([
      "organizationMembers-new",
      "organizationMembers-old",
    ]);
    expect(membersOf()).toEqual([alice, bob]);
    tenant.clearFaults();
    await up({ "organizationMembers-new": members(alice, bob, carol) });
    expect(membersOf()).toEqual([alice, bob, carol]);
  });
});

test("a member that two resources remove at the same time is added again after both", async () => {
  await up({
    "organizationMembers-north": members(alice, bob),
    "organizationMembers-east": members(alice, bob),
    "organizationMembers-south": members(carol),
  });
  await nextRun();
  // The client learns the limits by its first calls, which go alone.
  for (const user of ["dave", "erin", "frank"]) {
    await engine.up({ [`organizationMembers-${user}`]: members(`auth0|${user}`) }, "in the program");
  }
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  tenant.onRequest(({ request }) => request.method === "DELETE" && resolve());
  tenant.inject({ kind: "slow", delayMs: 150, method: "DELETE", path: "/api/v2" });
  const removing = engine.up({ "organizationMembers-north": members(alice) }, "in the program");
  await arrived;
  await engine.up({ "organizationMembers-east": members(alice) }, "in the program");
  await engine.up({ "organizationMembers-south": members(bob, carol) }, "in the program");
  await removing;
  expect(membersOf()).toContain(bob);
});

describe("roles and permissions of a member that moves to a later resource", () => {
  test("stay if a still later resource declares the roles, without a message", async () => {
    const roles = { organizationId, userId: bob, roles: [editor] };
    const program = (north: JsonObject, south: JsonObject) => ({
      "organizationMembers-north": north,
      "organizationMembers-south": south,
      "organizationMemberRoles-bob": roles,
    });
    await up(program(members(alice, bob), members(carol)));
    const after = program(members(alice), members(bob, carol));
    await up(after);
    expect(membersOf()).toEqual([alice, bob, carol]);
    expect(rolesOf(bob)).toEqual([editor]);
    expect(said).toEqual([]);
    expect(await refresh()).toEqual(["same", "same", "same"]);
  });

  test.each([[false], [true]])("stay for scopes as well: exclusive %s", async (exclusive) => {
    const permissions = {
      ...{ roleId: editor, resourceServerIdentifier: identifier },
      ...{ permissions: ["buy", "read"], exclusive },
    };
    const program = (north: JsonObject, south: JsonObject) => ({
      "resourceServerScopes-north": north,
      "resourceServerScopes-south": south,
      "rolePermissions-editor": permissions,
    });
    await up(program(scopes("buy", "read"), scopes("sell")));
    await up(program(scopes("buy"), scopes("read", "sell")));
    const given = tenant.rolePermissions.list(editor).map(({ permission_name }) => permission_name);
    expect(given.toSorted()).toEqual(["buy", "read"]);
    expect(said).toEqual([]);
  });
});

test("a member dropped from a list that becomes shared in the same change stays, with a warning", async () => {
  await up({ "organizationMembers-north": { ...members(alice, bob), exclusive: true } });
  await up({ "organizationMembers-north": members(alice) });
  expect(membersOf()).toEqual([alice, bob]);
  expect(said).toEqual([
    expect.stringMatching(
      /members: this change makes the list shared and also removes "auth0\|bob" from it\..* so nothing is removed/,
    ),
  ]);
});

test("a deleted user does not prevent the removal of other members in the same call", async () => {
  await up({ "organizationMembers-north": members(alice, bob, carol) });
  const body = {
    statusCode: 404,
    error: "Not Found",
    message: "The user does not exist.",
    errorCode: "inexistent_user",
  };
  tenant.inject({ kind: "status", status: 404, method: "DELETE", path: "/api/v2", body });
  await up({ "organizationMembers-north": members(alice) });
  expect(membersOf()).toEqual([alice]);
});

test("one scope with two descriptions in a program is refused", async () => {
  const described = (text: string) => ({ identifier, scopes: { read: text } });
  const program = { "resourceServerScopes-north": described("Read"), "resourceServerScopes-south": described("Look") };
  await nextRun();
  const [, south] = await engine.up(program);
  expect(south?.failure?.message).toMatch(/declare "read" of the scopes of .* with different values/);
  await up({ ...program, "resourceServerScopes-south": described("Read") });
});

test("a forced replacement of a set does not remove members in between", async () => {
  await up({ "organizationMembers-north": members(alice, bob) });
  const [entry] = [...engine.state.values()];
  const { port } = await nextRun();
  const answer = await port.diff(entry?.id ?? "", entry?.outputs ?? {}, entry?.inputs ?? {});
  expect(answer).toMatchObject({ deleteBeforeReplace: false });
});
