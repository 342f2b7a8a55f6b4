import type { Json } from "./json.ts";

/*
 * The names of the options that are documented for strategies: those that have types here, those of the service's public
 * interface description of 2026-06 (the types of its npm SDK 7.1), and those that the service adds by itself.
 */

/** Options of all strategies. */
const common = "federated_connections_access_tokens non_persistent_attrs set_user_root_attributes upstream_params";

/** The names of options by strategy. No limits: any other option is accepted as it is. */
export const optionNames: Readonly<Record<string, ReadonlySet<string>>> = {
  oidc: named(`
    attribute_map authorization_endpoint client_id client_secret connection_settings discovery_url domain_aliases
    dpop_signing_alg enable_pushed_authorization_requests icon_url id_token_session_expiry_supported
    id_token_signed_response_algs issuer jwks_uri oidc_metadata pushed_authorization_request_endpoint schema_version
    scope send_back_channel_nonce tenant_domain token_endpoint token_endpoint_auth_method
    token_endpoint_auth_signing_alg token_endpoint_jwtca_aud_format type useOauthSpecScope userinfo_endpoint
  `),
  okta: named(`
    attribute_map authorization_endpoint client_id client_secret connection_settings discovery_url domain
    domain_aliases dpop_signing_alg enable_pushed_authorization_requests icon_url id_token_session_expiry_supported
    id_token_signed_response_algs issuer jwks_uri oidc_metadata pushed_authorization_request_endpoint schema_version
    scope send_back_channel_nonce tenant_domain token_endpoint token_endpoint_auth_method
    token_endpoint_auth_signing_alg token_endpoint_jwtca_aud_format type useOauthSpecScope userinfo_endpoint
  `),
  samlp: named(`
    assertion_decryption_settings bindingMethod cert debug decryptionKey deflate destinationUrl digestAlgorithm
    disableSignout discovery_url domain_aliases entityId expires fieldsMap global_token_revocation_jwt_iss
    global_token_revocation_jwt_sub icon_url idpinitiated metadataUrl metadataXml oidc_metadata protocolBinding
    recipientUrl requestTemplate signInEndpoint signOutEndpoint signSAMLRequest signatureAlgorithm signingCert
    signing_key subject tenant_domain thumbprints user_id_attribute
  `),
  waad: named(`
    api_enable_users app_domain app_id basic_profile client_id client_secret domain_aliases ext_access_token
    ext_account_enabled ext_admin ext_agreed_terms ext_assigned_licenses ext_assigned_plans ext_azure_id ext_city
    ext_country ext_department ext_dir_sync_enabled ext_email ext_expires_in ext_family_name ext_fax ext_given_name
    ext_group_ids ext_groups ext_is_suspended ext_job_title ext_last_sync ext_mobile ext_name ext_nested_groups
    ext_nickname ext_oid ext_phone ext_physical_delivery_office_name ext_postal_code ext_preferred_language
    ext_profile ext_provisioned_plans ext_provisioning_errors ext_proxy_addresses ext_puid ext_refresh_token
    ext_roles ext_state ext_street ext_telephoneNumber ext_tenantid ext_upn ext_usage_location ext_user_id granted
    icon_url identity_api max_groups_to_retrieve scope should_trust_email_verified_connection tenantId tenant_domain
    thumbprints useCommonEndpoint use_wsfed userid_attribute waad_common_endpoint waad_protocol
  `),
  auth0: named(`
    attributes authentication_methods brute_force_protection configuration customScripts custom_headers
    disable_self_service_change_password disable_signup enable_script_context enabledDatabaseCustomization
    import_mode mfa passkey_options passwordPolicy password_complexity_options password_dictionary password_history
    password_no_personal_info password_options precedence realm_fallback requires_username strategy_version
    validation
  `),
  "google-oauth2": named(`
    adsense_management allowed_audiences analytics blogger calendar calendar_addons_execute calendar_events
    calendar_events_readonly calendar_settings_readonly chrome_web_store client_id client_secret contacts
    contacts_new contacts_other_readonly contacts_readonly content_api_for_shopping coordinate coordinate_readonly
    directory_readonly document_list drive drive_activity drive_activity_readonly drive_appdata drive_apps_readonly
    drive_file drive_metadata drive_metadata_readonly drive_photos_readonly drive_readonly drive_scripts email
    freeform_scopes gmail gmail_compose gmail_insert gmail_labels gmail_metadata gmail_modify gmail_new
    gmail_readonly gmail_send gmail_settings_basic gmail_settings_sharing google_affiliate_network google_books
    google_cloud_storage google_drive google_drive_files google_plus icon_url latitude_best latitude_city moderator
    offline_access orkut picasa_web profile scope sites tasks tasks_readonly url_shortener webmaster_tools youtube
    youtube_channelmemberships_creator youtube_new youtube_readonly youtube_upload youtubepartner
  `),
  github: named(`
    admin_org admin_public_key admin_repo_hook client_id client_secret delete_repo email follow freeform_scopes gist
    notifications profile public_repo read_org read_public_key read_repo_hook read_user repo repo_deployment
    repo_status scope write_org write_public_key write_repo_hook
  `),
  sms: named(`
    brute_force_protection disable_signup forward_req_info from gateway_authentication gateway_url
    messaging_service_sid name provider syntax template totp twilio_sid twilio_token
  `),
  email: named(`
    authParams brute_force_protection disable_signup email name totp
  `),
  pingfederate: named(`
    assertion_decryption_settings cert decryptionKey digestAlgorithm domain_aliases entityId expires icon_url
    idpinitiated pingFederateBaseUrl protocolBinding signInEndpoint signSAMLRequest signatureAlgorithm signingCert
    subject tenant_domain thumbprints
  `),
  adfs: named(`
    adfs_server domain_aliases entityId fedMetadataXml icon_url prev_thumbprints
    should_trust_email_verified_connection signInEndpoint tenant_domain thumbprints user_id_attribute
  `),
  ad: named(`
    agentIP agentMode agentVersion brute_force_protection certAuth certs disable_cache
    disable_self_service_change_password domain_aliases icon_url ips kerberos signInEndpoint tenant_domain
    thumbprints
  `),
  "google-apps": named(`
    admin_access_token admin_access_token_expiresin admin_refresh_token allow_setting_login_scopes api_enable_groups
    api_enable_users client_id client_secret domain domain_aliases email ext_agreed_terms ext_groups
    ext_groups_extended ext_is_admin ext_is_suspended handle_login_from_social icon_url map_user_id_to_id profile
    scope tenant_domain
  `),
};

