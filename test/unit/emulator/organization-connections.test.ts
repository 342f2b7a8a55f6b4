import { afterEach, describe, expect, test } from "vitest";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const [org, database, enterprise] = ["org_0000000000000001", "con_00000000database", "con_0000000000corp01"];
const seed = {
  organizations: [{ id: org, name: "example" }],
  connections: [
    { id: database, name: "users", strategy: "auth0" },
    { id: enterprise, name: "corp", strategy: "google-apps", options: { client_id: "a" } },
  ],
};
const first = `/organizations/${org}/enabled_connections`;
const second = `/organizations/${org}/connections`;
const missing = { statusCode: 404, error: "Not Found", message: "No connection found by that id" };

test("a newer service accepts and returns unknown properties of a link, and null removes them", async () => {
  const { call } = await setup({ seed, newerService: true });
  const path = `${second}/${enterprise}`;
  const added = await call("POST", second, { connection_id: enterprise, organization_member_access_level: "full" });
  expect([added.status, added.body]).toEqual([
    201,
    expect.objectContaining({ organization_member_access_level: "full" }),
  ]);
  await call("PATCH", path, { organization_member_access_level: "none", other: { a: 1 } });
  expect((await call("GET", path)).body).toMatchObject({ organization_member_access_level: "none", other: { a: 1 } });
  await call("PATCH", path, { other: null });
  expect((await call("GET", path)).body).not.toHaveProperty("other");
  const today = await setup({ seed });
  expect((await today.call("POST", second, { connection_id: enterprise, other: 1 })).status).toBe(400);
});

