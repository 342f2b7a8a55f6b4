import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type Program, type TestStack, testStack, upNow } from "../e2e/project.ts";

/**
 * One stack has the organization, another one adds to it; both run at the same time with the real CLI. Every test continues where the one
 * before ended.
 */
const roleIds = Array.from({ length: 5 }, (_, n) => `rol_000000000000000${n}`);
const [buyer = "", seller = "", clerk = "", auditor = "", guest = ""] = roleIds;
const [ownerLogin, guestLogin] = ["con_0000000000000001", "con_0000000000000002"];
// More than the service takes in one call.
const crowd = (team: string) => Array.from({ length: 12 }, (_, n) => `auth0|${team}-${n}`);
const [alice, owners, guests] = ["auth0|alice", crowd("owner"), crowd("guest")];

let tenant: Emulator;
let owner: TestStack;
let other: TestStack;
let organizationId: string;
beforeAll(async () => {
  tenant = await startEmulator({
    latencyMs: { min: 1, max: 30 },
    clients: [{ clientId: "other", clientSecret: "secret-of-the-other" }],
    seed: {
      roles: roleIds.map((id) => ({ id, name: id })),
      connections: [ownerLogin, guestLogin].map((id, n) => ({ id, name: `login-${n}`, strategy: "github" })),
    },
  });
  owner = await testStack(tenant);
  other = await testStack(tenant, { TENANT_CLIENT_ID: "other", TENANT_CLIENT_SECRET: "secret-of-the-other" });
});
afterAll(async () => {
  await Promise.all([owner?.remove(), other?.remove()]);
  await tenant?.close();
});

interface OwnPart {
  readonly organization: object;
  readonly members: readonly string[];
  readonly roles: readonly string[];
}

const ownersProgram = ({ organization, members, roles }: OwnPart): Program => ({
  north: { kind: "Organization", args: organization },
  link: {
    kind: "OrganizationConnection",
    args: { connectionId: ownerLogin, assignMembershipOnLogin: true },
    idsOf: { organizationId: "north" },
  },
  members: { kind: "OrganizationMembers", args: { members }, idsOf: { organizationId: "north" } },
  roles: {
    kind: "OrganizationMemberRoles",
    args: { userId: alice, roles, exclusive: false },
    idsOf: { organizationId: "north" },
    dependsOn: ["members"],
  },
});

const othersProgram = (members: readonly string[], roles: readonly string[]): Program => ({
  link: { kind: "OrganizationConnection", args: { organizationId, connectionId: guestLogin, showAsButton: false } },
  members: { kind: "OrganizationMembers", args: { organizationId, members } },
  roles: { kind: "OrganizationMemberRoles", args: { organizationId, userId: alice, roles, exclusive: false } },
});

interface Held {
  readonly members: readonly string[];
  readonly roles: readonly string[];
  readonly links: readonly string[];
}

function held(): Held {
  const { roles = [] } = Object(tenant.organizationMembers.get(organizationId, alice));
  return {
    members: tenant.organizationMembers
      .list(organizationId)
      .map(({ user_id }) => String(user_id))
      .toSorted(),
    roles: roles.toSorted(),
    links: tenant.organizationConnections.list(organizationId).map(({ connection_id }) => String(connection_id)),
  };
}

/** What of some things was missing after any request, while something ran. */
async function missedDuring(kept: Held, run: () => Promise<unknown>): Promise<readonly string[]> {
  const missed = new Set<string>();
  const stop = tenant.onRequest(() => {
    const now = held();
    for (const part of ["members", "roles", "links"] as const)
      for (const one of kept[part]) if (!now[part].includes(one)) missed.add(`${part}: ${one}`);
  });
  await run();
  stop();
  return [...missed];
}

/** What a client has taken from the organization: members, roles and connections. */
function takenBy(clientId: string): readonly string[] {
  return tenant.requests
    .filter((one) => one.clientId === clientId && one.method === "DELETE" && one.path.split("/").length > 5)
    .flatMap(({ path, body }) => {
      const { members, roles } = Object(body);
      return members ?? roles ?? [path.split("/").at(-1)];
    });
}

test("all objects that one stack creates while the other changes the organization are there in the end", async () => {
  await owner.up(ownersProgram({ organization: { name: "north" }, members: [alice], roles: [buyer] }));
  organizationId = String(tenant.organizations.get("north")?.id);
  // A third one's key, which no program declares.
  tenant.organizations.update(organizationId, { metadata: { crm: "4711" } });
  const organization = {
    name: "north-corp",
    displayName: "North",
    metadata: { plan: "enterprise" },
    branding: { logoUrl: "https://north.example.com/logo.png" },
  };
  const kept: Held = { members: [alice], roles: [buyer], links: [ownerLogin] };
  const missed = await missedDuring(kept, () =>
    Promise.all([
      owner.up(ownersProgram({ organization, members: [alice, ...owners], roles: [buyer, seller] })),
      other.up(othersProgram(guests, [clerk])),
    ]),
  );
  expect(missed).toEqual([]);
  expect(tenant.organizations.get(organizationId)).toMatchObject({
    name: "north-corp",
    display_name: "North",
    metadata: { crm: "4711", plan: "enterprise" },
    branding: { logo_url: "https://north.example.com/logo.png" },
  });
  expect(held()).toEqual({
    members: [alice, ...owners, ...guests].toSorted(),
    roles: [buyer, seller, clerk].toSorted(),
    links: [ownerLogin, guestLogin],
  });
  expect([...takenBy(tenant.clientId), ...takenBy("other")]).toEqual([]);
});

