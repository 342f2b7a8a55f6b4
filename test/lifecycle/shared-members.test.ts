import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EmulatorOptions, Fault } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { MiniEngine, type Program } from "../harness/mini-engine.ts";
import { kinds } from "../subjects/kinds.ts";
import { gatherWarnings } from "./warnings.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
const warnings = gatherWarnings();
afterEach(() => world.close());

const up = async (program: Program = {}) => {
  const steps = await world.engine.up(program);
  for (const { failure } of steps) if (failure) throw failure;
  return steps;
};
const names = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `auth0|${from + n}`);
const [one = "", two = "", three = ""] = names(3);
const unavailable = { kind: "status", status: 503, path: "/api/v2", times: Number.POSITIVE_INFINITY } as const;

const [organizationId, roleId, connectionId] = ["org_0000000000000001", "rol_0000000000000001", "con_0000000000000001"];
const [orders, billing] = ["https://orders.example.com", "https://billing.example.com"];
const seed = {
  organizations: [{ id: organizationId, name: "north" }],
  roles: [{ id: roleId, name: "editor" }],
  connections: [{ id: connectionId, name: "login", strategy: "github" }],
  resourceServers: [{ identifier: orders }, { identifier: billing, scopes: names(150).map((value) => ({ value })) }],
};

const onBilling = { roleId, resourceServerIdentifier: billing, exclusive: false };

/** What resources of one program can share: what each declares, what is at the tenant, and by which method members are taken away. */
const sets = {
  "members of an organization": {
    ...{ kind: kinds.organizationMembers, removal: "DELETE" },
    declare: (members: readonly string[]) => ({ organizationId, members }),
    list: () => world.tenant.organizationMembers.list("north").map(({ user_id }) => user_id),
  },
  "permissions of a role": {
    ...{ kind: kinds.rolePermissions, removal: "DELETE" },
    declare: (permissions: readonly string[]) => ({ ...onBilling, permissions }),
    list: () => world.tenant.rolePermissions.list(roleId).map(({ permission_name }) => permission_name),
  },
  "clients of a connection": {
    ...{ kind: kinds.connectionClients, removal: "PATCH" },
    declare: (clients: readonly string[]) => ({ connectionId, clients }),
    list: () => world.tenant.connections.clientsOf(connectionId),
  },
  "scopes of an API": {
    ...{ kind: kinds.resourceServerScopes, removal: "PATCH" },
    declare: (names: readonly string[]) => ({
      identifier: orders,
      scopes: Object.fromEntries(names.map((name) => [name, ""])),
    }),
    list: () => Object(world.tenant.resourceServers.get(orders)).scopes.map(({ value }: JsonObject) => value),
  },
};
type What = keyof typeof sets;

let set: (typeof sets)[What];
const start = async (what: What, options: EmulatorOptions = {}) => {
  set = sets[what];
  world = await startWorld({ seed, ...options }, set.kind);
};
const held = () => set.list().toSorted();

describe.each(Object.keys(sets) as What[])("two resources of one program with %s", (what) => {
  beforeEach(() => start(what));
  const settled = async (program: Program) => {
    const same = [...world.engine.state.keys()].map((name) => ({ name, op: "same" }));
    expect(await world.engine.refresh()).toEqual(same);
    expect(await up(program)).toEqual(expect.arrayContaining(same));
  };

  /** Begins with a part of the program while the removal that another part has sent is under way. */
  async function whileItRemoves(part: Program, other: Program) {
    const { startRun, ...port } = world.port;
    const run = new MiniEngine(port);
    for (const [name, entry] of world.engine.state) run.state.set(name, entry);
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    world.tenant.onRequest(({ request }) => request.method === set.removal && resolve());
    world.tenant.inject({ kind: "slow", delayMs: 100, method: set.removal, path: "/api/v2" });
    startRun?.();
    const removing = run.up(part, "in the program");
    await arrived;
    const steps = [...(await run.up(other, "in the program")), ...(await removing)];
    for (const [name, entry] of run.state) world.engine.state.set(name, entry);
    return steps;
  }

  const said = `kept ${two}, which Resource "south" of this program also declares`;
  test.each([
    ["also declares it and comes first", [two, three], ["south", "north"], [expect.stringContaining(said)]],
    ["also declares it and comes later", [two, three], ["north", "south"], []],
    ["newly declares it and comes first", [three], ["south", "north"], [expect.stringContaining(said)]],
    ["newly declares it and comes later", [three], ["north", "south"], []],
  ])("a member that one resource drops stays if the other one %s", async (_, before, order, warned) => {
    const inOrder = (program: Record<string, JsonObject>): Program =>
      Object.fromEntries(order.map((name) => [name, program[name] ?? {}]));
    await up(inOrder({ north: set.declare([one, two]), south: set.declare(before) }));
    const program = inOrder({ north: set.declare([one]), south: set.declare([two, three]) });
    await up(program);
    expect(held()).toEqual([one, two, three]);
    expect(warnings).toEqual(warned);
    await settled(program);
  });

  test.each([
    ["existed and declared it", { south: [two, three] }, "update"],
    ["existed without it", { south: [three] }, "update"],
    ["is new", {}, "create"],
  ])("a member whose removal is under way is added again, if the other resource %s", async (_, before, op) => {
    const parts = Object.entries(before).map(([name, members]) => [name, set.declare(members)]);
    await up({ north: set.declare([one, two]), ...Object.fromEntries(parts) });
    const [north, south] = [set.declare([one]), set.declare([two, three])];
    expect(await whileItRemoves({ north }, { south })).toEqual([
      { name: "south", op },
      { name: "north", op: "update" },
    ]);
    expect(held()).toEqual([one, two, three]);
    await settled({ north, south });
  });
});

