import { generateKeyPairSync, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { resourceServerType } from "../../provider/src/types/resource-server/calls.ts";
import { inClear } from "../harness/mini-engine.ts";
import { providerFor, startWorld, type World } from "./world.ts";

const identifier = "https://orders.example.com";
const orders: JsonObject = {
  identifier,
  name: "Orders",
  scopes: { "read:orders": "Read orders" },
  tokenLifetime: 3600,
};

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await world.close();
});

const live = () => world.tenant.resourceServers.get(identifier);
const state = () => world.engine.state.get("orders");
const up = async (args: JsonObject) => {
  const [step] = await world.engine.up({ orders: args });
  if (step?.failure) throw step.failure;
  return step?.op;
};

describe("requests", () => {
  test("a creation sends a read and a write, an update and a refresh one request, an unchanged run none", async () => {
    expect(await up(orders)).toBe("create");
    const path = `/api/v2/resource-servers/${encodeURIComponent(String(orders.identifier))}`;
    expect(world.calls()).toEqual([`GET ${path}`, "POST /api/v2/resource-servers"]);
    world.tenant.clearRequests();

    expect(await up({ ...orders, tokenLifetime: 7200 })).toBe("update");
    expect(world.calls()).toEqual([`PATCH /api/v2/resource-servers/${state()?.id}`]);
    world.tenant.clearRequests();

    expect(await up({ ...orders, tokenLifetime: 7200 })).toBe("same");
    expect(world.calls()).toEqual([]);

    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    expect(world.calls()).toEqual([`GET /api/v2/resource-servers/${state()?.id}`]);
  });

  test("one token serves all operations of a process", async () => {
    await world.engine.up(
      Object.fromEntries([1, 2, 3].map((n) => [`api${n}`, { identifier: `https://${n}.example.com` }])),
    );
    await world.engine.refresh();
    expect(world.tenant.requests.filter(({ operation }) => operation === "token")).toHaveLength(1);
  });

  test("an update sends the changed properties only", async () => {
    await up(orders);
    world.tenant.clearRequests();
    await up({ ...orders, name: "Orders (new)" });
    expect(world.tenant.requests.map(({ body }) => body)).toEqual([{ name: "Orders (new)" }]);
  });
});

describe("drift", () => {
  test("an edit of a declared property is found as that property and repaired; undeclared ones are neither shown nor changed", async () => {
    await up(orders);
    world.tenant.resourceServers.update(identifier, {
      token_lifetime: 60,
      token_lifetime_for_web: 60,
      allow_offline_access: true,
      scopes: [{ value: "read:orders", description: "Read orders" }, { value: "delete:orders" }],
    });
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "update" }]);
    expect(state()?.inputs).toEqual({
      ...orders,
      tokenLifetime: 60,
      scopes: { "read:orders": "Read orders", "delete:orders": "" },
      __tenant: expect.any(String),
    });
    expect(state()?.outputs).not.toHaveProperty("allowOfflineAccess");

    expect(await up(orders)).toBe("update");
    expect(live()).toMatchObject({ token_lifetime: 3600, allow_offline_access: true, token_lifetime_for_web: 60 });
    expect(live()?.scopes).toEqual([{ value: "read:orders", description: "Read orders" }]);
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
  });

  test("the order of scopes is no drift", async () => {
    await up({ identifier, scopes: [{ value: "a" }, { value: "b", description: "B" }] });
    world.tenant.resourceServers.update(identifier, { scopes: [{ value: "b", description: "B" }, { value: "a" }] });
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    expect(await world.engine.changes({ orders: { identifier, scopes: { b: "B", a: "" } } })).toEqual([]);
  });

  test("a refresh drops a deleted object from the state, and the next run creates it", async () => {
    await up(orders);
    world.tenant.resourceServers.delete(identifier);
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "delete" }]);
    expect(await up(orders)).toBe("create");
  });

  test("an update of a deleted object is an error with the remedy", async () => {
    await up(orders);
    world.tenant.resourceServers.delete(identifier);
    await expect(up({ ...orders, name: "New" })).rejects.toThrow(/no longer exists at the tenant[\s\S]*pulumi refresh/);
    expect(state()).toBeDefined();
  });

  test("a change of the encryption key is found by its thumbprint, although no response contains the key", async () => {
    const key = () =>
      generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();
    const pem = key();
    const args = {
      identifier,
      tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", pem } },
    };
    await up(args);
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    const mine = live()?.token_encryption;

    world.tenant.resourceServers.update(identifier, {
      token_encryption: { format: "compact-nested-jwe", encryption_key: { alg: "RSA-OAEP-256", pem: key() } },
    });
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "update" }]);
    expect(state()?.inputs).toMatchObject({ tokenEncryption: { encryptionKey: { pem: "(changed at the tenant)" } } });
    // An update of something else must not take the foreign key for ours.
    await up({ ...args, name: "Orders" });
    expect(live()?.token_encryption).toEqual(mine);
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
  });
});

