// Made of the types in `sdk/resources/connection-options/` by `npm run docs`. Change them, not this file.

/*
 * Paths of options, by the type of their values. The names of a path are joined by dots; `*` matches any key, and `[]` each element of a
 * list. After the path of a `oneOf` option, its allowed texts are listed.
 */

/** The options that several strategies share, by the name of their type. */
export const sharedOptions: Readonly<Record<string, string>> = {
  ConnectionOptionsCommon: `string: non_persistent_attrs.[]`,
  ConnectionOptionsUpstream: `extends: ConnectionOptionsCommon
    boolean: federated_connections_access_tokens.active
    oneOf: set_user_root_attributes=never_on_login|on_each_login|on_first_login upstream_params.*.alias=acr_values|
      audience|client_id|display|id_token_hint|login_hint|max_age|prompt|resource|response_mode|response_type|ui_locales
    string: upstream_params.*.value`,
  ConnectionOptionsOpenId: `extends: ConnectionOptionsUpstream
    any: oidc_metadata.*
    boolean: enable_pushed_authorization_requests id_token_session_expiry_supported send_back_channel_nonce
      useOauthSpecScope
    oneOf: connection_settings.pkce=S256|auto|disabled|plain dpop_signing_alg=ES256|ES384|ES512|Ed25519
      id_token_signed_response_algs.[]=ES256|ES384|PS256|PS384|RS256|RS384|RS512
      token_endpoint_auth_method=client_secret_post|private_key_jwt
      token_endpoint_auth_signing_alg=ES256|ES384|PS256|PS384|RS256|RS384|RS512
      token_endpoint_jwtca_aud_format=issuer|token_endpoint
    string: authorization_endpoint client_id client_secret domain_aliases.[] icon_url issuer jwks_uri
      pushed_authorization_request_endpoint schema_version scope tenant_domain token_endpoint userinfo_endpoint`,
};

