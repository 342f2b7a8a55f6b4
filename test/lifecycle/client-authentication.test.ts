import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import { selfSigned } from "../../provider/src/emulator/shared/certificates.ts";
import { type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { inPlain } from "../../provider/src/state/secrets.ts";
import { clientAuthenticationType } from "../../provider/src/types/client-authentication/calls.ts";
import { codeOf, inThisProcess } from "../harness/fault-run/runtime.ts";
import { askWith, type Pair, pairs } from "../harness/keys.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { startWorld, type World } from "./world.ts";

const [one, two, three, four, five] = pairs(5) as [Pair, Pair, Pair, Pair, Pair];
const clientId = "job";
const audience = "https://orders.example.com";
const ever = Number.POSITIVE_INFINITY;

let world: World;
const warn = vi.fn();
beforeEach(async () => {
  world = await startWorld({}, clientAuthenticationType);
  world.tenant.clients.create({ client_id: clientId, name: "Job" });
  vi.spyOn(console, "warn").mockImplementation(warn);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  warn.mockReset();
  await world.close();
});

const keyed = (...all: Pair[]): JsonObject => ({
  clientId,
  method: "private_key_jwt",
  credentials: all.map(({ pem }) => ({ pem })),
});
const failureOf = async (args: JsonObject | undefined, engine = world.engine) =>
  (await engine.up(args ? { it: args } : {})).flatMap(({ failure }) => failure?.message ?? []).join("\n");
const up = async (args: JsonObject | undefined, engine = world.engine) =>
  expect(await failureOf(args, engine)).toBe("");
const app = () => world.tenant.clients.get(clientId) as WireObject;
const outputs = () => inPlain(world.engine.state.get("it")?.outputs ?? {});
const attached = () => (outputs().attachedCredentials ?? []) as { id: string; kid?: string }[];
const writes = () =>
  world
    .calls()
    .filter((call) => !call.startsWith("GET"))
    .map((call) => call.replace("/api/v2/clients/job", "").replace(/cred_\w+/, "{id}"));
const refreshed = async () => (await world.engine.refresh()).map(({ op }) => op);
/** A call of another team, with all scopes. */
const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${world.tenant.url}/api/v2/clients/${clientId}${path}`, {
    method,
    headers: { authorization: `Bearer ${world.tenant.issueToken()}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.status === 204 ? {} : ((await response.json()) as WireObject);
};
const added = async ({ pem }: Pair, name: string) =>
  String((await call("POST", "/credentials", { credential_type: "public_key", name, pem })).id);
const use = (...ids: string[]) =>
  call("PATCH", "", {
    client_authentication_methods: { private_key_jwt: { credentials: ids.map((id) => ({ id })) } },
    token_endpoint_auth_method: null,
  });
const pool = async () => (await call("GET", "/credentials")) as unknown as { id: string; name?: string; kid: string }[];

