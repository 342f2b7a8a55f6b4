import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type TenantCall, type TenantClient, TenantError } from "../../../provider/src/client/index.ts";
import {
  apiError,
  clientFor,
  grantTokens,
  type Handler,
  json,
  randomSecret,
  settingsFor,
  startService,
} from "../helpers/fake-service.ts";

const subject = 'resource server "https://orders.example.com"';
const read: TenantCall = { method: "GET", path: ["resource-servers", "rs_1"], subject, action: "read" };
const create: TenantCall = {
  method: "POST",
  path: ["resource-servers"],
  body: { name: "Orders" },
  subject,
  action: "create",
};
const update: TenantCall = {
  method: "PATCH",
  path: ["resource-servers", "rs_1"],
  body: { name: "O" },
  subject,
  action: "update",
};
const remove: TenantCall = { method: "DELETE", path: ["resource-servers", "rs_1"], subject, action: "delete" };

async function failureOf(client: TenantClient, call: TenantCall): Promise<TenantError> {
  const error = await client.request(call).then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TenantError)) throw error;
  return error;
}

/** Answers the first request with one handler and later ones with a success. */
const firstly =
  (first: Handler): Handler =>
  (request, response) =>
    request.nth === 1 ? first(request, response) : json(response, 200, { id: "rs_1" });
const reset: Handler = (_request, response) => response.socket?.resetAndDestroy();
const hang: Handler = () => {};
const truncated: Handler = (_request, response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"id":"rs', () => response.socket?.destroy());
};
const malformed: Handler = (_request, response) => {
  response.writeHead(200).end("<html>welcome</html>");
};
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    json(response, code, { statusCode: code, error: "Error", message: "no" }, headers);

describe("a request", () => {
  it("sends its parts and returns the response", async () => {
    const service = await startService((_request, response) =>
      json(response, 201, { id: "rs_1" }, { "x-ratelimit-remaining": "9" }),
    );
    const { client } = clientFor(service);
    const answer = await client.request<{ id: string }>({
      ...create,
      path: ["resource-servers", "https://orders.example.com/a|b ü"],
      query: { page: 0, include_totals: true, identifiers: ["a b", "c&d"], absent: undefined },
    });
    expect(answer.status).toBe(201);
    expect(answer.body?.id).toBe("rs_1");
    expect(answer.headers["x-ratelimit-remaining"]).toBe("9");
    const [call] = service.calls;
    expect(call?.method).toBe("POST");
    expect(call?.url).toBe(
      "/api/v2/resource-servers/https%3A%2F%2Forders.example.com%2Fa%7Cb%20%C3%BC?page=0&include_totals=true&identifiers=a+b&identifiers=c%26d",
    );
    expect(call?.headers).toMatchObject({ authorization: "Bearer access-token-1", "content-type": "application/json" });
    expect(JSON.parse(call?.body ?? "")).toEqual({ name: "Orders" });
  });

  it("carries a body with DELETE and none with GET", async () => {
    const service = await startService((_request, response) => void response.writeHead(204).end());
    const { client } = clientFor(service);
    expect((await client.request({ ...remove, body: { roles: ["rol_1"] } })).body).toBeUndefined();
    expect((await client.request(read)).body).toBeUndefined();
    expect(service.calls.map(({ body }) => body)).toEqual(['{"roles":["rol_1"]}', ""]);
  });

  it.each([[""], ["."], [".."], ["\ud800"]])(
    "is not sent if its path would name another resource: %j",
    async (segment) => {
      const service = await startService((_request, response) => json(response, 200, {}));
      const { client } = clientFor(service);
      const error = await failureOf(client, { ...remove, path: ["resource-servers", segment] });
      expect(error.outcome).toBe("notSent");
      expect(service.calls).toEqual([]);
    },
  );

  it("calls beforeWrite right before every write, and stops if beforeWrite throws", async () => {
    const service = await startService(firstly(status(503)));
    const beforeWrite = vi.fn();
    const { client } = clientFor(service, { beforeWrite });
    await client.request(read);
    expect(beforeWrite).not.toHaveBeenCalled();
    await client.request(update);
    expect(beforeWrite).toHaveBeenCalledTimes(1);
    beforeWrite.mockImplementation(() => {
      throw new Error("the engine is gone");
    });
    await expect(client.request(update)).rejects.toThrow("the engine is gone");
    expect(service.calls).toHaveLength(3);
  });

  it("ends when the run is aborted", async () => {
    const stop = new AbortController();
    const service = await startService(() => stop.abort());
    const { client } = clientFor(service, { signal: stop.signal });
    const error = await failureOf(client, update);
    expect(error).toMatchObject({ outcome: "unknown", retries: 0 });
    expect(error.message).toContain("being stopped");
    expect((await failureOf(client, read)).outcome).toBe("notSent");
    expect(service.calls).toHaveLength(1);
  });

  it("does not keep the process alive, although its connection stays open", async () => {
    // In a process of its own, as the server's side of the connection would count as well.
    const script = `require("node:http").createServer((_, response) => response.end("{}"))
      .listen(0, "127.0.0.1", function () { console.log(this.address().port) })`;
    const server = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void server.kill());
    const [port] = await once(server.stdout, "data");
    const host = `127.0.0.1:${String(port).trim()}`;
    const { client } = clientFor(
      { host, origin: `http://${host}` },
      { credentials: { kind: "token", token: "t", source: "here" } },
    );
    const alive = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    const before = alive();
    await client.request(read);
    await expect.poll(alive).toBeLessThanOrEqual(before);
  });
});

