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
  ] as const)(
    "is back with them after the next plain run, where the addition of the member was %s",
    async (_, fault) => {
      tenant.inject(fault);
      expect(await failing(to)).toEqual(["organizationMembers-south"]);
      tenant.clearFaults();
      await up(to);
      await expectWhole();
    },
  );

  test.each([
    ["a proxy answered 404", { status: 404, body: "<html>not here</html>" }],
    ["the tenant answered 400 for another reason than that they are gone", { status: 400 }],
  ])("is back with them where %s when they were given back", async (_, answer) => {
    tenant.inject({ kind: "status", method: "POST", path: /roles$/, ...answer });
    expect(await failing(to)).not.toEqual([]);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });

  test("is back with them where they were refused when the member was back", async () => {
    tenant.inject({ kind: "status", status: 403, method: "POST", path: /roles$/ });
    expect(await failing(to)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });

  test("is back with them where the answer to the member's removal was lost", async () => {
    tenant.inject({ kind: "reset-after", method: "DELETE", path: membersPath, times });
    expect(await failing(to, "at a failure")).toEqual(["organizationMembers-north"]);
    expect(there()).not.toContain(bob);
    tenant.clearFaults();
    await up(to);
    await expectWhole();
  });
});

describe("a member with roles that no program declares, who moves in two runs", () => {
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

describe("a member with roles that no program declares, who moves in two runs, and the second list fails", () => {
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

  test("is back with them after a rollback that fails at the second list, too", async () => {
    const back = program(members(alice, bob), members(bob, carol));
    tenant.inject({ ...refused, skip: 1, path: /\/(members|roles)$/ });
    expect(await failing(back)).toEqual(["organizationMembers-south"]);
    tenant.clearFaults();
    await up(back);
    expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
  });

  test("is back with them where a third list, before the others, has added the member meanwhile", async () => {
    await up({ "organizationMembers-east": members(bob), ...to });
    expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
    await up({ "organizationMembers-east": members(bob), ...to });
    expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
  });

  test("is back with them where the first list has left the program since", async () => {
    await up({ "organizationMembers-south": members(bob, carol) });
    expect(rolesOf(bob)?.toSorted()).toEqual([editor, viewer]);
  });
});

describe("a member with roles that no program declares, who moves in two runs, the second of which did not reach the second list", () => {
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

  test("is back with them where a third list, before the others, has added the member meanwhile", async () => {
    await upToTheFirst(members(alice), { "organizationMembers-east": members(bob) });
    expect(rolesOf(bob)).toEqual([]);
    await up({ "organizationMembers-east": members(bob), ...to });
    isBack();
  });

  test("is back with them if another client has added the member by hand with one of them", async () => {
    tenant.organizationMembers.add(organizationId, bob);
    give(bob, viewer);
    await up(to);
    isBack();
  });

  test("is back with them where the member moves again after a rollback that did not reach the second list either", async () => {
    await upToTheFirst(members(alice, bob));
    expect(rolesOf(bob)).toEqual([]);
    await up(to);
    isBack();
  });

  test("is back with them where the first list has left the program since", async () => {
    const last = { "organizationMembers-south": members(bob, carol) };
    await up(last);
    isBack();
    expect(await refresh()).toEqual([]);
    expect(await changes(last)).toEqual([]);
  });

  test("the member and its roles are restored, also if the program now declares the lists in another order", async () => {
    const reversed = Object.fromEntries(Object.entries(to).toReversed());
    await up(reversed);
    await expectWhole();
    expect(await changes(reversed)).toEqual([]);
  });

  test("is back with them where many others move along", async () => {
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

  test("is back with them where the second list leaves the member to one before it that has added the member meanwhile", async () => {
    const east = { "organizationMembers-east": members(bob) };
    await upToTheFirst(members(alice), east);
    await up({ ...east, ...program(members(alice), members(carol)) });
    isBack();
  });

  test("is back with them where the second list, which has failed, hands the member on to a third one", async () => {
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
] as const)("a member with roles that no program declares, who moves to a new list that was %s", (_, fault) => {
  test.each([
    ["at once", false],
    ["after a refresh", true],
  ])("is back with them by the next run, %s", async (_when, isRefreshed) => {
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
  "a new list that was not created leaves those alone who were members before it, when it leaves the program (refresh: %s)",
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

describe("roles that a member had before are not given again", () => {
  test("where the member left in one run, and the same list declares the member in a later one", async () => {
    await up(program(members(alice, bob), members(carol)));
    give(bob, editor);
    await up(program(members(alice), members(carol)));
    const back = program(members(alice, bob), members(carol));
    await up(back);
    expect(rolesOf(bob)).toEqual([]);
    expect(await changes(back)).toEqual([]);
  });

  test("where they were taken from the member by hand since the member moved", async () => {
    await up(program(members(alice, bob), members(bob, carol)));
    give(bob, editor);
    const to = program(members(alice), members(bob, carol));
    await up(to);
    tenant.organizationMembers.removeRoles(organizationId, bob, [editor]);
    await up(to);
    await up(program(members(alice), members(bob)));
    expect(rolesOf(bob)).toEqual([]);
  });

  test("where the member left in one run, and another list declares the member in a later one", async () => {
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

  test("where the member left in one run, and the first attempt to add the member to another list fails", async () => {
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

  test("where the other list came first when it declared the member", async () => {
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

  describe("where the member left long ago", () => {
    const back = program(members(alice), members(bob, carol));
    const reversed = Object.fromEntries(Object.entries(back).toReversed());
    const isBare = () => expect(rolesOf(bob)).toEqual([]);
    beforeEach(async () => {
      await up(program(members(alice, bob), members(carol)));
      give(bob, editor);
      await up(program(members(alice), members(carol)));
    });

    test("and is declared by a list before the one that the member left, where that run ended early", async () => {
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

    test("and has been added by hand, and a list that declares the member was imported", async () => {
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

    test("and the state is of an older version, which has kept a removal by member", async () => {
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

  test("where the list that has to add them again has dropped the member before", async () => {
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

  test("where the member is declared by a list that is moved to the organization that the member left", async () => {
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

  test("where a resource of the program took them from the member in between", async () => {
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

test("a role that was deleted meanwhile does not prevent the return of the others", async () => {
  await up(program(members(alice, bob), members(bob, carol)));
  give(bob, editor, viewer);
  tenant.onRequest(({ phase, request }) => {
    if (phase === "answered" && request.method === "DELETE" && tenant.roles.get(viewer)) tenant.roles.delete(viewer);
  });
  await up(program(members(alice), members(bob, carol)));
  expect(rolesOf(bob)).toEqual([editor]);
});

test("who leaves for good is no change of later runs, and costs one look at the member's roles", async () => {
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

test("whose roles the token may not see moves nevertheless, and the run names the member", async () => {
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

  test("is back with them where an API gives up all of its scopes, and the run ends before the list that declares one", async () => {
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
