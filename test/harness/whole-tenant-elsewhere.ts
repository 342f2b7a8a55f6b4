import { at } from "./whole-tenant.ts";

/** A resource of another tool, in the words of Terraform's provider. */
export type Row = readonly [type: string, name: string, attributes: Readonly<Record<string, unknown>>];

const scopes = [{ name: "read:orders", description: "Read orders" }];
const permissions = ["read:orders", "write:orders", "delete:orders"].map((name) => ({
  ...{ name, resource_server_identifier: at.orders, resource_server_name: "Orders" },
}));

/** The whole tenant as Terraform's provider manages it, with every type that an import takes over. */
export const rows: readonly Row[] = [
  ["auth0_resource_server", "orders_api", { id: "000000000000000000000001", identifier: at.orders, name: "Orders" }],
  ["auth0_resource_server_scopes", "of_orders", { id: at.orders, resource_server_identifier: at.orders, scopes }],
  [
    "auth0_resource_server_scope",
    "stock_read",
    { id: `${at.stock}::read:stock`, resource_server_identifier: at.stock, scope: "read:stock" },
  ],
  ["auth0_client", "shop_portal", { id: at.portal, client_id: at.portal, name: "Portal" }],
  ["auth0_client", "job", { id: at.job, client_id: at.job, name: "Nightly job" }],
  [
    "auth0_client_credentials",
    "job_keys",
    { id: at.job, client_id: at.job, authentication_method: "private_key_jwt", private_key_jwt: [{}] },
  ],
  [
    "auth0_log_stream",
    "audit_logs",
    { id: at.stream, name: "Audit", type: "http", filters: [{ type: "category", name: "management.success" }] },
  ],
  ["auth0_event_stream", "of_users", { id: at.events, name: "Users", destination_type: "eventbridge" }],
  ["auth0_custom_domain", "logins_at_home", { id: at.domain, domain: "login.example.com" }],
  ["auth0_custom_domain_default", "logins_by_default", { id: "default", domain: "login.example.com" }],
  [
    "auth0_rate_limit_policy",
    "of_portal",
    { id: at.policy, consumer_selector: `client_id:${at.portal}`, resource: "oauth_authentication_api" },
  ],
  ["auth0_risk_assessments", "risk", { id: "risk", enabled: true }],
  ["auth0_risk_assessments_new_device", "devices", { id: "devices", remember_for: 14 }],
  ["auth0_phone_provider_protection", "waits", { id: "phone_provider_protection", type: "exponential" }],
  ["auth0_supplemental_signals", "akamai", { id: "akamai", akamai_enabled: true }],
  ["auth0_user", "tester_ann", { id: at.ann, user_id: at.ann, connection_name: "users", email: "ann@example.com" }],
  ["auth0_network_acl_key", "of_gateway", { id: at.signatures, name: "Gateway", alg: "hmac-sha256" }],
  ["auth0_network_acl", "no_proxies", { id: at.acl, description: "Block anonymizing proxies", priority: 10 }],
  [
    "auth0_client_grant",
    "job_reads_orders",
    { id: at.grant, client_id: at.job, audience: at.orders, scopes: ["read:orders"], subject_type: "client" },
  ],
  ["auth0_connection", "sso_of_north", { id: at.logins, name: "north-logins", strategy: "oidc" }],
  ["auth0_connection_clients", "all", { id: at.logins, connection_id: at.logins, enabled_clients: [at.portal] }],
  ["auth0_connection", "people", { id: at.users, name: "users", strategy: "auth0" }],
  ["auth0_connection", "staff", { id: at.staff, name: "staff", strategy: "google-apps" }],
  [
    "auth0_connection_scim_configuration",
    "users_of_north",
    { id: at.logins, connection_id: at.logins, user_id_attribute: "externalId", mapping: [] },
  ],
  [
    "auth0_connection_scim_token",
    "token_of_north",
    { id: at.scimToken, connection_id: at.logins, token_id: at.scimToken, scopes: ["get:users"] },
  ],
  ["auth0_connection_directory", "directory_of_staff", { id: at.staff, connection_id: at.staff, mapping: [] }],
  [
    "auth0_connection_directory_synchronized_groups",
    "groups_of_staff",
    { id: at.staff, connection_id: at.staff, groups: [{ id: "03x8t1abc", name: "Support" }] },
  ],
  [
    "auth0_connection_client",
    "portal_of_partner",
    { id: `${at.partner}::${at.portal}`, connection_id: at.partner, client_id: at.portal },
  ],
  ["auth0_role", "admins", { id: at.admin, name: "Orders admin" }],
  ["auth0_role", "readers", { id: at.reader, name: "Orders reader" }],
  ["auth0_role_permissions", "of_admins", { id: at.admin, role_id: at.admin, permissions }],
  [
    "auth0_role_permission",
    "of_readers",
    {
      ...{ id: `${at.reader}::${at.orders}::read:orders`, role_id: at.reader },
      ...{ resource_server_identifier: at.orders, permission: "read:orders" },
    },
  ],
  ["auth0_user_roles", "of_bea", { id: at.bea, user_id: at.bea, roles: [at.reader] }],
  ["auth0_user_role", "cem_reads", { id: `${at.cem}::${at.reader}`, user_id: at.cem, role_id: at.reader }],
  ["auth0_user_permissions", "of_bea", { id: at.bea, user_id: at.bea, permissions }],
  [
    "auth0_user_permission",
    "bea_reads",
    {
      ...{ id: `${at.bea}::${at.orders}::read:orders`, user_id: at.bea },
      ...{ resource_server_identifier: at.orders, permission: "read:orders" },
    },
  ],
  ["auth0_organization", "customer_north", { id: at.north, name: "north" }],
  ["auth0_organization", "customer_south", { id: at.south, name: "south" }],
  [
    "auth0_organization_connection",
    "sso_at_north",
    { id: `${at.north}::${at.logins}`, organization_id: at.north, connection_id: at.logins },
  ],
  [
    "auth0_organization_connections",
    "at_south",
    { id: at.south, organization_id: at.south, enabled_connections: [{ connection_id: at.users }] },
  ],
  [
    "auth0_organization_client",
    "portal_at_north",
    { id: `${at.north}::${at.portal}`, organization_id: at.north, client_id: at.portal, use_for_member_access: true },
  ],
  [
    "auth0_organization_clients",
    "apps_of_south",
    {
      ...{ id: at.south, organization_id: at.south },
      clients: [{ client_id: at.job, use_for_member_access: false }],
    },
  ],
  [
    "auth0_organization_client_grant",
    "job_at_north",
    { id: `${at.north}::${at.grant}`, organization_id: at.north, grant_id: at.grant },
  ],
  [
    "auth0_organization_discovery_domain",
    "domain_of_north",
    { id: `${at.north}::${at.discovery}`, organization_id: at.north, domain: "north.example.com" },
  ],
  [
    "auth0_organization_discovery_domains",
    "of_south",
    {
      ...{ id: at.south, organization_id: at.south },
      discovery_domains: [{ id: "ord_0000000000000000000002", domain: "south.example.com", status: "pending" }],
    },
  ],
  ["auth0_organization_members", "people_of_north", { id: at.north, organization_id: at.north, members: [at.ann] }],
  [
    "auth0_organization_member_roles",
    "ann",
    { id: `${at.north}::${at.ann}`, organization_id: at.north, user_id: at.ann, roles: [at.admin] },
  ],
  [
    "auth0_organization_member",
    "bea",
    { id: `${at.south}::${at.bea}`, organization_id: at.south, user_id: at.bea, roles: [at.reader] },
  ],
  [
    "auth0_organization_member_role",
    "cem_reads",
    { id: `${at.south}::${at.cem}::${at.reader}`, organization_id: at.south, user_id: at.cem, role_id: at.reader },
  ],
  ["auth0_action_module", "of_plans", { id: at.module, name: "plans" }],
  ["auth0_action", "claims", { id: at.enrich, name: "Enrich login" }],
  ["auth0_action", "swap", { id: at.exchange, name: "Exchange sessions" }],
  ["auth0_trigger_actions", "at_login", { id: "post-login", trigger: "post-login", actions: [{ id: at.enrich }] }],
  ["auth0_trigger_action", "one_at_login", { id: "post-login", trigger: "post-login", action_id: at.enrich }],
  ["auth0_tenant", "the_tenant", { id: "0", friendly_name: "Example" }],
  ["auth0_pages", "of_errors", { id: "pages", login: [], error: [{ show_log_link: true }] }],
  [
    "auth0_attack_protection",
    "attacks",
    {
      id: "attacks",
      brute_force_protection: [{ enabled: true, max_attempts: 5 }],
      suspicious_ip_throttling: [{ enabled: true }],
      breached_password_detection: [{ enabled: true }],
      bot_detection: [{ challenge_password_policy: "when_risky" }],
      captcha: [{ active_provider_id: "simple_captcha" }],
    },
  ],
  [
    "auth0_branding",
    "looks",
    { id: "looks", logo_url: "https://www.example.com/logo.svg", universal_login: [{ body: "<html></html>" }] },
  ],
  ["auth0_branding_theme", "login_theme", { id: "0".repeat(32) }],
  ["auth0_prompt", "login", { id: "login", identifier_first: true }],
  ["auth0_prompt_custom_text", "login_texts", { id: "login::en", prompt: "login", language: "en", body: "{}" }],
  ["auth0_prompt_screen_partials", "terms", { id: "signup-id", prompt_type: "signup-id", screen_partials: [] }],
  ["auth0_prompt_screen_partial", "terms_at_the_end", { id: "signup-id:signup-id", prompt_type: "signup-id" }],
  ["auth0_prompt_partials", "old_terms", { id: "signup-id", prompt: "signup-id" }],
  [
    "auth0_prompt_screen_renderer",
    "login_page",
    { id: "login-id:login-id", prompt_type: "login-id", screen_name: "login-id" },
  ],
  [
    "auth0_prompt_screen_renderers",
    "pages",
    { id: "prompt-renderings-bulk-1", renderings: [{ prompt: "login-id", screen: "login-id" }] },
  ],
  ["auth0_phone_provider", "phone", { id: "pro_0000000000000000", name: "twilio" }],
  ["auth0_phone_notification_template", "codes", { id: "tem_0000000000000000", type: "otp_verify" }],
  ["auth0_branding_phone_notification_template", "old_codes", { id: "tem_0000000000000001", type: "otp_enroll" }],
  ["auth0_flow_vault_connection", "order_service", { id: at.vault, name: "Order service", app_id: "HTTP" }],
  ["auth0_flow", "save_profile", { id: at.flow, name: "Save profile", actions: "[]" }],
  ["auth0_form", "profile_page", { id: at.form, name: "Profile", nodes: "[]" }],
  ["auth0_user_attribute_profile", "attributes", { id: at.attributes, name: "Customers" }],
  ["auth0_connection_profile", "connections_of_customers", { id: at.connections, name: "Customers" }],
  ["auth0_self_service_profile", "setup_pages", { id: at.pages, name: "Customers" }],
  ["auth0_self_service_profile_custom_text", "setup_texts", { sso_id: at.pages, language: "en", page: "get-started" }],
  ["auth0_email_template", "welcome", { id: "welcome_email", template: "welcome_email" }],
  ["auth0_email_provider", "mails", { id: "mails", name: "sendgrid", default_from_address: "login@example.com" }],
  [
    "auth0_guardian",
    "factors",
    {
      id: "factors",
      policy: "all-applications",
      otp: true,
      phone: [{ enabled: true }],
      push: [{ enabled: true }],
      duo: [{ enabled: true }],
      webauthn_roaming: [{ enabled: true }],
    },
  ],
  ["auth0_token_exchange_profile", "old_sessions", { id: at.profile, subject_token_type: "urn:example:session" }],
];