test("a changed encryption key is still drift after an update of another property without a refresh", async () => {
  const key = () =>
    generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();
  const encryption = (pem: string) => ({ format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", pem } });
  const args = { identifier, tokenEncryption: encryption(key()) };
  await up(args);
  world.tenant.resourceServers.update(identifier, {
    token_encryption: { format: "compact-nested-jwe", encryption_key: { alg: "RSA-OAEP-256", pem: key() } },
  });
  await up({ ...args, name: "Orders" });
  expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "update" }]);
  expect(state()?.inputs).toMatchObject({ tokenEncryption: { encryptionKey: { pem: "(changed at the tenant)" } } });
});

test("every operation enforces the tenant pin, even without the preceding check", async () => {
  await up(orders);
  const { id = "", outputs = {}, inputs = {} } = state() ?? {};
  const other = providerFor(resourceServerType, { "tenant:domain": "other.example.com", "tenant:token": "t" });
  world.tenant.clearRequests();
  await expect(other.create(inputs)).rejects.toThrow(/other\.example\.com/);
  await expect(other.update(id, outputs, { ...inputs, name: "New" })).rejects.toThrow(/other\.example\.com/);
  await expect(other.read(id, outputs)).rejects.toThrow(/other\.example\.com/);
  await expect(other.delete(id, outputs)).rejects.toThrow(/other\.example\.com/);
  expect((await other.check(inputs, orders)).failures.join()).toMatch(/other\.example\.com/);
  expect(world.tenant.requests).toEqual([]);
});

describe("removal", () => {
  test("is shown by the preview and resets the property, and the next preview is empty", async () => {
    await up({ ...orders, allowOfflineAccess: true });
    const { tokenLifetime: _, ...rest } = orders;
    expect(await world.engine.changes({ orders: rest })).toEqual([{ name: "orders", op: "update" }]);
    expect(await up(rest)).toBe("update");
    expect(live()).toMatchObject({ token_lifetime: 86_400, allow_offline_access: false });
    expect(await world.engine.changes({ orders: rest })).toEqual([]);
  });

  test("of a property declared with the live value resets the property, too", async () => {
    await up({ identifier });
    world.tenant.resourceServers.update(identifier, { allow_offline_access: true });
    await up({ identifier, allowOfflineAccess: true });
    await up({ identifier });
    expect(live()).toMatchObject({ allow_offline_access: false });
  });

  test("of a property that the tenant had lost drops its record: another client's later value stays", async () => {
    await up({ identifier, consentPolicy: "transactional-authorization-with-mfa" });
    world.tenant.resourceServers.update(identifier, { consent_policy: null });
    await world.engine.refresh();
    expect(await up({ identifier })).toBe("update");
    world.tenant.resourceServers.update(identifier, { consent_policy: "transactional-authorization-with-mfa" });
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    await up({ identifier, name: "Orders" });
    expect(live()).toMatchObject({ consent_policy: "transactional-authorization-with-mfa" });
  });

  test("of a property that the service cannot clear makes it unmanaged", async () => {
    await up({ identifier, name: "Orders" });
    world.tenant.clearRequests();
    expect(await up({ identifier })).toBe("update");
    expect(world.calls()).toEqual([]);
    expect(live()).toMatchObject({ name: "Orders" });
  });
});

