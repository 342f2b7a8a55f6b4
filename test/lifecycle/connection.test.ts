import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EmulatorOptions } from "../../provider/src/emulator/index.ts";
import { type JsonObject, type MutableJsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { inClear, MiniEngine } from "../harness/mini-engine.ts";
import { startWorld, type World } from "./world.ts";

const secret = randomBytes(18).toString("base64url");

/** What a program may declare of each strategy; a function of a number, so that a program can change. */
const strategies: Readonly<Record<string, (n: number) => JsonObject>> = {
  oidc: (n) => ({
    type: "back_channel",
    issuer: "https://idp.example.com/",
    client_id: `client-${n}`,
    client_secret: `${secret}${n}`,
    scope: n % 2 ? "openid profile" : "profile openid email",
    domain_aliases: ["example.com", `${n}.example.com`],
  }),
  okta: (n) => ({ domain: "login.example.com", client_id: `client-${n}`, client_secret: `${secret}${n}` }),
  samlp: (n) => ({
    signInEndpoint: `https://idp.example.com/${n}`,
    signSAMLRequest: n % 2 === 0,
    fieldsMap: { email: `m${n}` },
  }),
  waad: (n) => ({ tenant_domain: "example.com", client_id: `client-${n}`, client_secret: `${secret}${n}` }),
  auth0: (n) => ({ brute_force_protection: n % 2 === 0, disable_signup: n % 3 === 0 }),
  "google-oauth2": (n) => ({ client_id: `client-${n}`, client_secret: `${secret}${n}`, scope: ["email", `s${n}`] }),
  github: (n) => ({ client_id: `client-${n}`, client_secret: `${secret}${n}` }),
  sms: (n) => ({ provider: "twilio", twilio_sid: `sid-${n}`, twilio_token: `${secret}${n}`, template: `Code ${n}` }),
  email: (n) => ({ name: "email", email: { subject: `Code ${n}`, from: "login@example.com" } }),
  custom: (n) => ({ anything: { at: { any: n } }, list: [n, { deep: true }] }),
};

let world: World;
async function start(options: EmulatorOptions = {}): Promise<void> {
  world = await startWorld(options, connectionType);
}
beforeEach(() => start());
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const corp = (options: JsonObject, more: JsonObject = {}): JsonObject => ({
  name: "corp",
  strategy: "oidc",
  options,
  ...more,
});
const oidc = (n: number, more: JsonObject = {}): JsonObject => corp(strategies.oidc?.(n) ?? {}, more);
const live = () => world.tenant.connections.get("corp");
const options = () => live()?.options as JsonObject | undefined;
const state = () => world.engine.state.get("corp");
const up = async (args: JsonObject, engine = world.engine) => {
  const [step] = await engine.up({ corp: args });
  if (step?.failure) throw step.failure;
  return step?.op;
};
const quiet = () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  return vi.spyOn(console, "warn").mockImplementation(() => {});
};

describe.each(Object.keys(strategies))("strategy %s", (strategy) => {
  const args = (n: number): JsonObject => ({ name: "corp", strategy, options: strategies[strategy]?.(n) ?? {} });

  test("settles after a creation; an undeclared option stays hidden and unchanged, a changed one is repaired", async () => {
    await up(args(1));
    expect(await world.engine.changes({ corp: args(1) })).toEqual([]);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);

    const foreign = randomBytes(12).toString("hex");
    world.tenant.connections.editOptions("corp", { somebody_elses: foreign });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    await up(args(2));
    await up(args(3));
    expect(options()).toMatchObject({ somebody_elses: foreign });
    expect(JSON.stringify([...world.engine.state])).not.toContain(foreign);

    const [[key = "", value] = []] = Object.entries(strategies[strategy]?.(3) ?? {});
    const changed = typeof value === "boolean" ? !value : "changed behind the program's back";
    world.tenant.connections.editOptions("corp", { [key]: changed });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "update" }]);
    await up(args(3));
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    expect(await world.engine.changes({ corp: args(3) })).toEqual([]);
  });

  test("no secret is in plain text in the state", async () => {
    await up(args(1));
    await world.engine.refresh();
    const entry = (state() ?? {}) as unknown as JsonObject;
    expect(JSON.stringify(inClear(entry))).not.toContain(secret);
    expect(JSON.stringify(world.tenant.requests)).not.toContain(secret);
  });
});