test("one stack removes its members while the other exchanges its own: no member that either keeps is lost", async () => {
  const stays = guests.slice(1);
  const kept: Held = { members: [alice, ...stays], roles: [seller, clerk], links: [ownerLogin, guestLogin] };
  tenant.clearRequests();
  const organization = { name: "north", displayName: "North", metadata: {} };
  const missed = await missedDuring(kept, () =>
    Promise.all([
      owner.up(ownersProgram({ organization, members: [alice], roles: [seller, auditor] })),
      other.up(othersProgram([...stays, "auth0|new"], [clerk, guest])),
    ]),
  );
  expect(missed).toEqual([]);
  expect(held()).toEqual({
    members: [alice, ...stays, "auth0|new"].toSorted(),
    roles: [seller, auditor, clerk, guest].toSorted(),
    links: [ownerLogin, guestLogin],
  });
  expect(takenBy(tenant.clientId).toSorted()).toEqual([...owners, buyer].toSorted());
  expect(takenBy("other")).toEqual([guests[0]]);
  expect(tenant.organizations.get(organizationId)).toMatchObject({ name: "north", metadata: { crm: "4711" } });
  await Promise.all([owner.settled(), other.settled()]);
});

test("a simultaneous destroy of both stacks deletes the organization, and keeps everything else", async () => {
  await Promise.all([owner.destroy(), other.destroy()]);
  expect(tenant.organizations.list()).toEqual([]);
  expect(tenant.organizationMembers.list()).toEqual([]);
  expect(tenant.roles.list().map(({ id }) => id)).toEqual(roleIds);
  expect(tenant.connections.list().map(({ id }) => id)).toEqual([ownerLogin, guestLogin]);
  for (const stack of [owner, other]) {
    const { resources = [] } = (await stack.export()).deployment;
    expect(resources.filter(({ type }) => type.startsWith("pulumi-nodejs:"))).toEqual([]);
  }
});

test("a member that one resource drops stays if another resource of the program declares it, in parallel or later", async () => {
  const south = String(tenant.organizations.create({ name: "south" }).id);
  const having = (members: readonly string[], dependsOn: readonly string[] = []): Program[string] => ({
    ...{ kind: "OrganizationMembers", args: { organizationId: south, members }, dependsOn },
  });
  const bob = "auth0|bob";
  const after = having([bob], ["first"]);
  await owner.up({ first: having([alice, bob, ...owners]), second: having(guests), after });
  await owner.up({ first: having(owners), second: having([alice, ...guests]), after });
  const there = tenant.organizationMembers.list(south).map(({ user_id }) => String(user_id));
  expect(there.toSorted()).toEqual([alice, bob, ...owners, ...guests].toSorted());
  await owner.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("a missing member does not stop the removal of an injected login action; the run names the member", async () => {
  const west = String(tenant.organizations.create({ name: "west" }).id);
  const supported_triggers = [{ id: "post-login", version: "v3" }];
  const injected = String(tenant.actions.create({ name: "injected", supported_triggers }).id);
  tenant.actions.deploy(injected);
  tenant.organizationMembers.add(west, alice);
  const program: Program = {
    roles: { kind: "OrganizationMemberRoles", args: { organizationId: west, userId: alice, roles: [buyer] } },
    // In the order in which the failure kept the rest from being done.
    login: { kind: "TriggerActions", args: { triggerId: "post-login", actions: [] }, dependsOn: ["roles"] },
  };
  await other.up(program);
  tenant.organizationMembers.remove(west, alice);
  tenant.triggerActions.set("post-login", [{ ref: { type: "action_id", value: injected } }]);
  const drift = ["preview", "--refresh", "--expect-no-changes"];
  for (let run = 0; run < 2; run++) {
    const { stdout, stderr } = await other.run([...upNow, "--refresh"]);
    expect(stdout + stderr).toMatch(
      new RegExp(`member "auth0\\|alice" of organization "${west}" differ from the program`),
    );
    expect(tenant.triggerActions.list("post-login")).toEqual([]);
    expect((await other.run(drift, { expect: "any" })).code).toBe(7);
  }
  tenant.organizationMembers.add(west, alice);
  await other.run([...upNow, "--refresh"]);
  expect(tenant.organizationMembers.get(west, alice)?.roles).toEqual([buyer]);
  await other.run(drift);
});
