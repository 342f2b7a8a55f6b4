import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oldTenant } from "../../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { withNeeded } from "../../subjects/needed-options.ts";
import { closeAll, type Setup, setup } from "./client.ts";

let api: Setup;
let count = 0;
beforeAll(async () => {
  api = await setup();
});
afterAll(closeAll);

async function created(strategy: string, options?: object) {
  const all = options && withNeeded(strategy, options as JsonObject);
  const body = { name: `c-${++count}`, strategy, ...(all && { options: all }) };
  const answer = await api.call("POST", "/connections", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
/** A certificate in DER, as small as X.509 admits. */
function selfSigned(commonName: string): Buffer {
  const der = (tag: number, ...parts: Uint8Array[]) => {
    const content = Buffer.concat(parts);
    const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
    return Buffer.concat([Buffer.from([tag, ...length]), content]);
  };
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const ecdsaWithSha256 = der(0x30, Buffer.from("06082a8648ce3d040302", "hex"));
  const attribute = der(0x30, Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from(commonName)));
  const name = der(0x30, der(0x31, attribute));
  const [from, until] = ["260101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time)));
  const validity = der(0x30, from ?? Buffer.of(), until ?? Buffer.of());
  const key = publicKey.export({ type: "spki", format: "der" });
  const body = der(0x30, der(0x02, Buffer.of(1)), ecdsaWithSha256, name, validity, name, key);
  return der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.of(0), sign("sha256", body, privateKey)));
}

const patch = (id: string, options: unknown) => api.call("PATCH", `/connections/${id}`, { options });
const read = async (id: string) => (await api.call("GET", `/connections/${id}`)).body.options;

describe("a PATCH replaces the options of a connection as a whole", () => {
  test.each([
    "oidc",
    "okta",
    "samlp",
    "pingfederate",
    "adfs",
    "waad",
    "google-apps",
    "sms",
    "email",
    "custom",
    "oauth2",
  ])("%s", async (strategy) => {
    const more = { mine: { a: 1, b: 2 }, foreign: "f", list: [1, 2], none: null };
    const { id, options } = await created(strategy, more);
    expect(options).toMatchObject(more);
    const { status, body } = await patch(id, { mine: { a: 3 } });
    expect(status).toBe(200);
    expect(body.options.mine).toEqual({ a: 3 });
    for (const name of ["foreign", "list", "none", "issuer"]) expect(body.options).not.toHaveProperty(name);
    expect(await read(id)).toEqual(body.options);
    const { mine: _, ...derived } = body.options;
    expect((await patch(id, null)).body.options).toEqual(derived);
    expect((await api.call("PATCH", `/connections/${id}`, { display_name: "d" })).body.options).toEqual(derived);
  });

  test("options that are read and sent back stay unchanged", async () => {
    for (const strategy of [
      "auth0",
      "oidc",
      "okta",
      "samlp",
      "pingfederate",
      "google-oauth2",
      "github",
      "sms",
      "waad",
    ]) {
      const { id, options } = await created(strategy, { issuer: "https://idp.example.com/", domain: "example.com" });
      expect((await patch(id, options)).body.options).toEqual(options);
    }
  });
});

const passwordOptions = {
  complexity: {
    min_length: 15,
    character_types: [],
    character_type_rule: "all",
    identical_characters: "allow",
    sequential_characters: "allow",
    max_length_exceeded: "error",
  },
  history: { active: false, size: 3 },
  dictionary: { active: false, custom: [], default: "en_100k" },
  profile_data: {
    active: false,
    blocked_fields: [
      ...["name", "username", "nickname", "email", "phone_number"],
      ...["user_metadata.name", "user_metadata.first", "user_metadata.last"],
    ],
  },
};
const methods = {
  password: { enabled: true, api_behavior: "required", signup_behavior: "allow" },
  passkey: { enabled: false },
};
const passkeys = { challenge_ui: "both", progressive_enrollment_enabled: true, local_enrollment_enabled: true };
const always = { passkey_options: passkeys, authentication_methods: methods, brute_force_protection: true };
const mfa = { active: true, return_enroll_settings: true };

