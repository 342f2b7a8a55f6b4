import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmulatorOptions, oldTenant } from "../../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { knownStrategies } from "../../../provider/src/types/connection/definition-options.ts";
import { withNeeded } from "../../subjects/needed-options.ts";
import { closeAll, type Setup, setup } from "./client.ts";

const list = "/connections";
let api: Setup;
let count = 0;
const fresh = () => `connection-${++count}`;

beforeAll(async () => {
  api = await setup();
});
afterAll(closeAll);

/** A body that makes a connection, with what it could not be created without. */
function makes({ strategy = "oidc", options, ...body }: JsonObject = {}) {
  const all = withNeeded(strategy, options as JsonObject | undefined);
  return { name: fresh(), strategy, ...body, ...(Object.keys(all).length > 0 && { options: all }) };
}

async function created(body: JsonObject = {}, on = api) {
  const answer = await on.call("POST", list, makes(body));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const named = (
  "ad adfs amazon apple asana atlassian auth0 auth0-adldap auth0-oidc baidu bitbucket bitly box cloudflare-mcp custom daccount dropbox dwolla email evernote " +
  "evernote-sandbox exact facebook fitbit github gitlab google-apps google-oauth2 hubspot-mcp instagram ip line linear-mcp linkedin notion-mcp oauth1 oauth2 " +
  "office365 oidc okta paypal paypal-sandbox pingfederate planningcenter salesforce salesforce-community " +
  "salesforce-sandbox samlp sentry-mcp sharepoint shop shopify slack sms soundcloud thirtysevensignals twitter untappd vkontakte waad " +
  "weibo windowslive wordpress yahoo yandex"
).split(" ");

describe("the strategies of connections", () => {
  test.each(named)("%s is accepted", async (strategy) => {
    expect(await created({ strategy })).toMatchObject({ strategy, realms: [expect.any(String)] });
  });

  test("are exactly those that the provider knows", () => {
    expect(knownStrategies).toEqual(named);
  });

  test.each(["gitlub", "not-invented-yet"])("do not include %s", async (strategy) => {
    const { status, body } = await api.call("POST", list, { name: fresh(), strategy });
    expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
  });
});

describe("the creation of a connection", () => {
  test("with name and strategy alone returns 201 with the defaults", async () => {
    const { id, name, options, ...rest } = await created();
    expect(id).toMatch(/^con_[A-Za-z0-9]{16}$/);
    expect(options).toBeTypeOf("object");
    expect(rest).toEqual({
      strategy: "oidc",
      display_name: name,
      realms: [name],
      is_domain_connection: false,
      show_as_button: false,
      authentication: { active: true },
      connected_accounts: { active: false },
      enabled_clients: [],
    });
  });

  test("with all properties returns all properties", async () => {
    const body = {
      display_name: "Corporate login",
      options: { client_id: "c", scope: "openid" },
      realms: ["example.com", "example.org"],
      is_domain_connection: true,
      show_as_button: true,
      metadata: { team: "identity" },
      authentication: { active: false },
      connected_accounts: { active: true, cross_app_access: true },
      cross_app_access_requesting_app: { active: true },
      cross_app_access_resource_app: { status: "enabled" },
      enabled_clients: ["a", "b"],
    };
    const connection = await created(body);
    expect(connection).toMatchObject(body);
    expect((await api.call("GET", `${list}/${connection.id}`)).body).toEqual(connection);
  });

  test("with empty realms sets the name as the realm", async () => {
    const { name, realms } = await created({ realms: [] });
    expect(realms).toEqual([name]);
  });

  test.each([
    ["ad", /^http:\/\/127\.0\.0\.1:\d+\/p\/ad\/[A-Za-z0-9]{32}$/],
    ["adfs", /\/p\/adfs\/[A-Za-z0-9]{8}$/],
    ["pingfederate", /\/p\/pingfederate\/[A-Za-z0-9]{8}$/],
    ["samlp", /\/p\/samlp\/[A-Za-z0-9]{32}$/],
    ["google-apps", /\/emulator\/p\/google-apps\/[A-Za-z0-9]{32}$/],
    ["waad", /\/emulator\/p\/waad\/[A-Za-z0-9]{8}$/],
  ])("of strategy %s returns a provisioning ticket, as later responses do", async (strategy, form) => {
    const { id, provisioning_ticket_url } = await created({ strategy });
    expect(provisioning_ticket_url).toMatch(form);
    const patched = await api.call("PATCH", `${list}/${id}`, { display_name: "a" });
    expect(patched.body.provisioning_ticket_url).toBe(provisioning_ticket_url);
    expect((await api.call("GET", `${list}?name=${patched.body.name}`)).body[0]).toEqual(patched.body);
  });

  test.each(["oidc", "okta", "auth0", "github", "sms", "email"])(
    "of strategy %s returns no provisioning ticket",
    async (strategy) => {
      const options = { issuer: "https://idp.example.com" };
      expect(await created({ strategy, options })).not.toHaveProperty("provisioning_ticket_url");
    },
  );
});

describe("a connection of an older tenant", () => {
  test("has no purposes, no display_name of its own, and short tickets", async () => {
    const own = await setup({ traits: oldTenant });
    const { id: _, options: __, name, ...rest } = await created({}, own);
    const expected = { strategy: "oidc", realms: [name], is_domain_connection: false, show_as_button: false };
    expect(rest).toEqual({ ...expected, enabled_clients: [] });
    const { provisioning_ticket_url } = await created({ strategy: "samlp" }, own);
    expect(provisioning_ticket_url).toMatch(/\/p\/samlp\/[A-Za-z0-9]{8}$/);
  });

  test("returns enabled_clients from POST only, if the tenant does so", async () => {
    const own = await setup({ traits: { enabledClients: false } });
    const { id, enabled_clients } = await created({ enabled_clients: ["a"] }, own);
    expect(enabled_clients).toEqual(["a"]);
    const path = `${list}/${id}`;
    expect((await own.call("GET", path)).body).not.toHaveProperty("enabled_clients");
    expect((await own.call("PATCH", path, { display_name: "a" })).body).not.toHaveProperty("enabled_clients");
    expect((await own.call("GET", list)).body[0]).not.toHaveProperty("enabled_clients");
  });
});

describe("cross_app_access_requesting_app", () => {
  const active = { cross_app_access_requesting_app: { active: true } };
  test("is accepted for oidc and okta only", async () => {
    expect(await created(active)).toMatchObject(active);
    expect(await created()).not.toHaveProperty("cross_app_access_requesting_app");
    const { status, body } = await api.call("POST", list, makes({ strategy: "samlp", ...active }));
    expect([status, body]).toEqual([
      400,
      {
        statusCode: 400,
        error: "Bad Request",
        message: "Cross App Access Requesting App is not supported for this connection.",
        errorCode: "operation_not_supported",
      },
    ]);
    const off = { cross_app_access_requesting_app: { active: false } };
    expect((await api.call("POST", list, makes({ strategy: "samlp", ...off }))).status).toBe(201);
  });
});

describe("show_as_button is returned for enterprise strategies only", () => {
  test.each(["oidc", "okta", "samlp", "pingfederate", "adfs", "ad", "google-apps", "waad"])("%s", async (strategy) => {
    const options = { issuer: "https://idp.example.com" };
    expect(await created({ strategy, show_as_button: true, options })).toMatchObject({ show_as_button: true });
  });

  test.each(["auth0", "google-oauth2", "github", "sms", "email", "custom"])("not %s", async (strategy) => {
    expect(await created({ strategy, show_as_button: true })).not.toHaveProperty("show_as_button");
  });
});

const characters = (length: number) => "x".repeat(length);
const keys = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, "v"]));