describe("the repetition of a request", () => {
  const faults: [string, Handler][] = [
    ["reset", reset],
    ["truncated", truncated],
    ["malformed", malformed],
    ["no object", (_request, response) => void response.writeHead(200).end("[]")],
    ["408", status(408)],
    ["500", status(500)],
    ["502", status(502)],
    ["503", status(503)],
    ["504", status(504)],
  ];

  it.each(faults)("%s: an update is sent again", async (_name, fault) => {
    const service = await startService(firstly(fault));
    const { client, clock } = clientFor(service);
    expect((await client.request(update)).body).toEqual({ id: "rs_1" });
    expect(service.calls).toHaveLength(2);
    expect(clock.waits).toEqual([250]);
  });

  it.each(faults)("%s: a creation is sent once, and its outcome is unknown", async (_name, fault) => {
    const service = await startService(firstly(fault));
    const { client } = clientFor(service);
    const error = await failureOf(client, create);
    expect(error).toMatchObject({ outcome: "unknown", retries: 0 });
    expect(error.message).toContain("not known");
    expect(service.calls).toHaveLength(1);
  });

  it.each([create, update, read, remove])("429: $method is sent again after the time of Retry-After", async (call) => {
    const service = await startService(
      firstly(status(429, { "retry-after": "7", "x-ratelimit-reset": "99999999999" })),
    );
    const { client, clock } = clientFor(service);
    await client.request(call);
    expect(service.calls).toHaveLength(2);
    expect(clock.waits).toHaveLength(1);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(7_000);
    expect(clock.waits[0]).toBeLessThan(8_000);
  });

  it.each<[string, Handler, boolean]>([
    ["429", status(429), true],
    ["429 for longer than a run waits", status(429, { "retry-after": "601" }), false],
    ["503", status(503), false],
  ])("%s: a request that depends on an earlier response is sent once", async (_name, fault, isHeldBack) => {
    const service = await startService(firstly(fault));
    const { client } = clientFor(service);
    expect(await failureOf(client, { ...update, repeatable: "never" })).toMatchObject({ retries: 0, isHeldBack });
    expect(service.calls).toHaveLength(1);
  });

  it("429 without Retry-After: the client backs off, whatever X-RateLimit-Reset says", async () => {
    const service = await startService(firstly(status(429, { "x-ratelimit-reset": "99999999999" })));
    const { client, clock } = clientFor(service);
    await client.request(create);
    expect(clock.waits).toEqual([250]);
  });

  it("ends at once if the service asks for more time than a run waits", async () => {
    const service = await startService(status(429, { "retry-after": "601" }));
    const { client, clock } = clientFor(service);
    const error = await failureOf(client, create);
    expect(error).toMatchObject({ status: 429, outcome: "refused", retries: 0 });
    expect(error.message).toMatch(/requests a wait of 601 s, but a run waits at most 600 s/);
    expect(clock.waits).toEqual([]);
  });

  it("ends after a bounded number of attempts, and the error has the number", async () => {
    const service = await startService(status(503));
    const { client, clock } = clientFor(service);
    const error = await failureOf(client, read);
    expect(error).toMatchObject({ status: 503, outcome: "unknown", retries: 4 });
    expect(error.message).toContain("after 4 retries");
    expect(service.calls).toHaveLength(5);
    expect(clock.waits).toEqual([250, 500, 1000, 2000]);
  });

  it("lasts ten minutes if the service answers everything with 429, although the call's own time is shorter", async () => {
    const service = await startService(status(429, { "retry-after": "20" }));
    const { client, clock } = clientFor(service);
    const error = await failureOf(client, read);
    expect(error.retries).toBe(29);
    expect(error.message).toContain("has refused all calls for 600 s");
    const waited = clock.waits.reduce((sum, wait) => sum + wait, 0);
    expect(waited).toBeGreaterThan(580_000);
    expect(waited).toBeLessThanOrEqual(600_000);
  });

  it("waits for a refused token request as long as for calls of the management API", async () => {
    const token: Handler = (request, response) =>
      (request.nth < 20 ? status(429, { "retry-after": "20" }) : grantTokens)(request, response);
    const service = await startService(firstly(status(200)), token);
    const { client, clock } = clientFor(service);
    await client.request(create);
    expect(service.tokenCalls).toHaveLength(20);
    expect(clock.waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(19 * 20_000);
  });

  it("ends after ten minutes of refused token requests, with a message about the quota of tokens", async () => {
    const service = await startService(firstly(status(200)), status(429));
    const { client, clock } = clientFor(service);
    const error = await failureOf(client, create);
    expect(error).toMatchObject({ outcome: "notSent" });
    expect(error.message).toContain("issues no more access tokens for now");
    expect(service.calls).toEqual([]);
    const waited = clock.waits.reduce((sum, wait) => sum + wait, 0);
    expect(waited).toBeLessThanOrEqual(600_000);
    expect(waited).toBeGreaterThan(590_000);
  });

  describe("with a patience of 15 minutes", () => {
    const patienceMs = 900_000;

    it.each([read, update, remove])("$method is sent again until the service works again", async (call) => {
      const service = await startService((request, response) =>
        request.nth <= 50 ? status(503)(request, response) : json(response, 200, { id: "rs_1" }),
      );
      const lines: string[] = [];
      const { client, clock } = clientFor(service, { patienceMs, onWait: (line) => void lines.push(line) });
      await client.request(call);
      const waited = clock.waits.reduce((sum, wait) => sum + wait, 0);
      expect(waited).toBeLessThan(patienceMs);
      // Said after 5 s, and then once per minute.
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.length).toBeLessThanOrEqual(Math.ceil(waited / 60_000));
      expect(lines[0]).toMatch(/^a call waits and is then sent again: .*503.* A call waits for at most 900 s$/);
    });

    it("a creation that the service may have carried out is sent once", async () => {
      const service = await startService(status(503));
      const { client } = clientFor(service, { patienceMs });
      expect(await failureOf(client, create)).toMatchObject({ outcome: "unknown", retries: 0 });
      expect(service.calls).toHaveLength(1);
    });

    it("a call to a service that stays down ends in time", async () => {
      const service = await startService(status(503));
      const { client, clock } = clientFor(service, { patienceMs, onWait: () => {} });
      expect(await failureOf(client, read)).toMatchObject({ status: 503 });
      const waited = clock.waits.reduce((sum, wait) => sum + wait, 0);
      expect(waited).toBeLessThanOrEqual(patienceMs);
      expect(waited).toBeGreaterThan(patienceMs - 10_000);
    });

    it("a call that gets nothing but 429 ends in the same time", async () => {
      const service = await startService(status(429, { "retry-after": "20" }));
      const { client } = clientFor(service, { patienceMs });
      expect((await failureOf(client, read)).message).toContain("has refused all calls for 900 s");
    });
  });

  it.each([400, 404, 409, 422, 501])("%d is final", async (code) => {
    const service = await startService(status(code));
    const { client } = clientFor(service);
    expect(await failureOf(client, remove)).toMatchObject({ status: code, retries: 0, recognised: true });
    expect(service.calls).toHaveLength(1);
  });

  it.each([301, 302, 307, 308])("%d is not followed", async (code) => {
    const service = await startService(status(code, { location: "/api/v2/elsewhere" }));
    const { client } = clientFor(service);
    expect(await failureOf(client, create)).toMatchObject({ status: code, outcome: "refused" });
    expect(service.calls).toHaveLength(1);
  });

  it("a deletion is not confirmed by a 200 with an HTML page", async () => {
    const service = await startService(malformed);
    const { client } = clientFor(service);
    expect(await failureOf(client, remove)).toMatchObject({ outcome: "unknown", retries: 4 });
  });

  it.each<[Handler, number]>([
    [(_request, response) => void response.writeHead(204).end(), 204],
    [(_request, response) => void response.writeHead(202).end('{"deleted_at":"x"}'), 202],
    [(_request, response) => void response.writeHead(200).end(), 200],
  ])("a deletion is confirmed by any 2xx that is empty or JSON", async (handler, code) => {
    const service = await startService(handler);
    const { client } = clientFor(service);
    expect((await client.request(remove)).status).toBe(code);
  });

  it("an unknown outcome stays unknown if a later attempt is refused", async () => {
    const service = await startService((request, response) =>
      (request.nth === 1 ? reset : status(409))(request, response),
    );
    const { client } = clientFor(service);
    expect(await failureOf(client, update)).toMatchObject({ status: 409, outcome: "unknown", retries: 1 });
  });

  it("a creation is tried again if the connection is refused, as nothing can have been sent", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const address = gone.address();
    const host = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    await new Promise((resolve) => gone.close(resolve));
    const { client, clock } = clientFor(
      { host, origin: `http://${host}` },
      { credentials: { kind: "token", token: "t", source: "here" } },
    );
    const error = await failureOf(client, create);
    expect(error).toMatchObject({ outcome: "notSent", retries: 4 });
    expect(error.message).toContain("ECONNREFUSED");
    expect(clock.waits).toHaveLength(4);
  });

  it("a server that cannot prove its identity by TLS gets no request, and is not tried again", async () => {
    const service = await startService((_request, response) => json(response, 200, {}));
    const { client, clock } = clientFor({ host: service.host, origin: `https://${service.host}` });
    const error = await failureOf(client, create);
    expect(error.outcome).toBe("notSent");
    expect(clock.waits).toEqual([]);
    expect(service.tokenCalls).toEqual([]);
  });
});

