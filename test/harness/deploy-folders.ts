import { at } from "./whole-tenant-ids.ts";

/** The tool's own configuration beside both folders. */
export const deployConfig = {
  AUTH0_KEYWORD_REPLACE_MAPPINGS: { ZONE: "example.com", JOB_NAME: "Nightly job", SCOPES: ["read:orders"] },
  AUTH0_EXCLUDED: ["logStreams"],
  AUTH0_EXCLUDED_CONNECTIONS: ["partner"],
};

const orders = "https://orders.##ZONE##";

/** Parts of the whole tenant as `tenant.yaml` of auth0-deploy-cli. */
export const deployYaml = `
tenant:
  friendly_name: Example
pages:
  - name: login
    html: ./pages/login.html
  - name: error_page
    html: ./pages/error_page.html
clients:
  - name: Portal
    app_type: regular_web
  - name: @@JOB_NAME@@
    app_type: non_interactive
clientGrants:
  - client_id: "##JOB_NAME##"
    audience: ${orders}
    scope: @@SCOPES@@
databases:
  - name: users
    options:
      customScripts:
        login: ./databases/users/login.js
connections:
  - name: north-logins
    strategy: oidc
    enabled_clients: [Portal]
  - name: partner
    strategy: samlp
  - name: gone
    strategy: oidc
resourceServers:
  - name: Orders
    identifier: ${orders}
    scopes:
      - value: read:orders
roles:
  - name: Orders admin
    permissions:
      - permission_name: read:orders
        resource_server_identifier: ${orders}
  - name: Orders reader
    permissions: []
organizations:
  - name: north
    connections:
      - name: north-logins
        assign_membership_on_login: true
actions:
  - name: Enrich login
    code: ./actions/enrich/code.js
    secrets: []
triggers:
  post-login:
    - action_name: Enrich login
  credentials-exchange: []
logStreams:
  - name: Audit
    type: http
attackProtection:
  bruteForceProtection: { enabled: true }
  captcha:
    active_provider_id: simple_captcha
    hcaptcha:
      site_key: ##HCAPTCHA_SITE_KEY##
branding:
  colors: { primary: "#0059d6" }
  templates:
    - template: universal_login
      body: ./branding_templates/universal_login.html
prompts:
  identifier_first: true
  customText:
    en:
      login: { login: { title: Welcome } }
  partials:
    signup-id: { signup-id: { form-content-end: ./partials/terms.liquid } }
  screenRenderers:
    - login-id:
        login-id: ./prompts/screenRenderSettings/login-id_login-id.json
emailProvider:
  name: sendgrid
emailTemplates:
  - template: welcome_email
    body: ./emails/welcome_email.html
guardianFactors:
  - { name: otp, enabled: true }
guardianPolicies: { policies: [all-applications] }
guardianSettings: { display_remember_me_checkbox: true }
guardianEmailFactorSettings: { otp_length: 6 }
guardianPhoneFactorSettings: { otp_length: 6 }
guardianFactorProviders:
  - { name: duo, provider: duo }
  - { name: push-notification, provider: sns }
customDomains:
  - domain: login.##ZONE##
networkACLs:
  - description: Block anonymizing proxies
rules:
  - name: Claims
    script: ./rules/claims.js
`;

const json = (value: unknown) => JSON.stringify(value, undefined, 2);