// [what is sent, the path the error names]
const refused: [string, object, string][] = [
  ["display_name of 129", { display_name: characters(129) }, "display_name"],
  ["display_name null", { display_name: null }, "display_name"],
  ["options as an array", { options: [] }, "options"],
  ["options as text", { options: "{}" }, "options"],
  ["realms as text", { realms: "example.com" }, "realms"],
  ["realms null", { realms: null }, "realms"],
  ["an empty realm", { realms: ["a", ""] }, "realms[1]"],
  ["is_domain_connection as text", { is_domain_connection: "true" }, "is_domain_connection"],
  ["show_as_button null", { show_as_button: null }, "show_as_button"],
  ["11 metadata keys", { metadata: keys(11) }, "metadata"],
  ["a metadata value of 256", { metadata: { a: characters(256) } }, "metadata.a"],
  ["a metadata value that is a number", { metadata: { a: 1 } }, "metadata.a"],
  ["metadata null", { metadata: null }, "metadata"],
  ["authentication without active", { authentication: {} }, "authentication.active"],
  ["authentication with more", { authentication: { active: true, x: 1 } }, "authentication"],
  ["connected_accounts.active as text", { connected_accounts: { active: "true" } }, "connected_accounts.active"],
  [
    "cross_app_access as text",
    { connected_accounts: { active: true, cross_app_access: "x" } },
    "connected_accounts.cross_app_access",
  ],
  ["requesting app null", { cross_app_access_requesting_app: null }, "cross_app_access_requesting_app"],
  [
    "resource app of unknown status",
    { cross_app_access_resource_app: { status: "on" } },
    "cross_app_access_resource_app.status",
  ],
  [
    "resource app with active",
    { cross_app_access_resource_app: { active: true } },
    "cross_app_access_resource_app.status",
  ],
  ["enabled_clients as text", { enabled_clients: "a" }, "enabled_clients"],
  ["an empty client id", { enabled_clients: [""] }, "enabled_clients[0]"],
];

