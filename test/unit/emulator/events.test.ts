import { afterEach, describe, expect, test } from "vitest";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const seed = {
  roles: [
    { id: "rol_a", name: "a" },
    { id: "rol_b", name: "b" },
  ],
  organizations: [{ id: "org_1", name: "one" }],
  organizationMembers: [{ organization_id: "org_1", user_id: "auth0|1", roles: ["rol_a"] }],
};

describe("the emulator publishes events for", () => {
  test("connections of enterprise strategies only, without secrets, with the client that made the change", async () => {
    const { emulator, call } = await setup({ seed });
    const secret = "x".repeat(20);
    const options = {
      issuer: "https://idp.example.com/",
      client_id: "c",
      client_secret: secret,
      upstream_params: { token: secret },
    };
    const { body } = await call("POST", "/connections", { name: "corp", strategy: "oidc", options });
    await call("PATCH", `/connections/${body.id}`, { display_name: "Corp" });
    await call("PATCH", `/connections/${body.id}/clients`, [{ client_id: "c1", status: true }]);
    await call("POST", "/connections", { name: "db", strategy: "auth0" });
    await call("POST", "/resource-servers", { identifier: "urn:a" });
    await call("POST", "/connections", { name: "corp", strategy: "oidc", options: { client_id: "a" } });
    await call("DELETE", `/connections/${body.id}`);
    const { published } = emulator.events;
    expect(published.map(({ type }) => type)).toEqual([
      "connection.created",
      "connection.updated",
      "connection.updated",
      "connection.deleted",
    ]);
    expect(published[1]?.data).toMatchObject({
      object: { id: body.id, name: "corp", strategy: "oidc", display_name: "Corp", options: { client_id: "c" } },
      context: {
        tenant: { tenant_id: expect.stringMatching(/^ten_[A-Za-z0-9]{16}$/) },
        request: { ip: "127.0.0.1", method: "PATCH", hostname: "127.0.0.1", user_agent: expect.any(String) },
      },
    });
    expect(published[2]?.data.object).toMatchObject({ enabled_clients: ["c1"] });
    expect(JSON.stringify(published)).not.toContain(secret);
  });

  test("changes with an application's token, and each event names the application", async () => {
    const { emulator } = await setup();
    const { clientId: client_id, clientSecret: client_secret, url } = emulator;
    const grant = { grant_type: "client_credentials", client_id, client_secret, audience: `${url}/api/v2/` };
    const answer = await fetch(`${url}/oauth/token`, { method: "POST", body: JSON.stringify(grant) });
    const { access_token } = (await answer.json()) as { access_token: string };
    await fetch(`${url}/api/v2/connections`, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json", "user-agent": "me" },
      body: JSON.stringify({ name: "ad", strategy: "ad" }),
    });
    expect(emulator.events.published[0]?.data.context).toMatchObject({
      client: { id: client_id },
      request: { user_agent: "me" },
    });
  });

  test("each changed role of a member, each membership and each organization, and for no object of the seed", async () => {
    const { emulator, call } = await setup({ seed });
    const roles = "/organizations/org_1/members/auth0%7C1/roles";
    await call("POST", roles, { roles: ["rol_a", "rol_b"] });
    await call("DELETE", roles, { roles: ["rol_a", "rol_b", "rol_none"] });
    emulator.organizations.create({ id: "org_2", name: "two" });
    emulator.organizations.update("org_2", { display_name: "Two" });
    emulator.organizationMembers.add("org_2", "auth0|2", { roles: ["rol_b"] });
    emulator.organizationMembers.add("org_2", "auth0|2", { name: "Zoe" });
    emulator.organizationMembers.remove("org_2", "auth0|2");
    emulator.organizationMembers.remove("org_2", "auth0|2");
    emulator.organizations.delete("org_2");
    const member = { organization: { id: "org_1" }, user: { user_id: "auth0|1" } };
    expect(emulator.events.published.map(({ type, data }) => [type, data.object])).toEqual([
      ["organization.member.role.assigned", { ...member, role: { id: "rol_b", name: "b" } }],
      ["organization.member.role.deleted", { ...member, role: { id: "rol_a", name: "a" } }],
      ["organization.member.role.deleted", { ...member, role: { id: "rol_b", name: "b" } }],
      ["organization.created", { id: "org_2", name: "two" }],
      ["organization.updated", { id: "org_2", name: "two", display_name: "Two" }],
      ["organization.member.added", { organization: { id: "org_2" }, user: { user_id: "auth0|2" } }],
      [
        "organization.member.role.assigned",
        { organization: { id: "org_2" }, user: { user_id: "auth0|2" }, role: { id: "rol_b", name: "b" } },
      ],
      ["organization.member.deleted", { organization: { id: "org_2" }, user: { user_id: "auth0|2" } }],
      ["organization.deleted", { id: "org_2", name: "two", display_name: "Two" }],
    ]);
    expect(emulator.events.published[3]?.data.context).toEqual({
      tenant: { tenant_id: expect.stringMatching(/^ten_[A-Za-z0-9]{16}$/) },
    });
  });
});

