import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { oldTenant } from "../../../provider/src/emulator/index.ts";
import { closeAll, type Setup, setup } from "./client.ts";

afterEach(closeAll);

const generated = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();
const [first, second, third] = [generated(), generated(), generated()];

const made = async (body: object, options = {}) => {
  const api = await setup(options);
  const { body: client, status } = await api.call("POST", "/clients", { name: "Application", ...body });
  const path = `/clients/${client.client_id}`;
  return { ...api, status, client, path, patch: (patch: object) => api.call("PATCH", path, patch) };
};

describe("a new application has the service's defaults", () => {
  const tokens = {
    rotation_type: "non-rotating",
    expiration_type: "non-expiring",
    leeway: 0,
    infinite_token_lifetime: true,
    infinite_idle_token_lifetime: true,
    token_lifetime: 2_592_000,
    idle_token_lifetime: 1_296_000,
  };

  test("if only its name is sent", async () => {
    const { status, client, call, path } = await made({});
    expect(status).toBe(201);
    const { signing_keys: keys, ...rest } = client;
    expect(rest).toEqual({
      client_id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      client_secret: expect.stringMatching(/^[\w-]{64}$/),
      name: "Application",
      tenant: "emulator",
      global: false,
      callback_url_template: false,
      encrypted: true,
      is_first_party: true,
      custom_login_page_on: true,
      sso_disabled: false,
      is_token_endpoint_ip_header_trusted: false,
      cross_origin_auth: false,
      cross_origin_authentication: false,
      oidc_conformant: false,
      grant_types: ["authorization_code", "implicit", "refresh_token", "client_credentials"],
      jwt_configuration: { lifetime_in_seconds: 36_000, secret_encoded: false },
      refresh_token: tokens,
    });
    expect(keys).toEqual([
      {
        cert: expect.stringContaining("BEGIN CERTIFICATE"),
        key: expect.stringContaining("PRIVATE KEY"),
        pkcs7: expect.stringContaining("PKCS7"),
        subject: "/CN=127.0.0.1",
      },
    ]);
    const read = (await call("GET", path)).body;
    expect(read).not.toHaveProperty("encrypted");
    expect(Object.keys(read.signing_keys[0])).toEqual(["cert", "pkcs7", "subject"]);
  });

  test.each([
    [{ token_endpoint_auth_method: "none" }, { grant_types: ["authorization_code", "implicit", "refresh_token"] }],
    [
      { token_endpoint_auth_method: "client_secret_post" },
      { refresh_token: { ...tokens, token_lifetime: 31_557_600, idle_token_lifetime: 2_592_000 } },
    ],
    [{ jwt_configuration: { alg: "RS256" } }, { jwt_configuration: { alg: "RS256", secret_encoded: false } }],
    [{ is_first_party: false }, { oidc_conformant: true, third_party_security_mode: "strict" }],
    [
      { app_type: "resource_server", resource_server_identifier: "urn:a" },
      { grant_types: [], jwt_configuration: { alg: "RS256", secret_encoded: false }, oidc_conformant: true },
    ],
    [
      { app_type: "spa" },
      { grant_types: ["authorization_code", "implicit", "refresh_token", "client_credentials"], app_type: "spa" },
    ],
    [
      { oidc_logout: {} },
      {
        oidc_logout: {
          backchannel_logout_initiators: { mode: "custom", selected_initiators: ["rp-logout", "idp-logout"] },
        },
        oidc_backchannel_logout: {},
      },
    ],
    [
      { session_transfer: {} },
      {
        session_transfer: {
          can_create_session_transfer_token: false,
          allowed_authentication_methods: [],
          enforce_device_binding: "ip",
          allow_refresh_token: false,
          enforce_online_refresh_tokens: true,
          enforce_cascade_revocation: true,
        },
      },
    ],
  ])("if %j is sent", async (sent, expected) => {
    const { status, client } = await made(sent);
    expect(status).toBe(201);
    expect(client).toMatchObject(expected);
    expect(Object.keys(client).filter((name) => client[name] === undefined)).toEqual([]);
  });

  test("by the age of the tenant", async () => {
    const { client } = await made({ is_first_party: false }, { traits: oldTenant });
    expect(client).not.toHaveProperty("cross_origin_authentication");
    expect(client).not.toHaveProperty("third_party_security_mode");
    const earlier = await made({ is_first_party: false }, { traits: { strictThirdParties: false } });
    expect(earlier.client).toMatchObject({ third_party_security_mode: "permissive" });
    const strict = await made({ is_first_party: false });
    expect(strict.client).toMatchObject({
      client_id: expect.stringMatching(/^tpc_[A-Za-z0-9]{22}$/),
      grant_types: ["authorization_code"],
      jwt_configuration: { alg: "RS256", lifetime_in_seconds: 3600, secret_encoded: false },
      refresh_token: {
        expiration_type: "expiring",
        infinite_token_lifetime: true,
        infinite_idle_token_lifetime: false,
      },
    });
    expect((await strict.patch({ is_first_party: true })).status).toBe(400);
  });
});

