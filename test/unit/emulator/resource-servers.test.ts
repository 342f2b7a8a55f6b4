import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oldTenant } from "../../../provider/src/emulator/index.ts";
import { closeAll, type Setup, setup } from "./client.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
const encryption = (key: object) => ({ format: "compact-nested-jwe", encryption_key: key });

let api: Setup;
let count = 0;
const fresh = () => `https://api-${++count}.example.com`;

beforeAll(async () => {
  api = await setup();
});
afterAll(closeAll);

async function created(body: object = {}) {
  const answer = await api.call("POST", "/resource-servers", { identifier: fresh(), ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

describe("the creation of an API with its identifier alone", () => {
  test("returns 201 with the service's defaults and nothing more", async () => {
    const { id, identifier, ...rest } = await created();
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(identifier).toBe(`https://api-${count}.example.com`);
    expect(rest).toEqual({
      signing_alg: "RS256",
      allow_offline_access: false,
      skip_consent_for_verifiable_first_party_clients: false,
      token_lifetime: 86400,
      token_lifetime_for_web: 7200,
      subject_type_authorization: { client: { policy: "require_client_grant" }, user: { policy: "allow_all" } },
    });
  });

  test("sets no subject_type_authorization in an older tenant, and completes one that is sent", async () => {
    const { call } = await setup({ traits: oldTenant });
    const { body } = await call("POST", "/resource-servers", { identifier: fresh() });
    expect(Object.keys(body).sort()).toEqual([
      "allow_offline_access",
      "id",
      "identifier",
      "signing_alg",
      "skip_consent_for_verifiable_first_party_clients",
      "token_lifetime",
      "token_lifetime_for_web",
    ]);
    const sent = { subject_type_authorization: { client: { policy: "deny_all" } } };
    const changed = await call("PATCH", `/resource-servers/${body.id}`, sent);
    expect(changed.body.subject_type_authorization).toEqual({
      client: { policy: "deny_all" },
      user: { policy: "allow_all" },
    });
  });

  test("lowers the default lifetime for web to a shorter token lifetime", async () => {
    expect((await created({ token_lifetime: 60 })).token_lifetime_for_web).toBe(60);
    expect((await created({ token_lifetime: 9000 })).token_lifetime_for_web).toBe(7200);
  });
});

test("the creation of an API with all properties returns all properties", async () => {
  const body = {
    name: "Orders",
    scopes: [{ value: "read:orders", description: "Read" }, { value: "write:orders" }],
    signing_alg: "PS256",
    allow_offline_access: true,
    allow_online_access: true,
    allow_online_access_with_ephemeral_sessions: false,
    token_lifetime: 3600,
    token_lifetime_for_web: 3600,
    token_dialect: "rfc9068_profile_authz",
    skip_consent_for_verifiable_first_party_clients: true,
    enforce_policies: true,
    consent_policy: "transactional-authorization-with-mfa",
    authorization_details: [{ type: "payment" }],
    proof_of_possession: { mechanism: "dpop", required: true, required_for: "public_clients" },
    subject_type_authorization: { user: { policy: "deny_all" }, client: { policy: "deny_all" } },
    authorization_policy: { policy_id: "p" },
  };
  expect(await created(body)).toMatchObject(body);
});

const characters = (length: number) => "x".repeat(length);
const scopes = (length: number) => Array.from({ length }, (_, index) => ({ value: `s${index}` }));

// [what is sent, the path the error names]
const refused: [string, object, string][] = [
  ["name of 201", { name: characters(201) }, "name"],
  ["empty name", { name: "" }, "name"],
  ["< in the name", { name: "a<b" }, "name"],
  ["> in the name", { name: "a>b" }, "name"],
  ["name null", { name: null }, "name"],
  ["scope value empty", { scopes: [{ value: "" }] }, "scopes[0].value"],
  ["scope value of 281", { scopes: [{ value: "a" }, { value: characters(281) }] }, "scopes[1].value"],
  ["scope without value", { scopes: [{ description: "a" }] }, "scopes[0].value"],
  ["scope description of 501", { scopes: [{ value: "a", description: characters(501) }] }, "scopes[0].description"],
  ["1001 scopes", { scopes: scopes(1001) }, "scopes"],
  ["scopes as a map", { scopes: { a: "b" } }, "scopes"],
  ["scopes null", { scopes: null }, "scopes"],
  ["unknown key in a scope", { scopes: [{ value: "a", name: "b" }] }, "scopes[0]"],
  ["unknown algorithm", { signing_alg: "ES256" }, "signing_alg"],
  ["signing_alg null", { signing_alg: null }, "signing_alg"],
  ["secret of 15", { signing_secret: characters(15) }, "signing_secret"],
  ["lifetime -1", { token_lifetime: -1 }, "token_lifetime"],
  ["lifetime 2592001", { token_lifetime: 2592001 }, "token_lifetime"],
  ["lifetime as text", { token_lifetime: "60" }, "token_lifetime"],
  ["lifetime 1.5", { token_lifetime: 1.5 }, "token_lifetime"],
  ["web lifetime -1", { token_lifetime_for_web: -1 }, "token_lifetime_for_web"],
  ["web above lifetime", { token_lifetime: 60, token_lifetime_for_web: 61 }, "token_lifetime_for_web"],
  ["web above the default lifetime", { token_lifetime_for_web: 86401 }, "token_lifetime_for_web"],
  ["boolean as text", { allow_offline_access: "true" }, "allow_offline_access"],
  ["online access as a number", { allow_online_access: 1 }, "allow_online_access"],
  ["unknown dialect", { token_dialect: "jwt" }, "token_dialect"],
  ["unknown consent policy", { consent_policy: "none" }, "consent_policy"],
  ["encryption without key", { token_encryption: { format: "compact-nested-jwe" } }, "token_encryption.encryption_key"],
  [
    "unknown encryption format",
    { token_encryption: { format: "jwe", encryption_key: { alg: "RSA-OAEP-256", pem } } },
    "token_encryption.format",
  ],
  [
    "unknown encryption algorithm",
    { token_encryption: encryption({ alg: "RSA-OAEP", pem }) },
    "token_encryption.encryption_key.alg",
  ],
  ["key without alg", { token_encryption: encryption({ pem }) }, "token_encryption.encryption_key.alg"],
  ["key without pem", { token_encryption: encryption({ alg: "RSA-OAEP-256" }) }, "token_encryption.encryption_key.pem"],
  [
    "pem that is none",
    { token_encryption: encryption({ alg: "RSA-OAEP-256", pem: "pem" }) },
    "token_encryption.encryption_key.pem",
  ],
  [
    "a private key",
    {
      token_encryption: encryption({
        alg: "RSA-OAEP-256",
        pem: rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      }),
    },
    "token_encryption.encryption_key.pem",
  ],
  [
    "thumbprint sent",
    { token_encryption: encryption({ alg: "RSA-OAEP-256", pem, thumbprint_sha256: "a" }) },
    "token_encryption.encryption_key",
  ],
  ["details that are text", { authorization_details: ["payment"] }, "authorization_details[0]"],
  ["possession without mechanism", { proof_of_possession: { required: true } }, "proof_of_possession.mechanism"],
  ["possession without required", { proof_of_possession: { mechanism: "mtls" } }, "proof_of_possession.required"],
  [
    "unknown required_for",
    { proof_of_possession: { mechanism: "mtls", required: true, required_for: "none" } },
    "proof_of_possession.required_for",
  ],
  [
    "client policy allow_all",
    { subject_type_authorization: { client: { policy: "allow_all" } } },
    "subject_type_authorization.client.policy",
  ],
  ["subject types null", { subject_type_authorization: null }, "subject_type_authorization"],
  ["policy id empty", { authorization_policy: { policy_id: "" } }, "authorization_policy.policy_id"],
  ["policy id of 1025", { authorization_policy: { policy_id: characters(1025) } }, "authorization_policy.policy_id"],
];

describe("a property of an API out of bounds is a 400 that names it", () => {
  test.each(refused)("%s", async (_, body, path) => {
    const before = api.emulator.resourceServers.list().length;
    const answer = await api.call("POST", "/resource-servers", { identifier: fresh(), ...body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ statusCode: 400, error: "Bad Request", errorCode: "invalid_body" });
    expect(answer.body.message).toContain(` on property ${path}.`);
    expect(api.emulator.resourceServers.list()).toHaveLength(before);

    const existing = await created();
    expect((await api.call("PATCH", `/resource-servers/${existing.id}`, body)).status).toBe(400);
    expect(api.emulator.resourceServers.get(existing.id)).toEqual(existing);
  });

  test.each([
    ["missing", undefined],
    ["empty", ""],
    ["of 601 characters", characters(601)],
    ["a number", 7],
    ["null", null],
  ])("identifier %s", async (_, identifier) => {
    const answer = await api.call("POST", "/resource-servers", { identifier, name: "a" });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(" on property identifier.");
  });

  test("the error has the service's form and never contains the value", async () => {
    const secret = randomBytes(6).toString("hex");
    const short = await api.call("POST", "/resource-servers", { identifier: fresh(), signing_secret: secret });
    expect(short.body.message).toBe(
      "Payload validation error: 'String is too short (12 chars), minimum 16' on property signing_secret.",
    );
    expect(JSON.stringify(short.body)).not.toContain(secret);
  });
});

describe("a property of an API at its bound is accepted", () => {
  const admitted: [string, object][] = [
    ["name of 200", { name: characters(200) }],
    ["name of 1", { name: "a" }],
    ["200 characters outside the basic plane", { name: "😀".repeat(200) }],
    ["scope value of 1, and of 280", { scopes: [{ value: "a" }, { value: characters(280) }] }],
    ["scope description of 500", { scopes: [{ value: "a", description: characters(500) }] }],
    ["1000 scopes", { scopes: scopes(1000) }],
    ["lifetime 0", { token_lifetime: 0 }],
    ["lifetime 2592000", { token_lifetime: 2592000, token_lifetime_for_web: 2592000 }],
    ["policy id of 1024", { authorization_policy: { policy_id: characters(1024) } }],
    ["each algorithm", { signing_alg: "RS512" }],
    ["a scope twice", { scopes: [{ value: "a" }, { value: "b" }, { value: "a" }] }],
    ["details without type", { authorization_details: [{}] }],
    ["no scopes", { scopes: [] }],
  ];
  test.each(admitted)("%s", async (_, body) => {
    expect(await created(body)).toMatchObject(body);
  });

  test("identifier of 600", async () => {
    const identifier = characters(600);
    expect((await api.call("POST", "/resource-servers", { identifier })).body.identifier).toBe(identifier);
  });

  test("secret of 16", async () => {
    const signing_secret = randomBytes(8).toString("hex");
    expect((await created({ signing_alg: "HS256", signing_secret })).signing_secret).toBe(signing_secret);
  });
});

describe("a request body for an API", () => {
  test.each(["id", "is_system", "client_id", "tokenLifetime", "constructor", "__proto__"])(
    "with %s is refused",
    async (key) => {
      const body = JSON.parse(`{"identifier":"${fresh()}","${key}":"x"}`);
      const answer = await api.call("POST", "/resource-servers", body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe(`Payload validation error: 'Additional properties not allowed: ${key}'.`);
    },
  );

  test("with the identifier is refused in an update", async () => {
    const { id, identifier } = await created();
    const answer = await api.call("PATCH", `/resource-servers/${id}`, { identifier });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain("Additional properties not allowed: identifier");
  });

  test.each([
    ["not JSON", "{", "application/json"],
    ["empty", "", "application/json"],
    ["JSON under another type", "{}", "text/plain"],
    ["an array", "[]", "application/json"],
    ["null", "null", "application/json"],
  ])("that is %s is refused", async (_, body, type) => {
    const response = await fetch(`${api.emulator.url}/api/v2/resource-servers`, {
      method: "POST",
      headers: { authorization: `Bearer ${api.emulator.issueToken()}`, "content-type": type },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorCode: "invalid_body" });
  });
});

describe("an update of an API", () => {
  test("merges top-level properties and replaces nested ones as a whole", async () => {
    const { id } = await created({
      name: "a",
      scopes: [{ value: "a" }, { value: "b" }],
      proof_of_possession: { mechanism: "dpop", required: true, required_for: "all_clients" },
    });
    const { status, body } = await api.call("PATCH", `/resource-servers/${id}`, {
      scopes: [{ value: "c" }],
      proof_of_possession: { mechanism: "mtls", required: false },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "a", scopes: [{ value: "c" }] });
    expect(body.proof_of_possession).toEqual({ mechanism: "mtls", required: false });
    expect((await api.call("GET", `/resource-servers/${id}`)).body).toEqual(body);
  });

  test.each([
    ["token_encryption", encryption({ alg: "RSA-OAEP-512", pem })],
    ["consent_policy", "transactional-authorization-with-mfa"],
    ["authorization_details", [{ type: "a" }]],
    ["proof_of_possession", { mechanism: "mtls", required: true }],
    ["authorization_policy", { policy_id: "p" }],
  ])("with null clears %s", async (key, value) => {
    const { id, ...before } = await created({ [key]: value });
    expect(before).toHaveProperty(key);
    const { body } = await api.call("PATCH", `/resource-servers/${id}`, { [key]: null });
    expect(body).not.toHaveProperty(key);
    expect(await created({ [key]: null })).not.toHaveProperty(key);
  });

  test.each(["token_lifetime", "token_lifetime_for_web", "token_dialect", "enforce_policies", "allow_online_access"])(
    "with null does not clear %s",
    async (key) => {
      const { id } = await created();
      expect((await api.call("PATCH", `/resource-servers/${id}`, { [key]: null })).status).toBe(400);
    },
  );

  test("with empty scopes stores them as sent", async () => {
    const { id } = await created({ scopes: [{ value: "a" }] });
    expect((await api.call("PATCH", `/resource-servers/${id}`, { scopes: [] })).body.scopes).toEqual([]);
  });

  test("that is empty is accepted", async () => {
    const before = await created();
    expect(await api.call("PATCH", `/resource-servers/${before.id}`, {})).toMatchObject({ status: 200, body: before });
  });

  test("without a subject type in the object resets it to its default", async () => {
    const denied = { user: { policy: "deny_all" }, client: { policy: "deny_all" } };
    const { id } = await created({ subject_type_authorization: denied });
    const patch = { subject_type_authorization: { user: { policy: "require_client_grant" } } };
    const { body } = await api.call("PATCH", `/resource-servers/${id}`, patch);
    expect(body.subject_type_authorization).toEqual({
      user: { policy: "require_client_grant" },
      client: { policy: "require_client_grant" },
    });
  });

  test("checks the lifetime for web against the stored lifetime", async () => {
    const { id } = await created({ token_lifetime: 7200 });
    const path = `/resource-servers/${id}`;
    expect((await api.call("PATCH", path, { token_lifetime_for_web: 7201 })).status).toBe(400);
    const shorter = await api.call("PATCH", path, { token_lifetime: 7199 });
    expect(shorter.body).toMatchObject({ token_lifetime: 7199, token_lifetime_for_web: 7200 });
    const both = await api.call("PATCH", path, { token_lifetime: 60, token_lifetime_for_web: 60 });
    expect(both.body).toMatchObject({ token_lifetime: 60, token_lifetime_for_web: 60 });
  });

  test("of an unknown API is a 404", async () => {
    const { status, body } = await api.call("PATCH", `/resource-servers/${"0".repeat(24)}`, { name: "a" });
    expect(status).toBe(404);
    expect(body).toEqual({
      statusCode: 404,
      error: "Not Found",
      message: "The resource server does not exist",
      errorCode: "inexistent_resource_server",
    });
  });
});

describe("secrets and keys of an API", () => {
  test("HS256 generates a secret and returns it; other algorithms have none", async () => {
    const made = await created({ signing_alg: "HS256" });
    expect(made.signing_secret).toMatch(/^[A-Za-z0-9]{32}$/);
    const { body } = await api.call("GET", `/resource-servers?identifiers=${encodeURIComponent(made.identifier)}`);
    expect(body).toEqual([made]);
    const path = `/resource-servers/${made.id}`;
    expect((await api.call("PATCH", path, { signing_alg: "RS256" })).body).not.toHaveProperty("signing_secret");
    expect(await created({ signing_secret: randomBytes(16).toString("hex") })).not.toHaveProperty("signing_secret");
  });

  test("an encryption key is returned as its thumbprint", async () => {
    const { token_encryption } = await created({
      token_encryption: encryption({ name: "first", alg: "RSA-OAEP-384", kid: "k", pem }),
    });
    const { e, n } = rsa.publicKey.export({ format: "jwk" });
    expect(token_encryption).toEqual({
      format: "compact-nested-jwe",
      encryption_key: {
        name: "first",
        alg: "RSA-OAEP-384",
        kid: "k",
        // RFC 7638: the members in the order of their names, without blanks
        thumbprint_sha256: createHash("sha256").update(`{"e":"${e}","kty":"RSA","n":"${n}"}`).digest("base64url"),
      },
    });
  });
});

describe("an API is addressed", () => {
  test("by id or by percent-encoded identifier", async () => {
    const identifier = "https://a.example.com/x?y=1&z=ü/%2F";
    const { id } = await created({ identifier });
    const path = `/resource-servers/${encodeURIComponent(identifier)}`;
    expect((await api.call("GET", path)).body.id).toBe(id);
    expect((await api.call("PATCH", path, { name: "a" })).body).toMatchObject({ id, name: "a" });
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", `/resource-servers/${id}`)).status).toBe(404);
  });

  test("by an identifier with only its slashes encoded, or encoded twice", async () => {
    const { id } = await created({ identifier: "https://b.example.com/v1" });
    for (const path of ["https:%2F%2Fb.example.com%2Fv1", "https:%252F%252Fb.example.com%252Fv1"]) {
      expect((await api.call("GET", `/resource-servers/${path}`)).body.id).toBe(id);
    }
  });

  test("but not by broken percent-encoding, which is a 400", async () => {
    const { status, body } = await api.call("GET", "/resource-servers/%E0%A4");
    expect([status, body.errorCode]).toEqual([400, "invalid_uri"]);
  });

  test("by its unique identifier, which is free after the deletion", async () => {
    const { id, identifier } = await created();
    const conflict = await api.call("POST", "/resource-servers", { identifier });
    expect(conflict.status).toBe(409);
    expect(conflict.body).toEqual({
      statusCode: 409,
      error: "Conflict",
      message: "A resource server with the same identifier already exists.",
      errorCode: "resource_server_conflict",
    });
    expect((await api.call("DELETE", `/resource-servers/${id}`)).status).toBe(204);
    expect((await api.call("DELETE", `/resource-servers/${id}`)).status).toBe(204);
    expect((await created({ identifier })).id).not.toBe(id);
  });
});

describe("a system API", () => {
  test("such as the management API is returned, and can be neither deleted nor created again", async () => {
    const identifier = `${api.emulator.url}/api/v2/`;
    const path = `/resource-servers/${encodeURIComponent(identifier)}`;
    const { body } = await api.call("GET", path);
    expect(body).toMatchObject({
      identifier,
      name: "Auth0 Management API",
      is_system: true,
      signing_alg: "RS256",
      token_lifetime: 86400,
      token_lifetime_for_web: 7200,
      allow_offline_access: false,
      skip_consent_for_verifiable_first_party_clients: false,
      subject_type_authorization: { client: { policy: "require_client_grant" }, user: { policy: "allow_all" } },
    });
    expect(body.scopes).toContainEqual({ value: "read:client_grants", description: "Read Client Grants" });
    expect((await api.call("PATCH", path, { name: "a", scopes: [] })).body).toMatchObject({
      statusCode: 400,
      message: "Payload validation error: 'Additional properties not allowed: name,scopes'.",
      errorCode: "invalid_body",
    });
    expect((await api.call("DELETE", path)).status).toBe(400);
    expect((await api.call("POST", "/resource-servers", { identifier })).status).toBe(409);
    expect(api.emulator.resourceServers.get(identifier)).toMatchObject({ name: "Auth0 Management API" });
  });

  test.each(["https://127.0.0.1", "https://localhost", "http://localhost"])(
    "such as the management API is found by the identifier that clients derive from the domain (%s)",
    async (origin) => {
      const identifier = `${origin}:${new URL(api.emulator.url).port}/api/v2/`;
      const path = `/resource-servers/${encodeURIComponent(identifier)}`;
      expect((await api.call("GET", path)).body).toMatchObject({ identifier: `${api.emulator.url}/api/v2/` });
      expect((await api.call("POST", "/resource-servers", { identifier })).status).toBe(409);
      const elsewhere = `/resource-servers/${encodeURIComponent(`${origin}:1/api/v2/`)}`;
      expect((await api.call("GET", elsewhere)).status).toBe(404);
    },
  );

  test("such as the management API accepts lifetimes, consent and the policy for users, and not the policy for clients", async () => {
    const path = `/resource-servers/${encodeURIComponent(`${api.emulator.url}/api/v2/`)}`;
    const settings = {
      token_lifetime: 3600,
      token_lifetime_for_web: 60,
      skip_consent_for_verifiable_first_party_clients: true,
    };
    expect((await api.call("PATCH", path, settings)).body).toMatchObject(settings);
    const policies = (client?: string) => ({
      subject_type_authorization: { user: { policy: "deny_all" }, ...(client && { client: { policy: client } }) },
    });
    const changed = policies("require_client_grant");
    expect((await api.call("PATCH", path, policies())).body).toMatchObject(changed);
    expect((await api.call("PATCH", path, changed)).status).toBe(200);
    expect((await api.call("PATCH", path, policies("deny_all"))).status).toBe(400);
    expect((await api.call("GET", path)).body).toMatchObject(changed);
  });

  const express = {
    name: "Okta OIN Express Configuration API",
    token_lifetime: 300,
    token_lifetime_for_web: 7200,
    allow_offline_access: false,
    skip_consent_for_verifiable_first_party_clients: false,
    subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "allow_all" } },
    enforce_policies: true,
    scopes: [
      { value: "express_configure:sso", description: "Ability to create SSO configurations" },
      { value: "express_configure:scim", description: "Ability to create scim configurations" },
    ],
  };
  const myAccount = {
    name: "Auth0 My Account API",
    token_lifetime: 600,
    token_lifetime_for_web: 600,
    allow_offline_access: true,
    skip_consent_for_verifiable_first_party_clients: true,
    subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } },
    proof_of_possession: { mechanism: "dpop", required: false },
    scopes: [
      { value: "create:me:connected_accounts", description: "Create Connected Accounts" },
      { value: "read:me:connected_accounts", description: "Read Connected Accounts" },
      { value: "delete:me:connected_accounts", description: "Delete Connected Accounts" },
    ],
  };
  const organizationScopes = [
    ...["read:my_org:details", "update:my_org:details", "create:my_org:organization_domains"],
    ...["create:my_org:identity_providers", "read:my_org:organization_domains", "read:my_org:identity_providers"],
    ...["update:my_org:organization_domains", "update:my_org:identity_providers", "delete:my_org:organization_domains"],
    "delete:my_org:identity_providers",
  ];
  const myOrganization = {
    name: "Auth0 My Organization API",
    token_lifetime: 86_400,
    token_lifetime_for_web: 7200,
    allow_offline_access: false,
    skip_consent_for_verifiable_first_party_clients: false,
    subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } },
    scopes: organizationScopes.map((value) => ({ value, description: expect.any(String) })),
  };
  test.each([
    ["urn:auth0:express-configure", express],
    ["/my-org/", myOrganization],
    ["/me/", myAccount],
  ])(
    "%s is activated by a creation, whatever its name, and can be deleted and created again",
    async (path, expected) => {
      const identifier = path.startsWith("urn:") ? path : `${api.emulator.url}${path}`;
      const { id, ...made } = await created({ identifier, name: "Mine" });
      expect(made).toEqual({ identifier, is_system: true, signing_alg: "RS256", ...expected });
      const renamed = await api.call("PATCH", `/resource-servers/${id}`, { name: "Mine" });
      const message = "Payload validation error: 'Additional properties not allowed: name'.";
      expect(renamed).toMatchObject({ status: 400, body: { message } });
      const policy = { authorization_policy: { policy_id: "p" } };
      expect((await api.call("PATCH", `/resource-servers/${id}`, policy)).body).toMatchObject(policy);
      expect((await api.call("DELETE", `/resource-servers/${id}`)).status).toBe(204);
      expect((await created({ identifier })).id).not.toBe(id);
      api.emulator.resourceServers.delete(identifier);
    },
  );

  test("has is_system in no response if the user created it", async () => {
    const { id, identifier } = await created();
    const path = `/resource-servers/${id}`;
    expect((await api.call("GET", path)).body).not.toHaveProperty("is_system");
    expect((await api.call("PATCH", path, { name: "a" })).body).not.toHaveProperty("is_system");
    const { body } = await api.call("GET", `/resource-servers?identifiers=${encodeURIComponent(identifier)}`);
    expect(body[0]).not.toHaveProperty("is_system");
  });
});