describe("the event stream", () => {
  /** Reads raw text until it holds a pattern. */
  async function read(url: string, token: string, pattern: RegExp, headers: Record<string, string> = {}) {
    const stop = new AbortController();
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(10_000)]),
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (pattern.test(text)) break;
    }
    stop.abort();
    return text;
  }

  test("has the service's form: comment, retry, event, id, data, heartbeats, and offset-only for filtered events", async () => {
    const { emulator } = await setup({ events: { heartbeatMs: 20 } });
    const token = emulator.issueToken(["read:events"]);
    const url = `${emulator.url}/api/v2/events?from_timestamp=2020-01-01T00:00:00Z&event_type=user.created`;
    emulator.events.publish("user.created", { user_id: "1" });
    emulator.events.publish("user.deleted", { user_id: "2" });
    const text = await read(url, token, /: heartbeat/);
    const [, id] = /^id: (.*)$/m.exec(text) ?? [];
    expect(
      text.startsWith(`:connected\n\nretry: 2000\n\nevent: user.created\nid: ${id}\ndata: {"offset":"${id}","event":{`),
    ).toBe(true);
    expect(text).toMatch(/"a0tenant":"emulator"/);
    expect(text).toMatch(/event: offset-only\nid: (.*)\ndata: {"offset":"\1"}\n\n: heartbeat/);
    expect(text).not.toMatch(/user\.deleted/);
    // the header wins over the query
    emulator.events.configure({ prefix: "x" });
    emulator.events.publish("user.created", { user_id: "3" });
    const base = `${emulator.url}/api/v2/events`;
    const resumed = await read(`${base}?from=${id}`, token, /heartbeat/, { "last-event-id": String(id) });
    expect(resumed).toMatch(/user\.deleted[\s\S]*"user_id":"3"[\s\S]*"xtenant"/);
  });

  test("ends by rotation, by an injected error, and if the token is revoked", async () => {
    const { emulator } = await setup({ events: { heartbeatMs: 20, rotateEvery: 1 } });
    const token = emulator.issueToken();
    const url = `${emulator.url}/api/v2/events`;
    emulator.events.publish("user.created", { user_id: "1" });
    expect(await read(`${url}?from_timestamp=2020-01-01T00:00:00Z`, token, /never/)).toMatch(
      /event: error\ndata: {"error":{"code":"connection_timeout","message":".*","offset":".*"}}\n\n$/,
    );
    const failing = read(url, token, /never/);
    await expect.poll(() => emulator.events.streams).toBe(1);
    emulator.events.fail("processing_error", "no", null);
    expect(await failing).toMatch(/{"error":{"code":"processing_error","message":"no"}}/);
    const revoked = read(url, token, /never/);
    await expect.poll(() => emulator.events.streams).toBe(1);
    emulator.revokeTokens();
    await revoked;
    expect(emulator.events.streams).toBe(0);
  });

  test("has the service's envelope, and for an update the previous values", async () => {
    const { emulator } = await setup({ events: { heartbeatMs: 20 } });
    const { id } = emulator.connections.create({
      name: "corp",
      strategy: "samlp",
      display_name: "Before",
      options: { signInEndpoint: "https://idp.example.com/login" },
    });
    emulator.connections.edit("corp", { display_name: "After" });
    const url = `${emulator.url}/api/v2/events?from_timestamp=2020-01-01T00:00:00Z`;
    const text = await read(url, emulator.issueToken(), /connection\.updated[\s\S]*: heartbeat/);
    const items = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
    expect(items[1].event).toMatchObject({
      specversion: "1.0",
      type: "connection.updated",
      source: "urn:auth0:emulator.localhost",
      id: expect.stringMatching(/^evt_[A-Za-z0-9]{16}$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      a0tenant: "emulator",
      a0stream: expect.stringMatching(/^est_[A-Za-z0-9]{16}$/),
      data: {
        object: { id, display_name: "After" },
        previous_object: { id, display_name: "Before" },
        context: { tenant: { tenant_id: expect.stringMatching(/^ten_[A-Za-z0-9]{16}$/) } },
      },
    });
    expect(items[0].event.data).not.toHaveProperty("previous_object");
    expect(items[1].event.a0stream).toBe(items[0].event.a0stream);
  });

  test("has Retry-After in a 429, unlike other routes", async () => {
    const { call } = await setup({ plan: { default: { burst: 1, perSecond: 0.1 } }, now: () => 0 });
    await call("GET", "/connections");
    const refused = await call("GET", "/events");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    expect((await call("GET", "/connections")).headers.get("retry-after")).toBeNull();
  });

  test("has the service's texts for errors", async () => {
    const { emulator, call } = await setup();
    const message = async (query: string) => (await call("GET", `/events?${query}`)).body.message;
    expect(await message("from=abc")).toBe("Invalid cursor format.");
    expect(await message("event_type=user.blocked")).toBe("Unsupported event type.");
    emulator.events.expireCursors({ timestamps: true });
    const expired = "Cursor points to data no longer available in the stream.";
    expect(await message("from_timestamp=2020-01-01T00:00:00Z")).toBe(expired);
  });

  test("has the service's statuses for errors", async () => {
    const { emulator, call } = await setup({ plan: { default: { burst: 1_000, perSecond: 1 }, streams: 0 } });
    const status = async (query: string, token?: string) => {
      const { status: code, body } = await call("GET", `/events${query}`, undefined, token);
      return [code, body.errorCode ?? body.message];
    };
    expect(await status("", emulator.issueToken(["read:logs"]))).toEqual([403, "insufficient_scope"]);
    expect(await status("")).toEqual([
      403,
      "Maximum concurrent event stream connections reached. Please close existing connections.",
    ]);
    const second = await setup({ now: () => Date.parse("2026-01-31T12:00:00Z") });
    const ask = async (query: string) => {
      const { status: code, body } = await second.call("GET", `/events${query}`);
      return [code, body.errorCode];
    };
    expect(await ask("?from=abc")).toEqual([400, "invalid_cursor"]);
    expect(await ask(`?from=${"x".repeat(1_025)}`)).toEqual([400, "invalid_query_string"]);
    expect(await ask("?event_type=user.blocked")).toEqual([400, "invalid_query_string"]);
    expect(await ask("?from_timestamp=2026-01-31T12:00:00.000Z")).toEqual([400, "invalid_query_string"]);
    expect(await ask("?from=a&from_timestamp=2026-01-31T12:00:00Z")).toEqual([400, "invalid_query_string"]);
    second.emulator.events.expireCursors({ timestamps: true });
    expect(await ask("?from_timestamp=2026-01-31T11:59:59Z")).toEqual([410, "cursor_expired"]);
  });

  test("loses events older than the retention", async () => {
    const { emulator, call } = await setup({ events: { retention: 10 } });
    const token = emulator.issueToken();
    emulator.events.publish("user.created", { user_id: "0" });
    const url = `${emulator.url}/api/v2/events`;
    const text = await read(`${url}?from_timestamp=2020-01-01T00:00:00Z`, token, /user\.created/);
    const [, id] = /^id: (.*)$/m.exec(text) ?? [];
    for (let n = 1; n <= 50; n++) emulator.events.publish("user.created", { user_id: `${n}` });
    expect(emulator.events.published.length).toBeLessThanOrEqual(20);
    expect((await call("GET", `/events?from=${id}`)).status).toBe(410);
    expect(() => emulator.events.configure({ duplicates: 2 })).toThrow(RangeError);
  });
});
