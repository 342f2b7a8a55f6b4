import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resolveSettings, TenantClient } from "../../provider/src/client/index.ts";
import { type Emulator, startEmulator, type WireObject } from "../../provider/src/emulator/index.ts";
import { takeInventory } from "../../provider/src/import/take-inventory.ts";
import { getClients } from "../../provider/src/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { codeOf, inThisProcess, type Runtime } from "../harness/fault-run/runtime.ts";
import { pairs } from "../harness/keys.ts";
import { MiniEngine, type Program, type StateEntry } from "../harness/mini-engine.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { runProgram } from "../unit/helpers/program.ts";
import { importedOf } from "./importing/tenants.ts";
import { providerFor } from "./world.ts";

/* What users of other tools complain about, line by line. Each test is named after the complaint, and shows that it has no ground here. */

const orders = "https://orders.example.com";
const keys = pairs(4).map(({ pem }) => pem);

let tenant: Emulator;
let runtime: Runtime | undefined;
let engine: MiniEngine;
const warn = vi.fn();
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(warn);
  tenant = await startEmulator();
  await nextRun(new Map());
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  warn.mockReset();
  await runtime?.close();
  runtime = undefined;
  await tenant.close();
});

/** The next run: a process that knows nothing, and the state as it was. */
const nextRun = async (state: ReadonlyMap<string, StateEntry> = engine.state) => {
  await runtime?.close();
  const next = await inThisProcess([])(tenant, false, true);
  runtime = next;
  // The part of a resource's name before the hyphen is its kind.
  engine = new MiniEngine(next.port, (name) => codeOf(name.replace(/-.*/, "") as TypeName));
  for (const [name, entry] of state) engine.state.set(name, entry);
};
const failureOf = async (program: Program) =>
  (await engine.up(program)).flatMap(({ failure }) => failure?.message ?? []).join("\n");
const up = async (program: Program) => expect(await failureOf(program)).toBe("");
/** Nothing differs, in a preview and after a refresh. */
const settled = async (program: Program) => {
  expect(await engine.changes(program)).toEqual([]);
  expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
  expect(await engine.changes(program)).toEqual([]);
};
const idOf = (name: string) => String(engine.state.get(name)?.id);
const named = (name: string) => tenant.clients.list().find((client) => client.name === name) as WireObject;
const edit = (name: string, wire: WireObject) => tenant.clients.update(String(named(name).client_id), wire);
const writes = () => tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");
const env = () => ({
  TENANT_DOMAIN: tenant.domain,
  TENANT_CLIENT_ID: tenant.clientId,
  TENANT_CLIENT_SECRET: tenant.clientSecret,
});

test("client_secret ends up in state and in data sources", async () => {
  await up({ "client-shop": { name: "Shop" } });
  const secret = String(named("Shop").client_secret);
  expect(JSON.stringify([...engine.state])).not.toContain(secret);
  for (const [name, value] of Object.entries(env())) vi.stubEnv(name, value);
  await runProgram();
  const { clients } = await getClients();
  expect(clients.map(({ name }) => name)).toEqual(["Shop"]);
  expect(JSON.stringify(clients)).not.toContain(secret);
});

test("perpetual differences (null against absent, defaults)", async () => {
  const empty = { description: "", callbacks: [], webOrigins: [], initiateLoginUri: "", oidcLogout: {}, addons: {} };
  const program = {
    "client-all": { name: "All", ...empty, clientMetadata: {}, grantTypes: [] },
    "client-none": { name: "None" },
  };
  await up(program);
  await settled(program);
  // The service's own defaults and mirrors are none of the program's.
  edit("None", { oidc_logout: { backchannel_logout_urls: ["https://a.example.com/out"] }, description: "" });
  expect((await engine.refresh()).map(({ op }) => op)).toEqual(["same", "same"]);
  expect(await engine.changes(program)).toEqual([]);
});

test("updates clear addons, or cannot remove one", async () => {
  const shop = (addons: JsonObject, more: JsonObject = {}) => ({ "client-shop": { name: "Shop", addons, ...more } });
  const samlp = { audience: "urn:a", mappings: { email: "mail" } };
  await up(shop({ samlp }));
  edit("Shop", { addons: { wsfed: {}, samlp: { ...samlp, signingCert: "theirs" } } });
  await up(shop({ samlp: { ...samlp, audience: "urn:b" } }, { description: "new" }));
  expect(named("Shop").addons).toEqual({ samlp: { ...samlp, audience: "urn:b", signingCert: "theirs" }, wsfed: {} });
  edit("Shop", { addons: null });
  edit("Shop", { addons: { samlp, wsfed: {} } });
  await engine.refresh();
  await up(shop({ samlp, wsfed: {} }));
  await up(shop({ samlp }));
  expect(named("Shop").addons).toEqual({ samlp });
});

