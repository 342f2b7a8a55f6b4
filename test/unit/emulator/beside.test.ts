import { X509Certificate } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { withNeeded } from "../../subjects/needed-options.ts";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

describe("organizations", () => {
  test("are created, found by name, changed, and deleted, once only", async () => {
    const { call } = await setup();
    const { status, body } = await call("POST", "/organizations", { name: "example" });
    const made = {
      id: expect.stringMatching(/^org_/),
      name: "example",
      third_party_client_access: "block",
      is_app_entitlement_active: false,
    };
    expect([status, body]).toEqual([201, made]);
    expect((await call("GET", "/organizations/name/example")).body).toEqual(body);
    const missing = { statusCode: 404, error: "Not Found", message: "No organization found by that id or name" };
    expect((await call("GET", `/organizations/name/${body.id}`)).body).toEqual(missing);
    expect((await call("PATCH", `/organizations/${body.id}`, { display_name: "E" })).body.display_name).toBe("E");
    expect(Object.keys((await call("GET", "/organizations?take=5&include_totals=true")).body)).toEqual([
      "organizations",
    ]);
    expect((await call("DELETE", `/organizations/${body.id}`)).status).toBe(204);
    expect((await call("DELETE", `/organizations/${body.id}`)).body).toEqual(missing);
  });

  test("have members, who are users with a profile", async () => {
    const { call } = await setup({ seed: { organizations: [{ id: "org_a", name: "a" }] } });
    const { body: user } = await call("POST", "/users", { connection: "users", email: "a@example.com", user_id: "1" });
    expect(user).toMatchObject({
      user_id: "auth0|1",
      email: "a@example.com",
      picture:
        "https://s.gravatar.com/avatar/b418773a2c51fb9777a1648346fa7394?s=480&r=pg&d=https%3A%2F%2Fcdn.auth0.com%2Favatars%2Fa.png",
      identities: [{ connection: "users", user_id: "1", provider: "auth0", isSocial: false }],
    });
    const path = "/organizations/org_a/members";
    expect((await call("POST", path, { members: ["auth0|1", "auth0|2"] })).status).toBe(204);
    expect((await call("GET", `${path}?include_totals=true&take=50`)).body).toEqual({
      members: [
        { user_id: "auth0|1", email: "a@example.com", name: "a@example.com", picture: user.picture },
        { user_id: "auth0|2" },
      ],
    });
    expect((await call("GET", "/users/auth0%7C1/organizations")).body).toMatchObject([{ id: "org_a" }]);
    // they are listed by their own age, not by that of the membership, so that no page skips one
    const { body: older } = await call("POST", "/organizations", { name: "older" });
    const { body: newer } = await call("POST", "/organizations", { name: "newer" });
    for (const { id } of [newer, older]) await call("POST", `/organizations/${id}/members`, { members: ["auth0|1"] });
    const ids: string[] = [];
    for (let from = ""; ; ) {
      const { body } = await call("GET", `/users/auth0%7C1/organizations?take=1${from}`);
      ids.push(...body.organizations.map(({ id }: { id: string }) => id));
      if (body.next === undefined) break;
      from = `&from=${body.next}`;
    }
    expect(ids).toEqual(["org_a", older.id, newer.id]);
    expect((await call("DELETE", path, { members: ["auth0|2"] })).status).toBe(204);
    expect((await call("DELETE", "/users/auth0%7C1")).status).toBe(204);
    expect((await call("GET", path)).body).toEqual([]);
    expect((await call("GET", "/users/auth0%7C1")).body).toEqual({
      statusCode: 404,
      error: "Not Found",
      message: "The user does not exist.",
      errorCode: "inexistent_user",
    });
  });
});