describe("members of nested objects", () => {
  test("an undeclared policy survives an update of its sibling", async () => {
    await up({ identifier, subjectTypeAuthorization: { user: { policy: "deny_all" } } });
    world.tenant.resourceServers.update(identifier, {
      subject_type_authorization: { user: { policy: "deny_all" }, client: { policy: "deny_all" } },
    });
    world.tenant.clearRequests();
    await up({ identifier, subjectTypeAuthorization: { user: { policy: "require_client_grant" } } });
    expect(world.calls().map((call) => call.split(" ")[0])).toEqual(["GET", "GET", "PATCH"]);
    expect(live()?.subject_type_authorization).toEqual({
      user: { policy: "require_client_grant" },
      client: { policy: "deny_all" },
    });
  });
});

describe("dependent token lifetimes", () => {
  test("an undeclared web lifetime is lowered when the lifetime becomes shorter", async () => {
    await up({ identifier, tokenLifetime: 86_400 });
    await up({ identifier, tokenLifetime: 600 });
    expect(live()).toMatchObject({ token_lifetime: 600, token_lifetime_for_web: 600 });
  });

  test("a removed web lifetime returns to its default, or as close as the lifetime permits", async () => {
    await up({ identifier, tokenLifetime: 3600, tokenLifetimeForWeb: 60 });
    await up({ identifier, tokenLifetime: 3600 });
    expect(live()).toMatchObject({ token_lifetime: 3600, token_lifetime_for_web: 3600 });
  });
});

describe("lifetimes with values of another team", () => {
  test("a removed lifetime returns to its default, even if another client's web lifetime is longer", async () => {
    await up({ identifier, tokenLifetime: 2_592_000 });
    world.tenant.resourceServers.update(identifier, { token_lifetime_for_web: 100_000 });
    await up({ identifier });
    expect(live()).toMatchObject({ token_lifetime: 86_400, token_lifetime_for_web: 86_400 });
  });

  test("an update of another property does not change them", async () => {
    const args = (policy: string): JsonObject => ({
      identifier,
      tokenLifetime: 3600,
      subjectTypeAuthorization: { user: { policy } },
    });
    await up(args("deny_all"));
    world.tenant.resourceServers.update(identifier, { token_lifetime: 7200, token_lifetime_for_web: 7000 });
    await up(args("allow_all"));
    expect(live()).toMatchObject({ token_lifetime: 7200, token_lifetime_for_web: 7000 });
  });
});

describe("identity", () => {
  test("another identifier replaces the API; the new one is created first", async () => {
    await up(orders);
    world.tenant.clearRequests();
    expect(await up({ ...orders, identifier: "https://new.example.com" })).toBe("replace");
    expect(world.calls().map((call) => call.split(" ")[0])).toEqual(["GET", "POST", "DELETE"]);
    expect(live()).toBeUndefined();
  });

  test("an unknown identifier is a replacement in the preview", async () => {
    await up(orders);
    expect(await world.engine.changes({ orders: { ...orders, identifier: unknownValue } })).toEqual([
      { name: "orders", op: "replace" },
    ]);
    expect(await world.engine.changes({ orders: { ...orders, scopes: unknownValue, name: unknownValue } })).toEqual([
      { name: "orders", op: "update" },
    ]);
  });

  test("another tenant in the configuration is refused by every operation, with both hosts", async () => {
    await up(orders);
    const other = world.reconfigured({ "tenant:domain": "other.example.com" });
    const before = structuredClone([...other.state]);
    const host = new URL(world.tenant.url).host;
    const refusal = new RegExp(`"${host}"[\\s\\S]*"other\\.example\\.com"`);
    world.tenant.clearRequests();

    const [step] = await other.up({ orders: { ...orders, name: "X" } });
    expect(step?.failure?.message).toMatch(refusal);
    await expect(other.refresh()).rejects.toThrow(refusal);
    const [deletion] = await other.up({});
    expect(deletion?.failure?.message).toMatch(refusal);
    expect([...other.state]).toEqual(before);
    expect(world.tenant.requests).toEqual([]);
  });
});

