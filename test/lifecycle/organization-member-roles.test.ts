import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FaultKind } from "../../provider/src/emulator/index.ts";
import { type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { organizationMemberRolesType } from "../../provider/src/types/organization/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { shortTimeouts, startWorld, type World } from "./world.ts";

const userId = "auth0|0123456789abcdef";

let world: World;
let organizationId: string;
let roleIds: string[];
beforeEach(async () => {
  world = await startWorld({}, organizationMemberRolesType, shortTimeouts);
  organizationId = String(world.tenant.organizations.create({ name: "example" }).id);
  roleIds = Array.from({ length: 60 }, (_, n) => String(world.tenant.roles.create({ name: `role ${n}` }).id));
  world.tenant.organizationMembers.add(organizationId, userId);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const member = (roles: readonly string[], more: JsonObject = {}): JsonObject => ({
  organizationId,
  userId,
  roles,
  ...more,
});
const role = (n: number) => roleIds[n] ?? "";
const given = () => new Set(world.tenant.organizationMembers.get(organizationId, userId)?.roles as string[]);
const state = () => world.engine.state.get("alice");
const up = async (args?: JsonObject, engine = world.engine) => {
  const [step] = await engine.up(args ? { alice: args } : {});
  if (step?.failure) throw step.failure;
  return step?.op;
};
const methods = () => world.calls().map((call) => call.split(" ")[0]);

test("the member has exactly the declared roles; the id contains organization and user", async () => {
  world.tenant.organizationMembers.assignRoles(organizationId, userId, [role(9)]);
  await up(member([role(0), role(1)]));
  expect(given()).toEqual(new Set([role(0), role(1)]));
  expect(state()?.id).toBe(`${organizationId}::${userId}`);
  expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
  expect(await world.engine.changes({ alice: member([role(1), role(0)]) })).toEqual([]);
});

test("a role added and one removed by another client are drift, and repaired by two calls", async () => {
  await up(member([role(0), role(1), role(2)]));
  world.tenant.organizationMembers.removeRoles(organizationId, userId, [role(1)]);
  world.tenant.organizationMembers.assignRoles(organizationId, userId, [role(3)]);
  expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "update" }]);
  expect(state()?.inputs.roles).toEqual([role(0), role(3), role(2)]);
  world.tenant.clearRequests();
  await up(member([role(0), role(1), role(2)]));
  expect(methods()).toEqual(["POST", "DELETE"]);
  expect(given()).toEqual(new Set([role(0), role(1), role(2)]));
});

test("with `exclusive: false`, a missing declared role is assigned again, and removed when it leaves the program", async () => {
  const shared = { exclusive: false };
  await up(member([role(0), role(1)], shared));
  world.tenant.organizationMembers.removeRoles(organizationId, userId, [role(0)]);
  await up(member([role(0), role(2)], shared));
  expect(given()).toEqual(new Set([role(0), role(2)]));
  expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
  await up(member([], shared));
  expect(given()).toEqual(new Set());
});

test("the empty set removes all roles", async () => {
  await up(member([role(0)]));
  await up(member([]));
  expect(given()).toEqual(new Set());
  expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
  await up(member([role(0)]));
  expect(given()).toEqual(new Set([role(0)]));
});

test("removals come first if additions would exceed the limit of 50", async () => {
  await up(member(roleIds.slice(0, 50)));
  world.tenant.clearRequests();
  await up(member([...roleIds.slice(1, 50), role(55)]));
  expect(methods()).toEqual(["DELETE", "POST"]);
  expect(given()).toEqual(new Set([...roleIds.slice(1, 50), role(55)]));
});

test("roles of a user who is not a member are refused; the error says how to add the member", async () => {
  const stranger = { ...member([role(0)]), userId: "auth0|stranger" };
  const failure = await up(stranger).catch((error: Error) => error.message);
  expect(failure).toMatch(/not a member.*OrganizationMembers.*dependsOn/);
  expect(failure).not.toMatch(/it was deleted/);
  world.tenant.organizationMembers.add(organizationId, "auth0|stranger");
  expect(await up(stranger)).toBe("create");
});