test("every response has the content type JSON, even without a body", async () => {
  const { call } = await setup();
  const answers = await Promise.all([
    call("GET", "/roles"),
    call("DELETE", "/connections/con_none"),
    call("GET", "/nowhere"),
    call("POST", "/roles", {}),
  ]);
  expect(answers.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual(
    [200, 204, 404, 400].map((status) => [status, "application/json; charset=utf-8"]),
  );
});

test("an unknown action is a 404", async () => {
  const { call } = await setup();
  expect((await call("GET", "/actions/actions/a")).body).toEqual({
    statusCode: 404,
    error: "Not Found",
    message: "That action does not exist.",
  });
});

test("effective roles of users and members are listed by cursor, each in the order of its id", async () => {
  const roles = ["rol_b", "rol_a"].map((id) => ({ id, name: id }));
  const { call, emulator } = await setup({ seed: { roles, organizations: [{ id: "org_a", name: "a" }] } });
  const { body: user } = await call("POST", "/users", { connection: "users", email: "a@example.com" });
  const path = `/users/${encodeURIComponent(user.user_id)}`;
  await call("POST", `${path}/roles`, { roles: ["rol_b", "rol_a"] });
  emulator.organizationMembers.add("org_a", user.user_id, { roles: ["rol_b", "rol_a"] });
  for (const list of [`${path}/effective-roles`, `/organizations/org_a/members/${user.user_id}/effective-roles`]) {
    const { body: first } = await call("GET", `${list}?take=1`);
    // where roles are listed, each has a description
    expect(first).toEqual({ roles: [{ ...roles[1], description: "" }], next: expect.any(String) });
    const { body: second } = await call("GET", `${list}?take=1&from=${first.next}`);
    expect(second).toEqual({ roles: [{ ...roles[0], description: "" }] });
  }
});

test("a deleted application is removed from every connection", async () => {
  const { call } = await setup();
  const { body: client } = await call("POST", "/clients", { name: "Application" });
  expect(client).toMatchObject({ client_id: expect.stringMatching(/^[A-Za-z0-9]{32}$/), name: "Application" });
  const enabled_clients = [client.client_id, "other"];
  const { body } = await call("POST", "/connections", { name: "a", strategy: "custom", enabled_clients });
  expect((await call("GET", "/clients?is_global=false&include_totals=true&fields=name")).body).toEqual({
    total: 1,
    start: 0,
    limit: 100,
    clients: [{ name: "Application", tenant: "emulator" }],
  });
  expect((await call("DELETE", `/clients/${client.client_id}`)).status).toBe(204);
  expect((await call("GET", `/connections/${body.id}`)).body.enabled_clients).toEqual(["other"]);
  expect((await call("GET", `/clients/${client.client_id}`)).body).toEqual({
    statusCode: 404,
    error: "Not Found",
    message: "The client does not exist",
    errorCode: "inexistent_client",
  });
});

test("an API returns its linked application until that is deleted", async () => {
  const { call } = await setup();
  const { body: api } = await call("POST", "/resource-servers", { identifier: "urn:a" });
  const sent = { name: "API", app_type: "resource_server", resource_server_identifier: "urn:a" };
  const { client_id } = (await call("POST", "/clients", sent)).body;
  expect((await call("GET", `/resource-servers/${api.id}`)).body).toEqual({ ...api, client_id });
  expect((await call("DELETE", `/clients/${client_id}`)).status).toBe(204);
  expect((await call("GET", `/resource-servers/${api.id}`)).body).toEqual(api);
});

test.each([
  ["/client-grants?take=50", { client_grants: [] }],
  ["/client-grants?include_totals=true", { total: 0, start: 0, limit: 100, client_grants: [] }],
  ["/actions/actions?page=0&per_page=100", { actions: [], per_page: 100 }],
  ["/actions/modules?page=0&per_page=100", { modules: [], per_page: 100 }],
  ["/connections-directory-provisionings?take=50", { directory_provisionings: [] }],
])("%s is empty", async (path, expected) => {
  const { call } = await setup();
  expect(await call("GET", path)).toMatchObject({ status: 200, body: expected });
});

describe("a connection", () => {
  const start = async (strategy: string, options = {}) => {
    const own = await setup();
    const { id } = own.emulator.connections.create({ name: "corp", strategy, options: withNeeded(strategy, options) });
    return { ...own, path: `/connections/${id}` };
  };

  test("has keys for oidc and okta, which can be rotated", async () => {
    const { call, path } = await start("oidc");
    const { body: keys } = await call("GET", `${path}/keys`);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toEqual({
      kid: expect.stringMatching(/^[\w-]{43}$/),
      algorithm: "RS256",
      key_use: "signing",
      subject_dn: "/CN=corp",
      cert: expect.stringMatching(/^-----BEGIN CERTIFICATE-----\r\n/),
      pkcs: expect.stringMatching(/^-----BEGIN PKCS7-----\r\n/),
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){19}[0-9A-F]{2}$/),
      thumbprint: expect.stringMatching(/^[0-9A-F]{40}$/),
      current: true,
      current_since: expect.any(String),
    });
    expect(new X509Certificate(keys[0].cert).publicKey.asymmetricKeyType).toBe("rsa");
    const rotated = await call("POST", `${path}/keys/rotate`);
    expect([rotated.status, rotated.body.next]).toEqual([201, true]);
    const after = (await call("GET", `${path}/keys`)).body;
    expect(after.map(({ kid }: { kid: string }) => kid)).toEqual([keys[1].kid, keys[0].kid, rotated.body.kid]);
    expect(after[1]).toMatchObject({ previous: true });
    expect((await (await start("samlp")).call("GET", `${path}/keys`)).status).toBe(404);
  });

  test("has a SCIM configuration, created without a body, and SCIM tokens", async () => {
    const { call, path } = await start("oidc");
    const scim = `${path}/scim-configuration`;
    const none = { statusCode: 404, error: "Not Found", message: "Not Found" };
    expect((await call("GET", scim)).body).toEqual(none);
    const { status, body } = await call("POST", scim);
    expect([status, body]).toMatchObject([
      201,
      { tenant_name: "emulator", connection_name: "corp", strategy: "oidc", user_id_attribute: "externalId" },
    ]);
    expect(body.mapping).toHaveLength(32);
    expect(body.mapping.slice(1, 4)).toEqual([
      { auth0: "email", scim: "emails[primary eq true].value" },
      { auth0: "app_metadata.external_id", scim: "externalId" },
      { auth0: "blocked", scim: "active" },
    ]);
    expect(body.mapping.at(-1)).toEqual({
      auth0: "app_metadata.manager",
      scim: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User.manager",
    });
    expect((await call("GET", `${scim}/default-mapping`)).body).toEqual({ mapping: body.mapping });
    expect((await call("POST", scim)).status).toBe(400);
    expect((await call("GET", "/connections-scim-configurations?take=50")).body).toEqual({
      scim_configurations: [body],
    });
    const { body: token } = await call("POST", `${scim}/tokens`, { scopes: ["get:users"] });
    expect(token).toMatchObject({
      token_id: expect.stringMatching(/^tok_[A-Za-z0-9]{16}$/),
      token: expect.stringMatching(/^tok_[A-Za-z0-9]{16}\.[0-9a-f]{64}$/),
    });
    const { token: _, ...shown } = token;
    expect((await call("GET", `${scim}/tokens`)).body).toEqual([shown]);
    const limited = await call("POST", `${scim}/tokens`, { scopes: ["get:users"], token_lifetime: 900 });
    expect(limited.body).toMatchObject({ valid_until: expect.any(String) });
    expect((await call("POST", `${scim}/tokens`, { scopes: ["get:users"] })).status).toBe(409);
    expect((await call("DELETE", `${scim}/tokens/${limited.body.token_id}`)).status).toBe(204);
    const { mapping } = body;
    expect((await call("PATCH", scim, { user_id_attribute: "id" })).status).toBe(400);
    expect((await call("PATCH", scim, { user_id_attribute: "id", mapping })).body).toMatchObject({
      user_id_attribute: "id",
    });
    expect((await call("GET", `${scim}/tokens`)).body).toEqual([shown]);
    expect((await call("DELETE", `${scim}/tokens/${token.token_id}`)).status).toBe(204);
    expect((await call("DELETE", scim)).status).toBe(204);
    expect((await call("GET", `${scim}/tokens`)).body).toEqual(none);
  });

  test("has a SCIM configuration with other attributes for waad", async () => {
    const { call, path } = await start("waad");
    const { mapping } = (await call("POST", `${path}/scim-configuration`)).body;
    expect(mapping).toHaveLength(30);
    expect(mapping.slice(0, 3)).toEqual([
      { auth0: "upn", scim: "userName" },
      { auth0: "email", scim: 'emails[type eq "work"].value' },
      { auth0: "app_metadata.external_id", scim: "externalId" },
    ]);
    expect(mapping.slice(9, 13)).toEqual([
      { auth0: "app_metadata.work_phone_number", scim: 'phoneNumbers[type eq "work"].value' },
      { auth0: "app_metadata.mobile_phone_number", scim: 'phoneNumbers[type eq "mobile"].value' },
      { auth0: "app_metadata.fax_number", scim: 'phoneNumbers[type eq "fax"].value' },
      { auth0: "app_metadata.street_address", scim: 'addresses[type eq "work"].streetAddress' },
    ]);
  });

  test("has no SCIM configuration for a strategy without SCIM, which is an error", async () => {
    const { call, path } = await start("auth0");
    expect((await call("POST", `${path}/scim-configuration`)).body).toEqual({
      statusCode: 404,
      error: "Not Found",
      message: "This connection type does not support SCIM.",
    });
  });

  test("has a directory with groups for google-apps", async () => {
    const { call, path } = await start("google-apps");
    const directory = `${path}/directory-provisioning`;
    const { body } = await call("POST", directory, {});
    expect(body).toMatchObject({
      strategy: "google-apps",
      synchronize_automatically: false,
      synchronize_groups: "off",
    });
    expect(body.mapping).toHaveLength(51);
    expect(body.mapping.slice(0, 3)).toEqual([
      { auth0: "app_metadata.external_id", idp: "id" },
      { auth0: "email", idp: "primaryEmail" },
      { auth0: "primaryEmail", idp: "primaryEmail" },
    ]);
    expect(body.mapping.slice(13, 15)).toEqual([
      { auth0: "blocked", idp: "suspended" },
      { auth0: "suspensionReason", idp: "suspensionReason" },
    ]);
    expect(body.mapping.at(-1)).toEqual({ auth0: "customSchemas", idp: "customSchemas" });
    expect((await call("GET", `${directory}/default-mapping`)).body).toEqual({ mapping: body.mapping });
    expect((await call("PUT", `${directory}/synchronized-groups`, { groups: [{ id: "a" }] })).status).toBe(204);
    expect((await call("GET", `${directory}/synchronized-groups`)).body).toEqual({ groups: [{ id: "a" }] });
    const groups = `${directory}/synchronized-groups`;
    const listed = async (query = "") => (await call("GET", `${groups}${query}`)).body;
    const named = { id: "c", name: "C", email: "c@example.com" };
    expect((await call("POST", groups, { groups: [named, { id: "B" }] })).status).toBe(204);
    expect(await listed()).toEqual({ groups: [{ id: "B" }, { id: "a" }, named] });
    const { next } = await listed("?take=2");
    expect(await listed(`?take=2&from=${next}`)).toEqual({ groups: [named] });
    expect((await call("POST", groups, { groups: [{ id: "c" }] })).status).toBe(204);
    expect((await call("DELETE", groups, { groups: [{ id: "a" }, { id: "none" }] })).status).toBe(204);
    expect(await listed()).toEqual({ groups: [{ id: "B" }, { id: "c" }] });
    for (const wrong of [{ id: "a b" }, { id: "a", email: "" }, {}])
      expect((await call("POST", groups, { groups: [wrong] })).body.errorCode).toBe("invalid_body");
    const many = Array.from({ length: 101 }, (_, n) => ({ id: `g${n}` }));
    expect((await call("POST", groups, { groups: many })).status).toBe(400);
    expect((await call("PUT", groups, { groups: many })).status).toBe(204);
    expect((await call("PUT", groups, { groups: [] })).status).toBe(204);
    expect(await listed()).toEqual({ groups: [] });
    expect((await call("GET", "/connections-directory-provisionings?take=1")).body).toEqual({
      directory_provisionings: [body],
    });
  });

  test("has a status, and a database has users that can be deleted by e-mail", async () => {
    const { call, path } = await start("ad");
    expect((await call("GET", `${path}/status`)).status).toBe(404);
    const { body } = await call("DELETE", `${path}/users?email=a@example.com`);
    expect([body.statusCode, body.message]).toEqual([400, "Connection must be a database connection"]);
    const database = await start("auth0");
    expect((await database.call("DELETE", `${database.path}/users?email=a@example.com`)).status).toBe(204);
  });

  test("is deleted with its users, and no other users", async () => {
    const { call, path } = await start("auth0");
    const { name } = (await call("GET", path)).body;
    for (const connection of [name, "others"])
      await call("POST", "/users", { connection, email: `${connection}@example.com` });
    await call("DELETE", path);
    const { body } = await call("GET", "/users");
    expect(body.map(({ email }: { email: string }) => email)).toEqual(["others@example.com"]);
  });
});