describe("default options of connections", () => {
  const thumbprint = expect.stringMatching(/^[0-9a-f]{40}$/);
  const googleApps = { email: true, profile: true, scope: ["email", "profile"], handle_login_from_social: true };
  // [strategy, what is sent, what a POST adds, what a PATCH adds]
  const added: [string, JsonObject, object, object][] = [
    [
      "google-apps",
      { domain: "a" },
      { ...googleApps, map_user_id_to_id: false },
      { ...googleApps, map_user_id_to_id: false, api_enable_users: true },
    ],
    ["ad", { a: 1 }, { ips: null, brute_force_protection: true }, { ips: null }],
    [
      "adfs",
      { a: 1 },
      { thumbprints: [], should_trust_email_verified_connection: "always_set_emails_as_verified" },
      { thumbprints: [] },
    ],
    [
      "waad",
      { a: 1 },
      {
        identity_api: "microsoft-identity-platform-v2.0",
        waad_protocol: "openid-connect",
        useCommonEndpoint: false,
        use_wsfed: false,
        should_trust_email_verified_connection: "never_set_emails_as_verified",
        waad_common_endpoint: false,
        userid_attribute: "oid",
        thumbprints: Array(5).fill(thumbprint),
        app_domain: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      },
      {
        waad_common_endpoint: false,
        userid_attribute: null,
        thumbprints: Array(5).fill(thumbprint),
        app_domain: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      },
    ],
    [
      "samlp",
      { a: 1 },
      { assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: [] } },
      {},
    ],
    [
      "pingfederate",
      { pingFederateBaseUrl: "https://idp.example.com" },
      { signInEndpoint: "https://idp.example.com" },
      { signInEndpoint: "https://idp.example.com" },
    ],
    [
      "oidc",
      { client_id: "c" },
      {
        type: "front_channel",
        schema_version: "oidc-V4",
        attribute_map: { mapping_mode: "bind_all" },
        connection_settings: { pkce: "auto" },
      },
      {
        type: "front_channel",
        schema_version: "oidc-V4",
        attribute_map: { mapping_mode: "bind_all" },
        connection_settings: { pkce: "disabled" },
      },
    ],
    [
      "okta",
      { issuer: "https://idp.example.com" },
      {
        type: "back_channel",
        schema_version: "oidc-V4",
        attribute_map: { mapping_mode: "basic_profile" },
        connection_settings: { pkce: "auto" },
      },
      {
        type: "back_channel",
        schema_version: "oidc-V4",
        attribute_map: { mapping_mode: "basic_profile" },
        connection_settings: { pkce: "disabled" },
      },
    ],
    ["auth0", { a: 1 }, { mfa, strategy_version: 2, password_options: passwordOptions, ...always }, always],
    ["sms", { from: "+1" }, {}, {}],
    ["email", { name: "email" }, {}, {}],
    ["custom", { a: 1 }, {}, {}],
    ["twitter", { scope: "a b" }, {}, {}],
    ["oauth2", { scope: ["a"] }, {}, {}],
  ];
  test.each(added)("%s %j", async (strategy, sent, byPost, byPatch) => {
    const { id, options } = await created(strategy, sent);
    const all = withNeeded(strategy, sent);
    expect(options).toEqual({ ...byPost, ...all });
    expect(await read(id)).toEqual(options);
    expect((await patch(id, all)).body.options).toEqual({ ...byPatch, ...all });
  });

  test.each([
    ["google-apps", { ...googleApps, map_user_id_to_id: false }],
    ["ad", { brute_force_protection: true }],
    ["sms", { brute_force_protection: true }],
    ["email", { brute_force_protection: true }],
    ["auth0", { mfa, strategy_version: 2, password_options: passwordOptions, ...always }],
    ["github", { scope: [] }],
    ["facebook", { scope: "" }],
    ["google-oauth2", { email: true, profile: true, scope: ["email", "profile"] }],
    ["apple", {}],
    ["custom", {}],
  ])("%s, without options", async (strategy, expected) => {
    expect((await created(strategy)).options).toEqual(expected);
  });

  test("an older tenant has fewer defaults", async () => {
    const own = await setup({ traits: oldTenant });
    const of = async (strategy: string, options: JsonObject = {}) =>
      (
        await own.call("POST", "/connections", {
          name: `c-${++count}`,
          strategy,
          options: withNeeded(strategy, options),
        })
      ).body.options;
    expect(await of("auth0")).toEqual({
      mfa,
      strategy_version: 2,
      passwordPolicy: "good",
      brute_force_protection: true,
    });
    expect(await of("auth0", { passwordPolicy: "fair" })).toMatchObject({ passwordPolicy: "fair" });
    expect(await of("auth0", { passwordPolicy: "fair" })).not.toHaveProperty("password_options");
    expect(await of("google-apps")).toEqual(googleApps);
    expect(await of("samlp")).toEqual(withNeeded("samlp"));
    expect(await of("waad")).not.toHaveProperty("userid_attribute");
  });

  test("google-apps and waad: a PATCH keeps the stored values of some options", async () => {
    const apps = await created("google-apps", { map_user_id_to_id: true });
    expect((await patch(apps.id, { domain: "a" })).body.options.map_user_id_to_id).toBe(true);
    const azure = await created("waad", { thumbprints: ["a"], app_domain: "b" });
    expect((await patch(azure.id, { domain: "a" })).body.options).toMatchObject({
      thumbprints: ["a"],
      app_domain: "b",
    });
    expect((await created("waad", { useCommonEndpoint: true })).options.waad_common_endpoint).toBe(true);
  });

  test("adfs: the passive endpoint of the metadata is added if no other is sent", async () => {
    const fedMetadataXml = `<x><fed:PassiveRequestorEndpoint><wsa:EndpointReference xmlns:wsa="urn:x">
      <wsa:Address>https://adfs.example.com/wsfed</wsa:Address></wsa:EndpointReference></fed:PassiveRequestorEndpoint></x>`;
    const { id, options } = await created("adfs", { fedMetadataXml });
    expect(options).toMatchObject({ fedMetadataXml, signInEndpoint: "https://adfs.example.com/wsfed" });
    const own = { fedMetadataXml, signInEndpoint: "https://own.example.com" };
    expect((await patch(id, own)).body.options.signInEndpoint).toBe("https://own.example.com");
  });
});

