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

test("the declared roles are all that the member has; the id names organization and user", async () => {
  world.tenant.organizationMembers.assignRoles(organizationId, userId, [role(9)]);
  await up(member([role(0), role(1)]));
  expect(given()).toEqual(new Set([role(0), role(1)]));
  expect(state()?.id).toBe(`${organizationId}::${userId}`);
  expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
  expect(await world.engine.changes({ alice: member([role(1), role(0)]) })).toEqual([]);
});

test("a role added and one removed behind the program's back show as exactly those, and are repaired by two calls", async () => {
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

test("with `exclusive: false`, an update that finds a declared role gone gives it again, and removes it once it leaves the program", async () => {
  const shared = { exclusive: false };
  await up(member([role(0), role(1)], shared));
  world.tenant.organizationMembers.removeRoles(organizationId, userId, [role(0)]);
  await up(member([role(0), role(2)], shared));
  expect(given()).toEqual(new Set([role(0), role(2)]));
  expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
  await up(member([], shared));
  expect(given()).toEqual(new Set());
});

test("the empty set means no roles", async () => {
  await up(member([role(0)]));
  await up(member([]));
  expect(given()).toEqual(new Set());
  expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
  await up(member([role(0)]));
  expect(given()).toEqual(new Set([role(0)]));
});

test("removals make room where additions first would exceed 50", async () => {
  await up(member(roleIds.slice(0, 50)));
  world.tenant.clearRequests();
  await up(member([...roleIds.slice(1, 50), role(55)]));
  expect(methods()).toEqual(["DELETE", "POST"]);
  expect(given()).toEqual(new Set([...roleIds.slice(1, 50), role(55)]));
});

test("roles of a user who is no member: the error says how to make the user a member, and that the roles wait for it", async () => {
  const stranger = { ...member([role(0)]), userId: "auth0|stranger" };
  const failure = await up(stranger).catch((error: Error) => error.message);
  expect(failure).toMatch(/not a member.*OrganizationMembers.*dependsOn/);
  expect(failure).not.toMatch(/it was deleted/);
  world.tenant.organizationMembers.add(organizationId, "auth0|stranger");
  expect(await up(stranger)).toBe("create");
});

test("a role that is not there is named as what is missing, also in an update", async () => {
  await up(member([role(0)]));
  const failure = await up(member([role(0), "rol_0000000000000000"])).catch((error: Error) => error.message);
  expect(failure).toMatch(/role does not exist.*getRole/i);
  expect(failure).not.toMatch(/pulumi refresh/);
});

test("an organization that is not there is not blamed on the user", async () => {
  const elsewhere = { ...member([role(0)]), organizationId: "org_0000000000000000" };
  await expect(up(elsewhere)).rejects.toThrow(/No organization found.*it was deleted/);
});

test("the limit of the service is explained, and nothing is lost", async () => {
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
  "%s that is gone does not end a run: a warning names both, each refresh shows the drift, and a destroy is content",
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

test("a run that no refresh came before tells of a departed member, too, whether roles are added or taken away", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await up(member([role(0), role(1)]));
  world.tenant.organizationMembers.remove(organizationId, userId);
  expect(await up(member([role(0), role(1), role(2)]))).toBe("update");
  expect(await up(member([role(0)]))).toBe("update");
  expect(await up(member([]))).toBe("update");
  expect(warned).toHaveBeenCalledTimes(3);
});

test.each([true, false])(
  "a member who is back has the roles again with the next run, with `exclusive: %s`",
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

test("an organization that was made again is without its people: their roles are a warning, and given once they are back", async () => {
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

test("another user in the program who is no member is a mistake there, and fails", async () => {
  await up(member([role(0)]));
  await expect(up({ ...member([role(0)]), userId: "auth0|stranger" })).rejects.toThrow(/not a member.*dependsOn/);
  expect(given()).toEqual(new Set([role(0)]));
});

test("destroy takes back the declared roles and no others, also after a refresh has found more", async () => {
  await up(member([role(0), role(1)]));
  world.tenant.organizationMembers.assignRoles(organizationId, userId, [role(9)]);
  await world.engine.refresh();
  await up();
  expect(given()).toEqual(new Set([role(9)]));
});

test("destroy takes back a role that the program took over from a drift", async () => {
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

  test("only the declared roles count: those of others are neither drift nor touched, and stay after a destroy", async () => {
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

  test("a declared role that is missing shows as that one, and one call brings it back", async () => {
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

  test("a switch takes nothing away by itself; an exclusive one shows the roles of others after a refresh", async () => {
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

  test("where the roles of others leave no room, removals come first, or the error says whose they are", async () => {
    assign(...roleIds.slice(10, 59));
    await up(shared([role(0)]));
    await up(shared([role(1)]));
    expect(given()).toEqual(new Set([role(1), ...roleIds.slice(10, 59)]));
    await expect(up(shared([role(1), role(2)]))).rejects.toThrow(
      /at most 50 roles[\s\S]*with the tool that assigned them/,
    );
    expect(given().size).toBe(50);
  });

  test("what became of a role whose call was lost is found out by the next run", async () => {
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
])("another %s replaces", async (_, change) => {
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

  test("in a removal: a destroy right after it takes back what is still there of the program before", async () => {
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

test("get reads by the id, and says what an id looks like", async () => {
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

test("unknown values pass; an unknown organization is a replacement in the preview", async () => {
  await up(member([role(0)]));
  const again = { __resource: 'Resource "alice"', ...member([unknownValue, unknownValue]) };
  expect((await world.port.check({}, again)).failures).toEqual([]);
  expect(await world.engine.changes({ alice: { organizationId: unknownValue, userId, roles: unknownValue } })).toEqual([
    { name: "alice", op: "replace" },
  ]);
});
