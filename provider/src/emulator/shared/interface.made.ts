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
?disabled boolean
/resource-servers resource_servers
 GET ?page ?per_page ?include_totals ?include_fields ?fields
  ?identifiers [..10] string 1..600
 POST
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
    name string
    alg! =RSA-OAEP-256|RSA-OAEP-384|RSA-OAEP-512
    kid string
    pem! string
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
/resource-servers/{id} resource_servers
 GET ?include_fields ?fields
 PATCH
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
    name string
    alg! =RSA-OAEP-256|RSA-OAEP-384|RSA-OAEP-512
    kid string
    pem! string
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
 DELETE
/connections connections
 GET read:connections read:connections_options ?per_page ?page ?include_totals ?from ?take ?strategy ?fields ?include_fields
  ?name string 1..
 POST create:connections read:connections_options
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
/connections/{id} connections
 GET read:connections read:connections_options ?fields ?include_fields
 PATCH update:connections update:connections_options read:connections_options : 1..
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
 DELETE
/connections/{id}/clients connections
 GET ?from
  ?take integer 1..1000
 PATCH : [1..50 unique client_id]
  client_id! string 1..
  status! boolean
/connections/{id}/status connections
 GET
/connections/{id}/users users
 DELETE
  ?email string 3..
/connections/{id}/keys connections_keys
 GET
/connections/{id}/keys/rotate connections_keys
 POST create:connections_keys update:connections_keys
  signing_alg =RS256|RS384|RS512|PS256|PS384|ES256|ES384
/connections/{id}/scim-configuration scim_config
 GET
 POST
  user_id_attribute string
  mapping []
   auth0 string
   scim string
   * any
 PATCH
  user_id_attribute! string
  mapping! []
   auth0 string
   scim string
   * any
 DELETE
/connections/{id}/scim-configuration/default-mapping scim_config
 GET
/connections/{id}/scim-configuration/tokens scim_token
 GET
 POST
  scopes [] string
  token_lifetime? integer 900..
/connections/{id}/scim-configuration/tokens/{tokenId} scim_token
 DELETE
/connections/{id}/directory-provisioning directory_provisionings
 GET
 POST
  mapping [1..]
   auth0! string
   idp! string
  synchronize_automatically boolean
  synchronize_groups =all|off|selected
 PATCH
  mapping [1..]
   auth0! string
   idp! string
  synchronize_automatically boolean
  synchronize_groups =all|off|selected
 DELETE
/connections/{id}/directory-provisioning/default-mapping directory_provisionings
 GET
/connections/{id}/directory-provisioning/synchronized-groups directory_provisionings
 GET ?from ?take
 POST update:directory_provisionings
  groups! [1..100]
   id! string 1..32 /^[A-Za-z0-9]+$/
   name string
   email string 1..
   direct_members_count integer
 PUT
  groups! []
   id! string 1..32 /^[A-Za-z0-9]+$/
   name string
   email string 1..
   direct_members_count integer
 DELETE update:directory_provisionings
  groups! [1..100]
   id! string 1..32 /^[A-Za-z0-9]+$/
   name string
   email string 1..
   direct_members_count integer
/connections-scim-configurations scim_config
 GET ?from ?take
/connections-directory-provisionings directory_provisionings
 GET ?from ?take
/event-streams event_streams
 GET ?from ?take
 POST
  name! string 1..128
  subscriptions! [1..]
   event_type! string 1..
  status =enabled|disabled
  destination!
   type! =webhook|eventbridge|action
   configuration!
    webhook_endpoint string /^https:\/\/\S+$/
    webhook_authorization
     method! =bearer|basic|custom_header
     token string 1..
     username string 1..128 /^[^:]+$/
     password string 1..
     header_key string 1..
     header_value string 1..
    aws_account_id string /^\d{12}$/
    aws_region string 1..
    action_id string 1..
/event-streams/{id} event_streams
 GET
 PATCH
  name string 1..128
  subscriptions [1..]
   event_type! string 1..
  status =enabled|disabled
  destination
   type! =webhook|action
   configuration!
    webhook_endpoint string /^https:\/\/\S+$/
    webhook_authorization
     method! =bearer|basic|custom_header
     token string 1..
     username string 1..128 /^[^:]+$/
     password string 1..
     header_key string 1..
     header_value string 1..
    aws_account_id string /^\d{12}$/
    aws_region string 1..
    action_id string 1..
 DELETE
