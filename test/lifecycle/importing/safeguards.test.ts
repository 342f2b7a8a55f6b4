import { expect, test } from "vitest";
import { startEmulator, type WireObject } from "../../../provider/src/emulator/index.ts";
import { newTenant, oldTenant } from "../../../provider/src/emulator/shared/module.ts";
import type { Json, JsonObject } from "../../../provider/src/schema/json.ts";
import { type Field, wireName } from "../../../provider/src/schema/schema.ts";
import { connectionSchema } from "../../../provider/src/types/connection/definition.ts";
import { optionNames, safeguards } from "../../../provider/src/types/connection/definition-options.ts";
import { resourceServerSchema } from "../../../provider/src/types/resource-server/definition.ts";
import { withNeeded } from "../../subjects/needed-options.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

const elsewhere = "https://attacker.example.com/";

/** An option that is weakened: what a connection is created with, if a new one lacks the option, and what somebody sets. */
interface Place {
  readonly strategy: string;
  /** The safeguard: its pointer into the options. */
  readonly at: string;
  readonly given?: JsonObject;
  readonly weaker: JsonObject;
}

/** Options whose values are addresses. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  oidc: ["issuer", "discovery_url", "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"],
  oauth2: ["authorizationURL", "tokenURL"],
  samlp: ["signInEndpoint", "signOutEndpoint", "metadataUrl"],
  pingfederate: ["pingFederateBaseUrl"],
  adfs: ["adfs_server"],
  sms: ["gateway_url"],
};

/** What users give the service at identity providers: permissions, each of which is an option. */
const permissions = safeguards.filter(({ why }) => why.startsWith("Each is a further permission"));

