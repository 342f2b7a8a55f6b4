import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsUpstream, Option } from "./shared.ts";

/** Options of strategy `waad`: Microsoft Entra ID (Azure AD). */
export interface ConnectionOptionsWaad extends ConnectionOptionsUpstream {
  /** The application (client) id of the tenant's registration. The service asks for it at creation. */
  client_id?: Option<string>;
  /** Secret. A client secret of that registration. */
  client_secret?: Option<string>;
  /** The directory's main domain, such as `example.onmicrosoft.com`. */
  tenant_domain?: Option<string>;
  /** The directory's id, a UUID of 36 characters. */
  tenantId?: Option<string>;
  /** The application's domain, for WS-Federation and the older endpoints. */
  app_domain?: Option<string>;
  /** The application's id URI; for the older endpoints with users' passwords. */
  app_id?: Option<string>;
  /** Further domains of the directory, whose users are sent to this connection. A set. */
  domain_aliases?: Option<pulumi.Input<string>[]>;
  /** Which generation of endpoints is used. */
  identity_api?: Option<"microsoft-identity-platform-v2.0" | "azure-active-directory-v1.0">;
  /** The protocol of the older endpoints. */
  waad_protocol?: Option<"openid-connect" | "ws-federation">;
  /** Whether WS-Federation is used in place of OpenID Connect. */
  use_wsfed?: Option<boolean>;
  /** Whether users of any directory can log in. Needs `userid_attribute: "sub"`. */
  useCommonEndpoint?: Option<boolean>;
  /** The claim that identifies a user: `oid` within one directory, `sub` with the common endpoint. */
  userid_attribute?: Option<"oid" | "sub">;
  /** Scopes to ask for, with the newer endpoints. A set. Derived by the server when absent. */
  scope?: Option<pulumi.Input<string>[]>;
  /** Whether the basic profile is read. The service always reads it. */
  basic_profile?: Option<boolean>;
  /** Whether the extended profile is read. */
  ext_profile?: Option<boolean>;
  /** Whether the user's groups are read. */
  ext_groups?: Option<boolean>;
  /** Whether the groups that contain the user's groups are read as well. */
  ext_nested_groups?: Option<boolean>;
  /** How many groups are read at most: a number, as text. With `ext_groups`. */
  max_groups_to_retrieve?: Option<string>;
  /** Whether the tenant may read the directory's users. */
  api_enable_users?: Option<boolean>;
  /** Whether the profile keeps that a user administrates the domain. */
  ext_admin?: Option<boolean>;
  /** Whether the profile keeps that a user is suspended. */
  ext_is_suspended?: Option<boolean>;
  /** Whether the profile keeps that a user agreed to the terms. */
  ext_agreed_terms?: Option<boolean>;
  /** Whether the profile keeps the plans that a user is assigned. */
  ext_assigned_plans?: Option<boolean>;
  /** Whether the user's access token is kept in the profile. */
  ext_access_token?: Option<boolean>;
  /** Whether the user's refresh token is kept in the profile. */
  ext_refresh_token?: Option<boolean>;
  /** Whether emails count as verified. */
  should_trust_email_verified_connection?: Option<"never_set_emails_as_verified" | "always_set_emails_as_verified">;
  /** Fingerprints of the certificates that sign SAML tokens, hexadecimal, at most 20. With WS-Federation. A set. */
  thumbprints?: Option<pulumi.Input<string>[]>;
  /** The icon of the connection's button; an https URL. */
  icon_url?: Option<string>;
}