describe("bounds of time and size", () => {
  const real = { now: Date.now, monotonic: () => performance.now() };

  it.each<[string, Handler, object, RegExp]>([
    ["no answer", hang, { headers: 50 }, /the response timed out/],
    [
      "half a body",
      (_request, response) => void response.writeHead(200).write("{"),
      { body: 50 },
      /stopped before its end/,
    ],
    ["an attempt that takes too long", hang, { attempt: 50 }, /within 50 ms/],
    ["a call that takes too long", hang, { call: 150 }, /the time limit of 150 ms for the call is exceeded/],
  ])("%s ends in time", async (_name, handler, timeouts, message) => {
    const service = await startService(handler);
    const { client } = clientFor(service, { timeouts, clock: { random: () => 0 }, retries: { faults: 1 } });
    const startedAt = performance.now();
    const error = await failureOf(client, { ...update });
    expect(error.outcome).toBe("unknown");
    expect(error.message).toMatch(message);
    expect(performance.now() - startedAt).toBeLessThan(4_500);
  });

  it("the total time includes the token request", async () => {
    const service = await startService((_request, response) => json(response, 200, {}), hang);
    const { client } = clientFor(service, { timeouts: { call: 100 }, clock: real });
    const error = await failureOf(client, create);
    expect(error.outcome).toBe("notSent");
    expect(service.calls).toEqual([]);
  });

  it("a response that is too large is an error, and the request is not repeated", async () => {
    const service = await startService((_request, response) => json(response, 200, { filler: "x".repeat(5_000) }));
    const { client } = clientFor(service, { maxResponseBytes: 4_000 });
    const error = await failureOf(client, read);
    expect(error.message).toContain("larger than 4000 bytes");
    expect(service.calls).toHaveLength(1);
  });

  it("an error response with a body that is too large or truncated keeps its status", async () => {
    const service = await startService((request, response) => {
      if (request.nth === 1) return json(response, 409, { message: "x".repeat(5_000) });
      response.writeHead(404, { "content-length": "1000" });
      response.write("{", () => response.socket?.destroy());
    });
    const { client } = clientFor(service, { maxResponseBytes: 4_000 });
    expect(await failureOf(client, create)).toMatchObject({ status: 409, outcome: "refused" });
    expect(await failureOf(client, create)).toMatchObject({ status: 404, outcome: "refused", recognised: false });
  });
});

