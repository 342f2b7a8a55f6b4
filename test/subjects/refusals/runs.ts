import type { Refusal, Request } from "./refusal.ts";

type Answer = readonly [status: Refusal["status"], message: string, errorCode?: string];

const absent = "000000000000000000000000";
const identifier = "https://orders.example.com";
const api: Request = ["POST", "/resource-servers", { identifier }];
const shop: Request = ["POST", "/clients", { name: "Shop" }];
const role: Request = ["POST", "/roles", { name: "Editor" }];
const acme: Request = ["POST", "/organizations", { name: "acme" }];
const users: Request = ["POST", "/connections", { name: "users", strategy: "auth0" }];
const corp: Request = [
  "POST",
  "/connections",
  { name: "corp", strategy: "samlp", options: { signInEndpoint: "https://idp.example.com" } },
];
const action: Request = [
  "POST",
  "/actions/actions",
  { name: "a", supported_triggers: [{ id: "post-login", version: "v3" }], code: "a" },
];
const bindings = (trigger: string, id = "{last}"): Request => [
  "PATCH",
  `/actions/triggers/${trigger}/bindings`,
  { bindings: [{ ref: { type: "action_id", value: id }, display_name: "a" }] },
];
const provider: Request = [
  "POST",
  "/emails/provider",
  { name: "sendgrid", default_from_address: "a@example.com", credentials: { api_key: "a" } },
];
const template: Request = [
  "POST",
  "/email-templates",
  { template: "verify_email", body: "a", from: "", subject: "a", syntax: "liquid", enabled: true },
];
const phoneProvider: Request = [
  "POST",
  "/branding/phone/providers",
  { name: "custom", configuration: { delivery_methods: ["text"] }, credentials: {} },
];
const phoneTemplate: Request = ["POST", "/branding/phone/templates", { type: "otp_verify" }];
const permissions = (body: unknown): Request => ["POST", "/roles/{last}/permissions", { permissions: body }];