describe("a PATCH of an application", () => {
  test.each<[string, object, object, object]>([
    [
      "keeps properties that it omits",
      { description: "d", callbacks: ["https://a.example"] },
      { name: "N" },
      { description: "d" },
    ],
    [
      "replaces arrays, in the order sent",
      { callbacks: ["https://a.example"] },
      { callbacks: ["b:/", "a:/"] },
      { callbacks: ["b:/", "a:/"] },
    ],
    ["keeps an empty array", { callbacks: ["https://a.example"] }, { callbacks: [] }, { callbacks: [] }],
    [
      "merges the configuration of tokens",
      {},
      { jwt_configuration: { alg: "RS256" } },
      { jwt_configuration: { alg: "RS256", lifetime_in_seconds: 36_000, secret_encoded: false } },
    ],
    [
      "merges addons by addon, and replaces each addon as a whole",
      { addons: { samlp: { audience: "a", mappings: { x: "y" } }, wams: {} } },
      { addons: { samlp: { audience: "b" } } },
      { addons: { samlp: { audience: "b" }, wams: {} } },
    ],
    ["clears all addons", { addons: { wams: {} } }, { addons: {} }, { addons: {} }],
    [
      "merges metadata by key, and removes a null",
      { client_metadata: { a: "1", b: "2" } },
      { client_metadata: { a: null, c: "3" } },
      { client_metadata: { b: "2", c: "3" } },
    ],
    ["clears all metadata", { client_metadata: { a: "1" } }, { client_metadata: {} }, { client_metadata: {} }],
    [
      "merges mobile by platform, and replaces each platform as a whole",
      { mobile: { ios: { team_id: "t", app_bundle_identifier: "b" }, android: { app_package_name: "p" } } },
      { mobile: { ios: { team_id: "u" } } },
      { mobile: { ios: { team_id: "u" }, android: { app_package_name: "p" } } },
    ],
    [
      "merges session transfer, and removes the delegation",
      { session_transfer: { delegation: { allow_delegated_access: true } } },
      { session_transfer: { delegation: null, allow_refresh_token: true } },
      { session_transfer: { allow_refresh_token: true, enforce_device_binding: "ip" } },
    ],
    ["keeps an empty description", { description: "d" }, { description: "" }, { description: "" }],
  ])("%s", async (_, sent, patch, expected) => {
    const { patch: send, client } = await made(sent);
    const { status, body } = await send(patch);
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
    for (const [name, value] of Object.entries(expected)) {
      if (name !== "session_transfer") expect(body[name]).toEqual(value);
    }
    expect(body.client_id).toBe(client.client_id);
    expect(body.session_transfer?.delegation).toBeUndefined();
  });

  test.each<[object, object, string[]]>([
    [{ addons: { wams: {} } }, { addons: null }, ["addons"]],
    [{ initiate_login_uri: "https://a.example/login" }, { initiate_login_uri: "" }, ["initiate_login_uri"]],
    [
      { oidc_logout: { backchannel_logout_urls: ["https://a.example"] } },
      { oidc_logout: {} },
      ["oidc_logout", "oidc_backchannel_logout"],
    ],
    [{ oidc_logout: {} }, { oidc_backchannel_logout: null }, ["oidc_logout", "oidc_backchannel_logout"]],
    [{ compliance_level: "none" }, { compliance_level: null }, ["compliance_level"]],
    [{ organization_usage: "allow" }, { organization_usage: null }, ["organization_usage"]],
    [{ session_transfer: {} }, { session_transfer: null }, ["session_transfer"]],
  ])("after %j removes a property by %j", async (sent, patch, gone) => {
    const { patch: send, client } = await made(sent);
    expect(client).toHaveProperty(String(gone[0]));
    const { body } = await send(patch);
    for (const name of gone) expect(body).not.toHaveProperty(name);
  });

  test.each<[object, RegExp]>([
    [{}, /Too few properties/],
    [{ client_id: "x" }, /Additional properties not allowed: client_id/],
    [{ resource_server_identifier: "x" }, /Additional properties/],
    [{ jwt_configuration: { secret_encoded: true } }, /Additional properties/],
    [{ grant_types: ["nonsense", "more"] }, /^Invalid grant types: nonsense, more$/],
    [
      { grant_types: ["implicit", "implicit"] },
      /Array items are not unique \(indexes 0 and 1\)' on property grant_types/,
    ],
    [{ callbacks: null }, /Expected type array/],
    [{ default_organization: { organization_id: "org_a" } }, /flows/],
    [{ token_endpoint_auth_method: null }, /token_endpoint_auth_method/],
    [
      {
        client_authentication_methods: { private_key_jwt: { credentials: [{ id: "cred_none" }] } },
        token_endpoint_auth_method: null,
      },
      /credential does not exist/,
    ],
  ])("with %j is refused", async (patch, message) => {
    const { patch: send } = await made({});
    const { status, body } = await send(patch);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });
});