describe("objects that exist already", () => {
  const existing = { identifier, name: "By hand", allow_offline_access: true };

  test("are not changed, and the error names the remedy", async () => {
    world.tenant.resourceServers.create(existing);
    await expect(up(orders)).rejects.toThrow(/exists already[\s\S]*adopt: true[\s\S]*TENANT_ADOPT=true/);
    expect(live()).toMatchObject({ name: "By hand" });
    expect(state()).toBeUndefined();
  });

  test("are adopted on demand: declared values are set, all others stay", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { id } = world.tenant.resourceServers.create(existing);
    await up({ ...orders, adopt: true });
    expect(state()?.id).toBe(id);
    expect(live()).toMatchObject({ name: "Orders", token_lifetime: 3600, allow_offline_access: true });
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("adopts it"));
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    expect(await world.engine.changes({ orders: { ...orders, adopt: true } })).toEqual([]);
    // Taking `adopt` out again is a change of nothing but the state.
    world.tenant.clearRequests();
    await up(orders);
    expect(world.calls()).toEqual([]);
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
  });

  test("are not deleted by the run that adopts them: a renamed resource keeps its object", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await up({ ...orders, adopt: true });
    const before = live();
    const steps = await world.engine.up({ renamed: { ...orders, adopt: true } });
    expect(steps.map(({ name, op }) => [name, op])).toEqual([
      ["renamed", "create"],
      ["orders", "delete"],
    ]);
    expect(live()).toEqual(before);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("is not deleted"));
  });

  test("are adopted by one resource only", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    world.tenant.resourceServers.create(existing);
    const twice = { ...orders, adopt: true };
    const [, second] = await world.engine.up({ orders: twice, again: twice });
    expect(second?.failure?.message).toMatch(/"again" and .*"orders" of this program declare the same object/);
  });

  test("are adopted for one run by TENANT_ADOPT=true", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    world.tenant.resourceServers.create(existing);
    vi.stubEnv("TENANT_ADOPT", "true");
    await up(orders);
    expect(live()).toMatchObject({ name: "Orders" });
  });
});

