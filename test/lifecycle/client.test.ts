import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { inPlain } from "../../provider/src/state/secrets.ts";
import { clientType } from "../../provider/src/types/client/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { providerFor, startWorld, type World } from "./world.ts";

const job = (more: JsonObject = {}): JsonObject => ({ name: "Job", ...more });

let world: World;
const warn = vi.fn();
beforeEach(async () => {
  world = await startWorld({}, clientType);
  vi.spyOn(console, "warn").mockImplementation(warn);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  warn.mockReset();
  await world.close();
});

const failureOf = async (args: JsonObject | undefined, engine = world.engine) =>
  (await engine.up(args ? { it: args } : {})).flatMap(({ failure }) => failure?.message ?? []).join("\n");
const up = async (args: JsonObject | undefined, engine = world.engine) =>
  expect(await failureOf(args, engine)).toBe("");
const only = (name = "Job") => world.tenant.clients.list().find((client) => client.name === name) as WireObject;
const edit = (patch: WireObject) => world.tenant.clients.update(String(only().client_id), patch);
const state = () => world.engine.state.get("it");
const outputs = () => inPlain(state()?.outputs ?? {});
const said = () => warn.mock.calls.flat().join("\n");
const steps = async () => (await world.engine.refresh()).map(({ op }) => op);
/** An engine with a token of these scopes, on the same state. */
const withScopes = (...scopes: string[]) => {
  const config = { "tenant:domain": world.tenant.domain, "tenant:token": world.tenant.issueToken(scopes) };
  const engine = new MiniEngine(providerFor(clientType, config));
  for (const [name, entry] of world.engine.state) engine.state.set(name, entry);
  return engine;
};

describe("bad input is refused before anything is sent", () => {
  test.each<[JsonObject, string]>([
    [{}, "name: is required"],
    [{ name: "" }, "name: must not be empty"],
    [{ name: "a<b" }, "name: must not contain < or >"],
    [job({ description: "x".repeat(141) }), "description: must be at most 140 characters"],
    [job({ logoUri: "logo" }), "logoUri: must be a URL, or empty"],
    [job({ appType: "regularWeb" }), 'appType: unknown value "regularWeb". Did you mean "regular_web"?'],
    [job({ callbacks: ["a:/", "a:/"] }), "callbacks[1]: occurs twice"],
    [
      job({ asyncApprovalNotificationChannels: ["email", "email"] }),
      "asyncApprovalNotificationChannels[1]: occurs twice",
    ],
    [job({ initiateLoginUri: "http://example.com" }), "initiateLoginUri: must be an https URL"],
    [job({ grantTypes: ["client_credential"] }), 'grantTypes[0]: unknown value "client_credential". Did you mean'],
    [job({ tokenEndpointAuthMethod: "client_secret_pots" }), 'Did you mean "client_secret_post"?'],
    [job({ parRequestExpiry: 9 }), "parRequestExpiry: must be a whole number from 10 to 600"],
    [job({ parRequestExpiry: 601 }), "from 10 to 600"],
    [job({ complianceLevel: 1 }), "complianceLevel: must be a string"],
    [job({ jwtConfiguration: { alg: "rs256" } }), 'jwtConfiguration.alg: unknown value "rs256". Did you mean "RS256"?'],
    [
      job({ anonymousSessions: {}, b2bIntegrationConfiguration: { ssoProfiles: ["a", "b"] } }),
      "must have at most 1 el",
    ],
    [
      job({ tokenVaultPrivilegedAccess: { credentials: [], ipAllowlist: ["example.com"] } }),
      "ipAllowlist[0]: must be an IP address, or a range",
    ],
    [
      job({ tokenVaultPrivilegedAccess: { credentials: [], grants: [{ connection: "a" }, { connection: "a" }] } }),
      "grants[1].connection: occurs twice",
    ],
    [
      job({
        tokenVaultPrivilegedAccess: {
          credentials: [],
          grants: [{ connection: "a", scopes: Array.from({ length: 21 }, (_, n) => `s${n}`) }],
        },
      }),
      "grants: must have at most 20 scopes in all grants together, but has 21",
    ],
    [
      job({ tokenVaultPrivilegedAccess: { credentials: [{ credentialType: "public_key", pem: "x" }] } }),
      "credentials[0].pem: must be a public key or a certificate in PEM form",
    ],
    [job({ refreshToken: { leeway: 1 } }), "refreshToken.rotationType: is required"],
    [
      job({ refreshToken: { rotationType: "rotating", expirationType: "expiring", tokenLifetime: 157_788_001 } }),
      "tokenLifetime: must be a whole number from 1 to 157788000",
    ],
    [
      job({ refreshToken: { rotationType: "rotating", expirationType: "expiring", policies: [] } }),
      "at least 1 element",
    ],
    [job({ defaultOrganization: { organizationId: "org_1" } }), "defaultOrganization.flows: is required"],
    [job({ organizationDiscoveryMethods: [] }), "organizationDiscoveryMethods: must have at least 1 element"],
    [job({ asyncApprovalNotificationChannels: [] }), "must have at least 1 element"],
    [job({ tokenQuota: { clientCredentials: { perDay: 0 } } }), "perDay: must be a whole number from 1 to 2147483647"],
    [
      job({ clientMetadata: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, ""])) }),
      "clientMetadata: must have at most 10 keys",
    ],
    [job({ clientMetadata: { ü: "" } }), "is not a valid key: a key has 1 to 255 letters"],
    [job({ clientMetadata: { a: "x".repeat(256) } }), "must be at most 255 characters"],
    [job({ resourceServerIdentifier: "urn:a" }), 'resourceServerIdentifier: needs appType "resource_server"'],
    [job({ appType: "resource_server" }), "resourceServerIdentifier: is required for appType"],
    [
      job({ tokenEndpointAuthMethod: "none", grantTypes: ["client_credentials"] }),
      'grantTypes: cannot contain client_credentials together with tokenEndpointAuthMethod "none"',
    ],
    [
      job({ isFirstParty: false, organizationUsage: "allow" }),
      "organizationUsage: cannot be declared together with isFirstParty: false",
    ],
    [job({ clientSecret: "s", secretRotation: 1 }), "secretRotation: cannot be declared together with clientSecret"],
    [job({ clientAuthenticationMethods: {} }), "clientAuthenticationMethods: is not a property"],
    [job({ clientId: "mine" }), "clientId: is set by the service and cannot be declared"],
  ])("%j", async (args, message) => {
    expect(await failureOf(args)).toContain(message);
    expect(world.calls()).toEqual([]);
  });
});

