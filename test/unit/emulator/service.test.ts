import { randomBytes, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type EmulatorOptions, type Fault, startEmulator } from "../../../provider/src/emulator/index.ts";
import { closeAll, send, setup } from "./client.ts";

afterEach(closeAll);

const list = "/resource-servers";

describe("the emulator listens", () => {
  test.each(["127.0.0.1", "localhost"] as const)("on %s", async (host) => {
    const { emulator, call } = await setup({ host });
    expect(emulator.url).toMatch(new RegExp(`^http://${host}:\\d+$`));
    expect(emulator.domain).toBe(emulator.url);
    expect((await call("GET", list)).status).toBe(200);
  });

  test.each(["0.0.0.0", "::", "192.0.2.1", "example.com", ""])("but not on %j", async (host) => {
    await expect(startEmulator({ host } as unknown as EmulatorOptions)).rejects.toThrow(/loopback/);
  });

  test("and reports a port that is in use", async () => {
    const { emulator } = await setup();
    const port = Number(new URL(emulator.url).port);
    await expect(startEmulator({ port })).rejects.toThrow(`port ${port} is in use`);
  });
});

describe("the token endpoint of the emulator", () => {
  const fields = (emulator: { clientId: string; clientSecret: string; url: string }) => ({
    grant_type: "client_credentials",
    client_id: emulator.clientId,
    client_secret: emulator.clientSecret,
    audience: `${emulator.url}/api/v2/`,
  });

  test.each([
    ["/oauth/token", "JSON"],
    ["/oauth/token/", "JSON"],
    ["/oauth/token", "form"],
    ["/oauth/token/", "form"],
  ])("%s accepts %s", async (path, form) => {
    const { emulator, call } = await setup();
    const body = form === "form" ? new URLSearchParams(fields(emulator)) : JSON.stringify(fields(emulator));
    const headers: Record<string, string> = form === "form" ? {} : { "content-type": "application/json" };
    const answer = await send(emulator.url + path, { method: "POST", body, headers });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ token_type: "Bearer", expires_in: 86400 });
    const of = (actions: string, resource: string) => actions.split(" ").map((action) => `${action}:${resource}`);
    const whole = "create delete read update";
    expect(answer.body.scope.split(" ").sort()).toEqual(
      [
        ...[
          "actions",
          "clients",
          "connections",
          "directory_provisionings",
          "organizations",
          "resource_servers",
          "roles",
        ].flatMap((resource) => of(whole, resource)),
        ...["scim_config", "token_exchange_profiles", "users"].flatMap((resource) => of(whole, resource)),
        ...[
          "client_credentials",
          "client_grants",
          "event_streams",
          "rate_limit_policies",
          "log_streams",
          "network_acls",
          "custom_domains",
        ].flatMap((resource) => of(whole, resource)),
        ...of("read update", "client_keys"),
        ...of("read update", "attack_protection"),
        ...of("update", "tenant_settings"),
        ...of("delete read update", "branding"),
        ...of("read update", "prompts"),
        ...of(whole, "email_provider"),
        ...of("create read update", "email_templates"),
        ...["phone_providers", "phone_templates"].flatMap((resource) => of(whole, resource)),
        ...["flows_vault_connections", "flows", "forms"].flatMap((resource) => of(whole, resource)),
        ...["user_attribute", "connection", "self_service"].flatMap((one) => of(whole, `${one}_profiles`)),
        ...of("read update", "self_service_profile_custom_texts"),
        ...of("read update", "guardian_factors"),
        ...of("read update", "mfa_policies"),
        ...of("read update", "connections_options"),
        ...of("create read update", "connections_keys"),
        ...of("create delete read", "scim_token"),
        ...of("create delete read", "network_acl_keys"),
        ...of("create delete read", "organization_member_roles"),
        ...of("create delete read", "organization_members"),
        ...of("create delete read", "group_roles"),
        ...of("create delete read", "organization_group_roles"),
        ...of("delete read", "groups"),
        ...of("create delete read", "organization_client_grants"),
        ...of("create delete read update", "organization_connections"),
        ...of("create delete read update", "organization_clients"),
        ...of("create delete read update", "organization_discovery_domains"),
        ...of("create delete read", "role_members"),
        ...[
          "client_summary",
          "events",
          "organization_invitations",
          "organization_member_effective_roles",
          "organizations_summary",
          "tenant_settings",
          "user_effective_roles",
          "signing_keys",
        ].map((resource) => `read:${resource}`),
        "update:client_token_vault_privileged_access",
      ].sort(),
    );
    expect((await call("GET", list, undefined, answer.body.access_token)).status).toBe(200);
  });

  test("issues the token that each request needs as a bearer", async () => {
    const { emulator } = await setup();
    const ask = (headers: Record<string, string>) => send(`${emulator.url}/api/v2/roles`, { headers });
    expect(await ask({})).toMatchObject({ status: 401, body: { message: "Missing authentication" } });
    for (const authorization of ["Basic YTpi", "Bearer", emulator.issueToken()]) {
      const { status, body } = await ask({ authorization });
      expect([status, body]).toEqual([
        400,
        {
          statusCode: 400,
          error: "Bad Request",
          message: "Bad HTTP authentication header format",
          errorCode: "Bearer",
        },
      ]);
    }
  });

  test("accepts the audience with both schemes and all loopback names, and no other audience", async () => {
    const { emulator } = await setup();
    const { port } = new URL(emulator.url);
    const ask = async (audience: string | undefined) => {
      const body = JSON.stringify({ ...fields(emulator), audience });
      return send(`${emulator.url}/oauth/token`, { method: "POST", body });
    };
    expect((await ask(`https://127.0.0.1:${port}/api/v2/`)).status).toBe(200);
    expect((await ask(`http://localhost:${port}/api/v2/`)).status).toBe(200);
    for (const other of [undefined, `${emulator.url}/api/v2`, "https://example.com/api/v2/", "x", `${emulator.url}/`]) {
      const { status, body } = await ask(other);
      expect([status, body.error]).toEqual([403, "access_denied"]);
      expect(body.error_description).toContain(`${emulator.url}/api/v2/`);
    }
  });

  test.each([
    ["another secret", { client_secret: "x" }, 401, "access_denied"],
    ["no secret", { client_secret: undefined }, 401, "access_denied"],
    ["another client", { client_id: "x" }, 401, "access_denied"],
    ["no client", { client_id: undefined }, 400, "invalid_request"],
    ["another grant", { grant_type: "password" }, 400, "unsupported_grant_type"],
  ])("refuses %s in OAuth's own shape", async (_, change, status, error) => {
    const { emulator } = await setup();
    const body = JSON.stringify({ ...fields(emulator), ...change });
    const answer = await send(`${emulator.url}/oauth/token`, { method: "POST", body });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, error_description: expect.stringMatching(/./) });
    expect(answer.headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
  });

  test("issues tokens to a second client with its own scopes, and the log has its name", async () => {
    const client = {
      clientId: "reader",
      clientSecret: randomBytes(16).toString("hex"),
      scopes: ["read:resource_servers"],
    };
    const { emulator, call } = await setup({ clients: [client] });
    const body = JSON.stringify({ ...fields(emulator), client_id: "reader", client_secret: client.clientSecret });
    const token = await send(`${emulator.url}/oauth/token`, { method: "POST", body });
    expect(token.body.scope).toBe("read:resource_servers");
    expect((await call("GET", list, undefined, token.body.access_token)).status).toBe(200);
    const refused = await call("POST", list, { identifier: "urn:a" }, token.body.access_token);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      statusCode: 403,
      error: "Forbidden",
      message: "Insufficient scope, expected any of: create:resource_servers",
      errorCode: "insufficient_scope",
    });
    expect(emulator.requests.map((request) => [request.operation, request.clientId])).toEqual([
      ["token", "reader"],
      ["resource-servers.list", "reader"],
      ["resource-servers.create", "reader"],
    ]);
  });
});