describe("system APIs", () => {
  const management = () => `${world.tenant.url}/api/v2/`;
  const myAccount = () => `${world.tenant.url}/me/`;
  const express = "urn:auth0:express-configure";
  const at = (one: string) => world.tenant.resourceServers.get(one) ?? {};

  test.each<readonly [string, () => JsonObject, RegExp]>([
    [
      "scopes",
      () => ({ identifier: management(), scopes: { "read:a": "" } }),
      /^scopes: cannot be set: .*Management API.*Allowed: tokenLifetime/,
    ],
    [
      "the policy for clients",
      () => ({ identifier: management(), subjectTypeAuthorization: { client: { policy: "deny_all" } } }),
      /^subjectTypeAuthorization\.client\.policy: cannot be set: .*Allowed: .*subjectTypeAuthorization\.user$/,
    ],
    [
      "offline access",
      () => ({ identifier: management(), allowOfflineAccess: true }),
      /^allowOfflineAccess: cannot be set/,
    ],
    ["an unknown value", () => ({ identifier: management(), signingAlg: unknownValue }), /^signingAlg: cannot be set/],
    ["another name", () => ({ identifier: management(), name: "Mine" }), /^name: must be "Auth0 Management API"/],
    [
      "a lifetime that ends the own access",
      () => ({ identifier: management(), tokenLifetime: 59 }),
      /^tokenLifetime: must be at least 60/,
    ],
    [
      "scopes of My Account",
      () => ({ identifier: myAccount(), scopes: {} }),
      /^scopes: cannot be set: .*My Account API.*All properties except scopes, signingSecret, enforcePolicies/,
    ],
    [
      "a name of My Account",
      () => ({ identifier: myAccount(), name: "Mine" }),
      /^name: must be "Auth0 My Account API"/,
    ],
    [
      "a name of My Organization",
      () => ({ identifier: `${world.tenant.url}/my-org/`, name: "Mine" }),
      /^name: must be "Auth0 My Organization API"/,
    ],
    [
      "the management API of a domain of the service",
      () => ({ identifier: "https://a.eu.auth0.com/api/v2/", scopes: {} }),
      /^scopes: cannot be set/,
    ],
    [
      "policies of express configuration",
      () => ({ identifier: express, enforcePolicies: false }),
      /^enforcePolicies: cannot be set/,
    ],
  ])("%s: refused by name before anything is sent", async (_, args, message) => {
    const { failures } = await world.port.check({}, args());
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(message);
    expect(world.tenant.requests).toEqual([]);
  });

  test("an identifier of a user's API may end like that of a system API", async () => {
    const own = "https://api.example.com/me/";
    await up({ identifier: own, name: "Mine", scopes: { "read:me": "" } });
    await up({ identifier: own });
    expect(at(own)).toMatchObject({ name: "Mine", scopes: [], token_lifetime: 86_400 });
  });

  test("the management API is adopted without `adopt`, gets only permitted values, and stays after its removal", async () => {
    const info = vi.spyOn(console, "warn").mockImplementation(() => {});
    const before = at(management());
    const args = { identifier: management(), name: "Auth0 Management API" };
    const settings = { tokenLifetime: 3600, subjectTypeAuthorization: { user: { policy: "deny_all" } } };
    expect(await up({ ...args, ...settings })).toBe("create");
    expect(info.mock.calls.flat().join("\n")).toMatch(/this run adopts it and changes:[\s\S]*"allow_all" → "deny_all"/);
    expect(at(management())).toEqual({
      ...before,
      token_lifetime: 3600,
      token_lifetime_for_web: 3600,
      subject_type_authorization: { client: { policy: "require_client_grant" }, user: { policy: "deny_all" } },
    });
    const sent = world.tenant.requests.filter(({ method }) => method === "PATCH").map(({ body }) => body);
    expect(sent).toMatchObject([{ subject_type_authorization: { user: { policy: "deny_all" } } }]);
    expect(JSON.stringify(sent)).not.toContain("client");
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    expect(await up({ ...args, ...settings })).toBe("same");

    expect(await up({ ...args, tokenLifetime: 3600 })).toBe("update");
    expect(at(management()).subject_type_authorization).toEqual(before.subject_type_authorization);

    info.mockClear();
    world.tenant.clearRequests();
    await world.engine.up({});
    expect(state()).toBeUndefined();
    expect(at(management())).toMatchObject({ token_lifetime: 3600 });
    expect(world.calls().filter((call) => !call.startsWith("GET"))).toEqual([]);
    expect(info.mock.calls.flat()).toEqual([expect.stringMatching(/nothing was sent. It belongs to the service/)]);
  });

  test.each<readonly [string, () => string, object]>([
    ["My Account", myAccount, { token_lifetime: 600, token_lifetime_for_web: 600, allow_offline_access: true }],
    [
      "My Organization",
      () => `${world.tenant.url}/my-org/`,
      { subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } } },
    ],
    ["express configuration", () => express, { token_lifetime: 300, enforce_policies: true }],
  ])("%s: activated, changed, reset to its own values, ended and activated again", async (_, identifier, fresh) => {
    const args = { identifier: identifier() };
    expect(await up({ ...args, tokenLifetime: 120, tokenLifetimeForWeb: 60, allowOfflineAccess: true })).toBe("create");
    expect(state()?.outputs).toMatchObject({ isSystem: true });
    expect(await up({ ...args, tokenLifetime: 240, tokenLifetimeForWeb: 60, allowOfflineAccess: true })).toBe("update");
    expect(at(identifier())).toMatchObject({ token_lifetime: 240, allow_offline_access: true });
    expect(await up(args)).toBe("update");
    expect(at(identifier())).toMatchObject(fresh);
    expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    await world.engine.up({});
    expect(world.tenant.resourceServers.get(identifier())).toBeUndefined();
    expect(await up(args)).toBe("create");
    expect(at(identifier())).toMatchObject(fresh);
  });

  test("the proof of possession of My Account returns to the service's value, not to none", async () => {
    const args = { identifier: myAccount() };
    await up({
      ...args,
      proofOfPossession: { mechanism: "mtls", required: true },
      subjectTypeAuthorization: { user: { policy: "deny_all" } },
    });
    await up(args);
    expect(at(myAccount())).toMatchObject({
      proof_of_possession: { mechanism: "dpop", required: false },
      subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } },
    });
  });

  test("can be read by `get`; deleting an unknown system API is refused", async () => {
    const answer = await world.port.read(management(), {});
    expect(answer.outputs).toMatchObject({ identifier: management(), isSystem: true });
    const strange = { ...answer.outputs, identifier: "urn:strange" };
    await expect(world.port.delete("id", strange)).rejects.toThrow(/system API[\s\S]*pulumi state delete/);
  });
});

