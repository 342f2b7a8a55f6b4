import { isObject, type Json, type JsonObject, own } from "../model/json.ts";

/*
 * What the types of `resources/connection-options` admit, as far as an import needs it: options that do not fit get no type in the
 * program. Keys that are not named are admitted with any value.
 */

type Shape =
  | "string"
  | "boolean"
  | "number"
  | "strings"
  | "text or texts"
  | "text or object"
  | readonly string[]
  | { readonly listOf: readonly string[] }
  | { readonly mapOf: Shape }
  | Members;

interface Members {
  readonly members: Readonly<Record<string, Shape>>;
}

const shapesOf = <S extends Shape>(shape: S, names: string): Record<string, S> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, shape]));
const members = (shapes: Readonly<Record<string, Shape>>): Members => ({ members: shapes });

const enable = { enable: "boolean" } as const;
const method = { enabled: "boolean" } as const;
const totp = members({ length: "number", time_step: "number" });
const key = members({ key: "string", cert: "string" });

const common: Readonly<Record<string, Shape>> = { non_persistent_attrs: "strings" };
const upstream: Readonly<Record<string, Shape>> = {
  ...common,
  set_user_root_attributes: ["on_each_login", "on_first_login", "never_on_login"],
  upstream_params: {
    mapOf: members({
      value: "string",
      alias:
        "acr_values audience client_id display id_token_hint login_hint max_age prompt resource response_mode response_type ui_locales".split(
          " ",
        ),
    }),
  },
};

const attribute = {
  identifier: members({ active: "boolean" }),
  profile_required: "boolean",
  signup: members({ status: ["required", "optional", "inactive"] }),
} as const;

const algorithms = ["ES256", "ES384", "PS256", "PS384", "RS256", "RS384", "RS512"];

const openId = (type: readonly string[], mapping: readonly string[]): Readonly<Record<string, Shape>> => ({
  ...upstream,
  ...shapesOf(
    "string",
    "client_id client_secret issuer authorization_endpoint token_endpoint userinfo_endpoint jwks_uri " +
      "pushed_authorization_request_endpoint scope tenant_domain icon_url discovery_url domain",
  ),
  ...shapesOf(
    "boolean",
    "enable_pushed_authorization_requests id_token_session_expiry_supported send_back_channel_nonce useOauthSpecScope",
  ),
  type,
  attribute_map: members({ mapping_mode: mapping, attributes: members({}), userinfo_scope: "string" }),
  token_endpoint_auth_method: ["client_secret_post", "private_key_jwt"],
  token_endpoint_auth_signing_alg: algorithms,
  token_endpoint_jwtca_aud_format: ["issuer", "token_endpoint"],
  id_token_signed_response_algs: { listOf: algorithms },
  dpop_signing_alg: ["ES256", "ES384", "ES512", "Ed25519"],
  connection_settings: members({ pkce: ["auto", "S256", "plain", "disabled"] }),
  domain_aliases: "strings",
  oidc_metadata: members({}),
  federated_connections_access_tokens: members({ active: "boolean" }),
});