describe("oidc and okta: discovery", () => {
  const unsupported = {
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_request_uri_registration: false,
  };
  const document = (origin: string, below = origin) => ({
    issuer: origin,
    authorization_endpoint: `${below}/authorize`,
    token_endpoint: `${below}/token`,
    userinfo_endpoint: `${below}/userinfo`,
    jwks_uri: `${below}/keys`,
  });
  const discovery_url = "https://idp.example.com/.well-known/openid-configuration";

  test("the document of discovery_url sets absent endpoints, and endpoints that are null", async () => {
    const { options } = await created("oidc", { discovery_url, token_endpoint: null });
    expect(options).toMatchObject({ ...document("https://idp.example.com") });
    expect(options.oidc_metadata).toMatchObject({ ...document("https://idp.example.com"), ...unsupported });
  });

  test("okta: the document of its domain is used", async () => {
    const { options } = await created("okta", { domain: "okta.example.com" });
    const expected = document("https://okta.example.com", "https://okta.example.com/oauth2/v1");
    expect(options).toMatchObject({ ...expected, oidc_metadata: expected });
  });

  test("sent endpoints stay unchanged, even if the document differs", async () => {
    const { options } = await created("oidc", { discovery_url, jwks_uri: "https://other.example.com/k" });
    expect(options).toMatchObject({
      jwks_uri: "https://other.example.com/k",
      oidc_metadata: { jwks_uri: "https://idp.example.com/keys" },
    });
  });

  test("sent metadata stays, with its flags completed, and nothing is fetched", async () => {
    const oidc_metadata = { issuer: "https://own.example.com", request_parameter_supported: true };
    const nulls = { authorization_endpoint: null, token_endpoint: null, userinfo_endpoint: null };
    const { options } = await created("oidc", { discovery_url, oidc_metadata, ...nulls });
    expect(options.oidc_metadata).toEqual({ ...unsupported, ...oidc_metadata });
    expect(options).toMatchObject({ authorization_endpoint: "", token_endpoint: "", userinfo_endpoint: "" });
  });

  test("without a source no metadata is set, and null stays null", async () => {
    const sent = { issuer: "https://idp.example.com", token_endpoint: null, discovery_url: null };
    const { options } = await created("oidc", sent);
    expect(options).toMatchObject(sent);
    expect(options).not.toHaveProperty("oidc_metadata");
  });

  test("a type of null is replaced by the default, and an attribute map stays as sent", async () => {
    const attribute_map = { mapping_mode: "use_map" };
    const { options } = await created("oidc", { type: null, attribute_map });
    expect(options).toMatchObject({ type: "front_channel" });
    expect(options.attribute_map).toEqual(attribute_map);
  });

  test("documents come by URL from the options of the emulator", async () => {
    const own = await setup({ documents: { [discovery_url]: { issuer: "https://given.example.com" } } });
    const sent = { name: "a", strategy: "oidc", options: { client_id: "c", discovery_url } };
    const { options } = (await own.call("POST", "/connections", sent)).body;
    expect(options).toMatchObject({ issuer: "https://given.example.com" });
    expect(options).not.toHaveProperty("token_endpoint");
  });

  test("okta without domain and issuer is refused", async () => {
    for (const body of [{}, { options: {} }, { options: { client_id: "c" } }]) {
      const answer = await api.call("POST", "/connections", { name: `c-${++count}`, strategy: "okta", ...body });
      expect([answer.status, answer.body.message, answer.body.errorCode]).toEqual([
        400,
        "options.domain is required",
        "invalid_body",
      ]);
    }
    expect((await created("okta", { issuer: "https://idp.example.com" })).options).not.toHaveProperty("oidc_metadata");
  });
});