test("the initiateLoginUri can have a fragment, as the routes of single-page applications do", async () => {
  const initiateLoginUri = "https://{organization_name}.example.com/login?from=tenant#/start";
  await up(job({ initiateLoginUri }));
  expect(world.tenant.clients.list()).toMatchObject([{ initiate_login_uri: initiateLoginUri }]);
});

describe("applications with equal names", () => {
  test("are created separately, and adopting one of several is an error", async () => {
    world.tenant.clients.create({ name: "Job", description: "theirs" });
    await up(job({ description: "mine" }));
    expect(world.tenant.clients.list()).toHaveLength(2);
    const engine = withScopes("read:clients", "create:clients", "update:clients");
    engine.state.clear();
    expect(await failureOf(job({ adopt: true }), engine)).toMatch(
      /cannot be adopted by its name: 2 applications have this name/,
    );
    expect(world.tenant.clients.list()).toHaveLength(2);
  });

  test("are listed in the refusal of an adoption: ten of them, and the number of the others", async () => {
    const ids = Array.from({ length: 12 }, () => world.tenant.clients.create({ name: "Job" }).client_id);
    const message = await failureOf(job({ adopt: true }));
    expect(ids.filter((id) => message.includes(String(id)))).toHaveLength(10);
    expect(message).toMatch(/12 applications have this name \(.* and 2 more\)/);
  });

  test("can be adopted on demand if only one has the name", async () => {
    const { client_id } = world.tenant.clients.create({ name: "Job", description: "theirs", callbacks: ["a:/"] });
    await up(job({ description: "mine", adopt: true }));
    expect(world.tenant.clients.list()).toMatchObject([{ client_id, description: "mine", callbacks: ["a:/"] }]);
  });
});