/** Options of one strategy that do what those of another do. */
export const counterparts: readonly (readonly string[])[] = [
  ["authorization_endpoint", "signInEndpoint"],
  ["discovery_url", "metadataUrl"],
  ["attribute_map", "fieldsMap"],
];

/**
 * Documented options whose names look secret, and whose values are not: what stands at such a path. Paths are JSON pointers
 * into `options`, in which `*` stands for any one key.
 */
export const plainOptionPaths = [
  "/assertion_decryption_settings",
  "/authentication_methods/password",
  "/customScripts/change_password",
  "/disable_self_service_change_password",
  "/ext_access_token",
  "/ext_refresh_token",
  "/federated_connections_access_tokens",
  "/gateway_authentication/secret_base64_encoded",
  "/global_token_revocation_jwt_iss",
  "/global_token_revocation_jwt_sub",
  "/id_token_session_expiry_supported",
  "/oidc_metadata/*",
  "/passwordPolicy",
  "/password_complexity_options",
  "/password_dictionary",
  "/password_history",
  "/password_no_personal_info",
  "/password_options",
] as const;

/** The options that are known of a strategy; none of most. */
export function namesOf(strategy: Json | undefined): ReadonlySet<string> {
  const name = String(strategy);
  return (Object.hasOwn(optionNames, name) && optionNames[name]) || new Set();
}

function named(names: string): ReadonlySet<string> {
  return new Set(`${common} ${names}`.trim().split(/\s+/));
}
