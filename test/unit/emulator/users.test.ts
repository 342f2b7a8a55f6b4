import { afterEach, describe, expect, test } from "vitest";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const api = "https://orders.example.com";
const scopes = ["read:orders", "write:orders"].map((value) => ({ value, description: `May ${value}` }));
const seed = {
  resourceServers: [{ identifier: api, name: "Orders", scopes }],
  roles: ["c", "a", "b"].map((name) => ({ id: `rol_${name}`, name })),
  users: [{ user_id: "auth0|1", email: "a@example.com" }],
};
const user = "/users/auth0%7C1";

describe("the roles of a user", () => {
  const path = `${user}/roles`;

  test("are listed by name, whatever the order of their assignment", async () => {
    const { call, emulator } = await setup({ seed });
    for (const id of ["rol_c", "rol_a", "rol_b"]) expect((await call("POST", path, { roles: [id] })).status).toBe(204);
    const { body } = await call("GET", path);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(["a", "b", "c"]);
    expect((await call("GET", `${path}?include_totals=true&per_page=2`)).body).toMatchObject({
      total: 3,
      roles: [{ name: "a" }, { name: "b" }],
    });
    expect(emulator.userRoles.list("auth0|1")).toEqual(["rol_c", "rol_a", "rol_b"]);
    expect(emulator.export("userRoles")).toEqual({
      userRoles: [{ user_id: "auth0|1", roles: ["rol_c", "rol_a", "rol_b"] }],
    });
  });

  test("cannot be removed if they do not exist, and can be removed if the user lacks them", async () => {
    const { call } = await setup({ seed: { ...seed, userRoles: [{ user_id: "auth0|1", roles: ["a"] }] } });
    const gone = await call("DELETE", path, { roles: ["rol_a", "rol_gone"] });
    expect([gone.status, gone.body.message]).toEqual([404, "The role does not exist."]);
    expect((await call("GET", path)).body).toHaveLength(1);
    expect((await call("DELETE", path, { roles: ["rol_b"] })).status).toBe(204);
    expect((await call("DELETE", path, { roles: ["rol_a"] })).status).toBe(204);
    expect((await call("GET", path)).body).toEqual([]);
  });

  test("are limited to fifty", async () => {
    const roles = Array.from({ length: 51 }, (_, n) => ({ id: `rol_${n}`, name: `role ${n}` }));
    const { call } = await setup({ seed: { ...seed, roles } });
    const ids = roles.map(({ id }) => id);
    expect((await call("POST", path, { roles: ids })).status).toBe(409);
    expect((await call("POST", path, { roles: ids.slice(1) })).status).toBe(204);
  });
});

test("the permissions of a user are added, listed with their API and source, and removed", async () => {
  const { call, emulator } = await setup({ seed });
  const path = `${user}/permissions`;
  const pair = (name: string) => ({ resource_server_identifier: api, permission_name: name });
  const all = { permissions: ["write:orders", "read:orders"].map(pair) };
  expect(await call("POST", path, all)).toMatchObject({ status: 201, body: {} });
  const { body } = await call("GET", path);
  expect(body.map(({ permission_name }: { permission_name: string }) => permission_name)).toEqual([
    "read:orders",
    "write:orders",
  ]);
  expect(body[0]).toEqual({
    ...pair("read:orders"),
    description: "May read:orders",
    resource_server_name: "Orders",
    sources: [{ source_id: "", source_name: "", source_type: "DIRECT" }],
  });
  expect((await call("POST", path, { permissions: [pair("none")] })).status).toBe(404);
  expect((await call("DELETE", path, { permissions: [pair("read:orders")] })).status).toBe(204);
  expect(emulator.userPermissions.list("auth0|1")).toEqual([pair("write:orders")]);
  emulator.resourceServers.update(api, { scopes: [] });
  expect((await call("GET", path)).body).toEqual([]);
  expect((await call("GET", "/users/auth0%7C2/permissions")).status).toBe(404);
  expect(emulator.export("userPermissions")).toEqual({ userPermissions: [] });
});