describe("a property of a connection out of bounds is a 400 that names it, on POST and on PATCH", () => {
  test.each(refused)("%s", async (_, body, path) => {
    const { id } = await created();
    const before = api.emulator.connections.list();
    for (const [method, target, sent] of [
      ["POST", list, { name: fresh(), strategy: "oidc", ...body }],
      ["PATCH", `${list}/${id}`, body],
    ] as const) {
      const answer = await api.call(method, target, sent);
      expect([answer.status, answer.body.errorCode]).toEqual([400, "invalid_body"]);
      expect(answer.body.message).toContain(` on property ${path}.`);
    }
    expect(api.emulator.connections.list()).toEqual(before);
  });

  test.each([
    ["name missing", { name: undefined }, "name"],
    ["name empty", { name: "" }, "name"],
    ["name of 129", { name: characters(129) }, "name"],
    ["name that starts with a hyphen", { name: "-a" }, "name"],
    ["name that ends with a hyphen", { name: "a-" }, "name"],
    ["two hyphens in a name", { name: "a--b" }, "name"],
    ["an underscore in a name", { name: "a_b" }, "name"],
    ["a blank in a name", { name: "a b" }, "name"],
    ["strategy missing", { strategy: undefined }, "strategy"],
    ["strategy empty", { strategy: "" }, "strategy"],
    ["strategy in capitals", { strategy: "OIDC" }, "strategy"],
    ["a strategy nobody knows", { strategy: "made-up-2" }, "strategy"],
    ["options null", { options: null }, "options"],
    ["enabled_clients null", { enabled_clients: null }, "enabled_clients"],
    ["a metadata value null", { metadata: { a: null } }, "metadata.a"],
  ])("on POST: %s", async (_, body, path) => {
    const answer = await api.call("POST", list, { name: fresh(), strategy: "oidc", ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(` on property ${path}.`);
  });

  test.each(["id", "provisioning_ticket_url", "displayName", "constructor", "__proto__"])(
    "%s is refused",
    async (key) => {
      const { id } = await created();
      const extra = `"${key}":"x"`;
      for (const [method, target, body] of [
        ["POST", list, `{"name":"${fresh()}","strategy":"oidc",${extra}}`],
        ["PATCH", `${list}/${id}`, `{${extra}}`],
      ] as const) {
        const answer = await api.call(method, target, JSON.parse(body));
        expect(answer.status).toBe(400);
        expect(answer.body.message).toBe(`Payload validation error: 'Additional properties not allowed: ${key}'.`);
      }
    },
  );

  test.each(["name", "strategy"])("%s is refused in a PATCH, even unchanged", async (key) => {
    const connection = await created();
    const answer = await api.call("PATCH", `${list}/${connection.id}`, { [key]: connection[key] });
    expect([answer.status, answer.body.errorCode]).toEqual([400, "invalid_body"]);
    expect(answer.body.message).toContain(`Additional properties not allowed: ${key}`);
  });
});

describe("a property of a connection at its bound is accepted", () => {
  test.each([
    ["name of 1", { name: "a" }],
    ["name of 128", { name: characters(128) }],
    ["hyphens between letters", { name: "A-1-b" }],
    ["display_name of 128", { display_name: characters(128) }],
    ["10 metadata keys", { metadata: keys(10) }],
    ["a metadata value of 255", { metadata: { a: characters(255) } }],
    ["a rare strategy", { strategy: "evernote-sandbox" }],
  ])("%s", async (_, body) => {
    expect(await created(body)).toMatchObject(body);
  });
});

describe("a PATCH of a connection", () => {
  const everything = {
    display_name: "Corporate",
    realms: ["example.com"],
    is_domain_connection: true,
    show_as_button: true,
    metadata: { a: "1", b: "2" },
    authentication: { active: false },
    connected_accounts: { active: true, cross_app_access: true },
    cross_app_access_requesting_app: { active: true },
    cross_app_access_resource_app: { status: "enabled" },
    enabled_clients: ["a"],
    options: { client_id: "c", issuer: "https://idp.example.com/" },
  };

  test("keeps properties that it does not contain, except those that are documented as reset", async () => {
    for (const lenientPatch of [undefined, true, false]) {
      const own = await setup(lenientPatch === undefined ? {} : { lenientPatch });
      const before = await created(everything, own);
      const { status, body } = await own.call("PATCH", `${list}/${before.id}`, { authentication: { active: true } });
      expect(status).toBe(200);
      const reset = {
        display_name: before.name,
        realms: [before.name],
        is_domain_connection: false,
        show_as_button: false,
      };
      expect(body).toEqual({ ...before, ...(lenientPatch === false && reset), authentication: { active: true } });
    }
  });

  test("sets no display_name if there is none", async () => {
    const { id } = await created({ strategy: "samlp" });
    const { body } = await api.call("PATCH", `${list}/${id}`, { show_as_button: true });
    expect(body).not.toHaveProperty("display_name");
  });

  test("that is empty is refused", async () => {
    const { id } = await created();
    const { status, body } = await api.call("PATCH", `${list}/${id}`, {});
    expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
    expect(body.message).toBe("Payload validation error: 'Too few properties defined (0), minimum 1'.");
  });

  test("keeps its top-level properties and replaces nested ones as a whole", async () => {
    const { id, ...before } = await created(everything);
    const { display_name, realms, is_domain_connection, show_as_button } = everything;
    const patch = { display_name, realms, is_domain_connection, show_as_button, connected_accounts: { active: false } };
    const { body } = await api.call("PATCH", `${list}/${id}`, patch);
    expect(body).toEqual({ id, ...before, connected_accounts: { active: false } });
  });

  test("with empty realms sets the name as the realm", async () => {
    const { id, name } = await created(everything);
    expect((await api.call("PATCH", `${list}/${id}`, { realms: [] })).body.realms).toEqual([name]);
  });

  test("merges metadata, where null deletes a key, and counts the keys afterwards", async () => {
    const { id } = await created({ metadata: keys(10) });
    const patch = (metadata: object) => api.call("PATCH", `${list}/${id}`, { metadata });
    expect((await patch({ more: "x" })).status).toBe(400);
    expect(api.emulator.connections.get(id)?.metadata).toEqual(keys(10));
    const { body } = await patch({ k0: null, k1: "changed", more: "x", absent: null });
    const { k0: _, ...rest } = keys(10);
    expect(body.metadata).toEqual({ ...rest, k1: "changed", more: "x" });
    const none = Object.fromEntries(Object.keys(body.metadata).map((key) => [key, null]));
    expect((await patch(none)).body).not.toHaveProperty("metadata");
  });

  test("with null clears cross_app_access_resource_app", async () => {
    const { id } = await created({ cross_app_access_resource_app: { status: "disabled" } });
    const { body } = await api.call("PATCH", `${list}/${id}`, { cross_app_access_resource_app: null });
    expect(body).not.toHaveProperty("cross_app_access_resource_app");
  });

  test.each([[["b", "c"]], [[]], [null]])("with enabled_clients %j replaces the whole set", async (enabled_clients) => {
    const { id } = await created({ enabled_clients: ["a", "b"] });
    const { body } = await api.call("PATCH", `${list}/${id}`, { enabled_clients });
    expect(body.enabled_clients).toEqual(enabled_clients ?? []);
    expect(api.emulator.connections.clientsOf(id)).toEqual(enabled_clients ?? []);
  });

  test("of an unknown connection is a 404, also by name", async () => {
    const { name } = await created();
    for (const id of ["con_0000000000000000", name]) {
      const { status, body } = await api.call("PATCH", `${list}/${id}`, {});
      expect([status, body.error, body.errorCode]).toEqual([404, "Not Found", "inexistent_connection"]);
    }
  });
});

describe("the options of a connection", () => {
  const options = { client_id: "c", issuer: "https://idp.example.com/" };

  test("are in no response without read:connections_options", async () => {
    const { emulator, call } = await setup();
    const blind = emulator.issueToken([
      "create:connections",
      "read:connections",
      "update:connections",
      "update:connections_options",
    ]);
    const seeing = emulator.issueToken(["read:connections", "read:connections_options"]);
    const made = await call("POST", list, { name: "a", strategy: "oidc", options }, blind);
    expect([made.status, "options" in made.body]).toEqual([201, false]);
    const path = `${list}/${made.body.id}`;
    for (const answer of [
      await call("GET", path, undefined, blind),
      await call("GET", `${path}?fields=options,name`, undefined, blind),
      await call("PATCH", path, { options: { client_id: "d" } }, blind),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body).not.toHaveProperty("options");
    }
    for (const query of ["", "?take=10", "?per_page=10&include_totals=true"]) {
      const { body } = await call("GET", list + query, undefined, blind);
      expect((Array.isArray(body) ? body : body.connections)[0]).not.toHaveProperty("options");
    }
    expect((await call("GET", path, undefined, seeing)).body.options).toMatchObject({ client_id: "d" });
  });

  test("make a PATCH fail as a whole without update:connections_options", async () => {
    const { id } = await created({ options, display_name: "before" });
    const before = api.emulator.connections.get(id);
    const token = api.emulator.issueToken(["read:connections", "read:connections_options", "update:connections"]);
    for (const sent of [options, {}, null]) {
      const answer = await api.call("PATCH", `${list}/${id}`, { display_name: "after", options: sent }, token);
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        message: "Insufficient scope, expected any of: update:connections_options",
        errorCode: "insufficient_scope",
      });
    }
    expect(api.emulator.connections.get(id)).toEqual(before);
    expect((await api.call("PATCH", `${list}/${id}`, { display_name: "after" }, token)).status).toBe(200);
  });
});

