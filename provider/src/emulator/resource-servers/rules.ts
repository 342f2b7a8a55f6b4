import { type ArraySchema, bodyOf, type Properties, type Schema } from "../shared/validation.ts";
import { publicKeyFault } from "./encryption-key.ts";

/**
 * What the service admits in a resource server. These rules come from the service's documentation only and share nothing with
 * the provider's tables, so that tests find a wrong bound in either.
 */
const identifier: Schema = { type: "string", min: 1, max: 600, about: "Unique identifier, used as the audience" };

const lifetime = { type: "integer", min: 0, max: 2_592_000 } as const;

const scope: Schema = {
  ...bodyOf(
    {
      value: { type: "string", min: 1, max: 280, about: "Name of the permission" },
      description: { type: "string", max: 500, about: "What the permission is for" },
    },
    ["value"],
  ),
  about: "Permission",
};

function policyMember(about: string, oneOf: readonly string[]): Schema {
  return { ...bodyOf({ policy: { type: "string", oneOf, about: "Who may get access" } }), about };
}

const algorithms = ["RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512"];

const encryptionKey: Properties = {
  name: { type: "string", about: "Name of the key" },
  alg: { type: "string", oneOf: algorithms, about: "Key encryption algorithm" },
  kid: { type: "string", about: "Id of the key" },
  pem: { type: "string", rule: publicKeyFault, about: "RSA public key or certificate in PEM form" },
};

const keyAbout = "Key that tokens are encrypted to";

function tokenEncryption(encryption_key: Schema): Schema {
  const format: Schema = { type: "string", oneOf: ["compact-nested-jwe"], about: "Format of the encrypted token" };
  const body = bodyOf({ format, encryption_key }, ["format", "encryption_key"]);
  return { ...body, nullable: true, about: "Encryption of access tokens" };
}

const writable = {
  name: { type: "string", max: 200, pattern: /^[^<>]+$/, about: "Friendly name" },
  scopes: { type: "array", max: 1000, items: scope, about: "Permissions of the API" },
  signing_alg: { type: "string", oneOf: ["HS256", "RS256", "RS512", "PS256"], about: "Signing algorithm" },
  signing_secret: { type: "string", min: 16, about: "Secret of symmetric algorithms" },
  allow_offline_access: { type: "boolean", about: "Whether refresh tokens can be issued" },
  allow_online_access: { type: "boolean", about: "Whether online refresh tokens can be issued" },
  allow_online_access_with_ephemeral_sessions: {
    type: "boolean",
    about: "Whether online refresh tokens can be issued for ephemeral sessions",
  },
  token_lifetime: { ...lifetime, about: "Lifetime of access tokens in seconds" },
  token_lifetime_for_web: { ...lifetime, about: "Lifetime of access tokens for implicit and hybrid flows in seconds" },
  token_dialect: {
    type: "string",
    oneOf: ["access_token", "access_token_authz", "rfc9068_profile", "rfc9068_profile_authz"],
    about: "Form of access tokens",
  },
  skip_consent_for_verifiable_first_party_clients: {
    type: "boolean",
    about: "Whether first-party applications skip consent",
  },
  enforce_policies: { type: "boolean", about: "Whether authorization policies are enforced" },
  token_encryption: tokenEncryption({ ...bodyOf(encryptionKey, ["alg", "pem"]), about: keyAbout }),
  consent_policy: {
    type: "string",
    nullable: true,
    oneOf: ["transactional-authorization-with-mfa"],
    about: "Consent policy",
  },
  authorization_details: {
    type: "array",
    nullable: true,
    about: "Types of authorization details",
    items: {
      ...bodyOf({ type: { type: "string", about: "Type of the authorization details" } }),
      open: true,
      about: "Authorization details",
    },
  },
  proof_of_possession: {
    type: "object",
    nullable: true,
    about: "Sender constraint of access tokens",
    required: ["mechanism", "required"],
    properties: {
      mechanism: { type: "string", oneOf: ["mtls", "dpop"], about: "Mechanism" },
      required: { type: "boolean", about: "Whether it is required" },
      required_for: { type: "string", oneOf: ["public_clients", "all_clients"], about: "Whom it is required for" },
    },
  },
  subject_type_authorization: {
    type: "object",
    about: "Access of applications by type of subject",
    properties: {
      user: policyMember("Access on behalf of users", ["allow_all", "deny_all", "require_client_grant"]),
      client: policyMember("Access of clients for themselves", ["deny_all", "require_client_grant"]),
    },
  },
  authorization_policy: {
    type: "object",
    nullable: true,
    about: "Authorization policy",
    required: ["policy_id"],
    properties: { policy_id: { type: "string", min: 1, max: 1024, about: "Id of the policy" } },
  },
} satisfies Properties;

/** The body of `POST /resource-servers`. */
export const created = bodyOf({ identifier, ...writable }, ["identifier"]);

/** The body of `PATCH /resource-servers/{id}`. */
export const changed = bodyOf(writable);

/** Further properties of a resource server of a seed. In an export, an encryption key has its thumbprint instead of the PEM. */
export const seeded: Properties = {
  id: { type: "string", pattern: /^[0-9a-f]{24}$/, about: "Id of the API" },
  is_system: {
    type: "boolean",
    rule: (value) => (value ? "An API of the system is given whole, as the service answers it" : undefined),
    about: "Whether it is an API of the system",
  },
  client_id: { type: "string", about: "Client linked to the API" },
  token_encryption: tokenEncryption({
    type: "object",
    required: ["alg"],
    properties: {
      ...encryptionKey,
      thumbprint_sha256: { type: "string", pattern: /^[\w-]{43}$/, about: "Thumbprint of the key" },
    },
    rule: (key) =>
      "pem" in key === "thumbprint_sha256" in key ? "Expected either pem or thumbprint_sha256" : undefined,
    about: keyAbout,
  }),
};

/** The filter of `GET /resource-servers`. */
export const identifiersFilter: ArraySchema = {
  type: "array",
  max: 10,
  items: { type: "string", min: 1, max: 600, about: "Identifier" },
  about: "Identifiers to look for",
};

/** The properties that can be cleared with `null`. */
export const nullable = Object.keys(writable).filter((name) => created.properties[name]?.nullable);

/** The description of `token_lifetime_for_web`, for the rule that involves `token_lifetime` too. */
export const webLifetimeAbout = writable.token_lifetime_for_web.about;
