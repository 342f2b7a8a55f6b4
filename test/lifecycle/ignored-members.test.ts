import { expect, test } from "vitest";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { stackOfEachTest } from "./runs.ts";

/** Sets of which a resource declares all members, and of whose changes the program ignores all (`ignoreChanges`). */
const stack = stackOfEachTest();
const identifier = "https://orders.example.com";
const userId = "auth0|0123456789abcdef";

interface Case {
  readonly name: string;
  readonly property: string;
  /** Prepares the tenant; answers the arguments with one member, and how others add one. */
  readonly prepare: (tenant: Emulator) => { readonly args: JsonObject; readonly add: () => unknown };
  readonly members: (tenant: Emulator) => readonly unknown[];
}

const cases: readonly Case[] = [
  {
    name: "rolePermissions-it",
    property: "permissions",
    prepare(tenant) {
      const roleId = String(tenant.roles.create({ name: "editor" }).id);
      tenant.resourceServers.create({ identifier, scopes: [{ value: "ours" }, { value: "theirs" }] });
      return {
        args: { roleId, resourceServerIdentifier: identifier, permissions: ["ours"] },
        add: () =>
          tenant.rolePermissions.add(roleId, [{ resource_server_identifier: identifier, permission_name: "theirs" }]),
      };
    },
    members: (tenant) => tenant.rolePermissions.list("editor"),
  },
  {
    name: "organizationMembers-it",
    property: "members",
    prepare(tenant) {
      const organizationId = String(tenant.organizations.create({ name: "example" }).id);
      return {
        args: { organizationId, members: [userId], exclusive: true },
        add: () => tenant.organizationMembers.add("example", "auth0|fedcba9876543210"),
      };
    },
    members: (tenant) => tenant.organizationMembers.list("example"),
  },
  {
    name: "organizationMemberRoles-it",
    property: "roles",
    prepare(tenant) {
      const organizationId = String(tenant.organizations.create({ name: "example" }).id);
      const [ours = "", theirs = ""] = ["ours", "theirs"].map((name) => String(tenant.roles.create({ name }).id));
      tenant.organizationMembers.add("example", userId);
      return {
        args: { organizationId, userId, roles: [ours] },
        add: () => tenant.organizationMembers.assignRoles(organizationId, userId, [theirs]),
      };
    },
    members: (tenant) => tenant.organizationMembers.list("example").flatMap(({ roles }) => roles as string[]),
  },
  {
    name: "connectionClients-it",
    property: "clients",
    prepare(tenant) {
      const options = { client_id: "tenant", issuer: "https://idp.example.com/" };
      const connectionId = String(tenant.connections.create({ name: "corp", strategy: "oidc", options }).id);
      return {
        args: { connectionId, clients: ["ours"], exclusive: true },
        add: () => tenant.connections.update(connectionId, { enabled_clients: ["ours", "theirs"] }),
      };
    },
    members: (tenant) => tenant.connections.clientsOf(String(tenant.connections.list()[0]?.id)),
  },
  {
    name: "triggerActions-it",
    property: "actions",
    prepare(tenant) {
      const supported_triggers = [{ id: "post-login", version: "v3" }];
      const [ours = "", theirs = ""] = ["ours", "theirs"].map((name) =>
        String(tenant.actions.create({ name, code: "exports.x = 1;", supported_triggers, deploy: true }).id),
      );
      const bindings = [ours, theirs].map((value) => ({ ref: { type: "action_id", value } }));
      return {
        args: { triggerId: "post-login", actions: [{ actionId: ours }] },
        add: () => tenant.triggerActions.set("post-login", bindings),
      };
    },
    members: (tenant) => tenant.triggerActions.list("post-login"),
  },
];

test.each(cases)(
  "with ignoreChanges, a destroy keeps the members that others added: $name",
  async ({ name, property, prepare, members }) => {
    const { args, add } = prepare(stack.tenant);
    const ignoring = async (program: Readonly<Record<string, JsonObject>>, isRefreshed = false) => {
      const { engine } = await stack.runs.next();
      engine.ignored.set(name, [property]);
      if (isRefreshed) await engine.refresh();
      stack.tenant.clearRequests();
      return (await engine.up(program)).map(({ op, failure }) => failure?.message ?? op);
    };
    await ignoring({ [name]: args });
    expect(members(stack.tenant)).toHaveLength(1);
    await add();
    expect(members(stack.tenant)).toHaveLength(2);
    // The run takes the refreshed list from the state, and has nothing to do.
    expect(await ignoring({ [name]: args }, true)).toEqual(["same"]);
    expect(await ignoring({ [name]: args }, true)).toEqual(["same"]);
    expect(await ignoring({})).toEqual(["delete"]);
    expect(members(stack.tenant)).toHaveLength(1);
  },
);

test("a destroy removes a member that the program declared after a refresh", async () => {
  const [{ name, property, prepare, members }] = cases as [Case];
  const { args, add } = prepare(stack.tenant);
  expect(await stack.up({ [name]: args })).toEqual([]);
  await add();
  const { engine } = await stack.runs.next();
  await engine.refresh();
  expect(await stack.up({ [name]: { ...args, [property]: ["ours", "theirs"] } })).toEqual([]);
  expect(await stack.up({})).toEqual([]);
  expect(members(stack.tenant)).toEqual([]);
});