describe("the listing of APIs", () => {
  let own: Setup;
  beforeAll(async () => {
    own = await setup();
    for (let index = 0; index < 120; index++) own.emulator.resourceServers.create({ identifier: `urn:${index}` });
  });

  test("has 50 entries to a page, the system API among them, and an end", async () => {
    const first = await own.call("GET", "/resource-servers");
    expect(first.body).toHaveLength(50);
    expect(first.body[0].is_system).toBe(true);
    expect((await own.call("GET", "/resource-servers?page=2")).body).toHaveLength(21);
    expect((await own.call("GET", "/resource-servers?page=3")).body).toEqual([]);
  });

  test("has totals if requested", async () => {
    const { body } = await own.call("GET", "/resource-servers?page=1&per_page=100&include_totals=true");
    expect(body).toMatchObject({ start: 100, limit: 100, total: 121 });
    expect(body.resource_servers).toHaveLength(21);
  });

  test("has 100 entries to a page if totals are requested without parameters of pages", async () => {
    const { body } = await own.call("GET", "/resource-servers?include_totals=true");
    expect(body).toMatchObject({ start: 0, limit: 100, total: 121 });
    expect(body.resource_servers).toHaveLength(100);
    const page = (await own.call("GET", "/resource-servers?include_totals=true&page=1")).body;
    expect(page).toMatchObject({ start: 50, limit: 50 });
  });

  test("contains only the requested properties", async () => {
    const { body } = await own.call("GET", "/resource-servers?fields=identifier,is_system&identifiers=urn:7");
    expect(body).toEqual([{ identifier: "urn:7" }]);
    const rest = await own.call("GET", "/resource-servers/urn:7?fields=id,identifier&include_fields=false");
    expect(rest.body).toMatchObject({ signing_alg: "RS256" });
    expect(rest.body).not.toHaveProperty("id");
    expect((await own.call("GET", "/resource-servers?include_fields=true")).status).toBe(200);
  });

  test("can be empty, with totals", async () => {
    const { body } = await own.call("GET", "/resource-servers?identifiers=urn:x&include_totals=true");
    expect(body).toEqual({ total: 0, start: 0, limit: 100, resource_servers: [] });
  });

  test("is filtered by identifiers", async () => {
    const { body } = await own.call("GET", "/resource-servers?identifiers=urn:7&identifiers=urn:9&identifiers=urn:x");
    expect(body.map((server: { identifier: string }) => server.identifier)).toEqual(["urn:7", "urn:9"]);
  });

  test.each([
    "per_page=101",
    "per_page=0",
    "page=-1",
    "page=a",
    "include_totals=1",
    "name=a",
    Array.from({ length: 11 }, (_, index) => `identifiers=urn:${index}`).join("&"),
  ])("refuses %s", async (query) => {
    const { status, body } = await own.call("GET", `/resource-servers?${query}`);
    expect([status, body.errorCode]).toEqual([400, "invalid_query_string"]);
  });
});

describe("an edit of an API in the dashboard", () => {
  test("obeys the same rules, and counts neither in the log nor for rate limits", async () => {
    const { emulator, call } = await setup({ plan: { default: { burst: 1, perSecond: 0.001 } } });
    const servers = emulator.resourceServers;
    const { id } = servers.create({ identifier: "urn:a", name: "a" });
    expect(servers.update("urn:a", { name: "b" })).toMatchObject({ id, name: "b" });
    expect(() => servers.create({ identifier: "urn:a" })).toThrow(/already exists/);
    expect(() => servers.update("urn:a", { name: "<" })).toThrow(/name/);
    expect(emulator.requests).toEqual([]);
    expect((await call("GET", `/resource-servers/${id}`)).body.name).toBe("b");
    servers.delete("urn:a");
    expect(servers.get("urn:a")).toBeUndefined();
  });

  test("copies its arguments", () => {
    const servers = api.emulator.resourceServers;
    const copy = servers.create({ identifier: fresh(), scopes: [{ value: "a" }] });
    const identifier = String(copy.identifier);
    (copy.scopes as unknown[]).push("x");
    expect(servers.get(identifier)?.scopes).toEqual([{ value: "a" }]);
  });
});