test.each<[What, string, string, number, number]>([
  ["members of an organization", "an addition", "POST", 12, 1],
  ["members of an organization", "the removal", "DELETE", 2, 0],
  ["permissions of a role", "an addition", "POST", 130, 1],
  ["permissions of a role", "the removal", "DELETE", 2, 0],
  ["clients of a connection", "the last call", "PATCH", 60, 1],
])(
  "%s: a removal that was not reached because %s was refused is carried out by the next run",
  async (what, _, method, count, skip) => {
    await start(what);
    await up({ north: set.declare([one]) });
    world.tenant.inject({ kind: "status", status: 403, method, path: "/api/v2", skip });
    const north = set.declare(names(count, 1));
    await expect(up({ north })).rejects.toThrow(/Only a part/);
    expect(held()).toContain(one);
    world.tenant.clearFaults();
    await up({ north });
    expect(held()).toEqual(names(count, 1).toSorted());
  },
);

describe("a destroy", () => {
  beforeEach(() => start("members of an organization"));

  test("removes all other members if the service does not know one user of a call", async () => {
    await up({ north: set.declare(names(12)) });
    const body = {
      statusCode: 404,
      error: "Not Found",
      message: "The user does not exist.",
      errorCode: "inexistent_user",
    };
    world.tenant.inject({ kind: "status", status: 404, method: "DELETE", path: "/api/v2", body });
    await up();
    expect(held()).toEqual([]);
    expect(world.engine.state.size).toBe(0);
  });

  test("sends one deletion, which may fail, if the organization is deleted", async () => {
    await up({ north: set.declare(names(12)) });
    world.tenant.organizations.delete("north");
    world.tenant.clearRequests();
    await up();
    expect(world.calls().filter((call) => call.startsWith("DELETE"))).toHaveLength(1);
    expect(world.engine.state.size).toBe(0);
  });
});

describe("a listing that lags behind", () => {
  const behind = 60 * 60 * 1000;
  let time: number;
  beforeEach(() => {
    time = Date.parse("2026-01-31T12:00:00Z");
    return start("members of an organization", { listingsBehindMs: behind, now: () => time });
  });

  test.each([
    ["also after a refresh", { exclusive: false }, () => world.engine.refresh()],
    ["also from an exclusive set", { exclusive: true }, () => undefined],
  ])("does not prevent the withdrawal of an addition without a response, %s", async (_, more, meanwhile) => {
    await up({ north: { ...set.declare([one]), ...more } });
    world.tenant.inject({ kind: "reset-after", method: "POST", path: /members$/ });
    world.tenant.inject(unavailable);
    await expect(up({ north: { ...set.declare([one, two]), ...more } })).rejects.toThrow(/not known/);
    world.tenant.clearFaults();
    expect(held()).toEqual([one, two]);
    await meanwhile();
    await up({ north: { ...set.declare([one]), ...more } });
    expect(held()).toEqual([one]);
  });

  test("does not show a just-removed member as drift of an exclusive set", async () => {
    await up({ north: { ...set.declare([one, two]), exclusive: true } });
    time += 2 * behind;
    await up({ north: { ...set.declare([one]), exclusive: true } });
    time += 1000;
    expect(await world.engine.refresh()).toEqual([{ name: "north", op: "same" }]);
  });
});

describe("a destroy after a lost creation", () => {
  const lose = async (kind: "organization" | "role" | "organizationConnection", args: JsonObject, lost?: Fault) => {
    world = await startWorld({ seed }, kinds[kind]);
    if (lost) world.tenant.inject(lost);
    world.tenant.inject(unavailable);
    await expect(up({ it: args })).rejects.toThrow(/not known whether .* exists/);
    world.tenant.clearFaults();
  };
  afterEach(() =>
    expect(warnings).toEqual([
      expect.stringMatching(/stays at the tenant: it is not certain that this stack created it/),
    ]),
  );

  test("keeps an organization that has members by then", async () => {
    await lose("organization", { name: "south" }, { kind: "reset-after", method: "POST", path: "/api/v2" });
    world.tenant.organizationMembers.add("south", one);
    await up();
    expect(world.tenant.organizations.get("south")).toBeDefined();
  });

  test.each(["organization", "role"] as const)("keeps another client's %s", async (kind) => {
    await lose(kind, { name: "south" });
    const { id } = world.tenant[`${kind}s`].create({ name: "south" });
    await up();
    expect(world.tenant[`${kind}s`].get(String(id))).toBeDefined();
  });

  test("keeps another client's link of a connection", async () => {
    await lose("organizationConnection", { organizationId, connectionId });
    world.tenant.organizationConnections.add("north", "login", { organization_connection_name: "theirs" });
    await up();
    expect(world.tenant.organizationConnections.get("north", "login")).toBeDefined();
  });
});