test("each operation on connections needs its scope", async () => {
  const { emulator, call } = await setup();
  const { id } = emulator.connections.create({ name: "a", strategy: "oidc", options: { client_id: "a" } });
  const operations: [string, string, string, unknown?][] = [
    ["POST", list, "create:connections", { name: "b", strategy: "oidc", options: { client_id: "a" } }],
    ["GET", list, "read:connections"],
    ["GET", `${list}/${id}`, "read:connections"],
    ["GET", `${list}/${id}/clients`, "read:connections"],
    ["PATCH", `${list}/${id}/clients`, "update:connections", [{ client_id: "a", status: true }]],
    ["PATCH", `${list}/${id}`, "update:connections", { display_name: "a" }],
    ["DELETE", `${list}/${id}`, "delete:connections"],
  ];
  const all = ["create", "read", "update", "delete"].flatMap((action) => [
    `${action}:connections`,
    `${action}:connections_options`,
  ]);
  for (const [method, path, scope, body] of operations) {
    const others = emulator.issueToken(all.filter((other) => other !== scope));
    const refusal = await call(method, path, body, others);
    expect([refusal.status, refusal.body.message]).toEqual([403, `Insufficient scope, expected any of: ${scope}`]);
    expect((await call(method, path, body, emulator.issueToken([scope]))).status).toBeLessThan(300);
  }
});