/roles roles
 GET ?per_page ?page ?include_totals
  ?name_filter string
  ?type =tenant|organization
  ?owner_id string 1..
 POST
  name! string 1..
  description string
  type =tenant|organization
  owner_id string 1..
/roles/{id} roles
 GET
 PATCH
  name string 1..
  description string
 DELETE
/roles/{id}/permissions roles
 GET ?per_page ?page ?include_totals
 POST update:roles
  permissions! [1..] (array of resource_server_identifier, permission_name pairs)
   resource_server_identifier! string 1..
   permission_name! string 1..
 DELETE update:roles
  permissions! [1..] (array of resource_server_identifier, permission_name pairs)
   resource_server_identifier! string 1..
   permission_name! string 1..
/groups groups
 GET ?fields ?include_fields ?page ?per_page ?include_totals ?from ?take
  ?connection_id string
  ?name string 1..128
  ?external_id string ..256
  ?search string 1..256
/groups/{id} groups
 GET
 DELETE
/groups/{id}/roles group_roles
 GET ?from
  ?take integer 1..
 POST
  roles! [1..] string 1..
 DELETE
  roles! [1..] string 1..
/organizations/{organization_id}/groups/{group_id}/roles organization_group_roles
 GET ?from
  ?take integer 1..
 POST
  roles! [1..] string 1..
 DELETE
  roles! [1..] string 1..
/organizations/name/{name} organizations
 GET
/organizations organizations
 GET read:organizations read:organizations_summary ?page ?per_page ?include_totals ?from ?take
  ?sort string ..15 /^(name|display_name|created_at):(1|-1)$/
  ?include_client_association_for string 1..
 POST create:organizations create:organization_connections
  name! string 1..50 /^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/
  display_name string 1..255
  branding
   logo_url? string /^https:\/\/[^\s]+$/
   colors
    primary! string /^(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]+)$/
    page_background! string /^(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]+)$/
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
/organizations/{id} organizations
 GET read:organizations read:organizations_summary
 PATCH
  display_name string 1..255
  name string 1..50 /^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/
  branding
   logo_url? string /^https:\/\/[^\s]+$/
   colors
    primary! string /^(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]+)$/
    page_background! string /^(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]+)$/
  metadata? ..25
   *? string ..255
  token_quota?
   client_credentials! 1..
    enforce boolean
    per_day integer 1..2147483647
    per_hour integer 1..2147483647
  third_party_client_access =allow|block
  is_app_entitlement_active boolean
 DELETE
/organizations/{id}/invitations/{invitation_id} organization_invitations
 GET ?fields ?include_fields
/organizations/{id}/invitations organization_invitations
 GET ?page ?per_page ?include_totals ?fields ?include_fields
  ?sort string
/organizations/{id}/clients organization_clients
 GET ?from ?take
 POST
  clients! [1..10 unique client_id]
   client_id! string 1..
   use_for_member_access boolean
 DELETE
  clients! [1..10] string 1..
/organizations/{id}/clients/{client_id} organization_clients
 GET
 PATCH
  use_for_member_access! boolean
/organizations/{id}/discovery-domains organization_discovery_domains
 GET ?from ?take
 POST
  domain! string 1..255
  status =pending|verified
  use_for_organization_discovery boolean
/organizations/{id}/discovery-domains/name/{discovery_domain} organization_discovery_domains
 GET
/organizations/{id}/discovery-domains/{discovery_domain_id} organization_discovery_domains
 GET
 PATCH
  status =pending|verified
  use_for_organization_discovery boolean
 DELETE
/organizations/{id}/enabled_connections organization_connections
 GET ?page ?per_page ?include_totals
 POST
  connection_id! string 1..50
  assign_membership_on_login boolean
  is_signup_enabled boolean
  show_as_button boolean
/organizations/{id}/enabled_connections/{connectionId} organization_connections
 GET
 PATCH
  assign_membership_on_login boolean
  is_signup_enabled boolean
  show_as_button boolean
 DELETE
/organizations/{id}/connections organization_connections
 GET ?page ?per_page ?include_totals
  ?is_enabled boolean
 POST
  organization_connection_name string 1..50 /^[^\0]*$/
  assign_membership_on_login boolean
  show_as_button boolean
  is_signup_enabled boolean
  organization_access_level =none|readonly|limited|full
  is_enabled boolean
  connection_id! string 1..50