/** Parts of the tenant as versions before 1.0 of Terraform's provider manage them: sets inside other resources, and older names of types. */
export const olderRows: readonly Row[] = [
  [
    "auth0_resource_server",
    "orders_api",
    {
      ...{ id: "000000000000000000000001", identifier: at.orders, name: "Orders" },
      scopes: permissions.map(({ name }) => ({ value: name, description: "" })),
    },
  ],
  ["auth0_connection", "sso_of_north", { id: at.logins, name: "north-logins", enabled_clients: [at.portal] }],
  ["auth0_role", "admins", { id: at.admin, name: "Orders admin", permissions }],
  [
    "auth0_organization",
    "customer_north",
    { id: at.north, name: "north", connections: [{ connection_id: at.logins, assign_membership_on_login: true }] },
  ],
  ["auth0_user", "bea", { id: at.bea, user_id: at.bea, email: "bea@example.com", roles: [at.reader] }],
  ["auth0_user", "ann", { id: at.ann, user_id: at.ann, email: "ann@example.com", roles: [] }],
  ["auth0_trigger_binding", "at_login", { id: "post-login", trigger: "post-login", actions: [{ id: at.enrich }] }],
  ["auth0_tenant", "the_tenant", { id: "0", universal_login: [{ colors: [{ primary: "#0059d6" }] }] }],
  ["auth0_email", "mails", { id: "mails", name: "sendgrid", default_from_address: "login@example.com" }],
  ["auth0_rule", "old_claims", { id: "rul_1", name: "Claims" }],
];