describe("the name of a connection", () => {
  const start = async (options: EmulatorOptions) => {
    const own = await setup(options);
    const { id } = own.emulator.connections.create({ name: "corp", strategy: "oidc", options: { client_id: "a" } });
    const again = () => own.call("POST", list, { ...makes({ strategy: "samlp" }), name: "corp" });
    return { ...own, path: `${list}/${id}`, again };
  };

  test("is unique across strategies", async () => {
    const { again } = await start({});
    const { status, body } = await again();
    expect([status, body.errorCode]).toEqual([409, "connection_conflict"]);
    expect(body.message).toMatch(/already exists/);
  });

  test("is free as soon as the deletion returns 202, by default; a second deletion returns 204", async () => {
    const { call, path, again } = await start({ now: () => 0 });
    const { status, body } = await call("DELETE", path);
    expect([status, body]).toEqual([202, { deleted_at: "1970-01-01T00:00:00.000Z" }]);
    expect((await call("GET", path)).body.errorCode).toBe("inexistent_connection");
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await again()).status).toBe(201);
  });

  test("stays taken while the deletion runs", async () => {
    let now = 0;
    const { call, path, again } = await start({ now: () => now, connectionDeletionMs: 5_000 });
    expect((await call("DELETE", path)).status).toBe(202);
    now = 4_999;
    const { status, body } = await again();
    expect([status, body.errorCode]).toEqual([409, "connection_conflict"]);
    expect(body.message).toBe("A connection with the same name is being deleted, try again later");
    expect((await call("GET", path)).status).toBe(404);
    const repeated = await call("DELETE", path);
    expect([repeated.status, repeated.body]).toEqual([202, { deleted_at: "1970-01-01T00:00:00.000Z" }]);
    now = 5_000;
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await again()).status).toBe(201);
  });

  test("is free after a test ends a deletion that never ends", async () => {
    const { emulator, again } = await start({ connectionDeletionMs: Number.POSITIVE_INFINITY });
    emulator.connections.delete("corp");
    expect((await again()).status).toBe(409);
    emulator.connections.finishDeletions();
    expect((await again()).status).toBe(201);
  });

  test("is no id: a deletion by name or by an unknown id returns 204, and deletes nothing", async () => {
    const { emulator, call } = await start({});
    expect((await call("DELETE", `${list}/con_0000000000000000`)).status).toBe(204);
    expect((await call("DELETE", `${list}/corp`)).status).toBe(204);
    expect(emulator.connections.get("corp")).toBeDefined();
  });
});

