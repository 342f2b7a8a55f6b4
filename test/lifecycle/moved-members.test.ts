import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { MiniEngine, Program } from "../harness/mini-engine.ts";
import { Runs } from "./runs.ts";

/**
 * A member moves from one resource to another that the run knows only afterwards: it stands after an `await`, or depends on the first one.
 * The member keeps what hangs on it, declared or not, whatever fails on the way.
 */
const organizationId = "org_0000000000000001";
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
      resourceServers: [{ identifier, scopes: [] }],
    },
  });
  runs = new Runs(tenant);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runs.close();
  await tenant.close();
});

/** @returns the resources that failed */
async function failing(program: Program, end: "whole" | "at a failure" = "whole"): Promise<readonly string[]> {
  ({ engine } = await runs.next());
  const steps = await engine.up(program, end);
  return steps.flatMap(({ name, failure }) => (failure ? [name] : []));
}
const up = async (program: Program) => expect(await failing(program)).toEqual([]);
const refresh = async () => {
  ({ engine } = await runs.next());
  return (await engine.refresh()).filter(({ op }) => op !== "same");
};
const changes = async (program: Program) => {
  ({ engine } = await runs.next());
  return engine.changes(program);
};
const times = Number.POSITIVE_INFINITY;

const members = (...ids: readonly string[]): JsonObject => ({ organizationId, members: ids });
const program = (north: JsonObject, south: JsonObject, more: Program = {}): Program => ({
  "organizationMembers-north": north,
  ...more,
  "organizationMembers-south": south,
});
const rolesOf = (user: string) =>
  tenant.organizationMembers.get(organizationId, user)?.roles as readonly string[] | undefined;
const there = () => tenant.organizationMembers.list("north").map(({ user_id }) => user_id);
const give = (user: string, ...roles: string[]) => tenant.organizationMembers.assignRoles(organizationId, user, roles);
const membersPath = /\/members$/;

const to = program(members(alice), members(bob, carol));

/** He moves from the program that is up with roles that nobody declares. */
async function begin(before: ReturnType<typeof members>): Promise<void> {
  await up(program(members(alice, bob), before));
  give(bob, editor, viewer);
}

async function expectWhole(): Promise<void> {
  expect(there().toSorted()).toEqual([alice, bob, carol]);
  expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
  expect(await refresh()).toEqual([]);
  expect(await changes(to)).toEqual([]);
}

