import type { JsonObject } from "../model/json.ts";
import { fits, type Shape, type Shapes } from "./shape.ts";

/*
 * What the types of `resources/connection-options` admit: options that do not fit get no type in the program. A test holds them to these
 * shapes, so all of them keep their literal types.
 */

/** The words of a text with single blanks between them. */
type Words<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T;

/** Members of the same shape, by their names. */
const all = <S extends Shape, T extends string>(shape: S, ...names: readonly T[]) =>
  Object.fromEntries(names.flatMap((text) => text.split(" ")).map((name) => [name, shape])) as Record<Words<T>, S>;
const oneOf = <T extends string>(...allowed: readonly T[]) => ({ oneOf: allowed });
const either = <const S extends readonly Shape[]>(...shapes: S) => ({ either: shapes });
const listOf = <const S extends Shape>(shape: S) => ({ listOf: shape });
const mapOf = <const S extends Shape>(shape: S) => ({ mapOf: shape });
const members = <const M extends Shapes>(shapes: M) => ({ members: shapes });

const texts = listOf("string");
const enable = { enable: "boolean" } as const;
const method = { enabled: "boolean" } as const;
const totp = members({ length: "number", time_step: "number" });
const key = members({ key: "string", cert: "string" });

const common = { non_persistent_attrs: texts };
const upstream = {
  ...common,
  set_user_root_attributes: oneOf("on_each_login", "on_first_login", "never_on_login"),
  upstream_params: mapOf(
    members({
      value: "string",
      alias: oneOf(
        "acr_values",
        "audience",
        "client_id",
        "display",
        "id_token_hint",
        "login_hint",
        "max_age",
        "prompt",
        "resource",
        "response_mode",
        "response_type",
        "ui_locales",
      ),
    }),
  ),
};

const attribute = {
  identifier: members({ active: "boolean" }),
  profile_required: "boolean",
  signup: members({ status: oneOf("required", "optional", "inactive") }),
} as const;

const algorithms = oneOf("ES256", "ES384", "PS256", "PS384", "RS256", "RS384", "RS512");

const openId = <T extends Shape, M extends Shape>(type: T, mapping: M) => ({
  ...upstream,
  ...all(
    "string",
    "client_id client_secret issuer authorization_endpoint token_endpoint userinfo_endpoint jwks_uri",
    "pushed_authorization_request_endpoint scope tenant_domain icon_url discovery_url domain",
  ),
  ...all(
    "boolean",
    "enable_pushed_authorization_requests id_token_session_expiry_supported send_back_channel_nonce useOauthSpecScope",
  ),
  type,
  attribute_map: members({ mapping_mode: mapping, attributes: members({}), userinfo_scope: "string" }),
  token_endpoint_auth_method: oneOf("client_secret_post", "private_key_jwt"),
  token_endpoint_auth_signing_alg: algorithms,
  token_endpoint_jwtca_aud_format: oneOf("issuer", "token_endpoint"),
  id_token_signed_response_algs: listOf(algorithms),
  dpop_signing_alg: oneOf("ES256", "ES384", "ES512", "Ed25519"),
  connection_settings: members({ pkce: oneOf("auto", "S256", "plain", "disabled") }),
  domain_aliases: texts,
  oidc_metadata: members({}),
  federated_connections_access_tokens: members({ active: "boolean" }),
});