test("an addon that is only turned on keeps what another team sets in it, also when the program drops it", async () => {
  const shop = (args: JsonObject) => ({ "client-shop": { name: "Shop", ...args } });
  await up(shop({ addons: { samlp: {} } }));
  edit("Shop", { addons: { samlp: { recipient: "urn:theirs" } } });
  await up(shop({}));
  expect(named("Shop").addons).toEqual({ samlp: { recipient: "urn:theirs" } });
});

test("removing a client_metadata key does nothing", async () => {
  const shop = (clientMetadata: JsonObject) => ({ "client-shop": { name: "Shop", clientMetadata } });
  await up(shop({ team: "orders", cost: "1" }));
  edit("Shop", { client_metadata: { theirs: "kept" } });
  await up(shop({ cost: "1" }));
  expect(named("Shop").client_metadata).toEqual({ cost: "1", theirs: "kept" });
});

test("import shows only half the client; addons missing", async () => {
  const addons = { samlp: { mappings: { a: "b" }, itsOwn_key: [1, { deep: true }] }, wsfed: {}, layer: { k: "v" } };
  tenant.clients.create({ name: "Shop", addons, client_metadata: { "cost center": "1" } });
  const { client, program } = await importedOf(tenant, false);
  const [shop] = program.resources.filter(({ item }) => item.type === "client");
  expect(shop?.args).toMatchObject({
    addons: { samlp: addons.samlp, layer: addons.layer },
    clientMetadata: { "cost center": "1" },
  });
  await client.close();
});

test("order of callbacks, scopes, grant_types", async () => {
  const urls = ["https://b.example.com", "https://a.example.com", "https://c.example.com"];
  const grantTypes = ["refresh_token", "authorization_code"];
  const program = (all: readonly string[], types: readonly string[]) => ({
    "client-shop": { name: "Shop", callbacks: all, webOrigins: all, grantTypes: types },
  });
  await up(program(urls, grantTypes));
  await settled(program(urls.toSorted(), grantTypes.toSorted()));
  edit("Shop", { callbacks: urls.toReversed(), grant_types: grantTypes.toReversed() });
  expect((await engine.refresh()).map(({ op }) => op)).toEqual(["same"]);
  // The one list whose order means something is compared with its order.
  const ordered = (...asyncApprovalNotificationChannels: string[]) => ({
    "client-shop": { name: "Shop", asyncApprovalNotificationChannels },
  });
  await up(ordered("email", "guardian-push"));
  expect(await engine.changes(ordered("guardian-push", "email"))).toHaveLength(1);
});

test("an alias moves from one application to another, or two are swapped", async () => {
  const program = (a: readonly string[], b: readonly string[]) => ({
    "client-a": { name: "A", clientAliases: a },
    "client-b": { name: "B", clientAliases: b },
  });
  await up(program(["one"], ["two"]));
  const failure = await failureOf(program(["two"], ["one"]));
  expect(failure).toMatch(/Another application has one of these clientAliases.*`dependsOn`.*To swap the values/s);
  await up(program(["one"], []));
  await up(program(["two"], []));
  await up(program(["two"], ["one"]));
  await settled(program(["two"], ["one"]));
});

test("Invalid grant types: http://auth0.com/oauth/legacy/grant-type/ro (an application from before June 2017)", async () => {
  const legacy = ["http://auth0.com/oauth/legacy/grant-type/ro", "implicit"];
  const old = { ...tenant.clients.create({ name: "Old" }), grant_types: legacy };
  await tenant.close();
  tenant = await startEmulator({ seed: { clients: [old] } });
  await nextRun(new Map());
  const declare = async (args: JsonObject) => {
    warn.mockReset();
    const failure = await failureOf({ "client-old": { name: "Old", adopt: true, ...args } });
    return { failure, warnings: warn.mock.calls.flat().join("\n") };
  };
  // Other changes do not touch the grant types, and an import declares those that the application has.
  expect((await declare({ description: "old" })).failure).toBe("");
  expect(await declare({ description: "older" })).toEqual({ failure: "", warnings: "" });
  const { failure, warnings } = await declare({ description: "older", grantTypes: [...legacy, "refresh_token"] });
  expect(warnings).toMatch(/application "Old": grantTypes: .*grant-type\/ro: the service refuses legacy grant types/);
  expect(failure).toContain("Invalid grant types: http://auth0.com/oauth/legacy/grant-type/ro");
  await nextRun(new Map());
  const imported = { grantTypes: legacy };
  expect((await declare(imported)).failure).toBe("");
  expect(await declare(imported)).toEqual({ failure: "", warnings: "" });
});