describe("the client secret", () => {
  test("is in no output, unless the program asks for it; then it is a secret everywhere", async () => {
    await up(job());
    const secret = String(only().client_secret);
    expect(JSON.stringify(outputs())).not.toContain(secret);
    await up(job({ readClientSecret: true }));
    expect(outputs().clientSecret).toBe(secret);
    // what is not in an envelope would be plain in the state
    expect(JSON.stringify(state())).toMatch(new RegExp(`"value":"${secret}"`));
    expect(JSON.stringify(state()).split(secret)).toHaveLength(2);
    expect(await steps()).toEqual(["same"]);
    await up(job({ readClientSecret: true, description: "d" }));
    expect(outputs().clientSecret).toBe(secret);
    await up(job());
    expect(JSON.stringify(outputs())).not.toContain(secret);
  });

  test("is not shown to a token without the scope, and the warning names the scope", async () => {
    const engine = withScopes("create:clients", "read:clients");
    await up(job({ readClientSecret: true }), engine);
    await engine.refresh();
    expect(said()).toContain("read:client_keys");
  });

  test("is sent after the creation and when its declared value changes; its drift cannot be seen", async () => {
    const secrets = ["first-secret-of-ours", "second-secret-of-ours"];
    await up(job({ clientSecret: secrets[0] as string }));
    expect(only().client_secret).toBe(secrets[0]);
    edit({ client_secret: "somebody-else-has-set-it" });
    expect(await steps()).toEqual(["same"]);
    world.tenant.clearRequests();
    await up(job({ clientSecret: secrets[0] as string }));
    expect(world.calls()).toEqual([]);
    await up(job({ clientSecret: secrets[1] as string, description: "d" }));
    expect(only()).toMatchObject({ client_secret: secrets[1], description: "d" });
    expect(JSON.stringify(world.tenant.requests)).not.toContain("secret-of-ours");
  });

  test("counts as unknown after a lost update: a refresh shows a change", async () => {
    const secrets = ["one-of-our-own", "another-of-our-own"];
    await up(job({ clientSecret: secrets[0] as string }));
    expect(await steps()).toEqual(["same"]);
    world.tenant.inject({ kind: "reset-after", method: "PATCH", times: Number.POSITIVE_INFINITY });
    expect(await failureOf(job({ clientSecret: secrets[1] as string }))).not.toBe("");
    world.tenant.clearFaults();
    expect(await steps()).toEqual(["update"]);
    await up(job({ clientSecret: secrets[0] as string }));
    expect(only().client_secret).toBe(secrets[0]);
  });

  test("of a creation that could not set it is set by the next run", async () => {
    const engine = withScopes("create:clients", "read:clients", "update:clients");
    expect(await failureOf(job({ clientSecret: "one-of-our-own" }), engine)).toMatch(
      /update:client_keys[\s\S]*writes the rest/,
    );
    for (const [name, entry] of engine.state) world.engine.state.set(name, entry);
    await up(job({ clientSecret: "one-of-our-own" }));
    expect(world.tenant.clients.list()).toMatchObject([{ client_secret: "one-of-our-own" }]);
  });

  test("and private keys in a response reach neither outputs nor messages", async () => {
    await up(job());
    expect(JSON.stringify(outputs())).not.toMatch(/PRIVATE KEY/i);
    const published = { cert: expect.stringMatching(/^-----BEGIN CERTIFICATE/), pkcs7: expect.any(String) };
    expect(outputs().signingKeys).toEqual([{ ...published, subject: expect.stringMatching(/^\/CN=/) }]);
    expect(await world.engine.refresh()).toMatchObject([{ op: "same" }]);
    expect(outputs().signingKeys).toEqual([{ ...published, subject: expect.any(String) }]);
  });
});