/organizations/{id}/connections/{connection_id} organization_connections
 GET
 PATCH
  organization_connection_name? string 1..50 /^[^\0]*$/
  assign_membership_on_login boolean
  show_as_button boolean
  is_signup_enabled boolean
  organization_access_level? =none|readonly|limited|full
  is_enabled? boolean
 DELETE
/organizations/{id}/members organization_members
 GET read:organization_members read:organization_member_roles ?page ?per_page ?include_totals ?from ?take ?fields ?include_fields
 POST
  members! [1..10] string 1..
 DELETE
  members! [1..10] string 1..
/organizations/{id}/members/{user_id}/effective-roles organization_member_effective_roles
 GET ?from
  ?take integer 1..
/organizations/{id}/members/{user_id}/roles organization_member_roles
 GET ?page ?per_page ?include_totals
 POST
  roles! [1..] string 1..
 DELETE
  roles! [1..] string 1..
/actions/actions actions
 GET ?page ?per_page
  ?triggerId string
  ?actionName string
  ?deployed boolean
  ?installed boolean
 POST
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
/actions/actions/{id} actions
 GET
 PATCH
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
 DELETE
  ?force boolean
/actions/actions/{id}/deploy actions
 POST
/actions/actions/{actionId}/versions actions
 GET ?page ?per_page
/actions/actions/{actionId}/versions/{id} actions
 GET
/actions/actions/{actionId}/versions/{id}/deploy actions
 POST
  update_draft boolean
/actions/actions/{id}/test actions
 POST
  payload!
   * any
/actions/executions/{id} actions
 GET
/actions/modules actions
 GET ?page ?per_page
 POST
  name! string 1..255
  code! string ..65536 /^[^\0]*$/
  secrets [..30 unique name]
   name! string 1..255
   value! string 1..4096
  dependencies [..10 unique name]
   name! string 1..255
   version! string 1..50
  api_version string ..20 /^[^\0]*$/
  publish boolean
/actions/modules/{id} actions
 GET
 PATCH
  code string ..65536 /^[^\0]*$/
  secrets [..30 unique name]
   name! string 1..255
   value! string 1..4096
  dependencies [..10 unique name]
   name! string 1..255
   version! string 1..50
 DELETE
/actions/modules/{id}/actions actions
 GET ?page ?per_page
/actions/modules/{id}/versions actions
 GET ?page ?per_page
 POST update:actions
/actions/modules/{id}/versions/{versionId} actions
 GET
/actions/modules/{id}/rollback actions
 POST update:actions
  module_version_id! string
/actions/triggers actions
 GET
/actions/triggers/{triggerId}/bindings actions
 GET ?page ?per_page
 PATCH
  bindings! []
   ref!
    type! =action_id|action_name|binding_id
    value! string 1..
   display_name string 1..
   secrets []
    name! string 1..
    value string
/token-exchange-profiles token_exchange_profiles
 GET ?from ?take
 POST
  name string 3..50
  subject_token_type! string 8..100 %url
  action_id! string 1..36
  type! =custom_authentication
/token-exchange-profiles/{id} token_exchange_profiles
 GET
 PATCH : 1..
  name string 3..50
  subject_token_type string 8..100 %url
 DELETE
/clients clients
 GET read:clients read:client_keys read:client_credentials read:client_summary ?fields ?include_fields ?page ?include_totals ?from ?take ?q
  ?per_page integer 0..100
  ?is_global boolean
  ?is_first_party boolean
  ?app_type string
  ?external_client_id string 1..120
 POST create:clients create:client_credentials
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
/clients/{id} clients
 GET read:clients read:client_keys read:client_credentials read:client_summary ?fields ?include_fields
 PATCH update:clients update:client_keys update:client_credentials update:client_token_vault_privileged_access : 1..
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
 DELETE
/clients/{id}/rotate-secret client_keys
 POST update:client_keys
/clients/{id}/connections connections
 GET read:connections read:clients read:client_summary ?strategy ?from ?take ?fields ?include_fields
/clients/{client_id}/credentials client_credentials
 GET
 POST
  credential_type! =public_key|x509_cert|cert_subject_dn
  name string ..128
  pem string 1..
  alg =RS256|RS384|PS256
  parse_expiry_from_cert boolean
  expires_at string %date-time
  subject_dn string 1..256
  kid string 10..64 /^[0-9a-zA-Z_-]+$/
/clients/{client_id}/credentials/{credential_id} client_credentials
 GET
 PATCH : 1..
  expires_at!? string %date-time
 DELETE
