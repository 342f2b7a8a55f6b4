import { constants, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { oldTenant } from "../../../provider/src/emulator/index.ts";
import { closeAll, send, setup } from "./client.ts";

afterEach(closeAll);

const audience = "https://orders.example.com";
const scopes = ["read:orders", "write:orders"].map((value) => ({ value }));

async function tenant(options = {}) {
  const api = await setup(options);
  await api.call("POST", "/resource-servers", { identifier: audience, scopes });
  const { body: client } = await api.call("POST", "/clients", { name: "Job", app_type: "non_interactive" });
  const grant = (more: object) =>
    api.call("POST", "/client-grants", { client_id: client.client_id, audience, ...more });
  const token = (body: object, headers: Record<string, string> = {}) =>
    send(`${api.emulator.url}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ grant_type: "client_credentials", audience, ...body }),
    });
  return { ...api, client, grant, token };
}

describe("a client grant", () => {
  test("is created with the sent values, changed, listed by id, and deleted, also twice", async () => {
    const { grant, call, client } = await tenant();
    const { status, body } = await grant({ scope: ["write:orders", "unknown"] });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^cgr_[A-Za-z0-9]{16}$/),
        client_id: client.client_id,
        audience,
        scope: ["write:orders", "unknown"],
        subject_type: "client",
      },
    ]);
    const path = `/client-grants/${body.id}`;
    const { body: changed } = await call("PATCH", path, { organization_usage: "allow" });
    expect(changed).toEqual({ ...body, organization_usage: "allow" });
    expect((await call("PATCH", path, { organization_usage: null, scope: [] })).body).toEqual({ ...body, scope: [] });
    expect((await call("PATCH", path, {})).status).toBe(400);
    expect((await call("PATCH", path, { audience })).body.message).toMatch(
      /Additional properties not allowed: audience/,
    );
    await grant({ subject_type: "user" });
    const { body: list } = await call("GET", "/client-grants?take=50");
    const ids = list.client_grants.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort());
    expect((await call("GET", "/client-grants?subject_type=user&include_totals=true")).body).toMatchObject({
      total: 1,
    });
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).body).toMatchObject({
      message: "The grant does not exist.",
      errorCode: "inexistent_client_grant",
    });
  });

  test("has no subject type in an older tenant, and is still unique by it", async () => {
    const { grant } = await tenant({ traits: oldTenant });
    expect((await grant({})).body).not.toHaveProperty("subject_type");
    expect((await grant({ subject_type: "client" })).status).toBe(409);
    expect((await grant({ subject_type: "user" })).status).toBe(201);
  });

  test("with allow_all_scopes returns no scope, and is limited to scopes again in two steps", async () => {
    const { grant, call } = await tenant();
    expect((await grant({ allow_all_scopes: true, scope: ["a"] })).status).toBe(400);
    const { body } = await grant({ allow_all_scopes: true });
    expect(body).not.toHaveProperty("scope");
    const path = `/client-grants/${body.id}`;
    expect((await call("PATCH", path, { allow_all_scopes: false, scope: ["a"] })).status).toBe(400);
    const { body: left } = await call("PATCH", path, { allow_all_scopes: false, scope: [] });
    expect(left).toMatchObject({ allow_all_scopes: false, scope: [] });
    expect((await call("PATCH", path, { scope: ["a"] })).body.scope).toEqual(["a"]);
  });

  test.each([
    [{ audience: "urn:none" }, 404, "No resource with identifier urn:none"],
    [{ client_id: "none" }, 404, "Client not found"],
    [{ client_id: undefined }, 400, "Either client_id or default_for is required."],
    [{ default_for: "third_party_clients" }, 400, "Either client_id or default_for is required."],
    [{ authorization_details_types: ["a"] }, 400, "authorization_details_types needs the subject_type user"],
  ])("%j is refused", async (more, status, message) => {
    const { grant } = await tenant();
    const refused = await grant(more);
    expect([refused.status, refused.body.message]).toEqual([status, message]);
  });

  test("is deleted with its application, and with its API", async () => {
    const { grant, call, client, emulator } = await tenant();
    await grant({});
    await call("DELETE", `/clients/${client.client_id}`);
    expect(emulator.clientGrants.list()).toEqual([]);
    const { body: other } = await call("POST", "/clients", { name: "Other" });
    await grant({ client_id: other.client_id });
    const { body: api } = await call("GET", `/resource-servers/${encodeURIComponent(audience)}`);
    await call("DELETE", `/resource-servers/${api.id}`);
    expect(emulator.clientGrants.list()).toEqual([]);
  });

  test("of the service cannot be changed", async () => {
    const system = { id: "cgr_0000000000000001", client_id: "express", audience, is_system: true, scope: [] };
    const { call, emulator } = await tenant({ seed: { clientGrants: [system] } });
    expect((await call("PATCH", `/client-grants/${system.id}`, { scope: ["a"] })).status).toBe(400);
    expect((await call("DELETE", `/client-grants/${system.id}`)).status).toBe(400);
    expect(emulator.clientGrants.list()).toEqual([system]);
  });
});

test("an application whose grant names the management API with https gets a token for it", async () => {
  const { grant, token, client, call, emulator } = await tenant();
  const { client_id, client_secret } = client;
  const management = `https://localhost:${new URL(emulator.url).port}/api/v2/`;
  const { status, body } = await grant({ audience: management, scope: ["read:clients"] });
  expect([status, body.audience]).toEqual([201, management]);
  const { body: got } = await token({ client_id, client_secret, audience: `${emulator.url}/api/v2/` });
  expect(got.scope).toBe("read:clients");
  expect((await call("GET", "/clients", undefined, got.access_token)).status).toBe(200);
});

describe("an application of the emulator gets a token", () => {
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

  test("with its secret, and with exactly the granted scopes", async () => {
    const { grant, token, client, call } = await tenant();
    const { client_id, client_secret } = client;
    const refused = await token({ client_id, client_secret });
    expect([refused.status, refused.body.error_description]).toEqual([
      403,
      `Client is not authorized to access "${audience}". You need to create a "client-grant" associated to this API.`,
    ]);
    const { body: made } = await grant({ scope: ["read:orders"] });
    const { status, body } = await token({ client_id, client_secret });
    expect([status, body.scope]).toEqual([200, "read:orders"]);
    expect(claimsOf(body.access_token)).toMatchObject({ aud: audience, azp: client_id, scope: "read:orders" });
    // it is for that API and no other
    expect((await call("GET", "/clients", undefined, body.access_token)).status).toBe(401);
    await call("PATCH", `/client-grants/${made.id}`, { scope: [], allow_all_scopes: true });
    expect((await token({ client_id, client_secret })).body.scope).toBe("read:orders write:orders");
    expect((await token({ client_id, client_secret, scope: "write:orders other" })).body.scope).toBe("write:orders");
    await call("POST", `/clients/${client_id}/rotate-secret`);
    expect((await token({ client_id, client_secret })).status).toBe(401);
  });

  test("by its authentication method at the token endpoint", async () => {
    const { grant, token, client, call } = await tenant();
    await grant({ scope: ["read:orders"] });
    const { client_id, client_secret } = client;
    const basic = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}` };
    expect((await token({}, basic)).status).toBe(200);
    await call("PATCH", `/clients/${client_id}`, { token_endpoint_auth_method: "client_secret_post" });
    expect((await token({}, basic)).status).toBe(401);
    await call("PATCH", `/clients/${client_id}`, { grant_types: ["authorization_code"] });
    expect((await token({ client_id, client_secret })).body.error_description).toMatch(/client_credentials/);
  });

  test("with an assertion by one of its keys, of any algorithm", async () => {
    const { grant, token, client, call, emulator } = await tenant();
    await grant({ scope: ["write:orders"] });
    const { client_id } = client;
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const created = { credential_type: "public_key", pem, alg: "RS384" };
    const { body: credential } = await call("POST", `/clients/${client_id}/credentials`, created);
    const ask = (alg: "RS384" | "PS256", kid: string) => {
      const claims = {
        iss: client_id,
        sub: client_id,
        aud: `${emulator.url}/`,
        exp: Math.floor(Date.now() / 1000) + 60,
        jti: randomUUID(),
      };
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
      const signed = `${encode({ alg, kid })}.${encode(claims)}`;
      const padding = alg === "PS256" ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
      const signature = sign(alg === "RS384" ? "sha384" : "sha256", Buffer.from(signed), {
        key: privateKey,
        ...padding,
      });
      const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
      return token({ client_assertion_type, client_assertion: `${signed}.${signature.toString("base64url")}` });
    };
    // it is not attached yet
    expect((await ask("RS384", credential.kid)).status).toBe(401);
    await call("PATCH", `/clients/${client_id}`, {
      client_authentication_methods: { private_key_jwt: { credentials: [{ id: credential.id }] } },
      token_endpoint_auth_method: null,
    });
    expect((await ask("RS384", credential.kid)).body.scope).toBe("write:orders");
    expect((await ask("PS256", credential.kid)).status).toBe(200);
    expect((await ask("RS384", "another-key-id")).status).toBe(401);
    expect((await token({ client_id, client_secret: client.client_secret })).status).toBe(401);
  });

  test("for the management API, which permits exactly the granted scopes", async () => {
    const { token, client, call, emulator } = await tenant();
    const management = `${emulator.url}/api/v2/`;
    await call("POST", "/client-grants", {
      client_id: client.client_id,
      audience: management,
      scope: ["read:clients"],
    });
    const { client_id, client_secret } = client;
    const { body } = await token({ audience: management, client_id, client_secret });
    expect(body.scope).toBe("read:clients");
    expect((await call("GET", "/clients", undefined, body.access_token)).status).toBe(200);
    expect((await call("POST", "/clients", { name: "x" }, body.access_token)).status).toBe(403);
  });
});

describe("a client grant of an organization", () => {
  async function linked() {
    const api = await tenant();
    const { body: organization } = await api.call("POST", "/organizations", { name: "north" });
    const { body: grant } = await api.grant({ scope: ["read:orders"], organization_usage: "allow" });
    const path = `/organizations/${organization.id}/client-grants`;
    const added = await api.call("POST", path, { grant_id: grant.id });
    return { ...api, organization, granted: grant, path, added };
  }

  test("is added once, listed from both sides, and removed, also twice", async () => {
    const { call, added, granted, organization, path, client } = await linked();
    const { id, ...more } = granted;
    expect(added).toMatchObject({ status: 201, body: { grant_id: id, ...more } });
    expect((await call("POST", path, { grant_id: id })).body).toMatchObject({
      statusCode: 409,
      message: "The client grant has already been added to this organization.",
    });
    expect((await call("POST", path, { grant_id: "cgr_0000000000000000" })).status).toBe(404);
    expect((await call("GET", `${path}?include_totals=true`)).body).toEqual({
      total: 1,
      start: 0,
      limit: 100,
      client_grants: [{ id, ...more }],
    });
    for (const [query, count] of [
      [`audience=${encodeURIComponent(audience)}`, 1],
      ["client_id=other", 0],
      [`grant_ids=${id}&grant_ids=other`, 1],
      ["grant_ids=other", 0],
    ] as const) {
      expect((await call("GET", `${path}?${query}`)).body).toHaveLength(count);
    }
    expect((await call("GET", `/client-grants/${id}/organizations?take=5`)).body.organizations).toEqual([organization]);
    const asked = `/clients?q=client_grant.organization_id:${organization.id}&take=50`;
    expect((await call("GET", asked)).body.clients).toMatchObject([{ client_id: client.client_id }]);
    expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
    expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
    expect((await call("GET", path)).body).toEqual([]);
    expect((await call("GET", asked)).body.clients).toEqual([]);
  });

  test("stays after other changes, is in a seed, and is deleted with either object", async () => {
    const { call, granted, organization, path, emulator } = await linked();
    await call("PATCH", `/client-grants/${granted.id}`, { scope: [] });
    expect((await call("GET", path)).body).toMatchObject([{ id: granted.id, scope: [] }]);
    const twin = await setup({ seed: emulator.export() });
    expect((await twin.call("GET", path)).body).toMatchObject([{ id: granted.id, scope: [] }]);
    expect((await twin.call("DELETE", `/client-grants/${granted.id}`)).status).toBe(204);
    expect((await twin.call("GET", path)).body).toEqual([]);
    expect((await call("DELETE", `/organizations/${organization.id}`)).status).toBe(204);
    expect((await call("GET", `/client-grants/${granted.id}/organizations`)).body).toEqual([]);
  });
});
