import type { Correction } from "./reduce.ts";

const clients = ["POST /clients", "PATCH /clients/{id}"];
const apis = ["POST /resource-servers", "PATCH /resource-servers/{id}"];
const grants = ["POST /client-grants", "PATCH /client-grants/{id}"];
const organizations = ["POST /organizations", "PATCH /organizations/{id}"];
const connections = ["POST /connections", "PATCH /connections/{id}"];
const actions = ["POST /actions/actions", "PATCH /actions/actions/{id}"];
const modules = ["POST /actions/modules", "PATCH /actions/modules/{id}"];
const moduleLists = ["", "/{id}/actions", "/{id}/versions"].map((below) => `GET /actions/modules${below}`);
const streams = ["POST /log-streams", "PATCH /log-streams/{id}"];
const acls = ["POST /network-acls", "PATCH /network-acls/{id}", "PUT /network-acls/{id}"];
const themes = ["POST /branding/themes", "PATCH /branding/themes/{themeId}"];
const phones = ["POST /branding/phone/providers", "PATCH /branding/phone/providers/{id}"];
const attributeProfiles = ["POST /user-attribute-profiles", "PATCH /user-attribute-profiles/{id}"];
const connectionProfiles = ["POST /connection-profiles", "PATCH /connection-profiles/{id}"];
const scimTokens = `
 scim
  tokens!
   scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
   default_expiry? integer 1..
   max_allowed_expiry? integer 1..`;
const newest = "The types of the newest SDK have it. The description lacks it.";
const vaults = ["POST /flows/vault/connections", "PATCH /flows/vault/connections/{id}"];
const renderings = ["PATCH /prompts/{prompt}/screen/{screen}/rendering"];
const eventDestination = (types: string) => `
 type! =${types}
 configuration!
  webhook_endpoint string /^https:\\/\\/\\S+$/
  webhook_authorization
   method! =bearer|basic|custom_header
   token string 1..
   username string 1..128 /^[^:]+$/
   password string 1..
   header_key string 1..
   header_value string 1..
  aws_account_id string /^\\d{12}$/
  aws_region string 1..
  action_id string 1..`;
const subscription = "[1..]\n event_type! string 1..";
const settings = "PATCH /tenants/settings";
const attack = "PATCH /attack-protection";

const at = (routes: readonly string[], ...places: readonly string[]) =>
  routes.flatMap((route) => places.map((place) => `${route} ${place}`));

const undescribed = "Recorded. The description has no such route.";
const newer = "Later descriptions and the types of the SDK have it.";
const recorded = "Recorded in requests, or in responses whose objects can be sent again. The description lacks it.";
const documented = "The service's documentation has the bound.";
const named = "A text that names something has at least one character, as the documentation shows it.";
const differing = "Recorded: a list with two equal items is refused.";
const nullable = "Recorded: null clears the value.";
const loose = "Recorded: the service accepts members that the description lacks.";
const first = "The first scope is needed in any case; the handler checks those that some requests need besides.";
const paging = "Recorded: all listings have these parameters with these bounds.";

const fonts = "string /^(https:\\/\\/[^\\s]+)?$/";

const eventTypes = [
  ["connection", "created", "deleted", "updated"],
  ["group", "created", "deleted", "updated"],
  ["group.member", "added", "deleted"],
  ["group.role", "assigned", "deleted"],
  ["organization", "created", "deleted", "updated"],
  ["organization.connection", "added", "removed", "updated"],
  ["organization.group.role", "assigned", "deleted"],
  ["organization.member", "added", "deleted"],
  ["organization.member.role", "assigned", "deleted"],
  ["user", "created", "deleted", "updated"],
];
const strategies = [
  ...["ad", "adfs", "amazon", "apple", "asana", "atlassian", "auth0", "auth0-adldap", "auth0-oidc", "baidu"],
  ...["bitbucket", "bitly", "box", "cloudflare-mcp", "custom", "daccount", "dropbox", "dwolla", "email"],
  ...["evernote", "evernote-sandbox", "exact", "facebook", "fitbit", "github", "gitlab", "google-apps"],
  ...["google-oauth2", "hubspot-mcp", "instagram", "ip", "line", "linear-mcp", "linkedin", "notion-mcp"],
  ...["oauth1", "oauth2", "office365", "oidc", "okta", "paypal", "paypal-sandbox", "pingfederate"],
  ...["planningcenter", "salesforce", "salesforce-community", "salesforce-sandbox", "samlp", "sentry-mcp"],
  ...["sharepoint", "shop", "shopify", "slack", "sms", "soundcloud", "thirtysevensignals", "twitter", "untappd"],
  ...["vkontakte", "waad", "weibo", "windowslive", "wordpress", "yahoo", "yandex"],
].join("|");
const credential = `
 credential_type! =public_key|x509_cert|cert_subject_dn
 name string ..128
 pem string 1..
 alg =RS256|RS384|PS256
 parse_expiry_from_cert boolean
 expires_at string %date-time
 subject_dn string 1..256
 kid string 10..64 /^[0-9a-zA-Z_-]+$/`;
