import type { Seed } from "../../provider/src/emulator/index.ts";
import { toWire } from "../../provider/src/state/wire.ts";
import { brandingTheme } from "../../provider/src/types/branding/definition.ts";
import { wholeTheme } from "../subjects/branding-theme.ts";
import { pairs } from "./keys.ts";
import { at } from "./whole-tenant-ids.ts";

const [signer] = pairs(1);
const {
  portal,
  job,
  orders,
  stock,
  north,
  south,
  admin,
  reader,
  logins,
  users,
  partner,
  staff,
  enrich,
  exchange,
  ann,
  bea,
  cem,
} = at;

/**
 * A small tenant that has objects of every type. To the API "Stock" and the connection "partner", which belong to others, it only adds
 * a scope and an application.
 */
export const wholeTenant: Seed = {
  resourceServers: [
    {
      id: "000000000000000000000001",
      identifier: orders,
      name: "Orders",
      scopes: [
        { value: "read:orders", description: "Read orders" },
        { value: "write:orders", description: "Place and change orders" },
        { value: "delete:orders", description: "Delete orders" },
      ],
    },
    {
      id: "000000000000000000000002",
      identifier: stock,
      name: "Stock",
      scopes: [{ value: "read:stock", description: "Read the stock" }, { value: "of:others" }],
    },
  ],
  connections: [
    {
      id: logins,
      name: "north-logins",
      strategy: "oidc",
      display_name: "Login of North",
      options: {
        type: "back_channel",
        issuer: "https://idp.north.example.com/",
        client_id: "c",
        client_secret: "hush",
      },
      enabled_clients: [portal],
      provisioning: {
        "scim-configuration": {
          configuration: {
            ...{ tenant_name: "example", connection_id: logins, connection_name: "north-logins", strategy: "oidc" },
            ...{
              user_id_attribute: "externalId",
              mapping: [{ auth0: "email", scim: "emails[primary eq true].value" }],
            },
            ...{ created_at: "2026-01-01T00:00:00.000Z", updated_on: "2026-01-01T00:00:00.000Z" },
          },
          below: [{ token_id: at.scimToken, scopes: ["get:users"], created_at: "2026-01-01T00:00:00.000Z" }],
        },
      },
    },
    { id: users, name: "users", strategy: "auth0", options: { disable_signup: true }, enabled_clients: [portal] },
    {
      id: partner,
      name: "partner",
      strategy: "samlp",
      options: { signInEndpoint: "https://idp.partner.example.com/in" },
      enabled_clients: [portal, job],
    },
    {
      ...{ id: staff, name: "staff", strategy: "google-apps", enabled_clients: [] },
      options: { client_id: "c", client_secret: "hush", domain: "example.com" },
      provisioning: {
        "directory-provisioning": {
          configuration: {
            ...{ connection_id: staff, connection_name: "staff", strategy: "google-apps" },
            ...{ mapping: [{ auth0: "email", idp: "primaryEmail" }], synchronize_automatically: true },
            ...{ synchronize_groups: "selected", created_at: "2026-01-01T00:00:00.000Z" },
            updated_at: "2026-01-01T00:00:00.000Z",
          },
          below: [{ id: "03x8t1abc", name: "Support" }],
        },
      },
    },
  ],
  roles: [
    { id: admin, name: "Orders admin", description: "May do everything with orders" },
    { id: reader, name: "Orders reader", description: "May read orders" },
  ],
  rolePermissions: [
    {
      role: admin,
      permissions: ["read:orders", "write:orders", "delete:orders"].map((name) => ({
        resource_server_identifier: orders,
        permission_name: name,
      })),
    },
    { role: reader, permissions: [{ resource_server_identifier: orders, permission_name: "read:orders" }] },
  ],
  organizations: [
    {
      ...{ id: north, name: "north", display_name: "North", is_app_entitlement_active: true },
      clients: [{ client_id: portal, use_for_member_access: true }],
      discovery_domains: [
        {
          ...{ id: at.discovery, domain: "north.example.com", status: "pending", use_for_organization_discovery: true },
          ...{ verification_host: "_ss-verification.north.example.com", verification_txt: "0".repeat(32) },
        },
      ],
    },
    {
      ...{ id: south, name: "south", display_name: "South" },
      clients: [{ client_id: job, use_for_member_access: false }],
      discovery_domains: [
        {
          ...{ id: "ord_0000000000000000000002", domain: "south.example.com", status: "pending" },
          ...{ use_for_organization_discovery: true, verification_host: "_ss-verification.south.example.com" },
          verification_txt: "1".repeat(32),
        },
      ],
    },
  ],
  organizationConnections: [
    { organization_id: north, connection_id: logins, assign_membership_on_login: true },
    { organization_id: south, connection_id: users, assign_membership_on_login: false },
  ],
  organizationMembers: [
    { organization_id: north, user_id: ann, name: "Ann", roles: [admin] },
    { organization_id: south, user_id: bea, name: "Bea", roles: [reader] },
    { organization_id: south, user_id: cem, name: "Cem", roles: [reader] },
  ],
  actionModules: [{ id: at.module, name: "plans", code: "module.exports = { plan: 'basic' };\n", publish: true }],
  actions: [
    {
      id: enrich,
      name: "Enrich login",
      supported_triggers: [{ id: "post-login", version: "v3" }],
      code: "exports.onExecutePostLogin = async (event, api) => {\n  api.idToken.setCustomClaim('plan', 'basic');\n};\n",
      deploy: true,
    },
    {
      id: exchange,
      name: "Exchange sessions",
      supported_triggers: [{ id: "custom-token-exchange", version: "v1" }],
      code: "exports.onExecuteCustomTokenExchange = async (event, api) => {\n  api.access.deny('not yet');\n};\n",
      deploy: true,
    },
  ],
  triggerActions: [{ trigger_id: "post-login", bindings: [{ ref: { type: "action_id", value: enrich } }] }],
  tokenExchangeProfiles: [
    {
      id: at.profile,
      name: "Sessions",
      subject_token_type: "urn:example:session",
      action_id: exchange,
      type: "custom_authentication",
    },
  ],
  clients: [
    { client_id: portal, name: "Portal", app_type: "regular_web", callbacks: ["https://portal.example.com/callback"] },
    {
      client_id: job,
      name: "Nightly job",
      app_type: "non_interactive",
      grant_types: ["client_credentials"],
      client_authentication_methods: {
        private_key_jwt: { credentials: [{ credential_type: "public_key", name: "of this year", pem: signer?.pem }] },
      },
    },
  ],
  eventStreams: [
    {
      ...{ id: at.events, name: "Users", status: "enabled", subscriptions: [{ event_type: "user.created" }] },
      destination: { type: "eventbridge", configuration: { aws_account_id: "1".repeat(12), aws_region: "eu-west-1" } },
    },
  ],
  logStreams: [
    {
      id: at.stream,
      name: "Audit",
      type: "http",
      sink: { httpEndpoint: "https://logs.example.com/tenant", httpContentFormat: "JSONLINES" },
      filters: [{ type: "category", name: "management.success" }],
      status: "active",
      isPriority: false,
    },
  ],
  networkAcls: [
    {
      id: at.acl,
      description: "Block anonymizing proxies",
      active: true,
      priority: 10,
      rule: { action: { block: true }, scope: "authentication", match: { auth0_managed: ["auth0.low_reputation"] } },
    },
  ],
  networkAclKeys: [
    { id: at.signatures, name: "Gateway", alg: "hmac-sha256", value: Buffer.alloc(32, "gateway").toString("base64") },
  ],
  rateLimitPolicies: [
    {
      ...{ id: at.policy, resource: "oauth_authentication_api", consumer: "client" },
      ...{ consumer_selector: `client_id:${portal}`, configuration: { action: "block", limit: 50 } },
    },
  ],
  settings: [
    {
      id: "tenants/settings",
      friendly_name: "Example",
      session_lifetime: 24,
      flags: { enable_client_connections: false },
    },
    { id: "custom-domains/default", domain: "login.example.com" },
    { id: "attack-protection/brute-force-protection", max_attempts: 5 },
    { id: "attack-protection/suspicious-ip-throttling", stage: { "pre-login": { max_attempts: 50 } } },
    { id: "attack-protection/breached-password-detection", enabled: true, shields: ["block"] },
    { id: "attack-protection/bot-detection", challenge_password_policy: "when_risky" },
    { id: "attack-protection/captcha", active_provider_id: "simple_captcha" },
    { id: "branding", colors: { primary: "#0059d6" }, logo_url: "https://www.example.com/logo.svg" },
    {
      id: "branding/themes/default",
      themeId: "0".repeat(32),
      ...toWire(brandingTheme.schema.fields, wholeTheme),
    },
    { id: "prompts", identifier_first: true },
    { id: "guardian", policies: ["all-applications"], factors: { otp: true } },
    {
      ...{ id: "emails/provider", name: "sendgrid", enabled: true, default_from_address: "login@example.com" },
      credentials: { api_key: "hush" },
    },
    { id: "branding/templates/universal-login", body: "<html>{%- auth0:head -%}{%- auth0:widget -%}</html>" },
    { id: "guardian/factors/phone", message_types: ["sms"] },
    { id: "guardian/factors/push-notification", provider: "sns" },
    { id: "guardian/factors/duo", host: "api-00000000.duo.example.com" },
    { id: "guardian/factors/webauthn", roaming: { userVerification: "required" } },
    { id: "email-templates/welcome_email", template: "welcome_email", body: "<p>Welcome</p>", enabled: true },
    {
      ...{ id: "branding/phone/providers", name: "twilio", credentials: { auth_token: "hush" } },
      configuration: { delivery_methods: ["text"], sid: "AC0000", default_from: "+15550100" },
    },
    { id: "branding/phone/templates/otp_verify", content: { body: { text: "{{ code }}" } } },
    { id: "branding/phone/templates/otp_enroll", content: { body: { text: "Enroll: {{ code }}" } } },
    { id: "risk-assessments", enabled: true, remember_for: 14 },
    { id: "supplemental-signals", akamai_enabled: true },
    { id: "attack-protection/phone-provider-protection", type: "exponential" },
    { id: "prompts/login/custom-text/en", texts: { login: { title: "Welcome" } } },
    { id: "prompts/signup-id/partials", partials: { "signup-id": { "form-content-end": "<p>Terms</p>" } } },
    {
      id: "prompts/login-id/screen/login-id/rendering",
      rendering_mode: "advanced",
      head_tags: [{ tag: "script", attributes: { src: "https://cdn.example.com/login.js" } }],
    },
  ],
  customDomains: [
    {
      custom_domain_id: at.domain,
      domain: "login.example.com",
      type: "auth0_managed_certs",
      status: "ready",
      primary: true,
      tls_policy: "recommended",
      verification: { methods: [{ name: "CNAME", record: "cd-1.edge.example.com", domain: "login.example.com" }] },
    },
  ],
  clientGrants: [
    {
      ...{ id: at.grant, client_id: job, audience: orders, scope: ["read:orders"], subject_type: "client" },
      ...{ organization_usage: "allow", organizations: [north] },
    },
  ],
  users: [
    { user_id: ann, connection: "users", email: "ann@example.com", name: "Ann", app_metadata: { plan: "trial" } },
    { user_id: bea, email: "bea@example.com", name: "Bea" },
    { user_id: cem, email: "cem@example.com", name: "Cem" },
  ],
  userRoles: [
    { user_id: bea, roles: [reader] },
    { user_id: cem, roles: [admin, reader] },
  ],
  groups: [{ id: at.group, name: "Support team", connection_id: at.logins }],
  groupRoles: [{ group_id: at.group, roles: [reader] }],
  userPermissions: [
    {
      user_id: bea,
      permissions: ["read:orders", "write:orders"].map((permission_name) => ({
        resource_server_identifier: orders,
        permission_name,
      })),
    },
  ],
  vaultConnections: [{ id: at.vault, name: "Order service", app_id: "HTTP", setup: { type: "BEARER", token: "hush" } }],
  flows: [
    {
      id: at.flow,
      name: "Save profile",
      actions: [
        {
          id: "save",
          type: "HTTP",
          action: "SEND_REQUEST",
          params: { connection_id: at.vault, url: "https://orders.example.com/profiles", method: "POST" },
        },
      ],
    },
  ],
  forms: [
    {
      id: at.form,
      name: "Profile",
      languages: { primary: "en" },
      nodes: [
        { id: "ask", type: "STEP", config: { components: [], next_node: "save" } },
        { id: "save", type: "FLOW", config: { flow_id: at.flow, next_node: "$ending" } },
      ],
      start: { next_node: "ask" },
    },
  ],
  userAttributeProfiles: [
    {
      id: at.attributes,
      name: "Customers",
      user_attributes: {
        email: { description: "Business address", label: "E-mail", profile_required: true, auth0_mapping: "email" },
      },
    },
  ],
  connectionProfiles: [{ id: at.connections, name: "Customers", enabled_features: ["scim"] }],
  selfServiceProfiles: [
    {
      ...{ id: at.pages, name: "Customers", allowed_strategies: ["okta"] },
      user_attribute_profile_id: at.attributes,
      texts: { introduction: "Welcome" },
    },
  ],
};
