import type { Socket } from "node:net";
import fc from "fast-check";
import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { encodePath } from "../../../provider/src/client/call.ts";
import { parseDomain } from "../../../provider/src/client/configuration.ts";
import { decode, wireReader } from "../../../provider/src/client/events/stream-connection.ts";
import { listed, type TenantCall, TenantClient, TenantError } from "../../../provider/src/client/index.ts";
import { parseRetryAfter } from "../../../provider/src/client/retries.ts";
import { eventLine } from "../../../provider/src/commands/events.ts";
import { events } from "../../../provider/src/events.ts";
import { eventTypes } from "../../../provider/src/schema/service.ts";
import { deep, hostileIds, hostileJson, hostileNames, hostileTexts } from "../../harness/hostile.ts";
import { cases } from "../../harness/scale.ts";
import {
  clientFor,
  fakeClock,
  type Handler,
  json,
  randomSecret,
  settingsFor,
  startService,
} from "../helpers/fake-service.ts";

const subject = 'connection "corp"';
const calls: TenantCall[] = [
  { method: "GET", path: ["connections", "con_1"], subject, action: "read" },
  { method: "POST", path: ["connections"], body: { name: "corp" }, subject, action: "create" },
  { method: "PATCH", path: ["connections", "con_1"], body: { name: "corp" }, subject, action: "update" },
  { method: "DELETE", path: ["connections", "con_1"], subject, action: "delete" },
];

/** Whatever stands in an answer's body, as bytes. */
const bodies = fc.oneof(
  fc.constantFrom(...hostileTexts).map((text) => Buffer.from(text)),
  hostileJson.map((value) => Buffer.from(JSON.stringify(value))),
  fc
    .dictionary(fc.constantFrom(...hostileNames, "access_token", "expires_in", "error_description"), hostileJson)
    .map((value) => Buffer.from(JSON.stringify(value))),
  fc.json().map((text) => Buffer.from(text, "utf16le")),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);

/** Values of headers; bytes above ASCII are allowed there. */
const headerValues = fc.oneof(
  fc.constantFrom("", "0", "-1", "1e9", "99999999999999999999", "NaN", "Infinity", "Fri, 31 Dec 9999 23:59:59 GMT"),
  fc.constantFrom("\u009b31m", "\u001b]0;x\u0007", "x".repeat(8_000)),
  fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,20}$/),
);
const headerNames = ["retry-after", "x-request-id", "x-ratelimit-reset", "content-type", "location", "date", "refresh"];
const answers = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 201, 204, 301, 400, 401, 403, 404, 409, 429, 500),
    fc.integer({ min: 200, max: 999 }),
  ),
  headers: fc.array(fc.tuple(fc.constantFrom(...headerNames), headerValues), { maxLength: 4 }),
  body: bodies,
});
type Raw = typeof answers extends fc.Arbitrary<infer T> ? T : never;

