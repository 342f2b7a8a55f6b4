import type { TypeName } from "./registry.ts";
import type { TerraformType } from "./terraform-arguments.ts";

/*
 * How the objects of each resource type are written for Auth0's Terraform provider. Its names for an import are in `foreignTypes` of each type.
 */

/** The resources of Terraform for the members of a set that several resources can share. */
export interface TerraformMembers {
  /** The property with the members. */
  readonly property: string;
  /** The arguments that name the set, each with the property of this resource that has the value; `id` is the object's id. */
  readonly of: Readonly<Record<string, string>>;
  /**
   * The resource with all members of the set. It removes others, so it stands only for an exclusive set. Absent: there is none for this set. If its
   * argument is a block for each member, `member` is the name of the member's name in it. Default: `name`.
   */
  readonly whole?: { readonly type: TerraformType; readonly argument: string; readonly member?: string };
  /** The resource with a single member, and the argument with the member's name. */
  readonly each: { readonly type: TerraformType; readonly argument: string };
  /** The argument with what a member has besides its name: the value of a map's entry, or the key of a group. */
  readonly more?: string;
}

/** The resource of Terraform for the objects of a type. */
export interface Counterpart {
  /** Absent if the objects are only members. */
  readonly type?: TerraformType;
  /** The block that the object's arguments stand in. Objects with the same type and a block form one resource. */
  readonly block?: string;
  /**
   * Arguments whose names are not those of the API in snake_case: the API's path, and the path there. Both begin at the resource; inside a list,
   * the path there begins at the element. `{property}` stands for the value of a property.
   */
  readonly names?: Readonly<Record<string, string>>;
  /** Arguments that programs do not have: the path there, and the text, or the text by the property that the program declares. */
  readonly implied?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** Properties that the resource does not get, each with the reason. */
  readonly without?: Readonly<Record<string, string>>;
  /** Properties with which an object is not written, each with the reason. */
  readonly unless?: Readonly<Record<string, string>>;
  /** The id of an import. Default: the object's id. */
  readonly importId?: string;
  readonly members?: TerraformMembers;
}

/** Resources of Terraform's provider that no import takes over, although a program can declare their objects: what to do with each. */
export const declaredByHand: Readonly<Record<string, string>> = {
  auth0_client_cimd:
    "a metadata document defines it: remove it from the other tool's state, and declare a `Client` with `externalClientId` and `adopt: true`",
};

const ofStage = { "stage.pre-login": "pre_login", "stage.pre-user-registration": "pre_user_registration" };

/**
 * How each type is written. Types without an entry are not: Terraform has no such resource, imports it by an id that no state contains, or resets
 * what the program does not declare.
 */