describe("an update", () => {
  test("of one option is two reads and a write, and sends back every option that it would reset", async () => {
    await up(oidc(1, { displayName: "Corporate login", realms: ["example.com"] }));
    world.tenant.connections.edit("corp", { show_as_button: true, is_domain_connection: true });
    world.tenant.clearRequests();
    const changed = { ...strategies.oidc?.(1), client_id: "client-2" };
    await up(corp(changed, { displayName: "Corporate login", realms: ["example.com"] }));
    expect(world.calls().map((call) => call.split(" ")[0])).toEqual(["GET", "GET", "PATCH"]);
    expect(live()).toMatchObject({
      display_name: "Corporate login",
      realms: ["example.com"],
      show_as_button: true,
      is_domain_connection: true,
      options: { client_id: "client-2" },
    });
  });

  test("keeps an undeclared display name, which the service would overwrite", async () => {
    await up(oidc(1));
    world.tenant.connections.edit("corp", { display_name: "Set by hand" });
    await up(oidc(2));
    expect(live()).toMatchObject({ display_name: "Set by hand" });
  });

  test("removes a removed option at any depth, and nothing else", async () => {
    await up(
      corp({
        issuer: "https://idp.example.com/",
        client_id: "a",
        upstream_params: { a: { value: "1" }, b: { value: "2" } },
        icon_url: "https://example.com/i.png",
      }),
    );
    world.tenant.connections.editOptions("corp", {
      upstream_params: { a: { value: "1" }, b: { value: "2" }, theirs: { value: "3" } },
    });
    await up(corp({ issuer: "https://idp.example.com/", client_id: "a", upstream_params: { b: { value: "2" } } }));
    expect(options()).toMatchObject({ upstream_params: { b: { value: "2" }, theirs: { value: "3" } } });
    expect(options()?.upstream_params).not.toHaveProperty("a");
    expect(options()).not.toHaveProperty("icon_url");
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
  });

  test("of another property than options does not send them", async () => {
    await up(oidc(1));
    world.tenant.clearRequests();
    await up(oidc(1, { displayName: "New" }));
    const patch = world.tenant.requests.find(({ method }) => method === "PATCH");
    expect(patch?.body).toMatchObject({ display_name: "New" });
    expect(patch?.body).not.toHaveProperty("options");
  });

  test("of the discovery URL lets the service derive its endpoints again", async () => {
    const discovery_url = (host: string) => `https://${host}/.well-known/openid-configuration`;
    await up(corp({ ...strategies.oidc?.(1), discovery_url: discovery_url("old.example.com") }));
    await up(corp({ ...strategies.oidc?.(1), discovery_url: discovery_url("new.example.com") }));
    expect(String(options()?.token_endpoint)).toContain("new.example.com");
  });

  test("of a declared option that was edited since the last refresh leaves the edit for a preview to show", async () => {
    await up(oidc(1));
    world.tenant.connections.editOptions("corp", { client_id: "edited" });
    await up(corp({ ...strategies.oidc?.(1), icon_url: "https://example.com/i.png" }));
    expect(options()).toMatchObject({ client_id: "edited", icon_url: "https://example.com/i.png" });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "update" }]);
  });

  test("of a connection that was deleted outside Pulumi fails, and keeps the state", async () => {
    await up(oidc(1));
    world.tenant.connections.delete("corp");
    await expect(up(oidc(2))).rejects.toThrow(/no longer exists at the tenant[\s\S]*pulumi refresh/);
    expect(state()).toBeDefined();
  });
});

