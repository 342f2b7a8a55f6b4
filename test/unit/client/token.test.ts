import { generateKeyPairSync, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type TenantClient, TenantError } from "../../../provider/src/client/index.ts";
import { clientFor, grantTokens, type Handler, json, randomSecret, startService } from "../helpers/fake-service.ts";

const call = { method: "GET", path: ["clients"], subject: "clients", action: "list" } as const;
const ok: Handler = (_request, response) => json(response, 200, {});
const accepts =
  (accepted: (token: string) => boolean): Handler =>
  (request, response) =>
    accepted(request.headers.authorization?.replace("Bearer ", "") ?? "")
      ? json(response, 200, {})
      : json(response, 401, { statusCode: 401, error: "Unauthorized", message: "Invalid token" });

async function failureOf(client: TenantClient): Promise<TenantError> {
  const error = await client.request(call).catch((reason: unknown) => reason);
  if (!(error instanceof TenantError)) throw new Error(`not a TenantError: ${String(error)}`);
  return error;
}

describe("the access token", () => {
  it("is fetched once for all calls", async () => {
    const service = await startService(ok);
    const secret = randomSecret();
    const { client } = clientFor(service, {
      credentials: { kind: "clientSecret", clientId: "client-1", clientSecret: secret, source: "here" },
    });
    await Promise.all(Array.from({ length: 20 }, () => client.request(call)));
    await client.request(call);
    expect(service.tokenCalls).toHaveLength(1);
    expect(JSON.parse(service.tokenCalls[0]?.body ?? "")).toEqual({
      grant_type: "client_credentials",
      client_id: "client-1",
      client_secret: secret,
      audience: `${service.origin}/api/v2/`,
    });
  });

  it("request is aborted when no call waits for it, and a later call sends a new one", async () => {
    const ended: number[] = [];
    const service = await startService(ok, (request, response) => {
      if (request.nth === 3) return grantTokens(request, response);
      response.on("close", () => ended.push(request.nth));
    });
    const { client } = clientFor(service);
    const signals = [new AbortController(), new AbortController()];
    const stream = { path: ["events"], subject: "events", action: "stream" };
    const open = async (signal: AbortSignal) => {
      const answer = await client.open(stream, signal);
      return "error" in answer ? answer.error.message : "open";
    };
    const opened = signals.map(({ signal }) => open(signal));
    await expect.poll(() => service.tokenCalls).toHaveLength(1);
    signals[0]?.abort();
    expect(await opened[0]).toMatch(/aborted/);
    // The second one still waits, so there is one request, and it continues.
    const third = new AbortController();
    const later = open(third.signal);
    signals[1]?.abort();
    expect(await opened[1]).toMatch(/aborted/);
    expect(ended).toEqual([]);
    expect(service.tokenCalls).toHaveLength(1);
    third.abort();
    expect(await later).toMatch(/aborted/);
    await expect.poll(() => ended).toEqual([1]);
    // A call that comes while the end of one request is under way makes its own.
    const fourth = new AbortController();
    const again = open(fourth.signal);
    await expect.poll(() => service.tokenCalls).toHaveLength(2);
    fourth.abort();
    const answer = client.request(call);
    await again;
    expect((await answer).status).toBe(200);
    expect(service.tokenCalls).toHaveLength(3);
  });

  it("is fetched again before it expires", async () => {
    const service = await startService(ok, ({ nth }, response) =>
      json(response, 200, { access_token: `token-${nth}`, expires_in: nth === 1 ? 86_400 : 100 }),
    );
    const { client, clock } = clientFor(service);
    await client.request(call);
    clock.at += 86_400_000 - 60_001;
    await client.request(call);
    expect(service.tokenCalls).toHaveLength(1);
    clock.at += 1;
    await client.request(call);
    expect(service.tokenCalls).toHaveLength(2);
    clock.at += 89_999;
    await client.request(call);
    expect(service.tokenCalls).toHaveLength(2);
    clock.at += 1;
    await client.request(call);
    expect(service.tokenCalls).toHaveLength(3);
  });

  it.each([undefined, null, 0, -5, "soon"])("with a lifetime of %j is used until it is refused", async (expires_in) => {
    const service = await startService(ok, (_request, response) =>
      json(response, 200, { access_token: "t", expires_in }),
    );
    const { client, clock } = clientFor(service);
    await client.request(call);
    clock.at += 1e12;
    await client.request(call);
    expect(service.tokenCalls).toHaveLength(1);
  });

  it("is fetched anew exactly once for 20 calls that were refused at the same time", async () => {
    const service = await startService(accepts((token) => token !== "access-token-1"));
    const { client } = clientFor(service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.request(call)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(service.tokenCalls).toHaveLength(2);
  });

  it("is kept if the refused call used an older token", async () => {
    let late: (() => void) | undefined;
    const refuse = accepts(() => false);
    const service = await startService((request, response) => {
      const old = request.headers.authorization === "Bearer access-token-1";
      if (old && late === undefined) late = () => refuse(request, response);
      else (old ? refuse : ok)(request, response);
    });
    const { client } = clientFor(service);
    const slow = client.request(call);
    await expect.poll(() => late).toBeDefined();
    await client.request(call);
    late?.();
    expect((await slow).status).toBe(200);
    expect(service.tokenCalls).toHaveLength(2);
  });

  it("that is refused although new is an error, and no further token is fetched", async () => {
    const service = await startService(accepts(() => false));
    const { client } = clientFor(service);
    const error = await failureOf(client);
    expect(error).toMatchObject({ status: 401, outcome: "refused" });
    expect(error.advice).toContain(`${service.origin}/api/v2/`);
    await failureOf(client);
    await failureOf(client);
    expect(service.tokenCalls).toHaveLength(2);
  });

  it("is replaced once per call at most", async () => {
    const service = await startService(({ nth }, response) =>
      json(response, [401, 408, 401][nth - 1] ?? 200, { statusCode: 0, error: "Error", message: "no" }),
    );
    const { client } = clientFor(service);
    expect(await failureOf(client)).toMatchObject({ status: 401, retries: 2 });
    expect(service.tokenCalls).toHaveLength(2);
  });

  it("can be replaced again once the replacement was in use", async () => {
    let current = "access-token-2";
    const service = await startService(accepts((token) => token === current));
    const { client } = clientFor(service);
    await client.request(call);
    current = "access-token-3";
    await client.request(call);
    expect(service.tokenCalls).toHaveLength(3);
  });

  it("from the settings is used as it is, and a refusal names its setting", async () => {
    const token = randomSecret();
    const service = await startService(accepts(() => false));
    const { client } = clientFor(service, {
      credentials: { kind: "token", token, source: "TENANT_TOKEN of the environment" },
    });
    const error = await failureOf(client);
    expect(service.calls[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(service.calls).toHaveLength(1);
    expect(service.tokenCalls).toEqual([]);
    expect(error.message).toContain("TENANT_TOKEN of the environment has expired");
    expect(error.message).not.toContain(token);
  });

  it("is fetched with bounded retries, and a failure is not cached", async () => {
    const service = await startService(ok, (request, response) =>
      request.nth <= 6 ? json(response, 503, {}) : grantTokens(request, response),
    );
    const { client } = clientFor(service);
    const error = await failureOf(client);
    expect(error).toMatchObject({ outcome: "notSent", status: undefined, retries: 0 });
    expect(service.tokenCalls).toHaveLength(5);
    expect((await client.request(call)).status).toBe(200);
    expect(service.tokenCalls).toHaveLength(7);
  });

  it.each<[number, object, RegExp]>([
    [
      401,
      { error: "access_denied", error_description: "Unauthorized" },
      /: the tenant refused the client's secret \(401, access_denied\)\. Check TENANT_CLIENT_SECRET of the environment, and that client "client-1" belongs to 127\.0\.0\.1:\d+\.$/,
    ],
    [
      401,
      { error: "invalid_client" },
      /: the tenant refused the client's secret \(.*that client "client-1" belongs to/,
    ],
    [
      403,
      { error: "access_denied", error_description: "Client is not authorized." },
      /: the client has no grant for the tenant's management API \(.*: Client is not authorized\. Create a grant that lets client "client-1" use/,
    ],
    [
      403,
      { error: "unauthorized_client", error_description: "Grant type not allowed" },
      /: the tenant does not allow the client credentials grant for the client .*Enable the client credentials grant .*"client-1"\.$/,
    ],
    [
      403,
      { error: "access_denied", error_description: "Service not enabled within domain: urn:x" },
      /: the tenant refused access to the audience .*The audience must be/,
    ],
    [
      404,
      { statusCode: 404, error: "Not Found", message: "No such tenant" },
      /: the tenant issued no access token \(404\): No such tenant\. Check client id "client-1" with TENANT_CLIENT_SECRET/,
    ],
    [400, { error: 3, error_description: [] }, /: the tenant issued no access token \(400\).*audience http/],
  ])(
    "request that is refused with %d %j has an explanation, and the error has no status",
    async (status, body, message) => {
      const service = await startService(ok, (_request, response) => json(response, status, body));
      const secret = randomSecret();
      const { client } = clientFor(service, {
        credentials: {
          kind: "clientSecret",
          clientId: "client-1",
          clientSecret: secret,
          source: "TENANT_CLIENT_SECRET of the environment",
        },
      });
      const error = await failureOf(client);
      expect(error).toMatchObject({ outcome: "notSent", status: undefined });
      expect(error.message).toMatch(/^Could not list clients: the (?:tenant|client) /);
      expect(error.message.match(/[.!?](?= |$)/g)?.length).toBeLessThanOrEqual(3);
      expect(error.message).toMatch(message);
      expect(error.message).not.toContain(secret);
      expect(service.tokenCalls).toHaveLength(1);
      expect(service.calls).toEqual([]);
    },
  );

  it.each([[[]], [{}], [{ access_token: 5 }], [{ access_token: "two words" }]])(
    "is missing in a response with %j, which is an error",
    async (body) => {
      const service = await startService(ok, (_request, response) => json(response, 200, body));
      const { client } = clientFor(service);
      expect(await failureOf(client)).toMatchObject({ outcome: "notSent" });
      expect(service.calls).toEqual([]);
    },
  );

  it("request's error never contains the client secret, although the endpoint repeats it", async () => {
    const service = await startService(ok, (request, response) =>
      json(response, 401, { error: "invalid_client", error_description: `you sent ${request.body}` }),
    );
    const clientSecret = randomSecret();
    const { client } = clientFor(service, {
      credentials: { kind: "clientSecret", clientId: "client-1", clientSecret, source: "here" },
    });
    const error = await failureOf(client);
    expect(error.message).toContain("[secret]");
    expect(error.message).not.toContain(clientSecret);
  });
});

describe("a private key", () => {
  const pairs = [
    ["RS256", generateKeyPairSync("rsa", { modulusLength: 2048 })],
    ["PS256", generateKeyPairSync("rsa-pss", { modulusLength: 2048 })],
    ["ES256", generateKeyPairSync("ec", { namedCurve: "P-256" })],
  ] as const;

  it.each(pairs)("%s signs an assertion of its own for every request", async (algorithm, pair) => {
    const privateKey = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const service = await startService(ok, (request, response) =>
      request.nth === 1 ? json(response, 503, {}) : grantTokens(request, response),
    );
    const { client, clock } = clientFor(service, {
      credentials: { kind: "privateKey", clientId: "client-1", privateKey, keyId: "kid-1", algorithm, source: "here" },
    });
    const startedAt = Math.floor(clock.at / 1000);
    await client.request(call);
    const assertions = service.tokenCalls.map(({ body }) => JSON.parse(body));
    expect(assertions).toHaveLength(2);
    const ids = assertions.map(({ client_assertion_type, client_assertion, client_secret }) => {
      expect(client_assertion_type).toBe("urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
      expect(client_secret).toBeUndefined();
      const [header, claims, signature] = client_assertion.split(".");
      const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
      expect(decode(header)).toEqual({ alg: algorithm, typ: "JWT", kid: "kid-1" });
      const { jti, iat, exp, ...rest } = decode(claims);
      expect(rest).toEqual({ iss: "client-1", sub: "client-1", aud: `${service.origin}/` });
      expect(iat).toBeGreaterThanOrEqual(startedAt);
      expect(exp - iat).toBeLessThanOrEqual(300);
      const key = {
        key: pair.publicKey,
        ...(algorithm === "ES256" ? { dsaEncoding: "ieee-p1363" as const } : {}),
      };
      expect(verify("sha256", Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, "base64url"))).toBe(true);
      return jti;
    });
    expect(new Set(ids).size).toBe(2);
  });
});
