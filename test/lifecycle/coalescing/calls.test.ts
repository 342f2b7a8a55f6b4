import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { own } from "../../../provider/src/schema/json.ts";
import { apiArgs, connectionArgs, memberArgs, numbersBelow, prepareMembers, roleIds } from "./fixtures.ts";
import { type Entry, type Seen, type Stack, startStack } from "./stack.ts";

/** What the refreshes and adoptions of many objects cost in calls, beside what they find. */
let stack: Stack | undefined;
let warned: string[];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void warned.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stack?.close();
});

const isSame = ({ entry, id, outputs, inputs }: Seen) =>
  id === entry.id &&
  JSON.stringify(outputs) === JSON.stringify(entry.outputs) &&
  Object.keys(inputs).every((name) => JSON.stringify(inputs[name]) === JSON.stringify(entry.inputs[name]));
const namesOf = (seen: readonly Seen[]) => seen.map(({ entry }) => entry.outputs.name ?? entry.id);
const refused = (calls: readonly string[]) => calls.filter((call) => / 4\d\d$/.test(call));

/** Makes, without limits, what is there to start with. */
async function made() {
  const members = numbersBelow(200).map((n) => memberArgs(n, 10));
  const { create, tenant, close } = await startStack();
  prepareMembers(tenant, members);
  const entries = [
    ...(await create("resourceServer", numbersBelow(500).map(apiArgs))),
    ...(await create("connection", numbersBelow(100).map(connectionArgs))),
    ...(await create("organizationMemberRoles", members)),
  ];
  const seed = tenant.export();
  await close();
  return { entries, seed, domain: tenant.domain };
}

let before: ReturnType<typeof made> | undefined;

/** 500 APIs, 100 connections, and the role sets of 10 organizations with 20 members each. */
async function large(options: Parameters<typeof startStack>[0]) {
  before ??= made();
  const { entries, seed, domain } = await before;
  const run = await startStack({ ...options, seed }, { formerly: domain });
  return { run, entries: entries.map((entry) => run.taken(entry)) };
}

describe("a refresh of 500 APIs, 100 connections and 200 role sets at enterprise rate limits", {
  timeout: 120_000,
}, () => {
  const limits = { plan: "enterprise-production", latencyMs: { min: 20, max: 80 } } as const;

  test.each(["in the order of the state", "in any order"])("%s: at most 34 calls, no 429, no change", async (order) => {
    const { run, entries } = await large(limits);
    stack = run;
    if (order === "in any order") entries.sort((a, b) => (a.id.slice(-3) < b.id.slice(-3) ? -1 : 1));
    const seen = await run.refresh(entries);
    const calls = run.calls();
    expect(calls.length).toBeLessThanOrEqual(34);
    expect(refused(calls)).toEqual([]);
    expect(seen.filter((one) => !isSame(one))).toEqual([]);
  });

  test("with 10 objects edited outside Pulumi: at most 44 calls, and every edit is shown", async () => {
    const { run, entries } = await large(limits);
    stack = run;
    const { resourceServers, connections, organizationMembers } = run.tenant;
    for (const n of [3, 77, 123, 400]) resourceServers.update(`https://api-${n}.example.com`, { name: "By hand" });
    for (const n of [5, 50]) connections.editOptions(`corp-${n}`, { client_id: "by-hand" });
    connections.setClients("corp-9", ["client-a"]);
    const { organizationId = "", userId = "" } = memberArgs(11, 10) as Record<string, string>;
    organizationMembers.assignRoles(organizationId, userId, roleIds);
    resourceServers.delete("https://api-200.example.com");
    connections.delete("corp-99");
    const seen = await run.refresh(entries);
    const calls = run.calls();
    expect(calls.length).toBeLessThanOrEqual(34 + 10);
    // What is gone is answered with 404, when it is read by itself.
    expect(refused(calls).filter((call) => !call.endsWith("404"))).toEqual([]);
    const changed = seen.filter((one) => !isSame(one));
    expect(changed).toHaveLength(10);
    expect(namesOf(changed.filter(({ id }) => id === ""))).toEqual(["API 200", "corp-99"]);
    expect(own(changed.find(({ entry }) => entry.outputs.name === "API 77")?.outputs ?? {}, "name")).toBe("By hand");
    expect(changed.find(({ entry }) => entry.id.endsWith(userId))?.inputs.roles).toEqual(
      expect.arrayContaining(roleIds),
    );
  });
});

test("a refresh of 20 APIs in a tenant of 3,000: at most 6 calls", async () => {
  stack = await startStack({ latencyMs: { min: 20, max: 80 } });
  for (const n of numbersBelow(2_980))
    stack.tenant.resourceServers.create({ identifier: `https://other-${n}.example.com` });
  const entries = await stack.create("resourceServer", numbersBelow(20).map(apiArgs));
  stack.calls();
  const seen = await stack.refresh(entries);
  expect(stack.calls().length).toBeLessThanOrEqual(6);
  expect(seen.every(isSame)).toBe(true);
});