describe("secretRotation", () => {
  test("is only recorded at first, even in an adoption; each change rotates once", async () => {
    await up(job({ secretRotation: 1 }));
    const before = only().client_secret;
    expect(outputs()).toMatchObject({ secretRotation: "1", secretFingerprint: expect.any(String) });
    expect(JSON.stringify(state()?.outputs.secretFingerprint)).toContain('"value"');
    await up(job({ secretRotation: "1" }));
    expect(only().client_secret).toBe(before);
    await up(job({ secretRotation: 2 }));
    const after = only().client_secret;
    expect(after).not.toBe(before);
    await up(job({ secretRotation: 2 }));
    expect(await steps()).toEqual(["same"]);
    expect(only().client_secret).toBe(after);
    world.engine.state.clear();
    await up(job({ secretRotation: "anything", adopt: true }));
    expect(only().client_secret).toBe(after);
  });

  test.each(["reset-after", "status-after", "truncated"] as const)(
    "whose response was lost (%s) rotates once: the next run does not rotate again",
    async (kind) => {
      await up(job({ secretRotation: 1, readClientSecret: true }));
      world.tenant.inject({ kind, method: "POST", path: /rotate-secret/ });
      expect(await failureOf(job({ secretRotation: 2, readClientSecret: true }))).toContain("writes the rest");
      const rotated = only().client_secret;
      world.tenant.clearFaults();
      await up(job({ secretRotation: 2, readClientSecret: true }));
      expect(only().client_secret).toBe(rotated);
      expect(outputs().clientSecret).toBe(rotated);
      await up(job({ secretRotation: 3, readClientSecret: true }));
      expect(only().client_secret).not.toBe(rotated);
    },
  );

  test("whose request was lost is carried out by the next run, even after other changes", async () => {
    await up(job({ secretRotation: 1 }));
    const before = only().client_secret;
    world.tenant.inject({ kind: "status", status: 400, method: "POST", path: /rotate-secret/ });
    expect(await failureOf(job({ secretRotation: 2, description: "d" }))).toContain("writes the rest");
    expect(only()).toMatchObject({ client_secret: before, description: "d" });
    world.tenant.clearFaults();
    await up(job({ secretRotation: 2, description: "d" }));
    expect(only().client_secret).not.toBe(before);
  });

  test("of a run that was killed afterwards counts", async () => {
    await up(job({ secretRotation: 1 }));
    const saved = state();
    await up(job({ secretRotation: 2 }));
    const rotated = only().client_secret;
    if (saved) world.engine.state.set("it", saved);
    await up(job({ secretRotation: 2 }));
    expect(only().client_secret).toBe(rotated);
    expect(said()).toContain("this run does not rotate it");
  });

  test("is refused for a token that cannot read secrets, which names the scope; nothing changes", async () => {
    await up(job({ secretRotation: 1 }));
    const before = only();
    const engine = withScopes("read:clients", "update:clients", "update:client_keys");
    expect(await failureOf(job({ secretRotation: 2, description: "d" }), engine)).toContain("read:client_keys");
    expect(only()).toEqual(before);
  });
});