test("names of applications can repeat, aliases cannot", async () => {
  const { call } = await setup();
  const one = await call("POST", "/clients", { name: "a", client_aliases: ["urn:a"] });
  expect((await call("POST", "/clients", { name: "a" })).status).toBe(201);
  const taken = await call("POST", "/clients", { name: "b", client_aliases: ["urn:a"] });
  expect([taken.status, taken.body.message]).toEqual([409, "Another client exists with the same alias."]);
  const list = await call("GET", "/clients?take=1");
  expect(list.body).toMatchObject({ clients: [{ client_id: one.body.client_id }], next: expect.any(String) });
});

test("a token reads only the properties of an application that its scopes permit", async () => {
  const { call, path, emulator } = await made({ description: "d", callbacks: ["https://a.example"] });
  const keys = async (...scopes: string[]) =>
    Object.keys((await call("GET", path, undefined, emulator.issueToken(scopes))).body);
  expect((await keys("read:client_summary")).sort()).toEqual(["client_id", "description", "name"]);
  expect(await keys("read:clients")).not.toContain("client_secret");
  expect(await keys("read:clients")).toContain("callbacks");
  expect(await keys("read:client_credentials")).toContain("client_secret");
  expect(await keys("read:client_credentials")).not.toContain("callbacks");
  expect(await keys("read:client_keys")).toEqual(expect.arrayContaining(["client_secret", "callbacks"]));
  const blind = emulator.issueToken(["update:clients"]);
  expect((await call("PATCH", path, { client_secret: "s" }, blind)).status).toBe(403);
  expect((await call("PATCH", path, { name: "n" }, blind)).body).not.toHaveProperty("client_secret");
  expect((await call("GET", path, undefined, emulator.issueToken(["read:roles"]))).status).toBe(403);
});

test("the secret of an application is set and rotated, and is not shown beside credentials", async () => {
  const { call, path, patch, client } = await made({});
  expect((await patch({ client_secret: "mine" })).body.client_secret).toBe("mine");
  const { status, body } = await call("POST", `${path}/rotate-secret`);
  expect([status, body.client_secret]).toEqual([200, expect.stringMatching(/^[\w-]{64}$/)]);
  expect(body.client_secret).not.toBe(client.client_secret);
  const { body: credential } = await call("POST", `${path}/credentials`, { credential_type: "public_key", pem: first });
  const methods = { private_key_jwt: { credentials: [{ id: credential.id }] } };
  const both = await patch({ client_authentication_methods: methods, token_endpoint_auth_method: "none" });
  expect(both.status).toBe(400);
  const attached = await patch({ client_authentication_methods: methods, token_endpoint_auth_method: null });
  expect(attached.body.client_authentication_methods).toEqual(methods);
  expect(attached.body).not.toHaveProperty("client_secret");
  expect((await call("POST", `${path}/rotate-secret`)).status).toBe(400);
  const back = await patch({
    client_authentication_methods: null,
    token_endpoint_auth_method: "client_secret_post",
  });
  expect(back.body.client_secret).toBe(body.client_secret);
});