describe("computed properties", () => {
  test("are saved if they have a value, so that a preview of a replacement does not show them as removed", async () => {
    await up({ identifier });
    expect(state()?.outputs).not.toHaveProperty("isSystem");
  });

  test("stay in the state of an older version, so that a refresh finds no change", async () => {
    const { inputs } = await world.port.check({}, { identifier });
    const { id, outputs } = await world.port.create(inputs);
    const old = { ...outputs, isSystem: false };
    expect((await world.port.read(id, old)).outputs).toEqual(old);
  });
});

describe("get", () => {
  test("reads everything except secrets, and manages nothing", async () => {
    const secret = randomBytes(16).toString("hex");
    const { id } = world.tenant.resourceServers.create({
      identifier,
      name: "Orders",
      signing_alg: "HS256",
      signing_secret: secret,
    });
    const { outputs } = await world.port.read(String(id), {});
    expect(outputs).toMatchObject({ identifier, name: "Orders", tokenLifetime: 86_400, isSystem: false });
    expect(JSON.stringify(outputs)).not.toContain(secret);
    expect(outputs).not.toHaveProperty("__managed");
  });

  test("of a missing id fails; a refresh finds that a read object was deleted", async () => {
    await expect(world.port.read("000000000000000000000000", {})).rejects.toThrow(/no resource server with the id/);
    const { id } = world.tenant.resourceServers.create({ identifier });
    const { outputs } = await world.port.read(String(id), {});
    world.tenant.resourceServers.delete(identifier);
    expect(await world.port.read(String(id), outputs)).toMatchObject({ id: "" });
  });
});

