import { expect, test, vi } from "vitest";
import { type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { secretsKey } from "../../provider/src/schema/provider-code.ts";
import { loseCreation } from "../harness/faults.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { startWorld } from "./world.ts";

/** What a check says of arguments, which it never refuses. */
async function saidOf(kind: TypeName, args: JsonObject): Promise<readonly string[]> {
  using warn = vi.spyOn(console, "warn").mockReturnValue();
  const world = await startWorld({}, kinds[kind]);
  const { failures } = await world.port.check({}, args);
  await world.close();
  expect(failures).toEqual([]);
  return warn.mock.calls.map(([line]) => String(line));
}

const member = { organizationId: "org_0123456789abcdef", userId: "auth0|alice", roles: ["rol_0123456789abcdef"] };

test.each<[TypeName, JsonObject, string]>([
  [
    "organizationMemberRoles",
    { ...member, organizationId: "north" },
    'organizationId: expected an id, which begins with "org_", and got "north". Is this a name?',
  ],
  [
    "organizationMemberRoles",
    { ...member, roles: ["admin", ...member.roles, "editor"] },
    'roles: expected an id, which begins with "rol_", and got "admin", "editor". Is this a name?',
  ],
  [
    "connectionClients",
    { connectionId: "corp", clients: ["any text"] },
    'connectionId: expected an id, which begins with "con_", and got "corp". Is this a name?',
  ],
])(
  "%s: a name instead of an id causes a warning with the prefix of ids, and is accepted: %j",
  async (kind, args, hint) => {
    expect(await saidOf(kind, args)).toEqual([`warning: ${kinds[kind].label(args)}: ${hint}`]);
  },
);

test.each<[TypeName, JsonObject]>([
  ["organizationMemberRoles", member],
  ["organizationMemberRoles", { organizationId: unknownValue, userId: unknownValue, roles: [unknownValue] }],
  ["organizationMemberRoles", { ...member, roles: unknownValue }],
  ["connectionClients", { connectionId: unknownValue, clients: ["any text"] }],
])("%s: ids and unknown values cause no warning: %j", async (kind, args) => {
  expect(await saidOf(kind, args)).toEqual([]);
});

const lost = "unconfirmed:north";
test.each<[TypeName, JsonObject, readonly string[]]>([
  ["organizationMembers", { organizationId: lost, members: ["auth0|alice"] }, ["organizationId"]],
  ["organizationMemberRoles", { ...member, roles: [lost, ...member.roles] }, ["roles"]],
  ["rolePermissions", { roleId: lost, resourceServerIdentifier: lost, permissions: [] }, ["roleId"]],
  ["connectionClients", { connectionId: lost, clients: [lost, "portal"] }, ["connectionId", "clients"]],
  ["triggerActions", { triggerId: "post-login", actions: [{ actionId: lost }] }, ["actions[0].actionId"]],
  ["clientGrant", { clientId: lost, audience: "https://orders.example.com", scope: [] }, ["clientId"]],
  [
    "connection",
    {
      name: "corp",
      strategy: "samlp",
      options: { signInEndpoint: "https://idp.example.com", idpinitiated: { enabled: true, client_id: lost } },
    },
    ["options.idpinitiated.client_id"],
  ],
])("%s: the provisional id of a lost creation is refused, with the remedy: %j", async (kind, args, places) => {
  using warn = vi.spyOn(console, "warn").mockReturnValue();
  const world = await startWorld({}, kinds[kind]);
  const { failures } = await world.port.check({}, args);
  await world.close();
  const why = `"${lost}" is a provisional id: the response to the creation of that object was lost.`;
  const wayOut = "Run `pulumi up --refresh`, which looks up the object first";
  expect(failures).toEqual(places.map((place) => `${place}: ${why} ${wayOut}`));
  expect(warn).not.toHaveBeenCalled();
});

test.each<[TypeName, JsonObject, readonly string[]]>([
  [
    "organization",
    { name: "north" },
    ['organization "north" exists at the tenant now, but the state still has the provisional id "unconfirmed:north"'],
  ],
  // The service takes this one's identifier in place of its id.
  ["resourceServer", { identifier: "https://orders.example.com" }, []],
])(
  "%s: an up that adopts the object of a lost creation says what a refresh still has to do",
  async (kind, args, says) => {
    using warn = vi.spyOn(console, "warn").mockReturnValue();
    const world = await startWorld({}, kinds[kind]);
    loseCreation(world.tenant, "/api/v2/");
    expect((await world.engine.up({ it: args }))[0]?.failure?.message).toContain(
      "Run `pulumi up --refresh`: that run checks the tenant",
    );
    world.tenant.clearFaults();
    expect((await world.engine.up({ it: { ...args, adopt: true } }))[0]?.failure).toBeUndefined();
    const said = warn.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("--refresh"));
    expect(said).toEqual(says.map((text) => expect.stringContaining(text)));
    warn.mockClear();
    await world.engine.refresh();
    expect(world.engine.state.get("it")?.id).not.toContain("unconfirmed");
    expect(await world.engine.changes({ it: { ...args, adopt: true } })).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
    await world.close();
  },
);

test.each<[TypeName, JsonObject]>([
  ["organization", { name: "north", displayName: lost }],
  ["clientGrant", { clientId: "portal", audience: lost, scope: [] }],
])("%s: a property that is not an id can have any text: %j", async (kind, args) => {
  expect(await saidOf(kind, args)).toEqual([]);
});

test("a warning contains neither a secret nor control characters", async () => {
  const [hint, ...more] = await saidOf("organizationMemberRoles", {
    ...member,
    organizationId: "hidden-name",
    roles: ["\u001b[2K"],
    [secretsKey]: ["/organizationId"],
  });
  expect(hint).toMatch(/organizationId: expected an id, which begins with "org_"/);
  const all = [hint, ...more].join("\n");
  expect(all).not.toContain("hidden-name");
  expect(all).not.toContain("\u001b");
});