describe("a user", () => {
  test("is returned without properties that only requests have", async () => {
    const { call } = await setup({ seed });
    const sent = { connection: "users", email: "b@example.com", password: "not a secret", verify_email: false };
    const { body } = await call("POST", "/users", sent);
    const path = `/users/${encodeURIComponent(body.user_id)}`;
    const changed = await call("PATCH", path, { verify_email: true, client_id: "a", verify_phone_number: true });
    for (const shown of [body, changed.body, (await call("GET", path)).body]) {
      for (const name of ["password", "verify_email", "client_id", "verify_phone_number"])
        expect(shown).not.toHaveProperty(name);
    }
  });

  test("has metadata that an update merges; empty user_metadata stays, empty app_metadata disappears", async () => {
    const { call } = await setup({ seed });
    const metadata = { a: 1, b: { c: 1, d: 2 } };
    await call("PATCH", user, { user_metadata: metadata, app_metadata: metadata });
    const part = { a: null, b: { c: 2 } };
    expect((await call("PATCH", user, { user_metadata: part, app_metadata: part })).body).toMatchObject({
      user_metadata: { b: { c: 2 } },
      app_metadata: { b: { c: 2 } },
    });
    expect((await call("PATCH", user, { name: "A" })).body).toMatchObject({ app_metadata: { b: { c: 2 } } });
    const { body } = await call("PATCH", user, { user_metadata: {}, app_metadata: {} });
    expect(body.user_metadata).toEqual({});
    expect(body).not.toHaveProperty("app_metadata");
    const made = await call("POST", "/users", { connection: "users", user_metadata: {}, app_metadata: {} });
    expect(made.body.user_metadata).toEqual({});
    expect(made.body).not.toHaveProperty("app_metadata");
  });

  test("is found by a query", async () => {
    const more = [
      { user_id: "auth0|2", email: "b@example.com", app_metadata: { plan: "gold" } },
      { user_id: "auth0|3", email: "c@example.org", name: "Carol Example" },
    ];
    const { call } = await setup({ seed: { ...seed, users: [...seed.users, ...more] } });
    const ids = async (q: string) =>
      (await call("GET", `/users?search_engine=v3&q=${encodeURIComponent(q)}`)).body.map(
        (one: { user_id: string }) => one.user_id,
      );
    expect(await ids('email:"a@example.com"')).toEqual(["auth0|1"]);
    expect(await ids("email:*@example.com AND app_metadata.plan:gold")).toEqual(["auth0|2"]);
    expect(await ids('name:"carol example" OR user_id:"auth0|1"')).toEqual(["auth0|1", "auth0|3"]);
    expect(await ids('identities.provider:"auth0"')).toHaveLength(3);
    expect(await ids("email:a")).toEqual([]);
    const refused = await call("GET", `/users?q=${encodeURIComponent("email:(a OR b)")}`);
    expect([refused.status, refused.body.errorCode]).toEqual([400, "invalid_query_string"]);
  });
});

test("the organizations of a user are returned without their applications and domains", async () => {
  const { call, emulator } = await setup({ seed: { ...seed, organizations: [{ id: "org_1", name: "one" }] } });
  emulator.organizations.setListOf("one", "discovery_domains", [{ id: "ord_1", domain: "one.example.com" }]);
  emulator.organizationMembers.add("one", "auth0|1");
  const { body } = await call("GET", `${user}/organizations`);
  expect(body).toEqual([(await call("GET", "/organizations/org_1")).body]);
});

test.each([
  ["auth0", "auth0"],
  ["sms", "sms"],
  ["email", "email"],
])("a user of a connection with the strategy %s has an id that begins with %s", async (strategy, provider) => {
  const { call } = await setup();
  await call("POST", "/connections", { name: "people", strategy });
  const login = strategy === "sms" ? { phone_number: "+15551234567" } : { email: "a@example.com" };
  const { status, body } = await call("POST", "/users", { connection: "people", ...login });
  expect(status).toBe(201);
  expect(body.user_id).toMatch(new RegExp(`^${provider}\\|[0-9a-f]{24}$`));
  expect(body.identities).toMatchObject([{ connection: "people", provider, isSocial: false }]);
});
