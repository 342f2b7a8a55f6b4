import { beforeAll, expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { stack, tenant, withStack } from "../e2e/world.ts";

/** Pulumi's resource options, each with our resources and the real engine; every test continues where the one before ended.
 * `import`, `get`, `ignoreChanges` and `replaceOnChanges` have their tests beside the properties they are about. */
const identifier = "https://orders.example.com";
const api = { args: { identifier, name: "Orders" } };
const userId = "auth0|0123456789abcdef";

let organizationId: string;
let roles: string[];
withStack();
beforeAll(async () => {
  organizationId = String(tenant.organizations.create({ name: "example" }).id);
  roles = ["reader", "editor"].map((name) => String(tenant.roles.create({ name }).id));
  tenant.organizationMembers.add(organizationId, userId);
});

const live = () => tenant.resourceServers.get(identifier);
const writes = () =>
  tenant.requests
    .filter(({ method, operation }) => method !== "GET" && operation !== "token")
    .map(({ method }) => method);

test("aliases: a renamed resource keeps its object", async () => {
  await stack.up({ api });
  const { id } = live() ?? {};
  tenant.clearRequests();
  await stack.up({ orders: { ...api, opts: { aliases: [{ name: "api" }] } } });
  expect(writes()).toEqual([]);
  expect((await stack.entry("orders"))?.id).toBe(id);
});

/** The URN that the object has in the state: an alias for whatever it is moved to. */
const urn = async () => String((await stack.entry("orders"))?.urn);

test("parent and component: a resource moves into a component, and uses its provider", async () => {
  const { domain, clientId, clientSecret } = tenant;
  tenant.clearRequests();
  await stack.up({
    explicit: { kind: "Provider", args: { domain, clientId, clientSecret } },
    team: { kind: "Component", provider: "explicit" },
    orders: { ...api, parent: "team", opts: { aliases: [await urn()] } },
  });
  expect(writes()).toEqual([]);
  expect((await stack.entry("orders"))?.provider).toContain("::explicit::");
});

test("transforms: their values are declared, and reset when the transform is removed", async () => {
  const env = { TRANSFORM_NAME: "Set by the platform" };
  await stack.up({ orders: { ...api, opts: { aliases: [await urn()] } } }, { env });
  expect(live()).toMatchObject({ name: "Set by the platform" });
  await stack.up({ orders: api });
  expect(live()).toMatchObject({ name: "Orders" });
});

const child = { args: { identifier: "https://child.example.com" }, deletedWith: "orders" };

test("dependsOn: roles are assigned after the creation of the API, and removed before its deletion", async () => {
  const member = {
    kind: "OrganizationMemberRoles" as const,
    args: { organizationId, userId, roles },
    dependsOn: ["late"],
  };
  const late = { args: { identifier: "https://late.example.com" } };
  tenant.clearRequests();
  await stack.up({ orders: api, late, member });
  const order = tenant.requests.filter(({ method }) => method === "POST").map(({ operation }) => operation);
  expect(order.filter((operation) => operation !== "token").map((operation) => operation?.split(".")[0])).toEqual([
    "resource-servers",
    expect.stringMatching(/organization|member/),
  ]);
  tenant.clearRequests();
  await stack.up({ orders: api, child });
  const paths = tenant.requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);
  expect(paths.map((path) => path.includes("/organizations/"))).toEqual([true, false]);
});

test("ignoreChanges: a destroy keeps the permissions that others added to a role", async () => {
  tenant.resourceServers.create({ identifier: "https://theirs.example.com", scopes: [{ value: "a" }, { value: "b" }] });
  const [roleId = ""] = roles;
  const permission = (permission_name: string) => ({
    resource_server_identifier: "https://theirs.example.com",
    permission_name,
  });
  const permissions = {
    kind: "RolePermissions" as const,
    args: { roleId, resourceServerIdentifier: "https://theirs.example.com", permissions: ["a"] },
    opts: { ignoreChanges: ["permissions"] },
  };
  await stack.up({ orders: api, child, permissions });
  tenant.rolePermissions.add(roleId, [permission("b")]);
  tenant.clearRequests();
  await stack.run([...upNow, "--refresh"]);
  await stack.up({ orders: api, child });
  expect(writes()).toEqual(["DELETE"]);
  expect(tenant.rolePermissions.list(roleId)).toMatchObject([permission("b")]);
});