describe("social and passwordless strategies: flags set the scope, on POST and on PATCH", () => {
  const google = (path: string) => `https://www.googleapis.com/auth/${path}`;
  // [strategy, what is sent, what is answered besides]
  const scoped: [string, object, object][] = [
    ["github", { client_id: "c" }, { scope: [] }],
    ["github", { profile: true }, { scope: [] }],
    ["github", { repo: true, email: true, gist: false }, { scope: ["repo", "user:email"] }],
    [
      "github",
      { follow: true, read_user: true, repo_status: true },
      { scope: ["user:follow", "read:user", "repo:status"] },
    ],
    [
      "github",
      { read_org: true, write_repo_hook: true, admin_public_key: true, delete_repo: true },
      { scope: ["read:org", "write:repo_hook", "admin:public_key", "delete_repo"] },
    ],
    ["google-oauth2", {}, { email: true, profile: true, scope: ["email", "profile"] }],
    ["google-oauth2", { profile: false }, { email: true, scope: ["email"] }],
    [
      "google-oauth2",
      { calendar: true, profile: true },
      { email: true, scope: [google("calendar"), "profile", "email"] },
    ],
    ["google-oauth2", { email: true, gmail: true }, { scope: ["email", "https://mail.google.com/mail/feed/atom"] }],
    ["google-oauth2", { email: false, youtube: true }, { scope: ["https://gdata.youtube.com"] }],
    ["google-oauth2", { scope: ["x"] }, { email: true, profile: true, scope: ["x"] }],
    ["facebook", { client_id: "c" }, { scope: "" }],
    ["facebook", { public_profile: true, email: true, user_birthday: false }, { scope: "public_profile,email" }],
    ["facebook", { allow_context_profile_field: true, scope: "mine" }, { scope: "" }],
    ["apple", { email: true, name: true }, { scope: "name email" }],
    ["apple", { email: true }, { scope: "email" }],
    ["apple", { email: false }, { scope: "" }],
    ["apple", { client_id: "c" }, {}],
    ["linkedin", { strategy_version: 2 }, { profile: true, scope: ["r_liteprofile"] }],
    [
      "linkedin",
      { strategy_version: 2, email: true, basic_profile: true, profile: false },
      { scope: ["r_emailaddress", "r_basicprofile"] },
    ],
    ["linkedin", { email: true }, { profile: true, scope: ["r_basicprofile"] }],
    ["windowslive", { strategy_version: 2 }, { signin: true, scope: [] }],
    ["windowslive", { strategy_version: 2, graph_user: true }, { scope: ["https://graph.microsoft.com/User.Read"] }],
    ["windowslive", { strategy_version: 2, signin: false }, { scope: [] }],
    ["windowslive", { signin: true }, { scope: ["wl.signin"] }],
    ["line", { scope: ["a"] }, { profile: true, scope: ["openid", "profile"] }],
    ["line", { email: true }, { profile: true, scope: ["openid", "email", "profile"] }],
    ["wordpress", { scope: ["email", "openid"] }, { profile: true, scope: ["profile"] }],
    ["salesforce", {}, { scope: [] }],
    ["salesforce-community", { client_id: "c" }, { scope: [] }],
    ["oauth2", { scope: "a b" }, {}],
    ["sms", { from: "+1" }, {}],
  ];
  test.each(scoped)("%s %j", async (strategy, sent, answered) => {
    const { id, options } = await created(strategy, sent);
    expect(options).toEqual({ ...sent, ...answered });
    await patch(id, { only: "this" });
    expect((await patch(id, sent)).body.options).toEqual({ ...sent, ...answered });
  });

  test.each(["line", "twitter", "wordpress"])(
    "%s: endpoints that are null are returned once only",
    async (strategy) => {
      const nulls = { authorizationURL: null, tokenURL: null };
      const { id, options } = await created(strategy, { ...nulls, upstream_params: null });
      expect(options).toMatchObject({ ...nulls, upstream_params: null });
      expect(await read(id)).not.toHaveProperty("tokenURL");
      expect(await read(id)).toMatchObject({ upstream_params: null });
      expect((await patch(id, nulls)).body.options).toMatchObject(nulls);
      expect(await read(id)).not.toHaveProperty("authorizationURL");
    },
  );

  test.each([
    ["oidc", { discovery_url: null, non_persistent_attrs: null }],
    ["sms", { messaging_service_sid: null }],
    ["oauth2", { authorizationURL: null }],
  ])("%s: every other null is returned in later reads too", async (strategy, nulls) => {
    const { id, options } = await created(strategy, nulls);
    expect(options).toMatchObject(nulls);
    expect(await read(id)).toMatchObject(nulls);
  });
});

describe("the creation of a connection needs the options that the service's description requires of the strategy", () => {
  const client = ["oidc", "okta", "waad"].map((strategy) => [strategy, "client_id"] as const);
  const sources = "one of signInEndpoint, metadataUrl, metadataXml";
  test.each([...client, ["samlp", sources] as const, ["pingfederate", "pingFederateBaseUrl"] as const])(
    "%s: %s",
    async (strategy, what) => {
      const lacking = { client_id: null, domain: "idp.example.com", signingCert: "cert", debug: true };
      // Okta's missing domain is told first.
      for (const options of strategy === "okta" ? [lacking] : [lacking, {}, undefined]) {
        const body = { name: `c-${++count}`, strategy, ...(options && { options }) };
        const answer = await api.call("POST", "/connections", body);
        const message = `Payload validation error: 'Missing required property: ${what}' on property options.`;
        expect([answer.status, answer.body.errorCode, answer.body.message]).toEqual([400, "invalid_body", message]);
        expect(api.emulator.connections.get(body.name)).toBeUndefined();
      }
      const { id } = await created(strategy, {});
      // The description of an update knows no strategies, and real tenants answer what was sent.
      expect((await patch(id, { debug: true })).status).toBe(200);
    },
  );

  test.each(["signInEndpoint", "metadataUrl", "metadataXml"])("samlp: %s is enough", async (source) => {
    const options = { [source]: source === "metadataXml" ? "<EntityDescriptor/>" : "https://idp.example.com/saml" };
    const answer = await api.call("POST", "/connections", { name: `c-${++count}`, strategy: "samlp", options });
    expect(answer.status).toBe(201);
  });
});