describe("properties that return to their default when they are removed from the program", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["displayName", { displayName: "Login" }, { display_name: "corp" }],
    ["realms", { realms: ["example.com"] }, { realms: ["corp"] }],
    ["isDomainConnection", { isDomainConnection: true }, { is_domain_connection: false }],
    ["showAsButton", { showAsButton: true }, { show_as_button: false }],
    ["authentication", { authentication: { active: false } }, { authentication: { active: true } }],
    ["connectedAccounts", { connectedAccounts: { active: true } }, { connected_accounts: { active: false } }],
  ])("%s", async (_, declared, wire) => {
    await up(oidc(1, declared));
    await up(oidc(1));
    expect(live()).toMatchObject(wire);
    expect(await world.engine.changes({ corp: oidc(1) })).toEqual([]);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["oidc", { connection_settings: { pkce: "S256" } }, { connection_settings: { pkce: "auto" } }],
    [
      "auth0",
      { mfa: { active: false, return_enroll_settings: false } },
      { mfa: { active: true, return_enroll_settings: true } },
    ],
    ["ad", { brute_force_protection: false }, { brute_force_protection: true }],
    ["google-apps", { map_user_id_to_id: true }, { map_user_id_to_id: false }],
    ["waad", { useCommonEndpoint: true }, { useCommonEndpoint: false, waad_common_endpoint: false }],
  ])("%s: %j returns to the value of a creation, not to that of an update", async (strategy, declared, expected) => {
    const args = (given: JsonObject) => ({ name: "corp", strategy, options: given });
    await up(args({ client_id: "a", ...declared }));
    expect(options()).toMatchObject(declared);
    await up(args({ client_id: "a" }));
    expect(options()).toMatchObject(expected);
    expect(await world.engine.changes({ corp: args({ client_id: "a" }) })).toEqual([]);
  });

  test("an update of google-apps does not enable the users' API", async () => {
    const args = (client_id: string) => ({ name: "corp", strategy: "google-apps", options: { client_id } });
    await up(args("a"));
    await up(args("b"));
    expect(options()).toMatchObject({ client_id: "b", api_enable_users: false });
  });

  test("metadata: a removed key is deleted, another client's key stays", async () => {
    await up(oidc(1, { metadata: { team: "identity", tier: "gold" } }));
    world.tenant.connections.edit("corp", { metadata: { theirs: "x" } });
    await up(oidc(1, { metadata: { team: "platform" } }));
    expect(live()?.metadata).toEqual({ team: "platform", theirs: "x" });
  });

  test("empty realms mean the connection's own name, without drift", async () => {
    await up(oidc(1, { realms: [] }));
    expect(live()).toMatchObject({ realms: ["corp"] });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    expect(await world.engine.changes({ corp: oidc(1, { realms: [] }) })).toEqual([]);
  });
});

describe("a comparison of connections", () => {
  test("ignores the order of domain aliases, realms and scopes", async () => {
    await up(oidc(1, { realms: ["a.example.com", "b.example.com"] }));
    world.tenant.connections.editOptions("corp", {
      scope: "profile openid",
      domain_aliases: ["1.example.com", "example.com"],
    });
    world.tenant.connections.edit("corp", { realms: ["b.example.com", "a.example.com"] });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
  });

  test("shows one changed option as that option alone", async () => {
    await up(oidc(1));
    const before = inClear(state()?.inputs ?? {});
    world.tenant.connections.editOptions("corp", { client_id: "edited" });
    await world.engine.refresh();
    expect(inClear(state()?.inputs ?? {})).toEqual({
      ...(before as JsonObject),
      options: { ...((before as JsonObject).options as JsonObject), client_id: "edited" },
    });
  });

  test("keeps values that the program marked secret at their path", async () => {
    const token = randomBytes(12).toString("hex");
    const args = corp(
      { client_id: "a", upstream_params: { login: { value: token } } },
      { __secrets: ["/options/upstream_params/login/value"] },
    );
    await up(args);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    expect(JSON.stringify(inClear((state() ?? {}) as unknown as JsonObject))).not.toContain(token);
    expect(await world.engine.changes({ corp: args })).toEqual([]);
  });
});

