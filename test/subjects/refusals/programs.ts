import { generateKeyPairSync } from "node:crypto";
import { selfSigned } from "../../../provider/src/emulator/shared/certificates.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { byProgram, type Refusal } from "./refusal.ts";

const payload = (why: string, property: string) =>
  [400, `Payload validation error: '${why}'${property && ` on property ${property}`}.`, "invalid_body"] as const;
const bad = (message: string) => [400, message, "invalid_body"] as const;
const x = (count: number) => "x".repeat(count);

const pem = String(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }),
);
const certificate = selfSigned("job.example.com", Date.now()).cert;
const identifier = "https://orders.example.com";
const db = (options: JsonObject) => ({ name: "users", strategy: "auth0", options });
const corp = (strategy: string, options: JsonObject) => ({ name: "corp", strategy, options });
const acl = (rule: JsonObject) => ({
  description: "Rule",
  active: false,
  priority: 1,
  rule: { scope: "tenant", ...rule },
});
const someone = { asns: [1] };
const client = (more: JsonObject) => ({ name: "Shop", ...more });
const settings = (body: unknown) => ["PATCH", "/tenants/settings", body] as const;
const api = ["POST", "/resource-servers", { identifier }] as const;
const shop = ["POST", "/clients", { name: "Shop" }] as const;
const users = ["POST", "/connections", { name: "users", strategy: "auth0" }] as const;
const acme = ["POST", "/organizations", { name: "acme" }] as const;
const express = ["POST", "/resource-servers", { identifier: "urn:auth0:express-configure" }] as const;
const grant = (more: JsonObject) =>
  ["POST", "/client-grants", { client_id: "{first}", audience: identifier, ...more }] as const;
const stream = (more: JsonObject) => ({ name: "Users", subscriptions: ["user.created"], ...more });
const bearer = (more: JsonObject) => ({
  webhook: { endpoint: "https://events.example.com/", authorization: { method: "bearer", ...more } },
});
const ofDestination = (why: string) =>
  [400, `Payload validation error: '${why}' on property destination.configuration.`, "invalid_body"] as const;
type Row = Parameters<typeof byProgram>;