describe("an option of a wrong type, by the service's description, is refused", () => {
  test.each([
    ["auth0", { import_mode: "yes" }, "boolean", "string", "import_mode"],
    ["waad", { api_enable_users: 1 }, "boolean", "integer", "api_enable_users"],
    ["google-apps", { ext_groups: {} }, "boolean", "object", "ext_groups"],
    ["auth0", { mfa: true }, "object", "boolean", "mfa"],
    ["oidc", { client_id: 7 }, "string", "integer", "client_id"],
    ["samlp", { fieldsMap: [] }, "object", "array", "fieldsMap"],
    ["oidc", { domain_aliases: "a" }, "array", "string", "domain_aliases"],
    ["email", { email: true }, "object", "boolean", "email"],
    ["apple", { name: "a" }, "boolean", "string", "name"],
  ])("%s %j", async (strategy, options, expected, found, name) => {
    const message = `Payload validation error: 'Expected type ${expected} but found type ${found}' on property options.${name}.`;
    const answer = await api.call("POST", "/connections", {
      name: `c-${++count}`,
      strategy,
      options: { ...withNeeded(strategy), ...options },
    });
    expect([answer.status, answer.body.errorCode, answer.body.message]).toEqual([400, "invalid_body", message]);
    const { id } = await created(strategy, {});
    expect((await patch(id, options)).body.message).toBe(message);
  });

  test.each([
    [{ passwordPolicy: "best" }, "options.passwordPolicy"],
    [{ password_options: { complexity: { min_length: 0 } } }, "options.password_options.complexity.min_length"],
    [{ password_options: { complexity: { min_length: 73 } } }, "options.password_options.complexity.min_length"],
    [{ password_options: { complexity: { min_length: "8" } } }, "options.password_options.complexity.min_length"],
  ])("auth0 %j", async (options, path) => {
    const answer = await api.call("POST", "/connections", { name: `c-${++count}`, strategy: "auth0", options });
    expect([answer.status, answer.body.errorCode]).toEqual([400, "invalid_body"]);
    expect(answer.body.message).toContain(` on property ${path}`);
  });

  test.each([
    ["auth0", { passwordPolicy: null, mfa: null }],
    ["auth0", { password_options: { complexity: { min_length: 72 } } }],
    ["auth0", { configuration: { KEY: null } }],
    ["custom", { whatever: [{ deep: 1 }] }],
    ["oidc", { authorization_endpoint: null }],
  ])("%s %j is accepted", async (strategy, options) => {
    await created(strategy, options);
  });
});

test.each([
  ["oidc", "client_secret"],
  ["okta", "client_secret"],
  ["waad", "client_secret"],
  ["google-oauth2", "client_secret"],
  ["facebook", "app_secret"],
  ["twitter", "consumer_secret"],
  ["sms", "twilio_token"],
])("%s: %s is returned in clear", async (strategy, key) => {
  const secret = randomBytes(16).toString("hex");
  const { id, options } = await created(strategy, { [key]: secret });
  expect([options[key], (await read(id))[key]]).toEqual([secret, secret]);
});