/** The options of the strategies that have types. */
export const typedOptions: Readonly<Record<string, string>> = {
  oidc: `extends: ConnectionOptionsOpenId
    any: attribute_map.attributes.*
    oneOf: attribute_map.mapping_mode=bind_all|use_map type=back_channel|front_channel
    string: attribute_map.userinfo_scope discovery_url`,
  okta: `extends: ConnectionOptionsOpenId
    any: attribute_map.attributes.*
    oneOf: attribute_map.mapping_mode=basic_profile|use_map type=back_channel
    string: attribute_map.userinfo_scope domain`,
  samlp: `extends: ConnectionOptionsUpstream
    any: oidc_metadata.*
    boolean: debug deflate disableSignout idpinitiated.enabled signSAMLRequest
    oneOf: assertion_decryption_settings.algorithm_profile=v2026-1 digestAlgorithm=sha1|sha256
      idpinitiated.client_protocol=oidc|samlp|wsfed
      protocolBinding=urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST|urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect
      signatureAlgorithm=rsa-sha1|rsa-sha256
    string: assertion_decryption_settings.algorithm_exceptions.[] bindingMethod cert decryptionKey decryptionKey.cert
      decryptionKey.key destinationUrl discovery_url domain_aliases.[] entityId fieldsMap.* fieldsMap.*.[]
      global_token_revocation_jwt_iss global_token_revocation_jwt_sub icon_url idpinitiated.client_authorizequery
      idpinitiated.client_id metadataUrl metadataXml recipientUrl requestTemplate signInEndpoint signOutEndpoint
      signingCert signing_key.cert signing_key.key tenant_domain tenant_domain.[] thumbprints.[] user_id_attribute`,
  waad: `extends: ConnectionOptionsUpstream
    boolean: api_enable_users basic_profile ext_access_token ext_account_enabled ext_admin ext_agreed_terms
      ext_assigned_licenses ext_assigned_plans ext_azure_id ext_city ext_country ext_department ext_dir_sync_enabled
      ext_email ext_expires_in ext_family_name ext_fax ext_given_name ext_group_ids ext_groups ext_is_suspended
      ext_job_title ext_last_sync ext_mobile ext_name ext_nested_groups ext_nickname ext_oid ext_phone
      ext_physical_delivery_office_name ext_postal_code ext_preferred_language ext_profile ext_provisioned_plans
      ext_provisioning_errors ext_proxy_addresses ext_puid ext_refresh_token ext_roles ext_state ext_street
      ext_telephoneNumber ext_tenantid ext_upn ext_usage_location ext_user_id granted useCommonEndpoint use_wsfed
      waad_common_endpoint
    oneOf: identity_api=azure-active-directory-v1.0|microsoft-identity-platform-v2.0
      should_trust_email_verified_connection=always_set_emails_as_verified|never_set_emails_as_verified
      userid_attribute=oid|sub waad_protocol=openid-connect|ws-federation
    string: app_domain app_id client_id client_secret domain_aliases.[] icon_url max_groups_to_retrieve scope.[]
      tenantId tenant_domain thumbprints.[]`,
  auth0: `extends: ConnectionOptionsCommon
    boolean: attributes.email.identifier.active attributes.email.profile_required
      attributes.email.signup.verification.active attributes.email.unique attributes.phone_number.identifier.active
      attributes.phone_number.profile_required attributes.phone_number.signup.verification.active
      attributes.username.identifier.active attributes.username.profile_required
      attributes.username.signup.verification.active attributes.username.validation.allowed_types.email
      attributes.username.validation.allowed_types.phone_number authentication_methods.email_otp.enabled
      authentication_methods.passkey.enabled authentication_methods.password.enabled
      authentication_methods.phone_otp.enabled brute_force_protection disable_self_service_change_password
      disable_signup enable_script_context enabledDatabaseCustomization import_mode mfa.active
      mfa.return_enroll_settings passkey_options.local_enrollment_enabled passkey_options.progressive_enrollment_enabled
      password_dictionary.enable password_history.enable password_no_personal_info.enable
      password_options.dictionary.active password_options.history.active password_options.profile_data.active
      realm_fallback requires_username
    number: attributes.username.validation.max_length attributes.username.validation.min_length
      password_complexity_options.min_length password_history.size password_options.complexity.min_length
      password_options.history.size strategy_version validation.username.max validation.username.min
    oneOf: attributes.email.identifier.default_method=email_otp|password
      attributes.email.signup.status=inactive|optional|required attributes.email.verification_method=link|otp
      attributes.phone_number.identifier.default_method=password|phone_otp
      attributes.phone_number.signup.status=inactive|optional|required
      attributes.username.signup.status=inactive|optional|required
      authentication_methods.password.api_behavior=optional|required
      authentication_methods.password.signup_behavior=allow|block passkey_options.challenge_ui=autofill|both|button
      passwordPolicy=excellent|fair|good|low|none password_options.complexity.character_type_rule=all|three_of_four
      password_options.complexity.character_types.[]=lowercase|number|special|uppercase
      password_options.complexity.identical_characters=allow|block
      password_options.complexity.max_length_exceeded=error|truncate
      password_options.complexity.sequential_characters=allow|block password_options.dictionary.default=en_100k|en_10k
      precedence.[]=email|phone_number|username
    string: configuration.* customScripts.change_email customScripts.change_password customScripts.change_phone_number
      customScripts.change_username customScripts.create customScripts.delete customScripts.get_user customScripts.login
      customScripts.verify password_dictionary.dictionary.[] password_options.dictionary.custom.[]
      password_options.profile_data.blocked_fields.[]`,
  "google-oauth2": `extends: ConnectionOptionsUpstream
    boolean: adsense_management analytics blogger calendar calendar_addons_execute calendar_events
      calendar_events_readonly calendar_settings_readonly chrome_web_store contacts contacts_new contacts_other_readonly
      contacts_readonly content_api_for_shopping coordinate coordinate_readonly directory_readonly document_list drive
      drive_activity drive_activity_readonly drive_appdata drive_apps_readonly drive_file drive_metadata
      drive_metadata_readonly drive_photos_readonly drive_readonly drive_scripts email gmail gmail_compose gmail_insert
      gmail_labels gmail_metadata gmail_modify gmail_new gmail_readonly gmail_send gmail_settings_basic
      gmail_settings_sharing google_affiliate_network google_books google_cloud_storage google_drive google_drive_files
      google_plus latitude_best latitude_city moderator offline_access orkut picasa_web profile sites tasks
      tasks_readonly url_shortener webmaster_tools youtube youtube_channelmemberships_creator youtube_new
      youtube_readonly youtube_upload youtubepartner
    string: allowed_audiences.[] client_id client_secret freeform_scopes.[] icon_url scope.[]`,
  github: `extends: ConnectionOptionsUpstream
    boolean: admin_org admin_public_key admin_repo_hook delete_repo email follow gist notifications profile public_repo
      read_org read_public_key read_repo_hook read_user repo repo_deployment repo_status write_org write_public_key
      write_repo_hook
    string: client_id client_secret freeform_scopes.[] scope.[]`,
  sms: `extends: ConnectionOptionsCommon
    boolean: brute_force_protection disable_signup forward_req_info gateway_authentication.secret_base64_encoded
    number: totp.length totp.time_step
    oneOf: provider=sms_gateway|twilio syntax=liquid|md_with_macros
    string: from gateway_authentication.audience gateway_authentication.method gateway_authentication.secret
      gateway_authentication.subject gateway_url messaging_service_sid name template twilio_sid twilio_token`,
  email: `extends: ConnectionOptionsCommon
    any: authParams.*
    boolean: brute_force_protection disable_signup
    number: totp.length totp.time_step
    oneOf: email.syntax=liquid
    string: authParams email.body email.from email.subject name`,
};

/** Paths of options whose names look secret, although their types exclude a secret. */
export const plainByType = `
  authentication_methods.password disable_self_service_change_password ext_access_token ext_refresh_token
  federated_connections_access_tokens gateway_authentication.secret_base64_encoded id_token_session_expiry_supported
  passwordPolicy password_complexity_options password_history password_no_personal_info`;