/** Options by strategy, each with a value and a weaker one. The name is the pointer, without the slash in front. */
const pairs: Readonly<Record<string, Readonly<Record<string, readonly [given: Json, weaker: Json]>>>> = {
  auth0: {
    "attributes/*/identifier": [
      { email: { identifier: { active: true } }, phone_number: { identifier: { active: false } } },
      { email: { identifier: { active: true } }, phone_number: { identifier: { active: true } } },
    ],
    "attributes/*/signup": [
      { email: { identifier: { active: true }, signup: { status: "required", verification: { active: true } } } },
      { email: { identifier: { active: true }, signup: { status: "required", verification: { active: false } } } },
    ],
    "attributes/*/verification_method": [
      { email: { identifier: { active: true }, verification_method: "link" } },
      { email: { identifier: { active: true }, verification_method: "otp" } },
    ],
    "authentication_methods/password/api_behavior": [
      { password: { enabled: true, api_behavior: "required" } },
      { password: { enabled: true, api_behavior: "optional" } },
    ],
    "authentication_methods/password/signup_behavior": [
      { password: { enabled: true, signup_behavior: "block" } },
      { password: { enabled: true, signup_behavior: "allow" } },
    ],
    disable_self_service_change_password: [true, false],
    enabledDatabaseCustomization: [false, true],
    import_mode: [false, true],
    non_persistent_attrs: [["address"], []],
    precedence: [
      ["email", "phone_number", "username"],
      ["username", "phone_number", "email"],
    ],
    realm_fallback: [false, true],
    requires_username: [false, true],
  },
  sms: {
    forward_req_info: [false, true],
    from: ["+15550100", "+15550199"],
    messaging_service_sid: ["ours", "theirs"],
    template: ["Your code is @@password@@", "Read login.attacker.example.com"],
    twilio_sid: ["ours", "theirs"],
  },
  email: {
    authParams: [{ scope: "openid" }, { scope: "openid offline_access" }],
    "email/body": [{ body: "Your code is {{ code }}" }, { body: "Read login.attacker.example.com" }],
    "email/from": [{ from: "us@example.com" }, { from: "them@attacker.example.com" }],
  },
  oidc: {
    attribute_map: [{ mapping_mode: "use_map" }, { mapping_mode: "bind_all" }],
    domain_aliases: [["example.com"], ["example.com", "attacker.example.com"]],
    dpop_signing_alg: ["ES512", "ES256"],
    enable_pushed_authorization_requests: [true, false],
    federated_connections_access_tokens: [{ active: false }, { active: true }],
    id_token_session_expiry_supported: [true, false],
    id_token_signed_response_algs: [["ES256"], ["ES256", "RS256"]],
    pushed_authorization_request_endpoint: ["https://idp.example.com/", elsewhere],
    scope: ["openid", "openid groups"],
    send_back_channel_nonce: [true, false],
    set_user_root_attributes: ["never_on_login", "on_each_login"],
    tenant_domain: ["example.com", "attacker.example.com"],
    token_endpoint_auth_method: ["private_key_jwt", "client_secret_post"],
    token_endpoint_auth_signing_alg: ["ES256", "RS256"],
    token_endpoint_jwtca_aud_format: ["issuer", "token_endpoint"],
    upstream_params: [{ level: { value: "high" } }, { level: { value: "low" } }],
  },
  okta: { domain: ["dev.okta.example.com", "okta.attacker.example.com"] },
  oauth1: {
    accessTokenURL: ["https://idp.example.com/", elsewhere],
    requestTokenURL: ["https://idp.example.com/", elsewhere],
  },
  shop: { baseUrl: ["https://idp.example.com/", elsewhere] },
  "salesforce-community": { community_base_url: ["https://idp.example.com/", elsewhere] },
  samlp: {
    destinationUrl: ["https://login.example.com/", elsewhere],
    disableSignout: [false, true],
    entityId: ["urn:ours", "urn:theirs"],
    fieldsMap: [{ email: "mail" }, { email: "alias" }],
    global_token_revocation_jwt_iss: ["https://idp.example.com/", elsewhere],
    global_token_revocation_jwt_sub: ["ours", "theirs"],
    oidc_metadata: [{ issuer: "https://idp.example.com/" }, { issuer: elsewhere }],
    recipientUrl: ["https://login.example.com/", elsewhere],
    requestTemplate: ["<AuthnRequest ForceAuthn='true'/>", "<AuthnRequest/>"],
    user_id_attribute: ["id", "alias"],
  },
  waad: {
    app_id: ["ours", "theirs"],
    ext_access_token: [false, true],
    ext_refresh_token: [false, true],
    identity_api: ["microsoft-identity-platform-v2.0", "azure-active-directory-v1.0"],
    tenantId: ["ours", "theirs"],
    use_wsfed: [false, true],
    userid_attribute: ["oid", "sub"],
    waad_protocol: ["openid-connect", "ws-federation"],
  },
  adfs: {
    fedMetadataXml: ["<EntityDescriptor/>", "<EntityDescriptor entityID='theirs'/>"],
  },
  ad: {
    certAuth: [false, true],
    disable_cache: [true, false],
    ips: [["192.0.2.1"], ["192.0.2.1", "198.51.100.1"]],
    kerberos: [false, true],
  },
  "google-apps": {
    allow_setting_login_scopes: [false, true],
    handle_login_from_social: [false, true],
    map_user_id_to_id: [false, true],
  },
  "google-oauth2": {
    allowed_audiences: [["ours"], ["ours", "theirs"]],
    freeform_scopes: [["ours"], ["ours", "theirs"]],
  },
};