describe("auth0: configuration", () => {
  test("is returned as ciphertext that changes with every write of options", async () => {
    const secret = randomBytes(16).toString("hex");
    const { id, options } = await created("auth0", { configuration: { KEY: secret } });
    expect(options.configuration).toEqual({ KEY: expect.stringMatching(/^CkIK[A-Za-z0-9+/]{163}=$/) });
    expect(await read(id)).toEqual(options);
    expect((await api.call("PATCH", `/connections/${id}`, { display_name: "d" })).body.options).toEqual(options);
    const again = (await patch(id, { configuration: { KEY: secret } })).body.options;
    expect(again.configuration.KEY).not.toBe(options.configuration.KEY);
    expect(api.emulator.connections.configurationPlain(id)).toEqual({ KEY: secret });
    expect(JSON.stringify(api.emulator.connections.get(id))).not.toContain(secret);
  });

  test("that is sent back is encrypted again, and its values are lost", async () => {
    const secret = randomBytes(16).toString("hex");
    const { id, options } = await created("auth0", { configuration: { A: secret, B: "b" } });
    await patch(id, { configuration: { ...options.configuration, B: "b" } });
    expect(api.emulator.connections.configurationPlain(id)).toEqual({ A: options.configuration.A, B: "b" });
    expect((await read(id)).configuration.A).not.toBe(options.configuration.A);
  });

  test("that is omitted is removed", async () => {
    const { id } = await created("auth0", { configuration: { A: "a" } });
    expect((await patch(id, { mfa: { active: false } })).body.options).not.toHaveProperty("configuration");
    expect(api.emulator.connections.configurationPlain(id)).toEqual({});
  });

  test("can be edited in the dashboard without a loss of other values", async () => {
    const { id } = await created("auth0", { configuration: { A: "a", B: "b" } });
    api.emulator.connections.editOptions(id, { configuration: { B: null, C: "c" }, brute_force_protection: false });
    expect(api.emulator.connections.configurationPlain(id)).toEqual({ A: "a", C: "c" });
    expect(await read(id)).toMatchObject({ brute_force_protection: false });
  });

  test("of another strategy is an ordinary option", async () => {
    expect((await created("oidc", { configuration: { A: "a" } })).options.configuration).toEqual({ A: "a" });
  });

  test.each([
    [{ A: 1 }, "options.configuration.A"],
    [[], "options.configuration"],
    ["a", "options.configuration"],
  ])("%j is refused", async (configuration, path) => {
    const { id } = await created("auth0", { configuration: { A: "a" } });
    const answer = await patch(id, { configuration });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(` on property ${path}.`);
    expect(api.emulator.connections.configurationPlain(id)).toEqual({ A: "a" });
  });
});

