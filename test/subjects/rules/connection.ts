import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { Cases } from "./cases.ts";

const threeKinds: readonly string[] = ["lowercase", "uppercase", "number"];

const database = (options: JsonObject) => ({ properties: { strategy: "auth0", options } });

const of = (strategy: string, options: JsonObject = {}) => ({ properties: { strategy, options } });

/** The cases of a rule about a boolean setting of databases, which exists as an old and as a recent option. */
function databaseSwitch(old: string, recent: string): Cases {
  const setTo = (path: string, value: boolean): JsonObject => {
    const [group = "", member = "", last] = path.split(".");
    return { [group]: last === undefined ? { [member]: value } : { [member]: { [last]: value } } };
  };
  return {
    passes: [database(setTo(old, true)), database(setTo(recent, true))],
    fails: [database(setTo(old, false)), { ...database({}), isLive: true }],
    doesNotApply: [of("oidc", setTo(old, false))],
    unknown: [database({}), database({ ...setTo(old, false), ...setTo(recent, true) })],
  };
}

/** The cases of the rules in `baseline/rules/connection.ts`, by the rules' ids. */
export const connectionCases: Readonly<Record<string, Cases>> = {
  "db-password-dictionary": databaseSwitch("password_dictionary.enable", "password_options.dictionary.active"),
  "db-password-no-personal-data": databaseSwitch(
    "password_no_personal_info.enable",
    "password_options.profile_data.active",
  ),
  "db-password-history": databaseSwitch("password_history.enable", "password_options.history.active"),
  "db-password-strength": {
    passes: [
      database({ passwordPolicy: "good" }),
      database({ password_options: { complexity: { min_length: 15 } } }),
      database({ passwordPolicy: null, password_options: { complexity: { min_length: 15 } } }),
      database({ password_options: { complexity: { min_length: 8, character_types: threeKinds } } }),
      database({ passwordPolicy: "Good", password_options: { complexity: { min_length: 12 } } }),
    ],
    fails: [
      database({ passwordPolicy: "fair" }),
      database({ passwordPolicy: null }),
      database({ passwordPolicy: "low", password_options: { complexity: { min_length: 15 } } }),
      database({ passwordPolicy: "LOW" }),
      database({ password_options: { complexity: { min_length: 7, character_types: threeKinds } } }),
      database({ password_options: { complexity: { min_length: 11, character_types: threeKinds.slice(1) } } }),
      database({ passwordPolicy: "good", password_options: { complexity: { min_length: 4 } } }),
    ],
    doesNotApply: [of("oidc")],
    unknown: [
      database({}),
      database({ passwordPolicy: "custom" }),
      database({ passwordPolicy: "good", password_options: { complexity: { min_length: null } } }),
    ],
  },
  "db-password-length": {
    passes: [
      database({ password_complexity_options: { min_length: 12 } }),
      database({ password_options: { complexity: { min_length: 15 } } }),
    ],
    fails: [
      database({ password_complexity_options: { min_length: 8 } }),
      database({
        password_options: { complexity: { min_length: 11 } },
        password_complexity_options: { min_length: 20 },
      }),
      database({
        password_options: { complexity: { min_length: 15 } },
        password_complexity_options: { min_length: 8 },
      }),
      { ...database({ passwordPolicy: "excellent" }), isLive: true },
    ],
    doesNotApply: [of("samlp", { password_complexity_options: { min_length: 8 } })],
    unknown: [database({})],
  },
  "connection-brute-force-protection": {
    passes: [database({ brute_force_protection: true })],
    fails: [database({ brute_force_protection: false }), of("sms", { brute_force_protection: false })],
    doesNotApply: [of("samlp", { brute_force_protection: false })],
    unknown: [database({})],
  },
  "connection-scripts-no-secrets": {
    passes: [database({ customScripts: { login: "const key = configuration.API_KEY;" } })],
    fails: [
      database({ customScripts: { login: `const apiKey = "${["q7Rk2Zp", "9Xw4Lt8Vb"].join("")}";` } }),
      of("oauth2", { scripts: { other: "", fetchUserProfile: ["-----BEGIN", "PRIVATE KEY-----"].join(" ") } }),
    ],
    doesNotApply: [database({})],
    unknown: [database({ customScripts: { login: 7 } })],
  },
  "upstream-pkce": {
    passes: [of("oidc", { connection_settings: { pkce: "auto" } }), of("oauth2", { pkce_enabled: true })],
    fails: [
      of("oidc", { connection_settings: { pkce: "disabled" } }),
      of("okta", { connection_settings: { pkce: "plain" } }),
      of("oauth2", { pkce_enabled: false }),
    ],
    doesNotApply: [of("oidc", { type: "front_channel" }), of("samlp")],
    unknown: [of("oidc"), of("oauth2")],
  },
  "oidc-back-channel": {
    passes: [of("oidc", { type: "back_channel" })],
    fails: [of("oidc", { type: "front_channel" }), { ...of("oidc"), isLive: true }],
    doesNotApply: [of("okta", { type: "front_channel" })],
    unknown: [of("oidc")],
  },
  "connection-https-endpoints": {
    passes: [of("oidc", { issuer: "https://idp.example.com/" }), of("adfs", { adfs_server: "idp.example.com" })],
    fails: [
      of("oidc", { issuer: "https://idp.example.com/", jwks_uri: "http://idp.example.com/keys" }),
      of("samlp", { signInEndpoint: " HTTP:\\\\idp.example.com/login" }),
    ],
    doesNotApply: [of("oidc", { issuer: "" })],
    unknown: [of("oidc", { issuer: 7 })],
  },
  "samlp-signs-requests": {
    passes: [of("samlp", { signSAMLRequest: true })],
    fails: [of("samlp", { signSAMLRequest: false }), { ...of("samlp"), isLive: true }],
    doesNotApply: [of("oidc")],
    unknown: [of("samlp")],
  },
  "samlp-no-sha1": {
    passes: [of("samlp", { signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" })],
    fails: [
      of("samlp", { signatureAlgorithm: "rsa-sha1" }),
      of("samlp", { signatureAlgorithm: "RSA-SHA1" }),
      of("samlp", { digestAlgorithm: "sha1" }),
    ],
    doesNotApply: [of("oidc")],
    unknown: [of("samlp"), of("samlp", { signatureAlgorithm: "rsa-sha256" })],
  },
  "samlp-no-idp-initiated": {
    passes: [of("samlp", { idpinitiated: { enabled: false } })],
    fails: [of("samlp", { idpinitiated: { enabled: true } }), of("samlp", { idpinitiated: { client_id: "app" } })],
    doesNotApply: [of("oidc", { idpinitiated: { enabled: true } })],
    unknown: [of("samlp")],
  },
  "samlp-debug-off": {
    passes: [of("samlp", { debug: false })],
    fails: [of("samlp", { debug: true })],
    unknown: [of("samlp")],
  },
  "samlp-decryption-exceptions": {
    passes: [of("samlp", { assertion_decryption_settings: { algorithm_exceptions: [] } })],
    fails: [
      of("samlp", {
        assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: ["rsa-1_5"] },
      }),
    ],
    unknown: [of("samlp")],
  },
  "waad-common-endpoint": {
    passes: [of("waad", { useCommonEndpoint: false })],
    fails: [of("waad", { useCommonEndpoint: true }), of("waad", { waad_common_endpoint: true })],
    doesNotApply: [of("adfs", { useCommonEndpoint: true })],
    unknown: [of("waad")],
  },
  "enterprise-email-trust": {
    passes: [of("waad", { should_trust_email_verified_connection: "never_set_emails_as_verified" })],
    fails: [of("adfs", { should_trust_email_verified_connection: "always_set_emails_as_verified" })],
    doesNotApply: [of("samlp")],
    unknown: [of("waad")],
  },
  "social-own-keys": {
    passes: [of("google-oauth2", { client_id: "1234.apps.example.com" })],
    fails: [of("google-oauth2", { client_id: "" }), { ...of("google-oauth2"), isLive: true }],
    doesNotApply: [of("oauth2", { client_id: "" })],
    unknown: [of("github")],
  },
  "passwordless-code-strength": {
    passes: [of("email", { totp: { length: 6, time_step: 180 } }), of("sms", { totp: { length: 8, time_step: 300 } })],
    fails: [
      of("email", { totp: { length: 4, time_step: 180 } }),
      of("email", { totp: { length: 6, time_step: 181 } }),
      of("sms", { totp: { length: 8, time_step: 301 } }),
    ],
    doesNotApply: [database({})],
    unknown: [of("email", { totp: { length: 6 } })],
  },
  "sms-gateway-authenticated": {
    passes: [of("sms", { provider: "sms_gateway", gateway_authentication: { method: "bearer" } })],
    // The Pulumi engine passes no null to the provider, so only values that were read from the tenant can be null.
    fails: [
      { ...of("sms", { provider: "sms_gateway", gateway_authentication: null }), isLive: true },
      { ...of("sms", { provider: "sms_gateway" }), isLive: true },
    ],
    doesNotApply: [of("sms", { provider: "twilio" }), of("email", { provider: "sms_gateway" })],
    unknown: [of("sms", { provider: "sms_gateway" }), of("sms")],
  },
  "db-passkeys": {
    passes: [database({ authentication_methods: { passkey: { enabled: true } } })],
    fails: [database({ authentication_methods: { passkey: { enabled: false } } }), { ...database({}), isLive: true }],
    doesNotApply: [of("samlp")],
    unknown: [database({})],
  },
  "connection-certificate-expiry": {
    passes: [of("samlp", { expires: "2999-01-01T00:00:00.000Z" })],
    fails: [
      of("samlp", { expires: "2020-01-01T00:00:00.000Z" }),
      of("pingfederate", { expires: "2020-01-01T00:00:00.000Z" }),
    ],
    doesNotApply: [of("oidc", { expires: "2020-01-01T00:00:00.000Z" })],
    unknown: [of("samlp"), of("samlp", { signingCert: "no certificate" })],
  },
  "connection-enabled-for-nobody": {
    passes: [
      { properties: { strategy: "oidc", enabledClients: ["app"] } },
      { properties: { strategy: "oidc", enabledClients: [], isDomainConnection: true } },
      {
        properties: { strategy: "oidc" },
        others: [{ type: "connectionClients", properties: { connectionId: "judged", clients: ["app"] } }],
      },
    ],
    fails: [
      { properties: { strategy: "oidc", enabledClients: [], isDomainConnection: false } },
      { properties: { strategy: "oidc", enabledClients: [] }, isNew: true },
      { properties: { strategy: "oidc", enabledClients: [] }, isLive: true },
    ],
    unknown: [
      { properties: { strategy: "oidc" } },
      { properties: { strategy: "oidc", enabledClients: [] } },
      {
        properties: { strategy: "oidc" },
        others: [{ type: "connectionClients", properties: { connectionId: "con_2", clients: ["app"] } }],
      },
    ],
  },
  "connection-domain-level": {
    passes: [{ properties: { strategy: "auth0", isDomainConnection: false } }],
    fails: [{ properties: { strategy: "auth0", isDomainConnection: true } }],
    unknown: [database({})],
  },
};