describe("options that no response contains", () => {
  const database = (configuration: JsonObject, more: JsonObject = {}): JsonObject => ({
    name: "corp",
    strategy: "auth0",
    options: { brute_force_protection: true, configuration, ...more },
  });

  test("are sent by every update if declared, and their ciphertext is no drift", async () => {
    await up(database({ TOKEN: secret }));
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    await up(database({ TOKEN: secret }, { disable_signup: true }));
    expect(world.tenant.connections.configurationPlain("corp")).toEqual({ TOKEN: secret });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    await up(database({ TOKEN: `${secret}2` }, { disable_signup: true }));
    expect(world.tenant.connections.configurationPlain("corp")).toEqual({ TOKEN: `${secret}2` });
    await up(database({}, { disable_signup: true }));
    expect(world.tenant.connections.configurationPlain("corp")).toEqual({});
  });

  test("keep their record in an update of another property", async () => {
    await up(database({ TOKEN: secret }, {}));
    const withClients = { ...database({ TOKEN: secret }), enabledClients: ["a"] };
    await up(withClients);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    // An update that sends nothing: the value is there, and declared from now on.
    await up({ ...withClients, isDomainConnection: false });
    await up(withClients);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    world.tenant.connections.editOptions("corp", { configuration: { TOKEN: "another" } });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "update" }]);
  });

  test("are not copied to the record by a failed change of clients", async () => {
    const args = { ...database({ TOKEN: secret }), enabledClients: ["a"] };
    await up(args);
    world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path: /\/clients$/ });
    await world.engine.up({ corp: { ...args, enabledClients: ["b"] } });
    const { inputs = {}, outputs = {} } = state() ?? {};
    expect(JSON.stringify(outputs)).toContain(secret);
    expect(JSON.stringify(inClear({ inputs, outputs }))).not.toContain(secret);
    await up(args);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
  });

  test("are drift if another client wrote them, and are repaired", async () => {
    await up(database({ TOKEN: secret }));
    world.tenant.connections.editOptions("corp", { configuration: { TOKEN: "another" } });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "update" }]);
    await up(database({ TOKEN: secret }));
    expect(world.tenant.connections.configurationPlain("corp")).toEqual({ TOKEN: secret });
  });

  test("are never replaced by the marker of a changed value", async () => {
    await up(database({ TOKEN: secret }));
    world.tenant.connections.editOptions("corp", { configuration: { TOKEN: "another" } });
    await world.engine.refresh();
    const marker = "(changed at the tenant)";
    world.tenant.clearRequests();
    // What ignoreChanges makes of it: the old input in place of the program's.
    await expect(up(database({ TOKEN: marker }, { disable_signup: true }))).rejects.toThrow(
      /options\.configuration\.TOKEN.*ignoreChanges/,
    );
    expect(world.calls()).toEqual([]);
  });

  test("stop an update of other options before a write if they are undeclared, and are named", async () => {
    const args = (n: number): JsonObject => ({ name: "corp", strategy: "auth0", options: strategies.auth0?.(n) ?? {} });
    await up(args(1));
    world.tenant.connections.editOptions("corp", { configuration: { THEIRS: secret } });
    world.tenant.clearRequests();
    await expect(up(args(2))).rejects.toThrow(/options\.configuration\.THEIRS/);
    expect(world.calls().filter((call) => !call.startsWith("GET "))).toEqual([]);
    expect(world.tenant.connections.configurationPlain("corp")).toEqual({ THEIRS: secret });
    // What needs no options can still be changed.
    await up({ ...args(1), displayName: "Database" });
    expect(world.tenant.connections.configurationPlain("corp")).toEqual({ THEIRS: secret });
  });
});