/clients/cimd/preview clients
 POST
  external_client_id! string 1..120
/clients/cimd/register clients
 POST create:clients update:clients
  external_client_id! string 1..120
/client-grants client_grants
 GET ?per_page ?page ?include_totals ?from ?take ?client_id
  ?audience string
  ?allow_any_organization boolean
  ?subject_type =client|user|anonymous_user
  ?default_for =third_party_clients
 POST
  client_id string 1..
  audience! string 1..
  default_for =third_party_clients
  organization_usage? =deny|allow|require
  allow_any_organization? boolean
  scope? [unique] string 1..280
  subject_type =client|user|anonymous_user
  authorization_details_types [unique] string 1..255
  allow_all_scopes? boolean
/client-grants/{id} client_grants
 GET
 PATCH : 1..
  scope? [unique] string 1..280
  organization_usage? =deny|allow|require
  allow_any_organization? boolean
  authorization_details_types [unique] string 1..255
  allow_all_scopes? boolean
 DELETE
/organizations/{id}/client-grants organization_client_grants
 GET ?client_id ?page ?per_page ?include_totals ?from ?take
  ?audience string ..600
  ?grant_ids [..10] string
 POST
  grant_id! string 1..
/organizations/{id}/client-grants/{grant_id} organization_client_grants
 DELETE
/client-grants/{id}/organizations organization_client_grants
 GET ?page ?per_page ?include_totals ?from ?take
/log-streams log_streams
 GET
  ?paginate boolean
 POST
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
/log-streams/{id} log_streams
 GET
 PATCH
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
 DELETE
/network-acls network_acls
 GET ?page ?per_page ?include_totals
 POST
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
/network-acls/{id} network_acls
 GET
 PATCH : 1..
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
 PUT
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
 DELETE
/custom-domains/default custom_domains
 GET
 PATCH
  domain! string 1..
/custom-domains/{id}/verify custom_domains
 POST
/custom-domains custom_domains
 GET ?take ?from ?q ?fields ?include_fields
  ?sort string ..15
 POST
  domain! string 3..255 /^[^\s\/:]+\.[^\s\/:]+$/
  type! =auth0_managed_certs|self_managed_certs
  verification_method =txt
  tls_policy =recommended
  custom_client_ip_header? =true-client-ip|cf-connecting-ip|x-forwarded-for|x-azure-clientip|
  domain_metadata ..10
   *? string ..255
  relying_party_identifier? string 1..255
/custom-domains/{id} custom_domains
 GET
 PATCH
  tls_policy =recommended
  custom_client_ip_header? =true-client-ip|cf-connecting-ip|x-forwarded-for|x-azure-clientip|
  domain_metadata ..10
   *? string ..255
  relying_party_identifier? string 1..255
 DELETE
/tenants/settings tenant_settings
 GET ?fields ?include_fields
 PATCH : 1..
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
/attack-protection/brute-force-protection attack_protection
 GET
 PATCH
  enabled boolean
  shields [] =block|user_notification
  allowlist [..100] string %address
  mode =count_per_identifier_and_ip|count_per_identifier
  max_attempts integer 1..100
/attack-protection/suspicious-ip-throttling attack_protection
 GET
 PATCH
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
/attack-protection/breached-password-detection attack_protection
 GET
 PATCH
  enabled boolean
  shields [] =block|user_notification|admin_notification
  admin_notification_frequency [] =immediately|daily|weekly|monthly
  method =standard|enhanced
  stage
   pre-user-registration
    shields [] =block|admin_notification
   pre-change-password
    shields [] =block|admin_notification
/attack-protection/bot-detection attack_protection
 GET
 PATCH
  bot_detection_level =low|medium|high
  challenge_password_policy =never|when_risky|always
  challenge_passwordless_policy =never|when_risky|always
  challenge_password_reset_policy =never|when_risky|always
  allowlist [..100] string %address
  monitoring_mode_enabled boolean
