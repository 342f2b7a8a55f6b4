import { publicKeyFault } from "../shared/certificates.ts";
import { omit } from "../shared/store.ts";
import { bodyOf, flag, integer, list, object, type Properties, type Schema, text } from "../shared/validation.ts";

/**
 * The rules of the service for resource servers. They come only from the service's documentation and share nothing with the provider's
 * schemas, so that tests find a wrong bound on either side.
 */
const identifier = text("Unique identifier, used as the audience", { min: 1, max: 600 });

const lifetime = { min: 0, max: 2_592_000 };

const scope = object(
  "Permission",
  {
    value: text("Name of the permission", { min: 1, max: 280 }),
    description: text("Description of the permission", { max: 500 }),
  },
  ["value"],
);

function policyMember(about: string, oneOf: readonly string[]): Schema {
  return object(about, { policy: text("Who may get access", { oneOf }) });
}

const algorithms = ["RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512"];

const encryptionKey: Properties = {
  name: text("Name of the key"),
  alg: text("Key encryption algorithm", { oneOf: algorithms }),
  kid: text("Id of the key"),
  pem: text("RSA public key or certificate in PEM form", { rule: publicKeyFault }),
};

const keyAbout = "Key that encrypts tokens";

function tokenEncryption(encryption_key: Schema): Schema {
  const format = text("Format of the encrypted token", { oneOf: ["compact-nested-jwe"] });
  const required = ["format", "encryption_key"];
  return object("Encryption of access tokens", { format, encryption_key }, required, { nullable: true });
}

/** The description of `token_lifetime_for_web`. The rule that compares this property with `token_lifetime` needs the description, too. */
export const webLifetimeAbout = "Lifetime of access tokens for implicit and hybrid flows in seconds";

const writable: Properties = {
  name: text("Friendly name", { max: 200, pattern: /^[^<>]+$/ }),
  scopes: list("Permissions of the API", scope, { max: 1000 }),
  signing_alg: text("Signing algorithm", { oneOf: ["HS256", "RS256", "RS512", "PS256"] }),
  signing_secret: text("Secret of symmetric algorithms", { min: 16 }),
  allow_offline_access: flag("Whether refresh tokens can be issued"),
  allow_online_access: flag("Whether online refresh tokens can be issued"),
  allow_online_access_with_ephemeral_sessions: flag(
    "Whether online refresh tokens can be issued for ephemeral sessions",
  ),
  token_lifetime: integer("Lifetime of access tokens in seconds", lifetime),
  token_lifetime_for_web: integer(webLifetimeAbout, lifetime),
  token_lifetime_for_anonymous_access_tokens: integer("Lifetime of access tokens of anonymous sessions in seconds", {
    ...lifetime,
    min: 86_400,
    nullable: true,
  }),
  token_dialect: text("Form of access tokens", {
    oneOf: ["access_token", "access_token_authz", "rfc9068_profile", "rfc9068_profile_authz"],
  }),
  skip_consent_for_verifiable_first_party_clients: flag("Whether first-party applications skip consent"),
  enforce_policies: flag("Whether authorization policies are enforced"),
  token_encryption: tokenEncryption(object(keyAbout, encryptionKey, ["alg", "pem"])),
  consent_policy: text("Consent policy", { nullable: true, oneOf: ["transactional-authorization-with-mfa"] }),
  authorization_details: list(
    "Types of authorization details",
    object("Authorization details", { type: text("Type of the authorization details") }, [], { open: true }),
    { nullable: true },
  ),
  proof_of_possession: object(
    "Sender constraint of access tokens",
    {
      mechanism: text("Mechanism", { oneOf: ["mtls", "dpop"] }),
      required: flag("Whether the constraint is required"),
      required_for: text("Clients for which the constraint is required", { oneOf: ["public_clients", "all_clients"] }),
    },
    ["mechanism", "required"],
    { nullable: true },
  ),
  subject_type_authorization: object("Access of applications by type of subject", {
    user: policyMember("Access on behalf of users", ["allow_all", "deny_all", "require_client_grant"]),
    client: policyMember("Access of clients for themselves", ["deny_all", "require_client_grant"]),
    anonymous_user: policyMember("Access for anonymous sessions", ["deny_all", "require_client_grant"]),
  }),
  authorization_policy: object(
    "Authorization policy",
    { policy_id: text("Id of the policy", { min: 1, max: 1024 }) },
    ["policy_id"],
    { nullable: true },
  ),
};

/** The body of `POST /resource-servers`. */
export const created = bodyOf({ identifier, ...writable }, ["identifier"]);

/** The body of `PATCH /resource-servers/{id}`. */
export const changed = bodyOf(writable);

const thumbprintSha256 = text("Thumbprint of the key", { pattern: /^[\w-]{43}$/ });

/**
 * Properties of a resource server that only a seed can contain, or that follow other rules there: in an export, an encryption key has its
 * thumbprint instead of the PEM.
 */
export const seeded: Properties = {
  id: text("Id of the API", { pattern: /^[0-9a-f]{24}$/ }),
  is_system: {
    ...flag("Whether the API is a system API"),
    rule: (value: boolean) => (value ? "A system API must have all properties of the service's response" : undefined),
  },
  client_id: text("Client linked to the API"),
  token_encryption: tokenEncryption(
    object(keyAbout, { ...encryptionKey, thumbprint_sha256: thumbprintSha256 }, ["alg"], {
      rule: (key) =>
        "pem" in key === "thumbprint_sha256" in key ? "Expected either pem or thumbprint_sha256" : undefined,
    }),
  ),
};

/** The filter of `GET /resource-servers`. */
export const identifiersFilter = list("Identifiers to look for", text("Identifier", { min: 1, max: 600 }), { max: 10 });

/** The properties of a system API that a request can change, unless the API lists others. */
export const systemSettings = Object.keys(omit(writable, ["name", "scopes", "signing_secret", "enforce_policies"]));

/** The properties that can be cleared with `null`. */
export const nullable = Object.keys(writable).filter((name) => writable[name]?.nullable);