describe("an access token", () => {
  test("needs the scope of the operation", async () => {
    const { emulator, call } = await setup();
    emulator.resourceServers.create({ identifier: "urn:a" });
    const operations: [string, string, string][] = [
      ["POST", list, "create:resource_servers"],
      ["GET", list, "read:resource_servers"],
      ["GET", `${list}/urn:a`, "read:resource_servers"],
      ["PATCH", `${list}/urn:a`, "update:resource_servers"],
      ["DELETE", `${list}/urn:a`, "delete:resource_servers"],
    ];
    const all = [...new Set(operations.map(([, , scope]) => scope))];
    for (const [method, path, scope] of operations) {
      const others = emulator.issueToken(all.filter((other) => other !== scope));
      const refused = await call(method, path, undefined, others);
      expect([refused.status, refused.body.message]).toEqual([403, `Insufficient scope, expected any of: ${scope}`]);
      const body = method === "POST" ? { identifier: "urn:b" } : method === "PATCH" ? {} : undefined;
      expect((await call(method, path, body, emulator.issueToken([scope]))).status).toBeLessThan(300);
    }
  });

  test("that is missing, unknown, revoked or expired is a 401 in the service's form", async () => {
    let now = 1_000_000;
    const { emulator, call } = await setup({ tokenLifetime: 60, now: () => now });
    const missing = await send(`${emulator.url}/api/v2${list}`);
    expect(missing.body).toEqual({ statusCode: 401, error: "Unauthorized", message: expect.stringMatching(/./) });
    expect((await call("GET", list, undefined, "x")).status).toBe(401);
    const token = emulator.issueToken();
    now += 59_999;
    expect((await call("GET", list, undefined, token)).status).toBe(200);
    now += 1;
    expect((await call("GET", list, undefined, token)).status).toBe(401);
    const next = emulator.issueToken();
    emulator.revokeTokens();
    expect((await call("GET", list, undefined, next)).status).toBe(401);
    expect((await call("GET", list, undefined, emulator.issueToken())).status).toBe(200);
  });
});