const byStrategy: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  oidc: openId(["back_channel", "front_channel"], ["bind_all", "use_map"]),
  okta: openId(["back_channel"], ["basic_profile", "use_map"]),
  samlp: {
    ...upstream,
    ...shapesOf(
      "string",
      "signInEndpoint signOutEndpoint metadataUrl metadataXml signingCert cert requestTemplate destinationUrl recipientUrl entityId " +
        "user_id_attribute icon_url global_token_revocation_jwt_iss global_token_revocation_jwt_sub",
    ),
    ...shapesOf("boolean", "disableSignout signSAMLRequest deflate debug"),
    ...shapesOf("strings", "thumbprints domain_aliases"),
    signatureAlgorithm: ["rsa-sha1", "rsa-sha256"],
    digestAlgorithm: ["sha1", "sha256"],
    signing_key: key,
    decryptionKey: "text or object",
    assertion_decryption_settings: members({ algorithm_profile: ["v2026-1"], algorithm_exceptions: "strings" }),
    protocolBinding: [
      "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
      "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
    ],
    fieldsMap: { mapOf: "text or texts" },
    idpinitiated: members({
      enabled: "boolean",
      client_id: "string",
      client_protocol: ["oidc", "samlp", "wsfed"],
      client_authorizequery: "string",
    }),
    tenant_domain: "text or texts",
  },
  waad: {
    ...upstream,
    ...shapesOf(
      "string",
      "client_id client_secret tenant_domain tenantId app_domain app_id max_groups_to_retrieve icon_url",
    ),
    ...shapesOf("strings", "domain_aliases scope thumbprints"),
    ...shapesOf(
      "boolean",
      "use_wsfed useCommonEndpoint basic_profile ext_profile ext_groups ext_nested_groups api_enable_users ext_admin ext_is_suspended " +
        "ext_agreed_terms ext_assigned_plans ext_access_token ext_refresh_token",
    ),
    identity_api: ["microsoft-identity-platform-v2.0", "azure-active-directory-v1.0"],
    waad_protocol: ["openid-connect", "ws-federation"],
    userid_attribute: ["oid", "sub"],
    should_trust_email_verified_connection: ["never_set_emails_as_verified", "always_set_emails_as_verified"],
  },
  auth0: {
    ...common,
    ...shapesOf(
      "boolean",
      "disable_signup brute_force_protection disable_self_service_change_password requires_username enabledDatabaseCustomization " +
        "import_mode enable_script_context realm_fallback",
    ),
    validation: members({ username: members({ min: "number", max: "number" }) }),
    attributes: members({
      email: members({ ...attribute, unique: "boolean", verification_method: ["link", "otp"] }),
      phone_number: members(attribute),
      username: members({
        ...attribute,
        validation: members({
          min_length: "number",
          max_length: "number",
          allowed_types: members({ email: "boolean", phone_number: "boolean" }),
        }),
      }),
    }),
    precedence: { listOf: ["email", "phone_number", "username"] },
    authentication_methods: members({
      password: members({
        ...method,
        api_behavior: ["required", "optional"],
        signup_behavior: ["allow", "block"],
      }),
      passkey: members(method),
      email_otp: members(method),
      phone_otp: members(method),
    }),
    passkey_options: members({
      challenge_ui: ["both", "autofill", "button"],
      progressive_enrollment_enabled: "boolean",
      local_enrollment_enabled: "boolean",
    }),
    passwordPolicy: ["none", "low", "fair", "good", "excellent"],
    password_complexity_options: members({ min_length: "number" }),
    password_history: members({ ...enable, size: "number" }),
    password_no_personal_info: members(enable),
    password_dictionary: members({ ...enable, dictionary: "strings" }),
    password_options: members({
      complexity: members({
        min_length: "number",
        character_types: { listOf: ["lowercase", "uppercase", "number", "special"] },
      }),
      dictionary: members({ active: "boolean", custom: "strings" }),
      history: members({ active: "boolean", size: "number" }),
      profile_data: members({ active: "boolean", blocked_fields: "strings" }),
    }),
    mfa: members({ active: "boolean", return_enroll_settings: "boolean" }),
    customScripts: members(
      shapesOf(
        "string",
        "login get_user create verify change_password change_username change_email change_phone_number delete",
      ),
    ),
    configuration: { mapOf: "string" },
  },
  "google-oauth2": {
    ...upstream,
    ...shapesOf("string", "client_id client_secret icon_url"),
    ...shapesOf("strings", "allowed_audiences scope freeform_scopes"),
    ...shapesOf(
      "boolean",
      "email profile offline_access calendar calendar_events calendar_events_readonly contacts contacts_readonly directory_readonly " +
        "drive drive_file drive_readonly gmail gmail_readonly gmail_send tasks",
    ),
  },
  github: {
    ...upstream,
    ...shapesOf("string", "client_id client_secret"),
    ...shapesOf("strings", "scope freeform_scopes"),
    ...shapesOf(
      "boolean",
      "email profile read_user follow public_repo repo repo_deployment repo_status delete_repo notifications gist read_org write_org " +
        "admin_org read_public_key write_public_key admin_public_key read_repo_hook write_repo_hook admin_repo_hook",
    ),
  },
  sms: {
    ...common,
    ...shapesOf("string", "name twilio_sid twilio_token messaging_service_sid from gateway_url template"),
    ...shapesOf("boolean", "forward_req_info disable_signup brute_force_protection"),
    provider: ["twilio", "sms_gateway"],
    gateway_authentication: members({
      ...shapesOf("string", "method subject audience secret"),
      secret_base64_encoded: "boolean",
    }),
    syntax: ["liquid", "md_with_macros"],
    totp,
  },
  email: {
    ...common,
    name: "string",
    ...shapesOf("boolean", "disable_signup brute_force_protection"),
    email: members({ ...shapesOf("string", "from subject body"), syntax: ["liquid"] }),
    authParams: "text or object",
    totp,
  },
};

/** Whether options are of the types that the classes have for their strategy. */
export function fitsTypes(strategy: string, options: JsonObject): boolean {
  const shapes = Object.hasOwn(byStrategy, strategy) ? byStrategy[strategy] : undefined;
  return !shapes || fits(options, members(shapes));
}

function fits(value: Json | undefined, shape: Shape): boolean {
  if (value === undefined) return true;
  if (Array.isArray(shape)) return shape.includes(value);
  switch (shape) {
    case "string":
    case "boolean":
    case "number":
      return typeof value === shape;
    case "strings":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "text or texts":
      return fits(value, "string") || fits(value, "strings");
    case "text or object":
      return typeof value === "string" || (isObject(value) && fits(value, key));
  }
  const { listOf, mapOf, members: known } = shape as { listOf?: string[]; mapOf?: Shape; members?: Members["members"] };
  if (listOf) return Array.isArray(value) && value.every((item) => listOf.includes(item));
  if (!isObject(value)) return false;
  if (mapOf) return Object.values(value).every((item) => fits(item, mapOf));
  return Object.entries(known ?? {}).every(([name, inside]) => fits(own(value, name), inside));
}