describe("an error", () => {
  const errorFor = async (handler: Handler, call = create) => {
    const service = await startService(handler);
    const { client } = clientFor(service);
    return { error: await failureOf(client, call), host: service.host };
  };

  it("has the action, the object, the service's message, and a remedy", async () => {
    const { error, host } = await errorFor((_request, response) =>
      apiError(response, 409, "Already there.", "conflict"),
    );
    expect(error.summary).toBe(
      `Could not create ${subject}: ${host} answered 409 Conflict (code conflict, request id req-1): Already there.`,
    );
    expect(error.message).toBe(`${error.summary} ${error.advice}`);
    expect(error).toMatchObject({
      status: 409,
      errorCode: "conflict",
      requestId: "req-1",
      request: { method: "POST", path: "/api/v2/resource-servers" },
      outcome: "refused",
      retries: 0,
      stack: "",
    });
  });

  it("for a deletion that meets a conflict says that another object is in the way, not an equal one", async () => {
    const { error } = await errorFor(status(409), { ...create, method: "DELETE", action: "delete" });
    expect(error.advice).toMatch(/^Another object of the tenant uses it/);
  });

  it.each([400, 401, 404, 409, 429, 500])("with %d has a remedy", async (code) => {
    const { error } = await errorFor(status(code, { "retry-after": "100" }));
    expect(error.advice).toMatch(/\w/);
  });

  it.each([300, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503])(
    "for status %d has at most three sentences",
    async (code) => {
      const said = "Insufficient scope, expected any of: create:resource_servers";
      const { error } = await errorFor((_request, response) => apiError(response, code, said, "insufficient_scope"));
      expect(error.message.match(/[.!?…](?= |$)/g)?.length).toBeLessThanOrEqual(3);
    },
  );

  it.each<[string, string | undefined, string, RegExp]>([
    [
      "insufficient_scope",
      "Insufficient scope, expected any of: create:resource_servers",
      "scope",
      /create:resource_servers is missing: add it to the grant of client "client-1" for the management API/,
    ],
    [
      undefined as never,
      "Insufficient scope, expected any of: create:resource_servers",
      "scope",
      /create:resource_servers/,
    ],
    ["insufficient_entitlement", "Not on this plan", "limit", /limit/],
    [undefined as never, "You have reached the limit of entities", "limit", /limit/],
    ["feature_not_enabled", "No", "feature", /feature/],
  ])("with 403 %s %j means %s", async (errorCode, message, meaning, advice) => {
    const { error } = await errorFor((_request, response) => apiError(response, 403, message ?? "", errorCode));
    expect(error.forbidden).toBe(meaning);
    expect(error.advice).toMatch(advice);
    expect(error.scopes).toEqual(meaning === "scope" ? ["create:resource_servers"] : []);
  });

  it("with another 403 shows message and code", async () => {
    const { error } = await errorFor((_request, response) => apiError(response, 403, "Not today", "closed"));
    expect(error).toMatchObject({ forbidden: "other", advice: undefined });
    expect(error.message).toMatch(/code closed.*Not today/);
  });

  it("from another server than the service is marked as unrecognised", async () => {
    const { error } = await errorFor(
      (_request, response) => void response.writeHead(404).end("<h1>nginx\u001b[31m</h1>\n"),
      read,
    );
    expect(error.recognised).toBe(false);
    expect(error.message).toContain("nginx");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
    expect(error.message).not.toMatch(/[\u0000-\u001f<>]/);
  });

  it.each([[null], [[]], ["text"], [{ message: { a: 1 } }], [{ message: 3, errorCode: {} }], [{ error: [] }]])(
    "with a body of any shape is legible: %j",
    async (body) => {
      const { error } = await errorFor((_request, response) => json(response, 400, body));
      expect(error).toMatchObject({ status: 400, outcome: "refused" });
    },
  );

  it("is short, however long the service's message is", async () => {
    const { error } = await errorFor((_request, response) => apiError(response, 400, "long ".repeat(10_000)));
    expect(error.message.length).toBeLessThan(1_000);
  });

  it("never contains a secret that was sent", async () => {
    const secrets = {
      signing_secret: `${randomSecret()}"quoted"`,
      options: {
        client_secret: `${randomSecret()}\nnext line`,
        configuration: { PASSWORD: randomSecret() },
        twilio_token: randomSecret(),
      },
      decryptionKey: { key: randomSecret() },
    };
    const echo: Handler = (request, response) => {
      const sent = Object.values(flat(JSON.parse(request.body))).join(" ");
      const path = new URL(request.url, "http://x").searchParams.get("as");
      if (path === "text") response.writeHead(400).end(`${request.body} ${encodeURIComponent(sent)}`);
      else
        apiError(
          response,
          400,
          `${sent} ${request.headers.authorization} dialect access_token`,
          secrets.options.twilio_token,
        );
    };
    for (const as of ["json", "text"]) {
      const { error } = await errorFor(echo, {
        ...create,
        query: { as },
        body: { token_dialect: "access_token", ...secrets },
      });
      for (const secret of Object.values(flat(secrets))) {
        for (const part of [
          secret,
          JSON.stringify(secret).slice(1, -1),
          encodeURIComponent(secret),
          secret.slice(0, 36),
        ]) {
          expect(JSON.stringify({ ...error, message: error.message })).not.toContain(part);
        }
      }
      expect(error.message).toContain("[secret]");
      expect(error.message).not.toContain("access-token-1");
      if (as === "json") expect(error.message).toContain("dialect access_token");
    }
  });

  function flat(value: unknown, path = ""): Record<string, string> {
    if (typeof value === "string") return { [path]: value };
    return Object.assign({}, ...Object.entries(value as object).map(([key, item]) => flat(item, `${path}/${key}`)));
  }
});

describe("the debug log", () => {
  it("has one line per call, without secrets and without values of queries", async () => {
    const service = await startService(firstly(status(503)));
    const lines: string[] = [];
    const { client } = clientFor(service);
    await client.request(read);
    expect(lines).toEqual([]);

    const { TenantClient: Client } = await import("../../../provider/src/client/index.ts");
    const settings = { ...settingsFor(service), debug: true };
    const talkative = new Client(settings, { onLog: (line) => lines.push(line) });
    onTestFinished(() => talkative.close());
    await talkative.request({
      ...update,
      body: { signing_secret: randomSecret() },
      query: { page: 2, name: "Orders" },
    });
    expect(lines.map((line) => line.replace(/\d+ms/, "1ms"))).toEqual([
      "tenant: POST /oauth/token 200 1ms retries=0",
      "tenant: PATCH /api/v2/resource-servers/rs_1?page=2&name=… 200 1ms retries=0",
    ]);
  });
});