const rows: readonly Row[] = [
  [
    "eventStream",
    "a webhook without its token",
    stream(bearer({})),
    ofDestination("Missing required property: token"),
    /^webhook\.authorization\.token: is required with the method "bearer"/,
    [
      "POST",
      "/event-streams",
      {
        name: "Users",
        subscriptions: [{ event_type: "user.created" }],
        destination: {
          type: "webhook",
          configuration: {
            webhook_endpoint: "https://events.example.com/",
            webhook_authorization: { method: "bearer" },
          },
        },
      },
    ],
  ],
  [
    "resourceServer",
    "no identifier",
    {},
    payload("Missing required property: identifier", "identifier"),
    /^identifier: is required/,
  ],
  [
    "resourceServer",
    "an identifier of 601 characters",
    { identifier: x(601) },
    payload("String is too long (601 chars), maximum 600", "identifier"),
    /^identifier: must be 1 to 600/,
  ],
  [
    "resourceServer",
    "a name with <",
    { identifier, name: "a<b" },
    payload("String does not match pattern: ^[^<>]+$", "name"),
    /^name: must not be empty and must not contain < or >/,
  ],
  [
    "resourceServer",
    "a name of 201 characters",
    { identifier, name: x(201) },
    payload("String is too long (201 chars), maximum 200", "name"),
    /^name: must be at most 200/,
  ],
  [
    "resourceServer",
    "a lifetime above 30 days",
    { identifier, tokenLifetime: 2_592_001 },
    payload("Value 2592001 is greater than maximum 2592000", "token_lifetime"),
    /^tokenLifetime: must be a whole number from 0 to 2592000/,
  ],
  [
    "resourceServer",
    "a web lifetime above the lifetime",
    { identifier, tokenLifetime: 60, tokenLifetimeForWeb: 61 },
    payload("Value 61 is greater than token_lifetime 60", "token_lifetime_for_web"),
    /^tokenLifetimeForWeb: must not be larger/,
  ],
  [
    "resourceServer",
    "a web lifetime above the lifetime of a new API",
    { identifier, tokenLifetimeForWeb: 86_401 },
    payload("Value 86401 is greater than token_lifetime 86400", "token_lifetime_for_web"),
    /^tokenLifetimeForWeb: must not be larger than tokenLifetime \(86400\)/,
  ],
  [
    "resourceServer",
    "an encryption key that is no public key",
    {
      identifier,
      tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256", pem: "the key" } },
    },
    payload("Not a public key in PEM form", "token_encryption.encryption_key.pem"),
    /^tokenEncryption\.encryptionKey\.pem: must be a public key or a certificate in PEM form/,
  ],
  [
    "resourceServer",
    "a secret of 15 characters",
    { identifier, signingAlg: "HS256", signingSecret: x(15) },
    payload("String is too short (15 chars), minimum 16", "signing_secret"),
    /^signingSecret: must be at least 16/,
  ],
  [
    "resourceServer",
    "a misspelt algorithm",
    { identifier, signingAlg: "rs256" },
    payload("No enum match, expected one of: HS256, RS256, RS512, PS256", "signing_alg"),
    /^signingAlg: unknown value "rs256"\. Did you mean "RS256"/,
  ],
  [
    "resourceServer",
    "a scope of 281 characters",
    { identifier, scopes: { [x(281)]: "" } },
    payload("String is too long (281 chars), maximum 280", "scopes[0].value"),
    /^scopes.*must be 1 to 280/,
  ],
  [
    "resourceServer",
    "proof of possession without required",
    { identifier, proofOfPossession: { mechanism: "dpop" } },
    payload("Missing required property: required", "proof_of_possession.required"),
    /^proofOfPossession\.required: is required/,
  ],
  [
    "resourceServer",
    "an encryption key without pem",
    { identifier, tokenEncryption: { format: "compact-nested-jwe", encryptionKey: { alg: "RSA-OAEP-256" } } },
    payload("Missing required property: pem", "token_encryption.encryption_key.pem"),
    /^tokenEncryption\.encryptionKey\.pem: is required/,
  ],
  [
    "resourceServer",
    "scopes of a system API",
    { identifier: "urn:auth0:express-configure", scopes: { a: "" } },
    payload("Additional properties not allowed: scopes", ""),
    /^scopes: cannot be set/,
    ["PATCH", "/resource-servers/{last}", { scopes: [] }],
    [express],
  ],
  [
    "resourceServer",
    "the name of a system API",
    { identifier: "urn:auth0:express-configure", name: "Mine" },
    payload("Additional properties not allowed: name", ""),
    /^name: must be "Okta OIN/,
    ["PATCH", "/resource-servers/{last}", { name: "Mine" }],
    [express],
  ],
  [
    "resourceServer",
    "a policy id of 1025 characters",
    { identifier, authorizationPolicy: { policyId: x(1025) } },
    payload("String is too long (1025 chars), maximum 1024", "authorization_policy.policy_id"),
    /^authorizationPolicy\.policyId: must be 1 to 1024/,
  ],

  [
    "connection",
    "okta without a domain",
    corp("okta", { client_id: "a" }),
    bad("options.domain is required"),
    /^options\.domain: is required: .*options\.issuer/,
  ],
  [
    "connection",
    "okta without options",
    { name: "corp", strategy: "okta" },
    bad("options.domain is required"),
    /options\.domain: is required/,
  ],
  [
    "connection",
    "oidc without a client id",
    corp("oidc", { issuer: "https://idp.example.com" }),
    payload("Missing required property: client_id", "options"),
    /^options\.client_id: is required/,
  ],
  [
    "connection",
    "waad without a client id",
    corp("waad", {}),
    payload("Missing required property: client_id", "options"),
    /^options\.client_id: is required/,
  ],
  [
    "connection",
    "samlp without endpoint and metadata",
    corp("samlp", {}),
    payload("Missing required property: one of signInEndpoint, metadataUrl, metadataXml", "options"),
    /^options\.signInEndpoint: is required: .*metadataUrl or options\.metadataXml/,
  ],
  [
    "connection",
    "pingfederate without its address",
    corp("pingfederate", {}),
    payload("Missing required property: pingFederateBaseUrl", "options"),
    /^options\.pingFederateBaseUrl: is required/,
  ],
  [
    "connection",
    "an empty precedence",
    db({ precedence: [] }),
    payload("Array is too short (0), minimum 3", "options.precedence"),
    /^options\.precedence: must have at least 3 elements/,
  ],
  [
    "userAttributeProfile",
    "no attributes of users",
    { name: "Empty", userAttributes: {} },
    payload("Too few properties defined (0), minimum 1", "user_attributes"),
    /^userAttributes: must have at least 1 key/,
  ],
  [
    "connection",
    "a length of passwords that the service cannot demand",
    db({ password_options: { complexity: { min_length: 73 } } }),
    payload("Value 73 is greater than maximum 72", "options.password_options.complexity.min_length"),
    /^options\.password_options\.complexity\.min_length: must be 1 to 72/,
  ],
  [
    "connection",
    "a history without passwords",
    db({ password_options: { history: { active: true, size: 0 } } }),
    payload("Value 0 is less than minimum 1", "options.password_options.history.size"),
    /^options\.password_options\.history\.size: must be 1 to 24/,
  ],
  [
    "connection",
    "attributes without an identifier",
    db({ attributes: { email: { identifier: { active: false } } } }),
    bad("attributes must contain one active identifier"),
    /^options\.attributes: needs .*identifier\.active: true/,
  ],
  [
    "connection",
    "decryption settings without a profile",
    corp("samlp", {
      signInEndpoint: "https://idp.example.com",
      assertion_decryption_settings: { algorithm_exceptions: [] },
    }),
    payload("Missing required property: algorithm_profile", "options.assertion_decryption_settings.algorithm_profile"),
    /algorithm_profile: is required/,
  ],
  [
    "connection",
    "a gateway without a secret",
    corp("sms", { gateway_authentication: { method: "bearer", audience: "a" } }),
    payload("Missing required property: secret", "options.gateway_authentication.secret"),
    /^options\.gateway_authentication\.secret: is required/,
  ],
  [
    "connection",
    "a dictionary without enable",
    db({ password_dictionary: { dictionary: [] } }),
    payload("Missing required property: enable", "options.password_dictionary.enable"),
    /^options\.password_dictionary\.enable: is required/,
  ],
  [
    "connection",
    "a history without enable",
    db({ password_history: { size: 3 } }),
    payload("Missing required property: enable", "options.password_history.enable"),
    /^options\.password_history\.enable: is required/,
  ],
  [
    "connection",
    "bounds of names without a maximum",
    db({ validation: { username: { min: 1 } } }),
    payload("Missing required property: max", "options.validation.username.max"),
    /^options\.validation\.username\.max: is required/,
  ],
  [
    "connection",
    "a name with a blank",
    { name: "my users", strategy: "auth0" },
    payload("String does not match pattern: ^[a-zA-Z0-9](-[a-zA-Z0-9]|[a-zA-Z0-9])*$", "name"),
    /^name: must be letters and digits/,
  ],
  [
    "connection",
    "a name of 129 characters",
    { name: x(129), strategy: "auth0" },
    payload("String is too long (129 chars), maximum 128", "name"),
    /^name: must be 1 to 128/,
  ],
  [
    "connection",
    "no strategy",
    { name: "users" },
    payload("Missing required property: strategy", "strategy"),
    /^strategy: is required/,
  ],
  [
    "connection",
    "a display name of 129 characters",
    { name: "users", strategy: "auth0", displayName: x(129) },
    payload("String is too long (129 chars), maximum 128", "display_name"),
    /^displayName: must be 1 to 128/,
  ],

  [
    "connection",
    "a required attribute that nobody gives at sign-up",
    db({
      attributes: {
        email: { identifier: { active: true } },
        phone_number: { identifier: { active: true }, profile_required: true, signup: { status: "inactive" } },
      },
    }),
    bad("attribute phone_number must also be required on signup"),
    /^options\.attributes\.phone_number\.signup\.status: must not be "inactive"/,
  ],
  [
    "clientAuthentication",
    "an expiry of a public key that has none",
    { clientId: "{last}", method: "private_key_jwt", credentials: [{ pem, parseExpiryFromCert: true }] },
    bad("parse_expiry_from_cert needs a certificate"),
    /parseExpiryFromCert: needs a certificate/,
    ["POST", "/clients/{last}/credentials", { credential_type: "public_key", pem, parse_expiry_from_cert: true }],
    [shop],
  ],
  [
    "clientAuthentication",
    "a certificate and its subject",
    { clientId: "{last}", method: "tls_client_auth", credentials: [{ pem: certificate, subjectDn: "CN=a" }] },
    bad("Either pem or subject_dn is required"),
    /pem: is required unless subjectDn is declared; declare only one/,
    [
      "POST",
      "/clients/{last}/credentials",
      { credential_type: "cert_subject_dn", pem: certificate, subject_dn: "CN=a" },
    ],
    [shop],
  ],
  [
    "triggerActions",
    "a trigger to which nothing can be bound",
    { triggerId: "custom-token-exchange", actions: [] },
    [400, "cannot bind actions to an entity-bound trigger"],
    /is a trigger to which no action can be bound/,
    ["PATCH", "/actions/triggers/custom-token-exchange/bindings", { bindings: [] }],
  ],
  ["client", "no name", {}, payload("Missing required property: name", "name"), /^name: is required/],
  [
    "client",
    "client credentials of a public application",
    client({ tokenEndpointAuthMethod: "none", grantTypes: ["client_credentials"] }),
    bad("Invalid grant types: client_credentials"),
    /^grantTypes: cannot contain client_credentials/,
  ],
  [
    "client",
    "a trusted header of a public application",
    client({ tokenEndpointAuthMethod: "none", isTokenEndpointIpHeaderTrusted: true }),
    bad("is_token_endpoint_ip_header_trusted needs a client secret at the token endpoint"),
    /^isTokenEndpointIpHeaderTrusted: cannot be true/,
  ],
  [
    "client",
    "a default organization without flows",
    client({ defaultOrganization: { organizationId: "org_1234567890123456" } }),
    payload("Missing required property: flows", "default_organization.flows"),
    /^defaultOrganization\.flows: is required/,
  ],
  [
    "client",
    "an application for an API without the API",
    client({ appType: "resource_server" }),
    bad("resource_server_identifier is required for the app_type resource_server"),
    /^resourceServerIdentifier: is required/,
  ],
  [
    "client",
    "a grant type twice",
    client({ grantTypes: ["implicit", "implicit"] }),
    payload("Array items are not unique (indexes 0 and 1)", "grant_types"),
    /^grantTypes\[1\]: occurs twice/,
  ],
  [
    "client",
    "a misspelt grant type",
    client({ grantTypes: ["authorisation_code"] }),
    bad("Invalid grant types: authorisation_code"),
    /^grantTypes\[0\]: unknown value .*Did you mean "authorization_code"/,
  ],
  [
    "client",
    "vault access without keys",
    client({ tokenVaultPrivilegedAccess: { grants: [] } }),
    payload("Missing required property: credentials", "token_vault_privileged_access.credentials"),
    /^tokenVaultPrivilegedAccess\.credentials: is required/,
  ],

  [
    "clientGrant",
    "neither a client nor a group",
    { audience: identifier },
    bad("Either client_id or default_for is required."),
    /^clientId: is required, unless defaultFor/,
  ],
  [
    "clientGrant",
    "no audience",
    { clientId: "a" },
    payload("Missing required property: audience", "audience"),
    /^audience: is required/,
  ],

  [
    "clientGrant",
    "all scopes and some",
    { clientId: "a", audience: identifier, scope: ["read"], allowAllScopes: true },
    bad("scope must be empty while allow_all_scopes is set"),
    /^scope: cannot be declared together with allowAllScopes/,
    grant({ scope: ["read"], allow_all_scopes: true }),
    [shop, api],
  ],
  [
    "clientGrant",
    "details of a grant that is not for users",
    { clientId: "a", audience: identifier, authorizationDetailsTypes: ["payment"] },
    bad("authorization_details_types needs the subject_type user"),
    /^authorizationDetailsTypes: needs subjectType "user"/,
    grant({ authorization_details_types: ["payment"] }),
    [shop, api],
  ],
  [
    "organizationConnection",
    "sign-up without membership",
    { organizationId: "org_1234567890123456", connectionId: "con_1234567890123456", isSignupEnabled: true },
    bad("Only database connections with assign_membership_on_login = true support is_signup_enabled = true."),
    /^isSignupEnabled: needs assignMembershipOnLogin/,
    [
      "POST",
      "/organizations/{last}/enabled_connections",
      { connection_id: "{first}", is_signup_enabled: true, assign_membership_on_login: false },
    ],
    [users, acme],
  ],
  ["role", "no name", {}, payload("Missing required property: name", "name"), /^name: is required/],
  [
    "organization",
    "a name in capitals",
    { name: "Acme" },
    payload("String does not match pattern: ^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$", "name"),
    /^name: must/,
  ],
  [
    "organization",
    "a name of 51 characters",
    { name: x(51) },
    payload("String is too long (51 chars), maximum 50", "name"),
    /^name: must be 1 to 50/,
  ],
  [
    "tokenExchangeProfile",
    "no action",
    { name: "Legacy", subjectTokenType: "urn:example:a", type: "custom_authentication" },
    payload("Missing required property: action_id", "action_id"),
    /^actionId: is required/,
  ],
  [
    "customDomain",
    "no type",
    { domain: "login.example.com" },
    payload("Missing required property: type", "type"),
    /^type: is required/,
  ],
  [
    "logStream",
    "a stream without a name",
    { type: "http", sink: { httpEndpoint: "https://a.example.com" } },
    payload("Missing required property: name", "name"),
    /^name: is required/,
  ],
  [
    "logStream",
    "http without an endpoint",
    { name: "a", type: "http", sink: { httpContentType: "application/json" } },
    payload("Missing required property: httpEndpoint", "sink.httpEndpoint"),
    /httpEndpoint: is required/,
  ],
  [
    "networkAcl",
    "a redirect without a place",
    acl({ action: "redirect", match: someone }),
    bad("Payload validation error: Action type of `redirect` requires a `redirect_uri`"),
    /redirectUri: is required with the action "redirect"/,
  ],
  [
    "networkAcl",
    "neither match nor notMatch",
    acl({ action: "block" }),
    bad("Payload validation error: Either `match` or `not_match` is required"),
    /^rule: must have match, notMatch or both/,
  ],
  [
    "networkAcl",
    "matchAll and a match",
    acl({ action: "block", matchAll: true, match: someone }),
    bad("Payload validation error: `match_all` excludes `match` and `not_match`"),
    /^rule\.matchAll: cannot be true together/,
  ],
  [
    "networkAcl",
    "a place of an action that redirects nobody",
    acl({ action: "block", redirectUri: "https://a.example.com", match: someone }),
    bad("Payload validation error: Additional properties not allowed: redirect_uri"),
    /^rule\.redirectUri: can be declared only with the action "redirect"/,
    [
      "POST",
      "/network-acls",
      {
        description: "Rule",
        active: false,
        priority: 1,
        rule: { scope: "tenant", action: { block: true, redirect_uri: "https://a.example.com" }, match: someone },
      },
    ],
  ],
  [
    "networkAcl",
    "a match that is empty",
    acl({ action: "block", match: { asns: [] } }),
    payload("Array is too short (0), minimum 1", "rule.match.asns"),
    /asns: must have at least 1/,
  ],
  [
    "action",
    "two versions of one package",
    {
      name: "a",
      code: "a",
      supportedTriggers: [{ id: "post-login", version: "v3" }],
      dependencies: ["1.0.0", "2.0.0"].map((version) => ({ name: "undici", version })),
    },
    payload("Array items are not unique (indexes 0 and 1)", "dependencies"),
    /^dependencies\[1\]: occurs twice/,
  ],
  [
    "bruteForceProtection",
    "an exception that is no address",
    { allowlist: ["office.example.com"] },
    payload("Object didn't pass validation for format address", "allowlist[0]"),
    /^allowlist\[0\]: must be an IP address or a range/,
    ["PATCH", "/attack-protection/brute-force-protection", { allowlist: ["office.example.com"] }],
  ],
  [
    "action",
    "no trigger",
    { name: "a", code: "a", supportedTriggers: [] },
    payload("Array is too short (0), minimum 1", "supported_triggers"),
    /^supportedTriggers: must have exactly 1/,
  ],

  [
    "tenantSettings",
    "hours and minutes of a session",
    { sessionLifetime: 1, sessionLifetimeInMinutes: 60 },
    payload("Only one of session_lifetime and session_lifetime_in_minutes is allowed", "session_lifetime_in_minutes"),
    /^sessionLifetimeInMinutes: cannot be declared together with sessionLifetime/,
    settings({ session_lifetime: 1, session_lifetime_in_minutes: 60 }),
  ],
  [
    "tenantSettings",
    "a session above a year",
    { sessionLifetime: 20_160 },
    payload("Value 20160 is greater than maximum 8760", "session_lifetime"),
    /^sessionLifetime: must be a whole number from .* to 8760/,
    settings({ session_lifetime: 20_160 }),
  ],
];

/** Refusals that a program alone decides. */
export const ofPrograms: readonly Refusal[] = rows.map((row) => byProgram(...row));