describe("a connection of an organization", () => {
  test("is added, changed and removed, and both families of routes return the same state", async () => {
    const { call } = await setup({ seed });
    const made = await call("POST", first, { connection_id: enterprise });
    const link = {
      connection_id: enterprise,
      assign_membership_on_login: false,
      show_as_button: true,
      connection: { name: "corp", strategy: "google-apps" },
    };
    expect([made.status, made.body]).toEqual([201, link]);
    const more = { is_enabled: true, organization_access_level: "none" };
    expect((await call("GET", `${second}/${enterprise}`)).body).toEqual({ ...link, ...more });
    const patched = await call("PATCH", `${first}/${enterprise}`, { assign_membership_on_login: true });
    expect([patched.status, patched.body]).toEqual([200, { ...link, assign_membership_on_login: true }]);
    for (let times = 0; times < 2; times += 1) {
      expect((await call("DELETE", `${first}/${enterprise}`)).status).toBe(204);
    }
    for (const path of [first, second]) expect((await call("GET", `${path}/${enterprise}`)).body).toEqual(missing);
    expect((await call("PATCH", `${first}/${enterprise}`, { show_as_button: false })).body).toEqual(missing);
  });

  test("has a setting for sign-up if it is a database, which requires memberships", async () => {
    const { call } = await setup({ seed });
    const signup = { is_signup_enabled: true };
    const membership = { assign_membership_on_login: true };
    for (const body of [
      { connection_id: database, ...signup },
      { connection_id: enterprise, ...signup, ...membership },
    ]) {
      const refused = await call("POST", first, body);
      expect([refused.status, refused.body.errorCode]).toEqual([400, "invalid_body"]);
      expect(refused.body.message).toBe(
        "Only database connections with assign_membership_on_login = true support is_signup_enabled = true.",
      );
    }
    const { body } = await call("POST", first, { connection_id: database, ...signup, ...membership });
    expect(body).toMatchObject({ ...signup, ...membership });
    expect((await call("PATCH", `${first}/${database}`, { assign_membership_on_login: false })).status).toBe(400);
  });

  test("that is disabled is returned by the second family only, and null resets its properties", async () => {
    const { call } = await setup({ seed });
    const named = { organization_connection_name: "Corporate", organization_access_level: "full", is_enabled: false };
    const made = await call("POST", second, { connection_id: enterprise, ...named });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining(named)]);
    expect((await call("GET", first)).body).toEqual([]);
    expect((await call("GET", `${first}/${enterprise}`)).body).toEqual(missing);
    expect((await call("GET", second)).body).toMatchObject([named]);
    expect((await call("GET", `${second}?is_enabled=true`)).body).toEqual([]);
    const nothing = Object.fromEntries(Object.keys(named).map((name) => [name, null]));
    const { body } = await call("PATCH", `${second}/${enterprise}`, nothing);
    expect(body).toMatchObject({ is_enabled: true, organization_access_level: "none" });
    expect(body).not.toHaveProperty("organization_connection_name");
    expect((await call("GET", first)).body).toHaveLength(1);
  });

  test("is listed with totals that the first family counts in a way of its own", async () => {
    const { call } = await setup({ seed });
    for (const connection_id of [enterprise, database]) await call("POST", first, { connection_id });
    const page = "?include_totals=true&per_page=1&page=1";
    const [one, other] = [await call("GET", first + page), await call("GET", second + page)];
    expect(one.body).toMatchObject({
      start: 0,
      limit: 1,
      total: 2,
      enabled_connections: [{ connection_id: database }],
    });
    expect(other.body).toMatchObject({ start: 1, limit: 1, total: 2, connections: [{ connection_id: database }] });
  });

  test("is refused if it is already added, if it is unknown, and as the eleventh", async () => {
    const { call, emulator } = await setup({ seed });
    await call("POST", first, { connection_id: enterprise });
    for (const path of [first, second]) {
      const again = await call("POST", path, { connection_id: enterprise });
      expect([again.status, again.body.message]).toEqual([409, "The organization connection already exists."]);
      expect((await call("POST", path, { connection_id: "con_none" })).status).toBe(404);
      expect((await call("POST", path.replace(org, "org_none"), { connection_id: enterprise })).status).toBe(404);
      expect((await call("POST", path, { connection_id: enterprise, name: "corp" })).status).toBe(400);
    }
    for (let n = 1; n < 10; n += 1) {
      const { id } = emulator.connections.create({ name: `more-${n}`, strategy: "oidc", options: { client_id: "a" } });
      expect((await call("POST", first, { connection_id: id })).status).toBe(201);
    }
    expect((await call("POST", first, { connection_id: database })).status).toBe(403);
  });

  test("is deleted with its organization, and with the connection", async () => {
    const { emulator } = await setup({ seed });
    emulator.organizationConnections.add("example", "corp");
    emulator.organizationConnections.add("example", "users");
    emulator.connections.delete("corp");
    expect(emulator.organizationConnections.list("example")).toMatchObject([{ connection_id: database }]);
    emulator.organizations.delete("example");
    expect(emulator.organizationConnections.list()).toEqual([]);
  });

  test("is created with the organization, all connections or none", async () => {
    const { call, emulator } = await setup({ seed });
    const enabled_connections = [{ connection_id: enterprise, assign_membership_on_login: true }];
    const unknown = [...enabled_connections, { connection_id: "con_none" }];
    const refused = await call("POST", "/organizations", { name: "new", enabled_connections: unknown });
    expect([refused.status, refused.body.message]).toEqual([400, "Connections: con_none not found."]);
    expect(emulator.organizations.get("new")).toBeUndefined();
    const token = emulator.issueToken(["create:organizations"]);
    expect((await call("POST", "/organizations", { name: "new", enabled_connections }, token)).status).toBe(403);
    const { body } = await call("POST", "/organizations", { name: "new", enabled_connections });
    expect(body.enabled_connections).toEqual(enabled_connections);
    expect((await call("GET", `/organizations/${body.id}`)).body).not.toHaveProperty("enabled_connections");
    expect(emulator.organizationConnections.get("new", "corp")).toMatchObject({ assign_membership_on_login: true });
  });

  test("is in the seed that an emulator exports, also by name", async () => {
    const links = [{ organization_id: "example", connection_id: "corp", show_as_button: false }];
    const { emulator } = await setup({ seed: { ...seed, organizationConnections: links } });
    const { emulator: other } = await setup({ seed: emulator.export() });
    expect(other.organizationConnections.list()).toEqual(emulator.organizationConnections.list());
    expect(other.organizationConnections.get("example", enterprise)).toMatchObject({ show_as_button: false });
  });

  test("has an event for each change", async () => {
    const { call, emulator } = await setup({ seed });
    await call("POST", first, { connection_id: enterprise });
    await call("PATCH", `${first}/${enterprise}`, { show_as_button: false });
    await call("DELETE", `${first}/${enterprise}`);
    const ends = { organization: { id: org, name: "example" }, connection: { id: enterprise } };
    const fresh = { assign_membership_on_login: false, show_as_button: true, is_signup_enabled: false };
    expect(emulator.events.published.map(({ type, data }) => [type, data.object])).toEqual([
      ["organization.connection.added", { ...ends, ...fresh }],
      ["organization.connection.updated", { ...ends, ...fresh, show_as_button: false }],
      ["organization.connection.removed", ends],
    ]);
  });
});