test("a missing role is named in the error, even in an update", async () => {
  await up(member([role(0)]));
  const failure = await up(member([role(0), "rol_0000000000000000"])).catch((error: Error) => error.message);
  expect(failure).toMatch(/role does not exist.*getRole/i);
  expect(failure).not.toMatch(/pulumi refresh/);
});

test("the error for a missing organization does not blame the user", async () => {
  const elsewhere = { ...member([role(0)]), organizationId: "org_0000000000000000" };
  await expect(up(elsewhere)).rejects.toThrow(/No organization found.*it was deleted/);
});

test("the error explains the service's limit, and no role is lost", async () => {
  await up(member([role(0)]));
  world.tenant.organizationMembers.assignRoles(organizationId, userId, roleIds.slice(1, 50));
  await expect(up(member([role(0), role(55)]))).rejects.toThrow(/at most 50 roles[\s\S]*pulumi refresh/);
  await world.engine.refresh();
  await up(member([role(0), role(55)]));
  expect(given()).toEqual(new Set([role(0), role(55)]));
});

test.each([
  ["the member", () => world.tenant.organizationMembers.remove(organizationId, userId)],
  ["the organization", () => world.tenant.organizations.delete(organizationId)],
])(
  "if %s is gone, no run fails: a warning names both, each refresh shows drift, and a destroy succeeds",
  async (_, remove) => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await up(member([role(0)]));
    remove();
    const copy = new MiniEngine(world.port);
    for (const [name, entry] of world.engine.state) copy.state.set(name, entry);
    await up(undefined, copy);
    expect(copy.state.size).toBe(0);
    for (let run = 0; run < 2; run++) {
      expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "update" }]);
      expect(state()?.inputs.roles).toEqual([]);
      warned.mockClear();
      expect(await up(member([role(0)]))).toBe("update");
      expect(warned).toHaveBeenCalledExactlyOnceWith(
        expect.stringMatching(new RegExp(`^warning: .*member "auth0\\|0123456789abcdef".*"${organizationId}"`)),
      );
      // Nothing is given, so no run says that all is well.
      expect(await world.engine.changes({ alice: member([role(0)]) })).toEqual([{ name: "alice", op: "update" }]);
    }
  },
);

test("a run without a refresh also reports a departed member, whether roles are added or removed", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await up(member([role(0), role(1)]));
  world.tenant.organizationMembers.remove(organizationId, userId);
  expect(await up(member([role(0), role(1), role(2)]))).toBe("update");
  expect(await up(member([role(0)]))).toBe("update");
  expect(await up(member([]))).toBe("update");
  expect(warned).toHaveBeenCalledTimes(3);
});

test.each([true, false])(
  "a returned member gets the roles in the next run, with `exclusive: %s`",
  async (exclusive) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const program = member([role(0), role(1)], { exclusive });
    await up(program);
    world.tenant.organizationMembers.remove(organizationId, userId);
    await world.engine.refresh();
    await up(program);
    world.tenant.organizationMembers.add(organizationId, userId);
    expect(await up(program)).toBe("update");
    expect(given()).toEqual(new Set([role(0), role(1)]));
    expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
    expect(await world.engine.changes({ alice: program })).toEqual([]);
  },
);

test("in a recreated organization without its members, roles cause a warning, and are assigned once members return", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await up(member([role(0)]));
  world.tenant.organizations.delete(organizationId);
  await world.engine.refresh();
  const next = String(world.tenant.organizations.create({ name: "example" }).id);
  const program = { ...member([role(0)]), organizationId: next };
  expect(await up(program)).toBe("replace");
  expect(warned.mock.lastCall?.[0]).toMatch(/auth0\|0123456789abcdef.*dependsOn/);
  world.tenant.organizationMembers.add(next, userId);
  expect(await up(program)).toBe("update");
  expect(world.tenant.organizationMembers.get(next, userId)?.roles).toEqual([role(0)]);
});