test("ignoreChanges of one value: it stays as another client has set it, and the values beside it are sent", async () => {
  const rule = {
    action: "block",
    scope: "authentication",
    match: { geoCountryCodes: ["CA"] },
    notMatch: { asns: [1] },
  };
  const acl = (active: boolean, description = "Block") => ({
    kind: "NetworkAcl" as const,
    args: { description, active, priority: 11, rule },
    opts: { ignoreChanges: ["rule.notMatch"] },
  });
  await stack.up({ orders: api, child, ignoring: acl(false) });
  const [{ id = "" } = {}] = tenant.networkAcls.list();
  const edited = { scope: "authentication", match: { geo_country_codes: ["FR"] }, not_match: { asns: [2] } };
  tenant.networkAcls.update(String(id), { rule: { ...edited, action: { block: true } } });
  const inForce = { match: { geo_country_codes: ["CA"] }, not_match: { asns: [2] } };
  for (const description of ["Block", "Block Canada"]) {
    await stack.up({ orders: api, child, ignoring: acl(true, description) });
    expect(tenant.networkAcls.get(String(id))).toMatchObject({ active: true, description, rule: inForce });
  }
  tenant.clearRequests();
  await stack.up({ orders: api, child, ignoring: acl(true, "Block Canada") });
  expect(writes()).toEqual([]);
  await stack.up({ orders: api, child });
});

test("ignoreChanges of a write-only secret: a replacement creates the object with the declared one", async () => {
  const users = (name: string, opts: object = {}) => ({
    kind: "EventStream" as const,
    args: {
      ...{ name, subscriptions: ["user.created"] },
      webhook: {
        endpoint: "https://events.example.com/",
        authorization: { method: "bearer", token: "token-of-users" },
      },
    },
    opts: { ignoreChanges: ["webhook.authorization.token"], ...opts },
  });
  const stored = () => tenant.export("eventStreams").eventStreams?.map(({ destination }) => destination);
  const webhook = { configuration: { webhook_authorization: { token: "token-of-users" } } };
  await stack.up({ orders: api, child, users: users("Users") });
  await stack.up({ orders: api, child, users: users("New", { replaceOnChanges: ["name"] }) });
  expect(stored()).toMatchObject([webhook]);
  const { urn } = (await stack.entry("users")) ?? {};
  await stack.declare({ orders: api, child, users: users("New", { deleteBeforeReplace: true }) });
  await stack.run([...upNow, "--replace", String(urn)]);
  expect(stored()).toMatchObject([webhook]);
  await stack.up({ orders: api, child });
});

test("replaceOnChanges: an access rule is changed in place; the error for --replace names the alternatives", async () => {
  const rule = { action: "block", scope: "authentication", match: { geoCountryCodes: ["CA"] } };
  const acl = (description: string, opts: object = {}) => ({
    kind: "NetworkAcl" as const,
    args: { description, active: true, priority: 10, rule },
    opts,
  });
  await stack.up({ orders: api, child, acl: acl("Block") });
  const { id, urn } = (await stack.entry("acl")) ?? {};
  tenant.clearRequests();
  await stack.up({ orders: api, child, acl: acl("Block Canada", { replaceOnChanges: ["description"] }) });
  expect(writes()).toEqual(["PUT"]);
  expect(tenant.networkAcls.list()).toMatchObject([{ id, description: "Block Canada" }]);
  const { stdout, stderr } = await stack.run([...upNow, "--replace", String(urn)], { expect: "any" });
  expect(stdout + stderr).toMatch(/exists already[\s\S]*deleteBeforeReplace: true/);
  await stack.up({ orders: api, child, acl: acl("Block", { deleteBeforeReplace: true, replaceOnChanges: ["*"] }) });
  expect(tenant.networkAcls.list().map((one) => one.id)).not.toContain(id);
  await stack.up({ orders: api, child });
});

test("deletedWith: an object that is deleted with another one gets no delete request", async () => {
  expect(await stack.entry("child")).toBeDefined();
  tenant.clearRequests();
  await stack.up({});
  expect(writes()).toEqual(["DELETE"]);
  expect(live()).toBeUndefined();
});

test("protect refuses a deletion; retainOnDelete leaves the object at the tenant", async () => {
  await stack.up({ orders: { ...api, opts: { protect: true } } });
  expect((await stack.up({}, { expect: "any" })).code).not.toBe(0);
  expect(live()).toBeDefined();
  await stack.up({ orders: { ...api, opts: { retainOnDelete: true } } });
  tenant.clearRequests();
  await stack.up({});
  expect(writes()).toEqual([]);
  expect(live()).toBeDefined();
});