describe("secrets", () => {
  test("a plain signing secret is encrypted wherever it is stored, and in no log", async () => {
    const secret = randomBytes(24).toString("base64url");
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.stubEnv("TENANT_LOG", "debug");
    const port = providerFor(resourceServerType, {
      "tenant:domain": world.tenant.domain,
      "tenant:clientId": world.tenant.clientId,
      "tenant:clientSecret": world.tenant.clientSecret,
    });
    const checked = await port.check({}, { identifier, signingAlg: "HS256", signingSecret: secret });
    const created = await port.create({
      identifier,
      signingAlg: "HS256",
      signingSecret: secret,
      __tenant: String(checked.inputs.__tenant),
    });
    const read = await port.read(created.id, { ...created.outputs, signingSecret: secret });
    for (const stored of [checked.inputs, created.outputs, read.outputs, read.inputs ?? {}]) {
      expect(JSON.stringify(stored)).toContain(secret);
      expect(JSON.stringify(inClear(stored))).not.toContain(secret);
    }
    expect(log.mock.calls.flat().join("\n")).toContain("POST /api/v2/resource-servers 201");
    const everything = JSON.stringify([world.tenant.requests, log.mock.calls]);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(world.tenant.clientSecret);
  });

  test("a service that does not return the signing secret causes no drift", async () => {
    const secret = randomBytes(16).toString("hex");
    await up({ identifier, signingAlg: "HS256", signingSecret: secret });
    const { id = "", outputs = {} } = state() ?? {};
    const { signing_secret: _, ...shown } = live() ?? {};
    world.tenant.inject({ kind: "status", method: "GET", status: 200, body: shown });
    const answer = await world.port.read(id, { ...outputs, signingSecret: secret });
    expect(JSON.stringify(answer.inputs)).toContain(secret);
  });
});

test("custom claims of access tokens are sent, read back, changed and cleared, and are not secret", async () => {
  const claims = (...names: string[]) => ({
    ...orders,
    accessToken: {
      claimsMapping: {
        customClaims: names.map((name) => ({ name, expression: `anonymous_session.metadata.${name}` })),
      },
    },
  });
  await up(claims("country"));
  expect(live()).toMatchObject({
    access_token: {
      claims_mapping: { custom_claims: [{ name: "country", expression: "anonymous_session.metadata.country" }] },
    },
  });
  expect(JSON.stringify(state())).toContain("anonymous_session.metadata.country");
  expect(state()?.inputs?.accessToken).toEqual(claims("country").accessToken);
  expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
  await up(claims("country", "city"));
  expect(await world.engine.changes({ orders: claims("country", "city") })).toEqual([]);
  await up(orders);
  expect(live()).not.toHaveProperty("access_token");
});