test("a newly declared user who is not a member fails the run", async () => {
  await up(member([role(0)]));
  await expect(up({ ...member([role(0)]), userId: "auth0|stranger" })).rejects.toThrow(/not a member.*dependsOn/);
  expect(given()).toEqual(new Set([role(0)]));
});

test("a destroy removes exactly the declared roles, even after a refresh has found more", async () => {
  await up(member([role(0), role(1)]));
  world.tenant.organizationMembers.assignRoles(organizationId, userId, [role(9)]);
  await world.engine.refresh();
  await up();
  expect(given()).toEqual(new Set([role(9)]));
});

test("a destroy removes a role that the program declared after drift", async () => {
  await up(member([role(0)]));
  world.tenant.organizationMembers.assignRoles(organizationId, userId, [role(1)]);
  await world.engine.refresh();
  await up(member([role(0), role(1)]));
  await up();
  expect(given()).toEqual(new Set());
});

describe("with exclusive: false", () => {
  const shared = (roles: readonly string[]) => member(roles, { exclusive: false });
  const assign = (...roles: string[]) => world.tenant.organizationMembers.assignRoles(organizationId, userId, roles);

  test("roles of others are neither drift nor changed, and survive a destroy", async () => {
    assign(role(9));
    await up(shared([role(0), role(1)]));
    assign(role(8));
    expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
    expect(state()?.outputs.roles).toEqual([role(0), role(1)]);
    await up(shared([role(1), role(2)]));
    expect(given()).toEqual(new Set([role(1), role(2), role(8), role(9)]));
    await up();
    expect(given()).toEqual(new Set([role(8), role(9)]));
  });

  test("a missing declared role is drift of that role alone, and one call adds it", async () => {
    await up(shared([role(0), role(1)]));
    assign(role(9));
    world.tenant.organizationMembers.removeRoles(organizationId, userId, [role(0)]);
    expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "update" }]);
    expect(state()?.inputs.roles).toEqual([role(1)]);
    world.tenant.clearRequests();
    await up(shared([role(0), role(1)]));
    expect(methods()).toEqual(["POST"]);
    expect(given()).toEqual(new Set([role(0), role(1), role(9)]));
  });

  test("switching exclusive removes no role by itself; an exclusive set shows others' roles after a refresh", async () => {
    await up(member([role(0), role(1)]));
    assign(role(9));
    await up(shared([role(0)]));
    expect(given()).toEqual(new Set([role(0), role(1), role(9)]));
    expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
    await up(member([role(0), role(2)]));
    expect(given()).toEqual(new Set([role(0), role(1), role(2), role(9)]));
    expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "update" }]);
    await up(member([role(0), role(2)]));
    expect(given()).toEqual(new Set([role(0), role(2)]));
  });

  test("if others' roles reach the limit, removals come first, or the error names these roles", async () => {
    assign(...roleIds.slice(10, 59));
    await up(shared([role(0)]));
    await up(shared([role(1)]));
    expect(given()).toEqual(new Set([role(1), ...roleIds.slice(10, 59)]));
    await expect(up(shared([role(1), role(2)]))).rejects.toThrow(
      /at most 50 roles[\s\S]*with the tool that assigned them/,
    );
    expect(given().size).toBe(50);
  });

  test("the next run finds out whether a lost assignment was carried out", async () => {
    await up(shared([role(0)]));
    assign(role(9));
    world.tenant.inject({
      kind: "reset-after",
      method: "POST",
      path: "/api/v2/organizations",
      times: Number.POSITIVE_INFINITY,
    });
    await expect(up(shared([role(0), role(1)]))).rejects.toThrow();
    world.tenant.clearFaults();
    await up(shared([role(0)]));
    expect(given()).toEqual(new Set([role(0), role(9)]));
    expect(await world.engine.changes({ alice: shared([role(0)]) })).toEqual([]);
  });
});