describe("the listing of connections", () => {
  let own: Setup;
  beforeAll(async () => {
    own = await setup();
    for (let index = 0; index < 120; index++) {
      const strategy = ["oidc", "samlp", "auth0"][index % 3];
      own.emulator.connections.create({ name: `c${index}`, strategy, options: withNeeded(strategy) });
    }
  });
  const names = (connections: { name: string }[]) => connections.map(({ name }) => name);
  const sorted = Array.from({ length: 120 }, (_, index) => `c${index}`).sort();
  const range = (from: number, to: number) => sorted.slice(from, to);

  test("is paged by cursor, 50 entries by default", async () => {
    const first = await own.call("GET", `${list}?take=100`);
    expect(Object.keys(first.body).sort()).toEqual(["connections", "next"]);
    expect(names(first.body.connections)).toEqual(range(0, 100));
    const second = await own.call("GET", `${list}?from=${encodeURIComponent(first.body.next)}`);
    expect(names(second.body.connections)).toEqual(range(100, 120));
    expect(second.body).not.toHaveProperty("next");
    const fifty = await own.call("GET", `${list}?take=70&from=${first.body.next}`);
    expect(names(fifty.body.connections)).toHaveLength(20);
  });

  test("neither skips nor repeats entries if objects are created and deleted between two pages", async () => {
    const walk = await setup();
    const collection = walk.emulator.connections;
    for (const name of ["a", "b", "c", "d"]) collection.create({ name, strategy: "oidc", options: { client_id: "a" } });
    const first = await walk.call("GET", `${list}?take=2`);
    collection.delete("a");
    collection.delete("b");
    collection.update("c", { show_as_button: true });
    collection.create({ name: "e", strategy: "oidc", options: { client_id: "a" } });
    const second = await walk.call("GET", `${list}?take=2&from=${first.body.next}`);
    expect(names(second.body.connections)).toEqual(["c", "d"]);
    const third = await walk.call("GET", `${list}?take=2&from=${second.body.next}`);
    expect(third.body).toEqual({ connections: [expect.objectContaining({ name: "e" })] });
  });

  test("is paged by number as well", async () => {
    expect((await own.call("GET", list)).body).toHaveLength(50);
    expect(names((await own.call("GET", `${list}?page=1&per_page=100`)).body)).toEqual(range(100, 120));
    const { body } = await own.call("GET", `${list}?page=2&include_totals=true`);
    expect(body).toMatchObject({ start: 100, limit: 50, total: 120 });
    expect(names(body.connections)).toEqual(range(100, 120));
  });

  test("by cursor accepts and ignores the parameters of numbered pages", async () => {
    const { body } = await own.call("GET", `${list}?include_totals=true&per_page=50&page=1&take=100`);
    expect(Object.keys(body).sort()).toEqual(["connections", "next"]);
    expect(names(body.connections)).toEqual(range(0, 100));
  });

  test("is sorted by name, ignoring case and punctuation, in every form", async () => {
    const { emulator, call } = await setup();
    const expected = ["a-1", "A2", "Connectionx", "conn-test", "z"];
    for (const name of ["z", "conn-test", "A2", "Connectionx", "a-1"]) {
      emulator.connections.create({ name, strategy: "custom" });
    }
    expect(names((await call("GET", list)).body)).toEqual(expected);
    for (const query of ["?include_totals=true", "?take=10", "?per_page=5&strategy=custom&include_totals=true"]) {
      expect(names((await call("GET", list + query)).body.connections)).toEqual(expected);
    }
  });

  test("is filtered by strategy and name", async () => {
    const { body } = await own.call("GET", `${list}?strategy=oidc&strategy=samlp&per_page=100`);
    expect(body).toHaveLength(80);
    expect(names((await own.call("GET", `${list}?name=c7`)).body)).toEqual(["c7"]);
    expect((await own.call("GET", `${list}?name=c7&strategy=auth0&take=5`)).body).toEqual({ connections: [] });
    expect((await own.call("GET", `${list}?name=C7`)).body).toEqual([]);
  });

  test("contains only the requested properties, as does a single connection", async () => {
    const { body } = await own.call("GET", `${list}?fields=name,strategy&take=1`);
    const id = own.emulator.connections.get("c0")?.id;
    const always = {
      id,
      is_domain_connection: false,
      authentication: { active: true },
      connected_accounts: { active: false },
    };
    expect(body.connections).toEqual([{ name: "c0", strategy: "oidc", ...always }]);
    expect((await own.call("GET", `${list}/${id}?fields=id&include_fields=true`)).body).toEqual(always);
    const rest = await own.call("GET", `${list}/${id}?fields=options,realms&include_fields=false`);
    expect(Object.keys(rest.body)).toContain("strategy");
    expect(rest.body).not.toHaveProperty("options");
    expect(rest.body).not.toHaveProperty("realms");
  });

  test.each([
    ["take=0", "invalid_query_string"],
    ["take=101", "invalid_query_string"],
    ["take=a", "invalid_query_string"],
    ["per_page=101", "invalid_query_string"],
    ["fields=a%20b", "invalid_query_string"],
    ["fields=", "invalid_query_string"],
    ["display_name=a", "invalid_query_string"],
    ["strategy=", "invalid_query_string"],
    ["from=abc", "invalid_paging"],
    ["per_page=0", "invalid_query_string"],
    ["page=10&per_page=100", "invalid_paging"],
  ])("refuses %s", async (query, code) => {
    const { status, body } = await own.call("GET", `${list}?${query}`);
    expect([status, body.errorCode]).toEqual([400, code]);
  });

  test("has cursors that are valid for 24 hours, and for this listing only", async () => {
    let now = 0;
    const walk = await setup({ now: () => now });
    for (const name of ["a", "b"])
      walk.emulator.connections.create({ name, strategy: "oidc", options: { client_id: "a" } });
    const token = walk.emulator.issueToken(undefined, 1e6);
    const { next } = (await walk.call("GET", `${list}?take=1`, undefined, token)).body;
    const other = await walk.call("GET", `/token-exchange-profiles?from=${next}`, undefined, token);
    expect(other.status).toBe(400);
    now = 24 * 60 * 60 * 1000 - 1;
    expect((await walk.call("GET", `${list}?from=${next}`, undefined, token)).status).toBe(200);
    now += 1;
    expect((await walk.call("GET", `${list}?from=${next}`, undefined, token)).body.errorCode).toBe("invalid_paging");
  });
});

