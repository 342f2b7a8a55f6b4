import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import type { JsonObject, MutableJsonObject } from "../../provider/src/model/json.ts";

/** Public keys that encryption of access tokens accepts; made at run time. */
export const publicKeys: readonly string[] = [0, 1].map(() =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString(),
);

const word = fc.stringMatching(/^[a-z]{1,8}$/);

/** Names that a careless implementation trips over. */
export const awkwardName = fc.oneof(
  word,
  fc.constantFrom("__proto__", "constructor", "a/b", "a~b", "ü", "toString", "0"),
);

const scopeName = fc.oneof(
  fc.tuple(fc.constantFrom("read", "write"), awkwardName).map(([action, noun]) => `${action}:${noun}`),
  awkwardName,
);

/** A map or the wire's array: both are accepted. */
const scopes = fc
  .uniqueArray(fc.record({ value: scopeName, description: fc.oneof(fc.constant(""), word) }), {
    selector: ({ value }) => value,
    maxLength: 4,
  })
  .chain((entries) =>
    fc.constantFrom<JsonObject | JsonObject[]>(
      Object.fromEntries(entries.map(({ value, description }) => [value, description])),
      entries.map(({ value, description }) => (description === "" ? { value } : { value, description })),
    ),
  );

const lifetime = fc.oneof(fc.constantFrom(0, 1, 7200, 7201, 86_400, 2_592_000), fc.nat(100_000));
const flag = fc.boolean();

/** Everything that a program may declare of a resource server, but for its identifier. */
export const resourceServerProperties: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      name: word,
      scopes,
      signingAlg: fc.constantFrom("RS256", "PS256", "RS512"),
      allowOfflineAccess: flag,
      allowOnlineAccess: flag,
      allowOnlineAccessWithEphemeralSessions: flag,
      tokenLifetime: lifetime,
      tokenLifetimeForWeb: lifetime,
      tokenDialect: fc.constantFrom("access_token", "rfc9068_profile_authz"),
      skipConsentForVerifiableFirstPartyClients: flag,
      enforcePolicies: flag,
      tokenEncryption: fc.record({
        format: fc.constant("compact-nested-jwe"),
        encryptionKey: fc.record(
          {
            alg: fc.constantFrom("RSA-OAEP-256", "RSA-OAEP-512"),
            pem: fc.constantFrom(...publicKeys),
            kid: word,
            name: word,
          },
          { requiredKeys: ["alg", "pem"] },
        ),
      }),
      consentPolicy: fc.constantFrom("transactional-authorization-with-mfa", null),
      authorizationDetails: fc.array(fc.record({ type: word }), { maxLength: 2 }),
      proofOfPossession: fc.record(
        {
          mechanism: fc.constantFrom("mtls", "dpop"),
          required: flag,
          requiredFor: fc.constantFrom("public_clients", "all_clients"),
        },
        { requiredKeys: ["mechanism", "required"] },
      ),
      subjectTypeAuthorization: fc.record(
        {
          user: fc.record({ policy: fc.constantFrom("allow_all", "deny_all", "require_client_grant") }),
          client: fc.record({ policy: fc.constantFrom("deny_all", "require_client_grant") }),
        },
        { requiredKeys: [] },
      ),
      authorizationPolicy: fc.record({ policyId: word }),
    },
    { requiredKeys: [] },
  )
  .map((args) => {
    const copy: MutableJsonObject = { ...(args as JsonObject) };
    // The web lifetime must not exceed the lifetime, which is 86,400 where nobody says otherwise.
    const { tokenLifetime = 86_400, tokenLifetimeForWeb = 0 } = args;
    if (tokenLifetimeForWeb > tokenLifetime) copy.tokenLifetimeForWeb = tokenLifetime;
    return copy;
  });