describe("a rotation of a key by one change of the program", () => {
  test("creates the new key, puts it in place of the old one by one call, and deletes the old one last", async () => {
    await up(keyed(one));
    const [before] = attached();
    world.tenant.clearRequests();
    await up(keyed(two));
    expect(writes()).toEqual(["POST /credentials", "PATCH ", "DELETE /credentials/{id}"]);
    const [after] = attached();
    expect(after?.kid).toMatch(/^[\w-]{43}$/);
    expect([after?.id, after?.kid]).not.toEqual([before?.id, before?.kid]);
    expect(await pool()).toMatchObject([{ id: after?.id, kid: after?.kid }]);
    expect(app().token_endpoint_auth_method).toBeUndefined();
    expect(await refreshed()).toEqual(["same"]);
  });

  test("permits a token by assertion after each of its calls", async () => {
    world.tenant.resourceServers.create({ identifier: audience });
    world.tenant.clientGrants.create({ client_id: clientId, audience, scope: [] });
    const answers = () => Promise.all([one, two].map((pair) => askWith(world.tenant, clientId, pair, audience)));
    await up(keyed(one));
    expect(await answers()).toEqual([200, 401]);
    // The run ends right before such a call, and the next one continues.
    for (const [method, expected] of [
      ["POST", [200, 401]],
      ["PATCH", [200, 401]],
      ["DELETE", [401, 200]],
    ] as const) {
      const path = `/api/v2/clients/${clientId}`;
      world.tenant.inject({ kind: "status", status: 403, method, path, times: ever });
      expect(await failureOf(keyed(two))).toContain("403");
      expect(await answers()).toEqual(expected);
      world.tenant.clearFaults();
    }
    await up(keyed(two));
    expect(await answers()).toEqual([401, 200]);
    expect(await pool()).toHaveLength(1);
  });

  test("lets both keys work while both are declared, in any order", async () => {
    await up(keyed(one));
    await up(keyed(one, two));
    const kids = attached().map(({ kid }) => kid);
    await up(keyed(two, one));
    expect(attached().map(({ kid }) => kid)).toEqual(kids.toReversed());
    world.tenant.clearRequests();
    await up(keyed(two));
    expect(writes()).toEqual(["PATCH ", "DELETE /credentials/{id}"]);
  });

  test("replaces two keys by two new ones within the limit of four", async () => {
    await up(keyed(one, two));
    world.tenant.clearRequests();
    await up(keyed(three, four));
    const created = ["POST /credentials", "POST /credentials", "PATCH "];
    expect(writes()).toEqual([...created, "DELETE /credentials/{id}", "DELETE /credentials/{id}"]);
  });

  test("deletes an old key first if the limit has no room for both", async () => {
    await added(five, "theirs");
    await up(keyed(one, two));
    world.tenant.clearRequests();
    await up(keyed(three, four));
    expect(writes()).toEqual([
      ...["POST /credentials", "PATCH ", "DELETE /credentials/{id}"],
      ...["POST /credentials", "PATCH ", "DELETE /credentials/{id}"],
    ]);
    expect((await pool()).map(({ name }) => name).filter(Boolean)).toEqual(["theirs"]);
  });

  test("is refused without a change if credentials of other stacks fill the limit", async () => {
    await up(keyed(one));
    for (const [n, pair] of [three, four, five].entries()) await added(pair, `theirs-${n}`);
    expect(await failureOf(keyed(two))).toMatch(/already has the maximum of 4 credentials: .*theirs-1/s);
    expect(await pool()).toHaveLength(4);
    expect(attached()).toHaveLength(1);
  });

  test("changes the method by one call as well", async () => {
    await up(keyed(one));
    const { cert } = selfSigned("job.example.com", Date.now());
    world.tenant.clearRequests();
    const credentials = [{ name: "tls", pem: cert }];
    await up({ clientId, method: "self_signed_tls_client_auth", credentials });
    expect(writes()).toEqual(["POST /credentials", "PATCH ", "DELETE /credentials/{id}"]);
    expect(attached()).toMatchObject([{ name: "tls", thumbprint: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(await refreshed()).toEqual(["same"]);
    await up({ clientId, method: "tls_client_auth", credentials: [{ subjectDn: "C=JP, CN=job.example.com" }] });
    expect(Object.keys(app().client_authentication_methods as object)).toEqual(["tls_client_auth"]);
    expect(await refreshed()).toEqual(["same"]);
    expect(await pool()).toHaveLength(1);
  });
});

test("the expiry of a credential is changed in place, and cleared", async () => {
  const expiring = (expiresAt?: string) => ({
    ...keyed(),
    credentials: [{ pem: one.pem, ...(expiresAt && { expiresAt }) }],
  });
  await up(expiring("2091-01-01T00:00:00+01:00"));
  expect(await pool()).toMatchObject([{ expires_at: "2090-12-31T23:00:00.000Z" }]);
  expect(await refreshed()).toEqual(["same"]);
  world.tenant.clearRequests();
  await up(expiring("2092-01-01T00:00:00Z"));
  await up(expiring());
  expect(writes()).toEqual(["PATCH /credentials/{id}", "PATCH /credentials/{id}"]);
  expect((await pool())[0]).not.toHaveProperty("expires_at");
  expect(await failureOf({ ...keyed(), credentials: [{ pem: two.pem, expiresAt: "2001-01-01T00:00:00Z" }] })).toMatch(
    /was not created: it has expired already/,
  );
});

test("a change that would leave only expired credentials is refused, and changes nothing", async () => {
  await up(keyed(one));
  const [valid] = attached().map(({ id }) => id);
  const path = "/credentials";
  const made = await call("POST", path, {
    credential_type: "public_key",
    pem: two.pem,
    expires_at: "2001-01-01T00:00:00Z",
  });
  const expired = { pem: two.pem, expiresAt: "2001-01-01T00:00:00Z" };
  expect(await failureOf({ ...keyed(), credentials: [expired] })).toMatch(
    /after the change, it would have only expired credentials in use/,
  );
  await up({ ...keyed(), credentials: [{ pem: one.pem }, expired] });
  expect(attached().map(({ id }) => id)).toEqual([valid, made.id]);
  expect(await failureOf({ ...keyed(), credentials: [expired] })).toMatch(/only expired credentials/);
  expect(await failureOf({ ...keyed(), credentials: [{ ...expired, pem: one.pem }, expired] })).toMatch(
    /only expired credentials/,
  );
  expect(await pool()).toHaveLength(2);
  // If there is no room, expired ones are removed first.
  for (const [n, pair] of [four, five].entries()) await added(pair, `theirs-${n}`);
  await up(keyed(one, three));
  expect(await pool()).toHaveLength(4);
});

describe("authentication from before the resource", () => {
  test.each([["none"], ["client_secret_basic"], [undefined]])("is restored by a destroy: %s", async (method) => {
    if (method !== undefined) world.tenant.clients.update(clientId, { token_endpoint_auth_method: method });
    await up(keyed(one));
    expect(app()).not.toHaveProperty("client_secret");
    await up(keyed(two));
    await up(undefined);
    expect(app().token_endpoint_auth_method).toBe(method ?? "client_secret_post");
    expect(app().client_authentication_methods).toBeUndefined();
    expect(await pool()).toEqual([]);
  });

  test("is not adopted without `adopt`: the error names the credentials and the remedies", async () => {
    await use(await added(one, "of the night shift"));
    const before = app();
    const message = await failureOf(keyed(two));
    expect(message).toMatch(/exists already: .*"of the night shift".*adopt: true.*pulumi-tenant import/s);
    expect(app()).toEqual(before);
    expect(await pool()).toHaveLength(1);
    await up({ ...keyed(one, two), adopt: true });
    expect(attached()).toHaveLength(2);
    expect((await pool()).map(({ name }) => name)).toContain("of the night shift");
  });

  test("is adopted with a message about removed credentials, and needs no pem of existing ones", async () => {
    await use(await added(one, "a"), await added(two, "b"));
    const kid = (await pool()).find(({ name }) => name === "a")?.kid ?? "";
    await up({ ...keyed(), credentials: [{ kid }], adopt: true });
    expect(warn.mock.calls.flat().join("\n")).toMatch(/this run adopts it and changes:[\s\S]*"b"/);
    expect(await pool()).toMatchObject([{ name: "a" }]);
    expect(await failureOf({ ...keyed(), credentials: [{ kid: "0123456789" }] })).toMatch(
      /cannot be created without its pem/,
    );
  });
});

describe("edits of another client:", () => {
  test("a refresh shows an added credential, and the next run removes it", async () => {
    await up(keyed(one));
    await use(...attached().map(({ id }) => id), await added(two, "theirs"));
    expect(await refreshed()).toEqual(["update"]);
    expect(outputs().credentials).toMatchObject([{ pem: one.pem }, { name: "theirs" }]);
    await up(keyed(one));
    expect(await pool()).toHaveLength(1);
    expect(await refreshed()).toEqual(["same"]);
  });

  test("a change does not remove an added credential before a refresh has shown it", async () => {
    await up(keyed(one));
    const ours = attached().map(({ id }) => id);
    const theirs = await added(two, "theirs");
    await use(...ours, theirs);
    expect(await failureOf(keyed(three))).toMatch(
      /was not changed: the application has credentials that this stack did not create .*"theirs".*--refresh/s,
    );
    expect(await pool()).toHaveLength(2);
    // A destroy takes ours, and leaves the application with theirs.
    await up(undefined);
    expect(await pool()).toMatchObject([{ id: theirs }]);
    expect(app().client_authentication_methods).toEqual({ private_key_jwt: { credentials: [{ id: theirs }] } });
  });

  test("an application without credentials leaves the state, and a destroy of a deleted application succeeds", async () => {
    await up(keyed(one));
    await call("PATCH", "", { client_authentication_methods: null, token_endpoint_auth_method: "none" });
    expect(await refreshed()).toEqual(["delete"]);
    await up(keyed(one));
    expect(await pool()).toHaveLength(1);
    world.tenant.clients.delete(clientId);
    await up(undefined);
    expect(await failureOf(keyed(one))).toMatch(/the application does not exist/);
  });

  test("a credential used for signed requests is never deleted", async () => {
    await up(keyed(one));
    const [id] = attached().map((credential) => credential.id);
    await call("PATCH", "", { signed_request_object: { required: true, credentials: [{ id }] } });
    await up(keyed(two));
    expect((await pool()).map((credential) => credential.id)).toContain(id);
  });
});

describe("a ClientAuthentication beside the Client in one program", () => {
  const start = async () => {
    const runtime = await inThisProcess([])(world.tenant as never, false, true);
    const engine = new MiniEngine(runtime.port, (name) => codeOf(name.replace(/-.*/, "") as "client"));
    return { engine, close: () => runtime.close() };
  };

  test("settles, and its removal restores the secret with the method", async () => {
    const { engine, close } = await start();
    const client = { name: "Shop", appType: "regular_web" };
    const steps = async (program: Record<string, JsonObject>) =>
      (await engine.up(program)).map(({ op, failure }) => failure?.message ?? op);
    expect(await steps({ "client-shop": client })).toEqual(["create"]);
    const id = engine.state.get("client-shop")?.id ?? "";
    const program = { "client-shop": client, "clientAuthentication-shop": { ...keyed(one), clientId: id } };
    expect(await steps(program)).toEqual(["same", "create"]);
    expect((await engine.refresh()).map(({ op }) => op)).toEqual(["same", "same"]);
    expect(await engine.changes(program)).toEqual([]);
    expect(await steps({ ...program, "client-shop": { ...client, description: "Sells" } })).toEqual(["update", "same"]);
    await close();
  });

  test("cannot be removed in the run that sets tokenEndpointAuthMethod; the message says how", async () => {
    const first = await start();
    const client = { name: "Shop" };
    await first.engine.up({ "client-shop": client });
    const id = first.engine.state.get("client-shop")?.id ?? "";
    await first.engine.up({ "client-shop": client, "clientAuthentication-shop": { ...keyed(one), clientId: id } });
    await first.close();
    const { engine, close } = await start();
    for (const [name, entry] of first.engine.state) engine.state.set(name, entry);
    const [step] = await engine.up({ "client-shop": { ...client, tokenEndpointAuthMethod: "none" } }, "at a failure");
    expect(step?.failure?.message).toMatch(/while credentials are in use.*in a separate run/s);
    await close();
  });

  test("is refused with tokenEndpointAuthMethod before any credential is sent", async () => {
    const { engine, close } = await start();
    const client = { name: "Shop", tokenEndpointAuthMethod: "client_secret_post" };
    await engine.up({ "client-shop": client });
    const id = engine.state.get("client-shop")?.id ?? "";
    world.tenant.clearRequests();
    const program = { "client-shop": client, "clientAuthentication-shop": { ...keyed(one), clientId: id } };
    await expect(engine.preview(program)).rejects.toThrow(
      /tokenEndpointAuthMethod, credentials.*in only one of the two/s,
    );
    expect(writes()).toEqual([]);
    await close();
  });
});

test("before the application exists, the check uses the declared values", async () => {
  const check = (more: JsonObject) =>
    world.port.check({}, { __resource: 'ClientAuthentication "shop"', ...keyed(one), clientId: unknownValue, ...more });
  expect((await check({})).failures).toEqual([]);
  expect((await check({ __beside: 'Client "shop"' })).failures).toEqual([
    expect.stringMatching(
      /all of its authentication methods .*, and Client "shop" declares all of them.*in only one of the two/,
    ),
  ]);
});

test("credentials of the run's own application are refused, unless the run permits them", async () => {
  world.tenant.clients.create({ client_id: world.tenant.clientId, name: "Deployer" });
  const own = { ...keyed(two), clientId: world.tenant.clientId };
  expect(await failureOf(own)).toMatch(/was not changed: .*TENANT_ALLOW_OWN_CLIENT=true/);
  expect(writes()).toEqual([]);
  vi.stubEnv("TENANT_ALLOW_OWN_CLIENT", "true");
  await up(own, world.reconfigured({}));
});

describe("bad input is refused before anything is sent", () => {
  const { cert } = selfSigned("job.example.com", Date.now());
  const { pem } = one;
  const tls = { clientId, method: "tls_client_auth" };
  const own = { clientId, method: "self_signed_tls_client_auth" };
  test.each<[string, JsonObject, string]>([
    ["no client", { method: "private_key_jwt", credentials: [{ pem }] }, "clientId: is required"],
    ["no method", { clientId, credentials: [{ pem }] }, "method: is required"],
    ["another method", { ...keyed(one), method: "none" }, 'method: must be one of "private_key_jwt"'],
    ["no credentials", { clientId, method: "private_key_jwt" }, "credentials: is required"],
    ["an empty list of credentials", keyed(), "credentials: must have at least 1 element"],
    ["three credentials", keyed(one, two, three), "credentials: must have at most 2 elements"],
    ["one credential twice", keyed(one, one), "credentials[1].pem: occurs twice"],
    ["a private key", { ...keyed(), credentials: [{ pem: one.privatePem }] }, "credentials[0].pem: is a private key"],
    ["no PEM", { ...keyed(), credentials: [{ pem: "x" }] }, "must be a public key or a certificate in PEM form"],
    ["a credential without a key", { ...keyed(), credentials: [{ name: "a" }] }, "credentials[0].pem: is required"],
    ["a key of another kind", { ...keyed(), credentials: [{ pem: cert }] }, "credentials[0].pem: must be an RSA key"],
    ["a short kid", { ...keyed(), credentials: [{ pem, kid: "short" }] }, "credentials[0].kid: must be 10 to 64"],
    [
      "a long name",
      { ...keyed(), credentials: [{ pem, name: "x".repeat(129) }] },
      "name: must be at most 128 characters",
    ],
    ["a misspelt algorithm", { ...keyed(), credentials: [{ pem, algorithm: "rs256" }] }, 'Did you mean "RS256"?'],
    [
      "another type",
      { ...keyed(), credentials: [{ pem, credentialType: "x509_cert" }] },
      'must be "public_key" for method',
    ],
    [
      "a time without a zone",
      { ...keyed(), credentials: [{ pem, expiresAt: "2091-01-01" }] },
      "must be a time with a time zone",
    ],
    [
      "no time",
      { ...keyed(), credentials: [{ pem, expiresAt: "2091-13-01T00:00:00Z" }] },
      "must be a valid date and time",
    ],
    ["a key without a time", { ...keyed(), credentials: [{ pem, parseExpiryFromCert: true }] }, "needs a certificate"],
    ["a key for TLS", { ...tls, credentials: [{ pem }] }, "must be a certificate in PEM form"],
    [
      "both",
      { ...tls, credentials: [{ pem: cert, subjectDn: "CN=a" }] },
      "unless subjectDn is declared; declare only one of the two",
    ],
    ["a long subject", { ...tls, credentials: [{ subjectDn: "x".repeat(257) }] }, "must be 1 to 256 characters long"],
    [
      "a time for TLS",
      { ...own, credentials: [{ pem: cert, expiresAt: "2091-01-01T00:00:00Z" }] },
      "is not allowed for method",
    ],
    [
      "a thumbprint of a key",
      { ...keyed(), credentials: [{ pem, thumbprint: "x".repeat(43) }] },
      "is not allowed for method",
    ],
  ])("%s", async (_, args, message) => {
    const said = await failureOf(args);
    expect(said).toContain(message);
    expect(said).not.toContain("PRIVATE KEY");
    expect(world.calls()).toEqual([]);
  });

  test("unknown values are accepted", async () => {
    const credentials = [one, two].map(({ pem }) => ({ pem, kid: unknownValue, expiresAt: unknownValue }));
    const check = (args: JsonObject) => world.port.check({}, { clientId: unknownValue, ...args });
    const unknown = { pem: unknownValue, name: unknownValue };
    expect((await check({ method: "private_key_jwt", credentials })).failures).toEqual([]);
    expect((await check({ method: "self_signed_tls_client_auth", credentials: [unknown, unknown] })).failures).toEqual(
      [],
    );
    expect((await check({ method: unknownValue, credentials: [unknown] })).failures).toEqual([]);
    expect((await check({ method: "private_key_jwt", credentials: unknownValue })).failures).toEqual([]);
  });

  test("a kid cannot move to another key, and a key in use cannot be renamed", async () => {
    const named = (pair: Pair, more: JsonObject) => ({ ...keyed(), credentials: [{ pem: pair.pem, ...more }] });
    await up(named(one, { kid: "the-key-of-spring" }));
    expect(attached()).toMatchObject([{ kid: "the-key-of-spring" }]);
    world.tenant.clearRequests();
    expect(await failureOf(named(two, { kid: "the-key-of-spring" }))).toMatch(/a new key needs a new kid/);
    expect(await failureOf(named(one, { kid: "the-key-of-spring", name: "new" }))).toMatch(/neither can be changed/);
    expect(await failureOf(named(one, { kid: "the-key-of-autumn" }))).toMatch(/a kid belongs to its key/);
    expect(await failureOf(named(one, {}))).toMatch(/a kid belongs to its key/);
    expect(writes()).toEqual([]);
  });

  test.each([
    ["name", { name: "spring" }, { name: "autumn" }],
    ["algorithm", { algorithm: "PS256" }, { algorithm: "RS256" }],
  ])("another %s for the same key is refused by the preview; a new key can have it", async (name, was, is) => {
    const named = (...all: [Pair, JsonObject][]) => ({
      ...keyed(),
      credentials: all.map(([{ pem }, more]) => ({ pem, ...more })),
    });
    await up(named([one, was]));
    world.tenant.clearRequests();
    const says = new RegExp(
      `credentials\\[0\\]\\.${name}: cannot be changed: .*Declare the previous value, or a new key`,
    );
    await expect(world.engine.preview({ it: named([one, is]) })).rejects.toThrow(says);
    expect(world.calls()).toEqual([]);
    await up(named([one, {}]));
    expect(writes()).toEqual([]);
    await up(named([two, is]));
  });

  test("a key in use whose name is newly declared is refused before another key is created", async () => {
    await up(keyed(one));
    world.tenant.clearRequests();
    const credentials = [{ pem: two.pem }, { pem: one.pem, name: "new" }];
    expect(await failureOf({ ...keyed(), credentials })).toMatch(/neither can be changed/);
    expect(writes()).toEqual([]);
  });
});