/** Weaker than what a connection has. */
const options: readonly Place[] = [
  ...permissions.map(({ at }) => ({
    strategy: optionNames.github?.has(at.slice(1)) ? "github" : "google-oauth2",
    at,
    given: { [at.slice(1)]: false },
    weaker: { [at.slice(1)]: true },
  })),
  ...Object.entries(pairs).flatMap(([strategy, byPointer]) =>
    Object.entries(byPointer).map(([pointer, [given, weaker]]) => {
      const [name = ""] = pointer.split("/");
      return { strategy, at: `/${pointer}`, given: { [name]: given }, weaker: { [name]: weaker } };
    }),
  ),
  ...["ad", "auth0", "email", "sms"].map((strategy) => ({
    strategy,
    at: "/brute_force_protection",
    weaker: { brute_force_protection: false },
  })),
  {
    strategy: "adfs",
    at: "/should_trust_email_verified_connection",
    weaker: { should_trust_email_verified_connection: "something_else" },
  },
  {
    strategy: "waad",
    at: "/should_trust_email_verified_connection",
    weaker: { should_trust_email_verified_connection: "always_set_emails_as_verified" },
  },
  { strategy: "auth0", at: "/disable_signup", given: { disable_signup: true }, weaker: { disable_signup: false } },
  { strategy: "auth0", at: "/mfa/active", weaker: { mfa: { active: false } } },
  { strategy: "auth0", at: "/passwordPolicy", given: { passwordPolicy: "good" }, weaker: { passwordPolicy: "none" } },
  {
    strategy: "auth0",
    at: "/password_complexity_options",
    given: { password_complexity_options: { min_length: 12 } },
    weaker: { password_complexity_options: { min_length: 1 } },
  },
  ...["password_dictionary", "password_history", "password_no_personal_info"].map((name) => ({
    strategy: "auth0",
    at: `/${name}`,
    given: { [name]: { enable: true } },
    weaker: { [name]: { enable: false } },
  })),
  { strategy: "auth0", at: "/password_options", weaker: { password_options: { complexity: { min_length: 1 } } } },
  {
    strategy: "auth0",
    at: "/password_options/complexity/max_length_exceeded",
    weaker: { password_options: { complexity: { max_length_exceeded: "truncate" } } },
  },
  {
    strategy: "auth0",
    at: "/authentication_methods/*/enabled",
    weaker: { authentication_methods: { passkey: { enabled: true } } },
  },
  ...["email", "sms"].map((strategy) => ({
    strategy,
    at: "/totp",
    given: { totp: { length: 6, time_step: 180 } },
    weaker: { totp: { length: 4 } },
  })),
  { strategy: "sms", at: "/provider", given: { provider: "twilio" }, weaker: { provider: "sms_gateway" } },
  {
    strategy: "sms",
    at: "/gateway_authentication",
    given: { gateway_authentication: { method: "bearer", subject: "us", audience: "them", secret: "gateway secret" } },
    weaker: { gateway_authentication: { subject: "anyone" } },
  },
  {
    strategy: "auth0",
    at: "/customScripts",
    given: { customScripts: { login: "function login() {}" } },
    weaker: { customScripts: { login: "function login() { leak(); }" } },
  },
  {
    strategy: "oauth2",
    at: "/scripts",
    given: { scripts: { fetchUserProfile: "function f() {}" } },
    weaker: { scripts: { fetchUserProfile: "function f() { leak(); }" } },
  },
  { strategy: "oidc", at: "/type", weaker: { type: "back_channel" } },
  { strategy: "okta", at: "/type", weaker: { type: "front_channel" } },
  ...["oidc", "okta"].map((strategy) => ({
    strategy,
    at: "/connection_settings/pkce",
    weaker: { connection_settings: { pkce: "disabled" } },
  })),
  { strategy: "oauth2", at: "/pkce_enabled", given: { pkce_enabled: true }, weaker: { pkce_enabled: false } },
  ...Object.entries(addresses).flatMap(([strategy, names]) =>
    names.map((name) => ({
      strategy,
      at: `/${name}`,
      given: { [name]: "https://idp.example.com/" },
      weaker: { [name]: elsewhere },
    })),
  ),
  { strategy: "oidc", at: "/client_id", given: { client_id: "ours" }, weaker: { client_id: "theirs" } },
  { strategy: "samlp", at: "/signingCert", weaker: { signingCert: "b3RoZXI=" } },
  { strategy: "samlp", at: "/signSAMLRequest", given: { signSAMLRequest: true }, weaker: { signSAMLRequest: false } },
  {
    strategy: "samlp",
    at: "/signatureAlgorithm",
    given: { signatureAlgorithm: "rsa-sha256" },
    weaker: { signatureAlgorithm: "rsa-sha1" },
  },
  {
    strategy: "samlp",
    at: "/digestAlgorithm",
    given: { digestAlgorithm: "sha256" },
    weaker: { digestAlgorithm: "sha1" },
  },
  {
    strategy: "samlp",
    at: "/idpinitiated",
    given: { idpinitiated: { enabled: false } },
    weaker: { idpinitiated: { enabled: true } },
  },
  { strategy: "samlp", at: "/debug", given: { debug: false }, weaker: { debug: true } },
  {
    strategy: "samlp",
    at: "/assertion_decryption_settings",
    weaker: { assertion_decryption_settings: { algorithm_exceptions: ["rsa1_5"] } },
  },
  { strategy: "waad", at: "/useCommonEndpoint", weaker: { useCommonEndpoint: true } },
  {
    strategy: "waad",
    at: "/waad_common_endpoint",
    given: { useCommonEndpoint: true, waad_common_endpoint: false },
    weaker: { waad_common_endpoint: true },
  },
];