describe("without the scope read:connections_options", () => {
  const blind = () => {
    const all = ["create", "read", "update", "delete"].map((action) => `${action}:connections`);
    return world.reconfigured({
      "tenant:clientId": "",
      "tenant:clientSecret": "",
      "tenant:token": world.tenant.issueToken([...all, "update:connections_options"]),
    });
  };

  test("a run draws no conclusion, overwrites nothing, and names the scope", async () => {
    const warn = quiet();
    await up(oidc(1));
    world.tenant.connections.editOptions("corp", { client_id: "edited", theirs: "x" });
    const before = options();
    const engine = blind();
    expect(await engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("read:connections_options"));
    expect(await engine.changes({ corp: oidc(1) })).toEqual([]);
    await expect(up(oidc(2), engine)).rejects.toThrow(/read:connections_options/);
    await up(oidc(1, { displayName: "Login" }), engine);
    expect(live()).toMatchObject({ display_name: "Login" });
    await expect(up(corp({ issuer: "https://idp.example.com/" }, { displayName: "Login" }), engine)).rejects.toThrow(
      /would be lost/,
    );
    expect(options()).toEqual(before);
  });

  test("no sequence of programs changes an option that it did not declare", async () => {
    quiet();
    const programs = fc.array(fc.record({ n: fc.nat(3), displayName: fc.constantFrom("A", "B"), drop: fc.boolean() }), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(programs, async (sequence) => {
        world.tenant.connections.delete("corp");
        const engine = new MiniEngine(world.port);
        await up(oidc(1), engine);
        world.tenant.connections.editOptions("corp", { theirs: "x" });
        const before = options();
        const second = blind();
        for (const [name, entry] of engine.state) second.state.set(name, entry);
        for (const { n, displayName, drop } of sequence) {
          const declared = { ...strategies.oidc?.(n) } as MutableJsonObject;
          if (drop) delete declared.scope;
          await second.up({ corp: corp(declared, { displayName }) });
        }
        expect(options()).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });
});

describe("enabled clients", () => {
  const clients = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `client${from + index}`);

  test("are set and changed exactly, 120 of them, by chunks of differences", async () => {
    await up(oidc(1, { enabledClients: clients(0, 120) }));
    expect(new Set(world.tenant.connections.clientsOf("corp"))).toEqual(new Set(clients(0, 120)));
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    world.tenant.clearRequests();
    await up(oidc(1, { enabledClients: clients(30, 150) }));
    expect(world.calls().map((call) => call.split(" ")[0])).toEqual(["PATCH", "PATCH"]);
    expect(new Set(world.tenant.connections.clientsOf("corp"))).toEqual(new Set(clients(30, 150)));
    expect(await world.engine.changes({ corp: oidc(1, { enabledClients: clients(30, 150).reverse() }) })).toEqual([]);
  });

  test("stay unchanged if undeclared, and are not enabled again after their removal from the program", async () => {
    await up(oidc(1));
    world.tenant.connections.setClients("corp", ["theirs"]);
    await up(oidc(2));
    expect(world.tenant.connections.clientsOf("corp")).toEqual(["theirs"]);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    await up(oidc(2, { enabledClients: ["mine"] }));
    await up(oidc(2));
    expect(world.tenant.connections.clientsOf("corp")).not.toContain("mine");
  });

  test("are drift if another client adds or removes one, and are repaired", async () => {
    await up(oidc(1, { enabledClients: ["a", "b"] }));
    world.tenant.connections.setClients("corp", ["b", "c"]);
    await world.engine.refresh();
    expect(state()?.inputs.enabledClients).toEqual(["c", "b"]);
    await up(oidc(1, { enabledClients: ["a", "b"] }));
    expect(new Set(world.tenant.connections.clientsOf("corp"))).toEqual(new Set(["a", "b"]));
  });

  test("that a run could not disable are disabled by the next run", async () => {
    await up(oidc(1, { enabledClients: ["a", "b"] }));
    world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path: /\/clients$/ });
    await world.engine.up({ corp: oidc(1) });
    expect(await world.engine.changes({ corp: oidc(1) })).toEqual([{ name: "corp", op: "update" }]);
    await up(oidc(1));
    expect(world.tenant.connections.clientsOf("corp")).toEqual([]);
    expect(await world.engine.changes({ corp: oidc(1) })).toEqual([]);
  });

  test("that cannot be read stop an update before its first write", async () => {
    await up(oidc(1));
    world.tenant.inject({ kind: "status", status: 403, method: "GET", path: /\/clients/ });
    await expect(up(oidc(2, { enabledClients: ["a"] }))).rejects.toThrow(/403/);
    expect(options()).toMatchObject({ client_id: "client-1" });
    await up(oidc(1));
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
  });

  test("that were set half-way are a partial failure, which the next run completes", async () => {
    const args = oidc(1, { enabledClients: clients(0, 120) });
    world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path: /\/clients/, skip: 1, times: 1 });
    const [step] = await world.engine.up({ corp: args });
    expect(step?.failure?.message).toMatch(/Only a part of connection "corp" was written/);
    expect(state()?.id).toBe(live()?.id);
    expect(await world.engine.changes({ corp: args })).toEqual([{ name: "corp", op: "update" }]);
    await up(args);
    expect(new Set(world.tenant.connections.clientsOf("corp"))).toEqual(new Set(clients(0, 120)));
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
  });
});