/** Writes an answer as it is: an HTTP server would not let some of these through. */
function write(socket: Socket | null, { status, headers, body }: Raw): void {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket?.write(
    `HTTP/1.1 ${status} x\r\n${lines}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
    "latin1",
  );
  socket?.end(body);
}

function expectForPeople(error: unknown, secrets: readonly string[] = []): void {
  if (!(error instanceof TenantError)) throw error;
  expect(error.stack).toBe("");
  expectLegible(error.message);
  expect(error.message).not.toMatch(/undefined|\[object |is not a function|Cannot |call stack/);
  expect(error.message.length).toBeLessThan(3_000);
  for (const secret of secrets) expect(JSON.stringify({ ...error, message: error.message })).not.toContain(secret);
}

function expectLegible(text: string): void {
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
}

function prototypes(): unknown {
  return [Object, Array, String, Function].map(({ prototype }) => Reflect.ownKeys(prototype).map(String));
}

function levels(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levels));
}

describe("any response of the service", () => {
  it("ends a call with the expected result or with a legible error", async () => {
    let answer: Raw | undefined;
    const service = await startService((_request, response) => answer && write(response.socket, answer));
    const { client } = clientFor(service);
    const before = prototypes();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), answers, async (call, raw) => {
        answer = raw;
        try {
          const { body } = await client.request(call);
          if (call.method === "POST" && raw.status !== 204 && raw.status !== 205) expect(body).toBeTypeOf("object");
          expect(levels(body)).toBeLessThanOrEqual(100);
        } catch (error) {
          expectForPeople(error, ["access-token-"]);
        }
        expect(prototypes()).toEqual(before);
      }),
      // Each makes a connection, and several where the call is made again.
      cases(0.4),
    );
  });

  it("gives a token that a header can contain, or a legible error", async () => {
    let answer: Raw | undefined;
    const service = await startService(
      (_request, response) => json(response, 200, {}),
      (_request, response) => answer && write(response.socket, answer),
    );
    const settings = settingsFor(service);
    const { clientSecret } = settings.credentials as { clientSecret: string };
    await fc.assert(
      fc.asyncProperty(answers, async (raw) => {
        answer = raw;
        const client = new TenantClient(settings, { clock: fakeClock() });
        await client.request(calls[0] as TenantCall).catch((error: unknown) => expectForPeople(error, [clientSecret]));
        await client.close();
      }),
      cases(0.3),
    );
    for (const { headers } of service.calls) expect(headers.authorization).toMatch(/^Bearer [\x21-\x7e]+$/);
  });

  it.each([[{ toString: 1, valueOf: 1 }], [[[3600]]], ["9".repeat(400)], [-1e308]])(
    "with a token lifetime of %j leaves the lifetime unknown",
    async (expires_in) => {
      const service = await startService(
        (_request, response) => json(response, 200, {}),
        (_request, response) => json(response, 200, { access_token: "t", expires_in }),
      );
      const { client, clock } = clientFor(service);
      await client.request(calls[0] as TenantCall);
      clock.at += 1e12;
      await client.request(calls[0] as TenantCall);
      expect(service.tokenCalls).toHaveLength(1);
    },
  );

  it.each([
    ["an access token with a line break", "a\r\nx-injected: 1"],
    ["an access token with a NUL", "a\0b"],
    ["an access token that is not ASCII", "a\u00e9b"],
  ])("%s is never sent as a header", async (_name, access_token) => {
    const service = await startService(
      (_request, response) => json(response, 200, {}),
      (_request, response) => json(response, 200, { access_token }),
    );
    const { client } = clientFor(service);
    await expect(client.request(calls[0] as TenantCall)).rejects.toThrow(/no usable access_token/);
    expect(service.calls).toEqual([]);
  });

  it("ends a listing, in any order of pages", async () => {
    const pages = fc.array(
      fc.oneof(
        hostileJson,
        fc.record({
          things: fc.oneof(fc.array(hostileJson), hostileJson),
          total: fc.oneof(fc.constantFrom<unknown>(0, 1, 2 ** 53, 1e300, -1, "5"), hostileJson),
          limit: fc.oneof(fc.constantFrom<unknown>(0, 1, 2 ** 53), hostileJson),
          next: fc.oneof(fc.constantFrom<unknown>("", null, "a", "../x?y=#\r\n\0"), hostileJson),
        }),
      ),
      { minLength: 1, maxLength: 5 },
    );
    let given: unknown[] = [];
    let asked = 0;
    const service = await startService((_request, response) =>
      json(response, 200, given[Math.min(asked++, given.length - 1)] ?? null),
    );
    const { client } = clientFor(service);
    const listing = { path: ["things"], collection: "things", subject: "things" };
    await fc.assert(
      fc.asyncProperty(pages, fc.constantFrom("offset" as const, "checkpoint" as const), async (answered, paging) => {
        given = answered;
        asked = 0;
        try {
          for await (const _item of listed(client, paging, listing));
        } catch (error) {
          expectForPeople(error);
        }
        expect(asked).toBeLessThan(20);
      }),
      cases(0.5),
    );
    for (const { url } of service.calls) expect(url).toMatch(/^\/api\/v2\/things\?[\x21-\x7e]*$/);
  });

  it("has a Retry-After that is finite, or none", () => {
    fc.assert(
      fc.property(fc.oneof(headerValues, fc.anything()), fc.nat(), (value, now) => {
        const ms = parseRetryAfter(value, now) ?? 0;
        expect(Number.isFinite(ms) && ms >= 0).toBe(true);
      }),
      cases(),
    );
  });
});

describe("a response that is nested too deeply", () => {
  const nested = (depth: number) => `{"id":"con_1","options":${deep('{"a":', "}", depth - 1)}}`;
  const ask = async (call: TenantCall | undefined, handle: Handler) => {
    const { client } = clientFor(await startService(handle));
    return client.request(call as TenantCall);
  };

  it("is an error above 100 levels", async () => {
    const { body } = await ask(calls[0], (_request, response) => void response.end(nested(100)));
    expect(levels(body)).toBe(100);
    const tooDeep = ask(calls[1], (_request, response) => void response.end(nested(101)));
    await expect(tooDeep).rejects.toMatchObject({
      outcome: "unknown",
      message: expect.stringContaining("the body is nested more than 100 levels deep"),
    });
  });

  it("keeps its error status", async () => {
    const refused = ask(calls[1], (_request, response) => void response.writeHead(409).end(deep("[", "]")));
    await expect(refused).rejects.toMatchObject({ status: 409, outcome: "refused", recognised: false });
  });

  it("a number that is too large to be saved is an error as well", async () => {
    const infinite = ask(calls[1], (_request, response) => void response.end('{"token_lifetime":1e400}'));
    await expect(infinite).rejects.toMatchObject({
      outcome: "unknown",
      message: expect.stringContaining("a number that is too large"),
    });
  });
});

describe("a text of the service", () => {
  it("cannot control the terminal or begin a second line", async () => {
    const escapes = "\u001b]0;owned\u0007\u001b[2J\u009b31m\r\nerror: not from here\u202e\u2028\ud800";
    const service = await startService((_request, response) =>
      write(response.socket, {
        status: 400,
        headers: [["x-request-id", "\u009b31m"]],
        body: Buffer.from(JSON.stringify({ statusCode: 400, message: escapes, errorCode: escapes })),
      }),
    );
    const { client } = clientFor(service);
    // What an object is called may have come from the service as well.
    const error = await client
      .request({ ...(calls[0] as TenantCall), subject: `connection "${escapes}"` })
      .catch((reason: unknown) => reason);
    expectForPeople(error);
    expect((error as Error).message).toContain("error: not from here");
  });

  it("takes time in proportion to its size to sanitize, whatever it contains", async () => {
    const bulk = ["<", "<a ", " ", ".", "\\n", "\u001b", "\ud83d"].map((part) => part.repeat(2_000_000));
    const service = await startService(({ nth }, response) => {
      response.writeHead(400).end(bulk[(nth - 1) % bulk.length]);
    });
    const { client } = clientFor(service);
    const since = performance.now();
    for (const _part of bulk) await client.request(calls[0] as TenantCall).catch((error) => expectForPeople(error));
    expect(service.calls).toHaveLength(bulk.length);
    expect(performance.now() - since).toBeLessThan(15_000);
  });
});

describe("the event stream", () => {
  const colors = createColors(false);
  const shown = (item: ReturnType<typeof decode>) => {
    const line = eventLine(item, colors);
    expectLegible(line);
    return JSON.parse(JSON.stringify(item));
  };

  it("shows half of a surrogate pair and an invisible character in a message as escapes", () => {
    const error = { code: "\ud800", message: "\u202ehalf" };
    expect(eventLine(decode({ event: "error", data: JSON.stringify({ error }) }), colors)).toBe(
      "error: \\ud800: \\u202ehalf",
    );
  });

  it("turns any message into an item that can be printed and saved", () => {
    const data = fc.oneof(
      fc.constantFrom(...hostileTexts),
      hostileJson.map((value) => JSON.stringify(value)),
      fc
        .record({
          offset: fc.oneof(fc.constant("o"), hostileJson),
          event: fc.record({
            id: fc.oneof(fc.constant("evt_1"), hostileJson),
            time: fc.oneof(fc.constant("2026-01-31T12:00:00Z"), hostileJson),
            data: fc.record({ object: hostileJson, previous_object: hostileJson, context: hostileJson }),
          }),
          error: fc.record({ code: hostileJson, message: hostileJson, offset: hostileJson }),
        })
        .map((value) => JSON.stringify(value)),
    );
    const name = fc.oneof(fc.constantFrom(...eventTypes, "error", "offset-only", undefined), fc.string());
    const before = prototypes();
    fc.assert(
      fc.property(name, fc.option(fc.string(), { nil: undefined }), data, (event, id, text) => {
        const item = decode({ event, id, data: text });
        expect(shown(item).type).toBe(item.type);
        expect(levels(item)).toBeLessThan(110);
      }),
      cases(),
    );
    expect(prototypes()).toEqual(before);
  });

  it("reads any bytes in bounded memory and without an exception", () => {
    const line = fc.oneof(
      fc.tuple(fc.constantFrom("event", "id", "data", "retry", "", "x", "__proto__"), fc.string({ unit: "binary" })),
      fc.tuple(fc.constant("data"), fc.constantFrom(...hostileTexts)),
      fc.tuple(fc.constant("retry"), fc.constantFrom("0", "-1", "1e9", "99999999999999999999999")),
    );
    const wire = fc.array(line.map(([field, value]) => `${field}: ${value}`)).map((lines) => `${lines.join("\n")}\n\n`);
    fc.assert(
      fc.property(wire, fc.integer({ min: 1, max: 5_000 }), (text, size) => {
        const read = wireReader(50_000);
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += size) {
          for (const message of read(bytes.subarray(at, at + size)).messages) shown(decode(message));
        }
      }),
      cases(0.3),
    );
  });

  it("explains its waits in words that cannot control the terminal", async () => {
    const error = { code: "processing_error", message: "\u001b[2J\u009b31m\r\nevents: all is well" };
    const service = await startService((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`event: error\ndata: ${JSON.stringify({ error })}\n\n`);
    });
    const told: string[] = [];
    const stop = new AbortController();
    const stream = events({
      domain: service.origin,
      clientId: "client-1",
      clientSecret: randomSecret(),
      backoff: { baseMs: 1, capMs: 2 },
      signal: stop.signal,
      onStatus: (status) => {
        if (status.state === "waiting") told.push(status.why);
        if (told.length > 1) stop.abort();
      },
    });
    for await (const item of stream) expectLegible(eventLine(item, colors));
    for (const why of told) expectLegible(why);
    expect(told[0]).toContain("processing_error");
  });
});

describe("a path and a domain", () => {
  const segment = fc.oneof(fc.constantFrom(...hostileIds), fc.string({ unit: "binary" }), fc.webPath());

  it("any segment of a path is encoded as exactly one segment, or no request is sent", () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        let path: string;
        try {
          path = encodePath(segments);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          expectLegible((error as Error).message);
          expect(segments.some((text) => ["", ".", ".."].includes(text) || /\p{Cs}/u.test(text))).toBe(true);
          return;
        }
        expect(path).toMatch(/^[\x21-\x7e]+$/);
        expect(path.split("/").map(decodeURIComponent)).toEqual(["", "api", "v2", ...segments]);
        // A proxy that resolves the path gets to the same place: ".." in whatever spelling is not in it.
        expect(new URL(path, "https://tenant.example.com").pathname).toBe(path);
      }),
      cases(),
    );
  });

  it("a path reaches the service as it was encoded", async () => {
    const service = await startService((_request, response) => json(response, 200, {}));
    const { client } = clientFor(service);
    const usable = hostileIds.filter((id) => !["", ".", "..", "\ud800"].includes(id));
    for (const id of usable) await client.request({ ...(calls[0] as TenantCall), path: ["connections", id] });
    expect(service.calls.map(({ url }) => url.split("/").map(decodeURIComponent).slice(3))).toEqual(
      usable.map((id) => ["connections", id]),
    );
    for (const { headers } of service.calls) expect(headers).not.toHaveProperty("x-injected");
  });

  it("a domain is a plain host, or is refused in words that cannot control the terminal", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .tuple(fc.constantFrom("https://", "http://", "", "//"), fc.string({ unit: "grapheme-composite" }), segment)
        .map((parts) => parts.join("")),
      fc.tuple(fc.domain(), segment).map((parts) => parts.join("")),
      fc.constantFrom(
        "a.example.com\uff0fx",
        "a.example.com%2fx",
        "a.example.com\r\nx",
        "a.example.com\u3002b",
        "0x7f.1",
      ),
    );
    fc.assert(
      fc.property(text, (domain) => {
        try {
          const { host, origin } = parseDomain(domain);
          const url = new URL(origin);
          expect([url.host || host, url.pathname, url.search, url.username]).toEqual([url.host, "/", "", ""]);
          expect(origin).toMatch(/^https?:\/\/[a-z0-9_.:[\]-]+$/);
          expect(origin.endsWith(host)).toBe(true);
        } catch (error) {
          expect((error as Error).constructor.name).toBe("SettingError");
          expectLegible((error as Error).message);
        }
      }),
      cases(),
    );
  });
});