test("unknown routes are a 404 in the service's form, for a valid token only", async () => {
  const { emulator, call } = await setup();
  for (const [method, path] of [
    ["GET", "/hooks"],
    ["PUT", list],
    ["GET", `${list}/`],
    ["GET", `${list}/a/b`],
  ] as const) {
    const { status, body } = await call(method, path);
    expect([status, body]).toEqual([404, { statusCode: 404, error: "Not Found", message: "Not Found" }]);
  }
  expect((await send(`${emulator.url}/`)).status).toBe(404);
  expect((await send(`${emulator.url}/oauth/token`)).status).toBe(404);
  expect((await send(`${emulator.url}/api/v2/clients`)).status).toBe(401);
});

test("a body above 1 MiB is a 413, and a body of 1 MiB is read", async () => {
  const { call, emulator } = await setup();
  const body = (length: number) => ({ name: "x".repeat(length - JSON.stringify({ name: "" }).length) });
  expect((await call("POST", list, body(1024 * 1024))).status).toBe(400);
  expect((await call("POST", list, body(1024 * 1024 + 1))).status).toBe(413);
  expect(emulator.requests[1]).not.toHaveProperty("body");
});

describe("an injected fault", () => {
  const create = { identifier: "urn:a" };
  const exists = (emulator: { resourceServers: { get(key: string): unknown } }) =>
    emulator.resourceServers.get("urn:a") !== undefined;

  test.each([
    ["reset-before", false],
    ["reset-after", true],
    ["truncated", true],
  ] as const)("%s breaks the connection; request applied: %s", async (kind, applied) => {
    const { emulator, call } = await setup();
    const fault = emulator.inject({ kind, method: "post", path: "/api/v2/resource-servers" });
    await expect(call("POST", list, create)).rejects.toThrow();
    expect(exists(emulator)).toBe(applied);
    expect(fault.hits).toBe(1);
    expect(emulator.requests[0]).toMatchObject({ fault: kind, status: kind === "truncated" ? "truncated" : "reset" });
    expect((await call("POST", list, create)).status).toBe(applied ? 409 : 201);
  });

  test.each([
    ["hang", false],
    ["hang-after", true],
  ] as const)("%s never responds, and does not delay close(); request applied: %s", async (kind, applied) => {
    const { emulator, call } = await setup();
    emulator.inject({ kind });
    const hanging = new Promise<void>((resolve) => {
      emulator.onRequest(({ phase, request }) => {
        if (phase === "answered" && request.status === "hang") resolve();
      });
    });
    const outcome = call("POST", list, create).then(
      () => "answered",
      () => "broken",
    );
    await hanging;
    expect(exists(emulator)).toBe(applied);
    await emulator.close();
    expect(await outcome).toBe("broken");
  });

  test("truncated sends all headers and half of the body", async () => {
    const { emulator } = await setup();
    emulator.inject({ kind: "truncated" });
    const response = await fetch(`${emulator.url}/api/v2${list}`, {
      headers: { authorization: `Bearer ${emulator.issueToken()}` },
    });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(100);
    await expect(response.text()).rejects.toThrow();
  });

  test("malformed applies the request and returns no JSON; empty returns 200 without a body", async () => {
    const { emulator, call } = await setup();
    emulator.inject({ kind: "malformed" });
    const malformed = await call("POST", list, create);
    expect([malformed.status, typeof malformed.body]).toEqual([201, "string"]);
    expect(exists(emulator)).toBe(true);
    emulator.inject({ kind: "empty" });
    expect(await call("PATCH", `${list}/urn:a`, { name: "b" })).toMatchObject({ status: 200, body: undefined });
    expect(emulator.resourceServers.get("urn:a")).toMatchObject({ name: "b" });
    emulator.inject({ kind: "malformed" });
    expect((await call("DELETE", `${list}/urn:a`)).status).toBe(200);
    expect(exists(emulator)).toBe(false);
  });

  test("status responds instead of applying the request, status-after responds after applying it", async () => {
    const { emulator, call } = await setup();
    emulator.inject({ kind: "status", status: 429, headers: { "Retry-After": "1", "X-RateLimit-Remaining": "0" } });
    const limited = await call("POST", list, create);
    expect(limited.status).toBe(429);
    expect(limited.body).toMatchObject({ errorCode: "too_many_requests" });
    expect([limited.headers.get("retry-after"), limited.headers.get("x-ratelimit-remaining")]).toEqual(["1", "0"]);
    expect(limited.headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
    expect(exists(emulator)).toBe(false);

    emulator.inject({ kind: "status", status: 403, body: { statusCode: 403, message: "limit" } });
    expect((await call("POST", list, create)).body).toEqual({ statusCode: 403, message: "limit" });
    emulator.inject({ kind: "status-after" });
    expect((await call("POST", list, create)).status).toBe(502);
    expect(exists(emulator)).toBe(true);
  });

  test("affects the chosen requests: by method, path, skip, times and order", async () => {
    const { emulator, call } = await setup();
    const status = async (method: string, path: string) => (await call(method, path)).status;
    const other = emulator.inject({ kind: "status", path: "/api/v2/resource", times: Number.POSITIVE_INFINITY });
    const first = emulator.inject({
      kind: "status",
      status: 503,
      method: "GET",
      path: /per_page=7/g,
      skip: 1,
      times: 2,
    });
    const query = `${list}?per_page=7`;
    const seen = [];
    for (let index = 0; index < 4; index++) seen.push(await status("GET", query));
    expect(seen).toEqual([200, 503, 503, 200]);
    expect([first.hits, other.hits]).toEqual([2, 0]);

    const below = emulator.inject({
      kind: "status",
      status: 504,
      path: `/api/v2${list}`,
      times: Number.POSITIVE_INFINITY,
    });
    expect([await status("GET", `${list}/urn:a`), await status("GET", query), await status("GET", "/x")]).toEqual([
      504, 504, 404,
    ]);
    below.remove();
    expect(await status("GET", list)).toBe(200);
    emulator.inject({ kind: "status" });
    emulator.clearFaults();
    expect(await status("GET", list)).toBe(200);
  });

  test("affects the token endpoint too", async () => {
    const { emulator } = await setup();
    emulator.inject({ kind: "status", status: 503, path: "/oauth/token" });
    expect((await send(`${emulator.url}/oauth/token/`, { method: "POST" })).status).toBe(503);
  });

  test.each([{ status: 99 }, { status: 600 }, { times: -1 }, { skip: Number.NaN }])(
    "with %j is refused",
    async (wrong) => {
      const { emulator } = await setup();
      expect(() => emulator.inject({ kind: "status", ...wrong } satisfies Fault)).toThrow(RangeError);
    },
  );
});

describe("the latency", () => {
  test("delays each response for the chosen time", async () => {
    const { emulator, call } = await setup({ latencyMs: { min: 30, max: 40 } });
    await call("GET", list);
    expect(emulator.requests[0]?.ms).toBeGreaterThanOrEqual(29);
  });

  test("does not delay close()", async () => {
    const { emulator, call } = await setup({ latencyMs: 600_000 });
    const received = new Promise((resolve) => emulator.onRequest(resolve));
    const outcome = call("POST", list, { identifier: "urn:a" }).catch(() => "broken");
    await received;
    expect(emulator.requests[0]?.status).toBe("pending");
    await emulator.close();
    expect(await outcome).toBe("broken");
    expect(emulator.resourceServers.get("urn:a")).toBeUndefined();
  });
});

describe("the log of requests", () => {
  test("has each request, with the id that the client sent", async () => {
    const { emulator, call } = await setup();
    const heard: unknown[] = [];
    const stop = emulator.onRequest(({ phase, request }) => heard.push([phase, request.status]));
    const answer = await call("POST", list, { identifier: "urn:a", token_lifetime: 60 });
    expect(emulator.requests).toEqual([
      {
        id: answer.headers.get("x-request-id"),
        at: expect.any(Number),
        method: "POST",
        path: "/api/v2/resource-servers",
        status: 201,
        operation: "resource-servers.create",
        body: { identifier: "urn:a", token_lifetime: 60 },
        ms: expect.any(Number),
      },
    ]);
    expect(heard).toEqual([
      ["received", "pending"],
      ["answered", 201],
    ]);
    stop();
    emulator.clearRequests();
    await call("GET", list);
    expect(heard).toHaveLength(2);
    expect(emulator.requests.map((request) => request.operation)).toEqual(["resource-servers.list"]);
  });

  test("never contains a secret or a token", async () => {
    const { emulator, call } = await setup();
    const secret = randomBytes(16).toString("hex");
    const token = emulator.issueToken();
    const body = { identifier: "urn:a", signing_alg: "HS256", signing_secret: secret, authorization_details: [] };
    await call("POST", list, body, token);
    await call("PATCH", `${list}/urn:a`, { deep: [{ Client_Secret: secret, password: { a: secret } }] }, token);
    await call("PATCH", `${list}/urn:a`, secret, token);
    await call("GET", `${list}?client_secret=${secret}&client%5Fsecret=${secret}&per_page=1`, undefined, token);
    const form = { grant_type: "client_credentials", client_id: "a", client_secret: secret, client_assertion: secret };
    await send(`${emulator.url}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
    await send(`${emulator.url}/oauth/token`, { method: "POST", body: `{"client_secret":"${secret}"` });

    const text = JSON.stringify(emulator.requests);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(token);
    expect(emulator.requests[0]?.body).toEqual({ ...body, signing_secret: "[redacted]" });
    expect(emulator.requests[3]?.path).toMatch(/&per_page=1$/);
  });
});

test("the log contains no secret of a connection's options, and all other options", async () => {
  const { emulator, call } = await setup();
  const secret = () => randomBytes(16).toString("hex");
  const secrets = {
    client_secret: secret(),
    app_secret: secret(),
    consumer_secret: secret(),
    twilio_token: secret(),
    gateway_authentication: { method: "bearer", secret: secret() },
    signing_key: { key: secret(), cert: secret() },
    signingKey: secret(),
    decryptionKey: { key: secret() },
    configuration: { ANY: secret(), NAME: secret() },
    apiKey: secret(),
    accessToken: secret(),
    smtp_pass: { password: secret() },
    nested: [{ key: secret(), "access-key": secret() }],
    custom_headers: [{ name: "x-tenant", value: secret() }],
    gateway_url: [`https://user:${secret()}`, "sms.example.com/"].join("@"),
    note: ["-----BEGIN PRIV", `ATE KEY-----\n${secret()}`].join(""),
  };
  const open = {
    client_id: "c",
    issuer: "https://idp.example.com/",
    token_endpoint: "https://idp.example.com/t",
    scope: "a",
  };
  await call("POST", "/connections", { name: "a", strategy: "sms", options: { ...open, ...secrets } });
  await call("PATCH", `/connections/${emulator.connections.get("a")?.id}`, { options: { ...open, ...secrets } });
  const text = JSON.stringify(emulator.requests);
  for (const value of JSON.stringify(secrets).match(/[0-9a-f]{32}/g) ?? []) expect(text).not.toContain(value);
  for (const { body } of emulator.requests) expect((body as { options: object }).options).toMatchObject(open);
});

describe("a seed", () => {
  test("contains connections, roles, organizations, members and profiles, as an export does", async () => {
    const { emulator } = await setup();
    const metadataXml = `<x entityID="urn:idp"><SingleSignOnService Location="https://idp.example.com/in"/></x>`;
    const configuration = { KEY: randomBytes(16).toString("hex") };
    const attributes = { email: { unique: false }, username: { identifier: { active: true } } };
    const options = { configuration, attributes, enable_script_context: true };
    emulator.connections.create({ name: "db", strategy: "auth0", options, enabled_clients: ["a"] });
    emulator.connections.create({ name: "saml", strategy: "samlp", options: { metadataXml }, metadata: { a: "b" } });
    emulator.connections.create({ name: "ad", strategy: "ad", realms: ["r"], show_as_button: true });
    emulator.roles.create({ name: "admin" });
    emulator.organizations.create({ name: "example" });
    emulator.organizationMembers.add("example", "auth0|a", { name: "A", roles: ["admin"] });
    const type = "custom_authentication";
    emulator.tokenExchangeProfiles.create({ subject_token_type: "urn:example", action_id: "a", type });
    const copy = await setup({ seed: JSON.parse(JSON.stringify(emulator.export())) });
    expect(copy.emulator.export()).toEqual(emulator.export());
    const shown = (from: typeof emulator) =>
      from.connections.list().map((connection) => ({
        ...connection,
        options: { ...(connection.options as object), configuration: null },
      }));
    expect(shown(copy.emulator)).toEqual(shown(emulator));
    expect(copy.emulator.connections.configurationPlain("db")).toEqual(configuration);
    expect(copy.emulator.connections.hiddenOptions("saml")).toEqual({ metadataXml });
    expect(copy.emulator.organizationMembers.list()).toEqual(emulator.organizationMembers.list());
  });

  test("adds members after their organizations and roles, whatever the order of the keys", async () => {
    const { emulator } = await setup({
      seed: {
        organizationMembers: [{ organization_id: "org_a", user_id: "auth0|a", roles: ["admin"] }],
        organizations: [{ id: "org_a", name: "a" }],
        roles: [{ id: "rol_a", name: "admin" }],
      },
    });
    expect(emulator.organizationMembers.get("a", "auth0|a")?.roles).toEqual(["rol_a"]);
  });

  test("of an export of named collections has nothing else", async () => {
    const { emulator } = await setup();
    emulator.roles.create({ name: "admin" });
    const { roles, clients } = emulator.export();
    expect(roles).toHaveLength(1);
    expect(emulator.export("roles")).toEqual({ roles });
    expect(emulator.export("roles", "clients")).toEqual({ clients, roles });
  });

  test("of an export creates an equal tenant, ids and secrets included", async () => {
    const { emulator } = await setup();
    const secret = randomBytes(16).toString("hex");
    emulator.resourceServers.create({ identifier: "urn:a", name: "A", scopes: [{ value: "a" }] });
    emulator.resourceServers.create({ identifier: "urn:b", signing_alg: "HS256", signing_secret: secret });
    emulator.resourceServers.create({ identifier: "urn:c", token_lifetime: 0 });
    const copy = await setup({ seed: JSON.parse(JSON.stringify(emulator.export())) });
    expect(copy.emulator.export()).toEqual(emulator.export());
    expect(copy.emulator.resourceServers.list().slice(1)).toEqual(emulator.resourceServers.list().slice(1));
    expect(copy.emulator.resourceServers.get("urn:b")).toMatchObject({ signing_secret: secret });
  });

  test("can have objects in the form of responses", async () => {
    const thumbprint_sha256 = randomBytes(32).toString("base64url");
    const server = {
      id: "0123456789abcdef01234567",
      identifier: "urn:a",
      is_system: false,
      client_id: "c",
      token_encryption: { format: "compact-nested-jwe", encryption_key: { alg: "RSA-OAEP-256", thumbprint_sha256 } },
    };
    const { emulator } = await setup({ seed: { resourceServers: [server] } });
    expect(emulator.resourceServers.get("0123456789abcdef01234567")).toMatchObject(server);
  });

  test.each([
    [{ resourceServers: [{ identifier: "urn:a" }, { name: "a" }] }, "seed: resourceServers[1].identifier: Missing"],
    [
      { resourceServers: [{ identifier: "urn:a", scopes: [{ value: "" }] }] },
      "seed: resourceServers[0].scopes[0].value: ",
    ],
    [
      { resourceServers: [{ identifier: "urn:a" }, { identifier: "urn:a" }] },
      "seed: resourceServers[1]: A resource server with the same identifier",
    ],
    [{ resourceServers: [{ identifier: "urn:a", id: "x" }] }, "seed: resourceServers[0].id: "],
    [{ resourceServers: [{ identifier: "urn:a", is_system: true }] }, "seed: resourceServers[0].is_system: "],
    [
      { resourceServers: [{ identifier: "urn:a", token_lifetime: 1, token_lifetime_for_web: 2 }] },
      "token_lifetime_for_web",
    ],
    [{ resourceServers: {} }, "seed: resourceServers: expected an array"],
    [{ resource_servers: [] }, "seed: resource_servers: unknown key. Known keys: resourceServers, connections, roles"],
    [{ connections: [{ name: "a" }] }, "seed: connections[0].strategy: Missing"],
    [{ connections: [{ name: "a", strategy: "oidc", id: "x" }] }, "seed: connections[0].id: "],
    [
      {
        connections: [
          { name: "a", strategy: "oidc", options: { client_id: "c" } },
          { name: "a", strategy: "github" },
        ],
      },
      "seed: connections[1]: A connection with the same name already exists",
    ],
    [
      { connections: [{ name: "a", strategy: "auth0", options: { configuration: { A: 1 } } }] },
      "on property options.configuration.A",
    ],
    [{ roles: [{ name: "a" }, { name: "a" }] }, "seed: roles[1]: The role already exists."],
    [{ organizations: [{ id: "x".repeat(51), name: "a" }] }, "seed: organizations[0].id: String is too long"],
    [
      { organizationMembers: [{ organization_id: "org_a", user_id: "a" }] },
      "seed: organizationMembers[0]: No organization found by that id or name",
    ],
    [
      { organizations: [{ name: "a" }], organizationMembers: [{ organization_id: "a", user_id: "a", roles: ["x"] }] },
      "seed: organizationMembers[0]: The role does not exist",
    ],
    [
      {
        organizations: [{ name: "a" }],
        organizationMembers: [
          { organization_id: "a", user_id: "a" },
          { organization_id: "a", user_id: "a" },
        ],
      },
      "seed: organizationMembers[1].user_id: The member occurs twice",
    ],
    [
      { tokenExchangeProfiles: [{ subject_token_type: "urn:example", action_id: "a", type: "x" }] },
      "seed: tokenExchangeProfiles[0].type: ",
    ],
    [[], "seed: expected an object"],
  ])("with %j is refused, and the error has the path", async (seed, message) => {
    await expect(startEmulator({ seed: seed as object })).rejects.toThrow(message);
  });

  test("can be a file, whose name is in errors", async () => {
    const folder = await mkdtemp(join(tmpdir(), "emulator-seed-"));
    try {
      const file = join(folder, "seed.json");
      await writeFile(file, JSON.stringify({ resourceServers: [{ identifier: "urn:a" }] }));
      const { emulator } = await setup({ seed: file });
      expect(emulator.resourceServers.get("urn:a")).toBeDefined();
      await writeFile(file, JSON.stringify({ resourceServers: [{ identifier: "" }] }));
      await expect(startEmulator({ seed: file })).rejects.toThrow(`${file}: resourceServers[0].identifier: `);
      await writeFile(file, "{");
      await expect(startEmulator({ seed: file })).rejects.toThrow(`${file}: not JSON`);
      await expect(startEmulator({ seed: join(folder, "none") })).rejects.toThrow(/none: cannot be read \(ENOENT\)/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("TLS of the emulator", () => {
  test("has a certificate made at the start, for all loopback names; the audience of the domain is accepted", async () => {
    const { emulator } = await setup({ tls: true });
    expect(emulator.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const certificate = new X509Certificate(String(emulator.cert));
    const { subjectAltName, publicKey } = certificate;
    expect(subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1");
    expect(publicKey.asymmetricKeyType).toBe("ec");
    expect([certificate.subject, certificate.ca, certificate.verify(publicKey)]).toEqual(["CN=localhost", true, true]);
    const grant = {
      grant_type: "client_credentials",
      client_id: emulator.clientId,
      client_secret: emulator.clientSecret,
      audience: `${emulator.url}/api/v2/`,
    };
    const sent = request(`${emulator.url}/oauth/token`, { method: "POST", ca: String(emulator.cert) });
    const [answer] = await once(sent.end(JSON.stringify(grant)), "response");
    expect(answer.statusCode).toBe(200);
    const untrusting = await send(`${emulator.url}/oauth/token`).catch((error: Error) => error.message);
    expect(untrusting).toBe("fetch failed");
  });

  test("is off by default, without a certificate", async () => {
    expect((await setup()).emulator.cert).toBeUndefined();
  });
});