/** What `terraform state pull` prints of these resources. */
export function terraformState(of: readonly Row[]): string {
  const resources = of.map(([type, name, attributes]) => ({
    ...{ mode: "managed", type, name, provider: 'provider["registry.terraform.io/auth0/auth0"]' },
    instances: [{ schema_version: 0, attributes }],
  }));
  const lineage = "00000000-0000-4000-8000-000000000000";
  return JSON.stringify({ version: 4, terraform_version: "1.9.8", serial: 1, lineage, outputs: {}, resources });
}

/** What `pulumi stack export` prints where Pulumi's bridged provider manages them. */
export function bridgedState(of: readonly Row[]): string {
  const provider = "urn:pulumi:dev::shop::pulumi:providers:auth0::default_3_38_0::00000000-0000-4000-8000-000000000001";
  const resources = of.map(([foreign, name, { id, ...attributes }]) => {
    const token = camelCase(foreign.replace("auth0_", ""));
    const type = `auth0:index/${token}:${token.charAt(0).toUpperCase()}${token.slice(1)}`;
    const urn = `urn:pulumi:dev::shop::${type}::${name}`;
    return { urn, custom: true, id, type, inputs: {}, outputs: inPulumisWords({ id, ...attributes }), provider };
  });
  return JSON.stringify({ version: 3, deployment: { resources } });
}

/** The blocks that a resource has at most once: lists in Terraform, and the blocks themselves in Pulumi. */
const single: ReadonlySet<string> = new Set([
  ...["brute_force_protection", "suspicious_ip_throttling", "breached_password_detection", "bot_detection", "captcha"],
  ...["universal_login", "phone", "push", "duo", "webauthn_roaming", "private_key_jwt", "login", "error"],
]);

function inPulumisWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPulumisWords);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): readonly [string, unknown] => {
    const isBlock = single.has(key) && Array.isArray(item);
    return [camelCase(key), inPulumisWords(isBlock ? item[0] : item)];
  });
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