describe("guards of applications", () => {
  test("the application whose token the run uses is neither changed nor deleted", async () => {
    const { clientId } = world.tenant;
    world.tenant.clients.create({ client_id: clientId, name: "Job" });
    await up(job({ adopt: true }));
    expect(await failureOf(job({ description: "d" }))).toMatch(/was not changed: .*TENANT_ALLOW_OWN_CLIENT=true/);
    expect(await failureOf(undefined)).toMatch(/was not deleted: .*TENANT_ALLOW_OWN_CLIENT=true/);
    vi.stubEnv("TENANT_ALLOW_OWN_CLIENT", "true");
    await up(job({ description: "d" }), world.reconfigured({}));
  });

  test("the global application and self-registered applications are refused", async () => {
    const seed = {
      clients: [
        { client_id: "global", name: "All Applications", global: true },
        { client_id: "tpc_1", name: "Agent", client_secret: "s", external_metadata_type: "cimd" },
      ],
    };
    const other = await startWorld({ seed }, clientType);
    expect(await failureOf({ name: "Agent", adopt: true }, other.engine)).toContain("registered itself");
    expect(other.tenant.clients.list()).toEqual(seed.clients);
    await other.close();
  });

  test("adopt and the preview refuse the name of the global application, unless another application has the name", async () => {
    const seed = { clients: [{ client_id: "global", name: "All Applications", global: true }] };
    const other = await startWorld({ seed }, clientType);
    const args = { name: "All Applications", adopt: true };
    const says = 'application "All Applications" cannot be managed: it is the tenant\'s global application';
    await other.port.check({}, { ...args, [previewKey]: true });
    expect(said()).toContain(says);
    expect(await failureOf(args, other.engine)).toContain(says);
    expect(other.tenant.clients.list()).toEqual(seed.clients);

    // One that has the same name is meant, as it can be.
    other.tenant.clients.create({ client_id: "theirs", name: "All Applications" });
    expect(await failureOf(args, other.engine)).toBe("");
    expect(other.engine.state.get("it")?.id).toBe("theirs");
    await other.close();
  });

  test.each<[JsonObject, JsonObject]>([
    [{ jwtConfiguration: { secretEncoded: false } }, { jwtConfiguration: { secretEncoded: true } }],
    [
      { isFirstParty: false, thirdPartySecurityMode: "permissive" },
      { isFirstParty: false, thirdPartySecurityMode: "strict" },
    ],
    [
      { appType: "resource_server", resourceServerIdentifier: "urn:a" },
      { appType: "resource_server", resourceServerIdentifier: "urn:b" },
    ],
  ])(
    "a change from %j to %j creates another application, and a warning announces its new id",
    async (before, after) => {
      await up(job(before));
      const { client_id } = only();
      await up(job(after));
      expect(world.tenant.clients.list()).toHaveLength(1);
      expect(only().client_id).not.toBe(client_id);
      expect(said()).toContain("another client id");
    },
  );

  test("a token that sees only a summary gets the missing scope in the error, and clears nothing", async () => {
    await up(job({ description: "d", callbacks: ["a:/"] }));
    await expect(withScopes("read:client_summary").refresh()).rejects.toThrow(/scope read:clients/);
  });
});

describe("lost and partial updates", () => {
  test("of addons dropped one by one take two calls, and the next run repairs a failure between these", async () => {
    const both = { samlp: { audience: "urn:a" }, wsfed: {} };
    await up(job({ addons: both }));
    world.tenant.clearRequests();
    world.tenant.inject({ kind: "status", status: 500, method: "PATCH", path: /clients/, skip: 1, times: 20 });
    expect(await failureOf(job({ addons: { samlp: { audience: "urn:a" } } }))).toContain("writes the rest");
    expect(only().addons).toEqual({});
    world.tenant.clearFaults();
    await up(job({ addons: { samlp: { audience: "urn:a" } } }));
    expect(only().addons).toEqual({ samlp: { audience: "urn:a" } });
  });

  test.each<[string, JsonObject]>([
    ["a member of an addon that stays", { samlp: { audience: "urn:a", recipient: "urn:theirs" }, wsfed: {} }],
    ["a whole addon", { samlp: { audience: "urn:a" }, wsfed: {}, layer: { providerId: "theirs" } }],
    ["an empty addon", { samlp: { audience: "urn:a" }, wsfed: {}, box: {} }],
  ])("of addons keep %s that no program declared: dropping another one is refused by name", async (_, theirs) => {
    await up(job({ addons: { samlp: { audience: "urn:a" }, wsfed: {} } }));
    edit({ addons: theirs });
    world.tenant.inject({ kind: "status", status: 500, method: "PATCH", path: /clients/, skip: 1, times: 20 });
    world.tenant.clearRequests();
    expect(await failureOf(job({ addons: { samlp: { audience: "urn:a" } } }))).toMatch(
      /was not changed\. The program no longer declares the addons wsfed, .*(addons\.samlp\.recipient|addons\.layer\.providerId|addons\.box)/,
    );
    expect(world.calls().filter((call) => !call.startsWith("GET"))).toEqual([]);
    expect(only().addons).toEqual(theirs);
  });

  test("of addons are repaired after a kill between the two calls, which the state does not know", async () => {
    await up(job({ addons: { samlp: { audience: "urn:a" }, wsfed: {} } }));
    edit({ addons: {} });
    await up(job({ addons: { samlp: { audience: "urn:a" } } }));
    expect(only().addons).toEqual({ samlp: { audience: "urn:a" } });
  });

  test("of a quota remove declared limits, and keep the limits of others", async () => {
    await up(job({ tokenQuota: { clientCredentials: { perHour: 10 } } }));
    edit({ token_quota: { client_credentials: { per_hour: 10, per_day: 100 } } });
    await up(job());
    expect(only().token_quota).toEqual({ client_credentials: { per_day: 100 } });
    await up(job({ tokenQuota: { clientCredentials: { perDay: 50 } } }));
    await up(job());
    expect(only().token_quota).toBeUndefined();
  });
});

