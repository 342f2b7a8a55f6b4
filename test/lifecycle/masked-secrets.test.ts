import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator, type WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { MiniEngine } from "../harness/mini-engine.ts";
import { importedOf } from "./importing/tenants.ts";
import { Runs } from "./runs.ts";

/* Some tokens get the answers of the service with masks in place of secrets. A mask is no value. */

const masks = ["", "********", "[REDACTED]", "<hidden>", "ab****yz", "_VALUE_NOT_SHOWN_"];
const secret = randomBytes(18).toString("hex");
const other = randomBytes(18).toString("hex");

let tenant: Emulator;
let runs: Runs;
let engine: MiniEngine;
const warn = vi.fn();
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(warn);
  tenant = await startEmulator({ lenientPatch: false });
  runs = new Runs(tenant);
  ({ engine } = await runs.next());
});
afterEach(async () => {
  vi.restoreAllMocks();
  warn.mockReset();
  await runs.close();
  await tenant.close();
});

const failureOf = async (program: Record<string, JsonObject>) =>
  (await engine.up(program)).flatMap(({ failure }) => failure?.message ?? []).join("\n");
const up = async (program: Record<string, JsonObject>) => expect(await failureOf(program)).toBe("");
const writes = () =>
  tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token").map(({ path }) => path);
const settled = async (program: Record<string, JsonObject>) => {
  expect(await engine.refresh()).toEqual(Object.keys(program).map((name) => ({ name, op: "same" })));
  expect(await engine.changes(program)).toEqual([]);
};

const corp = (options: JsonObject) => ({
  "connection-corp": { name: "corp", strategy: "oidc", options: { type: "back_channel", ...options } },
});
const optionsHeld = () => (tenant.export("connections").connections?.[0]?.options ?? {}) as WireObject;

describe.each(masks)("if the tenant returns %j in place of secrets,", (mask) => {
  test("another team's client_secret is neither overwritten with the mask nor deleted", async () => {
    await up(corp({ client_id: "a", scope: "openid" }));
    tenant.connections.editOptions("corp", { client_secret: secret });
    tenant.maskSecrets(mask);
    tenant.clearRequests();
    expect(await failureOf(corp({ client_id: "b", scope: "openid" }))).toMatch(
      /connection "corp" was not changed: .*options\.client_secret/,
    );
    expect(writes()).toEqual([]);
    expect(optionsHeld()).toMatchObject({ client_id: "a", client_secret: secret });
    // Another part of the connection needs no options.
    await up({
      "connection-corp": { ...corp({ client_id: "a", scope: "openid" })["connection-corp"], displayName: "C" },
    });
    expect(optionsHeld()).toMatchObject({ client_id: "a", client_secret: secret });
  });

  test("a declared client_secret is neither lost nor shown as drift", async () => {
    await up(corp({ client_id: "a", client_secret: secret }));
    tenant.maskSecrets(mask);
    await settled(corp({ client_id: "a", client_secret: secret }));
    await up(corp({ client_id: "b", client_secret: secret }));
    expect(optionsHeld()).toMatchObject({ client_id: "b", client_secret: secret });
    await up(corp({ client_id: "b", client_secret: other }));
    expect(optionsHeld().client_secret).toBe(other);
    await settled(corp({ client_id: "b", client_secret: other }));
    await up(corp({ client_id: "b" }));
    expect(optionsHeld()).not.toHaveProperty("client_secret");
  });

  test("another team's secrets in addons are neither overwritten with the mask nor deleted", async () => {
    const shop = (audience: string) => ({ "client-shop": { name: "Shop", addons: { firebase: { audience } } } });
    await up(shop("a"));
    const [{ client_id: id } = {}] = tenant.clients.list();
    tenant.clients.update(String(id), { addons: { firebase: { audience: "a", secret } } });
    tenant.maskSecrets(mask);
    tenant.clearRequests();
    expect(await failureOf(shop("b"))).toMatch(/application "Shop" was not changed: .*addons\.firebase\.secret/);
    expect(writes()).toEqual([]);
    expect(tenant.clients.get(String(id))?.addons).toEqual({ firebase: { audience: "a", secret } });
    await up({ "client-shop": { ...shop("a")["client-shop"], description: "new" } });
    expect(tenant.clients.get(String(id))?.addons).toEqual({ firebase: { audience: "a", secret } });
  });

  test("an unreadable secret does not count as rotated", async () => {
    const shop = (secretRotation: string) => ({ "client-shop": { name: "Shop", secretRotation } });
    await up(shop("1"));
    const [{ client_id: id, client_secret: before } = {}] = tenant.clients.list();
    tenant.maskSecrets(mask);
    expect(await failureOf(shop("2"))).toMatch(/was not rotated: it cannot be read/);
    expect(tenant.clients.get(String(id))?.client_secret).toBe(before);
    tenant.maskSecrets(undefined);
    await up(shop("2"));
    expect(tenant.clients.get(String(id))?.client_secret).not.toBe(before);
  });

  test("a requested clientSecret is not the mask, and the run says so", async () => {
    tenant.maskSecrets(mask);
    await up({ "client-shop": { name: "Shop", readClientSecret: true } });
    await settled({ "client-shop": { name: "Shop", readClientSecret: true } });
    expect(engine.state.get("client-shop")?.outputs).not.toHaveProperty("clientSecret");
    expect(warn.mock.calls.flat().join()).toContain('the secret of application "Shop" cannot be read');
  });

  test("values for scripts are not shown as changed, and stay", async () => {
    const database = (more: JsonObject) => ({
      "connection-users": { name: "users", strategy: "auth0", options: { configuration: { KEY: secret }, ...more } },
    });
    await up(database({ disable_signup: false }));
    tenant.maskSecrets(mask);
    await settled(database({ disable_signup: false }));
    await up(database({ disable_signup: true }));
    expect(optionsHeld()).toMatchObject({ configuration: { KEY: secret }, disable_signup: true });
  });

  test("unknown members are not overwritten with the mask", async () => {
    const shop = (leeway: number) => ({
      "client-shop": { name: "Shop", refreshToken: { rotationType: "rotating", expirationType: "expiring", leeway } },
    });
    await up(shop(1));
    const [{ client_id: id = "" } = {}] = tenant.clients.list();
    const body = { ...tenant.clients.get(String(id)) };
    body.refresh_token = { ...(body.refresh_token as JsonObject), new_secret: mask };
    tenant.inject({ kind: "status", status: 200, method: "GET", path: /clients/, times: 2, body });
    tenant.clearRequests();
    expect(await failureOf(shop(2))).toMatch(/refresh_token\.new_secret/);
    expect(writes()).toEqual([]);
  });

  test("an API's signing secret is neither compared nor changed", async () => {
    const api = (tokenLifetime: number) => ({
      "resourceServer-api": { identifier: "urn:a", signingAlg: "HS256", signingSecret: secret, tokenLifetime },
    });
    await up(api(60_000));
    tenant.maskSecrets(mask);
    await settled(api(60_000));
    await up(api(50_000));
    expect(tenant.resourceServers.get("urn:a")?.signing_secret).toBe(secret);
  });

  test("an import writes no mask into program and state, and names the omitted values", async () => {
    const options = { type: "back_channel", client_id: "a", client_secret: secret };
    tenant.connections.create({ name: "corp", strategy: "oidc", options });
    tenant.maskSecrets(mask);
    const { program } = await importedOf(tenant, true);
    const [imported] = program.resources.filter(({ item }) => item.type === "connection");
    expect(imported?.args.options).not.toHaveProperty("client_secret");
    expect(imported?.notes.map(({ place }) => place)).toContain("options.client_secret");
  });
});