test.each(["free", "self-service"] as const)("a refresh of 250 APIs on %s: at most 8 calls, no 429", async (plan) => {
  const made = await startStack();
  const entries = await made.create("resourceServer", numbersBelow(250).map(apiArgs));
  await made.close();
  stack = await startStack({ plan, seed: made.tenant.export() }, { formerly: made.tenant.domain });
  const run = stack;
  const seen = await run.refresh(entries.map((entry) => run.taken(entry)));
  const calls = run.calls();
  expect(calls.length).toBeLessThanOrEqual(8);
  expect(refused(calls)).toEqual([]);
  expect(seen.every(isSame)).toBe(true);
});

test("a refresh of one object reads only that object", async () => {
  stack = await startStack();
  const entries = await stack.create("connection", numbersBelow(2).map(connectionArgs));
  stack.calls();
  await stack.refresh(entries.slice(1));
  const id = entries[1]?.id;
  expect(stack.calls()).toEqual([
    `GET /api/v2/connections/${id} 200`,
    `GET /api/v2/connections/${id}/clients?take=100 200`,
  ]);
});

describe("adoption", () => {
  const adopting = (n: number) => ({ ...apiArgs(n), adopt: true });
  const wire = (n: number) => {
    const { identifier, name } = apiArgs(n);
    const scopes = [{ value: `read:${n}`, description: "Read" }, { value: "write" }];
    return { identifier, name, scopes, token_lifetime: 3_600 + n };
  };

  test("of 500 equal APIs: a dozen calls, no 409, and a message for each", async () => {
    stack = await startStack({ latencyMs: { min: 20, max: 80 } });
    for (const n of numbersBelow(500)) stack.tenant.resourceServers.create(wire(n));
    const entries = await stack.create("resourceServer", numbersBelow(500).map(adopting));
    const calls = stack.calls();
    expect(calls.length).toBeLessThanOrEqual(14);
    expect(calls.filter((call) => !/^GET .* 200$/.test(call))).toEqual([]);
    expect(warned.filter((line) => /this run adopts it/.test(line))).toHaveLength(500);
    expect((await stack.refresh(entries)).every(isSame)).toBe(true);
  });

  test("of connections and profiles uses listings, too", async () => {
    stack = await startStack();
    const profile = (n: number) => ({
      name: `Profile ${n}`,
      subject_token_type: `urn:example:${n}`,
      action_id: "a",
      type: "custom_authentication",
    });
    for (const n of numbersBelow(30)) {
      const { name, strategy, options, enabledClients } = connectionArgs(n);
      stack.tenant.connections.create({ name, strategy, options, enabled_clients: enabledClients });
      stack.tenant.tokenExchangeProfiles.create(profile(n));
    }
    await stack.create(
      "connection",
      numbersBelow(30).map((n) => ({ ...connectionArgs(n), adopt: true })),
    );
    await stack.create(
      "tokenExchangeProfile",
      numbersBelow(30).map((n) => ({
        name: `Profile ${n}`,
        subjectTokenType: `urn:example:${n}`,
        actionId: "a",
        type: "custom_authentication",
        adopt: true,
      })),
    );
    expect(stack.calls().length).toBeLessThanOrEqual(4);
  });

  test.each([
    [1, "one call by its name", 1],
    [30, "at most twice the listing, plus two", 42],
  ])("of %i organizations in a tenant of 2,000: %s", async (count, _, most) => {
    stack = await startStack();
    for (const n of numbersBelow(2_000)) stack.tenant.organizations.create({ name: `customer-${n}` });
    const declared = numbersBelow(count).map((n) => ({ name: `customer-${n + 1_900}`, adopt: true }));
    const entries = await stack.create("organization", declared);
    expect(stack.calls().length).toBeLessThanOrEqual(most);
    expect(entries.map(({ id }) => stack?.tenant.organizations.get(id)?.name)).toEqual(
      declared.map(({ name }) => name),
    );
  });

  test("creates missing objects, and reads each differing object before it changes it", async () => {
    stack = await startStack({}, { parallel: 1 });
    for (const n of [0, 1, 2]) stack.tenant.resourceServers.create({ ...wire(n), ...(n === 2 && { name: "By hand" }) });
    const [, , { id = "" } = {}] = await stack.create("resourceServer", numbersBelow(4).map(adopting));
    const byIdentifier = (n: number) => encodeURIComponent(String(apiArgs(n).identifier));
    expect(stack.calls()).toEqual([
      `GET /api/v2/resource-servers/${byIdentifier(0)} 200`,
      "GET /api/v2/resource-servers?page=0&per_page=100&include_totals=true 200",
      `GET /api/v2/resource-servers/${byIdentifier(2)} 200`,
      `PATCH /api/v2/resource-servers/${id} 200`,
      `GET /api/v2/resource-servers/${byIdentifier(3)} 404`,
      "POST /api/v2/resource-servers 201",
    ]);
    expect(warned.filter((line) => /adopts it/.test(line))).toHaveLength(3);
  });

  test.each([1, 3])(
    "creates objects that this run has just deleted, even if a listing still shows them: %i in parallel",
    async (parallel) => {
      let now = Date.now();
      stack = await startStack({ now: () => now, listingsBehindMs: 10_000 }, { parallel });
      const entries = await stack.create("resourceServer", numbersBelow(3).map(adopting));
      stack.nextRun();
      stack.calls();
      now += 60_000;
      for (const entry of entries) await stack.delete(entry);
      const again = await stack.create("resourceServer", numbersBelow(3).map(adopting));
      expect(again.map(({ id }) => stack?.tenant.resourceServers.get(id)?.id)).toEqual(again.map(({ id }) => id));
      expect(stack.calls().filter((call) => call.startsWith("POST"))).toHaveLength(3);
    },
  );
});