describe.each(["reset-after", "status-after", "truncated", "empty"] as const)("a lost response (%s)", (kind) => {
  beforeEach(() => void quiet());
  const args = oidc(1, { enabledClients: ["a", "b"], displayName: "Login" });
  const expectConverged = async (wanted: JsonObject) => {
    expect(world.tenant.connections.list()).toHaveLength(1);
    // Where the answer with the id was lost, a refresh gives the connection its own.
    if (state()?.id.startsWith("unconfirmed:")) await world.engine.refresh();
    expect(state()?.id).toBe(live()?.id);
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    expect(await world.engine.changes({ corp: wanted })).toEqual([]);
    expect(new Set(world.tenant.connections.clientsOf("corp"))).toEqual(new Set(wanted.enabledClients as string[]));
  };

  test("of a creation: the same run finds the connection, and continues with the clients", async () => {
    world.tenant.inject({ kind, method: "POST", path: "/api/v2/connections" });
    await up(args);
    await expectConverged(args);
  });

  test("of a creation and of all later requests: a run with adopt converges, with or without a refresh in between", async () => {
    for (const refreshes of [false, true]) {
      world.tenant.inject({ kind, method: "POST", path: "/api/v2/connections", times: Number.POSITIVE_INFINITY });
      world.tenant.inject({
        kind: "status",
        status: 400,
        method: "GET",
        path: "/api/v2/",
        skip: 1,
        times: Number.POSITIVE_INFINITY,
      });
      await world.engine.up({ corp: args });
      world.tenant.clearFaults();
      if (refreshes) await world.engine.refresh();
      const [step] = await world.engine.up({ corp: args });
      expect(step?.failure?.message).toMatch(/another team or stack may have created it/);
      const adopting = { ...args, adopt: true };
      await up(adopting);
      await expectConverged(adopting);
      await world.engine.up({});
      expect(live()).toBeUndefined();
    }
  });

  test("of an update or its clients: the next run converges, even after a rollback of the program", async () => {
    quiet();
    await up(args);
    const changed = oidc(2, { enabledClients: ["b", "c"], displayName: "Login" });
    for (const path of [/\/connections\/[^/]+$/, /\/clients$/]) {
      world.tenant.inject({ kind, method: "PATCH", path, times: Number.POSITIVE_INFINITY });
      await world.engine.up({ corp: changed });
      world.tenant.clearFaults();
      await up(args);
      await expectConverged(args);
    }
  });
});

describe("a creation whose outcome is unknown", () => {
  const lose = async (args: JsonObject) => {
    quiet();
    world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/connections" });
    world.tenant.inject({ kind: "status", status: 503, times: Number.POSITIVE_INFINITY, path: "/api/v2/", skip: 1 });
    const [step] = await world.engine.up({ corp: args });
    expect(step?.failure?.message).toMatch(/It is not known whether/);
    world.tenant.clearFaults();
  };

  test("is left by a destroy, as it may be another team's, and the message says so", async () => {
    await lose(oidc(1));
    const warn = vi.mocked(console.warn);
    await world.engine.up({});
    expect(live()).toBeDefined();
    expect(warn).toHaveBeenCalledWith(
      expect.stringMatching(/connection "corp" \(id con_\w+\) stays at the tenant: it is not certain/),
    );
  });

  test("loses values that the next program does not declare, once it is adopted", async () => {
    await lose(oidc(1, { displayName: "Login", metadata: { team: "x" } }));
    const adopting = oidc(1, { adopt: true });
    await up(adopting);
    expect(live()).toMatchObject({ display_name: "corp" });
    expect(live()?.metadata ?? {}).toEqual({});
    expect(await world.engine.changes({ corp: adopting })).toEqual([]);
  });
});

