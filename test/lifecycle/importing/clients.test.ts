import { describe, expect, onTestFinished, test } from "vitest";
import { resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import { type Emulator, startEmulator, type WireObject } from "../../../provider/src/emulator/index.ts";
import { selfSigned } from "../../../provider/src/emulator/shared/certificates.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { fieldAt, type Schema } from "../../../provider/src/schema/schema.ts";
import { kidOf } from "../../../provider/src/types/client/authentication.ts";
import { clientGrantSchema, clientSchema } from "../../../provider/src/types/client/definition.ts";
import { thumbprintOf } from "../../../provider/src/types/client-authentication/entries.ts";
import { pairs } from "../../harness/keys.ts";
import { guardedIn } from "../../subjects/guarded.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

const audience = "https://orders.example.com";
const clientId = "0123456789abcdefghijklmnopqrst00";

const signers = pairs(2, 1024);
const { cert: certificate } = selfSigned("job.example.com", Date.now());

/** Applications as tenants have them: of every type and method, with all that the service merges, and as dashboards leave them. */
const applications: readonly WireObject[] = [
  { name: "Fresh" },
  { name: "Fresh" },
  { name: "Browser", app_type: "spa", token_endpoint_auth_method: "none", callbacks: ["https://a.example/cb"] },
  { name: "Web", app_type: "regular_web", token_endpoint_auth_method: "client_secret_post", description: "" },
  {
    name: "Job",
    app_type: "non_interactive",
    grant_types: ["client_credentials"],
    jwt_configuration: { alg: "RS256" },
  },
  { name: "Third", is_first_party: false, token_endpoint_auth_method: "none" },
  { name: "Strict", is_first_party: false, third_party_security_mode: "strict" },
  {
    name: "Native",
    app_type: "native",
    token_endpoint_auth_method: "none",
    mobile: { ios: { team_id: "T", app_bundle_identifier: "b" }, android: { app_package_name: "p" } },
    native_social_login: { apple: { enabled: true } },
    refresh_token: {
      rotation_type: "rotating",
      expiration_type: "expiring",
      leeway: 10,
      policies: [{ audience, scope: ["read:orders"] }],
    },
    session_transfer: { can_create_session_transfer_token: true, allowed_authentication_methods: ["cookie"] },
    oidc_logout: { backchannel_logout_urls: ["https://a.example/logout"] },
  },
  {
    name: "Addons",
    addons: { samlp: { mappings: { a: "b" }, signingCert: "c", logout: { slo_enabled: true } }, wsfed: {} },
    client_metadata: { team: "orders", "cost center": "" },
    callbacks: [],
    client_aliases: ["urn:alias"],
    organization_usage: "require",
    organization_require_behavior: "pre_login_prompt",
    default_organization: { organization_id: "org_0000000000000001", flows: ["client_credentials"] },
    async_approval_notification_channels: ["email", "guardian-push"],
    skip_non_verifiable_callback_uri_confirmation_prompt: false,
    compliance_level: "none",
    identity_assertion_authorization_grant: { active: true },
    token_quota: { client_credentials: { enforce: false, per_day: 5 } },
  },
  {
    name: "Newest",
    jwt_configuration: { alg: "RS256", scopes: { contacts: { actions: ["read"] } } },
    anonymous_sessions: { active: true },
    b2b_integration_configuration: { integration_type: "application", sso_profiles: ["profile-1"] },
    my_organization_configuration: {
      allowed_strategies: ["oidc"],
      connection_deletion_behavior: "allow",
      third_party_client_access: { default_value: "block", allowed_values: ["block", "allow"] },
    },
    token_vault_privileged_access: {
      credentials: signers.map(({ pem }) => ({ credential_type: "public_key", pem })),
      ip_allowlist: ["192.0.2.0/24"],
      grants: [{ connection: "google", scopes: ["calendar"] }],
    },
  },
  {
    name: "Signed requests",
    signed_request_object: {
      required: true,
      credentials: signers.map(({ pem }) => ({ credential_type: "public_key", pem })),
    },
  },
  { name: "API", app_type: "resource_server", resource_server_identifier: audience },
  {
    name: "Signs",
    client_authentication_methods: {
      private_key_jwt: {
        credentials: signers.map(({ pem }, at) => ({ credential_type: "public_key", name: `key ${at}`, pem })),
      },
    },
  },
  {
    name: "Certified",
    client_authentication_methods: {
      self_signed_tls_client_auth: { credentials: [{ credential_type: "x509_cert", pem: certificate }] },
    },
  },
  {
    name: "Trusted",
    client_authentication_methods: {
      tls_client_auth: { credentials: [{ credential_type: "cert_subject_dn", subject_dn: "C=JP\nCN=trusted" }] },
    },
  },
];

async function tenantWithApplications(): Promise<Emulator> {
  const tenant = await startEmulator({
    clientId,
    seed: {
      clients: [{ client_id: "global", name: "All Applications", global: true, owners: [], client_secret: "s" }],
    },
  });
  onTestFinished(() => tenant.close());
  tenant.resourceServers.create({
    identifier: audience,
    scopes: [{ value: "read:orders" }],
    subject_type_authorization: { anonymous_user: { policy: "require_client_grant" } },
  });
  for (const wire of applications) tenant.clients.create(wire);
  tenant.clients.create({ client_id: clientId, name: "The pipeline's own" });
  const job = tenant.clients.list().find(({ name }) => name === "Job");
  for (const client_id of [job?.client_id, clientId]) {
    tenant.clientGrants.create({ client_id, audience, scope: ["read:orders"] });
  }
  tenant.clientGrants.create({ client_id: job?.client_id, audience, subject_type: "user", allow_all_scopes: true });
  return tenant;
}

describe.each([false, true])("applications and grants (all: %s)", (all) => {
  test("are adopted without a message, and without their secrets", async () => {
    const tenant = await tenantWithApplications();
    const { client, program, before } = await importedOf(tenant, all);
    onTestFinished(() => client.close());
    const types = program.resources.map(({ item }) => item.type);
    expect(types.filter((type) => type === "client")).toHaveLength(applications.length);
    expect(types.filter((type) => type === "clientGrant")).toHaveLength(2);
    expect(types.filter((type) => type === "clientAuthentication")).toHaveLength(3);
    for (const [engine, declared] of enginesOf(tenant, program)) {
      expect(await engine.changes(declared)).toEqual([]);
      expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
      expect(await engine.changes(declared)).toEqual([]);
    }
    expect(JSON.stringify(tenant.export())).toBe(before);
    const written = JSON.stringify([program.files, program.resources.map(({ outputs }) => outputs)]);
    for (const { client_secret: secret } of tenant.clients.list()) {
      if (typeof secret === "string" && secret.length > 1) expect(written).not.toContain(secret);
    }
  });
});

test("an application with default values declares its name and the values that matter for security", async () => {
  const tenant = await tenantWithApplications();
  const north = tenant.organizations.create({ name: "north" });
  tenant.clients.create({
    name: "North's",
    default_organization: { organization_id: north.id, flows: ["client_credentials"] },
  });
  const { client, program } = await importedOf(tenant, false);
  onTestFinished(() => client.close());
  const argsOf = (name: string) => program.resources.find(({ args }) => args.name === name)?.args;
  const fresh = {
    isFirstParty: true,
    callbacks: [],
    allowedLogoutUrls: [],
    allowedOrigins: [],
    webOrigins: [],
    grantTypes: ["authorization_code", "implicit", "refresh_token"],
    crossOriginAuthentication: false,
    customLoginPageOn: true,
    oidcConformant: false,
    isTokenEndpointIpHeaderTrusted: false,
    jwtConfiguration: { lifetimeInSeconds: 36_000 },
    refreshToken: {
      rotationType: "non-rotating",
      expirationType: "non-expiring",
      leeway: 0,
      tokenLifetime: 2_592_000,
      idleTokenLifetime: 1_296_000,
    },
  };
  expect(argsOf("Fresh")).toEqual({
    ...fresh,
    name: "Fresh",
    grantTypes: [...fresh.grantTypes, "client_credentials"],
  });
  expect(argsOf("Browser")).toEqual({
    ...fresh,
    name: "Browser",
    appType: "spa",
    tokenEndpointAuthMethod: "none",
    callbacks: ["https://a.example/cb"],
  });
  expect(argsOf("Third")).toEqual({
    ...fresh,
    name: "Third",
    isFirstParty: false,
    oidcConformant: true,
    grantTypes: ["authorization_code"],
    jwtConfiguration: { lifetimeInSeconds: 3_600, alg: "RS256" },
    // Other applications without expiry have this flag, so only here does it not follow from the expiration type.
    refreshToken: { ...fresh.refreshToken, expirationType: "expiring", infiniteTokenLifetime: true },
    tokenEndpointAuthMethod: "none",
    thirdPartySecurityMode: "strict",
    redirectionPolicy: "open_redirect_protection",
  });
  // The API returns the ids of the keys in their place.
  expect(argsOf("Signed requests")?.signedRequestObject).toEqual({ required: true });
  const text = program.files.map((file) => file.text).join("\n");
  expect(text).toMatch(/new tenant\.ClientGrant\([^)]*clientId: (\w+\.)?\w+\.id,\s+audience: (\w+\.)?\w+\.identifier,/);
  // A grant has no name, and one API can have many of them.
  expect(text.match(/new tenant\.ClientGrant\(\s*"[^"]+"/g)?.map((start) => start.split('"')[1])).toEqual([
    "job-https-orders-example-com",
    "job-https-orders-example-com-2",
  ]);
});

const elsewhere = ["https://attacker.example.com/"];
const password = ["authorization_code", "password"];

const rotating = { rotation_type: "rotating", expiration_type: "expiring" };

/** What each application of the test below has, besides what its own test needs. */
const strong: WireObject = {
  app_type: "spa",
  token_endpoint_auth_method: "none",
  oidc_conformant: true,
  organization_usage: "require",
  jwt_configuration: { alg: "RS256" },
  refresh_token: rotating,
  initiate_login_uri: "https://app.example.com/login",
  require_pushed_authorization_requests: true,
  require_proof_of_possession: true,
  signed_request_object: { required: true },
  token_exchange: { allow_any_profile_of_type: [] },
  oidc_logout: { backchannel_logout_urls: ["https://app.example.com/logout"] },
  session_transfer: { can_create_session_transfer_token: false, enforce_device_binding: "ip" },
  skip_non_verifiable_callback_uri_confirmation_prompt: false,
  client_metadata: { tier: "free" },
};

const page = "<script src='https://attacker.example.com/'></script>";
const refresh = { ...rotating, leeway: 0, policies: [{ audience, scope: ["read:orders"] }] };
const express = {
  ...{ initiate_login_uri_template: "https://app.example.com/", user_attribute_profile_id: "uap_1234567890abcdef" },
  ...{ connection_profile_id: "cop_1234567890abcdef", enable_client: false, enable_organization: false },
  ...{ okta_oin_client_id: "oin", admin_login_domain: "login.example.com" },
};
const ofOrganizations = {
  ...{ allowed_strategies: ["oidc"], connection_deletion_behavior: "allow_if_empty" },
};
const app = {
  android: { app_package_name: "ours", sha256_cert_fingerprints: ["A1"] },
  ios: { team_id: "ours", app_bundle_identifier: "ours" },
};

/** What applications have by the place, and what is weaker: values that no new application has. */
const given: Readonly<Record<string, readonly [WireObject, WireObject]>> = {
  addons: [
    { addons: { samlp: { recipient: "https://app.example.com/" } } },
    { addons: { samlp: { recipient: elsewhere[0] } } },
  ],
  allowedClients: [{ allowed_clients: [] }, { allowed_clients: ["theirs"] }],
  "anonymousSessions.active": [{ anonymous_sessions: { active: false } }, { anonymous_sessions: { active: true } }],
  asyncApprovalNotificationChannels: [
    { async_approval_notification_channels: ["guardian-push"] },
    { async_approval_notification_channels: ["email"] },
  ],
  b2bIntegrationConfiguration: [
    { b2b_integration_configuration: { integration_type: "application", sso_profiles: [] } },
    { b2b_integration_configuration: { integration_type: "application", sso_profiles: ["theirs"] } },
  ],
  crossOriginLoc: [{ cross_origin_loc: "https://app.example.com/" }, { cross_origin_loc: elsewhere[0] }],
  customLoginPage: [{ custom_login_page: "<p>" }, { custom_login_page: page }],
  customLoginPageOn: [{ custom_login_page_on: false }, { custom_login_page_on: true }],
  defaultOrganization: [
    { default_organization: { organization_id: "org_0000000000000001", flows: ["client_credentials"] } },
    { default_organization: { organization_id: "org_0000000000000002", flows: ["client_credentials"] } },
  ],
  encryptionKey: [
    { encryption_key: { pub: "ours", cert: "ours" } },
    { encryption_key: { pub: "theirs", cert: "theirs" } },
  ],
  expressConfiguration: [
    { express_configuration: express },
    { express_configuration: { ...express, enable_client: true } },
  ],
  "fedcmLogin.google.isEnabled": [
    { fedcm_login: { google: { is_enabled: false } } },
    { fedcm_login: { google: { is_enabled: true } } },
  ],
  formTemplate: [{ form_template: "<p>" }, { form_template: page }],
  "identityAssertionAuthorizationGrant.active": [
    { identity_assertion_authorization_grant: { active: false } },
    { identity_assertion_authorization_grant: { active: true } },
  ],
  "jwtConfiguration.lifetimeInSeconds": [
    { jwt_configuration: { alg: "RS256", lifetime_in_seconds: 36_000 } },
    { jwt_configuration: { lifetime_in_seconds: 360_000 } },
  ],
  "jwtConfiguration.scopes": [
    { jwt_configuration: { alg: "RS256", scopes: { contacts: { actions: ["read"] } } } },
    { jwt_configuration: { scopes: { contacts: { actions: ["read", "delete"] } } } },
  ],
  "mobile.android.appPackageName": [
    { mobile: app },
    { mobile: { android: { ...app.android, app_package_name: "theirs" } } },
  ],
  "mobile.android.sha256CertFingerprints": [
    { mobile: app },
    { mobile: { android: { ...app.android, sha256_cert_fingerprints: ["A1", "B2"] } } },
  ],
  "mobile.ios.appBundleIdentifier": [
    { mobile: app },
    { mobile: { ios: { ...app.ios, app_bundle_identifier: "theirs" } } },
  ],
  "mobile.ios.teamId": [{ mobile: app }, { mobile: { ios: { ...app.ios, team_id: "theirs" } } }],
  myOrganizationConfiguration: [
    { my_organization_configuration: ofOrganizations },
    { my_organization_configuration: { ...ofOrganizations, connection_deletion_behavior: "allow" } },
  ],
  ...Object.fromEntries(
    ["apple", "facebook", "google"].map((name) => [
      `nativeSocialLogin.${name}.enabled`,
      [{ native_social_login: { [name]: { enabled: false } } }, { native_social_login: { [name]: { enabled: true } } }],
    ]),
  ),
  "oidcLogout.backchannelLogoutInitiators.mode": [
    { oidc_logout: { backchannel_logout_initiators: { mode: "all" } } },
    { oidc_logout: { backchannel_logout_initiators: { mode: "custom" } } },
  ],
  "oidcLogout.backchannelLogoutInitiators.selectedInitiators": [
    {
      oidc_logout: {
        backchannel_logout_initiators: { mode: "custom", selected_initiators: ["rp-logout", "idp-logout"] },
      },
    },
    { oidc_logout: { backchannel_logout_initiators: { mode: "custom", selected_initiators: ["rp-logout"] } } },
  ],
  organizationDiscoveryMethods: [
    { organization_require_behavior: "pre_login_prompt", organization_discovery_methods: ["organization_name"] },
    { organization_discovery_methods: ["email"] },
  ],
  organizationRequireBehavior: [
    { organization_require_behavior: "pre_login_prompt" },
    { organization_require_behavior: "no_prompt" },
  ],
  "refreshToken.leeway": [{ refresh_token: refresh }, { refresh_token: { ...refresh, leeway: 3_600 } }],
  "refreshToken.policies": [
    { refresh_token: refresh },
    { refresh_token: { ...refresh, policies: [{ audience, scope: ["read:orders", "delete:orders"] }] } },
  ],
  "sessionTransfer.allowRefreshToken": [
    { session_transfer: { allow_refresh_token: false } },
    { session_transfer: { allow_refresh_token: true } },
  ],
  "sessionTransfer.allowedAuthenticationMethods": [
    { session_transfer: { allowed_authentication_methods: ["cookie"] } },
    { session_transfer: { allowed_authentication_methods: ["cookie", "query"] } },
  ],
  "sessionTransfer.delegation.allowDelegatedAccess": [
    { session_transfer: { delegation: { allow_delegated_access: false } } },
    { session_transfer: { delegation: { allow_delegated_access: true } } },
  ],
  "sessionTransfer.delegation.enforceDeviceBinding": [
    { session_transfer: { delegation: { allow_delegated_access: true, enforce_device_binding: "ip" } } },
    { session_transfer: { delegation: { allow_delegated_access: true, enforce_device_binding: "asn" } } },
  ],
  "sessionTransfer.enforceOnlineRefreshTokens": [
    { session_transfer: { enforce_online_refresh_tokens: true } },
    { session_transfer: { enforce_online_refresh_tokens: false } },
  ],
};

/** Places that no import declares, because the API returns ids in place of the keys: the whole of an object that it replaces with them. */
const undeclared = [
  "signedRequestObject.credentials",
  ...["credentials", "grants", "ipAllowlist"].map((name) => `tokenVaultPrivilegedAccess.${name}`),
];

/** What some of the applications have instead. */
const special: Readonly<Record<string, WireObject>> = {
  ...Object.fromEntries(Object.entries(given).map(([place, [had]]) => [place, had])),
  isFirstParty: { organization_usage: undefined },
  isTokenEndpointIpHeaderTrusted: { app_type: "regular_web", token_endpoint_auth_method: "client_secret_post" },
  complianceLevel: { compliance_level: "fapi2_sp_pkj_mtls" },
  redirectionPolicy: { is_first_party: false, organization_usage: undefined },
};

/** Weaker than what an application or a grant has, by the place. */
const weaker: Readonly<Record<string, Readonly<Record<string, WireObject>>>> = {
  clients: {
    ...Object.fromEntries(Object.entries(given).map(([place, [, has]]) => [place, has])),
    appType: { app_type: "native" },
    isFirstParty: { is_first_party: false },
    callbacks: { callbacks: elsewhere },
    allowedLogoutUrls: { allowed_logout_urls: elsewhere },
    allowedOrigins: { allowed_origins: elsewhere },
    webOrigins: { web_origins: elsewhere },
    crossOriginAuthentication: { cross_origin_authentication: true },
    grantTypes: { grant_types: password },
    tokenEndpointAuthMethod: { token_endpoint_auth_method: "client_secret_post" },
    oidcConformant: { oidc_conformant: false },
    "jwtConfiguration.alg": { jwt_configuration: { alg: "HS256" } },
    "refreshToken.rotationType": { refresh_token: { rotation_type: "non-rotating", expiration_type: "expiring" } },
    "refreshToken.expirationType": { refresh_token: { rotation_type: "rotating", expiration_type: "non-expiring" } },
    "refreshToken.tokenLifetime": { refresh_token: { ...rotating, token_lifetime: 31_557_600 } },
    "refreshToken.idleTokenLifetime": { refresh_token: { ...rotating, idle_token_lifetime: 2_592_000 } },
    "refreshToken.infiniteTokenLifetime": { refresh_token: { ...rotating, infinite_token_lifetime: true } },
    "refreshToken.infiniteIdleTokenLifetime": { refresh_token: { ...rotating, infinite_idle_token_lifetime: true } },
    organizationUsage: { organization_usage: "allow" },
    isTokenEndpointIpHeaderTrusted: { is_token_endpoint_ip_header_trusted: true },
    initiateLoginUri: { initiate_login_uri: elsewhere[0] },
    redirectionPolicy: { redirection_policy: "allow_always" },
    skipNonVerifiableCallbackUriConfirmationPrompt: { skip_non_verifiable_callback_uri_confirmation_prompt: true },
    requirePushedAuthorizationRequests: { require_pushed_authorization_requests: false },
    requireProofOfPossession: { require_proof_of_possession: false },
    complianceLevel: { compliance_level: "none" },
    "signedRequestObject.required": { signed_request_object: { required: false } },
    "tokenExchange.allowAnyProfileOfType": { token_exchange: { allow_any_profile_of_type: ["custom_authentication"] } },
    "oidcLogout.backchannelLogoutUrls": { oidc_logout: { backchannel_logout_urls: [] } },
    "sessionTransfer.canCreateSessionTransferToken": { session_transfer: { can_create_session_transfer_token: true } },
    "sessionTransfer.enforceDeviceBinding": { session_transfer: { enforce_device_binding: "none" } },
    "sessionTransfer.enforceCascadeRevocation": { session_transfer: { enforce_cascade_revocation: false } },
    clientMetadata: { client_metadata: { tier: "admin" } },
  },
  grants: {
    authorizationDetailsTypes: { authorization_details_types: ["payment"] },
    scope: { scope: ["read:orders"] },
    organizationUsage: { organization_usage: "allow" },
    allowAnyOrganization: { allow_any_organization: true },
    allowAllScopes: { allow_all_scopes: true, scope: [] },
  },
};

test("a weakened application or grant is drift after an import", async () => {
  const [clients = {}, grants = {}] = [weaker.clients, weaker.grants];
  // No update can change an identity, or the security mode: whatever has another one is another object.
  const placesIn = ({ fields }: Schema) =>
    guardedIn(fields).flatMap(({ path }) => {
      const field = fieldAt(fields, path);
      const place = path.join(".");
      return field?.forceNew || field?.forceNewIfDeclared || undeclared.includes(place) ? [] : [place];
    });
  expect(Object.keys(clients).toSorted()).toEqual(placesIn(clientSchema).toSorted());
  expect(Object.keys(grants).toSorted()).toEqual(placesIn(clientGrantSchema).toSorted());
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const edits = Object.entries(clients).map(([name, body]) => {
    const wanted = Object.entries({ ...strong, ...special[name] }).filter(([, value]) => value !== undefined);
    const made = tenant.clients.create({ name, ...Object.fromEntries(wanted) });
    return () => tenant.clients.update(String(made.client_id), body);
  });
  for (const [name, body] of Object.entries(grants)) {
    const { client_id } = tenant.clients.create({ name: `granted ${name}` });
    tenant.resourceServers.create({ identifier: `urn:${name}`, scopes: [{ value: "read:orders" }] });
    const bounds = { organization_usage: "deny", allow_any_organization: false, allow_all_scopes: false };
    const whom =
      name === "authorizationDetailsTypes" ? { subject_type: "user", authorization_details_types: [] } : bounds;
    const made = tenant.clientGrants.create({ client_id, audience: `urn:${name}`, scope: [], ...whom });
    edits.push(() => tenant.clientGrants.update(String(made.id), body));
  }
  // What somebody gives to an application that shows no such list.
  const job = tenant.clients.create({ name: "Job", app_type: "non_interactive" });
  edits.push(() => tenant.clients.update(String(job.client_id), { callbacks: elsewhere, web_origins: elsewhere }));
  const { client, program } = await importedOf(tenant, false);
  await client.close();
  const engines = enginesOf(tenant, program);
  for (const edit of edits) edit();
  const found = (await Promise.all(engines.map(([engine]) => engine.refresh()))).flat();
  expect(found.filter(({ op }) => op !== "same")).toHaveLength(edits.length);
});

test("keys and certificates in use are named by their distinguishing values, as no response contains them", async () => {
  const tenant = await tenantWithApplications();
  tenant.clearRequests();
  const { client, flat: program } = await importedOf(tenant, false);
  onTestFinished(() => client.close());
  const credentials = program.resources
    .filter(({ item }) => item.type === "clientAuthentication")
    .flatMap(({ args }) => args.credentials as readonly JsonObject[]);
  const kids = signers.map(({ pem }) => kidOf(pem));
  expect(credentials.flatMap(({ kid }) => kid ?? [])).toEqual(expect.arrayContaining(kids));
  expect(credentials).toContainEqual({ credentialType: "x509_cert", thumbprint: thumbprintOf(certificate) });
  expect(credentials).toContainEqual({ credentialType: "cert_subject_dn", subjectDn: "C=JP\nCN=trusted" });
  const text = program.files.map((file) => file.text).join("\n");
  // The credentials themselves are declared, so the comment is only about what is not.
  expect(text).toMatch(
    /These values are not declared, so they stay as they are:\n\/\/ - credentials\.pem: the API never returns keys/,
  );
  // Their id is the application's, and what names that one means the application.
  expect(text.match(/new tenant\.ClientAuthentication\([^)]*?clientId: clients\.\w+\.id/g)).toHaveLength(3);
  // One call for each application that has some, and one listing for all.
  const calls = tenant.requests.map(({ path }) => path.replace(/\?.*/, ""));
  expect(calls.filter((path) => path.endsWith("/credentials"))).toHaveLength(3);
  expect(calls.filter((path) => path === "/api/v2/clients")).toHaveLength(1);
});

test("a token that cannot read authentication methods causes one message", async () => {
  const tenant = await tenantWithApplications();
  const env = { TENANT_DOMAIN: tenant.domain, TENANT_TOKEN: tenant.issueToken(["read:clients"]) };
  const client = new TenantClient(resolveSettings({ config: () => undefined, env }));
  onTestFinished(() => client.close());
  const { leftOut } = await takeInventory(client, { access: { audience } });
  const left = leftOut.filter(({ type }) => type === "clientAuthentication");
  expect(left.map(({ label, why }) => [label, why])).toEqual([
    [
      expect.stringMatching(/^\d+ authentications of applications$/),
      expect.stringContaining("read:client_credentials"),
    ],
  ]);
});

/** One leaf of every type: of a text, a set, what is merged, what is replaced, a document, metadata. */
const edits: readonly (readonly [string, (args: JsonObject) => JsonObject, WireObject])[] = [
  ["Web", (args) => ({ ...args, description: "new" }), { description: "new" }],
  ["Browser", (args) => ({ ...args, callbacks: ["https://b.example/cb"] }), { callbacks: ["https://b.example/cb"] }],
  ["Job", (args) => ({ ...args, jwtConfiguration: { alg: "PS256" } }), { jwt_configuration: { alg: "PS256" } }],
  [
    "Native",
    (args) => ({ ...args, mobile: { ...(args.mobile as JsonObject), ios: { teamId: "U", appBundleIdentifier: "b" } } }),
    { mobile: { ios: { team_id: "U", app_bundle_identifier: "b" } } },
  ],
  [
    "Addons",
    (args) => ({ ...args, clientMetadata: { team: "orders", "cost center": "1" } }),
    { client_metadata: { "cost center": "1" } },
  ],
  [
    "Addons",
    (args) => {
      const { samlp, ...others } = args.addons as JsonObject;
      return { ...args, addons: { ...others, samlp: { ...(samlp as JsonObject), mappings: { a: "c" } } } };
    },
    { addons: { samlp: { mappings: { a: "c" }, signingCert: "c", logout: { slo_enabled: true } } } },
  ],
];

test.each(edits)("a change of one property of %s changes nothing else", async (name, edited, body) => {
  const tenant = await tenantWithApplications();
  const { client, program } = await importedOf(tenant, false);
  onTestFinished(() => client.close());
  const found = enginesOf(tenant, program).find(([, declared]) =>
    Object.values(declared).some((args) => args.name === name),
  );
  if (!found) throw new Error(`${name} was not imported`);
  const [engine, declared] = found;
  const before = tenant.clients.list();
  tenant.clearRequests();
  const program2 = Object.entries(declared).map(([key, args]) => [key, args.name === name ? edited(args) : args]);
  for (const { failure } of await engine.up(Object.fromEntries(program2))) if (failure) throw failure;
  const writes = tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");
  expect(writes.map(({ method, body: sent }) => [method, sent])).toEqual([["PATCH", body]]);
  const after = tenant.clients.list();
  const differing = after.filter((one, at) => JSON.stringify(one) !== JSON.stringify(before[at]));
  expect(differing.map((one) => one.name)).toEqual([name]);
});