describe("an empty text that represents no secret is not a mask:", () => {
  test("the secret of a social connection with development keys, whose client_id is empty as well", async () => {
    const google = (options: JsonObject) => ({
      "connection-google": { name: "google", strategy: "google-oauth2", options },
    });
    await up(google({ email: true }));
    tenant.connections.editOptions("google", { client_id: "", client_secret: "", profile: true });
    await up(google({ email: true, allowed_audiences: ["a"] }));
    expect(optionsHeld()).toMatchObject({ client_id: "", client_secret: "", profile: true, allowed_audiences: ["a"] });
    const { program } = await importedOf(tenant, true);
    const [imported] = program.resources.filter(({ item }) => item.type === "connection");
    expect(imported?.args.options).not.toHaveProperty("client_secret");
    expect(imported?.notes).toEqual([]);
  });

  test("the secret of a front channel, which needs none", async () => {
    const front = (options: JsonObject) => corp({ type: "front_channel", client_id: "a", ...options });
    await up(front({ scope: "openid" }));
    tenant.connections.editOptions("corp", { client_secret: "", domain_aliases: ["example.com"] });
    await up(front({ scope: "openid email" }));
    expect(optionsHeld()).toMatchObject({ scope: "openid email", client_secret: "", domain_aliases: ["example.com"] });
    // A mask is one there, too.
    tenant.connections.editOptions("corp", { client_secret: "********" });
    expect(await failureOf(front({ scope: "openid" }))).toMatch(/options\.client_secret/);
  });

  test("if it may be a mask, the message says how to declare that there is no secret", async () => {
    await up(corp({ client_id: "a", scope: "openid" }));
    tenant.connections.editOptions("corp", { client_secret: "" });
    expect(await failureOf(corp({ client_id: "b", scope: "openid" }))).toMatch(
      /only a mask for options\.client_secret.*Declare it with its value \(`""` if there is none\), or use a token/,
    );
    await up(corp({ client_id: "b", scope: "openid", client_secret: "" }));
    expect(optionsHeld()).toMatchObject({ client_id: "b", client_secret: "" });
    await settled(corp({ client_id: "b", scope: "openid", client_secret: "" }));
  });
});

test("a mask copied from another tool's export causes a warning; the state's own marker does not", async () => {
  const said = () => warn.mock.calls.flat().filter((text) => String(text).includes("looks like the mask of a secret"));
  const programOf = (text: string) => ({
    ...corp({ client_id: "a", client_secret: text }),
    "logStream-audit": {
      ...{ name: "Audit", type: "http" },
      sink: { httpEndpoint: "https://logs.example.com", httpCustomHeaders: [{ header: "x", value: text }] },
    },
    "action-act": {
      name: "act",
      code: "",
      supportedTriggers: [{ id: "post-login", version: "v3" }],
      secrets: { KEY: text },
    },
  });
  await up(programOf(secret));
  await up(programOf("ordinary-##-text"));
  expect(said()).toEqual([]);
  const places = ["options.client_secret", "sink.httpCustomHeaders", "secrets"];
  for (const text of ["_VALUE_NOT_SHOWN_", "##SECRET##", "@@SECRET@@"]) {
    warn.mockReset();
    await engine.changes(programOf(text));
    expect(places.filter((place) => !said().some((one) => String(one).includes(place)))).toEqual([]);
    expect(said().join()).not.toContain(text);
  }
  await up(programOf("@@SECRET@@"));
  warn.mockReset();
  await up(programOf("@@SECRET@@"));
  expect(said()).toEqual([]);
});