test.each<[string, () => { organizationId?: string; userId?: string }]>([
  ["organization", () => ({ organizationId: String(world.tenant.organizations.create({ name: "other" }).id) })],
  ["user", () => ({ userId: "auth0|other" })],
])("another %s replaces the resource", async (_, change) => {
  await up(member([role(0)]));
  const other = change();
  world.tenant.organizationMembers.add(other.organizationId ?? organizationId, other.userId ?? userId);
  expect(await up({ ...member([role(0)]), ...other })).toBe("replace");
  expect(given()).toEqual(new Set());
});

describe("faults", () => {
  const kinds: FaultKind[] = [
    "reset-before",
    "reset-after",
    "hang-after",
    "truncated",
    "malformed",
    "status",
    "status-after",
  ];
  const cases = kinds.flatMap((kind) =>
    [1, Number.POSITIVE_INFINITY].flatMap((times) =>
      ["POST", "DELETE"].map((method) => [kind, times, method] as const),
    ),
  );

  test.each(cases)("%s, %s times, in every %s: the next run converges", async (kind, times, method) => {
    await up(member([role(0), role(1)]));
    world.tenant.inject({ kind, times, method, path: "/api/v2/" });
    await world.engine.up({ alice: member([role(1), role(2)]) });
    world.tenant.clearFaults();
    await up(member([role(1), role(3)]));
    expect(given()).toEqual(new Set([role(1), role(3)]));
    expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
    await up();
    expect(given()).toEqual(new Set());
  });

  test("in a removal: a destroy right after it removes the remaining roles of the former program", async () => {
    await up(member([role(0)]));
    world.tenant.inject({ kind: "status", status: 400, method: "DELETE" });
    await world.engine.up({ alice: member([role(1)]) });
    expect(given()).toEqual(new Set([role(0), role(1)]));
    await up();
    expect(given()).toEqual(new Set());
  });

  test("in a creation: the next run converges", async () => {
    world.tenant.inject({ kind: "reset-after", times: Number.POSITIVE_INFINITY, method: "POST", path: "/api/v2/" });
    await world.engine.up({ alice: member([role(0)]) });
    world.tenant.clearFaults();
    await up(member([role(1)]));
    expect(given()).toEqual(new Set([role(1)]));
  });
});

test("get reads by the id, and the error for another text shows the form of an id", async () => {
  world.tenant.organizationMembers.assignRoles(organizationId, userId, [role(0)]);
  const { outputs } = await world.port.read(`${organizationId}::${userId}`, {});
  expect(outputs).toMatchObject({ organizationId, userId, roles: [role(0)] });
  await expect(world.port.read("nonsense", {})).rejects.toThrow(/organizationId::userId/);
});

test.each<[string, () => JsonObject, RegExp]>([
  ["51 roles", () => member(roleIds.slice(0, 51)), /roles: must have at most 50/],
  ["a role twice", () => member([role(0), role(0)]), /roles\[1\]: occurs twice/],
  ["no roles at all", () => ({ organizationId, userId }), /roles: is required/],
  [
    "an organization of 51 characters",
    () => member([], { organizationId: "o".repeat(51) }),
    /organizationId: must be 1 to 50/,
  ],
])("bad input: %s", async (_, args, message) => {
  const { failures } = await world.port.check({}, args());
  expect(failures.join("\n")).toMatch(message);
});

test("unknown values are accepted; an unknown organization is a replacement in the preview", async () => {
  await up(member([role(0)]));
  const again = { __resource: 'Resource "alice"', ...member([unknownValue, unknownValue]) };
  expect((await world.port.check({}, again)).failures).toEqual([]);
  expect(await world.engine.changes({ alice: { organizationId: unknownValue, userId, roles: unknownValue } })).toEqual([
    { name: "alice", op: "replace" },
  ]);
});