describe("the applications of a connection", () => {
  const on = (...ids: string[]) => ids.map((client_id) => ({ client_id, status: true }));
  const off = (...ids: string[]) => ids.map((client_id) => ({ client_id, status: false }));
  const ids = (length: number) => Array.from({ length }, (_, index) => `client-${String(index).padStart(3, "0")}`);

  test("are changed by a PATCH with a delta, which returns 204 without a body, and shown in the connection", async () => {
    const { id } = await created({ enabled_clients: ["a", "b"] });
    const path = `${list}/${id}/clients`;
    const answer = await api.call("PATCH", path, [...on("c", "a"), ...off("b", "x")]);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect((await api.call("GET", path)).body).toEqual({ clients: [{ client_id: "a" }, { client_id: "c" }] });
    expect((await api.call("GET", `${list}/${id}`)).body.enabled_clients).toEqual(["a", "c"]);
  });

  test("are listed by id, ignoring case; the connection has them in the order sent", async () => {
    const { id, enabled_clients } = await created({ enabled_clients: ["b", "C", "a"] });
    expect(enabled_clients).toEqual(["b", "C", "a"]);
    const { body } = await api.call("GET", `${list}/${id}/clients`);
    expect(body).toEqual({ clients: [{ client_id: "a" }, { client_id: "b" }, { client_id: "C" }] });
  });

  test("are listed in pages of 50, or of the requested size", async () => {
    const { id } = await created();
    api.emulator.connections.setClients(id, ids(120));
    const seen: string[] = [];
    const sizes: number[] = [];
    let query = "";
    do {
      const { body } = await api.call("GET", `${list}/${id}/clients${query}`);
      sizes.push(body.clients.length);
      seen.push(...body.clients.map((client: { client_id: string }) => client.client_id));
      query = body.next === undefined ? "" : `?from=${body.next}`;
    } while (query !== "");
    expect([sizes, seen]).toEqual([[50, 50, 20], ids(120)]);
    expect((await api.call("GET", `${list}/${id}/clients?take=100`)).body.clients).toHaveLength(100);
    expect((await api.call("GET", `${list}/${id}/clients?take=1000`)).body.clients).toHaveLength(120);
  });

  test("refuse a cursor of another connection", async () => {
    const [one, two] = [await created({ enabled_clients: ids(2) }), await created({ enabled_clients: ids(2) })];
    const { next } = (await api.call("GET", `${list}/${one.id}/clients?take=1`)).body;
    expect((await api.call("GET", `${list}/${two.id}/clients?from=${next}`)).body.errorCode).toBe("invalid_paging");
  });

  test.each([
    ["nothing", []],
    ["51", on(...ids(51))],
    ["no status", [{ client_id: "a" }]],
    ["no id", [{ status: true }]],
    ["an empty id", on("")],
    ["a status that is text", [{ client_id: "a", status: "true" }]],
    ["a client twice", [...on("a"), ...off("a")]],
    ["more than that", [{ client_id: "a", status: true, name: "x" }]],
    ["an object", { clients: on("a") }],
    ["an id", ["a"]],
  ])("refuses %s", async (_, body) => {
    const { id } = await created({ enabled_clients: ["z"] });
    const answer = await api.call("PATCH", `${list}/${id}/clients`, body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, "invalid_body"]);
    expect(api.emulator.connections.clientsOf(id)).toEqual(["z"]);
  });

  test("can be changed 50 at a time", async () => {
    const { id } = await created();
    expect((await api.call("PATCH", `${list}/${id}/clients`, on(...ids(50)))).status).toBe(204);
    expect(api.emulator.connections.clientsOf(id)).toEqual(ids(50));
  });

  test.each([
    ["GET", undefined],
    ["PATCH", on("a")],
  ])("%s is a 404 for an unknown connection", async (method, body) => {
    const answer = await api.call(method, `${list}/con_0000000000000000/clients`, body);
    expect([answer.status, answer.body.errorCode]).toEqual([404, "inexistent_connection"]);
  });

  test.each(["take=0", "take=1001", "page=1", "per_page=5"])("refuses %s", async (query) => {
    const { id } = await created();
    const { status, body } = await api.call("GET", `${list}/${id}/clients?${query}`);
    expect([status, body.errorCode]).toEqual([400, "invalid_query_string"]);
  });
});

