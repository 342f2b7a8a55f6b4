import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeAll, type Setup, setup } from "./client.ts";

let api: Setup;
let count = 0;
beforeAll(async () => {
  api = await setup();
});
afterAll(closeAll);

async function created(strategy: string, options?: object) {
  const body = { name: `c-${++count}`, strategy, ...(options && { options }) };
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

describe("a PATCH replaces options as a whole", () => {
  test.each([
    "auth0",
    "oidc",
    "okta",
    "samlp",
    "pingfederate",
    "adfs",
    "ad",
    "waad",
    "google-apps",
    "google-oauth2",
    "github",
    "sms",
    "email",
    "made-up",
  ])("%s", async (strategy) => {
    const { id, options } = await created(strategy, { mine: { a: 1, b: 2 }, foreign: "f", list: [1, 2], none: null });
    expect(options).toMatchObject({ mine: { a: 1, b: 2 }, foreign: "f", list: [1, 2], none: null });
    const { status, body } = await patch(id, { mine: { a: 3 } });
    expect(status).toBe(200);
    const { mine: _, foreign: __, list: ___, none: ____, ...derived } = options;
    expect(body.options).toEqual({ ...derived, mine: { a: 3 } });
    expect(await read(id)).toEqual(body.options);
    expect((await patch(id, null)).body.options).toEqual(derived);
    expect((await api.call("PATCH", `/connections/${id}`, { display_name: "d" })).body.options).toEqual(derived);
  });

  test("what was read and is sent back changes nothing", async () => {
    for (const strategy of ["auth0", "oidc", "okta", "samlp", "pingfederate", "google-oauth2", "github", "sms"]) {
      const { id, options } = await created(strategy, { issuer: "https://idp.example.com/", domain: "example.com" });
      expect((await patch(id, options)).body.options).toEqual(options);
    }
  });
});

describe("keys the service derives, on create and when options are sent", () => {
  const endpoints = {
    issuer: "https://idp.example.com/",
    authorization_endpoint: "https://idp.example.com/authorize",
    token_endpoint: "https://idp.example.com/oauth/token",
    userinfo_endpoint: "https://idp.example.com/userinfo",
    jwks_uri: "https://idp.example.com/.well-known/jwks.json",
  };
  // [strategy, what is sent, what is answered among others]
  const derived: [string, object, object][] = [
    ["oidc", {}, { type: "front_channel", schema_version: expect.any(String), attribute_map: expect.any(Object) }],
    [
      "oidc",
      { issuer: "https://idp.example.com/" },
      { ...endpoints, oidc_metadata: expect.objectContaining(endpoints) },
    ],
    [
      "oidc",
      { discovery_url: "https://idp.example.com/.well-known/openid-configuration" },
      { token_endpoint: endpoints.token_endpoint },
    ],
    [
      "oidc",
      { issuer: "https://idp.example.com/", token_endpoint: "https://other.example.com/t", type: "back_channel" },
      {
        token_endpoint: "https://other.example.com/t",
        type: "back_channel",
        oidc_metadata: expect.objectContaining({ token_endpoint: "https://other.example.com/t" }),
      },
    ],
    [
      "okta",
      { domain: "example.okta.example" },
      {
        type: "back_channel",
        issuer: "https://example.okta.example",
        authorization_endpoint: "https://example.okta.example/oauth2/v1/authorize",
        connection_settings: { pkce: "auto" },
      },
    ],
    [
      "auth0",
      {},
      {
        strategy_version: 2,
        mfa: { active: true, return_enroll_settings: true },
        passkey_options: expect.any(Object),
        authentication_methods: expect.any(Object),
        password_options: expect.any(Object),
      },
    ],
    ["auth0", { mfa: { active: false } }, { mfa: { active: false }, strategy_version: 2 }],
    ["google-oauth2", {}, { email: true, profile: true, scope: ["email", "profile"] }],
    ["google-oauth2", { profile: false }, { email: true, profile: false, scope: ["email"] }],
    ["google-oauth2", { scope: ["profile", "x"] }, { profile: true, scope: ["profile", "x"] }],
    ["github", { read_org: true }, { profile: true, read_org: true, scope: ["read:org"] }],
    ["github", { scope: "user:email read:org" }, { email: true, read_org: true, scope: "user:email read:org" }],
    ["samlp", {}, { bindingMethod: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" }],
    [
      "pingfederate",
      { pingFederateBaseUrl: "https://ping.example.com" },
      { signInEndpoint: expect.stringContaining("https://ping.example.com/") },
    ],
  ];
  test.each(derived)("%s %j", async (strategy, sent, answered) => {
    const { id, options } = await created(strategy, sent);
    expect(options).toMatchObject(answered);
    await patch(id, { only: "this" });
    expect((await patch(id, sent)).body.options).toEqual(options);
  });

  test.each(["waad", "adfs", "ad", "google-apps", "sms", "email", "made-up", "constructor"])(
    "%s: none",
    async (strategy) => {
      expect((await created(strategy, { a: 1 })).options).toEqual({ a: 1 });
    },
  );
});

test.each([
  ["oidc", "client_secret"],
  ["okta", "client_secret"],
  ["waad", "client_secret"],
  ["google-oauth2", "client_secret"],
  ["facebook", "app_secret"],
  ["twitter", "consumer_secret"],
  ["sms", "twilio_token"],
])("%s: %s is echoed in clear", async (strategy, key) => {
  const secret = randomBytes(16).toString("hex");
  const { id, options } = await created(strategy, { [key]: secret });
  expect([options[key], (await read(id))[key]]).toEqual([secret, secret]);
});

describe("auth0: configuration", () => {
  test("is answered as ciphertext that changes with every write of options", async () => {
    const secret = randomBytes(16).toString("hex");
    const { id, options } = await created("auth0", { configuration: { KEY: secret } });
    expect(options.configuration).toEqual({ KEY: expect.stringMatching(/^2\.0\$[0-9a-f]{32,}$/) });
    expect(await read(id)).toEqual(options);
    expect((await api.call("PATCH", `/connections/${id}`, { display_name: "d" })).body.options).toEqual(options);
    const again = (await patch(id, { configuration: { KEY: secret } })).body.options;
    expect(again.configuration.KEY).not.toBe(options.configuration.KEY);
    expect(api.emulator.connections.configurationPlain(id)).toEqual({ KEY: secret });
    expect(JSON.stringify(api.emulator.connections.get(id))).not.toContain(secret);
  });

  test("that is sent back is encrypted again, and lost", async () => {
    const secret = randomBytes(16).toString("hex");
    const { id, options } = await created("auth0", { configuration: { A: secret, B: "b" } });
    await patch(id, { configuration: { ...options.configuration, B: "b" } });
    expect(api.emulator.connections.configurationPlain(id)).toEqual({ A: options.configuration.A, B: "b" });
    expect((await read(id)).configuration.A).not.toBe(options.configuration.A);
  });

  test("that is left out is gone", async () => {
    const { id } = await created("auth0", { configuration: { A: "a" } });
    expect((await patch(id, { mfa: { active: false } })).body.options).not.toHaveProperty("configuration");
    expect(api.emulator.connections.configurationPlain(id)).toEqual({});
  });

  test("can be edited at the dashboard without losing what it holds", async () => {
    const { id } = await created("auth0", { configuration: { A: "a", B: "b" } });
    api.emulator.connections.editOptions(id, { configuration: { B: null, C: "c" }, brute_force_protection: false });
    expect(api.emulator.connections.configurationPlain(id)).toEqual({ A: "a", C: "c" });
    expect(await read(id)).toMatchObject({ brute_force_protection: false });
  });

  test("of another strategy is an option as any other", async () => {
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
    expect(answer.body.message).toContain(` on property ${path} (`);
    expect(api.emulator.connections.configurationPlain(id)).toEqual({ A: "a" });
  });
});

describe("auth0: what cannot be changed", () => {
  test("enable_script_context cannot be switched off, and stays when it is left out", async () => {
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

  const email = (unique?: boolean) => ({ attributes: { email: unique === undefined ? {} : { unique } } });
  test.each([
    ["false kept", email(false), email(false), 200],
    ["false left out is read as true", email(false), email(), 400],
    ["false to true", email(false), email(true), 400],
    ["true left out", email(true), email(), 200],
    ["true to false", email(true), email(false), 400],
    ["not given to false", email(), email(false), 400],
    ["no attributes to false", {}, email(false), 400],
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

  test.each([
    ["attributes", { attributes: {}, requires_username: true }],
    ["attributes", { attributes: {}, validation: {} }],
    ["password_options", { password_options: {}, passwordPolicy: "good" }],
    ["password_options", { password_options: {}, password_history: { enable: true } }],
  ])("%s exclude the older fields: %j", async (key, options) => {
    const answer = await api.call("POST", "/connections", { name: `c-${++count}`, strategy: "auth0", options });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`options.${key}`);
    const { id } = await created("auth0");
    expect((await patch(id, options)).status).toBe(400);
  });

  test("what excludes each other is accepted together where both are there already, as in a seed", async () => {
    const both = { attributes: {}, requires_username: true, password_options: {}, passwordPolicy: "good" };
    const { id } = await created("auth0");
    api.emulator.connections.editOptions(id, both);
    expect((await patch(id, { ...both, import_mode: true })).status).toBe(200);
    expect(await read(id)).toMatchObject({ ...both, import_mode: true });
  });

  test("a username that is not required excludes no attributes", async () => {
    const options = { attributes: {}, requires_username: false };
    expect((await created("auth0", options)).options).toMatchObject(options);
  });

  test("older password fields keep password_options from being derived", async () => {
    const { id, options } = await created("auth0", { passwordPolicy: "good" });
    expect(options).not.toHaveProperty("password_options");
    expect((await patch(id, options)).status).toBe(200);
  });
});

describe("what is taken and never answered", () => {
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
  const fromMetadata = {
    cert: certificate,
    thumbprints,
    signInEndpoint: "https://idp.example.com/in",
    signOutEndpoint: "https://idp.example.com/out",
    bindingMethod: "urn:b:post",
  };

  test("samlp: metadataXml has its effect, wins over older values, and is lost when left out", async () => {
    const { id, options } = await created("samlp", { metadataXml, debug: true });
    expect(options).toEqual({ ...fromMetadata, entityId: "https://idp.example.com", debug: true });
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({ metadataXml });
    const other = metadataXml.replaceAll("idp.example.com", "idp.example.org");
    const moved = (await patch(id, { ...options, metadataXml: other })).body.options;
    expect(moved.signInEndpoint).toBe("https://idp.example.org/in");
    const renewed = metadataXml.replace(certificate.slice(0, 20), certificate.slice(20, 40));
    const { cert } = (await patch(id, { ...options, metadataXml: renewed })).body.options;
    expect(cert).toBe(certificate.slice(20, 40) + certificate.slice(20));
    const { body } = await patch(id, { debug: false });
    expect(body.options).toEqual({ debug: false, bindingMethod: expect.stringMatching(/HTTP-Redirect$/) });
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({});
  });

  test("samlp: a signing certificate is answered, and gives cert and thumbprints", async () => {
    const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
    for (const signingCert of [pem, Buffer.from(pem).toString("base64"), certificate]) {
      const { id, options } = await created("samlp", { signingCert });
      expect(options).toMatchObject({ signingCert, cert: signingCert, thumbprints });
      expect((await patch(id, options)).body.options).toEqual(options);
    }
  });

  test("pingfederate: signingCert has its effect and is lost when left out", async () => {
    const { id, options } = await created("pingfederate", { signingCert: certificate, idpInitiated: false });
    expect(options).toEqual({ cert: certificate, thumbprints, idpInitiated: false });
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({ signingCert: certificate });
    expect((await patch(id, { idpInitiated: true })).body.options).toEqual({ idpInitiated: true });
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({});
  });

  test("of a real certificate, expiry and subject are told too", async () => {
    const cert = selfSigned("idp.example.com");
    const { options } = await created("samlp", { signingCert: cert.toString("base64") });
    expect(options).toMatchObject({
      expires: "2049-12-31T23:59:59.000Z",
      subject: { CN: "idp.example.com" },
      thumbprints: [createHash("sha1").update(cert).digest("hex")],
    });
  });

  test("an edit at the dashboard loses nothing", async () => {
    const { id } = await created("samlp", { metadataXml });
    expect(api.emulator.connections.editOptions(id, { debug: true }).options).toMatchObject(fromMetadata);
    expect(api.emulator.connections.hiddenOptions(id)).toEqual({ metadataXml });
  });
});