describe("invalid input", () => {
  const secret = randomBytes(7).toString("hex");
  const cases: [string, JsonObject, RegExp][] = [
    ["a missing identifier", { name: "x" }, /^identifier: is required$/m],
    ["an empty identifier", { identifier: "" }, /identifier: must be 1 to 600 characters long/],
    [
      "an identifier of 601 characters",
      { identifier: "x".repeat(601) },
      /identifier: must be 1 to 600 characters long/,
    ],
    ["< in a name", { identifier, name: "a<b" }, /name: .*must not contain < or >/],
    ["a name of 201 characters", { identifier, name: "x".repeat(201) }, /name: must be at most 200/],
    [
      "a negative lifetime",
      { identifier, tokenLifetime: -1 },
      /tokenLifetime: must be a whole number from 0 to 2592000/,
    ],
    ["a lifetime over 30 days", { identifier, tokenLifetime: 2_592_001 }, /tokenLifetime: must be a whole number/],
    ["a lifetime as text", { identifier, tokenLifetime: "60" }, /tokenLifetime: must be a whole number/],
    [
      "a lifetime that is not a number",
      { identifier, tokenLifetime: Number.NaN },
      /tokenLifetime: must be a whole number/,
    ],
    [
      "an infinite lifetime",
      { identifier, tokenLifetime: Number.POSITIVE_INFINITY },
      /tokenLifetime: must be a whole number/,
    ],
    ["NaN in place of a name", { identifier, name: Number.NaN }, /name: must be a string/],
    [
      "NaN at any depth of a document",
      { identifier, undocumented: { a: [{ b: Number.NaN }] } },
      /undocumented\.a\[0\]\.b: must be a finite number/,
    ],
    ["a lifetime with a fraction", { identifier, tokenLifetime: 1.5 }, /tokenLifetime: must be a whole number/],
    ["a short secret", { identifier, signingSecret: `${secret}x` }, /signingSecret: must be at least 16 characters/],
    [
      "a misspelt algorithm",
      { identifier, signingAlg: "RS-256" },
      /signingAlg: unknown value "RS-256". Did you mean "RS256"\?/,
    ],
    [
      "a misspelt property",
      { identifier, tokenLifetme: 60 },
      /tokenLifetme: is not a property\. Did you mean "tokenLifetime"\?/,
    ],
    ["a property of the service", { identifier, isSystem: true }, /isSystem: is set by the service/],
    ["a scope twice", { identifier, scopes: [{ value: "a" }, { value: "a" }] }, /scopes\[1\]: occurs twice/],
    [
      "a scope named __proto__",
      { identifier, scopes: [{ value: "read:orders" }, { value: "__proto__" }] },
      /scopes\[1\]\.value: must not be __proto__, because Pulumi loses a key of this name/,
    ],
    [
      "a scope's name of 281 characters",
      { identifier, scopes: { ["x".repeat(281)]: "" } },
      /its value must be 1 to 280/,
    ],
    [
      "a scope's description of 501",
      { identifier, scopes: { a: "x".repeat(501) } },
      /scopes\.a: its description must be at most 500/,
    ],
    [
      "web lifetime above lifetime",
      { identifier, tokenLifetime: 60, tokenLifetimeForWeb: 61 },
      /tokenLifetimeForWeb: must not be larger than tokenLifetime/,
    ],
    [
      "half an encryption",
      { identifier, tokenEncryption: { format: "compact-nested-jwe" } },
      /tokenEncryption\.encryptionKey: is required/,
    ],
    [
      "a misspelt member",
      { identifier, proofOfPossession: { mechanism: "dpop", required: true, requierd: 1 } },
      /proofOfPossession\.requierd: .*"required"/,
    ],
    ["an array for a text", { identifier: [identifier] }, /identifier: must be a string/],
  ];

  test.each(cases)("%s fails with property and rule before any request", async (_, args, message) => {
    const { failures } = await world.port.check({}, args);
    expect(failures.join("\n")).toMatch(message);
    expect(world.tenant.requests).toEqual([]);
  });

  test("all errors are reported at once, and no value is quoted", async () => {
    const args = { name: "<", tokenLifetime: -1, signingSecret: secret, signingAlg: "rs256", typo: "x" };
    const { failures } = await world.port.check({}, args);
    expect(failures).toHaveLength(6);
    expect(failures.join("\n")).not.toContain(secret);
  });

  test("values at the bounds are accepted; characters are counted, not code units", async () => {
    const args = {
      identifier: "x".repeat(600),
      name: "🔑".repeat(200),
      tokenLifetime: 2_592_000,
      tokenLifetimeForWeb: 0,
      signingSecret: randomBytes(8).toString("hex"),
      scopes: { ["x".repeat(280)]: "d".repeat(500) },
    };
    expect((await world.port.check({}, args)).failures).toEqual([]);
  });

  test("unknown values are accepted at any place", async () => {
    const args = {
      identifier: unknownValue,
      scopes: [{ value: unknownValue }, { value: unknownValue }, unknownValue],
      tokenLifetime: unknownValue,
      tokenEncryption: unknownValue,
      proofOfPossession: { mechanism: unknownValue, required: unknownValue },
      subjectTypeAuthorization: { user: unknownValue },
    };
    expect((await world.port.check({}, args)).failures).toEqual([]);
  });

  test("missing credentials and a public http:// host are reported together with other errors", async () => {
    const nothing = await providerFor(resourceServerType, {}).check({}, { name: "<" });
    expect(nothing.failures.join("\n")).toMatch(
      /identifier: is required[\s\S]*TENANT_DOMAIN[\s\S]*TENANT_CLIENT_SECRET/,
    );
    const open = await providerFor(resourceServerType, {
      "tenant:domain": "http://eu.example.com",
      "tenant:token": "t",
    });
    expect((await open.check({}, { identifier })).failures.join("\n")).toMatch(/https/);
  });
});
