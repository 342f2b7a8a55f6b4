import {
  type ArraySchema,
  anyObject,
  bodyOf,
  flag,
  integer,
  isObject,
  list,
  type ObjectSchema,
  object,
  type Properties,
  type Schema,
  text,
} from "../shared/validation.ts";

const clear = { nullable: true } as const;
const longest = 2_147_483_647;

const texts = (about: string, items = text(about, { min: 1 })) => list(about, items, { rule: duplicateFault });
const oneOf = (about: string, ...values: string[]) => text(about, { oneOf: values });
const some = (about: string, ...values: string[]) => list(about, oneOf(about, ...values), { rule: duplicateFault });
const uri = (about: string) => text(about, { rule: uriFault });
const url = (about: string) => texts(about, text(about, { min: 1 }));

const binding = (...values: string[]) => oneOf("Binding of a session", ...values);
const credentialIds = list("Credentials", object("A credential", { id: text("Id of the credential") }, ["id"]));

const policy = object(
  "An API",
  {
    audience: text("Identifier of the API", { min: 1, max: 600 }),
    scope: list("Scopes", text("A scope", { min: 1, max: 280 })),
  },
  ["audience", "scope"],
);
const refreshToken = object(
  "Refresh tokens",
  {
    rotation_type: oneOf("Rotation", "rotating", "non-rotating"),
    expiration_type: oneOf("Expiration", "expiring", "non-expiring"),
    leeway: integer("Seconds", { min: 0 }),
    token_lifetime: integer("Seconds", { min: 1, max: 157_788_000 }),
    idle_token_lifetime: integer("Seconds", { min: 1 }),
    infinite_token_lifetime: flag("Whether tokens never expire"),
    infinite_idle_token_lifetime: flag("Whether unused tokens never expire"),
    policies: list("APIs", policy, { min: 1, ...clear }),
  },
  ["rotation_type", "expiration_type"],
  clear,
);
const initiators = object(
  "Events that start a logout",
  {
    mode: oneOf("Mode", "custom", "all"),
    selected_initiators: some(
      "Initiators",
      ...["rp-logout", "idp-logout", "password-changed", "session-expired", "session-revoked", "account-deleted"],
      ...["email-identifier-changed", "mfa-phone-unenrolled", "account-deactivated"],
    ),
  },
  [],
  { open: true },
);
const logout = {
  backchannel_logout_urls: url("Back-channel logout URLs"),
  backchannel_logout_initiators: initiators,
  backchannel_logout_session_metadata: object(
    "Session",
    { include: flag("Whether the logout contains the session's metadata") },
    [],
    { ...clear, open: true },
  ),
};
const sessionTransfer = object(
  "Session transfer",
  {
    can_create_session_transfer_token: flag("Whether the client can start a transfer"),
    enforce_cascade_revocation: flag("Whether a revocation includes all transferred sessions"),
    allowed_authentication_methods: { ...some("Methods", "cookie", "query"), ...clear },
    enforce_device_binding: binding("ip", "asn", "none"),
    allow_refresh_token: flag("Whether refresh tokens are issued"),
    enforce_online_refresh_tokens: flag("Whether refresh tokens end with the session"),
    delegation: object(
      "Delegation",
      {
        allow_delegated_access: flag("Whether delegated access is allowed"),
        enforce_device_binding: binding("ip", "asn"),
      },
      [],
      clear,
    ),
  },
  [],
  clear,
);
const quota = object(
  "Quota",
  {
    enforce: flag("Whether the quota is enforced"),
    per_day: integer("Tokens", { min: 1, max: longest }),
    per_hour: integer("Tokens", { min: 1, max: longest }),
  },
  [],
  { min: 1 },
);
const login = object("Login", { enabled: flag("Whether the login is enabled") }, [], { min: 1 });
const fedcm = object("Login", { is_enabled: flag("Whether the login is enabled") }, [], { min: 1 });
const expressRequired = [
  ...["initiate_login_uri_template", "user_attribute_profile_id", "connection_profile_id", "enable_client"],
  ...["enable_organization", "okta_oin_client_id", "admin_login_domain"],
];
const express = object(
  "Express configuration",
  {
    initiate_login_uri_template: text("URI", { min: 1 }),
    user_attribute_profile_id: text("Id", { min: 1 }),
    connection_profile_id: text("Id", { min: 1 }),
    enable_client: flag("Whether clients are enabled"),
    enable_organization: flag("Whether organizations are enabled"),
    linked_clients: list("Clients", object("Client", { client_id: text("Id") }, ["client_id"])),
    okta_oin_client_id: text("Id", { min: 1 }),
    admin_login_domain: text("Domain", { min: 1 }),
    oin_submission_id: text("Id", { min: 1, max: 200 }),
  },
  expressRequired,
  clear,
);
function duplicateFault(items: readonly unknown[]): string | undefined {
  const second = items.findIndex((item, index) => items.indexOf(item) < index);
  return second < 0 ? undefined : `Array items are not unique (indexes ${items.indexOf(items[second])} and ${second})`;
}

