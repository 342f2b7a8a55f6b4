import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, wireReader } from "../../../../provider/src/client/events/stream-connection.ts";
import { eventTypes, isEvent } from "../../../../provider/src/events.ts";

const wire = `:connected

retry: 2000

event: user.created
id: MTIz
data: {"offset":"MTIz","event":{"id":"evt_1","type":"user.created","time":"2026-01-31T12:00:00Z","data":{"object":{"name":"Zoë 🦊"}}}}

event: offset-only
id: 4Lcu
data: {"offset":"4Lcu"}

: heartbeat

event: organization.updated
id: b
data: {"offset":"b",
data: "event":{"id":"evt_2","time":"2026-01-31T12:00:01Z","data":{"object":{"id":"org_1"}}}}

event: error
data: {"error":{"code":"connection_timeout","message":"enough"}}

`;

function read(pieces: readonly Uint8Array[], limit = 10_000) {
  const parse = wireReader(limit);
  const parsed = pieces.map((piece) => parse(piece));
  return {
    items: parsed.flatMap(({ messages }) => messages.map(decode)),
    retry: parsed.flatMap(({ retry }) => (retry === undefined ? [] : [retry])),
    tooLarge: parsed.some(({ tooLarge }) => tooLarge),
  };
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b);
  return [0, ...sorted].map((from, n) => bytes.subarray(from, sorted[n] ?? bytes.length));
}

describe("the parser of server-sent events", () => {
  test("reads the example of the service's documentation", () => {
    const { items, retry, tooLarge } = read([Buffer.from(wire)]);
    expect(items.map(({ type }) => type)).toEqual(["user.created", "offset-only", "organization.updated", "error"]);
    expect(items[0]).toMatchObject({ offset: "MTIz", event: { data: { object: { name: "Zoë 🦊" } } } });
    expect(items[3]).toEqual({ type: "error", error: { code: "connection_timeout", message: "enough" } });
    expect([retry, tooLarge]).toEqual([[2000], false]);
  });

  test.each(["\n", "\r\n", "\r"])("reads the same from any chunks, with lines that end in %j", (end) => {
    const bytes = Buffer.from(wire.replaceAll("\n", end));
    const whole = read([Buffer.from(wire)]);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length - 1)), (places) => {
        // a lone CR at the very end may still become a CRLF
        const { items, retry } = read([...cut(bytes, places), Buffer.from(":\n")]);
        expect({ items, retry }).toEqual({ items: whole.items, retry: whole.retry });
      }),
    );
    const single = read([...bytes].map((byte) => Uint8Array.of(byte)));
    expect(single.items).toEqual(whole.items);
  });

  test("returns items or nothing for any bytes, and throws no exception", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (pieces) => {
        expect(() => read(pieces)).not.toThrow();
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...eventTypes, "error", "offset-only", "x", undefined), fc.json(), (event, data) => {
        const item = decode({ event, data });
        expect(["unknown", "error", "offset-only", event]).toContain(item.type);
        if (isEvent(item)) expect([typeof item.event.id, typeof item.offset]).toEqual(["string", "string"]);
      }),
    );
  });

  test.each([
    ["one line in one piece", (text: string) => [text]],
    ["a line that never ends", (text: string) => [text.slice(0, 600), text.slice(600).trim()]],
    ["many lines", (text: string) => text.match(/.{1,50}/gs)?.map((part) => `data: ${part.trim()}\n`) ?? []],
  ])("notices an event above the size limit: %s", (_, spread) => {
    const text = `data: ${"x".repeat(1_200)}\n\n`;
    const pieces = ["data: 1\n\n", ...spread(text)].map((piece) => Buffer.from(piece));
    expect(read(pieces, 1_000)).toMatchObject({ tooLarge: true, items: [{ content: 1 }] });
    expect(read(pieces, 2_000).tooLarge).toBe(false);
  });
});

describe("an event item", () => {
  const envelope = (type: string, object: unknown, more: object = {}) => ({
    event: type,
    data: JSON.stringify({
      offset: "o",
      event: { id: "evt_1", type, time: "2026-01-31T12:00:00.000Z", data: { object }, ...more },
    }),
  });

  test.each(["a0", "x"])("takes the prefixed properties %s…", (prefix) => {
    const more = { [`${prefix}tenant`]: "t", [`${prefix}stream`]: "est_1", [`${prefix}purpose`]: "test" };
    const item = decode(envelope("user.deleted", {}, more));
    expect(isEvent(item) && item.event).toEqual({
      id: "evt_1",
      type: "user.deleted",
      time: "2026-01-31T12:00:00.000Z",
      tenant: "t",
      stream: "est_1",
      purpose: "test",
      data: { object: {} },
    });
  });

  test("keeps the whole payload if its type or form is unknown", () => {
    const unknown = decode(envelope("user.blocked", { user_id: "a" }));
    expect(unknown).toMatchObject({ type: "unknown", name: "user.blocked", offset: "o", id: "evt_1" });
    expect(decode(envelope("organization.member.role.assigned", { organization: { id: "o" } })).type).toBe("unknown");
    expect(decode(envelope("connection.created", { id: 1, name: "a", strategy: "ad" })).type).toBe("unknown");
    expect(decode({ event: "user.created", data: "not JSON", id: "7" })).toEqual({
      type: "unknown",
      name: "user.created",
      offset: "7",
      content: "not JSON",
    });
  });

  test("has no id if the id is as long as a megabyte, as every saved position would contain it", () => {
    const message = envelope("user.created", {});
    const { event } = JSON.parse(message.data) as { event: object };
    const item = decode({ ...message, data: JSON.stringify({ event: { ...event, id: "x".repeat(1 << 20) } }) });
    expect(item.type).toBe("unknown");
    expect(item).not.toHaveProperty("id");
  });

  test("has the payload type of its event type", () => {
    const item = decode(
      envelope("organization.member.role.assigned", {
        organization: { id: "org_1" },
        user: { user_id: "auth0|1" },
        role: { id: "rol_1" },
      }),
    );
    if (item.type !== "organization.member.role.assigned") throw new Error(item.type);
    const { organization, user, role } = item.event.data.object;
    const ids: string[] = [organization.id, user.user_id, role.id];
    expect(ids).toEqual(["org_1", "auth0|1", "rol_1"]);
  });

  test("takes its type from the stream's event field, and the id in place of a missing offset", () => {
    const message = envelope("user.created", {});
    expect(decode({ ...message, event: "user.updated" }).type).toBe("user.updated");
    expect(decode({ data: message.data }).type).toBe("user.created");
    const { event } = JSON.parse(message.data) as { event: unknown };
    expect(decode({ event: "user.created", id: "9", data: JSON.stringify({ event }) })).toMatchObject({ offset: "9" });
  });
});