describe("identity", () => {
  test.each([
    ["name", { name: "other" }, ["GET", "POST", "DELETE"]],
    [
      "strategy",
      { strategy: "okta", options: { client_id: "a", domain: "login.example.com" } },
      ["DELETE", "GET", "POST"],
    ],
  ])("another %s replaces the connection, in the order that the name permits", async (_, change, order) => {
    await up(oidc(1));
    world.tenant.clearRequests();
    expect(await up({ ...oidc(1), ...change })).toBe("replace");
    expect(world.calls().map((call) => call.split(" ")[0])).toEqual(order);
  });

  test("a replacement waits, with a message, while the old name is still being deleted", async () => {
    await world.close();
    await start({ connectionDeletionMs: 60_000 });
    quiet();
    const info = vi.spyOn(console, "info").mockImplementation(() => world.tenant.connections.finishDeletions());
    await up(oidc(1));
    await up({ name: "corp", strategy: "okta", options: { client_id: "a", domain: "login.example.com" } });
    expect(info).toHaveBeenCalledWith(expect.stringMatching(/still deleting/));
    expect(live()).toMatchObject({ strategy: "okta" });
  });

  test("an existing connection of that name is refused, or adopted with its options merged", async () => {
    quiet();
    world.tenant.connections.create({
      name: "corp",
      strategy: "oidc",
      options: { issuer: "https://old.example.com/", client_id: "old", theirs: "x" },
    });
    await expect(up(oidc(1))).rejects.toThrow(/exists already[\s\S]*adopt: true/);
    await up(oidc(1, { adopt: true }));
    expect(options()).toMatchObject({ theirs: "x", client_id: "client-1" });
    await expect(up({ name: "corp2", strategy: "oidc", options: { client_id: "a" } })).resolves.toBe("replace");
  });

  test("a connection with another strategy cannot be adopted", async () => {
    world.tenant.connections.create({
      name: "corp",
      strategy: "samlp",
      options: { signInEndpoint: "https://idp.example.com/login" },
    });
    await expect(up(oidc(1, { adopt: true }))).rejects.toThrow(/another strategy/);
  });

  test("unknown values are accepted, and an unknown strategy is a replacement in the preview", async () => {
    await up(oidc(1));
    const unknown = {
      name: "corp",
      strategy: unknownValue,
      options: unknownValue,
      realms: unknownValue,
      metadata: unknownValue,
    };
    expect(await world.engine.changes({ corp: unknown })).toEqual([{ name: "corp", op: "replace" }]);
    expect(await world.engine.changes({ corp: oidc(1, { options: { client_secret: unknownValue } }) })).toEqual([
      { name: "corp", op: "update" },
    ]);
  });
});