const least: Readonly<Record<string, JsonObject>> = {
  okta: { domain: "dev.okta.example.com" },
  samlp: { signingCert: "bm90IG9uZQ==", signInEndpoint: "https://idp.example.com/login" },
};

/** Weaker than what an API has, by property. */
const ofApis: Readonly<Record<string, { readonly given?: WireObject; readonly weaker: unknown }>> = {
  scopes: { given: { scopes: [{ value: "read:orders" }] }, weaker: [{ value: "delete:everything" }] },
  signing_alg: { weaker: "HS256" },
  signing_secret: {
    given: { signing_alg: "HS256", signing_secret: "a long secret of our own" },
    weaker: "sixteen letters!",
  },
  allow_offline_access: { weaker: true },
  token_lifetime: { weaker: 2_592_000 },
  token_lifetime_for_web: { weaker: 86_400 },
  token_lifetime_for_anonymous_access_tokens: {
    given: { token_lifetime_for_anonymous_access_tokens: 86_400 },
    weaker: 2_592_000,
  },
  allow_online_access: { given: { allow_online_access: false }, weaker: true },
  allow_online_access_with_ephemeral_sessions: {
    given: { allow_online_access_with_ephemeral_sessions: false },
    weaker: true,
  },
  token_dialect: { given: { token_dialect: "access_token_authz" }, weaker: "access_token" },
  consent_policy: { given: { consent_policy: "transactional-authorization-with-mfa" }, weaker: null },
  authorization_details: {
    given: { authorization_details: [{ type: "payment" }] },
    weaker: [{ type: "payment" }, { type: "transfer" }],
  },
  authorization_policy: { given: { authorization_policy: { policy_id: "ours" } }, weaker: { policy_id: "theirs" } },
  skip_consent_for_verifiable_first_party_clients: { weaker: true },
  enforce_policies: { given: { enforce_policies: true }, weaker: false },
  proof_of_possession: {
    given: { proof_of_possession: { mechanism: "mtls", required: true } },
    weaker: { mechanism: "mtls", required: false },
  },
  subject_type_authorization: {
    given: { subject_type_authorization: { user: { policy: "require_client_grant" } } },
    weaker: { user: { policy: "allow_all" } },
  },
};

/** The API returns no key, so no import can declare the encryption. */
const undeclarable = ["token_encryption"];
/**
 * Options that no import declares: the API never returns the first one, and encrypts the second one. The service derives the third one from the
 * certificate.
 */
const undeclarableOptions = ["/metadataXml", "/configuration", "/cert"];