describe("auth0: options that cannot be changed", () => {
  test("enable_script_context cannot be switched off, and stays if it is omitted", async () => {
    const { id } = await created("auth0", { enable_script_context: true });
    for (const value of [false, "true"]) {
      const { status, body } = await patch(id, { enable_script_context: value });
      expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
      expect(body.message).toContain("options.enable_script_context");
    }
    expect((await patch(id, { a: 1 })).body.options).toMatchObject({ a: 1, enable_script_context: true });
    const off = await created("auth0", { enable_script_context: false });
    expect((await patch(off.id, { enable_script_context: true })).status).toBe(200);
  });

  const email = (unique?: boolean) => ({
    attributes: { username: { identifier: { active: true } }, email: unique === undefined ? {} : { unique } },
  });
  test.each([
    ["false kept", email(false), email(false), 200],
    ["false left out is read as true", email(false), email(), 400],
    ["false to true", email(false), email(true), 400],
    ["true left out", email(true), email(), 200],
    ["true to false", email(true), email(false), 400],
    ["not given to false", email(), email(false), 400],
    ["no attributes to attributes", {}, email(), 200],
    ["attributes dropped", email(false), {}, 200],
  ])("attributes.email.unique: %s", async (_, before, after, expected) => {
    const { id, options } = await created("auth0", before);
    const { status, body } = await patch(id, after);
    expect(status).toBe(expected);
    if (expected === 200) return;
    expect(body.message).toBe("cannot patch unique property on email attribute");
    expect(await read(id)).toEqual(options);
  });

  test("a first email attribute cannot be non-unique", async () => {
    const { id } = await created("auth0");
    const { status, body } = await patch(id, email(false));
    expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
    expect(body.message).toBe("cannot add non-unique email attribute");
  });

  const attribute = (active: boolean, status = "required") => ({
    identifier: { active },
    profile_required: true,
    signup: { status },
  });
  test.each([
    [{ attributes: {}, requires_username: true }, "Cannot set both options.attributes and options.requires_username"],
    [{ attributes: {}, validation: {} }, "Cannot set both options.attributes and options.validation"],
    [
      { attributes: { email: attribute(false), username: attribute(false) } },
      "attributes must contain one active identifier",
    ],
    [
      { attributes: { email: { unique: true, verification_method: "link" } } },
      "attributes must contain one active identifier",
    ],
    [
      { attributes: { phone_number: attribute(true, "inactive") } },
      "attribute phone_number must also be required on signup",
    ],
  ])("%j is refused", async (options, message) => {
    const answer = await api.call("POST", "/connections", { name: `c-${++count}`, strategy: "auth0", options });
    expect([answer.status, answer.body]).toEqual([
      400,
      { statusCode: 400, error: "Bad Request", message, errorCode: "invalid_body" },
    ]);
  });

  test.each([
    ["auth0", { validation: { username: { min: 1 } } }, "max", "validation.username"],
    ["auth0", { password_history: { size: 5 } }, "enable", "password_history"],
    ["auth0", { password_no_personal_info: {} }, "enable", "password_no_personal_info"],
    ["auth0", { password_dictionary: { dictionary: ["a"] } }, "enable", "password_dictionary"],
    ["sms", { gateway_authentication: { method: "bearer", secret: "s" } }, "audience", "gateway_authentication"],
    ["samlp", { assertion_decryption_settings: {} }, "algorithm_profile", "assertion_decryption_settings"],
  ])("%s: %j is refused without a required property", async (strategy, options, member, path) => {
    const body = { name: `c-${++count}`, strategy, options: { ...options, signInEndpoint: "https://idp.example.com" } };
    const answer = await api.call("POST", "/connections", body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`Missing required property: ${member}' on property options.${path}`);
  });

  test("attributes beside requires_username false are accepted, and the email attribute is completed", async () => {
    const attributes = { email: attribute(true), phone_number: attribute(false, "optional") };
    const { id, options } = await created("auth0", { attributes, requires_username: false });
    const completed = { ...attributes.email, unique: true, verification_method: "link" };
    expect(options.attributes).toEqual({ ...attributes, email: completed });
    expect((await patch(id, { attributes: { email: attribute(true) } })).body.options.attributes.email.unique).toBe(
      true,
    );
  });

  test("parts of authentication_methods and password_options are completed with defaults, not with stored values", async () => {
    const { id } = await created("auth0", { authentication_methods: { passkey: { enabled: true } } });
    const sent = {
      authentication_methods: { password: { enabled: false } },
      password_options: { history: { active: true } },
    };
    expect((await patch(id, sent)).body.options).toMatchObject({
      authentication_methods: { ...methods, password: { ...methods.password, enabled: false } },
      password_options: { ...passwordOptions, history: { active: true, size: 3 } },
    });
  });

  test("a tenant with passwordless databases also has their authentication methods", async () => {
    const own = await setup({ traits: { passwordlessDatabases: true } });
    const { body } = await own.call("POST", "/connections", { name: "a", strategy: "auth0" });
    const codes = { email_otp: { enabled: false }, phone_otp: { enabled: false } };
    expect(body.options.authentication_methods).toEqual({ ...methods, ...codes });
  });

  test.each([
    ["attributes", { attributes: {}, requires_username: true }],
    ["attributes", { attributes: {}, validation: {} }],
    ["password_options", { password_options: {}, passwordPolicy: "good" }],
    ["password_options", { password_options: {}, password_history: { enable: true } }],
  ])("%s excludes the older options: %j", async (key, options) => {
    const answer = await api.call("POST", "/connections", { name: `c-${++count}`, strategy: "auth0", options });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`options.${key}`);
    const { id } = await created("auth0");
    expect((await patch(id, options)).status).toBe(400);
  });

  test("options that exclude each other are accepted together if both are stored, as in a seed", async () => {
    const both = {
      attributes: { email: attribute(true) },
      requires_username: true,
      ...{ password_options: {}, passwordPolicy: "good" },
    };
    const { id } = await created("auth0");
    api.emulator.connections.editOptions(id, both);
    expect((await patch(id, { ...both, import_mode: true })).status).toBe(200);
    expect(await read(id)).toMatchObject({ ...both, import_mode: true });
  });

  test("a username that is not required does not exclude attributes", async () => {
    const options = { attributes: { email: attribute(true) }, requires_username: false };
    expect((await created("auth0", options)).options).toMatchObject(options);
  });

  test("older password options are returned beside the default password_options, and both can be sent back", async () => {
    const { id, options } = await created("auth0", { passwordPolicy: "good" });
    expect(options).toMatchObject({ passwordPolicy: "good", password_options: passwordOptions });
    expect(await patch(id, options)).toMatchObject({ status: 200, body: { options } });
    expect((await patch(id, { passwordPolicy: "good" })).body.options).not.toHaveProperty("password_options");
    expect((await patch(id, options)).status).toBe(400);
  });
});