const methods = ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"];
const holders = methods.map((method) => `client_authentication_methods.${method}.credentials!`);
const codes = `
 otp_length! integer 4..10
 otp_expiration_time! integer 30..3600`;
const parties = `
 overrideRelyingParty boolean
 relyingPartyIdentifier string 1..`;
const groups = "/connections/{id}/directory-provisioning/synchronized-groups";
const group = `
 id! string 1..32 /^[A-Za-z0-9]+$/
 name string
 email string 1..
 direct_members_count integer`;
const account = `
 client_id! string 1..
 use_for_member_access boolean`;
const signals = `1..
 asns [1..20 unique] integer 0..
 geo_country_codes [1..20 unique] string 1..
 geo_subdivision_codes [1..20 unique] string 1..
 ipv4_cidrs [1..20 unique] string 1..
 ipv6_cidrs [1..20 unique] string 1..
 ja3_fingerprints [1..20 unique] string 1..
 ja4_fingerprints [1..20 unique] string 1..
 user_agents [1..20 unique] string 1..
 hostnames [1..20 unique] string 1..
 connecting_ipv4_cidrs [1..20 unique] string 1..
 connecting_ipv6_cidrs [1..20 unique] string 1..
 auth0_managed [1..20 unique] string 1..
 http_message_signature
  keys! [1..]
   id! string 1..`;
const background = `1..
 primary? string /^(#([\\da-fA-F]{3,4}|[\\da-fA-F]{6}|[\\da-fA-F]{8})|[A-Za-z]+)$/
 page_background? any`;
const filters = `
 match_type =includes_any|excludes_any
 clients [..25]
  * any
 organizations [..25]
  * any
 domains [..25]
  * any`;

