import { api, byProgram, identifier, inRun, ofReferred, payload, type Refusal, taken, x } from "./refusal.ts";

const express = ["POST", "/resource-servers", { identifier: "urn:auth0:express-configure" }] as const;
const absent = "000000000000000000000000";

/** Refusals of the service. */
export const resourceServerRefusals: readonly Refusal[] = [
  byProgram(
    "resourceServer",
    "no identifier",
    {},
    payload("Missing required property: identifier", "identifier"),
    /^identifier: is required/,
  ),
  byProgram(
    "resourceServer",
    "an identifier of 601 characters",
    { identifier: x(601) },
    payload("String is too long (601 chars), maximum 600", "identifier"),
    /^identifier: must be 1 to 600/,
  ),
  byProgram(
    "resourceServer",
    "a name with <",
    { identifier, name: "a<b" },
    payload("String does not match pattern: ^[^<>]+$", "name"),
    /^name: must not be empty and must not contain < or >/,
  ),
  byProgram(
    "resourceServer",
    "a name of 201 characters",
    { identifier, name: x(201) },
    payload("String is too long (201 chars), maximum 200", "name"),
    /^name: must be at most 200/,
  ),
  byProgram(
    "resourceServer",
    "a lifetime above 30 days",
    { identifier, tokenLifetime: 2_592_001 },
    payload("Value 2592001 is greater than maximum 2592000", "token_lifetime"),
    /^tokenLifetime: must be a whole number from 0 to 2592000/,
  ),
  byProgram(
    "resourceServer",
    "a web lifetime above the lifetime",
    { identifier, tokenLifetime: 60, tokenLifetimeForWeb: 61 },
    payload("Value 61 is greater than token_lifetime 60", "token_lifetime_for_web"),
    /^tokenLifetimeForWeb: must not be larger/,
  ),
  byProgram(
    "resourceServer",
    "a web lifetime above the lifetime of a new API",
    { identifier, tokenLifetimeForWeb: 86_401 },
    payload("Value 86401 is greater than token_lifetime 86400", "token_lifetime_for_web"),
    /^tokenLifetimeForWeb: must not be larger than tokenLifetime \(86400\)/,
  ),
  byProgram(
    "resourceServer",
    "an encryption key that is no public key",
    {
      identifier,
      tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", pem: "the key" } },
    },
    payload("Not a public key in PEM form", "token_encryption.encryption_key.pem"),
    /^tokenEncryption\.encryptionKey\.pem: must be a public key or a certificate in PEM form/,
  ),
  byProgram(
    "resourceServer",
    "a secret of 15 characters",
    { identifier, signingAlg: "HS256", signingSecret: x(15) },
    payload("String is too short (15 chars), minimum 16", "signing_secret"),
    /^signingSecret: must be at least 16/,
  ),
  byProgram(
    "resourceServer",
    "a misspelt algorithm",
    { identifier, signingAlg: "rs256" },
    payload("No enum match, expected one of: HS256, RS256, RS512, PS256", "signing_alg"),
    /^signingAlg: unknown value "rs256"\. Did you mean "RS256"/,
  ),
  byProgram(
    "resourceServer",
    "a scope of 281 characters",
    { identifier, scopes: { [x(281)]: "" } },
    payload("String is too long (281 chars), maximum 280", "scopes[0].value"),
    /^scopes.*must be 1 to 280/,
  ),
  byProgram(
    "resourceServer",
    "proof of possession without required",
    { identifier, proofOfPossession: { mechanism: "dpop" } },
    payload("Missing required property: required", "proof_of_possession.required"),
    /^proofOfPossession\.required: is required/,
  ),
  byProgram(
    "resourceServer",
    "an encryption key without pem",
    { identifier, tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256" } } },
    payload("Missing required property: pem", "token_encryption.encryption_key.pem"),
    /^tokenEncryption\.encryptionKey\.pem: is required/,
  ),
  byProgram(
    "resourceServer",
    "scopes of a system API",
    { identifier: "urn:auth0:express-configure", scopes: { a: "" } },
    payload("Additional properties not allowed: scopes", ""),
    /^scopes: cannot be set/,
    ["PATCH", "/resource-servers/{last}", { scopes: [] }],
    [express],
  ),
  byProgram(
    "resourceServer",
    "the name of a system API",
    { identifier: "urn:auth0:express-configure", name: "Mine" },
    payload("Additional properties not allowed: name", ""),
    /^name: must be "Okta OIN/,
    ["PATCH", "/resource-servers/{last}", { name: "Mine" }],
    [express],
  ),
  byProgram(
    "resourceServer",
    "a policy id of 1025 characters",
    { identifier, authorizationPolicy: { policyId: x(1025) } },
    payload("String is too long (1025 chars), maximum 1024", "authorization_policy.policy_id"),
    /^authorizationPolicy\.policyId: must be 1 to 1024/,
  ),
  taken(
    "resourceServer",
    { identifier },
    api,
    "A resource server with the same identifier already exists.",
    "resource_server_conflict",
  ),
  ofReferred(
    inRun(
      "an API that is gone",
      ["GET", `/resource-servers/${absent}`],
      [404, "The resource server does not exist", "inexistent_resource_server"],
    ),
  ),
  inRun(
    "a web lifetime above the lifetime that the tenant has",
    ["PATCH", "/resource-servers/{last}", { token_lifetime_for_web: 61 }],
    [
      400,
      "Payload validation error: 'Value 61 is greater than token_lifetime 60' on property token_lifetime_for_web.",
      "invalid_body",
    ],
    [["POST", "/resource-servers", { identifier, token_lifetime: 60, token_lifetime_for_web: 60 }]],
  ),
  inRun(
    "another identifier of an API",
    ["PATCH", "/resource-servers/{last}", { identifier: "a" }],
    [400, "Payload validation error: 'Additional properties not allowed: identifier'.", "invalid_body"],
    [api],
  ),
  inRun(
    "the name of a system API",
    ["PATCH", "/resource-servers/{last}", { name: "Mine" }],
    [400, "Payload validation error: 'Additional properties not allowed: name'.", "invalid_body"],
    [["POST", "/resource-servers", { identifier: "urn:auth0:express-configure" }]],
  ),
];