describe("options that are accepted and never returned", () => {
  const certificate = randomBytes(48).toString("base64");
  const thumbprints = [createHash("sha1").update(Buffer.from(certificate, "base64")).digest("hex")];
  const metadataXml = `<md:EntityDescriptor xmlns:md="urn:x" entityID="https://idp.example.com">
    <ds:X509Certificate>
      ${certificate.slice(0, 20)}
      ${certificate.slice(20)}
    </ds:X509Certificate>
    <md:SingleLogoutService Binding="urn:b:redirect" Location="https://idp.example.com/out"/>
    <md:SingleSignOnService Location='https://idp.example.com/in' Binding="urn:b:post" />
  </md:EntityDescriptor>`;
  const pem = (text: string) => {
    const lines = text.replaceAll(/.{64}(?=.)/g, "$&\n");
    return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  };
  const fromMetadata = {
    cert: pem(certificate),
    signingCert: `${Buffer.from(pem(certificate))
      .toString("base64")
      .replaceAll(/.{64}(?=.)/g, "$&\n")}\n`,
    thumbprints,
    signInEndpoint: "https://idp.example.com/in",
    signOutEndpoint: "https://idp.example.com/out",
    bindingMethod: "urn:b:post",
  };
  const settings = { assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: [] } };

  test("samlp: metadataXml sets other options; sent endpoints have precedence; an omitted one is removed", async () => {
    const { id, options } = await created("samlp", { metadataXml, debug: true });
    expect(options).toEqual({ ...fromMetadata, ...settings, debug: true });
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({ metadataXml });
    const other = metadataXml.replaceAll("idp.example.com", "idp.example.org");
    const { signInEndpoint: _, ...without } = options;
    const moved = (await patch(id, { ...without, metadataXml: other })).body.options;
    expect(moved.signInEndpoint).toBe("https://idp.example.org/in");
    expect(moved.signOutEndpoint).toBe("https://idp.example.com/out");
    const renewed = metadataXml.replace(certificate.slice(0, 20), certificate.slice(20, 40));
    const { cert } = (await patch(id, { ...options, metadataXml: renewed })).body.options;
    expect(cert).toBe(pem(certificate.slice(20, 40) + certificate.slice(20)));
    const { body } = await patch(id, { debug: false });
    expect(body.options).toEqual({ debug: false });
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({});
  });

  test("samlp: of several bindings the redirect is used; metadata by URL comes from the options of the emulator", async () => {
    const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
    const second = `<md:SingleSignOnService Location="https://idp.example.com/redirect" Binding="${redirect}"/>`;
    const metadataUrl = "https://idp.example.com/metadata";
    const xml = metadataXml.replace("</md:EntityDescriptor>", `${second}</md:EntityDescriptor>`);
    const own = await setup({ documents: { [metadataUrl]: xml } });
    const sent = { name: "a", strategy: "samlp", options: { metadataUrl } };
    const { id, options } = (await own.call("POST", "/connections", sent)).body;
    const derived = { signInEndpoint: "https://idp.example.com/redirect", bindingMethod: redirect, thumbprints };
    expect(options).toMatchObject({ ...derived, metadataUrl });
    const again = await own.call("PATCH", `/connections/${id}`, { options: { metadataUrl } });
    expect(again.body.options).toMatchObject(derived);
  });

  test("samlp: a PATCH with a metadata URL whose document is unknown keeps the derived options", async () => {
    const { id, options } = await created("samlp", { metadataXml, debug: true });
    const metadataUrl = "https://idp.example.com/unknown";
    const body = (await patch(id, { metadataUrl, signOutEndpoint: "https://idp.example.com/own" })).body.options;
    expect(body).toEqual({ ...fromMetadata, metadataUrl, signOutEndpoint: "https://idp.example.com/own" });
    expect(await read(id)).toEqual(body);
    expect(options.debug).toBe(true);
    expect((await created("samlp", { metadataUrl })).options).toEqual({ ...settings, metadataUrl });
  });

  test("samlp: a signing certificate is returned as sent, and sets cert and thumbprints", async () => {
    const text = pem(certificate);
    for (const [signingCert, cert] of [
      [text, text],
      [Buffer.from(text).toString("base64"), text],
      [certificate, certificate],
    ]) {
      const { id, options } = await created("samlp", { signingCert });
      expect(options).toEqual({
        ...settings,
        ...withNeeded("samlp", { signingCert: String(signingCert) }),
        cert,
        thumbprints,
      });
      expect((await patch(id, options)).body.options).toEqual(options);
    }
  });

  test("IdP-initiated login is enabled unless it is switched off", async () => {
    for (const strategy of ["samlp", "pingfederate"]) {
      const idpinitiated = { client_id: "c" };
      expect((await created(strategy, { idpinitiated })).options.idpinitiated).toEqual({
        ...idpinitiated,
        enabled: true,
      });
      const off = { ...idpinitiated, enabled: false };
      expect((await created(strategy, { idpinitiated: off })).options.idpinitiated).toEqual(off);
    }
  });

  test("pingfederate: signingCert sets other options and is removed if it is omitted", async () => {
    const sent = { signingCert: certificate, idpInitiated: false, pingFederateBaseUrl: "https://ping.example.com/a/" };
    const { signingCert: _, ...shown } = sent;
    const { id, options } = await created("pingfederate", sent);
    expect(options).toEqual({
      cert: certificate,
      thumbprints,
      signInEndpoint: "https://ping.example.com/a/",
      ...shown,
    });
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({ signingCert: certificate });
    expect((await patch(id, { idpInitiated: true })).body.options).toEqual({ idpInitiated: true });
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({});
  });

  test("samlp: a real certificate also sets its expiry and its subject, in long names", async () => {
    const cert = selfSigned("idp.example.com");
    const { options } = await created("samlp", { signingCert: cert.toString("base64") });
    expect(options).toMatchObject({
      expires: "2049-12-31T23:59:59.000Z",
      subject: { commonName: "idp.example.com" },
      thumbprints: [createHash("sha1").update(cert).digest("hex")],
    });
  });

  test("stay if another option is edited in the dashboard", async () => {
    const { id } = await created("samlp", { metadataXml });
    expect(api.emulator.connections.editOptions(id, { debug: true }).options).toMatchObject(fromMetadata);
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({ metadataXml });
  });
});
