import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsUpstream, Option } from "./shared.ts";

/** Options of strategy `waad`: Microsoft Entra ID (Azure AD). */
export interface ConnectionOptionsWaad extends ConnectionOptionsUpstream {
  /** The application (client) id of the app registration. The service requires it at creation. */
  client_id?: Option<string>;
  /** Secret. A client secret of the app registration. */
  client_secret?: Option<string>;
  /** The directory's main domain, such as `example.onmicrosoft.com`. */
  tenant_domain?: Option<string>;
  /** The directory's id, a UUID of 36 characters. */
  tenantId?: Option<string>;
  /** The application's domain, for WS-Federation and the older endpoints. */
  app_domain?: Option<string>;
  /** The application's id URI, for the older endpoints with users' passwords. */
  app_id?: Option<string>;
  /** Further domains of the directory whose users are sent to this connection, in any order. */
  domain_aliases?: Option<pulumi.Input<string>[]>;
  /** The version of Microsoft's endpoints: the newer (v2.0) or the older ones (v1.0). */
  identity_api?: Option<"microsoft-identity-platform-v2.0" | "azure-active-directory-v1.0">;
  /** The protocol of the older endpoints. */
  waad_protocol?: Option<"openid-connect" | "ws-federation">;
  /** Whether WS-Federation is used instead of OpenID Connect. */
  use_wsfed?: Option<boolean>;
  /** Whether users of any directory can log in. Needs `userid_attribute: "sub"`. */
  useCommonEndpoint?: Option<boolean>;
  /** The older form of `useCommonEndpoint`. Derived by the service when absent. */
  waad_common_endpoint?: Option<boolean>;
  /** Whether an administrator of the directory has consented to the application. Set by the service. */
  granted?: Option<boolean>;
  /** The claim that identifies a user: `oid` within one directory, `sub` with the common endpoint. */
  userid_attribute?: Option<"oid" | "sub">;
  /** The requested scopes of the newer endpoints, in any order. Derived by the service when absent. */
  scope?: Option<pulumi.Input<string>[]>;
  /** Always `true`: the service always reads the basic profile. */
  basic_profile?: Option<boolean>;
  /** Whether the extended profile is read. */
  ext_profile?: Option<boolean>;
  /** Whether the user's groups are read. */
  ext_groups?: Option<boolean>;
  /** Whether the groups that contain the user's groups are read as well. */
  ext_nested_groups?: Option<boolean>;
  /** The maximum number of groups to read, as a string. Only with `ext_groups`. */
  max_groups_to_retrieve?: Option<string>;
  /** Whether the tenant can read the directory's users. */
  api_enable_users?: Option<boolean>;
  /** Whether the profile says if the user administers the domain. */
  ext_admin?: Option<boolean>;
  /** Whether the profile says if the user is suspended. */
  ext_is_suspended?: Option<boolean>;
  /** Whether the profile says if the user has agreed to the terms. */
  ext_agreed_terms?: Option<boolean>;
  /** Whether the profile contains the plans that are assigned to the user. */
  ext_assigned_plans?: Option<boolean>;
  /** Whether the profile contains the user's access token. */
  ext_access_token?: Option<boolean>;
  /** Whether the profile contains the user's refresh token. */
  ext_refresh_token?: Option<boolean>;
  /** Whether the profile says if the user's account is enabled. */
  ext_account_enabled?: Option<boolean>;
  /** Whether the profile contains the licenses that are assigned to the user. */
  ext_assigned_licenses?: Option<boolean>;
  /** Whether the profile contains the user's Azure id. */
  ext_azure_id?: Option<boolean>;
  /** Whether the profile contains the user's city. */
  ext_city?: Option<boolean>;
  /** Whether the profile contains the user's country. */
  ext_country?: Option<boolean>;
  /** Whether the profile contains the user's department. */
  ext_department?: Option<boolean>;
  /** Whether the profile says if the user comes from a synchronized directory. */
  ext_dir_sync_enabled?: Option<boolean>;
  /** Whether the profile contains the user's email address. */
  ext_email?: Option<boolean>;
  /** Whether the profile contains the expiry of the user's access token. */
  ext_expires_in?: Option<boolean>;
  /** Whether the profile contains the user's family name. */
  ext_family_name?: Option<boolean>;
  /** Whether the profile contains the user's fax number. */
  ext_fax?: Option<boolean>;
  /** Whether the profile contains the user's given name. */
  ext_given_name?: Option<boolean>;
  /** Whether the profile contains the ids of the user's groups. */
  ext_group_ids?: Option<boolean>;
  /** Whether the profile contains the user's job title. */
  ext_job_title?: Option<boolean>;
  /** Whether the profile contains the time of the directory's last synchronization. */
  ext_last_sync?: Option<boolean>;
  /** Whether the profile contains the number of the user's mobile phone. */
  ext_mobile?: Option<boolean>;
  /** Whether the profile contains the user's full name. */
  ext_name?: Option<boolean>;
  /** Whether the profile contains the user's nickname. */
  ext_nickname?: Option<boolean>;
  /** Whether the profile contains the user's object id (`oid`). */
  ext_oid?: Option<boolean>;
  /** Whether the profile contains the user's phone number. */
  ext_phone?: Option<boolean>;
  /** Whether the profile contains the location of the user's office. */
  ext_physical_delivery_office_name?: Option<boolean>;
  /** Whether the profile contains the user's postal code. */
  ext_postal_code?: Option<boolean>;
  /** Whether the profile contains the user's preferred language. */
  ext_preferred_language?: Option<boolean>;
  /** Whether the profile contains the service plans that are provisioned to the user. */
  ext_provisioned_plans?: Option<boolean>;
  /** Whether the profile contains the errors of the user's provisioning. */
  ext_provisioning_errors?: Option<boolean>;
  /** Whether the profile contains all email addresses of the user. */
  ext_proxy_addresses?: Option<boolean>;
  /** Whether the profile contains the user's Passport id (`puid`). */
  ext_puid?: Option<boolean>;
  /** Whether the profile contains the roles that the user has in the application. */
  ext_roles?: Option<boolean>;
  /** Whether the profile contains the user's state or province. */
  ext_state?: Option<boolean>;
  /** Whether the profile contains the user's street. */
  ext_street?: Option<boolean>;
  /** Whether the profile contains the user's telephone number. */
  ext_telephoneNumber?: Option<boolean>;
  /** Whether the profile contains the directory's id. */
  ext_tenantid?: Option<boolean>;
  /** Whether the profile contains the user's principal name (UPN). */
  ext_upn?: Option<boolean>;
  /** Whether the profile contains the country in which the user's licenses are used. */
  ext_usage_location?: Option<boolean>;
  /** Whether the profile contains an alternative id of the user. */
  ext_user_id?: Option<boolean>;
  /** Whether email addresses from this connection are always or never marked as verified. */
  should_trust_email_verified_connection?: Option<"never_set_emails_as_verified" | "always_set_emails_as_verified">;
  /** Fingerprints of the certificates that sign SAML tokens, hexadecimal, at most 20, in any order. Only with WS-Federation. */
  thumbprints?: Option<pulumi.Input<string>[]>;
  /** The https URL of the icon on the connection's button. */
  icon_url?: Option<string>;
}