describe("an organization", () => {
  test("keeps properties that a PATCH omits, replaces its metadata, and returns neither empty metadata nor a cleared quota", async () => {
    const { call } = await setup();
    const branding = {
      logo_url: "https://example.com/logo.png",
      colors: { primary: "#000000", page_background: "#fff" },
    };
    const token_quota = { client_credentials: { per_day: 100 } };
    const { body: made } = await call("POST", "/organizations", {
      name: "north",
      display_name: "North",
      branding,
      token_quota,
      metadata: { tier: "gold", region: "eu" },
    });
    const path = `/organizations/${made.id}`;
    const change = async (body: object) => (await call("PATCH", path, body)).body;
    expect(await change({ metadata: { tier: "silver" } })).toEqual({ ...made, metadata: { tier: "silver" } });
    expect(await change({ metadata: { tier: null, note: "x" } })).toEqual({ ...made, metadata: { note: "x" } });
    const { metadata: _, ...bare } = made;
    expect(await change({ metadata: {} })).toEqual(bare);
    const { token_quota: __, ...free } = bare;
    expect(await change({ token_quota: null })).toEqual(free);
    expect(await change({ name: "renamed" })).toEqual({ ...free, name: "renamed" });
    expect((await call("POST", "/organizations", { name: "north" })).status).toBe(201);
    const taken = await call("PATCH", path, { name: "north" });
    expect([taken.status, taken.body.errorCode]).toEqual([409, "organization_conflict"]);
  });

  test.each([
    [{ name: "" }],
    [{ name: "North" }],
    [{ name: "org_north" }],
    [{ name: "north-" }],
    [{ name: "a".repeat(51) }],
    [{ name: "north", display_name: "" }],
    [{ name: "north", display_name: null }],
    [{ name: "north", branding: null }],
    [{ name: "north", branding: { colors: { primary: "#000000" } } }],
    [{ name: "north", branding: { colors: null } }],
    [{ name: "north", branding: { logo_url: "http://example.com/logo.png" } }],
    [{ name: "north", branding: { font: "serif" } }],
    [{ name: "north", metadata: { key: 1 } }],
    [{ name: "north", metadata: { key: "x".repeat(256) } }],
    [{ name: "north", metadata: Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`key${n}`, "x"])) }],
    [{ name: "north", token_quota: null }],
    [{ name: "north", token_quota: {} }],
    [{ name: "north", token_quota: { client_credentials: {} } }],
    [{ name: "north", token_quota: { client_credentials: { per_day: 0 } } }],
    [{ name: "north", third_party_client_access: "deny" }],
  ])("%j is refused", async (sent) => {
    const { call } = await setup();
    const { status, body } = await call("POST", "/organizations", sent);
    expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
  });

  test("is listed by name by page, in the requested order, and by age by cursor", async () => {
    const { call } = await setup({ seed: { organizations: ["b", "c", "a"].map((name) => ({ name })) } });
    const listed = async (query: string) => {
      const { body } = await call("GET", `/organizations?${query}`);
      return (body.organizations ?? body).map(({ name }: { name: string }) => name);
    };
    expect(await listed("per_page=2")).toEqual(["a", "b"]);
    expect(await listed("sort=name:-1")).toEqual(["c", "b", "a"]);
    expect(await listed("take=100")).toEqual(["b", "c", "a"]);
    const refused = await call("GET", "/organizations?page=10&per_page=100");
    expect([refused.status, refused.body.errorCode]).toEqual([400, "invalid_paging"]);
  });
});

test("ten members can be added or removed in one call, and eleven are refused", async () => {
  const { call } = await setup({ seed });
  const members = Array.from({ length: 11 }, (_, n) => `auth0|${n}`);
  const path = `/organizations/${org}/members`;
  for (const method of ["POST", "DELETE"]) {
    expect((await call(method, path, { members })).body.errorCode).toBe("invalid_body");
    expect((await call(method, path, { members: members.slice(1) })).status).toBe(204);
  }
});

test("users are found by their e-mail address, as the service keeps it", async () => {
  const users = ["a", "b"].map((name) => ({ user_id: `auth0|${name}`, connection: name, email: "same@example.com" }));
  const { call } = await setup({ seed: { users: [...users, { user_id: "auth0|c", email: "other@example.com" }] } });
  const ids = async (email: string) =>
    (await call("GET", `/users-by-email?email=${encodeURIComponent(email)}`)).body.map(
      ({ user_id }: { user_id: string }) => user_id,
    );
  expect(await ids("same@example.com")).toEqual(["auth0|a", "auth0|b"]);
  expect(await ids("Same@example.com")).toEqual([]);
  expect((await call("GET", "/users-by-email")).body.errorCode).toBe("invalid_query_string");
});