describe("an edit of a connection in the dashboard", () => {
  test("sets a property, or an option at any depth, and changes nothing else", async () => {
    const before = await created({
      display_name: "a",
      realms: ["r"],
      show_as_button: true,
      options: { client_id: "c", deep: { one: 1, two: 2 }, list: [1, 2] },
    });
    const { connections } = api.emulator;
    expect(connections.edit(before.name, { display_name: "b" })).toEqual({ ...before, display_name: "b" });
    const patch = { client_id: null, deep: { two: undefined, three: 3 }, list: [3], foreign: "f" };
    const { client_id: _, ...options } = before.options;
    expect(connections.editOptions(before.id, patch)).toEqual({
      ...before,
      display_name: "b",
      options: { ...options, deep: { one: 1, three: 3 }, list: [3], foreign: "f" },
    });
  });

  test("obeys the same rules, is not in the log, and copies its arguments", async () => {
    const { emulator } = await setup();
    const { connections } = emulator;
    const { options } = connections.create({ name: "a", strategy: "oidc", options: { client_id: "a", list: [1] } }) as {
      options: { list: number[] };
    };
    options.list.push(2);
    expect(connections.get("a")?.options).toMatchObject({ list: [1] });
    expect(() => connections.edit("a", { name: "b" })).toThrow(/name/);
    expect(() => connections.edit("b", { display_name: "b" })).toThrow(/does not exist/);
    expect(() => connections.clientsOf("b")).toThrow(/does not exist/);
    connections.setClients("a", ["y", "x", "y"]);
    expect(connections.clientsOf("a")).toEqual(["x", "y"]);
    expect(emulator.requests).toEqual([]);
  });
});

test("reads of connections have a rate limit of their own on self-service plans", async () => {
  const { emulator, call } = await setup({ plan: "self-service", now: () => 0 });
  const { id } = emulator.connections.create({ name: "a", strategy: "oidc", options: { client_id: "a" } });
  const limits = async (method: string, path: string, body?: unknown) => {
    const { headers } = await call(method, path, body);
    return ["limit", "remaining"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
  };
  expect(await limits("GET", list)).toEqual([5, 4]);
  expect(await limits("GET", `${list}/${id}`)).toEqual([5, 3]);
  expect(await limits("PATCH", `${list}/${id}`, { display_name: "a" })).toEqual([10, 9]);
  expect(await limits("GET", "/resource-servers")).toEqual([10, 8]);
  const production = await setup({ plan: "enterprise-production", now: () => 0 });
  expect((await production.call("GET", list)).headers.get("x-ratelimit-limit")).toBe("50");
});
