import { constants, generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { algorithmOf, signAssertion } from "../../../provider/src/client/settings.ts";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { closeAll, send, setup } from "./client.ts";

afterEach(closeAll);

const keys = {
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  pss: generateKeyPairSync("rsa-pss", { modulusLength: 2048 }),
  ec: generateKeyPairSync("ec", { namedCurve: "prime256v1" }),
  other: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};
type KeyName = keyof typeof keys;
const publicPem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();
const privatePem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const base64 = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

const signing = {
  RS256: {},
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  ES256: { dsaEncoding: "ieee-p1363" as const },
};

function jwt(key: KeyObject, header: { alg: keyof typeof signing; kid?: string }, claims: object): string {
  const signed = `${base64({ typ: "JWT", ...header })}.${base64(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), { key, ...signing[header.alg] }).toString("base64url")}`;
}

const start = 1_800_000_000;

/** A tenant that knows the client "signer" by a key, and how to ask it for a token. */
async function tenant(known: KeyName, keyId?: string) {
  const clock = { seconds: start };
  const publicKeyPem = publicPem(keys[known].publicKey);
  const signer = {
    clientId: "signer",
    publicKeyPem,
    ...(keyId !== undefined && { keyId }),
    scopes: ["read:connections"],
  };
  const { emulator, call } = await setup({ clients: [signer], now: () => clock.seconds * 1000 });
  const claims = (change: object = {}) => ({
    iss: "signer",
    sub: "signer",
    aud: `${emulator.url}/`,
    exp: clock.seconds + 60,
    jti: randomUUID(),
    ...change,
  });
  const ask = (assertion: unknown, change: object = {}) => {
    const audience = `${emulator.url}/api/v2/`;
    const fields = { grant_type: "client_credentials", client_id: "signer", audience, client_assertion_type: type };
    const body = JSON.stringify({ ...fields, client_assertion: assertion, ...change });
    return send(`${emulator.url}/oauth/token`, { method: "POST", body });
  };
  return { emulator, call, claims, ask, clock };
}

describe("a valid client assertion gets a token with the application's scopes:", () => {
  test.each([
    ["RS256", "rsa"],
    ["PS256", "rsa"],
    ["PS256", "pss"],
    ["ES256", "ec"],
  ] as const)("%s with an %s key", async (alg, known) => {
    const { emulator, call, claims, ask } = await tenant(known);
    const { status, body } = await ask(jwt(keys[known].privateKey, { alg }, claims()));
    expect([status, body.scope]).toEqual([200, "read:connections"]);
    expect((await call("GET", "/connections", undefined, body.access_token)).status).toBe(200);
    expect(emulator.requests.map(({ clientId }) => clientId)).toEqual(["signer", "signer"]);
  });

  test.each([
    ["the token endpoint as audience", (url: string) => ({ aud: `${url}/oauth/token` }), {}],
    ["several audiences", (url: string) => ({ aud: ["urn:x", `${url}/`] }), {}],
    ["the audience with another scheme", (url: string) => ({ aud: `${url.replace("http:", "https:")}/` }), {}],
    ["no client_id in the request", () => ({}), { client_id: undefined }],
  ])("with %s", async (_, change, fields) => {
    const { emulator, claims, ask } = await tenant("rsa");
    const assertion = jwt(keys.rsa.privateKey, { alg: "RS256" }, claims(change(emulator.url)));
    expect((await ask(assertion, fields)).status).toBe(200);
  });

  test.each([
    ["rsa", undefined],
    ["pss", "key-1"],
    ["ec", "key-1"],
  ] as const)("signed by the provider, with an %s key", async (known, keyId) => {
    const { emulator, ask } = await tenant(known, keyId);
    const privateKey = privatePem(keys[known].privateKey);
    const client = { kind: "privateKey", clientId: "signer", keyId, source: "a test" } as const;
    const credentials = { ...client, privateKey, algorithm: algorithmOf(privateKey) };
    expect((await ask(signAssertion(credentials, `${emulator.url}/`, start * 1000))).status).toBe(200);
  });
});

describe("a client assertion is refused as one of an invalid client:", () => {
  const rsa = { alg: "RS256" as const };
  type Make = (claims: (change?: object) => object) => unknown;
  const refused: [string, Make, object?][] = [
    ["another key", (claims) => jwt(keys.other.privateKey, rsa, claims())],
    ["an algorithm of another kind of key", (claims) => jwt(keys.ec.privateKey, { alg: "ES256" }, claims())],
    ["no algorithm", (claims) => `${base64({ alg: "none" })}.${base64(claims())}.x`],
    [
      "claims that were changed",
      (claims) => {
        const [header, , signature] = jwt(keys.rsa.privateKey, rsa, claims()).split(".");
        return `${header}.${base64(claims({ exp: start + 9_999 }))}.${signature}`;
      },
    ],
    ["another issuer", (claims) => jwt(keys.rsa.privateKey, rsa, claims({ iss: "x" }))],
    ["another subject", (claims) => jwt(keys.rsa.privateKey, rsa, claims({ sub: "x" })), { client_id: "x" }],
    ["a client_id that differs", (claims) => jwt(keys.rsa.privateKey, rsa, claims()), { client_id: "x" }],
    ["no audience", (claims) => jwt(keys.rsa.privateKey, rsa, claims({ aud: undefined }))],
    ["another audience", (claims) => jwt(keys.rsa.privateKey, rsa, claims({ aud: "https://example.com/" }))],
    ["no expiry", (claims) => jwt(keys.rsa.privateKey, rsa, claims({ exp: undefined }))],
    ["an expiry that is now", (claims) => jwt(keys.rsa.privateKey, rsa, claims({ exp: start }))],
    ["a start in the future", (claims) => jwt(keys.rsa.privateKey, rsa, claims({ nbf: start + 1 }))],
    ["no jti", (claims) => jwt(keys.rsa.privateKey, rsa, claims({ jti: undefined }))],
    ["another key id", (claims) => jwt(keys.rsa.privateKey, { ...rsa, kid: "key-2" }, claims())],
    ["no JWT", () => "x"],
    ["three parts that are no JSON", () => "a.b.c"],
    ["a number in place of a text", () => 7],
    ["no assertion at all", () => undefined],
    ["another type", (claims) => jwt(keys.rsa.privateKey, rsa, claims()), { client_assertion_type: "x" }],
    ["no type", (claims) => jwt(keys.rsa.privateKey, rsa, claims()), { client_assertion_type: undefined }],
    ["a client secret as well", (claims) => jwt(keys.rsa.privateKey, rsa, claims()), { client_secret: "x" }],
  ];
  test.each(refused)("with %s", async (_, make, fields) => {
    const { claims, ask } = await tenant("rsa", "key-1");
    const assertion = make(claims);
    const { status, body } = await ask(assertion, fields);
    expect(status).toBe(401);
    expect(body).toEqual({ error: "invalid_client", error_description: expect.stringMatching(/./) });
    if (typeof assertion === "string" && assertion.length > 20) expect(JSON.stringify(body)).not.toContain(assertion);
  });

  test("with a valid signature, but the algorithm of another kind of key", async () => {
    const { claims, ask } = await tenant("ec");
    const assertion = jwt(keys.ec.privateKey, { alg: "RS256" }, claims());
    const { status, body } = await ask(assertion);
    expect([status, body.error_description]).toEqual([401, "The algorithm does not fit the key."]);
  });

  test("that was used before, as long as it is valid", async () => {
    const { claims, ask, clock } = await tenant("rsa");
    const sent = claims();
    const [once, twice] = [sent, { ...sent, exp: start + 120 }].map((payload) =>
      jwt(keys.rsa.privateKey, rsa, payload),
    );
    expect((await ask(once)).status).toBe(200);
    const again = await ask(once);
    expect([again.status, again.body.error_description]).toEqual([401, "The assertion was used before."]);
    expect((await ask(twice)).status).toBe(401);
    clock.seconds += 60;
    expect((await ask(twice)).status).toBe(200);
  });

  test("but can be used after it was refused", async () => {
    const { claims, ask } = await tenant("rsa");
    const sent = claims();
    expect((await ask(jwt(keys.other.privateKey, rsa, sent))).status).toBe(401);
    expect((await ask(jwt(keys.rsa.privateKey, rsa, sent))).status).toBe(200);
  });

  test("of an application without a key; and an application without a secret cannot use one", async () => {
    const { emulator, claims, ask } = await tenant("rsa");
    const main = { iss: emulator.clientId, sub: emulator.clientId };
    const assertion = jwt(keys.rsa.privateKey, rsa, claims(main));
    expect((await ask(assertion, { client_id: emulator.clientId })).status).toBe(401);
    const bySecret = { client_assertion: undefined, client_assertion_type: undefined };
    expect((await ask(undefined, { ...bySecret, client_secret: undefined })).status).toBe(401);
    expect((await ask(undefined, { ...bySecret, client_secret: "undefined" })).status).toBe(401);
  });
});

test("the log contains no client assertion", async () => {
  const { emulator, claims, ask } = await tenant("rsa");
  const assertion = jwt(keys.rsa.privateKey, { alg: "RS256" }, claims());
  await ask(assertion);
  expect(emulator.requests[0]?.body).toMatchObject({ client_assertion: "[redacted]", client_id: "signer" });
  expect(JSON.stringify(emulator.requests)).not.toContain(assertion);
});

test("an application can have a secret and a key", async () => {
  const clientSecret = randomBytes(16).toString("hex");
  const both = { clientId: "both", clientSecret, publicKeyPem: publicPem(keys.ec.publicKey) };
  const { emulator } = await setup({ clients: [both] });
  const body = {
    grant_type: "client_credentials",
    client_id: "both",
    client_secret: clientSecret,
    audience: `${emulator.url}/api/v2/`,
  };
  expect((await send(`${emulator.url}/oauth/token`, { method: "POST", body: JSON.stringify(body) })).status).toBe(200);
});

test.each([
  ["a key that is none", { publicKeyPem: "pem" }, /client c: publicKeyPem: not a public key/],
  ["a private key", { publicKeyPem: privatePem(keys.rsa.privateKey) }, /client c: publicKeyPem: not a public key/],
  [
    "another curve",
    { publicKeyPem: publicPem(generateKeyPairSync("ec", { namedCurve: "secp384r1" }).publicKey) },
    /client c: publicKeyPem: not an RSA or P-256 key/,
  ],
  ["neither secret nor key", {}, /client c: neither clientSecret nor publicKeyPem is set/],
])("an emulator with %s does not start", async (_, client, message) => {
  await expect(startEmulator({ clients: [{ clientId: "c", ...client }] })).rejects.toThrow(message);
});