function uriFault(given: string): string | undefined {
  return given === "" || URL.canParse(given)
    ? undefined
    : "Object didn't pass validation for format absolute-uri-or-empty";
}

function secureUriFault(given: string): string | undefined {
  const plain = given.replaceAll(/\{[\w.]+\}/g, "x");
  const isSecure = given === "" || (plain.startsWith("https://") && URL.canParse(plain));
  return isSecure
    ? undefined
    : "Object didn't pass validation for format absolute-https-uri-with-placeholders-or-empty";
}

function timeFault(given: string): string | undefined {
  return /^\d{4}-\d\d-\d\dT/.test(given) && !Number.isNaN(Date.parse(given)) ? undefined : "Not a time in ISO 8601";
}

function keyFault(keys: readonly string[]): string | undefined {
  const wrong = keys.find((key) => !/^[A-Za-z0-9:,\-+=_*?"/\\()<>@ \t]{1,255}$/.test(key));
  return wrong === undefined ? undefined : "Invalid key of the metadata";
}

/** The properties of a new credential of any type. */
export const credentialProperties = {
  credential_type: oneOf("Type of the credential", "public_key", "x509_cert", "cert_subject_dn"),
  name: text("Name of the credential", { max: 128 }),
  pem: text("Key or certificate in PEM form", { min: 1 }),
  alg: oneOf("Algorithm of the key", "RS256", "RS384", "PS256"),
  parse_expiry_from_cert: flag("Whether the certificate determines the expiry"),
  expires_at: text("Time of expiry", { rule: timeFault }),
  subject_dn: text("Subject of the certificate", { min: 1, max: 256 }),
  kid: text("Id of the key", { min: 10, max: 64, pattern: /^[0-9a-zA-Z_-]+$/ }),
} satisfies Properties;

const newCredentials = list("Credentials", object("A credential", credentialProperties, ["credential_type"]));

/** The authentication methods that use credentials, and the type of credential that each method uses. */
export const methodsOfCredentials = {
  private_key_jwt: "public_key",
  tls_client_auth: "cert_subject_dn",
  self_signed_tls_client_auth: "x509_cert",
} as const;

function methods(credentials: Schema): ObjectSchema {
  const members = Object.keys(methodsOfCredentials).map((name) => [
    name,
    object(name, { credentials }, ["credentials"]),
  ]);
  return object("Client authentication methods", Object.fromEntries(members) as Properties, [], { min: 1, max: 1 });
}

const metadataValue = text("Value", { max: 255 });
const metadata = (values: Schema) =>
  object("Metadata", {}, [], { open: values, max: 10, rule: (value) => keyFault(Object.keys(value)) });

/** The common properties of POST and PATCH. */
const common = {
  name: text("Name of the client", { min: 1, pattern: /^[^<>]+$/ }),
  description: text("Description", { max: 140 }),
  logo_uri: uri("Logo"),
  app_type: oneOf(
    "Type of the application",
    ...["native", "spa", "regular_web", "non_interactive", "resource_server", "express_configuration"],
    ...["rms", "box", "cloudbees", "concur", "dropbox", "mscrm", "echosign", "egnyte", "newrelic", "office365"],
    ...["salesforce", "sentry", "sharepoint", "slack", "springcm", "zendesk", "zoom", "sso_integration", "oag"],
  ),
  callbacks: url("Callback URLs"),
  allowed_logout_urls: url("Logout URLs"),
  allowed_origins: url("Origins"),
  web_origins: url("Web origins"),
  allowed_clients: texts("Clients"),
  client_aliases: texts("Aliases"),
  grant_types: texts("Grant types"),
  is_first_party: flag("Whether the client belongs to the tenant's owner"),
  is_token_endpoint_ip_header_trusted: flag("Whether the IP header of the client is trusted"),
  oidc_conformant: flag("Whether the client conforms to OIDC"),
  sso_disabled: flag("Whether single sign-on is off"),
  sso: flag("Whether single sign-on is on"),
  custom_login_page_on: flag("Whether the client uses a custom login page"),
  cross_origin_authentication: flag("Whether the client can authenticate across origins"),
  cross_origin_auth: flag("Older name of cross_origin_authentication"),
  require_pushed_authorization_requests: flag("Whether authorization requests must be pushed"),
  require_proof_of_possession: flag("Whether tokens require a proof of possession"),
  oidc_logout: object("Logout", logout, [], { open: true }),
  mobile: object(
    "Mobile applications",
    {
      android: object(
        "Android",
        {
          app_package_name: text("Package"),
          sha256_cert_fingerprints: list("Fingerprints", text("Fingerprint", { min: 1 }), { min: 1 }),
        },
        [],
        { open: true },
      ),
      ios: object("iOS", { team_id: text("Team"), app_bundle_identifier: text("Bundle") }, [], { open: true }),
    },
    [],
    { open: true },
  ),
  initiate_login_uri: text("URI that starts a login", { rule: secureUriFault }),
  redirection_policy: oneOf("Redirections", "allow_always", "open_redirect_protection"),
  third_party_security_mode: oneOf("Mode of a third party", "strict", "permissive"),
  refresh_token: refreshToken,
  compliance_level: text("Compliance", {
    oneOf: ["none", "fapi1_adv_pkj_par", "fapi1_adv_mtls_par", "fapi2_sp_pkj_mtls", "fapi2_sp_mtls_mtls"],
    ...clear,
  }),
  par_request_expiry: integer("Seconds", { min: 10, max: 600, ...clear }),
  session_transfer: sessionTransfer,
  default_organization: object(
    "Organization of the client's own tokens",
    { organization_id: text("Id", { min: 1 }), flows: some("Flows", "client_credentials") },
    ["organization_id", "flows"],
    clear,
  ),
  encryption_key: object("Key", { pub: text("Key"), cert: text("Certificate"), subject: text("Subject") }, [], {
    ...clear,
    open: true,
  }),
  custom_login_page_preview: text("Preview of the custom login page"),
  b2b_integration_configuration: object("Integration of customers", {
    integration_type: oneOf("Type", "custom_auth_server", "third_party", "application"),
    sso_profiles: list("Profiles", text("Id", { min: 1 }), { max: 1 }),
  }),
} satisfies Properties;

const cidr = (given: string) =>
  /^([0-9]{1,3}(\.[0-9]{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)(\/[0-9]{1,3})?$/.test(given)
    ? undefined
    : "Object didn't match any of the required schemas";

function grantsFault(grants: readonly unknown[]): string | undefined {
  const names = grants.map((one) => (isObject(one) ? one.connection : undefined));
  if (new Set(names).size < names.length) return "Each connection can have one grant only";
  const scopes = grants.flatMap((one) => (isObject(one) && Array.isArray(one.scopes) ? one.scopes : []));
  return scopes.length > 20 ? `Too many scopes (${scopes.length}), maximum 20` : undefined;
}

const vaultGrant = object(
  "Grant",
  { connection: text("Name of the connection", { min: 1 }), scopes: list("Scopes", text("Scope", { min: 1 })) },
  ["connection"],
);

const jwt = {
  lifetime_in_seconds: integer("Seconds", { min: 0 }),
  scopes: anyObject("Scopes"),
  alg: oneOf("Algorithm", "HS256", "RS256", "RS512", "PS256"),
};

/** The properties that a PATCH can clear with null. */
const clearable = {
  token_endpoint_auth_method: oneOf("Method", "none", "client_secret_post", "client_secret_basic"),
  cross_origin_loc: uri("URL"),
  organization_usage: oneOf("Organizations", "deny", "allow", "require"),
  organization_require_behavior: oneOf("Prompt", "no_prompt", "pre_login_prompt", "post_login_prompt"),
  organization_discovery_methods: { ...some("Methods", "email", "organization_name"), min: 1 },
  async_approval_notification_channels: { ...some("Channels", "guardian-push", "email"), min: 1 },
  skip_non_verifiable_callback_uri_confirmation_prompt: flag("Whether the prompt is skipped"),
  addons: object("Addons", {}, [], { open: { ...anyObject("Addon"), ...clear } }),
  token_exchange: object("Token exchange", {
    allow_any_profile_of_type: some("Types", "custom_authentication", "on_behalf_of_token_exchange"),
  }),
  token_quota: object("Quotas", { client_credentials: quota }, ["client_credentials"]),
  anonymous_sessions: object("Anonymous sessions", { active: flag("Whether the client starts anonymous sessions") }, [
    "active",
  ]),
  identity_assertion_authorization_grant: object("Grant", { active: flag("Whether the grant is active") }, [], {
    open: true,
  }),
  express_configuration: express,
  my_organization_configuration: object(
    "My Organization",
    {
      connection_profile_id: text("Id"),
      user_attribute_profile_id: text("Id"),
      allowed_strategies: some("Strategies", "pingfederate", "adfs", "waad", "google-apps", "okta", "oidc", "samlp"),
      connection_deletion_behavior: oneOf("Deletion", "allow", "allow_if_empty"),
      invitation_landing_client_id: text("Id"),
      third_party_client_access: object(
        "Access of third parties",
        {
          default_value: oneOf("Default", "block"),
          allowed_values: some("Values to choose from", "block", "allow"),
        },
        ["default_value", "allowed_values"],
      ),
    },
    ["allowed_strategies", "connection_deletion_behavior"],
    { open: true },
  ),
} satisfies Properties;

/** The properties that contain credentials: a create sends complete credentials, a PATCH sends their ids. */
function withCredentials(credentials: ArraySchema): Properties {
  return {
    client_authentication_methods: methods(credentials),
    signed_request_object: object("Signed requests", {
      required: flag("Whether requests must be signed"),
      credentials,
    }),
    token_vault_privileged_access: object(
      "Token vault",
      {
        credentials: { ...credentials, max: 4 },
        ip_allowlist: list("Addresses", text("Address or range", { rule: cidr })),
        grants: list("Grants", vaultGrant, { rule: grantsFault }),
      },
      ["credentials"],
    ),
  };
}

function nullable(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, { ...schema, ...clear }]));
}

/** The body of a create. */
export const created = bodyOf(
  {
    ...common,
    ...clearable,
    ...withCredentials(newCredentials),
    custom_login_page: text("Login page", { min: 1 }),
    form_template: text("Template", { min: 1 }),
    client_metadata: metadata(metadataValue),
    jwt_configuration: object("Tokens", { ...jwt, secret_encoded: flag("Whether the secret is encoded") }, [], {
      open: true,
    }),
    native_social_login: object("Logins", { apple: login, facebook: login, google: login }, [], { min: 1 }),
    fedcm_login: object("Logins", { google: fedcm }, [], { min: 1 }),
    resource_server_identifier: text("Identifier of the API", { min: 1, max: 600 }),
  },
  ["name"],
);

/** The body of a PATCH. */
export const changed = bodyOf(
  {
    ...common,
    ...nullable({ ...clearable, ...withCredentials(credentialIds) }),
    client_secret: text("Secret", { min: 1 }),
    custom_login_page: text("Login page"),
    form_template: text("Template"),
    client_metadata: metadata({ ...metadataValue, ...clear }),
    jwt_configuration: object("Tokens", jwt),
    native_social_login: object("Logins", nullable({ apple: login, facebook: login, google: login }), [], {
      min: 1,
      ...clear,
    }),
    fedcm_login: object("Logins", nullable({ google: fedcm }), [], { min: 1, ...clear }),
    oidc_backchannel_logout: { ...common.oidc_logout, ...clear },
  },
  [],
  { min: 1 },
);