/** The corrections, each with its reason. A later one can change what an earlier one has made. */
export const corrections: readonly Correction[] = [
  // Scopes
  {
    at: ["GET /clients", "GET /clients/{id}"],
    is: "read:clients read:client_keys read:client_credentials read:client_summary",
    why: first,
  },
  {
    at: "PATCH /clients/{id}",
    is: "update:clients update:client_keys update:client_credentials update:client_token_vault_privileged_access",
    why: first,
  },
  { at: "POST /clients", is: "create:clients create:client_credentials", why: first },
  { at: "GET /clients/{id}/connections", is: "read:connections read:clients read:client_summary", why: first },
  { at: "POST /clients/cimd/preview", is: "create:clients", why: "Recorded: read:clients is not sufficient." },
  { at: "POST /organizations", is: "create:organizations create:organization_connections", why: first },
  {
    at: ["GET /connections", "GET /connections/{id}"],
    is: "read:connections read:connections_options",
    why: "Recorded: a token without the second scope gets connections without options.",
  },
  { at: "POST /connections", is: "create:connections read:connections_options", why: first },
  {
    at: "PATCH /connections/{id}",
    is: "update:connections update:connections_options read:connections_options",
    why: first,
  },
  { at: "GET /organizations/{id}/members", is: "read:organization_members read:organization_member_roles", why: first },
  { at: "POST /roles/{id}/users", is: "update:roles create:role_members", why: first },
  { at: "GET /users/{id}", is: "read:users", why: "The emulator has no tokens of users." },
  { at: "DELETE /users/{id}", is: "delete:users", why: "The emulator has no tokens of users." },
  { at: "GET /users", is: "read:users", why: "The emulator has no tokens of identity providers." },
  { at: "GET /users/{id}/roles", is: "read:users read:roles read:role_members", why: first },
  { at: "POST /users/{id}/roles", is: "update:users create:role_members", why: first },
  { at: "DELETE /users/{id}/roles", is: "update:users delete:role_members", why: first },

  // Routes that the description lacks
  { at: "GET /connections-scim-configurations", is: "read:scim_config", why: undescribed },
  { at: "GET /connections-scim-configurations ?from", is: "string", why: undescribed },
  { at: "GET /connections-scim-configurations ?take", is: "integer 1..100", why: undescribed },
  { at: "GET /connections-directory-provisionings", is: "read:directory_provisionings", why: undescribed },
  { at: "GET /connections-directory-provisionings ?from", is: "string", why: undescribed },
  { at: "GET /connections-directory-provisionings ?take", is: "integer 1..100", why: undescribed },
  {
    at: ["GET /organizations/{id}/clients", "GET /organizations/{id}/clients/{client_id}"],
    is: "read:organization_clients",
    why: undescribed,
  },
  { at: "GET /organizations/{id}/clients ?from", is: "string", why: undescribed },
  { at: "GET /organizations/{id}/clients ?take", is: "integer 1..100", why: undescribed },
  {
    at: "POST /organizations/{id}/clients",
    is: `create:organization_clients\nclients! [1..10 unique client_id]${account}`,
    why: undescribed,
  },
  {
    at: "PATCH /organizations/{id}/clients/{client_id}",
    is: "update:organization_clients\nuse_for_member_access! boolean",
    why: undescribed,
  },
  {
    at: "DELETE /organizations/{id}/clients",
    is: "delete:organization_clients\nclients! [1..10] string 1..",
    why: undescribed,
  },
  { at: ["GET /keys/network-acls", "GET /keys/network-acls/{id}"], is: "read:network_acl_keys", why: newer },
  {
    at: "POST /keys/network-acls",
    is: "create:network_acl_keys\nname! string 1..255\nalg! =hmac-sha256\nvalue! string ..1024",
    why: newer,
  },
  { at: "DELETE /keys/network-acls/{id}", is: "delete:network_acl_keys", why: newer },
  { at: "GET /guardian/settings", is: "read:guardian_factors", why: undescribed },
  {
    at: "PUT /guardian/settings",
    is: `update:guardian_factors
display_remember_me_checkbox! boolean
remember_me_default_value! boolean
mfa_session_inactivity_timeout! integer 3600..2592000
mfa_session_overall_timeout! integer 3600..7776000`,
    why: undescribed,
  },
  {
    at: [
      "GET /guardian/factors/email/settings",
      "GET /guardian/factors/phone/settings",
      "GET /guardian/factors/webauthn-roaming/settings",
      "GET /guardian/factors/webauthn-platform/settings",
    ],
    is: "read:guardian_factors",
    why: undescribed,
  },
  {
    at: "PUT /guardian/factors/email/settings",
    is: `update:guardian_factors${codes.replaceAll("\n ", "\n").replaceAll("!", "")}`,
    why: undescribed,
  },
  {
    at: "PUT /guardian/factors/phone/settings",
    is: `update:guardian_factors${codes.replaceAll("\n ", "\n")}`,
    why: undescribed,
  },
  {
    at: "PUT /guardian/factors/webauthn-roaming/settings",
    is: `update:guardian_factors
userVerification =required|preferred|discouraged${parties.replaceAll("\n ", "\n")}`,
    why: undescribed,
  },
  {
    at: "PUT /guardian/factors/webauthn-platform/settings",
    is: `update:guardian_factors${parties.replaceAll("\n ", "\n")}`,
    why: undescribed,
  },
  { at: "GET /prompts/mfa-push", is: "read:prompts", why: undescribed },
  {
    at: "PATCH /prompts/mfa-push",
    is: "update:prompts\napp_name string\napple_app_link string\ngoogle_app_link string",
    why: undescribed,
  },
  { at: "GET /users-by-email", is: "read:users", why: undescribed },
  { at: "GET /users-by-email ?email", is: "string 1..", why: undescribed },

  // Parameters
  { at: "* ?page", is: "integer 0..", why: paging },
  {
    at: at(["GET /actions/actions", ...moduleLists], "?per_page"),
    is: "integer 1..100",
    why: paging,
  },
  {
    at: at(["GET /actions/actions/{actionId}/versions", "GET /actions/triggers/{triggerId}/bindings"], "?per_page"),
    is: "integer 1..100",
    why: paging,
  },
  { at: "GET /network-acls ?per_page", is: "integer 1..100", why: paging },
  { at: "* ?from", is: "string", why: paging },
  { at: "* ?include_fields", is: "boolean", why: paging },
  { at: "* ?fields", is: "string /^\\w+(,\\w+)*$/", why: "Recorded: names, separated by commas." },
  {
    at: ["GET /resource-servers ?fields", "GET /resource-servers/{id} ?fields"],
    is: "string /^\\w+(,\\w+)*$/",
    why: "Recorded: only the named properties are returned.",
  },
  { at: "GET /resource-servers ?identifiers", is: "[..10] string 1..600", why: documented },
  { at: "GET /connections ?name", is: "string 1..", why: named },
  { at: "GET /organizations ?sort", is: "string ..15 /^(name|display_name|created_at):(1|-1)$/", why: documented },
  { at: "GET /organizations ?include_client_association_for", is: "string 1..", why: newer },
  { at: "GET /roles ?type", is: "=tenant|organization", why: newer },
  { at: "GET /roles ?owner_id", is: "string 1..", why: newer },
  { at: "GET /client-grants ?subject_type", is: "=client|user|anonymous_user", why: newer },
  {
    at: ["GET /organizations/{id}/client-grants ?from", "GET /users/{id}/organizations ?from"],
    is: "string",
    why: paging,
  },
  {
    at: ["GET /organizations/{id}/client-grants ?take", "GET /users/{id}/organizations ?take"],
    is: "integer 1..100",
    why: paging,
  },
  { at: "GET /organizations/{id}/client-grants ?grant_ids", is: "[..10] string", why: documented },
  { at: "GET /log-streams ?paginate", is: "boolean", why: "Recorded: a client sends it, and gets the whole list." },
  { at: "GET /custom-domains ?q", is: "string", why: paging },
  { at: "DELETE /connections/{id}/users ?email", is: "string 3..", why: documented },
  {
    at: "GET /users ?q",
    is: "string",
    why: "The emulator knows terms, AND, OR and wildcards. It refuses any other query.",
  },
  { at: "GET /users ?search_engine", is: "=v3", why: "The earlier engines are switched off." },
  { at: "GET /events ?from", is: "string 1..1024", why: documented },
  {
    at: "GET /events ?from_timestamp",
    is: "string ..20 /^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$/",
    why: documented,
  },
  {
    at: "GET /events ?event_type",
    is: `[] =${eventTypes.flatMap(([of, ...all]) => all.map((what) => `${of}.${what}`)).join("|")}`,
    why: "The types of the SDK have those of connections, too.",
  },

  {
    at: [
      ...at(["GET /users"], "?sort", "?connection", "?primary_order"),
      ...at(["GET /flows", "GET /flows/{id}", "GET /forms", "GET /forms/{id}"], "?hydrate"),
      "GET /flows ?synchronous",
      ...at(["GET /prompts/rendering"], "?prompt", "?screen", "?rendering_mode", "?fields", "?include_fields"),
    ],
    is: undefined,
    why: "The emulator does not obey it. A request with it is refused, and not answered as without it.",
  },

  // APIs
  { at: at(apis, "scopes"), is: "[..1000]\n value! string 1..280\n description string ..500", why: documented },
  {
    at: at(apis, "token_encryption.encryption_key.name,kid,pem!"),
    is: "string",
    why: "Not recorded. The specification names no bounds, and a certificate can be longer than the description says.",
  },
  {
    at: at(apis, "token_lifetime_for_web"),
    is: "integer 0..2592000",
    why: "Recorded in requests; the description has it in responses.",
  },
  { at: at(apis, "token_lifetime_for_anonymous_access_tokens?"), is: "integer 86400..2592000", why: newer },
  {
    at: at(apis, "subject_type_authorization.anonymous_user"),
    is: "\n policy =deny_all|require_client_grant",
    why: newer,
  },
  {
    at: at(apis, "subject_type_authorization.user.*", "subject_type_authorization.client.*"),
    is: undefined,
    why: "The service's documentation has no further member.",
  },
  {
    at: at(apis, "authorization_details?"),
    is: "[]\n type string\n * any",
    why: "The items are objects, as the documentation shows.",
  },
  {
    at: at(apis, "access_token?"),
    is: "\n claims_mapping\n  custom_claims [..20]\n   name! string 1..\n   expression! string 1..",
    why: newer,
  },

  // Applications
  { at: "POST /clients name!", is: "string 1.. /^[^<>]+$/", why: named },
  { at: "PATCH /clients/{id} name", is: "string 1.. /^[^<>]+$/", why: named },
  {
    at: at(
      clients,
      "callbacks,allowed_logout_urls,allowed_origins,web_origins,allowed_clients,client_aliases,grant_types",
    ),
    is: "[unique] string 1..",
    why: differing,
  },
  { at: at(clients, "cross_origin_auth"), is: "boolean", why: recorded },
  {
    at: at(clients, "oidc_logout.backchannel_logout_urls"),
    is: "[unique] string 1..",
    why: differing,
  },
  {
    at: "PATCH /clients/{id} oidc_backchannel_logout.backchannel_logout_urls",
    is: "[unique] string 1..",
    why: differing,
  },
  {
    at: "PATCH /clients/{id} oidc_backchannel_logout?,token_vault_privileged_access?,signed_request_object?",
    is: "…",
    why: nullable,
  },
  { at: "POST /clients express_configuration?", is: "…", why: nullable },
  {
    at: [
      ...at(clients, "oidc_logout.backchannel_logout_initiators.selected_initiators"),
      "PATCH /clients/{id} oidc_backchannel_logout.backchannel_logout_initiators.selected_initiators",
    ],
    is: `[unique] =${[
      ...["rp-logout", "idp-logout", "password-changed", "session-expired", "session-revoked", "account-deleted"],
      ...["email-identifier-changed", "mfa-phone-unenrolled", "account-deactivated"],
    ].join("|")}`,
    why: differing,
  },
  { at: at(clients, "session_transfer.allowed_authentication_methods?"), is: "[unique] =cookie|query", why: differing },
  { at: at(clients, "default_organization.flows!"), is: "[unique] =client_credentials", why: differing },
  { at: at(clients, "custom_login_page_preview"), is: "string", why: recorded },
  {
    at: at(clients, "b2b_integration_configuration"),
    is: "\n integration_type =custom_auth_server|third_party|application\n sso_profiles [..1] string 1..",
    why: newer,
  },
  {
    at: "POST /clients cross_origin_loc",
    is: "string %absolute-uri-or-empty",
    why: "Recorded: an empty text clears it.",
  },
  {
    at: "PATCH /clients/{id} cross_origin_loc?",
    is: "string %absolute-uri-or-empty",
    why: "Recorded: an empty text clears it.",
  },
  { at: "POST /clients organization_discovery_methods", is: "[1.. unique] =email|organization_name", why: differing },
  {
    at: "PATCH /clients/{id} organization_discovery_methods?",
    is: "[1.. unique] =email|organization_name",
    why: differing,
  },
  { at: "POST /clients async_approval_notification_channels", is: "[1.. unique] =guardian-push|email", why: differing },
  {
    at: "PATCH /clients/{id} async_approval_notification_channels?",
    is: "[1.. unique] =guardian-push|email",
    why: differing,
  },
  { at: "POST /clients addons", is: "\n *?\n  * any", why: loose },
  { at: "PATCH /clients/{id} addons?", is: "\n *?\n  * any", why: loose },
  {
    at: at(clients, "token_exchange.allow_any_profile_of_type"),
    is: "[unique] =custom_authentication|on_behalf_of_token_exchange",
    why: differing,
  },
  { at: "POST /clients anonymous_sessions", is: "\n active! boolean", why: newer },
  { at: "PATCH /clients/{id} anonymous_sessions?", is: "\n active! boolean", why: newer },
  { at: "POST /clients identity_assertion_authorization_grant", is: "\n active boolean\n * any", why: recorded },
  { at: "PATCH /clients/{id} identity_assertion_authorization_grant?", is: "\n active boolean\n * any", why: recorded },
  {
    at: at(clients, "my_organization_configuration.allowed_strategies!"),
    is: "[unique] =pingfederate|adfs|waad|google-apps|okta|oidc|samlp",
    why: differing,
  },
  {
    at: at(clients, "my_organization_configuration.third_party_client_access"),
    is: "\n default_value! =block\n allowed_values! [unique] =block|allow",
    why: newer,
  },
  { at: at(clients, "my_organization_configuration.*"), is: "any", why: loose },
  {
    at: at(["POST /clients"], ...holders),
    is: `[]${credential}`,
    why: "The documentation lets each method have each property of a credential.",
  },
  {
    at: "POST /clients signed_request_object.credentials",
    is: `[]${credential}`,
    why: "As for the authentication methods.",
  },
  {
    at: "POST /clients token_vault_privileged_access.credentials!",
    is: `[..4]${credential}`,
    why: "As for the authentication methods.",
  },
  { at: "PATCH /clients/{id} token_vault_privileged_access.credentials!", is: "[..4]\n id! string", why: documented },
  {
    at: at(clients, "token_vault_privileged_access.grants"),
    is: "[unique connection]\n connection! string 1..\n scopes [] string 1..",
    why: recorded,
  },
  { at: "POST /clients client_metadata", is: "..10\n * string ..255", why: documented },
  { at: "PATCH /clients/{id} client_metadata", is: "..10\n *? string ..255", why: documented },
  { at: at(clients, "jwt_configuration.lifetime_in_seconds"), is: "integer 0..", why: documented },
  {
    at: "PATCH /clients/{id} jwt_configuration.secret_encoded,*",
    is: undefined,
    why: "Recorded: an update that contains it is refused.",
  },
  {
    at: "POST /clients oidc_backchannel_logout",
    is: undefined,
    why: "Recorded: only an update can use the older name.",
  },
  {
    at: ["POST /clients/{client_id}/credentials"],
    is: `create:client_credentials${credential.replaceAll("\n ", "\n")}`,
    why: "As for the authentication methods.",
  },
  {
    at: "PATCH /clients/{client_id}/credentials/{credential_id} expires_at!?",
    is: "string %date-time",
    why: "Recorded: no other property can be sent.",
  },

  // Grants
  { at: "POST /client-grants client_id,audience!", is: "string 1..", why: named },
  { at: "POST /client-grants subject_type", is: "=client|user|anonymous_user", why: newer },
  { at: at(grants, "scope?"), is: "[unique] string 1..280", why: differing },
  { at: at(grants, "authorization_details_types"), is: "[unique] string 1..255", why: differing },
  { at: "POST /client-grants organization_usage?", is: "=deny|allow|require", why: nullable },
  { at: "POST /client-grants allow_any_organization?,allow_all_scopes?", is: "boolean", why: nullable },
  { at: "POST /organizations/{id}/client-grants grant_id!", is: "string 1..", why: named },

  // Connections
  {
    at: "POST /connections strategy!",
    is: `=${strategies}`,
    why: newer,
  },
  { at: "* ?strategy", is: `[] =${strategies}`, why: newer },
  {
    at: "POST /connections options",
    is: "\n * any",
    why: "Recorded: options have members and nulls beyond the description. The rules of each strategy are code.",
  },
  {
    at: "PATCH /connections/{id} options?",
    is: "\n * any",
    why: "Recorded: options have members and nulls beyond the description. The rules of each strategy are code.",
  },
  { at: at(connections, "connected_accounts.allow_missing_user_id"), is: "boolean", why: newer },
  { at: at(connections, "cross_app_access_resource_app?"), is: "\n status! =enabled|disabled", why: recorded },
  { at: "POST /connections metadata", is: "..10\n * string ..255", why: documented },
  { at: "PATCH /connections/{id} metadata", is: "..10\n *? string ..255", why: documented },
  { at: "PATCH /connections/{id}/clients :", is: "[1..50 unique client_id]", why: documented },
  { at: "POST /connections/{id}/scim-configuration/tokens scopes", is: "[] string", why: recorded },
  { at: "POST /connections/{id}/scim-configuration/tokens token_lifetime?", is: "integer 900..", why: documented },
  { at: `POST ${groups}`, is: "update:directory_provisionings", why: undescribed },
  { at: `DELETE ${groups}`, is: "update:directory_provisionings", why: undescribed },
  { at: `PUT ${groups} groups!`, is: `[]${group}`, why: recorded },
  { at: [`POST ${groups} groups!`, `DELETE ${groups} groups!`], is: `[1..100]${group}`, why: undescribed },

  // Organizations and roles
  { at: "POST /organizations name!", is: "string 1..50 /^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/", why: documented },
  {
    at: "PATCH /organizations/{id} name",
    is: "string 1..50 /^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/",
    why: documented,
  },
  { at: at(organizations, "branding.logo_url?"), is: "string /^https:\\/\\/[^\\s]+$/", why: nullable },
  {
    at: at(organizations, "branding.colors.primary!,page_background!"),
    is: "string /^(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]+)$/",
    why: "The description says html-color, as for the tenant's branding.",
  },
  { at: at(organizations, "metadata?"), is: "..25\n *? string ..255", why: nullable },
  { at: at(organizations, "third_party_client_access"), is: "=allow|block", why: newer },
  { at: at(organizations, "is_app_entitlement_active"), is: "boolean", why: recorded },
  {
    at: "POST /organizations enabled_connections",
    is: "[..10]\n connection_id! string 1..50\n assign_membership_on_login boolean\n show_as_button boolean\n is_signup_enabled boolean",
    why: documented,
  },
  { at: "POST /organizations/{id}/enabled_connections connection_id!", is: "string 1..50", why: documented },
  { at: "POST /organizations/{id}/discovery-domains domain!", is: "string 1..255", why: recorded },
  { at: "POST /roles name!", is: "string 1..", why: named },
  { at: "PATCH /roles/{id} name", is: "string 1..", why: named },
  { at: "POST /roles type", is: "=tenant|organization", why: newer },
  { at: "POST /roles owner_id", is: "string 1..", why: newer },
  {
    at: at(
      ["/roles", "/users"].flatMap((of) => [`POST ${of}/{id}/permissions`, `DELETE ${of}/{id}/permissions`]),
      "permissions!",
    ),
    is: "[1..] (array of resource_server_identifier, permission_name pairs)\n resource_server_identifier! string 1..\n permission_name! string 1..",
    why: "Recorded, with the description in the error.",
  },

  { at: "PATCH /users/{id}", is: "update:users", why: "The emulator has no tokens of users." },
  {
    at: "POST /users connection",
    is: "…",
    why: "Only direct access and seeds can omit it: the handler requires it.",
  },
  {
    at: at(["POST /organizations/{id}/members", "DELETE /organizations/{id}/members"], "members!"),
    is: "[1..10] string 1..",
    why: documented,
  },
  {
    at: at(["POST /organizations/{id}/members", "DELETE /organizations/{id}/members"], "*"),
    is: undefined,
    why: documented,
  },
  { at: "POST /roles/{id}/users users!", is: "[1..] string 1..", why: documented },

  // Actions
  { at: "POST /actions/actions name!", is: "string 1..", why: named },
  { at: "PATCH /actions/actions/{id} name", is: "string 1..", why: named },
  {
    at: "POST /actions/actions supported_triggers!",
    is: "[1..1]\n id! string 1..\n version! string 1..",
    why: "Responses have the other members. New triggers come without notice.",
  },
  {
    at: "PATCH /actions/actions/{id} supported_triggers",
    is: "[1..1]\n id! string 1..\n version! string 1..",
    why: "Responses have the other members. New triggers come without notice.",
  },
  { at: at(actions, "code"), is: "string ..102400", why: documented },
  {
    at: at(actions, "dependencies"),
    is: "[..10 unique name]\n name! string 1..\n version! string 1..\n registry_url string 1..",
    why: documented,
  },
  { at: at(actions, "runtime"), is: "string 1..", why: named },
  { at: at(actions, "secrets"), is: "[..30 unique name]\n name! string 1..\n value! string 1..", why: documented },
  {
    at: at(actions, "modules"),
    is: "[..3 unique module_id]\n module_id! string 1..\n module_version_id! string 1..",
    why: documented,
  },
  {
    at: at(modules, "dependencies"),
    is: "[..10 unique name]\n name! string 1..255\n version! string 1..50",
    why: documented,
  },
  {
    at: at(modules, "secrets"),
    is: "[..30 unique name]\n name! string 1..255\n value! string 1..4096",
    why: documented,
  },
  { at: at(modules.slice(0, 1), "name!"), is: "string 1..255", why: named },
  { at: "GET /actions/actions ?triggerId", is: "string", why: "New triggers come without notice." },
  {
    at: "PATCH /actions/triggers/{triggerId}/bindings bindings!",
    is: `[]
 ref!
  type! =action_id|action_name|binding_id
  value! string 1..
 display_name string 1..
 secrets []
  name! string 1..
  value string`,
    why: "Recorded: a reference needs both members, and can name a binding.",
  },
  { at: "POST /actions/actions/{id}/test payload!", is: "\n * any", why: "The event is of any form." },

  // Profiles, streams, ACLs and domains
  {
    at: "POST /event-streams",
    is: `create:event_streams
name! string 1..128
subscriptions! ${subscription}
status =enabled|disabled
destination!${eventDestination("webhook|eventbridge|action")}`,
    why: "Recorded: the description lacks the members that no response contains.",
  },
  {
    at: "PATCH /event-streams/{id}",
    is: `update:event_streams
name string 1..128
subscriptions ${subscription}
status =enabled|disabled
destination${eventDestination("webhook|action")}`,
    why: "Recorded: the description lacks the members that no response contains.",
  },
  { at: "POST /token-exchange-profiles name", is: "string 3..50", why: "Recorded: a profile without a name gets one." },
  { at: "POST /token-exchange-profiles subject_token_type!", is: "string 8..100 %url", why: documented },
  { at: "PATCH /token-exchange-profiles/{id} subject_token_type", is: "string 8..100 %url", why: documented },
  {
    at: at(streams, "filters"),
    is: "[unique name]\n type! =category\n name! string /^[a-z_.]+$/",
    why: "New categories come without notice.",
  },
  { at: "POST /log-streams name!", is: "string 1..", why: documented },
  { at: "PATCH /log-streams/{id} name", is: "string 1..", why: named },
  {
    at: "POST /log-streams status",
    is: "=active|paused|suspended",
    why: "Recorded: a creation can contain it. The new stream is active in any case.",
  },
  { at: "POST /log-streams startFrom", is: "string %date-time", why: documented },
  {
    at: ["POST /log-streams sink.|eventbridge.awsRegion!", "POST /log-streams sink.|eventgrid.azureRegion!"],
    is: "string 1..",
    why: "New regions come without notice.",
  },
  {
    at: "PATCH /log-streams/{id} sink",
    is: "\n * any",
    why: "The type of the stream decides, which an update does not contain.",
  },
  {
    at: at(["POST /rate-limit-policies", "PATCH /rate-limit-policies/{id}"], "configuration!"),
    is: "\n action! =allow|block|log|redirect\n limit integer 0..10000\n redirect_uri string /^https:\\/\\/\\S+$/",
    why: "The description has an alternative for each action.",
  },
  { at: "PATCH /network-acls/{id} :", is: "1..", why: "Recorded: an empty update is refused." },
  { at: at(acls, "priority"), is: "integer 1..100", why: documented },
  { at: "PUT /network-acls/{id} priority!", is: "…", why: recorded },
  {
    at: [
      "POST /network-acls description!",
      "PATCH /network-acls/{id} description",
      "PUT /network-acls/{id} description!",
    ],
    is: "string 1..255",
    why: documented,
  },
  { at: at(acls, "rule.match"), is: signals, why: newer },
  { at: at(acls, "rule.not_match"), is: signals, why: newer },
  { at: at(acls, "rule.match_all"), is: "boolean", why: newer },
  { at: "POST /custom-domains domain!", is: "string 3..255 /^[^\\s\\/:]+\\.[^\\s\\/:]+$/", why: documented },
  { at: "POST /custom-domains relying_party_identifier?", is: "string 1..255", why: nullable },
  { at: "PATCH /custom-domains/{id} relying_party_identifier?", is: "string 1..255", why: nullable },
  { at: "PATCH /custom-domains/default domain!", is: "string 1..", why: recorded },

  // Settings
  { at: `${settings} flags`, is: "1..\n * boolean", why: "Recorded: tenants have flags that the description lacks." },
  { at: `${settings} friendly_name`, is: "string 1..", why: named },
  { at: `${settings} enabled_locales`, is: "[1..] string 2..", why: "New languages come without notice." },
  {
    at: `${settings} session_lifetime,idle_session_lifetime,ephemeral_session_lifetime,idle_ephemeral_session_lifetime`,
    is: "integer 1..8760",
    why: documented,
  },
  {
    at: `${settings} ${["session", "idle_session", "ephemeral_session", "idle_ephemeral_session"].map((name) => `${name}_lifetime_in_minutes`)}`,
    is: "integer 1..525600",
    why: documented,
  },
  {
    at: `${settings} sessions.anonymous?`,
    is: "\n lifetime_in_minutes integer 1..525600\n activate_cookie boolean",
    why: newer,
  },
  { at: `${settings} default_redirection_uri`, is: "string /^(|https:\\/\\/.+)$/", why: documented },
  {
    at: `${settings} universal_login`,
    is: `\n colors? ${background.replaceAll("\n", "\n ")}\n passwordless\n  * any`,
    why: "Recorded; the description has it in responses.",
  },
  {
    at: `${settings} country_codes?`,
    is: "\n list! [] string /^[A-Z]{2}$/\n mode! =allow|deny",
    why: "Recorded: both members are needed.",
  },
  { at: `${settings} security_headers?`, is: "\n * any", why: loose },
  { at: `${settings} acr_values_supported?`, is: "[] string 1..", why: named },
  {
    at: `${settings} default_token_quota?`,
    is: `1..
 clients
  client_credentials 1..
   enforce boolean
   per_day integer 1..2147483647
   per_hour integer 1..2147483647
 organizations
  client_credentials 1..
   enforce boolean
   per_day integer 1..2147483647
   per_hour integer 1..2147483647`,
    why: "The documentation has no further member.",
  },
  {
    at: ["brute-force-protection", "suspicious-ip-throttling", "bot-detection"].map(
      (name) => `${attack}/${name} allowlist`,
    ),
    is: "[..100] string %address",
    why: documented,
  },
  {
    at: `${attack}/suspicious-ip-throttling stage.pre-custom-token-exchange`,
    is: "\n max_attempts integer 1..2147483647\n rate integer 1..2147483647",
    why: recorded,
  },
  {
    at: ["arkose", "friendly_captcha", "hcaptcha", "recaptcha_v2"].map(
      (name) => `${attack}/captcha ${name}.site_key!,secret!`,
    ),
    is: "string 1..100",
    why: named,
  },
  { at: `${attack}/captcha recaptcha_enterprise.site_key!,api_key!,project_id!`, is: "string 1..100", why: named },
  { at: `${attack}/captcha simple_captcha.*`, is: undefined, why: "The documentation has no member." },
  { at: "PATCH /branding :", is: "", why: "Recorded: an empty update changes the login pages." },
  { at: "PATCH /branding colors?", is: background, why: "The background is a color or a gradient: its rule is code." },
  { at: "PATCH /branding logo_url?,favicon_url?", is: "string /^https:\\/\\/[^\\s]+$/", why: documented },
  { at: "PATCH /branding font.url?", is: "string /^https:\\/\\/[^\\s]+$/", why: documented },
  { at: "PATCH /prompts :", is: "", why: "Recorded: an empty update is accepted." },
  {
    at: at(themes, "fonts.font_url!", "page_background.background_image_url!", "widget.logo_url!"),
    is: fonts,
    why: "The description's pattern, in short: an address with https, or nothing.",
  },
  { at: at(themes, "displayName"), is: "string ..2048", why: recorded },
  {
    at: at(themes, "identifiers"),
    is: `
 login_display =unified|separate
 otp_autocomplete boolean
 phone_display
  masking =mask_digits|hide_country_code|show_all
  formatting =international|regional`,
    why: newer,
  },
  { at: at(renderings, "filters?"), is: filters, why: documented },
  {
    at: "PATCH /prompts/rendering configs!",
    is: "[1..]\n prompt! string 1..\n screen! string 1..\n * any",
    why: "The other members are those of the update of one screen.",
  },
  { at: "PATCH /emails/provider :", is: "", why: "Recorded: an empty update is accepted." },
  {
    at: "POST /emails/provider credentials!",
    is: "\n * any",
    why: "Recorded: the names depend on the provider, and some lack in the description.",
  },
  {
    at: "PATCH /emails/provider credentials",
    is: "\n * any",
    why: "Recorded: the names depend on the provider, and some lack in the description.",
  },
  {
    at: `${attack}/phone-provider-protection type!`,
    is: "=default|exponential|none",
    why: newer,
  },
  {
    at: at(phones, "configuration.delivery_methods!"),
    is: "[1..] =text|voice",
    why: "The description has two alternatives, whose lists are alike.",
  },
  {
    at: [...at(attributeProfiles, "user_id.saml_mapping"), ...at(attributeProfiles, "user_attributes.*.saml_mapping")],
    is: "[1..3] string 1..128",
    why: documented,
  },
  {
    at: ["POST /self-service-profiles user_attributes", "PATCH /self-service-profiles/{id} user_attributes?"],
    is: "[..20]\n name! string ..250\n description! string\n is_optional! boolean",
    why: documented,
  },
  { at: at(connectionProfiles, "provisioning"), is: scimTokens, why: newest },
  ...["pingfederate", "ad", "adfs", "waad", "google-apps", "okta", "oidc", "samlp"].map((strategy) => ({
    at: at(connectionProfiles, `strategy_overrides.${strategy}.provisioning`),
    is: scimTokens,
    why: newest,
  })),
  {
    at: at(connectionProfiles, "cross_app_access_resource_app"),
    is: "\n status!\n  default_value! =enabled|disabled\n  allowed_values [unique] =enabled|disabled",
    why: newest,
  },
  {
    at: at(vaults, "setup"),
    is: "\n type! string 1..\n * any",
    why: "The description leaves out members that no response has, such as the key of a setup for JWT.",
  },
  {
    at: ["POST /flows actions", "PATCH /flows/{id} actions?", "POST /forms nodes", "PATCH /forms/{id} nodes?"],
    is: "[]\n * any",
    why: "The description has 61 kinds of actions and three of nodes, as alternatives. The emulator stores them as they are.",
  },
  {
    at: "PUT /guardian/factors/push-notification/providers/sns aws_region?",
    is: "string 1..1000",
    why: "New regions come without notice.",
  },
  {
    at: "PUT /guardian/factors/push-notification/providers/fcm server_key?",
    is: "string ..152",
    why: "Recorded: an empty text clears it.",
  },
  {
    at: "PUT /guardian/factors/push-notification/providers/fcmv1 server_credentials?",
    is: "string ..10000",
    why: "Recorded: an empty text clears it.",
  },
  {
    at: at(
      [
        "PUT /prompts/{prompt}/partials",
        "PUT /prompts/{prompt}/custom-text/{language}",
        "PUT /branding/templates/universal-login",
      ],
      ":",
    ),
    is: "any",
    why: "The bodies have errors of their own.",
  },
];