export const counterparts: Readonly<Partial<Record<TypeName, Counterpart>>> = {
  resourceServer: {
    type: "auth0_resource_server",
    names: { "token_encryption.encryption_key.alg": "token_encryption.encryption_key.algorithm" },
    members: {
      property: "scopes",
      of: { resource_server_identifier: "identifier" },
      whole: { type: "auth0_resource_server_scopes", argument: "scopes" },
      each: { type: "auth0_resource_server_scope", argument: "scope" },
      more: "description",
    },
  },
  resourceServerScopes: {
    members: {
      property: "scopes",
      of: { resource_server_identifier: "identifier" },
      each: { type: "auth0_resource_server_scope", argument: "scope" },
      more: "description",
    },
  },
  organization: { type: "auth0_organization" },
  client: {
    type: "auth0_client",
    names: { cross_origin_authentication: "cross_origin_auth" },
    without: { tokenEndpointAuthMethod: "it belongs into an auth0_client_credentials" },
    unless: { externalClientId: "it is registered by a metadata document: declare an auth0_client_cimd by hand" },
  },
  clientAuthentication: {
    type: "auth0_client_credentials",
    names: {
      method: "authentication_method",
      credentials: "{method}.credentials",
      "credentials.alg": "algorithm",
    },
  },
  connection: {
    type: "auth0_connection",
    names: {
      "options.disableSignout": "options.disable_sign_out",
      "options.idpinitiated": "options.idp_initiated",
      "options.idpinitiated.client_authorizequery": "options.idp_initiated.client_authorize_query",
      "options.useCommonEndpoint": "options.waad_common_endpoint",
    },
    members: {
      property: "enabledClients",
      of: { connection_id: "id" },
      whole: { type: "auth0_connection_clients", argument: "enabled_clients" },
      each: { type: "auth0_connection_client", argument: "client_id" },
    },
  },
  connectionClients: {
    members: {
      property: "clients",
      of: { connection_id: "connectionId" },
      whole: { type: "auth0_connection_clients", argument: "enabled_clients" },
      each: { type: "auth0_connection_client", argument: "client_id" },
    },
  },
  connectionScim: { type: "auth0_connection_scim_configuration" },
  connectionDirectory: {
    type: "auth0_connection_directory",
    without: {
      groups:
        "auth0_connection_directory_synchronized_groups removes all groups that it does not name, so it must have those of other stacks, too",
    },
  },
  actionModule: {
    type: "auth0_action_module",
    without: {
      secrets: "Terraform imports no secrets of action modules: add them to auth0_action_module after the import",
    },
  },
  action: {
    type: "auth0_action",
    without: { secrets: "Terraform imports no secrets of actions: add them to auth0_action after the import" },
  },
  triggerActions: {
    type: "auth0_trigger_actions",
    names: { trigger_id: "trigger", "actions.action_id": "id" },
  },
  tokenExchangeProfile: { type: "auth0_token_exchange_profile" },
  connectionProfile: {
    type: "auth0_connection_profile",
    names: { "strategy_overrides.google-apps": "strategy_overrides.google_apps" },
  },
  role: {
    type: "auth0_role",
    without: { organizationId: "Terraform has no argument for it: its resources are roles of the tenant" },
  },
  rolePermissions: {
    members: {
      property: "permissions",
      of: { role_id: "roleId", resource_server_identifier: "resourceServerIdentifier" },
      each: { type: "auth0_role_permission", argument: "permission" },
    },
  },
  user: {
    type: "auth0_user",
    names: { connection: "connection_name" },
    without: { password: "Terraform imports no passwords: add it to auth0_user after the import" },
  },
  userRoles: {
    members: {
      property: "roles",
      of: { user_id: "userId" },
      whole: { type: "auth0_user_roles", argument: "roles" },
      each: { type: "auth0_user_role", argument: "role_id" },
    },
  },
  userPermissions: {
    members: {
      property: "permissions",
      of: { user_id: "userId" },
      whole: { type: "auth0_user_permissions", argument: "permissions" },
      each: { type: "auth0_user_permission", argument: "permission" },
      more: "resource_server_identifier",
    },
  },
  organizationConnection: { type: "auth0_organization_connection" },
  organizationClientGrants: {
    members: {
      property: "grants",
      of: { organization_id: "organizationId" },
      each: { type: "auth0_organization_client_grant", argument: "grant_id" },
    },
  },
  organizationClients: {
    members: {
      property: "clients",
      of: { organization_id: "organizationId" },
      whole: { type: "auth0_organization_clients", argument: "clients", member: "client_id" },
      each: { type: "auth0_organization_client", argument: "client_id" },
    },
  },
  organizationDiscoveryDomain: { type: "auth0_organization_discovery_domain" },
  organizationMembers: {
    members: {
      property: "members",
      of: { organization_id: "organizationId" },
      whole: { type: "auth0_organization_members", argument: "members" },
      each: { type: "auth0_organization_member", argument: "user_id" },
    },
  },
  organizationMemberRoles: {
    members: {
      property: "roles",
      of: { organization_id: "organizationId", user_id: "userId" },
      whole: { type: "auth0_organization_member_roles", argument: "roles" },
      each: { type: "auth0_organization_member_role", argument: "role_id" },
    },
  },
  clientGrant: { type: "auth0_client_grant", names: { scope: "scopes" } },
  eventStream: {
    type: "auth0_event_stream",
    names: { eventbridge: "eventbridge_configuration", webhook: "webhook_configuration" },
    implied: { destination_type: { eventbridge: "eventbridge", webhook: "webhook" } },
  },
  logStream: { type: "auth0_log_stream" },
  networkAcl: { type: "auth0_network_acl" },
  networkAclKey: { type: "auth0_network_acl_key", implied: { alg: "hmac-sha256" } },
  rateLimitPolicy: {
    type: "auth0_rate_limit_policy",
    names: {
      action: "configuration.action",
      limit: "configuration.limit",
      redirect_uri: "configuration.redirect_uri",
    },
    implied: { consumer: "client", resource: "oauth_authentication_api" },
  },
  customDomain: { type: "auth0_custom_domain" },
  defaultCustomDomain: { type: "auth0_custom_domain_default", importId: "custom_domain_default" },
  tenantSettings: { type: "auth0_tenant" },
  bruteForceProtection: { type: "auth0_attack_protection", block: "brute_force_protection" },
  suspiciousIpThrottling: {
    type: "auth0_attack_protection",
    block: "suspicious_ip_throttling",
    names: ofStage,
  },
  breachedPasswordDetection: {
    type: "auth0_attack_protection",
    block: "breached_password_detection",
    names: { ...ofStage, "stage.pre-change-password": "pre_change_password" },
  },
  botDetection: { type: "auth0_attack_protection", block: "bot_detection" },
  captcha: { type: "auth0_attack_protection", block: "captcha" },
  phoneProviderProtection: { type: "auth0_phone_provider_protection", importId: "phone_provider_protection" },
  supplementalSignals: { type: "auth0_supplemental_signals", importId: "supplemental_signals" },
  branding: { type: "auth0_branding" },
  loginPageTemplate: { type: "auth0_branding", block: "universal_login" },
  promptSettings: { type: "auth0_prompt" },
  emailProvider: {
    type: "auth0_email_provider",
    names: {
      "credentials.connectionString": "credentials.azure_cs_connection_string",
      "credentials.tenantId": "credentials.ms365_tenant_id",
      "credentials.clientId": "credentials.ms365_client_id",
      "credentials.clientSecret": "credentials.ms365_client_secret",
    },
  },
  promptTexts: { type: "auth0_prompt_custom_text", names: { texts: "body" } },
  emailTemplate: { type: "auth0_email_template" },
  vaultConnection: { type: "auth0_flow_vault_connection" },
  flow: { type: "auth0_flow" },
  form: { type: "auth0_form" },
  selfServiceProfile: {
    type: "auth0_self_service_profile",
    without: { introduction: "it belongs into an auth0_self_service_profile_custom_text" },
  },
};