/** Weaker than what a connection has, by property: the strategy cannot change. */
const ofConnections: Readonly<Record<string, WireObject>> = {
  is_domain_connection: { is_domain_connection: true },
  metadata: { metadata: { tier: "admin" } },
};

test("every safeguard has a case", () => {
  const read = safeguards.map(({ at }) => at).filter((at) => !undeclarableOptions.includes(at));
  expect([...new Set(options.map(({ at }) => at))].toSorted()).toEqual(read.toSorted());
  const [ofApi, ofConnection] = [resourceServerSchema, connectionSchema].map(({ fields }) =>
    Object.entries<Field>(fields).flatMap(([name, field]) => (field.safeguard ? [wireName(name, field)] : [])),
  );
  expect(ofApi?.toSorted()).toEqual([...Object.keys(ofApis), ...undeclarable].toSorted());
  expect(ofConnection?.toSorted()).toEqual([...Object.keys(ofConnections), "enabled_clients", "strategy"].toSorted());
});

/** What an older tenant does not have, so that nobody can weaken it there. */
const recent = /password_options|methods|decryption/;

test.each([
  ["of today", newTenant, /^$/],
  ["of 2022", oldTenant, recent],
])("a weakened object at a tenant %s is drift after an import", async (_, traits, absent) => {
  const tenant = await startEmulator({ traits });
  try {
    for (const [n, { strategy, given = {} }] of options.entries()) {
      const made = withNeeded(strategy, { ...least[strategy], ...given });
      tenant.connections.create({ name: `c${n}`, strategy, ...(Object.keys(made).length > 0 && { options: made }) });
    }
    for (const [name, { given = {} }] of Object.entries(ofApis)) {
      tenant.resourceServers.create({ identifier: `urn:${name}`, name, ...given });
    }
    for (const name of Object.keys(ofConnections)) {
      tenant.connections.create({
        name: name.replaceAll("_", "-"),
        strategy: "oidc",
        options: withNeeded("oidc"),
        metadata: { tier: "free" },
      });
    }
    const [user, other] = ["user", "other"].map((name) => String(tenant.clients.create({ name }).client_id));
    tenant.connections.create({ name: "used", strategy: "auth0" });
    tenant.connections.setClients("used", [user ?? ""]);
    tenant.connections.create({ name: "untouched", strategy: "auth0" });
    const { client, program } = await importedOf(tenant, false);
    const engines = enginesOf(tenant, program);
    await client.close();

    const weakened = new Set<string>();
    for (const [n, { strategy, at, weaker }] of options.entries()) {
      if (absent.test(at)) continue;
      const before = JSON.stringify(tenant.connections.get(`c${n}`)?.options);
      tenant.connections.editOptions(`c${n}`, weaker as Record<string, unknown>);
      expect([strategy, at, JSON.stringify(tenant.connections.get(`c${n}`)?.options)]).not.toEqual([
        strategy,
        at,
        before,
      ]);
      weakened.add(`c${n} ${at}`);
    }
    for (const [name, { weaker }] of Object.entries(ofApis)) {
      tenant.resourceServers.update(`urn:${name}`, { [name]: weaker });
      weakened.add(name.replaceAll("_", "-"));
    }
    for (const [name, weaker] of Object.entries(ofConnections)) {
      tenant.connections.edit(name.replaceAll("_", "-"), weaker);
      weakened.add(name.replaceAll("_", "-"));
    }
    tenant.connections.setClients("used", [user ?? "", other ?? ""]);
    weakened.add("used");
    const found = await Promise.all(engines.map(([engine]) => engine.refresh()));
    const drift = found.flat().flatMap(({ name, op }) => {
      const option = options[Number(/^c(\d+)$/.exec(name)?.[1] ?? -1)];
      return op === "same" ? [] : [option ? `${name} ${option.at}` : name];
    });
    expect(drift.toSorted()).toEqual([...weakened].toSorted());
  } finally {
    await tenant.close();
  }
});