/** The shapes of options by strategy. */
export const optionShapes = {
  oidc: openId(oneOf("back_channel", "front_channel"), oneOf("bind_all", "use_map")),
  okta: openId(oneOf("back_channel"), oneOf("basic_profile", "use_map")),
  samlp: {
    ...upstream,
    ...all(
      "string",
      "signInEndpoint signOutEndpoint metadataUrl metadataXml signingCert cert requestTemplate destinationUrl recipientUrl entityId",
      "user_id_attribute icon_url global_token_revocation_jwt_iss global_token_revocation_jwt_sub",
    ),
    ...all("boolean", "disableSignout signSAMLRequest deflate debug"),
    ...all(texts, "thumbprints domain_aliases"),
    signatureAlgorithm: oneOf("rsa-sha1", "rsa-sha256"),
    digestAlgorithm: oneOf("sha1", "sha256"),
    signing_key: key,
    decryptionKey: either("string", key),
    assertion_decryption_settings: members({ algorithm_profile: oneOf("v2026-1"), algorithm_exceptions: texts }),
    protocolBinding: oneOf(
      "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
      "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
    ),
    fieldsMap: mapOf(either("string", texts)),
    idpinitiated: members({
      enabled: "boolean",
      client_id: "string",
      client_protocol: oneOf("oidc", "samlp", "wsfed"),
      client_authorizequery: "string",
    }),
    tenant_domain: either("string", texts),
  },
  waad: {
    ...upstream,
    ...all(
      "string",
      "client_id client_secret tenant_domain tenantId app_domain app_id max_groups_to_retrieve icon_url",
    ),
    ...all(texts, "domain_aliases scope thumbprints"),
    ...all(
      "boolean",
      "use_wsfed useCommonEndpoint basic_profile ext_profile ext_groups ext_nested_groups api_enable_users ext_admin ext_is_suspended",
      "ext_agreed_terms ext_assigned_plans ext_access_token ext_refresh_token",
    ),
    identity_api: oneOf("microsoft-identity-platform-v2.0", "azure-active-directory-v1.0"),
    waad_protocol: oneOf("openid-connect", "ws-federation"),
    userid_attribute: oneOf("oid", "sub"),
    should_trust_email_verified_connection: oneOf("never_set_emails_as_verified", "always_set_emails_as_verified"),
  },
  auth0: {
    ...common,
    ...all(
      "boolean",
      "disable_signup brute_force_protection disable_self_service_change_password requires_username enabledDatabaseCustomization",
      "import_mode enable_script_context realm_fallback",
    ),
    validation: members({ username: members({ min: "number", max: "number" }) }),
    attributes: members({
      email: members({ ...attribute, unique: "boolean", verification_method: oneOf("link", "otp") }),
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
    precedence: listOf(oneOf("email", "phone_number", "username")),
    authentication_methods: members({
      password: members({
        ...method,
        api_behavior: oneOf("required", "optional"),
        signup_behavior: oneOf("allow", "block"),
      }),
      passkey: members(method),
      email_otp: members(method),
      phone_otp: members(method),
    }),
    passkey_options: members({
      challenge_ui: oneOf("both", "autofill", "button"),
      progressive_enrollment_enabled: "boolean",
      local_enrollment_enabled: "boolean",
    }),
    passwordPolicy: oneOf("none", "low", "fair", "good", "excellent"),
    password_complexity_options: members({ min_length: "number" }),
    password_history: members({ ...enable, size: "number" }),
    password_no_personal_info: members(enable),
    password_dictionary: members({ ...enable, dictionary: texts }),
    password_options: members({
      complexity: members({
        min_length: "number",
        character_types: listOf(oneOf("lowercase", "uppercase", "number", "special")),
      }),
      dictionary: members({ active: "boolean", custom: texts }),
      history: members({ active: "boolean", size: "number" }),
      profile_data: members({ active: "boolean", blocked_fields: texts }),
    }),
    mfa: members({ active: "boolean", return_enroll_settings: "boolean" }),
    customScripts: members(
      all(
        "string",
        "login get_user create verify change_password change_username change_email change_phone_number delete",
      ),
    ),
    configuration: mapOf("string"),
  },
  "google-oauth2": {
    ...upstream,
    ...all("string", "client_id client_secret icon_url"),
    ...all(texts, "allowed_audiences scope freeform_scopes"),
    ...all(
      "boolean",
      "email profile offline_access calendar calendar_events calendar_events_readonly contacts contacts_readonly directory_readonly",
      "drive drive_file drive_readonly gmail gmail_readonly gmail_send tasks",
    ),
  },
  github: {
    ...upstream,
    ...all("string", "client_id client_secret"),
    ...all(texts, "scope freeform_scopes"),
    ...all(
      "boolean",
      "email profile read_user follow public_repo repo repo_deployment repo_status delete_repo notifications gist read_org write_org",
      "admin_org read_public_key write_public_key admin_public_key read_repo_hook write_repo_hook admin_repo_hook",
    ),
  },
  sms: {
    ...common,
    ...all("string", "name twilio_sid twilio_token messaging_service_sid from gateway_url template"),
    ...all("boolean", "forward_req_info disable_signup brute_force_protection"),
    provider: oneOf("twilio", "sms_gateway"),
    gateway_authentication: members({
      ...all("string", "method subject audience secret"),
      secret_base64_encoded: "boolean",
    }),
    syntax: oneOf("liquid", "md_with_macros"),
    totp,
  },
  email: {
    ...common,
    name: "string",
    ...all("boolean", "disable_signup brute_force_protection"),
    email: members({ ...all("string", "from subject body"), syntax: oneOf("liquid") }),
    authParams: either("string", key),
    totp,
  },
} as const satisfies Readonly<Record<string, Shapes>>;

/** Whether options are of the types that the classes have for their strategy. */
export function fitsTypes(strategy: string, options: JsonObject): boolean {
  const shapes: Readonly<Record<string, Shapes>> = optionShapes;
  const known = Object.hasOwn(shapes, strategy) ? shapes[strategy] : undefined;
  return !known || fits(options, members(known));
}