/attack-protection/captcha attack_protection
 GET
 PATCH
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
/branding branding
 GET
 PATCH
  colors? 1..
   primary? string /^(#([\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})|[A-Za-z]+)$/
   page_background? any
  favicon_url? string /^https:\/\/[^\s]+$/
  logo_url? string /^https:\/\/[^\s]+$/
  font? 1..
   url? string /^https:\/\/[^\s]+$/
/branding/templates/universal-login branding
 GET
 PUT : any
 DELETE
/prompts prompts
 GET
 PATCH
  universal_login_experience =new|classic
  identifier_first? boolean
  webauthn_platform_first_factor? boolean
/guardian/factors guardian_factors
 GET
/guardian/settings guardian_factors
 GET
 PUT
  display_remember_me_checkbox! boolean
  remember_me_default_value! boolean
  mfa_session_inactivity_timeout! integer 3600..2592000
  mfa_session_overall_timeout! integer 3600..7776000
/guardian/policies mfa_policies
 GET
 PUT : [] =all-applications|confidence-score
/guardian/factors/email/settings guardian_factors
 GET
 PUT
  otp_length integer 4..10
  otp_expiration_time integer 30..3600
/guardian/factors/{name} guardian_factors
 PUT
  enabled! boolean
/guardian/factors/webauthn-roaming/settings guardian_factors
 GET
 PUT
  userVerification =required|preferred|discouraged
  overrideRelyingParty boolean
  relyingPartyIdentifier string 1..
/guardian/factors/webauthn-platform/settings guardian_factors
 GET
 PUT
  overrideRelyingParty boolean
  relyingPartyIdentifier string 1..
/guardian/factors/duo/settings guardian_factors
 GET
 PUT
  ikey string ..10000
  skey string ..10000
  host string ..10000
/guardian/factors/phone/message-types guardian_factors
 GET
 PUT
  message_types! [] =sms|voice
/guardian/factors/phone/selected-provider guardian_factors
 GET
 PUT
  provider! =auth0|twilio|phone-message-hook
/guardian/factors/phone/templates guardian_factors
 GET
 PUT
  enrollment_message! string
  verification_message! string
/guardian/factors/phone/providers/twilio guardian_factors
 GET
 PUT
  from? string ..64
  messaging_service_sid? string 1..1000
  auth_token? string 1..1000
  sid? string 1..1000
/guardian/factors/sms/selected-provider guardian_factors
 GET
 PUT
  provider! =auth0|twilio|phone-message-hook
/guardian/factors/sms/templates guardian_factors
 GET
 PUT
  enrollment_message! string
  verification_message! string
/guardian/factors/sms/providers/twilio guardian_factors
 GET
 PUT
  from? string ..64
  messaging_service_sid? string 1..1000
  auth_token? string 1..1000
  sid? string 1..1000
/guardian/factors/phone/settings guardian_factors
 GET
 PUT
  otp_length! integer 4..10
  otp_expiration_time! integer 30..3600
/guardian/factors/push-notification/selected-provider guardian_factors
 GET
 PUT
  provider! =guardian|sns|direct
/guardian/factors/push-notification/providers/apns guardian_factors
 GET
 PUT
  sandbox boolean
  bundle_id? string 1..1000
  p12? string 1..10000
/guardian/factors/push-notification/providers/fcm guardian_factors
 PUT
  server_key? string ..152
/guardian/factors/push-notification/providers/fcmv1 guardian_factors
 PUT
  server_credentials? string ..10000
/guardian/factors/push-notification/providers/sns guardian_factors
 GET
 PUT
  aws_access_key_id? string 1..1000
  aws_secret_access_key? string 1..1000
  aws_region? string 1..1000
  sns_apns_platform_application_arn? string 1..1000
  sns_gcm_platform_application_arn? string 1..1000
/prompts/mfa-push prompts
 GET
 PATCH
  app_name string
  apple_app_link string
  google_app_link string
/branding/themes branding
 POST update:branding : 1..
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
/branding/themes/default branding
 GET
/branding/themes/{themeId} branding
 GET
 PATCH : 1..
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
 DELETE
/emails/provider email_provider
 GET ?fields ?include_fields
 POST
  name! =mailgun|mandrill|sendgrid|resend|ses|sparkpost|smtp|azure_cs|ms365|custom
  enabled boolean
  default_from_address string
  credentials!
   * any
  settings?
   * any
 PATCH
  name =mailgun|mandrill|sendgrid|resend|ses|sparkpost|smtp|azure_cs|ms365|custom
  enabled boolean
  default_from_address string
  credentials
   * any
  settings?
   * any
 DELETE
/email-templates email_templates
 POST
  template! =verify_email|verify_email_by_code|auth_email_by_code|reset_email|reset_email_by_code|welcome_email|blocked_account|stolen_credentials|enrollment_email|mfa_oob_code|user_invitation|change_password|password_reset|async_approval
  body!? string
  from!? string
  resultUrl? string
  subject!? string
  syntax!? string
  urlLifetimeInSeconds? number 0..
  includeEmailInRedirect boolean
  enabled!? boolean
/email-templates/{templateName} email_templates
 GET
 PATCH
  template =verify_email|verify_email_by_code|auth_email_by_code|reset_email|reset_email_by_code|welcome_email|blocked_account|stolen_credentials|enrollment_email|mfa_oob_code|user_invitation|change_password|password_reset|async_approval
  body? string
  from? string
  resultUrl? string
  subject? string
  syntax? string
  urlLifetimeInSeconds? number 0..
  includeEmailInRedirect boolean
  enabled? boolean
 PUT
  template! =verify_email|verify_email_by_code|auth_email_by_code|reset_email|reset_email_by_code|welcome_email|blocked_account|stolen_credentials|enrollment_email|mfa_oob_code|user_invitation|change_password|password_reset|async_approval
  body!? string
  from!? string
  resultUrl? string
  subject!? string
  syntax!? string
  urlLifetimeInSeconds? number 0..
  includeEmailInRedirect boolean
  enabled!? boolean
/branding/phone/providers phone_providers
 GET ?disabled
 POST
  name! =twilio|custom
  disabled boolean
  configuration
   default_from string
   mssid string
   sid string
   delivery_methods! [1..] =text|voice
  credentials!
   auth_token string 1..255
  * any
/branding/phone/providers/{id} phone_providers
 GET
 PATCH : 1..
  name =twilio|custom
  disabled boolean
  credentials
   auth_token string 1..255
  configuration
   default_from string
   mssid string
   sid string
   delivery_methods! [1..] =text|voice
 DELETE
/branding/phone/templates phone_templates
 GET ?disabled
 POST
  type =otp_verify|otp_enroll|change_password|blocked_account|password_breach
  disabled boolean
  content 1..
   syntax string
   from string 1..16
   body 1..
    text string 1..20000
    voice string 1..20000
/branding/phone/templates/{id} phone_templates
 GET
 PATCH
  content 1..
   from string 1..16
   body 1..
    text string 1..20000
    voice string 1..20000
  disabled boolean
 DELETE
/attack-protection/phone-provider-protection attack_protection
 GET
 PATCH
  type! =default|exponential|none
/risk-assessments/settings attack_protection
 GET
 PATCH
  enabled! boolean
/risk-assessments/settings/new-device attack_protection
 GET
 PATCH
  remember_for! integer 1..365
/supplemental-signals attack_protection
 GET
 PATCH
  akamai_enabled! boolean
/keys/network-acls network_acl_keys
 GET
 POST
  name! string 1..255
  alg! =hmac-sha256
  value! string ..1024
/keys/network-acls/{id} network_acl_keys
 GET
 DELETE
/rate-limit-policies rate_limit_policies
 GET ?take ?from
  ?resource =oauth_authentication_api
  ?consumer =client
  ?consumer_selector string ..255
 POST
  resource! =oauth_authentication_api
  consumer! =client
  consumer_selector! string ..255
  configuration!
   action! =allow|block|log|redirect
   limit integer 0..10000
   redirect_uri string /^https:\/\/\S+$/
/rate-limit-policies/{id} rate_limit_policies
 GET
 PATCH
  configuration!
   action! =allow|block|log|redirect
   limit integer 0..10000
   redirect_uri string /^https:\/\/\S+$/
 DELETE
/prompts/{prompt}/custom-text/{language} prompts
 GET
 PUT : any
  * any
/prompts/{prompt}/partials prompts
 GET
 PUT : any
  * any
/prompts/rendering prompts
 GET ?page ?per_page ?include_totals
 PATCH
  configs! [1..]
   prompt! string 1..
   screen! string 1..
   * any
/prompts/{prompt}/screen/{screen}/rendering prompts
 GET
 PATCH
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
/roles/{id}/users role_members
 GET read:role_members read:roles read:users ?per_page ?page ?include_totals ?from ?take
 POST update:roles create:role_members
  users! [1..] string 1..
/users users
 GET ?page ?include_totals ?fields ?include_fields ?q
  ?per_page integer 0..100
  ?search_engine =v3
 POST
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
/users/{id} users
 GET ?fields ?include_fields
 PATCH
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
 DELETE
/keys/signing signing_keys
 GET
/users/{id}/organizations organizations
 GET ?page ?per_page ?include_totals ?from ?take
/users-by-email users
 GET
  ?email string 1..
/users/{id}/permissions users
 GET ?per_page ?page ?include_totals
 POST update:users
  permissions! [1..] (array of resource_server_identifier, permission_name pairs)
   resource_server_identifier! string 1..
   permission_name! string 1..
 DELETE update:users
  permissions! [1..] (array of resource_server_identifier, permission_name pairs)
   resource_server_identifier! string 1..
   permission_name! string 1..
/users/{id}/effective-roles user_effective_roles
 GET ?from
  ?take integer 1..
/users/{id}/roles users
 GET read:users read:roles read:role_members ?per_page ?page ?include_totals
 POST update:users create:role_members
  roles! [1..] string 1..
 DELETE update:users delete:role_members
  roles! [1..] string 1..
/flows/vault/connections flows_vault_connections
 GET ?page ?per_page ?include_totals
 POST
  name! string 1..150
  app_id! =ACTIVECAMPAIGN|AIRTABLE|AUTH0|BIGQUERY|CLEARBIT|DOCUSIGN|GOOGLE_SHEETS|HTTP|HUBSPOT|JWT|MAILCHIMP|MAILJET|PIPEDRIVE|SALESFORCE|SENDGRID|SLACK|STRIPE|TELEGRAM|TWILIO|WHATSAPP|ZAPIER
  setup
   type! string 1..
   * any
/flows/vault/connections/{id} flows_vault_connections
 GET
 PATCH
  name string 1..150
  setup
   type! string 1..
   * any
 DELETE
/flows flows
 GET ?page ?per_page ?include_totals
 POST
  name! string 1..150
  actions []
   * any
/flows/{id} flows
 GET
 PATCH
  name string 1..150
  actions? []
   * any
 DELETE
/forms forms
 GET ?page ?per_page ?include_totals
 POST
  name! string 1..150
  messages
   errors
    * string 1..255
   custom
    * string 1..255
  languages
   primary string 1..55
   default string 1..55
  translations
   *
    * any
  nodes []
   * any
  start
   hidden_fields []
    key! string 1..
    value string 1..500
   next_node string
   coordinates
    x! integer -999999..999999
    y! integer -999999..999999
  ending
   redirection
    delay integer 0..10
    target! string 1..1024
   after_submit
    flow_id string 1..30
   coordinates
    x! integer -999999..999999
    y! integer -999999..999999
   resume_flow boolean
  style
   css string 1..5000
/forms/{id} forms
 GET
 PATCH
  name string 1..150
  messages?
   errors
    * string 1..255
   custom
    * string 1..255
  languages?
   primary string 1..55
   default string 1..55
  translations?
   *
    * any
  nodes? []
   * any
  start?
   hidden_fields []
    key! string 1..
    value string 1..500
   next_node string
   coordinates
    x! integer -999999..999999
    y! integer -999999..999999
  ending?
   redirection
    delay integer 0..10
    target! string 1..1024
   after_submit
    flow_id string 1..30
   coordinates
    x! integer -999999..999999
    y! integer -999999..999999
   resume_flow boolean
  style?
   css string 1..5000
 DELETE
/user-attribute-profiles user_attribute_profiles
 GET ?from
  ?take integer 1..
 POST
  name! string 1..128
  user_id
   oidc_mapping =sub
   saml_mapping [1..3] string 1..128
   scim_mapping string 1..128
   strategy_overrides
    pingfederate
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    ad
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    adfs
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    waad
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    google-apps
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    okta
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    oidc
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    samlp
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
  user_attributes! 1..64
   *
    description! string 1..128
    label! string 1..128
    profile_required! boolean
    auth0_mapping! string 1..50
    oidc_mapping
     mapping! string 1..50
     display_name string 1..50
    saml_mapping [1..3] string 1..128
    scim_mapping string 1..128
    strategy_overrides
     pingfederate
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     ad
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     adfs
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     waad
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     google-apps
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     okta
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     oidc
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     samlp
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
/user-attribute-profiles/{id} user_attribute_profiles
 GET
 PATCH
  name string 1..128
  user_id?
   oidc_mapping =sub
   saml_mapping [1..3] string 1..128
   scim_mapping string 1..128
   strategy_overrides
    pingfederate
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    ad
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    adfs
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    waad
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    google-apps
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    okta
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    oidc
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
    samlp
     oidc_mapping =sub|oid|email
     saml_mapping [1..] string 1..128
     scim_mapping string 1..128
  user_attributes 1..64
   *
    description! string 1..128
    label! string 1..128
    profile_required! boolean
    auth0_mapping! string 1..50
    oidc_mapping
     mapping! string 1..50
     display_name string 1..50
    saml_mapping [1..3] string 1..128
    scim_mapping string 1..128
    strategy_overrides
     pingfederate
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     ad
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     adfs
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     waad
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     google-apps
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     okta
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     oidc
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
     samlp
      oidc_mapping
       mapping! string 1..50
       display_name string 1..50
      saml_mapping [1..] string 1..128
      scim_mapping string 1..128
 DELETE
/connection-profiles connection_profiles
 GET ?from
  ?take integer 1..10
 POST
  name! string 1..50
  organization
   show_as_button =none|optional|required
   assign_membership_on_login =none|optional|required
  connection_name_prefix_template string ..15 /^(?!-)(?!.*--)(?:[a-zA-Z0-9-]|{org_id}|{org_name})*$/
  enabled_features [] =scim|universal_logout
  connection_config
  strategy_overrides
   pingfederate
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   ad
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   adfs
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   waad
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   google-apps
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   okta
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   oidc
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   samlp
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
  provisioning
   scim
    tokens!
     scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
     default_expiry? integer 1..
     max_allowed_expiry? integer 1..
  cross_app_access_resource_app
   status!
    default_value! =enabled|disabled
    allowed_values [unique] =enabled|disabled
/connection-profiles/{id} connection_profiles
 GET
 PATCH
  name string 1..50
  organization
   show_as_button =none|optional|required
   assign_membership_on_login =none|optional|required
  connection_name_prefix_template string ..15 /^(?!-)(?!.*--)(?:[a-zA-Z0-9-]|{org_id}|{org_name})*$/
  enabled_features [] =scim|universal_logout
  connection_config
  strategy_overrides
   pingfederate
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   ad
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   adfs
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   waad
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   google-apps
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   okta
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   oidc
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
   samlp
    enabled_features [] =scim|universal_logout
    connection_config
    provisioning
     scim
      tokens!
       scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
       default_expiry? integer 1..
       max_allowed_expiry? integer 1..
  provisioning
   scim
    tokens!
     scopes! [unique] =get:users|post:users|put:users|patch:users|delete:users
     default_expiry? integer 1..
     max_allowed_expiry? integer 1..
  cross_app_access_resource_app
   status!
    default_value! =enabled|disabled
    allowed_values [unique] =enabled|disabled
 DELETE
/self-service-profiles self_service_profiles
 GET ?page ?per_page ?include_totals
 POST
  name! string 1..100
  description string 1..140
  branding
   logo_url string 1..1024 /^https:///
   colors
    primary! string /^#([\dA-Fa-f]{6}|[\dA-Fa-f]{3})$/
    * any
   * any
  allowed_strategies [1..] =oidc|samlp|waad|google-apps|adfs|okta|auth0-samlp|okta-samlp|keycloak-samlp|pingfederate
  user_attributes [..20]
   name! string ..250
   description! string
   is_optional! boolean
  user_attribute_profile_id string 1..
/self-service-profiles/{id} self_service_profiles
 GET
 PATCH
  name string 1..100
  description? string 1..140
  branding?
   logo_url string 1..1024 /^https:///
   colors
    primary! string /^#([\dA-Fa-f]{6}|[\dA-Fa-f]{3})$/
    * any
   * any
  allowed_strategies [1..] =oidc|samlp|waad|google-apps|adfs|okta|auth0-samlp|okta-samlp|keycloak-samlp|pingfederate
  user_attributes? [..20]
   name! string ..250
   description! string
   is_optional! boolean
  user_attribute_profile_id? string 1..
 DELETE
/self-service-profiles/{id}/custom-text/{language}/{page} self_service_profile_custom_texts
 GET
 PUT
  * string ..2000
/events events
 GET
  ?from string 1..1024
  ?from_timestamp string ..20 /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
  ?event_type [] =connection.created|connection.deleted|connection.updated|group.created|group.deleted|group.updated|group.member.added|group.member.deleted|group.role.assigned|group.role.deleted|organization.created|organization.deleted|organization.updated|organization.connection.added|organization.connection.removed|organization.connection.updated|organization.group.role.assigned|organization.group.role.deleted|organization.member.added|organization.member.deleted|organization.member.role.assigned|organization.member.role.deleted|user.created|user.deleted|user.updated
`;
