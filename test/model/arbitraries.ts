import { generateKeyPairSync, randomBytes } from "node:crypto";
import fc from "fast-check";
import type { JsonObject, MutableJsonObject } from "../../provider/src/schema/json.ts";

/** Public keys that encryption of access tokens accepts; made at run time. */
export const publicKeys: readonly string[] = [0, 1].map(() =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString(),
);

const word = fc.stringMatching(/^[a-z]{1,8}$/);

/** Names that a careless implementation trips over. */
export const awkwardName = fc.oneof(
  word,
  fc.constantFrom("__proto__", "constructor", "hasOwnProperty", "toString", "0"),
  fc.constantFrom("a/b", "a~b", "~1", "a.b", "a b", " ", "*", "%2F", "[0]"),
  // One letter composed and decomposed, one outside the basic plane, one that ends a line in scripts.
  fc.constantFrom("ü", "u\u0308", "𝒳", "\u2028"),
);

/** Texts, the empty one and one of `max` characters among them. */
export function texts(max: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: awkwardName },
    { weight: 1, arbitrary: fc.constantFrom("", "𝒳".repeat(max), " two  words\n") },
  );
}

/** The same properties, each of them also null at times, which means absent. */
export function orNull<T>(
  properties: Readonly<Record<string, fc.Arbitrary<T>>>,
): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, fc.option(value, { freq: 12 })]));
}

const scopeName = fc
  .oneof(
    fc.tuple(fc.constantFrom("read", "write"), awkwardName).map(([action, noun]) => `${action}:${noun}`),
    awkwardName,
    fc.constant("x".repeat(280)),
  )
  .filter((name) => name !== "__proto__");

/** A map or the wire's array: both are accepted. */
const scopes = fc
  .uniqueArray(fc.record({ value: scopeName, description: texts(500) }), {
    selector: ({ value }) => value,
    maxLength: 4,
  })
  .chain((entries) =>
    fc.constantFrom<JsonObject | JsonObject[]>(
      Object.fromEntries(entries.map(({ value, description }) => [value, description])),
      entries.map(({ value, description }) => (description === "" ? { value } : { value, description })),
    ),
  );

const lifetime = fc.oneof(fc.constantFrom(0, 1, 7199, 7200, 7201, 86_399, 86_400, 2_592_000), fc.nat(100_000));
const flag = fc.boolean();
const signingSecrets = [0, 1].map(() => randomBytes(16).toString("hex"));

const properties: Record<string, fc.Arbitrary<unknown>> = {
  name: texts(200).filter((name) => name !== ""),
  scopes,
  signingAlg: fc.constantFrom("HS256", "RS256", "PS256", "RS512"),
  signingSecret: fc.constantFrom(...signingSecrets),
  allowOfflineAccess: flag,
  allowOnlineAccess: flag,
  allowOnlineAccessWithEphemeralSessions: flag,
  tokenLifetime: lifetime,
  tokenLifetimeForWeb: lifetime,
  tokenLifetimeForAnonymousAccessTokens: fc.integer({ min: 86_400, max: 2_592_000 }),
  tokenDialect: fc.constantFrom("access_token", "access_token_authz", "rfc9068_profile", "rfc9068_profile_authz"),
  skipConsentForVerifiableFirstPartyClients: flag,
  enforcePolicies: flag,
  tokenEncryption: fc.record({
    format: fc.constant("compact-nested-jwe"),
    encryptionKey: fc.record(
      {
        alg: fc.constantFrom("RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512"),
        pem: fc.constantFrom(...publicKeys),
        ...orNull({ kid: texts(50), name: texts(50) }),
      },
      { requiredKeys: ["alg", "pem"] },
    ),
  }),
  consentPolicy: fc.constantFrom("transactional-authorization-with-mfa", null),
  authorizationDetails: fc.array(fc.record({ type: awkwardName }), { maxLength: 2 }),
  proofOfPossession: fc.record(
    {
      mechanism: fc.constantFrom("mtls", "dpop"),
      required: flag,
      ...orNull({ requiredFor: fc.constantFrom("public_clients", "all_clients") }),
    },
    { requiredKeys: ["mechanism", "required"] },
  ),
  subjectTypeAuthorization: fc.record(
    {
      user: fc.record(
        { policy: fc.constantFrom("allow_all", "deny_all", "require_client_grant") },
        { requiredKeys: [] },
      ),
      client: fc.record({ policy: fc.constantFrom("deny_all", "require_client_grant") }, { requiredKeys: [] }),
      anonymousUser: fc.record({ policy: fc.constantFrom("deny_all", "require_client_grant") }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
  authorizationPolicy: fc.record({ policyId: texts(1024).filter((id) => id !== "") }),
  accessToken: fc.record({
    claimsMapping: fc.record({
      customClaims: fc.uniqueArray(
        fc.record({ name: fc.constantFrom("country", "city"), expression: fc.constantFrom("a.country", "a.city") }),
        { selector: ({ name }) => name, maxLength: 2 },
      ),
    }),
  }),
};

/** Everything that a program may declare of a resource server, but for its identifier. */
export const resourceServerProperties: fc.Arbitrary<JsonObject> = fc
  .record(orNull(properties), { requiredKeys: [] })
  .map((args) => {
    const copy: MutableJsonObject = { ...(args as JsonObject) };
    // The web lifetime must not exceed the lifetime, which is 86,400 where nobody says otherwise.
    const allowed = Number(copy.tokenLifetime ?? 86_400);
    if (Number(copy.tokenLifetimeForWeb ?? 0) > allowed) copy.tokenLifetimeForWeb = allowed;
    return copy;
  });