/** The same parts as a folder of files, each with the objects of one kind. */
export const deployDirectory: ReadonlyMap<string, string> = new Map([
  ["tenant.json", json({ friendly_name: "Example" })],
  ["pages/login.json", json({ name: "login", html: "./login.html" })],
  ["pages/error_page.json", json({ name: "error_page", html: "./error_page.html" })],
  ["clients/Portal.json", json({ name: "Portal", app_type: "regular_web" })],
  ["clients/Nightly job.json", '{ "name": @@JOB_NAME@@, "app_type": "non_interactive" }'],
  ["grants/job_orders.json", `{ "client_id": "##JOB_NAME##", "audience": "${orders}", "scope": "@@SCOPES@@" }`],
  ["database-connections/users/database.json", json({ name: "users", options: { customScripts: {} } })],
  ["connections/north-logins.json", json({ name: "north-logins", strategy: "oidc", enabled_clients: ["Portal"] })],
  ["connections/partner.json", json({ name: "partner", strategy: "samlp" })],
  ["connections/gone.json", json({ name: "gone", strategy: "oidc" })],
  ["resource-servers/Orders.json", json({ name: "Orders", identifier: orders, scopes: [{ value: "read:orders" }] })],
  [
    "roles/Orders admin.json",
    json({
      name: "Orders admin",
      permissions: [{ permission_name: "read:orders", resource_server_identifier: orders }],
    }),
  ],
  ["roles/Orders reader.json", json({ name: "Orders reader", permissions: [] })],
  ["organizations/north.json", json({ name: "north", connections: [{ name: "north-logins" }] })],
  ["actions/Enrich login.json", json({ name: "Enrich login", code: "./actions/Enrich login/code.js" })],
  ["triggers/triggers.json", json({ "post-login": [{ action_name: "Enrich login" }], "credentials-exchange": [] })],
  ["log-streams/Audit.json", json({ name: "Audit", type: "http" })],
  ["attack-protection/brute-force-protection.json", json({ enabled: true })],
  ["attack-protection/captcha.json", json({ active_provider_id: "simple_captcha" })],
  ["branding/branding.json", json({ colors: { primary: "#0059d6" } })],
  ["branding/templates/universal_login.json", json({ template: "universal_login", body: "./universal_login.html" })],
  ["prompts/prompts.json", json({ identifier_first: true })],
  ["prompts/custom-text.json", json({ en: { login: { login: { title: "Welcome" } } } })],
  ["prompts/partials.json", json({ "signup-id": { "signup-id": { "form-content-end": "./terms.liquid" } } })],
  ["prompts/screenRenderSettings/login-id_login-id.json", json({ prompt: "login-id", screen: "login-id" })],
  ["emails/provider.json", json({ name: "sendgrid" })],
  ["emails/welcome_email.json", json({ template: "welcome_email", body: "./welcome_email.html" })],
  ["guardian/factors/otp.json", json({ name: "otp", enabled: true })],
  ["guardian/policies.json", json({ policies: ["all-applications"] })],
  ["guardian/settings.json", json({ display_remember_me_checkbox: true })],
  ["guardian/emailFactorSettings.json", json({ otp_length: 6 })],
  ["guardian/phoneFactorSettings.json", json({ otp_length: 6 })],
  ["guardian/providers/duo-duo.json", json({ name: "duo", provider: "duo" })],
  ["guardian/providers/push-notification-sns.json", json({ name: "push-notification", provider: "sns" })],
  ["custom-domains/custom-domains.json", json([{ domain: "login.##ZONE##" }])],
  ["network-acls/Block proxies.json", json({ description: "Block anonymizing proxies" })],
  ["rules/Claims.json", json({ name: "Claims", script: "./Claims.js" })],
]);

/** The objects that an import takes from both, by type and id. */
export const deployed: readonly (readonly [type: string, id: string])[] = [
  ["tenantSettings", "tenant-settings"],
  ["client", at.portal],
  ["client", at.job],
  ["clientGrant", at.grant],
  ["connection", at.users],
  ["connection", at.logins],
  ["resourceServer", "000000000000000000000001"],
  ["role", at.admin],
  ["role", at.reader],
  ["rolePermissions", `${at.admin}::${at.orders}`],
  ["organization", at.north],
  ["organizationConnection", `${at.north}::${at.logins}`],
  ["action", at.enrich],
  ["triggerActions", "post-login"],
  ["bruteForceProtection", "brute-force-protection"],
  ["captcha", "captcha"],
  ["branding", "branding"],
  ["loginPageTemplate", "login-page-template"],
  ["promptSettings", "prompts"],
  ["promptTexts", "login::en"],
  ["promptPartials", "signup-id"],
  ["promptRendering", "login-id::login-id"],
  ["emailProvider", "email-provider"],
  ["emailTemplate", "welcome_email"],
  ["multiFactor", "multi-factor"],
  ["multiFactorDuo", "multi-factor-duo"],
  ["multiFactorPhone", "multi-factor-phone"],
  ["multiFactorPush", "multi-factor-push"],
  ["customDomain", at.domain],
  ["networkAcl", at.acl],
];
