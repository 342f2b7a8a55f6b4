// Made by `node test/harness/interface/make.ts <description>`. Change the corrections in that folder, not this file.

/** The rules of requests: see `interface.ts`. */
export const table = String.raw`
?page integer 0..
?per_page integer 1..100
?include_totals boolean
?include_fields boolean
?fields string /^\w+(,\w+)*$/
?from string
?take integer 1..100
?strategy [] =ad|adfs|amazon|apple|asana|atlassian|auth0|auth0-adldap|auth0-oidc|baidu|bitbucket|bitly|box|cloudflare-mcp|custom|daccount|dropbox|dwolla|email|evernote|evernote-sandbox|exact|facebook|fitbit|github|gitlab|google-apps|google-oauth2|hubspot-mcp|instagram|ip|line|linear-mcp|linkedin|notion-mcp|oauth1|oauth2|office365|oidc|okta|paypal|paypal-sandbox|pingfederate|planningcenter|salesforce|salesforce-community|salesforce-sandbox|samlp|sentry-mcp|sharepoint|shop|shopify|slack|sms|soundcloud|thirtysevensignals|twitter|untappd|vkontakte|waad|weibo|windowslive|wordpress|yahoo|yandex
?q string
?client_id string
GET /resource-servers read:resource_servers ?page ?per_page ?include_totals ?include_fields ?fields
 ?identifiers [..10] string 1..600
POST /resource-servers create:resource_servers
 name string ..200 /^[^<>]+$/
 identifier! string 1..600
 scopes [..1000]
  value! string 1..280
  description string ..500
 signing_alg =HS256|RS256|RS512|PS256
 signing_secret string 16..
 allow_offline_access boolean
 allow_online_access boolean
 allow_online_access_with_ephemeral_sessions boolean
 token_lifetime integer 0..2592000
 token_dialect =access_token|access_token_authz|rfc9068_profile|rfc9068_profile_authz
 skip_consent_for_verifiable_first_party_clients boolean
 enforce_policies boolean
 token_encryption?
  format! =compact-nested-jwe
  encryption_key!
   name string 1..128
   alg! =RSA-OAEP-256|RSA-OAEP-384|RSA-OAEP-512
   kid string 1..128
   pem! string 1..4096
 consent_policy? =transactional-authorization-with-mfa
 authorization_details? []
  type string
  * any
 proof_of_possession?
  mechanism! =mtls|dpop
  required! boolean
  required_for =public_clients|all_clients
 subject_type_authorization
  user
   policy =allow_all|deny_all|require_client_grant
  client
   policy =deny_all|require_client_grant
  anonymous_user
   policy =deny_all|require_client_grant
 authorization_policy?
  policy_id! string 1..1024
 token_lifetime_for_web integer 0..2592000
 token_lifetime_for_anonymous_access_tokens? integer 86400..2592000
 access_token?
  claims_mapping
   custom_claims [..20]
    name! string 1..
    expression! string 1..
GET /resource-servers/{id} read:resource_servers ?include_fields ?fields
PATCH /resource-servers/{id} update:resource_servers
 name string ..200 /^[^<>]+$/
 scopes [..1000]
  value! string 1..280
  description string ..500
 signing_alg =HS256|RS256|RS512|PS256
 signing_secret string 16..
 skip_consent_for_verifiable_first_party_clients boolean
 allow_offline_access boolean
 allow_online_access boolean
 allow_online_access_with_ephemeral_sessions boolean
 token_lifetime integer 0..2592000
 token_dialect =access_token|access_token_authz|rfc9068_profile|rfc9068_profile_authz
 enforce_policies boolean
 token_encryption?
  format! =compact-nested-jwe
  encryption_key!
   name string 1..128
   alg! =RSA-OAEP-256|RSA-OAEP-384|RSA-OAEP-512
   kid string 1..128
   pem! string 1..4096
 consent_policy? =transactional-authorization-with-mfa
 authorization_details? []
  type string
  * any
 proof_of_possession?
  mechanism! =mtls|dpop
  required! boolean
  required_for =public_clients|all_clients
 subject_type_authorization
  user
   policy =allow_all|deny_all|require_client_grant
  client
   policy =deny_all|require_client_grant
  anonymous_user
   policy =deny_all|require_client_grant
 authorization_policy?
  policy_id! string 1..1024
 token_lifetime_for_web integer 0..2592000
 token_lifetime_for_anonymous_access_tokens? integer 86400..2592000
 access_token?
  claims_mapping
   custom_claims [..20]
    name! string 1..
    expression! string 1..
DELETE /resource-servers/{id} delete:resource_servers
GET /connections read:connections read:connections_options ?per_page ?page ?include_totals ?from ?take ?strategy ?fields ?include_fields
 ?name string 1..
POST /connections create:connections read:connections_options
 name! string ..128 /^[a-zA-Z0-9](-[a-zA-Z0-9]|[a-zA-Z0-9])*$/
 display_name string ..128
 strategy! =ad|adfs|amazon|apple|asana|atlassian|auth0|auth0-adldap|auth0-oidc|baidu|bitbucket|bitly|box|cloudflare-mcp|custom|daccount|dropbox|dwolla|email|evernote|evernote-sandbox|exact|facebook|fitbit|github|gitlab|google-apps|google-oauth2|hubspot-mcp|instagram|ip|line|linear-mcp|linkedin|notion-mcp|oauth1|oauth2|office365|oidc|okta|paypal|paypal-sandbox|pingfederate|planningcenter|salesforce|salesforce-community|salesforce-sandbox|samlp|sentry-mcp|sharepoint|shop|shopify|slack|sms|soundcloud|thirtysevensignals|twitter|untappd|vkontakte|waad|weibo|windowslive|wordpress|yahoo|yandex
 options
  * any
 enabled_clients [] string 1..
 is_domain_connection boolean
 show_as_button boolean
 realms [] string 1..
 metadata ..10
  * string ..255
 authentication
  active! boolean
 connected_accounts
  active! boolean
  cross_app_access boolean
  allow_missing_user_id boolean
 cross_app_access_requesting_app
  active! boolean
 cross_app_access_resource_app?
  status! =enabled|disabled
GET /connections/{id} read:connections read:connections_options ?fields ?include_fields
PATCH /connections/{id} update:connections update:connections_options read:connections_options : 1..
 display_name string ..128
 options?
  * any
 enabled_clients? [] string 1..
 is_domain_connection boolean
 show_as_button boolean
 realms [] string 1..
 metadata ..10
  *? string ..255
 authentication
  active! boolean
 connected_accounts
  active! boolean
  cross_app_access boolean
  allow_missing_user_id boolean
 cross_app_access_requesting_app
  active! boolean
 cross_app_access_resource_app?
  status! =enabled|disabled
DELETE /connections/{id} delete:connections
GET /connections/{id}/clients read:connections ?from
 ?take integer 1..1000
PATCH /connections/{id}/clients update:connections : [1..50 unique client_id]
 client_id! string 1..
 status! boolean
GET /connections/{id}/status read:connections
DELETE /connections/{id}/users delete:users
 ?email string 3..
GET /connections/{id}/keys read:connections_keys
POST /connections/{id}/keys/rotate create:connections_keys update:connections_keys
 signing_alg =RS256|RS384|RS512|PS256|PS384|ES256|ES384
GET /connections/{id}/scim-configuration read:scim_config
POST /connections/{id}/scim-configuration create:scim_config
 user_id_attribute string
 mapping []
  auth0 string
  scim string
  * any
PATCH /connections/{id}/scim-configuration update:scim_config
 user_id_attribute string
 mapping []
  auth0 string
  scim string
  * any
DELETE /connections/{id}/scim-configuration delete:scim_config
GET /connections/{id}/scim-configuration/default-mapping read:scim_config
GET /connections/{id}/scim-configuration/tokens read:scim_token
POST /connections/{id}/scim-configuration/tokens create:scim_token
 scopes [] string
 token_lifetime? integer 900..
DELETE /connections/{id}/scim-configuration/tokens/{tokenId} delete:scim_token
GET /connections/{id}/directory-provisioning read:directory_provisionings
POST /connections/{id}/directory-provisioning create:directory_provisionings
 mapping [1..]
  auth0! string
  idp! string
 synchronize_automatically boolean
 synchronize_groups =all|off|selected
PATCH /connections/{id}/directory-provisioning update:directory_provisionings
 mapping [1..]
  auth0! string
  idp! string
 synchronize_automatically boolean
 synchronize_groups =all|off|selected
DELETE /connections/{id}/directory-provisioning delete:directory_provisionings
GET /connections/{id}/directory-provisioning/default-mapping read:directory_provisionings
GET /connections/{id}/directory-provisioning/synchronized-groups read:directory_provisionings ?from ?take
PUT /connections/{id}/directory-provisioning/synchronized-groups update:directory_provisionings
 groups! []
  id! string
GET /connections-directory-provisionings read:directory_provisionings ?from ?take
GET /roles read:roles ?per_page ?page ?include_totals
 ?name_filter string
 ?type =tenant|organization
 ?owner_id string 1..
POST /roles create:roles
 name! string 1..
 description string
 type =tenant|organization
 owner_id string 1..
GET /roles/{id} read:roles
PATCH /roles/{id} update:roles
 name string 1..
 description string
DELETE /roles/{id} delete:roles
GET /roles/{id}/permissions read:roles ?per_page ?page ?include_totals
POST /roles/{id}/permissions update:roles
 permissions! [1..] (array of resource_server_identifier, permission_name pairs)
  resource_server_identifier! string 1..
  permission_name! string 1..
DELETE /roles/{id}/permissions update:roles
 permissions! [1..] (array of resource_server_identifier, permission_name pairs)
  resource_server_identifier! string 1..
  permission_name! string 1..
GET /organizations/name/{name} read:organizations
GET /organizations read:organizations read:organizations_summary ?page ?per_page ?include_totals ?from ?take
 ?sort string ..15 /^(name|display_name|created_at):(1|-1)$/
 ?include_client_association_for string 1..
POST /organizations create:organizations create:organization_connections
 name! string 1..50 /^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/
 display_name string 1..255
 branding
  logo_url? string /^https:\/\/[^\s]+$/
  colors
   primary! string /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/
   page_background! string /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/
 metadata? ..25
  *? string ..255
 enabled_connections [..10]
  connection_id! string 1..50
  assign_membership_on_login boolean
  show_as_button boolean
  is_signup_enabled boolean
 token_quota
  client_credentials! 1..
   enforce boolean
   per_day integer 1..2147483647
   per_hour integer 1..2147483647
 third_party_client_access =allow|block
 is_app_entitlement_active boolean
GET /organizations/{id} read:organizations read:organizations_summary
PATCH /organizations/{id} update:organizations
 display_name string 1..255
 name string 1..50 /^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/
 branding
  logo_url? string /^https:\/\/[^\s]+$/
  colors
   primary! string /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/
   page_background! string /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/
 metadata? ..25
  *? string ..255
 token_quota?
  client_credentials! 1..
   enforce boolean
   per_day integer 1..2147483647
   per_hour integer 1..2147483647
 third_party_client_access =allow|block
 is_app_entitlement_active boolean
DELETE /organizations/{id} delete:organizations
GET /organizations/{id}/invitations/{invitation_id} read:organization_invitations ?fields ?include_fields
GET /organizations/{id}/invitations read:organization_invitations ?page ?per_page ?include_totals ?fields ?include_fields
 ?sort string
GET /organizations/{id}/clients read:organization_clients ?from ?take
POST /organizations/{id}/clients create:organization_clients
 clients! [1..10 unique client_id]
  client_id! string 1..
  use_for_member_access boolean
DELETE /organizations/{id}/clients delete:organization_clients
 clients! [1..10] string 1..
GET /organizations/{id}/clients/{client_id} read:organization_clients
PATCH /organizations/{id}/clients/{client_id} update:organization_clients
 use_for_member_access! boolean
GET /organizations/{id}/discovery-domains read:organization_discovery_domains ?from ?take
POST /organizations/{id}/discovery-domains create:organization_discovery_domains
 domain! string 1..255
 status =pending|verified
 use_for_organization_discovery boolean
GET /organizations/{id}/discovery-domains/name/{discovery_domain} read:organization_discovery_domains
GET /organizations/{id}/discovery-domains/{discovery_domain_id} read:organization_discovery_domains
PATCH /organizations/{id}/discovery-domains/{discovery_domain_id} update:organization_discovery_domains
 status =pending|verified
 use_for_organization_discovery boolean
DELETE /organizations/{id}/discovery-domains/{discovery_domain_id} delete:organization_discovery_domains
GET /organizations/{id}/enabled_connections read:organization_connections ?page ?per_page ?include_totals
POST /organizations/{id}/enabled_connections create:organization_connections
 connection_id! string 1..50
 assign_membership_on_login boolean
 is_signup_enabled boolean
 show_as_button boolean
GET /organizations/{id}/enabled_connections/{connectionId} read:organization_connections
PATCH /organizations/{id}/enabled_connections/{connectionId} update:organization_connections
 assign_membership_on_login boolean
 is_signup_enabled boolean
 show_as_button boolean
DELETE /organizations/{id}/enabled_connections/{connectionId} delete:organization_connections
GET /organizations/{id}/connections read:organization_connections ?page ?per_page ?include_totals
 ?is_enabled boolean
POST /organizations/{id}/connections create:organization_connections
 organization_connection_name string 1..50 /^[^\0]*$/
 assign_membership_on_login boolean
 show_as_button boolean
 is_signup_enabled boolean
 organization_access_level =none|readonly|limited|full
 is_enabled boolean
 connection_id! string 1..50
GET /organizations/{id}/connections/{connection_id} read:organization_connections
PATCH /organizations/{id}/connections/{connection_id} update:organization_connections
 organization_connection_name? string 1..50 /^[^\0]*$/
 assign_membership_on_login boolean
 show_as_button boolean
 is_signup_enabled boolean
 organization_access_level? =none|readonly|limited|full
 is_enabled? boolean
DELETE /organizations/{id}/connections/{connection_id} delete:organization_connections
GET /organizations/{id}/members read:organization_members read:organization_member_roles ?page ?per_page ?include_totals ?from ?take ?fields ?include_fields
POST /organizations/{id}/members create:organization_members
 members! [1..10] string 1..
DELETE /organizations/{id}/members delete:organization_members
 members! [1..10] string 1..
GET /organizations/{id}/members/{user_id}/effective-roles read:organization_member_effective_roles ?from
 ?take integer 1..
GET /organizations/{id}/members/{user_id}/roles read:organization_member_roles ?page ?per_page ?include_totals
POST /organizations/{id}/members/{user_id}/roles create:organization_member_roles
 roles! [1..] string 1..
DELETE /organizations/{id}/members/{user_id}/roles delete:organization_member_roles
 roles! [1..] string 1..
GET /actions/actions read:actions ?page ?per_page
 ?triggerId string
 ?actionName string
 ?deployed boolean
 ?installed boolean
POST /actions/actions create:actions
 name! string 1..
 supported_triggers! [1..1]
  id! string 1..
  version! string 1..
 code string ..102400
 dependencies [..10 unique name]
  name! string 1..
  version! string 1..
  registry_url string 1..
 runtime string 1..
 secrets [..30 unique name]
  name! string 1..
  value! string 1..
 modules [..3 unique module_id]
  module_id! string 1..
  module_version_id! string 1..
 deploy boolean
GET /actions/actions/{id} read:actions
PATCH /actions/actions/{id} update:actions
 name string 1..
 supported_triggers [1..1]
  id! string 1..
  version! string 1..
 code string ..102400
 dependencies [..10 unique name]
  name! string 1..
  version! string 1..
  registry_url string 1..
 runtime string 1..
 secrets [..30 unique name]
  name! string 1..
  value! string 1..
 modules [..3 unique module_id]
  module_id! string 1..
  module_version_id! string 1..
DELETE /actions/actions/{id} delete:actions
 ?force boolean
POST /actions/actions/{id}/deploy create:actions
GET /actions/actions/{actionId}/versions read:actions ?page ?per_page
GET /actions/actions/{actionId}/versions/{id} read:actions
POST /actions/actions/{actionId}/versions/{id}/deploy create:actions
 update_draft boolean
POST /actions/actions/{id}/test create:actions
 payload!
  * any
GET /actions/executions/{id} read:actions
GET /actions/modules read:actions ?page ?per_page
GET /actions/triggers read:actions
GET /actions/triggers/{triggerId}/bindings read:actions ?page ?per_page
PATCH /actions/triggers/{triggerId}/bindings update:actions
 bindings! []
  ref!
   type! =action_id|action_name|binding_id
   value! string 1..
  display_name string 1..
  secrets []
   name! string 1..
   value string
GET /token-exchange-profiles read:token_exchange_profiles ?from ?take
POST /token-exchange-profiles create:token_exchange_profiles
 name string 3..50
 subject_token_type! string 8..100 %url
 action_id! string 1..36
 type! =custom_authentication
GET /token-exchange-profiles/{id} read:token_exchange_profiles
PATCH /token-exchange-profiles/{id} update:token_exchange_profiles : 1..
 name string 3..50
 subject_token_type string 8..100 %url
DELETE /token-exchange-profiles/{id} delete:token_exchange_profiles
GET /clients read:clients read:client_keys read:client_credentials read:client_summary ?fields ?include_fields ?page ?include_totals ?from ?take ?q
 ?per_page integer 0..100
 ?is_global boolean
 ?is_first_party boolean
 ?app_type string
 ?external_client_id string 1..120
POST /clients create:clients create:client_credentials
 name! string 1.. /^[^<>]+$/
 description string ..140
 logo_uri string %absolute-uri-or-empty
 callbacks [unique] string 1..
 oidc_logout
  backchannel_logout_urls [unique] string 1..
  backchannel_logout_initiators
   mode =custom|all
   selected_initiators [unique] =rp-logout|idp-logout|password-changed|session-expired|session-revoked|account-deleted|email-identifier-changed|mfa-phone-unenrolled|account-deactivated
   * any
  backchannel_logout_session_metadata?
   include boolean
   * any
  * any
 session_transfer?
  can_create_session_transfer_token boolean
  enforce_cascade_revocation boolean
  allowed_authentication_methods? [unique] =cookie|query
  enforce_device_binding =ip|asn|none
  allow_refresh_token boolean
  enforce_online_refresh_tokens boolean
  delegation?
   allow_delegated_access boolean
   enforce_device_binding =ip|asn
 allowed_origins [unique] string 1..
 web_origins [unique] string 1..
 client_aliases [unique] string 1..
 allowed_clients [unique] string 1..
 allowed_logout_urls [unique] string 1..
 grant_types [unique] string 1..
 token_endpoint_auth_method =none|client_secret_post|client_secret_basic
 is_token_endpoint_ip_header_trusted boolean
 app_type =native|spa|regular_web|non_interactive|resource_server|express_configuration|rms|box|cloudbees|concur|dropbox|mscrm|echosign|egnyte|newrelic|office365|salesforce|sentry|sharepoint|slack|springcm|zendesk|zoom|sso_integration|oag
 is_first_party boolean
 oidc_conformant boolean
 jwt_configuration
  lifetime_in_seconds integer 0..
  secret_encoded boolean
  scopes
   * any
  alg =HS256|RS256|RS512|PS256
  * any
 encryption_key?
  pub string
  cert string
  subject string
  * any
 sso boolean
 cross_origin_authentication boolean
 cross_origin_loc string %absolute-uri-or-empty
 sso_disabled boolean
 custom_login_page_on boolean
 custom_login_page string 1..
 custom_login_page_preview string
 form_template string 1..
 addons
  *?
   * any
 client_metadata ..10
  * string ..255
 mobile
  android
   app_package_name string
   sha256_cert_fingerprints [1..] string 1..
   * any
  ios
   team_id string
   app_bundle_identifier string
   * any
  * any
 initiate_login_uri string %absolute-https-uri-with-placeholders-or-empty
 native_social_login 1..
  apple 1..
   enabled boolean
  facebook 1..
   enabled boolean
  google 1..
   enabled boolean
 fedcm_login 1..
  google 1..
   is_enabled boolean
 refresh_token?
  rotation_type! =rotating|non-rotating
  expiration_type! =expiring|non-expiring
  leeway integer 0..
  token_lifetime integer 1..157788000
  infinite_token_lifetime boolean
  idle_token_lifetime integer 1..
  infinite_idle_token_lifetime boolean
  policies? [1..]
   audience! string 1..600
   scope! [] string 1..280
 default_organization?
  organization_id! string 1..
  flows! [unique] =client_credentials
 organization_usage =deny|allow|require
 organization_require_behavior =no_prompt|pre_login_prompt|post_login_prompt
 organization_discovery_methods [1.. unique] =email|organization_name
 client_authentication_methods 1..1
  private_key_jwt
   credentials! []
    credential_type! =public_key|x509_cert|cert_subject_dn
    name string ..128
    pem string 1..
    alg =RS256|RS384|PS256
    parse_expiry_from_cert boolean
    expires_at string %date-time
    subject_dn string 1..256
    kid string 10..64 /^[0-9a-zA-Z_-]+$/
  tls_client_auth
   credentials! []
    credential_type! =public_key|x509_cert|cert_subject_dn
    name string ..128
    pem string 1..
    alg =RS256|RS384|PS256
    parse_expiry_from_cert boolean
    expires_at string %date-time
    subject_dn string 1..256
    kid string 10..64 /^[0-9a-zA-Z_-]+$/
  self_signed_tls_client_auth
   credentials! []
    credential_type! =public_key|x509_cert|cert_subject_dn
    name string ..128
    pem string 1..
    alg =RS256|RS384|PS256
    parse_expiry_from_cert boolean
    expires_at string %date-time
    subject_dn string 1..256
    kid string 10..64 /^[0-9a-zA-Z_-]+$/
 require_pushed_authorization_requests boolean
 require_proof_of_possession boolean
 signed_request_object
  required boolean
  credentials []
   credential_type! =public_key|x509_cert|cert_subject_dn
   name string ..128
   pem string 1..
   alg =RS256|RS384|PS256
   parse_expiry_from_cert boolean
   expires_at string %date-time
   subject_dn string 1..256
   kid string 10..64 /^[0-9a-zA-Z_-]+$/
 token_vault_privileged_access
  credentials! [..4]
   credential_type! =public_key|x509_cert|cert_subject_dn
   name string ..128
   pem string 1..
   alg =RS256|RS384|PS256
   parse_expiry_from_cert boolean
   expires_at string %date-time
   subject_dn string 1..256
   kid string 10..64 /^[0-9a-zA-Z_-]+$/
  ip_allowlist [] string 1.. %address
  grants [unique connection]
   connection! string 1..
   scopes [] string 1..
 compliance_level? =none|fapi1_adv_pkj_par|fapi1_adv_mtls_par|fapi2_sp_pkj_mtls|fapi2_sp_mtls_mtls
 skip_non_verifiable_callback_uri_confirmation_prompt boolean
 token_exchange
  allow_any_profile_of_type [unique] =custom_authentication|on_behalf_of_token_exchange
 par_request_expiry? integer 10..600
 token_quota
  client_credentials! 1..
   enforce boolean
   per_day integer 1..2147483647
   per_hour integer 1..2147483647
 resource_server_identifier string 1..600
 third_party_security_mode =strict|permissive
 redirection_policy =allow_always|open_redirect_protection
 express_configuration?
  initiate_login_uri_template! string 1..
  user_attribute_profile_id! string 1..
  connection_profile_id! string 1..
  enable_client! boolean
  enable_organization! boolean
  linked_clients []
   client_id! string 1..
  okta_oin_client_id! string 1..
  admin_login_domain! string 1..
  oin_submission_id string 1..200
 my_organization_configuration
  connection_profile_id string 1..
  user_attribute_profile_id string 1..
  allowed_strategies! [unique] =pingfederate|adfs|waad|google-apps|okta|oidc|samlp
  connection_deletion_behavior! =allow|allow_if_empty
  invitation_landing_client_id string 1..
  third_party_client_access
   default_value! =block
   allowed_values! [unique] =block|allow
  * any
 async_approval_notification_channels [1.. unique] =guardian-push|email
 cross_origin_auth boolean
 b2b_integration_configuration
  integration_type =custom_auth_server|third_party|application
  sso_profiles [..1] string 1..
 anonymous_sessions
  active! boolean
 identity_assertion_authorization_grant
  active boolean
  * any
GET /clients/{id} read:clients read:client_keys read:client_credentials read:client_summary ?fields ?include_fields
PATCH /clients/{id} update:clients update:client_keys update:client_credentials update:client_token_vault_privileged_access : 1..
 name string 1.. /^[^<>]+$/
 description string ..140
 client_secret string 1..
 logo_uri string %absolute-uri-or-empty
 callbacks [unique] string 1..
 oidc_logout
  backchannel_logout_urls [unique] string 1..
  backchannel_logout_initiators
   mode =custom|all
   selected_initiators [unique] =rp-logout|idp-logout|password-changed|session-expired|session-revoked|account-deleted|email-identifier-changed|mfa-phone-unenrolled|account-deactivated
   * any
  backchannel_logout_session_metadata?
   include boolean
   * any
  * any
 oidc_backchannel_logout?
  backchannel_logout_urls [unique] string 1..
  backchannel_logout_initiators
   mode =custom|all
   selected_initiators [unique] =rp-logout|idp-logout|password-changed|session-expired|session-revoked|account-deleted|email-identifier-changed|mfa-phone-unenrolled|account-deactivated
   * any
  backchannel_logout_session_metadata?
   include boolean
   * any
  * any
 session_transfer?
  can_create_session_transfer_token boolean
  enforce_cascade_revocation boolean
  allowed_authentication_methods? [unique] =cookie|query
  enforce_device_binding =ip|asn|none
  allow_refresh_token boolean
  enforce_online_refresh_tokens boolean
  delegation?
   allow_delegated_access boolean
   enforce_device_binding =ip|asn
 allowed_origins [unique] string 1..
 web_origins [unique] string 1..
 grant_types [unique] string 1..
 client_aliases [unique] string 1..
 allowed_clients [unique] string 1..
 allowed_logout_urls [unique] string 1..
 jwt_configuration
  lifetime_in_seconds integer 0..
  scopes
   * any
  alg =HS256|RS256|RS512|PS256
 encryption_key?
  pub string
  cert string
  subject string
  * any
 sso boolean
 cross_origin_authentication boolean
 cross_origin_loc? string %absolute-uri-or-empty
 sso_disabled boolean
 custom_login_page_on boolean
 token_endpoint_auth_method? =none|client_secret_post|client_secret_basic
 is_token_endpoint_ip_header_trusted boolean
 app_type =native|spa|regular_web|non_interactive|resource_server|express_configuration|rms|box|cloudbees|concur|dropbox|mscrm|echosign|egnyte|newrelic|office365|salesforce|sentry|sharepoint|slack|springcm|zendesk|zoom|sso_integration|oag
 is_first_party boolean
 oidc_conformant boolean
 custom_login_page string
 custom_login_page_preview string
 token_quota?
  client_credentials! 1..
   enforce boolean
   per_day integer 1..2147483647
   per_hour integer 1..2147483647
 form_template string
 addons?
  *?
   * any
 client_metadata ..10
  *? string ..255
 mobile
  android
   app_package_name string
   sha256_cert_fingerprints [1..] string 1..
   * any
  ios
   team_id string
   app_bundle_identifier string
   * any
  * any
 initiate_login_uri string %absolute-https-uri-with-placeholders-or-empty
 native_social_login? 1..
  apple? 1..
   enabled boolean
  facebook? 1..
   enabled boolean
  google? 1..
   enabled boolean
 fedcm_login? 1..
  google? 1..
   is_enabled boolean
 refresh_token?
  rotation_type! =rotating|non-rotating
  expiration_type! =expiring|non-expiring
  leeway integer 0..
  token_lifetime integer 1..157788000
  infinite_token_lifetime boolean
  idle_token_lifetime integer 1..
  infinite_idle_token_lifetime boolean
  policies? [1..]
   audience! string 1..600
   scope! [] string 1..280
 default_organization?
  organization_id! string 1..
  flows! [unique] =client_credentials
 organization_usage? =deny|allow|require
 organization_require_behavior? =no_prompt|pre_login_prompt|post_login_prompt
 organization_discovery_methods? [1.. unique] =email|organization_name
 client_authentication_methods? 1..1
  private_key_jwt
   credentials! []
    id! string 1..
  tls_client_auth
   credentials! []
    id! string 1..
  self_signed_tls_client_auth
   credentials! []
    id! string 1..
 require_pushed_authorization_requests boolean
 require_proof_of_possession boolean
 signed_request_object?
  required boolean
  credentials []
   id! string 1..
 token_vault_privileged_access?
  credentials! [..4]
   id! string
  ip_allowlist [] string 1.. %address
  grants [unique connection]
   connection! string 1..
   scopes [] string 1..
 compliance_level? =none|fapi1_adv_pkj_par|fapi1_adv_mtls_par|fapi2_sp_pkj_mtls|fapi2_sp_mtls_mtls
 skip_non_verifiable_callback_uri_confirmation_prompt? boolean
 token_exchange?
  allow_any_profile_of_type [unique] =custom_authentication|on_behalf_of_token_exchange
 par_request_expiry? integer 10..600
 express_configuration?
  initiate_login_uri_template! string 1..
  user_attribute_profile_id! string 1..
  connection_profile_id! string 1..
  enable_client! boolean
  enable_organization! boolean
  linked_clients []
   client_id! string 1..
  okta_oin_client_id! string 1..
  admin_login_domain! string 1..
  oin_submission_id string 1..200
 my_organization_configuration?
  connection_profile_id string 1..
  user_attribute_profile_id string 1..
  allowed_strategies! [unique] =pingfederate|adfs|waad|google-apps|okta|oidc|samlp
  connection_deletion_behavior! =allow|allow_if_empty
  invitation_landing_client_id string 1..
  third_party_client_access
   default_value! =block
   allowed_values! [unique] =block|allow
  * any
 async_approval_notification_channels? [1.. unique] =guardian-push|email
 third_party_security_mode =strict|permissive
 redirection_policy =allow_always|open_redirect_protection
 cross_origin_auth boolean
 b2b_integration_configuration
  integration_type =custom_auth_server|third_party|application
  sso_profiles [..1] string 1..
 anonymous_sessions?
  active! boolean
 identity_assertion_authorization_grant?
  active boolean
  * any
DELETE /clients/{id} delete:clients
POST /clients/{id}/rotate-secret update:client_keys
GET /clients/{id}/connections read:connections read:clients read:client_summary ?strategy ?from ?take ?fields ?include_fields
GET /clients/{client_id}/credentials read:client_credentials
POST /clients/{client_id}/credentials create:client_credentials
 credential_type! =public_key|x509_cert|cert_subject_dn
 name string ..128
 pem string 1..
 alg =RS256|RS384|PS256
 parse_expiry_from_cert boolean
 expires_at string %date-time
 subject_dn string 1..256
 kid string 10..64 /^[0-9a-zA-Z_-]+$/
GET /clients/{client_id}/credentials/{credential_id} read:client_credentials
PATCH /clients/{client_id}/credentials/{credential_id} update:client_credentials : 1..
 expires_at!? string %date-time
DELETE /clients/{client_id}/credentials/{credential_id} delete:client_credentials
POST /clients/cimd/preview create:clients
 external_client_id! string 1..120
POST /clients/cimd/register create:clients update:clients
 external_client_id! string 1..120
GET /client-grants read:client_grants ?per_page ?page ?include_totals ?from ?take ?client_id
 ?audience string
 ?allow_any_organization boolean
 ?subject_type =client|user|anonymous_user
 ?default_for =third_party_clients
POST /client-grants create:client_grants
 client_id string 1..
 audience! string 1..
 default_for =third_party_clients
 organization_usage? =deny|allow|require
 allow_any_organization? boolean
 scope? [unique] string 1..280
 subject_type =client|user|anonymous_user
 authorization_details_types [unique] string 1..255
 allow_all_scopes? boolean
GET /client-grants/{id} read:client_grants
PATCH /client-grants/{id} update:client_grants : 1..
 scope? [unique] string 1..280
 organization_usage? =deny|allow|require
 allow_any_organization? boolean
 authorization_details_types [unique] string 1..255
 allow_all_scopes? boolean
DELETE /client-grants/{id} delete:client_grants
GET /organizations/{id}/client-grants read:organization_client_grants ?client_id ?page ?per_page ?include_totals ?from ?take
 ?audience string ..600
 ?grant_ids [..10] string
POST /organizations/{id}/client-grants create:organization_client_grants
 grant_id! string 1..
DELETE /organizations/{id}/client-grants/{grant_id} delete:organization_client_grants
GET /client-grants/{id}/organizations read:organization_client_grants ?page ?per_page ?include_totals ?from ?take
GET /log-streams read:log_streams
 ?paginate boolean
POST /log-streams create:log_streams
 name! string 1..
 type! =http|eventbridge|eventgrid|datadog|splunk|sumo|segment|mixpanel
 isPriority boolean
 filters [unique name]
  type! =category
  name! string /^[a-z_.]+$/
 pii_config
  log_fields! [1..] =first_name|last_name|username|email|phone|address
  method =mask|hash
  algorithm =xxhash
 sink!
  |http
   httpAuthorization string
   httpContentFormat =JSONARRAY|JSONLINES|JSONOBJECT
   httpContentType string
   httpEndpoint! string /^https://.*/
   httpCustomHeaders []
    header string
    value string
    * any
  |eventbridge
   awsAccountId! string /^\d{12}$/
   awsRegion! string 1..
   awsPartnerEventSource string
  |eventgrid
   azureSubscriptionId! string /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/
   azureRegion! string 1..
   azureResourceGroup! string
   azurePartnerTopic string
  |datadog
   datadogApiKey! string
   datadogRegion! =us|eu|us3|us5
  |splunk
   splunkDomain! string
   splunkPort! string /^[0-9]*$/
   splunkToken! string
   splunkSecure! boolean
  |sumo
   sumoSourceAddress! string
  |segment
   segmentWriteKey! string
  |mixpanel
   mixpanelRegion! =us|eu
   mixpanelProjectId! string /^\d+$/
   mixpanelServiceAccountUsername! string /^[^:]+$/
   mixpanelServiceAccountPassword! string /^[^:]+$/
 startFrom string %date-time
 status =active|paused|suspended
GET /log-streams/{id} read:log_streams
PATCH /log-streams/{id} update:log_streams
 name string 1..
 status =active|paused|suspended
 isPriority boolean
 filters [unique name]
  type! =category
  name! string /^[a-z_.]+$/
 pii_config
  log_fields! [1..] =first_name|last_name|username|email|phone|address
  method =mask|hash
  algorithm =xxhash
 sink
  * any
DELETE /log-streams/{id} delete:log_streams
GET /network-acls read:network_acls ?page ?per_page ?include_totals
POST /network-acls create:network_acls
 description! string 1..255
 active! boolean
 priority integer 1..100
 rule!
  action!
   block boolean
   allow boolean
   log boolean
   redirect boolean
   redirect_uri string 1..2000
  match 1..
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
     id! string 1..
  not_match 1..
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
     id! string 1..
  scope! =management|authentication|tenant|dynamic_client_registration
  match_all boolean
GET /network-acls/{id} read:network_acls
PATCH /network-acls/{id} update:network_acls : 1..
 description string 1..255
 active boolean
 priority integer 1..100
 rule
  action!
   block boolean
   allow boolean
   log boolean
   redirect boolean
   redirect_uri string 1..2000
  match 1..
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
     id! string 1..
  not_match 1..
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
     id! string 1..
  scope! =management|authentication|tenant|dynamic_client_registration
  match_all boolean
PUT /network-acls/{id} update:network_acls
 description! string 1..255
 active! boolean
 priority! integer 1..100
 rule!
  action!
   block boolean
   allow boolean
   log boolean
   redirect boolean
   redirect_uri string 1..2000
  match 1..
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
     id! string 1..
  not_match 1..
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
     id! string 1..
  scope! =management|authentication|tenant|dynamic_client_registration
  match_all boolean
DELETE /network-acls/{id} delete:network_acls
GET /custom-domains/default read:custom_domains
PATCH /custom-domains/default update:custom_domains
 domain! string 1..
POST /custom-domains/{id}/verify create:custom_domains
GET /custom-domains read:custom_domains ?take ?from ?q ?fields ?include_fields
 ?sort string ..15
POST /custom-domains create:custom_domains
 domain! string 3..255 /^[^\s\/:]+\.[^\s\/:]+$/
 type! =auth0_managed_certs|self_managed_certs
 verification_method =txt
 tls_policy =recommended
 custom_client_ip_header? =true-client-ip|cf-connecting-ip|x-forwarded-for|x-azure-clientip|
 domain_metadata ..10
  *? string ..255
 relying_party_identifier? string 1..255
GET /custom-domains/{id} read:custom_domains
PATCH /custom-domains/{id} update:custom_domains
 tls_policy =recommended
 custom_client_ip_header? =true-client-ip|cf-connecting-ip|x-forwarded-for|x-azure-clientip|
 domain_metadata ..10
  *? string ..255
 relying_party_identifier? string 1..255
DELETE /custom-domains/{id} delete:custom_domains
GET /tenants/settings read:tenant_settings ?fields ?include_fields
PATCH /tenants/settings update:tenant_settings : 1..
 change_password?
  enabled boolean
  html string
 device_flow?
  charset =base20|digits
  mask string ..20
 guardian_mfa_page?
  enabled boolean
  html string
 default_audience string
 default_directory string
 error_page?
  html string
  show_log_link boolean
  url string %absolute-uri-or-empty
 default_token_quota? 1..
  clients
   client_credentials 1..
    enforce boolean
    per_day integer 1..2147483647
    per_hour integer 1..2147483647
  organizations
   client_credentials 1..
    enforce boolean
    per_day integer 1..2147483647
    per_hour integer 1..2147483647
 flags 1..
  * boolean
 friendly_name string 1..
 picture_url string %absolute-uri-or-empty
 support_email string
 support_url string %absolute-uri-or-empty
 allowed_logout_urls [] string 1..
 session_lifetime integer 1..8760
 session_lifetime_in_minutes integer 1..525600
 idle_session_lifetime integer 1..8760
 idle_session_lifetime_in_minutes integer 1..525600
 ephemeral_session_lifetime integer 1..8760
 idle_ephemeral_session_lifetime integer 1..8760
 ephemeral_session_lifetime_in_minutes integer 1..525600
 idle_ephemeral_session_lifetime_in_minutes integer 1..525600
 sandbox_version string ..8
 legacy_sandbox_version string ..8
 default_redirection_uri string /^(|https:\/\/.+)$/
 enabled_locales [1..] string 2..
 security_headers?
  * any
 session_cookie?
  mode! =persistent|non-persistent
 sessions?
  oidc_logout_prompt_enabled boolean
  anonymous?
   lifetime_in_minutes integer 1..525600
   activate_cookie boolean
 oidc_logout
  rp_logout_end_session_endpoint_discovery boolean
 customize_mfa_in_postlogin_action? boolean
 allow_organization_name_in_authentication_api? boolean
 acr_values_supported? [] string 1..
 mtls?
  enable_endpoint_aliases boolean
 pushed_authorization_requests_supported? boolean
 authorization_response_iss_parameter_supported? boolean
 skip_non_verifiable_callback_uri_confirmation_prompt? boolean
 resource_parameter_profile =audience|compatibility
 client_id_metadata_document_supported boolean
 enable_ai_guide boolean
 phone_consolidated_experience boolean
 include_session_metadata_in_tenant_logs boolean
 dynamic_client_registration_security_mode =strict|permissive
 country_codes?
  list! [] string /^[A-Z]{2}$/
  mode! =allow|deny
 universal_login
  colors? 1..
   primary? string /^(#([\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})|[A-Za-z]+)$/
   page_background? any
  passwordless
   * any
GET /attack-protection/brute-force-protection read:attack_protection
PATCH /attack-protection/brute-force-protection update:attack_protection
 enabled boolean
 shields [] =block|user_notification
 allowlist [..100] string %address
 mode =count_per_identifier_and_ip|count_per_identifier
 max_attempts integer 1..100
GET /attack-protection/suspicious-ip-throttling read:attack_protection
PATCH /attack-protection/suspicious-ip-throttling update:attack_protection
 enabled boolean
 shields [] =block|admin_notification
 allowlist [..100] string %address
 stage
  pre-login
   max_attempts integer 1..2500
   rate integer 34560..86400000
  pre-user-registration
   max_attempts integer 1..72000
   rate integer 1200..86400000
  pre-custom-token-exchange
   max_attempts integer 1..2147483647
   rate integer 1..2147483647
GET /attack-protection/breached-password-detection read:attack_protection
PATCH /attack-protection/breached-password-detection update:attack_protection
 enabled boolean
 shields [] =block|user_notification|admin_notification
 admin_notification_frequency [] =immediately|daily|weekly|monthly
 method =standard|enhanced
 stage
  pre-user-registration
   shields [] =block|admin_notification
  pre-change-password
   shields [] =block|admin_notification
GET /attack-protection/bot-detection read:attack_protection
PATCH /attack-protection/bot-detection update:attack_protection
 bot_detection_level =low|medium|high
 challenge_password_policy =never|when_risky|always
 challenge_passwordless_policy =never|when_risky|always
 challenge_password_reset_policy =never|when_risky|always
 allowlist [..100] string %address
 monitoring_mode_enabled boolean
GET /attack-protection/captcha read:attack_protection
PATCH /attack-protection/captcha update:attack_protection
 active_provider_id =arkose|auth_challenge|friendly_captcha|hcaptcha|recaptcha_v2|recaptcha_enterprise|simple_captcha
 arkose
  site_key! string 1..100
  secret! string 1..100
  client_subdomain string ..100
  verify_subdomain string ..100
  fail_open boolean
 auth_challenge
  fail_open! boolean
 hcaptcha
  site_key! string 1..100
  secret! string 1..100
 friendly_captcha
  site_key! string 1..100
  secret! string 1..100
 recaptcha_enterprise
  site_key! string 1..100
  api_key! string 1..100
  project_id! string 1..100
 recaptcha_v2
  site_key! string 1..100
  secret! string 1..100
 simple_captcha
GET /branding read:branding
PATCH /branding update:branding
 colors? 1..
  primary? string /^(#([\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})|[A-Za-z]+)$/
  page_background? any
 favicon_url? string /^https:\/\/[^\s]+$/
 logo_url? string /^https:\/\/[^\s]+$/
 font? 1..
  url? string /^https:\/\/[^\s]+$/
GET /branding/templates/universal-login read:branding
PUT /branding/templates/universal-login update:branding : any
DELETE /branding/templates/universal-login delete:branding
GET /prompts read:prompts
PATCH /prompts update:prompts
 universal_login_experience =new|classic
 identifier_first? boolean
 webauthn_platform_first_factor? boolean
GET /guardian/factors read:guardian_factors
GET /guardian/settings read:guardian_factors
PUT /guardian/settings update:guardian_factors
 display_remember_me_checkbox! boolean
 remember_me_default_value! boolean
 mfa_session_inactivity_timeout! integer 3600..2592000
 mfa_session_overall_timeout! integer 3600..7776000
GET /guardian/policies read:mfa_policies
PUT /guardian/policies update:mfa_policies : [] =all-applications|confidence-score
GET /guardian/factors/email/settings read:guardian_factors
PUT /guardian/factors/email/settings update:guardian_factors
 otp_length integer 4..10
 otp_expiration_time integer 30..3600
PUT /guardian/factors/{name} update:guardian_factors
 enabled! boolean
GET /guardian/factors/webauthn-roaming/settings read:guardian_factors
PUT /guardian/factors/webauthn-roaming/settings update:guardian_factors
 userVerification =required|preferred|discouraged
 overrideRelyingParty boolean
 relyingPartyIdentifier string 1..
GET /guardian/factors/webauthn-platform/settings read:guardian_factors
PUT /guardian/factors/webauthn-platform/settings update:guardian_factors
 overrideRelyingParty boolean
 relyingPartyIdentifier string 1..
GET /guardian/factors/duo/settings read:guardian_factors
PUT /guardian/factors/duo/settings update:guardian_factors
 ikey string ..10000
 skey string ..10000
 host string ..10000
GET /guardian/factors/phone/message-types read:guardian_factors
PUT /guardian/factors/phone/message-types update:guardian_factors
 message_types! [] =sms|voice
GET /guardian/factors/phone/selected-provider read:guardian_factors
PUT /guardian/factors/phone/selected-provider update:guardian_factors
 provider! =auth0|twilio|phone-message-hook
GET /guardian/factors/phone/templates read:guardian_factors
PUT /guardian/factors/phone/templates update:guardian_factors
 enrollment_message! string
 verification_message! string
GET /guardian/factors/phone/providers/twilio read:guardian_factors
PUT /guardian/factors/phone/providers/twilio update:guardian_factors
 from? string ..64
 messaging_service_sid? string 1..1000
 auth_token? string 1..1000
 sid? string 1..1000
GET /guardian/factors/sms/selected-provider read:guardian_factors
PUT /guardian/factors/sms/selected-provider update:guardian_factors
 provider! =auth0|twilio|phone-message-hook
GET /guardian/factors/sms/templates read:guardian_factors
PUT /guardian/factors/sms/templates update:guardian_factors
 enrollment_message! string
 verification_message! string
GET /guardian/factors/sms/providers/twilio read:guardian_factors
PUT /guardian/factors/sms/providers/twilio update:guardian_factors
 from? string ..64
 messaging_service_sid? string 1..1000
 auth_token? string 1..1000
 sid? string 1..1000
GET /guardian/factors/phone/settings read:guardian_factors
PUT /guardian/factors/phone/settings update:guardian_factors
 otp_length! integer 4..10
 otp_expiration_time! integer 30..3600
GET /guardian/factors/push-notification/selected-provider read:guardian_factors
PUT /guardian/factors/push-notification/selected-provider update:guardian_factors
 provider! =guardian|sns|direct
GET /guardian/factors/push-notification/providers/apns read:guardian_factors
PUT /guardian/factors/push-notification/providers/apns update:guardian_factors
 sandbox boolean
 bundle_id? string 1..1000
 p12? string 1..10000
PUT /guardian/factors/push-notification/providers/fcm update:guardian_factors
 server_key? string ..152
PUT /guardian/factors/push-notification/providers/fcmv1 update:guardian_factors
 server_credentials? string ..10000
GET /guardian/factors/push-notification/providers/sns read:guardian_factors
PUT /guardian/factors/push-notification/providers/sns update:guardian_factors
 aws_access_key_id? string 1..1000
 aws_secret_access_key? string 1..1000
 aws_region? string 1..1000
 sns_apns_platform_application_arn? string 1..1000
 sns_gcm_platform_application_arn? string 1..1000
GET /prompts/mfa-push read:prompts
PATCH /prompts/mfa-push update:prompts
 app_name string
 apple_app_link string
 google_app_link string
POST /branding/themes update:branding : 1..
 borders!
  button_border_radius! number 1..10
  button_border_weight! number 0..10
  buttons_style! =pill|rounded|sharp
  input_border_radius! number 0..10
  input_border_weight! number 0..3
  inputs_style! =pill|rounded|sharp
  show_widget_shadow! boolean
  widget_border_weight! number 0..10
  widget_corner_radius! number 0..50
 colors!
  base_focus_color string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  base_hover_color string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  body_text! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  captcha_widget_theme =auto|dark|light
  error! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  header! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  icons! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  input_background! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  input_border! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  input_filled_text! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  input_labels_placeholders! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  links_focused_components! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  primary_button! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  primary_button_label! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  read_only_background string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  secondary_button_border! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  secondary_button_label! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  success! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  widget_background! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  widget_border! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
 displayName string ..2048
 fonts!
  body_text!
   bold! boolean
   size! number 0..150
  buttons_text!
   bold! boolean
   size! number 0..150
  font_url! string /^(https:\/\/[^\s]+)?$/
  input_labels!
   bold! boolean
   size! number 0..150
  links!
   bold! boolean
   size! number 0..150
  links_style! =normal|underlined
  reference_text_size! number 12..24
  subtitle!
   bold! boolean
   size! number 0..150
  title!
   bold! boolean
   size! number 75..150
 page_background!
  background_color! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  background_image_url! string /^(https:\/\/[^\s]+)?$/
  page_layout! =center|left|right
 widget!
  header_text_alignment! =center|left|right
  logo_height! number 1..100
  logo_position! =center|left|none|right
  logo_url! string /^(https:\/\/[^\s]+)?$/
  social_buttons_layout! =bottom|top
 identifiers
  login_display =unified|separate
  otp_autocomplete boolean
  phone_display
   masking =mask_digits|hide_country_code|show_all
   formatting =international|regional
GET /branding/themes/default read:branding
GET /branding/themes/{themeId} read:branding
PATCH /branding/themes/{themeId} update:branding : 1..
 borders!
  button_border_radius! number 1..10
  button_border_weight! number 0..10
  buttons_style! =pill|rounded|sharp
  input_border_radius! number 0..10
  input_border_weight! number 0..3
  inputs_style! =pill|rounded|sharp
  show_widget_shadow! boolean
  widget_border_weight! number 0..10
  widget_corner_radius! number 0..50
 colors!
  base_focus_color string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  base_hover_color string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  body_text! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  captcha_widget_theme =auto|dark|light
  error! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  header! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  icons! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  input_background! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  input_border! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  input_filled_text! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  input_labels_placeholders! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  links_focused_components! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  primary_button! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  primary_button_label! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  read_only_background string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  secondary_button_border! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  secondary_button_label! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  success! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  widget_background! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  widget_border! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
 displayName string ..2048
 fonts!
  body_text!
   bold! boolean
   size! number 0..150
  buttons_text!
   bold! boolean
   size! number 0..150
  font_url! string /^(https:\/\/[^\s]+)?$/
  input_labels!
   bold! boolean
   size! number 0..150
  links!
   bold! boolean
   size! number 0..150
  links_style! =normal|underlined
  reference_text_size! number 12..24
  subtitle!
   bold! boolean
   size! number 0..150
  title!
   bold! boolean
   size! number 75..150
 page_background!
  background_color! string /^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$/
  background_image_url! string /^(https:\/\/[^\s]+)?$/
  page_layout! =center|left|right
 widget!
  header_text_alignment! =center|left|right
  logo_height! number 1..100
  logo_position! =center|left|none|right
  logo_url! string /^(https:\/\/[^\s]+)?$/
  social_buttons_layout! =bottom|top
 identifiers
  login_display =unified|separate
  otp_autocomplete boolean
  phone_display
   masking =mask_digits|hide_country_code|show_all
   formatting =international|regional
DELETE /branding/themes/{themeId} delete:branding
GET /emails/provider read:email_provider ?fields ?include_fields
POST /emails/provider create:email_provider
 name! =mailgun|mandrill|sendgrid|resend|ses|sparkpost|smtp|azure_cs|ms365|custom
 enabled boolean
 default_from_address string
 credentials!
  * any
 settings?
  * any
PATCH /emails/provider update:email_provider
 name =mailgun|mandrill|sendgrid|resend|ses|sparkpost|smtp|azure_cs|ms365|custom
 enabled boolean
 default_from_address string
 credentials
  * any
 settings?
  * any
DELETE /emails/provider delete:email_provider
POST /email-templates create:email_templates
 template! =verify_email|verify_email_by_code|auth_email_by_code|reset_email|reset_email_by_code|welcome_email|blocked_account|stolen_credentials|enrollment_email|mfa_oob_code|user_invitation|change_password|password_reset|async_approval
 body!? string
 from!? string
 resultUrl? string
 subject!? string
 syntax!? string
 urlLifetimeInSeconds? number 0..
 includeEmailInRedirect boolean
 enabled!? boolean
GET /email-templates/{templateName} read:email_templates
PATCH /email-templates/{templateName} update:email_templates
 template =verify_email|verify_email_by_code|auth_email_by_code|reset_email|reset_email_by_code|welcome_email|blocked_account|stolen_credentials|enrollment_email|mfa_oob_code|user_invitation|change_password|password_reset|async_approval
 body? string
 from? string
 resultUrl? string
 subject? string
 syntax? string
 urlLifetimeInSeconds? number 0..
 includeEmailInRedirect boolean
 enabled? boolean
PUT /email-templates/{templateName} update:email_templates
 template! =verify_email|verify_email_by_code|auth_email_by_code|reset_email|reset_email_by_code|welcome_email|blocked_account|stolen_credentials|enrollment_email|mfa_oob_code|user_invitation|change_password|password_reset|async_approval
 body!? string
 from!? string
 resultUrl? string
 subject!? string
 syntax!? string
 urlLifetimeInSeconds? number 0..
 includeEmailInRedirect boolean
 enabled!? boolean
GET /prompts/{prompt}/custom-text/{language} read:prompts
PUT /prompts/{prompt}/custom-text/{language} update:prompts : any
 * any
GET /prompts/{prompt}/partials read:prompts
PUT /prompts/{prompt}/partials update:prompts : any
 * any
GET /prompts/rendering read:prompts ?page ?per_page ?include_totals
PATCH /prompts/rendering update:prompts
 configs! [1..]
  prompt! string 1..
  screen! string 1..
  * any
GET /prompts/{prompt}/screen/{screen}/rendering read:prompts
PATCH /prompts/{prompt}/screen/{screen}/rendering update:prompts
 rendering_mode =advanced|standard
 context_configuration? [] string
 default_head_tags_disabled? boolean
 use_page_template? boolean
 head_tags? []
  tag string
  attributes ..10
   * any
  content string
  * any
 filters?
  match_type =includes_any|excludes_any
  clients [..25]
   * any
  organizations [..25]
   * any
  domains [..25]
   * any
GET /roles/{id}/users read:role_members read:roles read:users ?per_page ?page ?include_totals ?from ?take
POST /roles/{id}/users update:roles create:role_members
 users! [1..] string 1..
GET /users read:users ?page ?include_totals ?fields ?include_fields
 ?per_page integer 0..100
POST /users create:users
 email string 1..
 phone_number string /^\+[0-9]{1,15}$/
 user_metadata
  * any
 blocked boolean
 email_verified boolean
 phone_verified boolean
 app_metadata
  * any
 given_name string 1..150
 family_name string 1..150
 name string 1..300
 nickname string 1..300
 picture string 1..
 user_id string ..255 /^\S*$/
 connection string 1..
 password string 1..
 verify_email boolean
 username string 1..128
 * any
GET /users/{id} read:users ?fields ?include_fields
PATCH /users/{id} update:users
 blocked boolean
 email_verified boolean
 email? string 1..
 phone_number? string /^\+[0-9]{1,15}$/
 phone_verified boolean
 user_metadata
  * any
 app_metadata
  * any
 given_name? string 1..150
 family_name? string 1..150
 name? string 1..300
 nickname? string 1..300
 picture? string 1..
 verify_email boolean
 verify_phone_number boolean
 password? string 1..
 connection string 1..
 client_id string 1..
 username? string 1..128
 * any
DELETE /users/{id} delete:users
GET /users/{id}/organizations read:organizations ?page ?per_page ?include_totals ?from ?take
GET /users-by-email read:users
 ?email string 1..
GET /users/{id}/permissions read:users ?per_page ?page ?include_totals
GET /users/{id}/effective-roles read:user_effective_roles ?from
 ?take integer 1..
GET /users/{id}/roles read:users read:roles read:role_members ?per_page ?page ?include_totals
POST /users/{id}/roles update:users create:role_members
 roles! [1..] string 1..
DELETE /users/{id}/roles update:users delete:role_members
 roles! [1..] string 1..
GET /events read:events
 ?from string 1..1024
 ?from_timestamp string ..20 /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
 ?event_type [] string
`;
