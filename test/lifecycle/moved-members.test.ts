import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { MiniEngine, Program } from "../harness/mini-engine.ts";
import { Runs } from "./runs.ts";

/**
 * A member moves from one resource to another that the run knows only afterwards: it is created after an `await`, or depends on the first one.
 * The member keeps what hangs on it, declared or not, whatever fails on the way.
 */
const [organizationId, otherId] = ["org_0000000000000001", "org_0000000000000002"];
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
      organizations: [organizationId, otherId].map((id) => ({ id, name: id })),
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
const there = () => tenant.organizationMembers.list(organizationId).map(({ user_id }) => user_id);
const give = (user: string, ...roles: string[]) => tenant.organizationMembers.assignRoles(organizationId, user, roles);
const membersPath = /\/members$/;

const to = program(members(alice), members(bob, carol));

/** The member moves from the program that is up with roles that no program declares. */
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
  ["in two runs, the second of which drops the member from the first list", members(bob, carol)],
  ["in one run", members(carol)],
])("a member with undeclared roles who moves to another list %s", (_, before) => {
  beforeEach(() => begin(before));

  test("keeps the roles", async () => {
    await up(to);
    await expectWhole();
    expect(said).toEqual([]);
  });

  test.each([
    ["refused", { kind: "status", status: 403, method: "POST", path: membersPath }],
    ["not carried out", { kind: "reset-before", method: "POST", path: membersPath, times }],
    ["carried out without a response", { kind: "reset-after", method: "POST", path: membersPath, times }],
  ] as const)("has the roles after the next run, if the addition of the member was %s", async (_, fault) => {
    tenant.inject(fault);
    expect(await failing(to)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });

  test.each([
    ["a proxy returned 404", { status: 404, body: "<html>not here</html>" }],
    ["the tenant returned 400 for another reason than missing roles", { status: 400 }],
  ])("has the roles after the next run, if %s at their assignment", async (_, answer) => {
    tenant.inject({ kind: "status", method: "POST", path: /roles$/, ...answer });
    expect(await failing(to)).not.toEqual([]);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });

  test("has the roles after the next run, if their assignment was refused", async () => {
    tenant.inject({ kind: "status", status: 403, method: "POST", path: /roles$/ });
    expect(await failing(to)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });

  test("has the roles after the next run, if the response to the removal of the member was lost", async () => {
    tenant.inject({ kind: "reset-after", method: "DELETE", path: membersPath, times });
    expect(await failing(to, "at a failure")).toEqual(["organizationMembers-north"]);
    expect(there()).not.toContain(bob);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });
});

describe("a member with undeclared roles who moves to another list in two runs", () => {
  beforeEach(() => begin(members(bob, carol)));

  test("has the roles again, if the first attempt did not reach the second list", async () => {
    const between = { "organizationMemberRoles-between": { organizationId, userId: "auth0|nobody", roles: [editor] } };
    const meanwhile = { ...program(members(alice), members(bob, carol), between) };
    expect(await failing(meanwhile, "at a failure")).toEqual(["organizationMemberRoles-between"]);
    expect(there()).not.toContain(bob);
    await up(to);
    await expectWhole();
  });

  test("has the roles again after a refresh as well", async () => {
    const between = { "organizationMemberRoles-between": { organizationId, userId: "auth0|nobody", roles: [editor] } };
    await failing(program(members(alice), members(bob, carol), between), "at a failure");
    await refresh();
    await up(to);
    await expectWhole();
  });
});

describe("a member with undeclared roles who moves in two runs, whose addition to the second list fails,", () => {
  const refused = { kind: "status", status: 403, method: "POST", path: membersPath, times } as const;
  const failingSouth = async (next: Program) => {
    tenant.inject(refused);
    expect(await failing(next)).toContain("organizationMembers-south");
    tenant.clearFaults();
  };
  beforeEach(async () => {
    await begin(members(bob, carol));
    await failingSouth(to);
  });

  test("has the roles again after a rollback that fails at the second list, too", async () => {
    const back = program(members(alice, bob), members(bob, carol));
    tenant.inject({ ...refused, skip: 1, path: /\/(members|roles)$/ });
    expect(await failing(back)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    await up(back);
    expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
  });

  test("has the roles again, if a third list adds the member first", async () => {
    await up({ "organizationMembers-east": members(bob), ...to });
    expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
    await up({ "organizationMembers-east": members(bob), ...to });
    expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
  });

  test("has the roles again, if the first list is removed from the program", async () => {
    await up({ "organizationMembers-south": members(bob, carol) });
    expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
  });
});

describe("a member with undeclared roles who moves in two runs, the second of which ends before the second list,", () => {
  const between = { "organizationMemberRoles-between": { organizationId, userId: "auth0|nobody", roles: [editor] } };
  /** No resource is reached after the first list. */
  const upToTheFirst = async (north: JsonObject, before: Program = {}) =>
    failing({ ...before, ...program(north, members(bob, carol), between) }, "at a failure");
  beforeEach(async () => {
    await begin(members(bob, carol));
    await upToTheFirst(members(alice));
    expect(there()).not.toContain(bob);
  });
  const isBack = () => expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);

  test("has the roles again, if a third list adds the member first", async () => {
    await upToTheFirst(members(alice), { "organizationMembers-east": members(bob) });
    expect(rolesOf(bob)).toEqual([]);
    await up({ "organizationMembers-east": members(bob), ...to });
    isBack();
  });

  test("has the roles again, if another client adds the member with one of the roles", async () => {
    tenant.organizationMembers.add(organizationId, bob);
    give(bob, viewer);
    await up(to);
    isBack();
  });

  test("has the roles again, if a rollback also ended before the second list", async () => {
    await upToTheFirst(members(alice, bob));
    expect(rolesOf(bob)).toEqual([]);
    await up(to);
    isBack();
  });

  test("has the roles again, if the first list is removed from the program", async () => {
    const last = { "organizationMembers-south": members(bob, carol) };
    await up(last);
    isBack();
    expect(await refresh()).toEqual([]);
    expect(await changes(last)).toEqual([]);
  });

  test("has the roles again, if the program declares the lists in another order", async () => {
    const reversed = Object.fromEntries(Object.entries(to).toReversed());
    await up(reversed);
    await expectWhole();
    expect(await changes(reversed)).toEqual([]);
  });

  test("has the roles again, if more than a hundred others move as well", async () => {
    const many = Array.from({ length: 110 }, (_, at) => `auth0|${at}`);
    await up(program(members(alice, ...many), members(carol, ...many)));
    for (const user of many) give(user, editor);
    const moved = members(carol, ...many);
    await failing(program(members(alice), moved, between), "at a failure");
    // A write of the first list in between.
    await failing(program(members(alice, carol), moved, between), "at a failure");
    await up(program(members(alice, carol), moved));
    expect(many.filter((user) => rolesOf(user)?.length !== 1)).toEqual([]);
  });

  test("has the roles again, if the second list drops the member, whom an earlier list has added", async () => {
    const east = { "organizationMembers-east": members(bob) };
    await upToTheFirst(members(alice), east);
    await up({ ...east, ...program(members(alice), members(carol)) });
    isBack();
  });

  test("has the roles again, if the second list fails and a third list declares the member", async () => {
    tenant.inject({ kind: "status", status: 403, method: "POST", path: membersPath, times });
    expect(await failing(to)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    const west = { "organizationMembers-west": members(bob) };
    tenant.inject({ kind: "status", status: 403, method: "POST", path: membersPath });
    await failing({ ...to, ...west });
    tenant.clearFaults();
    await up({ ...program(members(alice), members(carol)), ...west });
    isBack();
  });
});

describe.each([
  ["not created", { kind: "status", status: 403, method: "POST", path: membersPath, times }],
  ["not reached", { kind: "reset-before", method: "POST", path: membersPath, times }],
] as const)("a member with undeclared roles who moves to a new list that was %s", (_, fault) => {
  test.each([
    ["at once", false],
    ["after a refresh", true],
  ])("has the roles again after the next run, %s", async (_when, isRefreshed) => {
    await up({ "organizationMembers-north": members(alice, bob) });
    give(bob, editor, viewer);
    tenant.inject(fault);
    expect(await failing(to)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    if (isRefreshed) await refresh();
    await up(to);
    await expectWhole();
  });
});

test.each([false, true])(
  "a new list whose creation failed keeps earlier members when the list is removed (refresh: %s)",
  async (isRefreshed) => {
    await up({ "organizationMembers-north": members(alice, bob) });
    tenant.organizationMembers.add(organizationId, carol);
    tenant.inject({ kind: "status", status: 403, method: "POST", path: membersPath, times });
    expect(await failing(to)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    if (isRefreshed) await refresh();
    await up({ "organizationMembers-north": members(alice) });
    expect(there().toSorted()).toEqual([alice, carol]);
  },
);

describe("former roles are not assigned again", () => {
  test("if the member left in one run, and the same list declares the member in a later one", async () => {
    await up(program(members(alice, bob), members(carol)));
    give(bob, editor);
    await up(program(members(alice), members(carol)));
    const back = program(members(alice, bob), members(carol));
    await up(back);
    expect(rolesOf(bob)).toEqual([]);
    expect(await changes(back)).toEqual([]);
  });

  test("if they were removed by hand after the member moved", async () => {
    await up(program(members(alice, bob), members(bob, carol)));
    give(bob, editor);
    const to = program(members(alice), members(bob, carol));
    await up(to);
    tenant.organizationMembers.removeRoles(organizationId, bob, [editor]);
    await up(to);
    await up(program(members(alice), members(bob)));
    expect(rolesOf(bob)).toEqual([]);
  });

  test("if the member left in one run, and another list declares the member in a later one", async () => {
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

  test("if the member left in one run, and another list's first attempt to add the member fails", async () => {
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

  test("if the other list came first when it declared the member", async () => {
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

  describe("if the member left in an earlier run", () => {
    const back = program(members(alice), members(bob, carol));
    const reversed = Object.fromEntries(Object.entries(back).toReversed());
    const isBare = () => expect(rolesOf(bob)).toEqual([]);
    beforeEach(async () => {
      await up(program(members(alice, bob), members(carol)));
      give(bob, editor);
      await up(program(members(alice), members(carol)));
    });

    test("and a list before the former one declares the member, in a run that ended early", async () => {
      const between = {
        "organizationMemberRoles-between": { organizationId, userId: "auth0|nobody", roles: [editor] },
      };
      const { "organizationMembers-south": south = {}, ...rest } = back;
      await failing({ "organizationMembers-south": south, ...between, ...rest }, "at a failure");
      isBare();
      // In the other order, the second list hears that the first one has removed the member.
      await up(back);
      isBare();
      expect(await changes(back)).toEqual([]);
    });

    test("and was added by hand, and the list that declares the member was imported", async () => {
      tenant.organizationMembers.add(organizationId, bob);
      await up(reversed);
      const entry = engine.state.get("organizationMembers-south");
      if (!entry) throw new Error("the list is not in the state");
      // As an import makes it, or an older version.
      const { mark: _, ...record } = entry.outputs.__managed as JsonObject;
      engine.state.set("organizationMembers-south", { ...entry, outputs: { ...entry.outputs, __managed: record } });
      await up(back);
      isBare();
    });

    test("and the state is of an older version, which recorded removals by member", async () => {
      const entry = engine.state.get("organizationMembers-north");
      if (!entry) throw new Error("the list is not in the state");
      const record = entry.outputs.__managed as JsonObject;
      const [{ assignments = {} } = {}] = record.released as readonly JsonObject[];
      const released = { [bob]: { mark: "MTIzNDU2", assignments } };
      const older = { ...record, mark: "MTIzNDU2", released, answered: ["MTIzNDU3"] };
      engine.state.set("organizationMembers-north", { ...entry, outputs: { ...entry.outputs, __managed: older } });
      await up(back);
      isBare();
      expect(await changes(back)).toEqual([]);
    });
  });

  test("if the list that must add them has dropped the member in between", async () => {
    await begin(members(bob, carol));
    tenant.inject({ kind: "status", status: 403, method: "POST", path: membersPath });
    await failing(to);
    tenant.clearFaults();
    await up(program(members(alice), members(carol)));
    await up(to);
    expect(rolesOf(bob)).toEqual([]);
    await up(program(members(alice), members(carol)));
    await up(program(members(alice, bob), members(carol)));
    expect(rolesOf(bob)).toEqual([]);
  });

  test("if a list that declares the member moves to the organization that the member left", async () => {
    const other = (...ids: readonly string[]) => ({ organizationId: otherId, members: ids });
    const lists = (north: JsonObject, east: JsonObject) => ({
      "organizationMembers-north": north,
      "organizationMembers-east": east,
    });
    await up(lists(members(alice, bob), other(bob, carol)));
    tenant.organizationMembers.assignRoles(otherId, bob, [editor]);
    await up(lists(members(alice, bob), other(carol)));
    await up(lists(other(alice, bob), other(carol)));
    expect(tenant.organizationMembers.get(otherId, bob)?.roles).toEqual([]);
  });

  test("if a resource of the program removed them in between", async () => {
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

test("a role that was deleted meanwhile does not prevent the assignment of the others", async () => {
  await up(program(members(alice, bob), members(bob, carol)));
  give(bob, editor, viewer);
  tenant.onRequest(({ phase, request }) => {
    if (phase === "answered" && request.method === "DELETE" && tenant.roles.get(viewer)) tenant.roles.delete(viewer);
  });
  await up(program(members(alice), members(bob, carol)));
  expect(rolesOf(bob)).toEqual([editor]);
});

test("a member who leaves causes no change in later runs, and two reads of the member's roles", async () => {
  await up(program(members(alice, bob), members(carol)));
  give(bob, editor);
  tenant.clearRequests();
  const left = program(members(alice), members(carol));
  await up(left);
  const calls = tenant.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "").split("/").at(-1)}`);
  expect(calls).toEqual(["POST token", "GET roles", "GET roles", "DELETE members"]);
  expect(await changes(left)).toEqual([]);
  expect(await refresh()).toEqual([]);
});

test("a member whose roles the token cannot read moves without them, and the run names the member", async () => {
  await up(program(members(alice, bob), members(carol)));
  give(bob, editor);
  const message = "Insufficient scope, expected any of: read:organization_member_roles";
  const body = { statusCode: 403, error: "Forbidden", message, errorCode: "insufficient_scope" };
  tenant.inject({ kind: "status", status: 403, method: "GET", path: /roles\?/, times, body });
  await up(program(members(alice), members(bob, carol)));
  expect(there()).toContain(bob);
  expect(said).toEqual([
    expect.stringMatching(/this run has added auth0\|bob again after a removal, but without the roles/),
  ]);
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

  test("loses no permission if an API drops all its scopes and the run ends before the list that declares one", async () => {
    const orders = { identifier, adopt: true, exclusiveScopes: false };
    const part = { "resourceServerScopes-part": scopes("read") };
    await up({ "resourceServer-orders": { ...orders, scopes: { buy: "", read: "" } }, ...part });
    tenant.rolePermissions.add(editor, [permission("read")]);
    const between = { "organizationMemberRoles-between": { organizationId, userId: "auth0|nobody", roles: [editor] } };
    await failing({ "resourceServer-orders": orders, ...between, ...part }, "at a failure");
    expect(permissionsOf(editor)).toEqual([]);
    await up({ "resourceServer-orders": orders, ...part });
    expect(permissionsOf(editor)).toEqual(["read"]);
  });
});