describe("bad input", () => {
  test.each<[string, JsonObject, RegExp]>([
    ["a name with an underscore", { name: "a_b", strategy: "oidc" }, /name: must be letters and digits/],
    ["a name of 129 characters", { name: "a".repeat(129), strategy: "oidc" }, /name: must be 1 to 128/],
    ["no strategy", { name: "corp" }, /strategy: is required/],
    ["a display name of 129 characters", oidc(1, { displayName: "x".repeat(129) }), /displayName: must be 1 to 128/],
    [
      "11 metadata",
      oidc(1, { metadata: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, "v"])) }),
      /metadata: must have at most 10/,
    ],
    ["a long metadata value", oidc(1, { metadata: { k: "x".repeat(256) } }), /metadata\.k: must be at most 255/],
    ["a number in metadata", oidc(1, { metadata: { k: 1 } }), /metadata\.k: must be a string/],
    ["options that are a list", { name: "corp", strategy: "oidc", options: [] }, /options: must be an object/],
    ["a client twice", oidc(1, { enabledClients: ["a", "a"] }), /enabledClients\[1\]: occurs twice/],
    ["a misspelt argument", oidc(1, { enabledClient: [] }), /Did you mean "enabledClients"/],
  ])("%s fails before any call", async (_, args, message) => {
    const { failures } = await world.port.check({}, args);
    expect(failures.join("\n")).toMatch(message);
    expect(world.tenant.requests).toEqual([]);
  });

  test.each([
    ["saml", "samlp"],
    ["gihub", "github"],
    ["odic", "oidc"],
    ["OIDC", "oidc"],
    ["google-oauth", "google-oauth2"],
    ["googleOauth2", "google-oauth2"],
  ])("a misspelt strategy (%s) is refused in one line with a suggestion", async (strategy, meant) => {
    const { failures } = await world.port.check({}, { name: "corp", strategy });
    expect(failures).toEqual([`strategy: unknown value "${strategy}". Did you mean "${meant}"?`]);
  });

  test.each([
    ...["slack", "asana", "atlassian", "notion-mcp", "linear-mcp", "sentry-mcp", "hubspot-mcp", "cloudflare-mcp"],
    ...["auth0-adldap", "gitlab"],
  ])("a new strategy of the service (%s) is not taken for a misspelt one", async (strategy) => {
    const warn = quiet();
    expect((await world.port.check({}, { name: "corp", strategy })).failures).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });

  test.each(["not-invented-yet", "azure", "sso", "id", "bitpocket"])(
    "an unknown strategy that resembles no other (%s) causes a warning and is sent unchanged",
    async (strategy) => {
      const warn = quiet();
      const { failures, inputs } = await world.port.check({}, { name: "corp", strategy });
      expect(failures).toEqual([]);
      expect(inputs).toMatchObject({ strategy });
      expect(warn.mock.calls).toEqual([
        [expect.stringMatching(/strategy: unknown value ".+"\..* It is sent unchanged\./)],
      ]);
    },
  );

  test.each([
    [false, [[expect.stringMatching(/email\.identifier\.active: .*not unique cannot be an identifier/)]]],
    [true, []],
  ])(
    "an e-mail address with unique: %s as the identifier is accepted, with a warning if it is not unique",
    async (unique, said) => {
      const warn = quiet();
      const options = { attributes: { email: { identifier: { active: true }, unique } } };
      const { failures } = await world.port.check({}, { name: "users", strategy: "auth0", options });
      expect([failures, warn.mock.calls]).toEqual([[], said]);
    },
  );

  test("an existing connection keeps its strategy, even if this version does not know it", async () => {
    const saved = { name: "corp", strategy: "oidc2" };
    quiet();
    expect((await world.port.check(saved, { ...saved, displayName: "Corporate" })).failures).toEqual([]);
    expect((await world.port.check(saved, { ...saved, strategy: "oidc3" })).failures).toHaveLength(1);
  });

  test("a missing strategy is one line, whatever else is declared", async () => {
    const { failures } = await world.port.check({}, { name: "corp", options: { isuer: "x", client_secrt: "y" } });
    expect(failures).toEqual(["strategy: is required"]);
  });
});

describe("the message about the protection of a connection", () => {
  const users = { name: "corp", strategy: "auth0", __guard: true };
  const line = /^connection "corp" is protected .*cannot be undone.*`protect: false`/;

  test("appears once, at the creation", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    const { inputs } = await world.port.check({}, users);
    expect(info.mock.calls).toEqual([[expect.stringMatching(line)]]);
    expect(inputs).not.toHaveProperty("__guard");
    await up(users);
    info.mockClear();
    await up({ ...users, displayName: "Customers" });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    expect(info).not.toHaveBeenCalled();
  });

  test("does not appear for an unprotected connection", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    await up({ name: "corp", strategy: "auth0" });
    expect(info).not.toHaveBeenCalled();
  });
});

test("get returns a connection without its options, which contain secrets", async () => {
  world.tenant.connections.create({
    name: "corp",
    strategy: "oidc",
    display_name: "Login",
    options: { client_id: "a", client_secret: secret },
  });
  const { outputs } = await world.port.read(String(live()?.id), {});
  expect(outputs).toMatchObject({ name: "corp", strategy: "oidc", displayName: "Login" });
  expect(JSON.stringify(outputs)).not.toContain(secret);
});