describe("credentials of an application", () => {
  const create = ({ call, path }: Pick<Setup, "call"> & { path: string }, pem: string, more = {}) =>
    call("POST", `${path}/credentials`, { credential_type: "public_key", pem, ...more });

  test("are created, listed by kid, changed and deleted", async () => {
    const api = await made({});
    const { call, path } = api;
    const { status, body } = await create(api, first, { name: "key", expires_at: "2030-01-01T01:00:00.123456+01:00" });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^cred_[A-Za-z0-9]{22}$/),
      credential_type: "public_key",
      name: "key",
      alg: "RS256",
      kid: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: "2030-01-01T00:00:00.123Z",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    await create(api, second);
    const kids = (await call("GET", `${path}/credentials`)).body.map(({ kid }: { kid: string }) => kid);
    expect(kids).toEqual([...kids].sort());
    const at = `${path}/credentials/${body.id}`;
    const changed = await call("PATCH", at, { expires_at: null });
    expect([changed.status, "expires_at" in changed.body]).toEqual([200, false]);
    expect((await call("PATCH", at, { name: "x" })).status).toBe(400);
    expect((await call("DELETE", at)).status).toBe(204);
    expect((await call("GET", at)).body.message).toBe("The credential does not exist");
  });

  test("are limited in number, and cannot be deleted while in use", async () => {
    const api = await made({});
    const { call, path, patch } = api;
    const ids: { id: string }[] = [];
    for (const pem of [first, second, third, generated()]) ids.push({ id: (await create(api, pem)).body.id });
    expect((await create(api, generated())).body.message).toBe("A client can have a maximum of 4 credentials.");
    const attach = (count: number) =>
      patch({
        client_authentication_methods: { private_key_jwt: { credentials: ids.slice(0, count) } },
        token_endpoint_auth_method: null,
      });
    expect((await attach(3)).body.message).toMatch(/Array is too long \(3\), maximum 2/);
    expect((await attach(2)).status).toBe(200);
    const used = await call("DELETE", `${path}/credentials/${ids[0]?.id}`);
    expect([used.status, used.body.message]).toEqual([400, "Cannot delete credential still associated with a client"]);
    await call("DELETE", `${path}/credentials/${ids[3]?.id}`);
    const again = await create(api, first);
    expect(again.body.message).toBe("credentials contains public keys that already exist in client");
  });

  test("are created with the application, which then has their ids", async () => {
    const credentials = [{ credential_type: "public_key", pem: first, name: "key" }];
    const { client, call, path } = await made({ client_authentication_methods: { private_key_jwt: { credentials } } });
    const [shown] = client.client_authentication_methods.private_key_jwt.credentials;
    expect(Object.keys(shown).sort()).toEqual([
      "alg",
      "created_at",
      "credential_type",
      "id",
      "kid",
      "name",
      "updated_at",
    ]);
    const read = (await call("GET", path)).body;
    expect(read.client_authentication_methods).toEqual({ private_key_jwt: { credentials: [{ id: shown.id }] } });
    expect(read).not.toHaveProperty("client_secret");
  });
});

test("an application is registered by its metadata document, whose properties a PATCH neither returns nor changes", async () => {
  const url = "https://agent.example.com/metadata.json";
  const { call } = await setup({
    documents: { [url]: { client_name: "Agent", redirect_uris: ["https://agent.example.com"] } },
  });
  const register = () => call("POST", "/clients/cimd/register", { external_client_id: url });
  const made = await register();
  expect([made.status, made.body]).toEqual([
    201,
    {
      client_id: expect.stringMatching(/^tpc_/),
      mapped_fields: { name: "Agent", callbacks: ["https://agent.example.com"] },
      validation: { valid: true, violations: [], warnings: [] },
    },
  ]);
  expect((await register()).status).toBe(200);
  const path = `/clients/${made.body.client_id}`;
  expect((await call("GET", path)).body).toMatchObject({ external_client_id: url, external_metadata_type: "cimd" });
  expect((await call("PATCH", path, { description: "d" })).body).not.toHaveProperty("external_client_id");
  expect((await call("PATCH", path, { name: "n" })).status).toBe(400);
});

test("the connections of an application are listed", async () => {
  const { call, client, path } = await made({});
  const enabled_clients = [client.client_id];
  const { body } = await call("POST", "/connections", { name: "a", strategy: "custom", enabled_clients });
  await call("POST", "/connections", { name: "b", strategy: "custom" });
  expect((await call("GET", `${path}/connections`)).body).toMatchObject({ connections: [{ id: body.id }] });
});

test("an exported tenant, used as a seed, is the same tenant, with its secrets and keys", async () => {
  const { emulator, path, call } = await made({ client_metadata: { a: "b" } });
  await call("POST", `${path}/credentials`, { credential_type: "public_key", pem: first });
  const copy = await setup({ seed: emulator.export() });
  expect(copy.emulator.export()).toEqual(emulator.export());
  expect((await copy.call("GET", `${path}/credentials`)).body).toEqual((await call("GET", `${path}/credentials`)).body);
});

test("a seed can contain the credentials of an application as a creation does", async () => {
  const client_authentication_methods = {
    private_key_jwt: { credentials: [{ credential_type: "public_key", name: "first", pem: first }] },
  };
  const { call } = await setup({ seed: { clients: [{ client_id: "a", name: "A", client_authentication_methods }] } });
  const { body: credentials } = await call("GET", "/clients/a/credentials");
  expect(credentials).toMatchObject([{ id: expect.stringMatching(/^cred_/), name: "first", alg: "RS256" }]);
  expect((await call("GET", "/clients/a")).body).toMatchObject({
    client_authentication_methods: { private_key_jwt: { credentials: [{ id: credentials[0].id }] } },
  });
});