describe("members that others set in a partly declared object are kept:", () => {
  test("logout URLs and initiators, when the program drops oidcLogout", async () => {
    await up(job({ oidcLogout: { backchannelLogoutSessionMetadata: { include: true } } }));
    const theirs = {
      backchannel_logout_urls: ["https://theirs.example.com/logout"],
      backchannel_logout_initiators: { mode: "custom", selected_initiators: ["account-deleted"], new_member: true },
    };
    edit({ oidc_logout: { ...theirs, backchannel_logout_session_metadata: { include: true } } });
    await up(job({ description: "d" }));
    expect(only().oidc_logout).toEqual(theirs);
  });

  test("the binding of delegated access, when the program drops sessionTransfer.delegation", async () => {
    const transfer = { allowRefreshToken: true };
    await up(job({ sessionTransfer: { ...transfer, delegation: { allowDelegatedAccess: true } } }));
    edit({ session_transfer: { delegation: { allow_delegated_access: true, enforce_device_binding: "asn" } } });
    await up(job({ sessionTransfer: transfer }));
    expect(only().session_transfer).toMatchObject({ delegation: { enforce_device_binding: "asn" } });
  });

  test.each([
    [
      { refreshToken: { rotationType: "rotating", expirationType: "expiring" } },
      "refresh_token",
      "token_lifetime",
      3600,
    ],
    [
      { myOrganizationConfiguration: { allowedStrategies: ["oidc"], connectionDeletionBehavior: "allow" } },
      "my_organization_configuration",
      "self_service_profile_id",
      "block",
    ],
  ])("a member of %j, as dropping the declared members is refused by name", async (declared, wire, member, value) => {
    await up(job(declared as JsonObject));
    const theirs = { ...(only()[wire] as JsonObject), [member]: value };
    edit({ [wire]: theirs });
    world.tenant.clearRequests();
    const name = member === "token_lifetime" ? "tokenLifetime" : member;
    expect(await failureOf(job())).toMatch(
      new RegExp(`application "Job" was not changed: .*\\.${name}, which the program does not declare`),
    );
    expect(world.calls().every((call) => call.startsWith("GET"))).toBe(true);
    expect(only()[wire]).toEqual(theirs);
  });

  test("a certificate beside encryptionKey.pub, even if the token can read neither", async () => {
    await up(job({ encryptionKey: { pub: "ours" } }));
    edit({ encryption_key: { pub: "ours", cert: "theirs", subject: "theirs" } });
    const blind = withScopes("read:clients", "update:clients");
    for (const args of [job({ encryptionKey: { pub: "other" } }), job()]) {
      expect(await failureOf(args, blind)).toMatch(
        /was not changed: this token cannot read encryptionKey, .*encryptionKey\.cert.*scope read:client_keys/,
      );
      expect(only().encryption_key).toEqual({ pub: "ours", cert: "theirs", subject: "theirs" });
    }
    await up(job());
    expect(only().encryption_key).toEqual({ cert: "theirs", subject: "theirs" });
    await up(job({ encryptionKey: { pub: "a", cert: "b", subject: "c" } }), blind);
    expect(only().encryption_key).toEqual({ pub: "a", cert: "b", subject: "c" });
  });
});

test("a failed adoption under another resource name keeps the old entry in the state", async () => {
  await world.engine.up({ old: job() });
  const renamed = { renamed: job({ description: "d", adopt: true }) };
  const next = world.reconfigured({});
  world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path: /clients/, times: 9 });
  const failed = (await next.up(renamed)).filter(({ failure }) => failure);
  world.tenant.clearFaults();
  expect(failed.map(({ name }) => name)).toContain("renamed");
  expect(world.tenant.clients.list()).toHaveLength(1);
  const last = world.reconfigured({});
  last.state.clear();
  for (const [name, entry] of next.state) last.state.set(name, entry);
  await last.up({});
  expect(world.tenant.clients.list()).toEqual([]);
});
