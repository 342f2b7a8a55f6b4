import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { events, isEvent, type StreamItem, TenantError } from "../../../../provider/src/events.ts";
import { at, idsOf, publish, tenant, until, watch } from "../../helpers/events.ts";
import { apiError, type Handler, startService } from "../../helpers/fake-service.ts";

const lastOf = (ids: readonly string[]) => (item: StreamItem) => isEvent(item) && item.event.id === ids.at(-1);

/** The error that iterating ends with. */
async function failureOf(stream: AsyncIterator<StreamItem, undefined>): Promise<TenantError> {
  const error = await stream.next().then(
    ({ value }) => new Error(`an item: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TenantError)) throw error;
  return error;
}

/** A loopback service that streams what it is told. */
async function serve(handle: Handler) {
  const service = await startService(handle);
  const credentials = { domain: service.origin, clientId: "c", clientSecret: "s".repeat(20) };
  const stream = events({ ...credentials, backoff: { baseMs: 1, capMs: 5 } });
  onTestFinished(async () => {
    await stream.return();
  });
  return { service, stream };
}

const streaming: Handler = (_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
};
const queries = (calls: readonly { url: string }[]) =>
  calls.map(({ url }) => new URLSearchParams(url.split("?")[1] ?? "").toString());

describe("resuming", () => {
  test.each([
    ["a rotation", { rotate: true }],
    ["a cut", { cut: false }],
    ["a cut in the middle of an event", { cut: true }],
    ["revoked tokens", { revoke: true }],
  ])("after %s no event is missing and none comes twice", async (_, given) => {
    const how: { rotate?: boolean; cut?: boolean; revoke?: boolean } = given;
    const emulator = await tenant();
    const { stream, reached } = watch(emulator);
    const first = stream.next();
    await reached("open");
    const before = publish(emulator, 3);
    const items = [(await first).value as StreamItem, ...(await until(stream, lastOf(before)))];
    const rest = until(stream, (item) => isEvent(item) && item.event.data.object.user_id === "last");
    if (how.rotate) emulator.events.rotate();
    if (how.cut !== undefined) emulator.events.cut({ midway: how.cut });
    if (how.revoke) emulator.revokeTokens();
    const after = [...publish(emulator, 3), emulator.events.publish("user.created", { user_id: "last" })];
    items.push(...(await rest));
    expect(idsOf(items)).toEqual([...before, ...after]);
    expect(emulator.requests.filter(({ operation }) => operation === "token")).toHaveLength(how.revoke ? 2 : 1);
  });

  test("an expired token is replaced", async () => {
    const emulator = await tenant({ tokenLifetime: 1 });
    const { stream, reached } = watch(emulator);
    const first = stream.next();
    await reached("open", 2);
    const ids = publish(emulator, 1);
    expect(idsOf([(await first).value as StreamItem])).toEqual(ids);
    expect(emulator.requests.filter(({ operation }) => operation === "token").length).toBeGreaterThan(1);
  });

  test("events between a lost connection and its return are not lost, even if none came before", async () => {
    const emulator = await tenant();
    const { stream, reached } = watch(emulator);
    const first = stream.next();
    await reached("open");
    emulator.inject({ kind: "status", path: "/api/v2/events", status: 503, times: 2 });
    emulator.events.cut();
    await reached("waiting", 3);
    const ids = publish(emulator, 2);
    const items = [(await first).value as StreamItem, ...(await until(stream, lastOf(ids)))];
    expect(idsOf(items)).toEqual(ids);
  });

  test("a connection without heartbeats is closed, and another one is opened", async () => {
    const emulator = await tenant({ events: { heartbeatMs: 10 } });
    const { stream, statuses, reached } = watch(emulator, { silenceMs: 150 });
    const first = stream.next();
    await reached("open");
    emulator.events.configure({ silent: true });
    await reached("open", 2);
    emulator.events.configure({ silent: false });
    const ids = publish(emulator, 1);
    await reached("open", 2);
    expect(idsOf([(await first).value as StreamItem])).toEqual(ids);
    expect(statuses).toContainEqual(
      expect.objectContaining({ state: "waiting", why: "no data was received for 150 ms" }),
    );
  });

  test("a saved position continues after the last event, in another process as well", async () => {
    const emulator = await tenant({ events: { reorderWithin: 10, duplicates: 0.1 } });
    const ids = publish(emulator, 300);
    const received: string[] = [];
    let position = { fromTimestamp: "2020-01-01T00:00:00Z", seen: [] } as object;
    while (received.length < ids.length) {
      const { stream } = watch(emulator, position);
      for (let n = 0; n < 40 && received.length < ids.length; n++) {
        const { value } = await stream.next();
        received.push(...idsOf(value === undefined ? [] : [value]));
        position = JSON.parse(JSON.stringify(stream.position()));
      }
      await stream.return();
    }
    expect(received.toSorted()).toEqual(ids.toSorted());
  });
});

describe("gaps", () => {
  test("an expired cursor is reported as a gap, and the stream restarts from a timestamp", async () => {
    const emulator = await tenant();
    const { stream, reached } = watch(emulator);
    const first = stream.next();
    await reached("open");
    const [seen] = publish(emulator, 1);
    expect(idsOf([(await first).value as StreamItem])).toEqual([seen]);
    const next = stream.next();
    emulator.events.expireCursors();
    emulator.events.cut();
    // the stream that began now has no cursor yet: it resumes from when it was opened
    await reached("open", 2);
    const [more] = publish(emulator, 1);
    expect(idsOf([(await next).value as StreamItem])).toEqual([more]);
  });

  test.each([false, true])(
    "a saved cursor that has expired is reported as a gap (timestamps too: %s)",
    async (timestamps) => {
      const emulator = await tenant();
      publish(emulator, 100);
      const { stream } = watch(emulator, { fromTimestamp: "2020-01-01T00:00:00Z" });
      for (let n = 0; n < 100; n++) await stream.next();
      const position = stream.position();
      expect(position.from).toBeDefined();
      await stream.return();
      emulator.events.expireCursors({ timestamps });
      const { stream: second, statuses, reached } = watch(emulator, position);
      const gap = (await second.next()).value;
      expect(gap).toMatchObject({ type: "gap", reason: "cursor_expired", offset: position.from });
      // Where the instant a minute ago is gone as well, a later one is tried, until one is kept.
      const items = until(second, isEvent);
      await reached("open");
      const [id] = publish(emulator, 1);
      expect(idsOf(await items)).toEqual([id]);
      expect(statuses.filter(({ state }) => state === "connecting").length).toBeGreaterThan(timestamps ? 2 : 1);
    },
  );

  test("an undeliverable event is skipped after three attempts, and reported as a gap", async () => {
    const emulator = await tenant();
    const { stream, reached } = watch(emulator);
    const reading = until(stream, (item) => item.type === "gap");
    for (const nth of [1, 2, 3]) {
      await reached("open", nth);
      emulator.events.fail("payload_too_large", "too large");
    }
    const items = await reading;
    expect(items.map(({ type }) => type)).toEqual(["error", "error", "error", "gap"]);
    expect(items.at(-1)).toMatchObject({ reason: "undeliverable", message: expect.stringMatching(/too large/) });
    const next = stream.next();
    await reached("open", 4);
    const ids = publish(emulator, 1);
    expect(idsOf([(await next).value as StreamItem])).toEqual(ids);
  });

  test("an event above the client's size limit is skipped as well", async () => {
    const emulator = await tenant();
    const { stream, reached } = watch(emulator, { maxEventSize: 2_000 });
    const first = stream.next();
    await reached("open");
    emulator.events.publish("user.created", { user_id: "x".repeat(5_000) });
    expect((await first).value).toMatchObject({ type: "gap", reason: "undeliverable" });
    const next = stream.next();
    await reached("open", 4);
    const ids = publish(emulator, 1);
    expect(idsOf([(await next).value as StreamItem])).toEqual(ids);
  });
});

describe("refusals", () => {
  test("a missing scope and too many streams are different errors", async () => {
    const emulator = await tenant({ plan: { default: { burst: 1e6, perSecond: 1e6 }, streams: 1 } });
    const token = emulator.issueToken(["read:connections"]);
    const scopeless = await failureOf(events({ domain: emulator.domain, token }));
    expect(scopeless).toMatchObject({ status: 403, forbidden: "scope", scopes: ["read:events"] });
    expect(scopeless.advice).toMatch(/read:events is missing/);

    const { stream, reached } = watch(emulator);
    const first = stream.next();
    await reached("open");
    const second = watch(emulator);
    const waiting = second.stream.next();
    await second.reached("waiting", 2);
    expect(second.statuses.map(({ state }) => state).slice(0, 2)).toEqual(["connecting", "waiting"]);
    const room = /as many open event streams as its plan allows.*waits until one of them ends.*concurrent event stream/;
    expect(second.statuses.at(-1)).toMatchObject({ why: expect.stringMatching(room) });
    // as soon as the other one ends, it is this one's turn
    await stream.return();
    expect((await first).done).toBe(true);
    await second.reached("open");
    const ids = publish(emulator, 1);
    expect(idsOf([(await waiting).value as StreamItem])).toEqual(ids);
  });

  test("too many streams for a minute end the stream, with a remedy", async () => {
    let now = 0;
    const { TenantClient } = await import("../../../../provider/src/client/index.ts");
    const { streamEvents } = await import("../../../../provider/src/client/events/index.ts");
    const service = await startService((_request, response) => apiError(response, 403, "Too many concurrent streams"));
    const { settingsFor } = await import("../../helpers/fake-service.ts");
    const client = new TenantClient(settingsFor(service));
    onTestFinished(() => client.close());
    const clock = {
      now: Date.now,
      monotonic: () => now,
      random: () => 0.5,
      sleep: async (ms: number) => {
        now += ms;
      },
    };
    const error = await failureOf(streamEvents(client, {}, clock));
    expect(error.advice).toMatch(/1 on the free plan, 4 on self-service, 8 on enterprise/);
    expect(now).toBeGreaterThanOrEqual(60_000);
    expect(service.calls.length).toBeLessThan(20);
  });

  test("a 429 is waited out for as long as the service asks", async () => {
    const emulator = await tenant();
    emulator.inject({ kind: "status", path: "/api/v2/events", status: 429, headers: { "retry-after": "1" } });
    const started = performance.now();
    const { stream, statuses, reached } = watch(emulator);
    void stream.next();
    await reached("open");
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_000);
    expect(statuses[1]).toMatchObject({ state: "waiting", why: expect.stringMatching(/429/) });
  });

  test.each([
    [400, "Invalid cursor"],
    [401, "Invalid token"],
    [404, "Not found"],
  ])("status %i ends the stream", async (status, message) => {
    const { stream } = await serve((_request, response) => apiError(response, status, message));
    expect(await failureOf(stream)).toMatchObject({ status });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("a stream that never opened fails soon, and one that was open outlives a long outage", async () => {
    const { stream, service } = await serve(({ nth }, response) => {
      if (nth > 1) return apiError(response, nth < 15 ? 500 : 403, "Insufficient scope");
      streaming({ nth } as never, response);
      response.end();
    });
    expect(await failureOf(stream)).toMatchObject({ status: 403 });
    expect(service.calls).toHaveLength(15);
    const broken = await serve((_request, response) => apiError(response, 500, "no"));
    expect(await failureOf(broken.stream)).toMatchObject({ status: 500 });
    expect(broken.service.calls).toHaveLength(8);
    const page = await serve((_request, response) => response.writeHead(200).end("<html>"));
    expect((await failureOf(page.stream)).message).toMatch(/with nothing instead of text\/event-stream/);
  });

  test("options out of bounds and missing settings are errors before a request", () => {
    const reach = { domain: "tenant.example.com", token: "t" };
    expect(() => events({ ...reach, from: "a", fromTimestamp: "2026-01-01", types: ["x" as never] })).toThrow(
      /unknown event type "x".*from and fromTimestamp exclude each other.*fromTimestamp must be an ISO 8601 instant such as 2026-01-31T12:00:00Z/,
    );
    expect(() => events({ ...reach, from: "x".repeat(1_025) })).toThrow(/1024/);
    expect(() => events({ domain: "tenant.example.com" })).toThrow(
      /No credentials: the options object of events\(\) needs clientId and clientSecret/,
    );
  });
});

describe("fromTimestamp", () => {
  test.each([
    ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"],
    ["2026-01-31T12:00:00.999999999999Z", "2026-01-31T12:00:00Z"],
    ["2026-01-31T13:00:00,5+01:00", "2026-01-31T12:00:00Z"],
    ["2026-01-01T00:30-05", "2026-01-01T05:30:00Z"],
    ["20260131T120000+0030", "2026-01-31T11:30:00Z"],
    ["2026-01-31T12.5Z", "2026-01-31T12:30:00Z"],
    ["2026-12-31t23:59:60z", "2027-01-01T00:00:00Z"],
    ["2024-02-29T24:00:00Z", "2024-03-01T00:00:00Z"],
    ["0099-01-01T00:00:00Z", "0099-01-01T00:00:00Z"],
  ])("%s is sent as the second %s", (fromTimestamp, expected) => {
    const stream = events({ domain: "tenant.example.com", token: "t", fromTimestamp });
    expect(stream.position().fromTimestamp).toBe(expected);
  });

  test.each([
    "2026-01-31",
    "2026-01-31T12:00:00",
    "2026-02-30T12:00:00Z",
    "2026-13-01T12:00:00Z",
    "2026-01-31T25:00:00Z",
    "2026-01-31T24:00:01Z",
    "2026-01-31T12:60Z",
    "2026-0131T12:00:00Z",
    "0000-01-01T00:00:00+01:00",
    "9999-12-31T23:59:60Z",
    "now",
  ])("%s is refused", (fromTimestamp) => {
    expect(() => events({ domain: "tenant.example.com", token: "t", fromTimestamp })).toThrow(
      /an ISO 8601 instant such/,
    );
  });

  test("accepts every date that JavaScript prints, rounded down to a second", () => {
    const instants = fc.date({
      min: new Date("0000-01-01"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (date) => {
        const fromTimestamp = date.toISOString();
        const stream = events({ domain: "tenant.example.com", token: "t", fromTimestamp });
        expect(stream.position().fromTimestamp).toBe(fromTimestamp.replace(/\.\d+/, ""));
      }),
    );
  });
});

describe("the request of an event stream", () => {
  test("has the event types, and either the cursor or the timestamp, as the service expects them", async () => {
    const { service, stream } = await serve((request, response) => {
      streaming(request, response);
      response.end(`event: offset-only\nid: c${request.nth}\ndata: {"offset":"c${request.nth}"}\n\n`);
    });
    await stream.next();
    await stream.next();
    await stream.return();
    const [first, second] = queries(service.calls);
    expect(first).toBe("");
    expect(second).toMatch(/^from_timestamp=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\dZ$/);
    expect(service.calls[0]?.headers).toMatchObject({ accept: "text/event-stream" });
    const typed = events({
      domain: service.origin,
      token: "t",
      from: "cursor",
      types: ["user.created", "group.deleted", "user.created"],
    });
    await typed.next();
    await typed.return();
    expect(queries(service.calls).at(-1)).toBe("from=cursor&event_type=user.created&event_type=group.deleted");
  });
});

describe("the signal ends the stream", () => {
  test.each(["token", "connecting", "waiting", "reading", "between items", "before it began"])(
    "while %s",
    async (state) => {
      const emulator = await tenant();
      if (state === "token") emulator.inject({ kind: "hang", path: "/oauth/token" });
      if (state === "connecting") emulator.inject({ kind: "hang", path: "/api/v2/events" });
      if (state === "waiting") {
        emulator.inject({ kind: "status", path: "/api/v2/events", status: 429, headers: { "retry-after": "600" } });
      }
      const stop = new AbortController();
      if (state === "before it began") stop.abort();
      const { stream, reached } = watch(emulator, { signal: stop.signal });
      const next = stream.next();
      if (state === "token" || state === "connecting") {
        const last = state === "token" ? "token" : "events.stream";
        await expect.poll(() => emulator.requests.at(-1)?.path).toMatch(last === "token" ? /token/ : /events/);
      } else if (state === "waiting") await reached("waiting");
      else if (state !== "before it began") await reached("open");
      if (state === "between items") {
        publish(emulator, 2);
        await next;
      }
      stop.abort();
      if (state !== "between items") expect(await next).toEqual({ done: true, value: undefined });
      expect(await stream.next()).toEqual({ done: true, value: undefined });
      await expect.poll(() => emulator.events.streams).toBe(0);
    },
  );

  test("during a token request, which a hanging token endpoint would keep open for a minute", async () => {
    let isClosed = false;
    const service = await startService(streaming, (_request, response) => {
      response.on("close", () => {
        isClosed = true;
      });
    });
    const stop = new AbortController();
    const reach = { domain: service.origin, clientId: "c", clientSecret: "s".repeat(20) };
    const next = events({ ...reach, signal: stop.signal }).next();
    await expect.poll(() => service.tokenCalls).toHaveLength(1);
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    await expect.poll(() => isClosed).toBe(true);
  });

  test("leaving the loop closes the connection, as does return() during a wait for an item", async () => {
    const emulator = await tenant();
    const { stream, reached } = watch(emulator, { fromTimestamp: "2020-01-01T00:00:00Z" });
    publish(emulator, 2);
    for await (const _ of stream) break;
    await expect.poll(() => emulator.events.streams).toBe(0);
    const other = watch(emulator);
    const next = other.stream.next();
    await other.reached("open");
    await other.stream.return();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(reached).toBeDefined();
  });
});

test("a slow consumer loses no event, is not taken for silence, and no events are read ahead", async () => {
  const emulator = await tenant({ events: { heartbeatMs: 20 } });
  const { stream, reached } = watch(emulator, { silenceMs: 300 });
  const first = stream.next();
  await reached("open");
  const filler = "x".repeat(4_000);
  const total = 4_000;
  const ids = Array.from({ length: total }, (_, n) =>
    emulator.events.publish("user.updated", { user_id: `${n}`, filler }),
  );
  const items = idsOf([(await first).value as StreamItem]);
  const before = process.memoryUsage();
  // three times what would count as silence, with 16 MB waiting at the service
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { external, arrayBuffers } = process.memoryUsage();
  expect(external + arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(8_000_000);
  while (items.length < total) items.push(...idsOf([(await stream.next()).value as StreamItem]));
  expect(items).toEqual(ids);
});

test("options are enough to reach a tenant, and the environment replaces missing ones", async () => {
  const emulator = await tenant();
  const { domain, clientId, clientSecret } = at(emulator);
  const stream = events({ domain, clientId, clientSecret } as never);
  const next = stream.next();
  await expect.poll(() => emulator.events.streams).toBe(1);
  const ids = publish(emulator, 1);
  expect(idsOf([(await next).value as StreamItem])).toEqual(ids);
  await stream.return();
});