/** By name: the refused request, its answer, and what the tenant has. */
const rows: readonly (readonly [refuses: string, sends: Request, answer: Answer, tenant?: readonly Request[]])[] = [
  [
    "an API that is gone",
    ["GET", `/resource-servers/${absent}`],
    [404, "The resource server does not exist", "inexistent_resource_server"],
  ],
  [
    "a connection that is gone",
    ["GET", "/connections/con_0000000000000000"],
    [404, "The connection does not exist", "inexistent_connection"],
  ],
  [
    "a token exchange profile that is gone",
    ["GET", "/token-exchange-profiles/tep_0000000000000000"],
    [404, "Token exchange profile not found."],
  ],
  [
    "an organization that is gone",
    ["GET", "/organizations/org_0000000000000000"],
    [404, "No organization found by that id or name"],
  ],
  [
    "the deletion of an organization that is gone",
    ["DELETE", "/organizations/org_0000000000000000"],
    [404, "No organization found by that id or name"],
  ],
  ["a role that is gone", ["GET", "/roles/rol_0000000000000000"], [404, "The role does not exist."]],
  ["the deletion of a role that is gone", ["DELETE", "/roles/rol_0000000000000000"], [404, "The role does not exist."]],
  [
    "an action that is gone",
    ["GET", "/actions/actions/00000000-0000-4000-8000-000000000000"],
    [404, "That action does not exist."],
  ],
  [
    "the deletion of an action that is gone",
    ["DELETE", "/actions/actions/00000000-0000-4000-8000-000000000000"],
    [404, "That action does not exist."],
  ],
  ["a user who is gone", ["GET", "/users/auth0%7C1"], [404, "The user does not exist.", "inexistent_user"]],
  ["an application that is gone", ["GET", "/clients/a"], [404, "The client does not exist", "inexistent_client"]],
  [
    "a grant that is gone",
    ["GET", "/client-grants/cgr_0000000000000000"],
    [404, "The grant does not exist.", "inexistent_client_grant"],
  ],
  ["a log stream that is gone", ["GET", "/log-streams/lst_0000000000000000"], [404, "The log stream does not exist."]],
  [
    "a network ACL that is gone",
    ["GET", "/network-acls/acl_0000000000000000000000"],
    [404, "NetworkACL with this ID was not found"],
  ],
  [
    "a custom domain that is gone",
    ["GET", "/custom-domains/cd_0000000000000000"],
    [404, "The custom domain cd_0000000000000000 does not exist", "inexistent_custom_domain"],
  ],
  [
    "an e-mail provider that was never set",
    ["GET", "/emails/provider"],
    [404, "There is not a configured email provider", "inexistent_email_provider"],
  ],
  [
    "an e-mail template that was never saved",
    ["GET", "/email-templates/verify_email"],
    [404, "The template does not exist.", "inexistent_email_template"],
  ],
  [
    "a login template that was never saved",
    ["GET", "/branding/templates/universal-login"],
    [404, "Template does not exist.", "inexistent_templates_universal_login"],
  ],
  [
    "a theme that was never made",
    ["GET", "/branding/themes/default"],
    [404, "There was an error retrieving branding settings: invalid theme ID", "theme_not_found"],
  ],
  [
    "provisioning of a connection that has none",
    ["GET", "/connections/{last}/scim-configuration"],
    [404, "Not Found"],
    [corp],
  ],
  [
    "the link of a connection that is not enabled",
    ["GET", "/organizations/{last}/enabled_connections/con_0000000000000000"],
    [404, "No connection found by that id"],
    [acme],
  ],
  [
    "a grant for an API that is not there",
    ["POST", "/client-grants", { client_id: "{last}", audience: "https://none.example.com", scope: [] }],
    [404, "No resource with identifier https://none.example.com"],
    [shop],
  ],
  [
    "a grant of an application that is not there",
    ["POST", "/client-grants", { client_id: "none", audience: identifier, scope: [] }],
    [404, "Client not found"],
    [api],
  ],
  [
    "a permission for an API that is not there",
    permissions([{ resource_server_identifier: "https://none.example.com", permission_name: "read" }]),
    [404, "The resource server does not exist: 'https://none.example.com'"],
    [role],
  ],
  [
    "a permission for a scope that is not there",
    permissions([{ resource_server_identifier: identifier, permission_name: "read" }]),
    [404, "The permission does not exist: 'read'"],
    [api, role],
  ],
  [
    "no permissions",
    permissions(null),
    [
      400,
      "Payload validation error: 'Expected type array but found type null' on property permissions.",
      "invalid_body",
    ],
    [role],
  ],
  [
    "an organization with a connection that is not there",
    ["POST", "/organizations", { name: "acme", enabled_connections: [{ connection_id: "con_0000000000000000" }] }],
    [400, "Connections: con_0000000000000000 not found."],
  ],
  [
    "a connection that an organization has",
    ["POST", "/organizations/{last}/enabled_connections", { connection_id: "{first}" }],
    [409, "The organization connection already exists."],
    [users, acme, ["POST", "/organizations/{last}/enabled_connections", { connection_id: "{first}" }]],
  ],
  [
    "a web lifetime above the lifetime that the tenant has",
    ["PATCH", "/resource-servers/{last}", { token_lifetime_for_web: 61 }],
    [
      400,
      "Payload validation error: 'Value 61 is greater than token_lifetime 60' on property token_lifetime_for_web.",
      "invalid_body",
    ],
    [["POST", "/resource-servers", { identifier, token_lifetime: 60, token_lifetime_for_web: 60 }]],
  ],
  [
    "a nested option without a needed member that the tenant does not have either",
    ["PATCH", "/connections/{last}", { options: { gateway_authentication: { audience: "a", secret: "a" } } }],
    [
      400,
      "Payload validation error: 'Missing required property: method' on property options.gateway_authentication.method.",
      "invalid_body",
    ],
    [["POST", "/connections", { name: "sms", strategy: "sms", options: {} }]],
  ],
  [
    "another identifier of an API",
    ["PATCH", "/resource-servers/{last}", { identifier: "a" }],
    [400, "Payload validation error: 'Additional properties not allowed: identifier'.", "invalid_body"],
    [api],
  ],
  [
    "another audience of a grant",
    ["PATCH", "/client-grants/{last}", { audience: "a", client_id: "b" }],
    [400, "Payload validation error: 'Additional properties not allowed: audience,client_id'.", "invalid_body"],
    [shop, api, ["POST", "/client-grants", { client_id: "{first}", audience: identifier, scope: [] }]],
  ],
  [
    "users of a connection that is no database",
    ["DELETE", "/connections/{last}/users?email=a%40example.com"],
    [400, "Connection must be a database connection"],
    [corp],
  ],
  [
    "a migration flag that the tenant lacks",
    ["PATCH", "/tenants/settings", { flags: { require_signed_request_object: true } }],
    [400, "You are not allowed to set flag 'require_signed_request_object' for this tenant.", "invalid_body"],
  ],
  [
    "flags without a flag",
    ["PATCH", "/tenants/settings", { flags: {} }],
    [400, "Payload validation error: 'Too few properties defined (0), minimum 1' on property flags.", "invalid_body"],
  ],
  [
    "a default domain that is not verified",
    ["PATCH", "/custom-domains/default", { domain: "login.example.com" }],
    [400, "The domain must be verified before it can be set as default."],
    [["POST", "/custom-domains", { domain: "login.example.com", type: "auth0_managed_certs" }]],
  ],
  [
    "a sender without a provider",
    [
      "POST",
      "/email-templates",
      { template: "verify_email", body: "a", from: "a@example.com", subject: "a", syntax: "liquid", enabled: true },
    ],
    [400, "From address cannot be set without an enabled email provider."],
  ],
  [
    "the name of a system API",
    ["PATCH", "/resource-servers/{last}", { name: "Mine" }],
    [400, "Payload validation error: 'Additional properties not allowed: name'.", "invalid_body"],
    [["POST", "/resource-servers", { identifier: "urn:auth0:express-configure" }]],
  ],
  ["a cursor of another form", ["GET", "/events?from=a"], [400, "Invalid cursor format."]],
  [
    "an alias that another application has",
    ["POST", "/clients", { name: "b", client_aliases: ["alias"] }],
    [409, "Another client exists with the same alias."],
    [["POST", "/clients", { name: "a", client_aliases: ["alias"] }]],
  ],
  ["a second e-mail provider", provider, [409, "Email provider is already configured."], [provider]],
  ["a second template of one name", template, [409, "Template verify_email already exists."], [template]],
  [
    "an event stream that is not there",
    ["GET", `/event-streams/est_${"0".repeat(22)}`],
    [404, "The requested stream does not exist."],
  ],
  [
    "a second discovery domain of one name",
    ["POST", "/organizations/{first}/discovery-domains", { domain: "example.com" }],
    [409, "An organization discovery domain with this domain is already registered to this organization."],
    [
      ["POST", "/organizations", { name: "acme" }],
      ["POST", "/organizations/{first}/discovery-domains", { domain: "example.com" }],
    ],
  ],
  ["a second phone provider", phoneProvider, [409, "Phone provider already configured for tenant"], [phoneProvider]],
  [
    "a second phone template of one type",
    phoneTemplate,
    [409, "Phone template already configured for tenant"],
    [phoneTemplate],
  ],
  [
    "a phone template that is not there",
    ["DELETE", "/branding/phone/templates/a"],
    [404, "Notification Resource not found"],
  ],
  [
    "a user attribute profile that is not there",
    ["GET", "/user-attribute-profiles/a"],
    [404, "User attribute profile not found."],
  ],
  [
    "a self-service profile that is not there",
    ["GET", "/self-service-profiles/a"],
    [404, "Profile with ID: a not found"],
  ],
  ["a form that is not there", ["DELETE", "/forms/a"], [404, "Form not found"]],
  ["a flow that is not there", ["DELETE", "/flows/a"], [404, "Flow not found"]],
  ["a vault connection that is not there", ["DELETE", "/flows/vault/connections/a"], [404, "Connection not found"]],
  ["an execution that is not there", ["GET", "/actions/executions/a"], [404, "That execution does not exist."]],
  [
    "an invitation that is not there",
    ["GET", "/organizations/{last}/invitations/uinv_0000000000000000"],
    [404, "The invitation does not exist.", "inexistent_invitation"],
    [acme],
  ],
  [
    "a discovery domain that is not there",
    ["GET", "/organizations/{last}/discovery-domains/a"],
    [404, "No organization domain found by that id"],
    [acme],
  ],
  [
    "a binding of an action for another trigger",
    bindings("pre-user-registration"),
    [400, "Trying to create a binding between an incompatible action and trigger."],
    [action],
  ],
  [
    "a binding of an action that is not deployed",
    bindings("post-login"),
    [400, "Trying to create a binding for an action that has not been deployed."],
    [action],
  ],
  [
    "the deletion of an action that is bound",
    ["DELETE", "/actions/actions/{first}"],
    [409, "Unable to delete an action bound to a trigger."],
    [action, ["POST", "/actions/actions/{last}/deploy"], bindings("post-login", "{first}")],
  ],
  [
    "a runtime that the trigger does not offer",
    [
      "POST",
      "/actions/actions",
      { name: "a", supported_triggers: [{ id: "post-login", version: "v3" }], code: "a", runtime: "node8" },
    ],
    [400, "runtime is not supported"],
  ],
  [
    "another trigger of an action",
    ["PATCH", "/actions/actions/{last}", { supported_triggers: [{ id: "pre-user-registration", version: "v2" }] }],
    [400, "can't upgrade to this trigger."],
    [action],
  ],
  [
    "a flag that the tenant protects",
    ["PATCH", "/tenants/settings", { flags: { enable_sso: true } }],
    [400, "Updating the enable_sso flag is not allowed.", "invalid_body"],
  ],
  ["an event of an unknown type", ["GET", "/events?event_type=a"], [400, "Unsupported event type."]],
];

/** The rows about an object to which the request refers. */
const ofReferred: ReadonlySet<string> = new Set([
  "an API that is gone",
  "a connection that is gone",
  "a role that is gone",
  "an action that is gone",
  "an application that is gone",
  "provisioning of a connection that has none",
  "a grant for an API that is not there",
  "a grant of an application that is not there",
  "a permission for an API that is not there",
  "a permission for a scope that is not there",
  "an organization with a connection that is not there",
  "a default domain that is not verified",
  "a binding of an action for another trigger",
  "a binding of an action that is not deployed",
]);

/** Refusals that only a run can know: absent objects, and what the tenant has or lacks. */
export const inRuns: readonly Refusal[] = rows.map(([refuses, sends, [status, message, errorCode], tenant]) => ({
  ...{ refuses, decides: "tenant", said: "run", status, message, sends },
  ...(errorCode !== undefined && { errorCode }),
  ...(tenant && { tenant }),
  ...(ofReferred.has(refuses) && { ofReferred: true }),
}));