test.each([
  [
    "refresh tokens that rotate and never expire",
    { refreshToken: { rotationType: "rotating", expirationType: "non-expiring" } },
    { refreshToken: { rotationType: "rotating", expirationType: "expiring" } },
    /refreshToken\.expirationType: .*Declare "expiring"/,
  ],
  [
    "discovery methods stay while organization_require_behavior changes",
    { organizationDiscoveryMethods: ["email"], organizationRequireBehavior: "no_prompt" },
    { organizationDiscoveryMethods: ["email"], organizationRequireBehavior: "pre_login_prompt" },
    /organizationDiscoveryMethods: only organizationRequireBehavior "pre_login_prompt"/,
  ],
])("%s: a preview warns", async (_name, doubtful, usual, warning) => {
  await engine.preview({ "client-shop": { name: "Shop", ...usual } });
  expect(warn).not.toHaveBeenCalled();
  await engine.preview({ "client-shop": { name: "Shop", ...doubtful } });
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(warning));
});

test("app_type in program changes grant types", async () => {
  await up({ "client-shop": { name: "Shop" } });
  const { grant_types, jwt_configuration, refresh_token } = named("Shop");
  tenant.clearRequests();
  await up({ "client-shop": { name: "Shop", appType: "spa" } });
  expect(writes().map(({ body }) => body)).toEqual([{ app_type: "spa" }]);
  expect(named("Shop")).toMatchObject({ app_type: "spa", grant_types, jwt_configuration, refresh_token });
});

test("token_endpoint_auth_method cannot be set", async () => {
  const shop = { "client-shop": { name: "Shop", tokenEndpointAuthMethod: "client_secret_basic" } };
  await up(shop);
  const clientId = idOf("client-shop");
  const signs = { clientId, method: "private_key_jwt", credentials: [{ pem: keys[0] ?? "" }] };
  await nextRun();
  await up({ "client-shop": { name: "Shop" }, "clientAuthentication-shop": signs });
  expect(named("Shop")).not.toHaveProperty("token_endpoint_auth_method");
  await settled({ "client-shop": { name: "Shop" }, "clientAuthentication-shop": signs });
  // And back, in the other order.
  await nextRun();
  await up({ "client-shop": { name: "Shop" } });
  expect(named("Shop").token_endpoint_auth_method).toBe("client_secret_basic");
  await up({ "client-shop": { name: "Shop", tokenEndpointAuthMethod: "none", grantTypes: [] } });
  expect(named("Shop").token_endpoint_auth_method).toBe("none");
});

test("rotation fails at the third key, orphans fill the pool", async () => {
  tenant.clients.create({ client_id: "job", name: "Job" });
  const program = (n: number) => ({
    "clientAuthentication-job": {
      clientId: "job",
      method: "private_key_jwt",
      credentials: [{ pem: keys[n % keys.length] ?? "" }],
    },
  });
  for (let n = 0; n < 9; n++) await up(program(n));
  // Nine rotations that all fail half-way leave no more than one does.
  tenant.inject({ kind: "status", status: 400, method: "PATCH", path: "/api/v2/clients", times: 9 });
  for (let n = 0; n < 9; n++) await failureOf(program(n));
  tenant.clearFaults();
  await up(program(3));
  const all = tenant.clients as unknown as { credentialsOf(id: string): readonly unknown[] };
  expect(all.credentialsOf("job")).toHaveLength(1);
});

test("the secret option vanished after an import with fewer scopes", async () => {
  const program = {
    "client-shop": { name: "Shop", readClientSecret: true, tokenEndpointAuthMethod: "client_secret_post" },
  };
  await up(program);
  const { client_secret: secret } = named("Shop");
  const token = tenant.issueToken(["read:clients", "update:clients"]);
  const fewer = new MiniEngine(providerFor(kinds.client, { "tenant:domain": tenant.domain, "tenant:token": token }));
  for (const [name, entry] of engine.state) fewer.state.set(name, entry);
  await fewer.refresh();
  expect(warn.mock.calls.flat().join("\n")).toMatch(/secret of application "Shop" cannot be read.*read:client_keys/);
  for (const { failure } of await fewer.up({ "client-shop": { ...program["client-shop"], description: "d" } })) {
    expect(failure).toBeUndefined();
  }
  expect(named("Shop")).toMatchObject({ client_secret: secret, token_endpoint_auth_method: "client_secret_post" });
});

test("jwt_configuration.secret_encoded never settles", async () => {
  const program = (secretEncoded: boolean) => ({
    "client-shop": { name: "Shop", jwtConfiguration: { secretEncoded, alg: "HS256" } },
  });
  await up(program(false));
  const before = idOf("client-shop");
  await nextRun();
  await up(program(true));
  expect(idOf("client-shop")).not.toBe(before);
  expect(warn.mock.calls.flat().join("\n")).toContain("another client id");
  await settled(program(true));
});