describe.each([
  ["in two runs, the second of which drops him from the first list", members(bob, carol)],
  ["in one run", members(carol)],
])("a member with roles that nobody declares, who moves %s", (_, before) => {
  beforeEach(() => begin(before));

  test("keeps them", async () => {
    await up(to);
    await expectWhole();
    expect(said).toEqual([]);
  });

  test.each([
    ["refused", { kind: "status", status: 403, method: "POST", path: membersPath }],
    ["not carried out", { kind: "reset-before", method: "POST", path: membersPath, times }],
    ["carried out, and its answer lost", { kind: "reset-after", method: "POST", path: membersPath, times }],
  ] as const)("is back with them after the next plain run, where his addition was %s", async (_, fault) => {
    tenant.inject(fault);
    expect(await failing(to)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });

  test("is back with them where they were refused when he was back", async () => {
    tenant.inject({ kind: "status", status: 403, method: "POST", path: /roles$/ });
    expect(await failing(to)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });

  test("is back with them where the answer to his removal was lost", async () => {
    tenant.inject({ kind: "reset-after", method: "DELETE", path: membersPath, times });
    expect(await failing(to, "at a failure")).toEqual(["organizationMembers-north"]);
    expect(there()).not.toContain(bob);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });
});

describe("a member with roles that nobody declares, who moves in two runs", () => {
  beforeEach(() => begin(members(bob, carol)));

  test("is back with them where the second list was not reached", async () => {
    const between = { "organizationMemberRoles-between": { organizationId, userId: "auth0|nobody", roles: [editor] } };
    const meanwhile = { ...program(members(alice), members(bob, carol), between) };
    expect(await failing(meanwhile, "at a failure")).toEqual(["organizationMemberRoles-between"]);
    expect(there()).not.toContain(bob);
    await up(to);
    await expectWhole();
  });

  test("is back with them after a refresh, too", async () => {
    const between = { "organizationMemberRoles-between": { organizationId, userId: "auth0|nobody", roles: [editor] } };
    await failing(program(members(alice), members(bob, carol), between), "at a failure");
    await refresh();
    await up(to);
    await expectWhole();
  });
});

describe("roles that somebody had are not given again", () => {
  test("where they were taken from him by hand since he moved", async () => {
    await up(program(members(alice, bob), members(bob, carol)));
    give(bob, editor);
    const to = program(members(alice), members(bob, carol));
    await up(to);
    tenant.organizationMembers.removeRoles(organizationId, bob, [editor]);
    await up(to);
    await up(program(members(alice), members(bob)));
    expect(rolesOf(bob)).toEqual([]);
  });

  test("where he left in one run, and another list declares him in a later one", async () => {
    await up(program(members(alice, bob), members(carol)));
    give(bob, editor);
    await up(program(members(alice), members(carol)));
    const back = program(members(alice), members(bob, carol));
    await up(back);
    expect(rolesOf(bob)).toEqual([]);
    expect(await changes(back)).toEqual([]);
    // Nor in another order of the same program.
    const reversed = Object.fromEntries(Object.entries(back).toReversed());
    await up(reversed);
    await up(back);
    expect(rolesOf(bob)).toEqual([]);
    expect(await changes(back)).toEqual([]);
  });

  test("where he left in one run, and the first attempt to add him to another list fails", async () => {
    await up(program(members(alice, bob), members(carol)));
    give(bob, editor);
    await up(program(members(alice), members(carol)));
    tenant.inject({ kind: "reset-after", method: "POST", path: membersPath, times });
    const back = program(members(alice), members(bob, carol));
    expect(await failing(back)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    await up(back);
    expect(rolesOf(bob)).toEqual([]);
  });

  test("where the other list came first when it declared him", async () => {
    const reversed = (north: JsonObject, south: JsonObject) =>
      Object.fromEntries(Object.entries(program(north, south)).toReversed());
    await up(program(members(alice, bob), members(carol)));
    give(bob, editor);
    await up(program(members(alice), members(carol)));
    await up(reversed(members(alice), members(bob, carol)));
    await up(program(members(alice), members(bob, carol)));
    expect(rolesOf(bob)).toEqual([]);
    expect(await changes(program(members(alice), members(bob, carol)))).toEqual([]);
  });

  test("where a resource of the program took them from him in between", async () => {
    const roles = (...ids: readonly string[]) => ({
      "organizationMemberRoles-bob": { organizationId, userId: bob, roles: ids },
    });
    await up(program(members(alice, bob), members(bob, carol)));
    await up(program(members(alice, bob), members(bob, carol), roles(editor, viewer)));
    const to = program(members(alice), members(bob, carol), roles(editor));
    await up(to);
    expect(rolesOf(bob)).toEqual([editor]);
    await up(to);
    expect(rolesOf(bob)).toEqual([editor]);
    expect(await changes(to)).toEqual([]);
  });
});

test("a role that is gone meanwhile keeps nobody from getting the others back", async () => {
  await up(program(members(alice, bob), members(bob, carol)));
  give(bob, editor, viewer);
  tenant.onRequest(({ phase, request }) => {
    if (phase === "answered" && request.method === "DELETE" && tenant.roles.get(viewer)) tenant.roles.delete(viewer);
  });
  await up(program(members(alice), members(bob, carol)));
  expect(rolesOf(bob)).toEqual([editor]);
});

test("who leaves for good is no change of later runs, and costs one look at his roles", async () => {
  await up(program(members(alice, bob), members(carol)));
  give(bob, editor);
  tenant.clearRequests();
  const left = program(members(alice), members(carol));
  await up(left);
  const calls = tenant.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "").split("/").at(-1)}`);
  expect(calls).toEqual(["POST token", "GET roles", "DELETE members"]);
  expect(await changes(left)).toEqual([]);
  expect(await refresh()).toEqual([]);
});

test("whose roles the token may not see moves all the same, and the run names him", async () => {
  await up(program(members(alice, bob), members(carol)));
  give(bob, editor);
  const message = "Insufficient scope, expected any of: read:organization_member_roles";
  const body = { statusCode: 403, error: "Forbidden", message, errorCode: "insufficient_scope" };
  tenant.inject({ kind: "status", status: 403, method: "GET", path: /roles\?/, times, body });
  await up(program(members(alice), members(bob, carol)));
  expect(there()).toContain(bob);
  expect(said).toEqual([expect.stringMatching(/auth0\|bob had been taken away, and came back without the roles/)]);
});

describe("a scope that moves", () => {
  const scopes = (...names: readonly string[]): JsonObject => ({
    identifier,
    scopes: Object.fromEntries(names.map((name) => [name, ""])),
  });
  const apis = (north: JsonObject, south: JsonObject): Program => ({
    "resourceServerScopes-north": north,
    "resourceServerScopes-south": south,
  });
  const permission = (name: string) => ({ resource_server_identifier: identifier, permission_name: name });
  const permissionsOf = (role: string) =>
    tenant.rolePermissions.list(role).map(({ permission_name }) => permission_name);

  test.each([
    ["in two runs", scopes("read", "sell")],
    ["in one run", scopes("sell")],
  ])("%s keeps the permissions of all roles that name it, also after a failure", async (_, before) => {
    await up(apis(scopes("buy", "read"), before));
    for (const role of [editor, viewer]) tenant.rolePermissions.add(role, [permission("read"), permission("buy")]);
    const to = apis(scopes("buy"), scopes("read", "sell"));
    tenant.inject({ kind: "status", status: 403, method: "PATCH", path: "/api/v2", skip: 1 });
    expect(await failing(to)).toEqual(["resourceServerScopes-south"]);
    tenant.clearFaults();
    await up(to);
    for (const role of [editor, viewer]) expect(permissionsOf(role).toSorted()).toEqual(["buy", "read"]);
    expect(await refresh()).toEqual([]);
    expect(await changes(to)).toEqual([]);
  });
});