describe("the roles that members have before the first run", () => {
  const members = numbersBelow(40).map((n) => memberArgs(n, 2));

  test.each([1, 8])("cost 2 calls for each new set, without a useless listing: %i in parallel", async (parallel) => {
    stack = await startStack({}, { parallel });
    prepareMembers(stack.tenant, members);
    await stack.create("organizationMemberRoles", members.slice(0, 10));
    const calls = stack.calls();
    expect(calls.filter((call) => !/^(GET|POST) \S+\/members\/\S+\/roles/.test(call))).toEqual([]);
    expect(calls).toHaveLength(2 * 10);
  });

  test("are read by listings if they equal the program: nothing is assigned", async () => {
    stack = await startStack();
    prepareMembers(stack.tenant, members);
    for (const { organizationId, userId, roles } of members)
      stack.tenant.organizationMembers.assignRoles(String(organizationId), String(userId), roles as string[]);
    const entries = await stack.create("organizationMemberRoles", members);
    expect(stack.calls().length).toBeLessThanOrEqual(4);
    expect((await stack.refresh(entries)).every(isSame)).toBe(true);
  });

  test("are read one by one if they differ, so that no write relies on a listing", async () => {
    stack = await startStack({ listingsBehindMs: 10_000 });
    prepareMembers(stack.tenant, members);
    for (const { organizationId, userId } of members)
      stack.tenant.organizationMembers.assignRoles(String(organizationId), String(userId), roleIds.slice(4));
    await stack.create("organizationMemberRoles", members);
    for (const { organizationId, userId, roles } of members) {
      const held = stack.tenant.organizationMembers.get(String(organizationId), String(userId))?.roles;
      expect(new Set(held as string[])).toEqual(new Set(roles as string[]));
    }
  });
});

test("new scopes of 20 shared APIs cost as many calls in parallel as in sequence, and no listing", async () => {
  stack = await startStack();
  const shared = numbersBelow(20).map((n) => ({ identifier: `https://api-${n}.example.com`, scopes: { mine: "" } }));
  for (const { identifier } of shared) stack.tenant.resourceServers.create({ identifier });
  await stack.create("resourceServerScopes", shared.slice(0, 1));
  const each = stack.calls().length;
  await stack.create("resourceServerScopes", shared.slice(1));
  expect(stack.calls()).toHaveLength(each * 19);
});

test("the scopes of 60 shared APIs are read by the listing of APIs", async () => {
  stack = await startStack();
  const shared = numbersBelow(60).map((n) => ({
    identifier: `https://api-${n}.example.com`,
    scopes: { "read:mine": "" },
  }));
  for (const { identifier } of shared)
    stack.tenant.resourceServers.create({ identifier, scopes: [{ value: "theirs" }] });
  const entries = await stack.create("resourceServerScopes", shared);
  stack.calls();
  const seen = await stack.refresh(entries);
  expect(stack.calls().length).toBeLessThanOrEqual(2);
  expect(seen.every(isSame)).toBe(true);
});