test("two clients with one name are merged or swapped", async () => {
  const program = (description: string) => ({
    "client-one": { name: "Shop", description: "one" },
    "client-two": { name: "Shop", description },
  });
  await up(program("two"));
  const ids = [idOf("client-one"), idOf("client-two")];
  expect(new Set(ids).size).toBe(2);
  await up(program("changed"));
  expect(ids.map((id) => tenant.clients.get(id)?.description)).toEqual(["one", "changed"]);
  const { "client-one": one } = program("");
  await nextRun();
  await up({ "client-one": one });
  expect(tenant.clients.list().map(({ client_id }) => client_id)).toEqual([ids[0]]);
  tenant.clients.create({ name: "Shop" });
  expect(await failureOf({ "client-one": one, "client-three": { name: "Shop", adopt: true } })).toMatch(
    /cannot be adopted by its name: 2 applications have this name/,
  );
});

test("self-registered third-party clients deleted by a sweep", async () => {
  const agent = { client_id: "tpc_1", name: "Agent", client_secret: "s", external_metadata_type: "dcr" };
  const other = await startEmulator({ seed: { clients: [agent] } });
  const { domain: TENANT_DOMAIN, clientId: TENANT_CLIENT_ID, clientSecret: TENANT_CLIENT_SECRET } = other;
  const settings = resolveSettings({
    config: () => undefined,
    env: { TENANT_DOMAIN, TENANT_CLIENT_ID, TENANT_CLIENT_SECRET },
  });
  const client = new TenantClient(settings);
  const { items, leftOut } = await takeInventory(client, { access: { audience: orders }, types: ["client"] });
  expect(items).toEqual([]);
  expect(leftOut).toMatchObject([{ label: 'application "Agent"', reason: "registered" }]);
  await client.close();
  await other.close();
});

test("grants: 409 on the first run, or the wrong one adopted", async () => {
  tenant.clients.create({ client_id: "job", name: "Job" });
  tenant.resourceServers.create({ identifier: orders });
  const theirs = tenant.clientGrants.create({ client_id: "job", audience: orders, subject_type: "user", scope: ["a"] });
  const grant = { clientId: "job", audience: orders, scope: ["b"] };
  await up({ "clientGrant-job": { ...grant, adopt: true } });
  expect(tenant.clientGrants.get(String(theirs.id))).toEqual(theirs);
  expect(tenant.clientGrants.list()).toHaveLength(2);
  expect(await failureOf({ "clientGrant-job": grant, "clientGrant-user": { ...grant, subjectType: "user" } })).toMatch(
    /exists already.*adopt: true/s,
  );
});

test("grants: `scopes: []` with allow_all_scopes refused, then cannot go back", async () => {
  tenant.clients.create({ client_id: "job", name: "Job" });
  tenant.resourceServers.create({ identifier: orders });
  const grant = (more: JsonObject) => ({ "clientGrant-job": { clientId: "job", audience: orders, ...more } });
  await up(grant({ scope: [], allowAllScopes: true }));
  await settled(grant({ scope: [], allowAllScopes: true }));
  await up(grant({ scope: ["read:orders"] }));
  expect(tenant.clientGrants.list()).toMatchObject([{ allow_all_scopes: false, scope: ["read:orders"] }]);
  await settled(grant({ scope: ["read:orders"] }));
});

/** The application that the run's own credentials are of, with a grant. */
function deployer(): string {
  const { clientId } = tenant;
  tenant.clients.create({ client_id: clientId, name: "Deployer" });
  tenant.resourceServers.create({ identifier: orders });
  tenant.clientGrants.create({ client_id: clientId, audience: orders, scope: ["a"] });
  return clientId;
}

test("protective filters forget the grants of excluded clients", async () => {
  const clientId = deployer();
  const settings = resolveSettings({ config: () => undefined, env: env() });
  const client = new TenantClient(settings);
  const { items } = await takeInventory(client, { access: { audience: settings.audience, clientId } });
  await client.close();
  expect(items.filter(({ type }) => type.startsWith("client"))).toEqual([]);
  const grant = { clientId, audience: orders, scope: ["b"], adopt: true };
  expect(await failureOf({ "clientGrant-own": grant })).toContain("TENANT_ALLOW_OWN_CLIENT=true");
  expect(tenant.clientGrants.list()).toMatchObject([{ scope: ["a"] }]);
});

test("a management tool locks itself out", async () => {
  const clientId = deployer();
  const before = JSON.stringify(tenant.export());
  const signs = { clientId, method: "private_key_jwt", credentials: [{ pem: keys[0] ?? "" }] };
  for (const program of [
    { "client-own": { name: "Deployer", description: "d", adopt: true } },
    { "clientAuthentication-own": signs },
  ] as Program[]) {
    expect(await failureOf(program)).toContain("TENANT_ALLOW_OWN_CLIENT=true");
  }
  expect(JSON.stringify(tenant.export())).toBe(before);
});