describe("a response of the service is a valid seed, and is returned unchanged", () => {
  // As a tenant of another age answers them: fewer keys here, more there.
  const ciphertexts = {
    OLD: `2.0$${"ab".repeat(16)}$${"cd".repeat(16)}$${"ef".repeat(32)}`,
    OTHER: `CgR${"lZmdoEqgB".repeat(20)}mI=`,
    NEW: `CkIK${"IFB7R8wZ".repeat(20)}s9k=`,
  };
  const connection = {
    id: "con_0000000000000001",
    options: { passwordPolicy: "low", password_options: {}, configuration: ciphertexts },
    strategy: "auth0",
    name: "old",
    is_domain_connection: false,
    enabled_clients: ["b", "a"],
    realms: ["old"],
  };
  const system = {
    id: "0123456789abcdef01234567",
    name: "Auth0 Management API",
    identifier: "https://example.eu.auth0.com/api/v2/",
    is_system: true,
    signing_alg: "RS256",
    token_lifetime: 86400,
    token_lifetime_for_web: 7200,
  };
  const client = { client_id: "c".repeat(32), name: "Application", client_secret: "none", more: { deep: 1 } };
  const user = { user_id: "google-oauth2|1", identities: [{ provider: "google-oauth2", user_id: "1" }], logins: 3 };

  test("of a tenant of any age", async () => {
    const { emulator, call } = await setup({
      seed: { connections: [connection], resourceServers: [system], clients: [client], users: [user] },
    });
    expect((await call("GET", `/connections/${connection.id}`)).body).toEqual(connection);
    expect((await call("GET", `/resource-servers/${system.id}`)).body).toEqual(system);
    expect((await call("GET", `/clients/${client.client_id}`)).body).toEqual(client);
    expect((await call("GET", "/users/google-oauth2%7C1")).body).toEqual(user);
    expect((await call("GET", "/resource-servers?include_totals=true")).body).toEqual({
      total: 1,
      start: 0,
      limit: 100,
      resource_servers: [system],
    });
    for (const domain of [emulator.url, "https://example.eu.auth0.com"]) {
      const path = `/resource-servers/${encodeURIComponent(`${domain}/api/v2/`)}`;
      expect((await call("GET", path)).body).toEqual(system);
      expect((await call("DELETE", path)).status).toBe(400);
    }
    expect((await call("POST", "/resource-servers", { identifier: `${emulator.url}/api/v2/` })).status).toBe(409);
    const copy = await setup({ seed: emulator.export() });
    expect(copy.emulator.connections.list()).toEqual([connection]);
    expect(copy.emulator.clients.list()).toEqual([client]);
  });

  test("of a connection of any strategy", async () => {
    const { emulator } = await setup();
    for (const strategy of ["oidc", "waad", "samlp", "adfs", "google-apps", "github", "facebook", "line", "sms"]) {
      emulator.connections.create({ name: strategy, strategy, options: withNeeded(strategy) });
    }
    const copy = await setup({ seed: { connections: emulator.connections.list() } });
    expect(copy.emulator.connections.list()).toEqual(emulator.connections.list());
  });
});