describe("unusable listings", () => {
  const members = numbersBelow(30).map((n) => memberArgs(n, 3));
  const start = async (scopes?: readonly string[]): Promise<readonly [Stack, Entry[]]> => {
    const run = await startStack({}, scopes && { scopes });
    stack = run;
    prepareMembers(run.tenant, members);
    const entries = await run.create("organizationMemberRoles", members);
    run.calls();
    return [run, entries];
  };
  const listings = (calls: readonly string[]) => calls.filter((call) => /members\?/.test(call));
  const roleScopes = ["read", "create", "delete"].map((verb) => `${verb}:organization_member_roles`);

  test("without their scope cost one read per object, and one line in the debug log", async () => {
    const [run, entries] = await start(roleScopes);
    const seen = [...(await run.refresh(entries)), ...(await run.refresh(entries))];
    expect(seen.every(isSame)).toBe(true);
    const calls = run.calls();
    expect(listings(calls)).toHaveLength(1);
    expect(calls.length - 1).toBe(60);
    expect(run.log).toHaveLength(1);
    expect(run.log[0]).toMatch(/one by one from now on.*read:organization_members/);
  });

  test.each([
    ["status 500", { kind: "status", status: 500 }],
    ["a page that is not JSON", { kind: "malformed" }],
    ["an object of another form", { kind: "status", status: 200, body: { members: "many" } }],
    [
      "malformed entries",
      { kind: "status", status: 200, body: [null, 1, {}, { user_id: 7 }, { user_id: "auth0|1", roles: [7] }] },
    ],
    ["status 403", { kind: "status", status: 403 }],
  ] as const)("that return %s cost one read per object, and fail nothing", async (_, fault) => {
    const [run, entries] = await start();
    run.tenant.inject({ ...fault, path: /members\?/, times: Number.POSITIVE_INFINITY });
    const seen = await run.refresh(entries);
    expect(seen.filter((one) => !isSame(one))).toEqual([]);
    const calls = run.calls();
    expect(calls.length - listings(calls).length).toBe(30);
  });

  test("that never end cost no more calls than reading each object", async () => {
    const [run, entries] = await start();
    const page = numbersBelow(100).map((n) => ({ user_id: `auth0|other-${n}`, roles: [] }));
    run.tenant.inject({ kind: "status", status: 200, body: page, path: /members\?/, times: Number.POSITIVE_INFINITY });
    const seen = await run.refresh(entries);
    expect(seen.every(isSame)).toBe(true);
    expect(run.calls().length).toBeLessThanOrEqual(2 * 30 + 2);
  });
});

describe("a value that a listing lacks", () => {
  test("is read per object: the clients of a connection, at tenants that do not list them", async () => {
    stack = await startStack();
    const entries = await stack.create("connection", numbersBelow(20).map(connectionArgs));
    stack.calls();
    const rows = stack.tenant.connections.list().map(({ enabled_clients: _, ...row }) => row);
    stack.tenant.inject({
      kind: "status",
      status: 200,
      body: rows,
      path: /connections\?/,
      times: Number.POSITIVE_INFINITY,
    });
    expect((await stack.refresh(entries)).every(isSame)).toBe(true);
    const calls = stack.calls();
    expect(calls.filter((call) => call.includes("/clients"))).toHaveLength(20);
    expect(calls.length).toBe(21);
  });

  test("is read per object: options without their scope, by one call each and with one warning", async () => {
    stack = await startStack();
    const entries = await stack.create("connection", numbersBelow(10).map(connectionArgs));
    stack.tenant.connections.setClients("corp-7", ["client-b"]);
    const reader = await startStack(
      { seed: stack.tenant.export() },
      { formerly: stack.tenant.domain, scopes: ["read:connections"] },
    );
    const seen = await reader.refresh(entries.map((entry) => reader.taken(entry)));
    const calls = reader.calls();
    await reader.close();
    expect(namesOf(seen.filter((one) => !isSame(one)))).toEqual(["corp-7"]);
    expect(warned.filter((line) => line.includes("read:connections_options"))).toHaveLength(1);
    // The listing, for each the connection and its clients, and both a second time for the one that differs.
    expect(calls).toHaveLength(1 + 2 * 10 + 2);
  });
});

describe("the content of a listing", () => {
  test("is not used after a write of this process", async () => {
    stack = await startStack({}, { parallel: 1 });
    const [first, second, third, fourth] = (await stack.create("resourceServer", numbersBelow(4).map(apiArgs))) as [
      Entry,
      Entry,
      Entry,
      Entry,
    ];
    stack.nextRun();
    await stack.refresh([first, second]);
    stack.tenant.resourceServers.update(third.id, { name: "By hand" });
    await stack.delete(fourth);
    const [seen] = await stack.refresh([third]);
    expect(seen?.outputs.name).toBe("By hand");
  });

  test("is not used for a second refresh", async () => {
    stack = await startStack();
    const entries = await stack.create("resourceServer", numbersBelow(30).map(apiArgs));
    expect((await stack.refresh(entries)).every(isSame)).toBe(true);
    for (const { id } of entries) stack.tenant.resourceServers.update(id, { token_lifetime: 9_000 });
    const seen = await stack.refresh(entries);
    expect(seen.map(({ outputs }) => outputs.tokenLifetime)).toEqual(entries.map(() => 9_000));
  });
});
