import { generateKeyPairSync } from "node:crypto";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { Refusal, Request } from "./refusal.ts";

const pem = String(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }),
);
const identifier = "https://orders.example.com";
const db = (options: JsonObject) => ({ name: "users", strategy: "auth0", options });
const email = (unique: boolean) => ({ attributes: { email: { identifier: { active: true }, unique } } });
const options = (body: JsonObject): Request => ["PATCH", "/connections/{id}", { options: body }];
const bySight = { decides: "program and state", said: "preview", status: 400 } as const;
const api: Request = ["POST", "/resource-servers", { identifier }];
const shop: Request = ["POST", "/clients", { name: "Shop" }];

/** Refusals that a program decides together with the state. */
const ofStates: readonly Refusal[] = [
  {
    ...bySight,
    refuses: "connection: the script context is switched off again",
    message: "Payload validation error: 'Cannot be switched off again' on property options.enable_script_context.",
    sends: options({ enable_script_context: false }),
    program: {
      type: "connection",
      before: db({ enable_script_context: true }),
      args: db({ enable_script_context: false }),
    },
    says: /options\.enable_script_context can only be set when the connection is created/,
  },
  {
    ...bySight,
    refuses: "connection: the uniqueness of e-mail addresses changes",
    message: "cannot patch unique property on email attribute",
    sends: options(email(false)),
    program: { type: "connection", before: db(email(true)), args: db(email(false)) },
    says: /options\.attributes\.email\.unique can only be set when the connection is created/,
  },
  {
    ...bySight,
    refuses: "connection: attributes beside requires_username",
    message: "Cannot set both options.attributes and options.requires_username",
    sends: options({ requires_username: true, ...email(true) }),
    program: {
      type: "connection",
      before: db({ requires_username: true }),
      args: db({ requires_username: true, ...email(true) }),
    },
    says: /will fail: .*options\.requires_username: the service refuses this option together with options\.attributes/,
  },
  {
    ...bySight,
    refuses: "connection: the use of a strategy for cross-app access that does not have it",
    message: "Cross App Access Requesting App is not supported for this connection.",
    errorCode: "operation_not_supported",
    sends: ["PATCH", "/connections/{id}", { cross_app_access_requesting_app: { active: true } }],
    program: {
      type: "connection",
      before: { name: "users", strategy: "auth0" },
      args: { name: "users", strategy: "auth0", crossAppAccessRequestingApp: { active: true } },
    },
    says: /will fail: .*crossAppAccessRequestingApp\.active: the service accepts true only for the strategies oidc and okta/,
  },
  {
    refuses: "clientAuthentication: three credentials",
    decides: "program",
    said: "check",
    status: 400,
    message:
      "Payload validation error: 'Array is too long (3), maximum 2' on property client_authentication_methods.private_key_jwt.credentials.",
    tenant: [shop, ["POST", "/clients/{last}/credentials", { credential_type: "public_key", pem }]],
    sends: [
      "PATCH",
      "/clients/{first}",
      { client_authentication_methods: { private_key_jwt: { credentials: [1, 2, 3].map(() => ({ id: "{last}" })) } } },
    ],
    program: {
      type: "clientAuthentication",
      args: {
        clientId: "{first}",
        method: "private_key_jwt",
        credentials: ["one", "two", "three"].map((key) => ({ kid: `the-key-${key}` })),
      },
    },
    says: /credentials: must have at most 2/,
  },
  {
    refuses: "clientAuthentication: a key gets another name",
    decides: "program and state",
    said: "check",
    status: 400,
    message: "credentials contains public keys that already exist in client",
    tenant: [shop, ["POST", "/clients/{last}/credentials", { credential_type: "public_key", name: "spring", pem }]],
    sends: ["POST", "/clients/{first}/credentials", { credential_type: "public_key", name: "autumn", pem }],
    program: {
      type: "clientAuthentication",
      before: { clientId: "{first}", method: "private_key_jwt", credentials: [{ name: "spring", pem }] },
      args: { clientId: "{first}", method: "private_key_jwt", credentials: [{ name: "autumn", pem }] },
    },
    says: /credentials\[0\]\.name: cannot be changed: a key keeps it from its creation/,
  },
  {
    refuses: "clientAuthentication: a key gets a name only now",
    decides: "program and state",
    said: "preview",
    status: 400,
    message: "credentials contains public keys that already exist in client",
    tenant: [shop],
    before: [["POST", "/clients/{first}/credentials", { credential_type: "public_key", pem }]],
    sends: ["POST", "/clients/{first}/credentials", { credential_type: "public_key", name: "autumn", pem }],
    program: {
      type: "clientAuthentication",
      before: { clientId: "{first}", method: "private_key_jwt", credentials: [{ pem }] },
      args: { clientId: "{first}", method: "private_key_jwt", credentials: [{ name: "autumn", pem }] },
    },
    says: /credentials\[0\]\.name: a key keeps it from its creation.*The run fails/,
  },
];

const grant = { audience: identifier, scope: [] };
const named = (body: JsonObject, path: string): Request => ["POST", path, body];

/** An object that exists already: the preview finds it. */
function taken(
  type: NonNullable<Refusal["program"]>["type"],
  args: JsonObject,
  request: Request,
  message: string,
  errorCode?: string,
  first: readonly Request[] = [],
): Refusal {
  return {
    ...{ refuses: `${type}: the key is taken`, decides: "tenant", said: "preview", status: 409, message },
    ...(errorCode !== undefined && { errorCode }),
    ...{ tenant: [...first, request], sends: request, program: { type, args }, says: /exists already/ },
  };
}

const profile = { name: "Legacy", subject_token_type: "urn:example:legacy", type: "custom_authentication" };
const code = "exports.onExecuteCustomTokenExchange = async () => {};";
const exchange: Request = [
  "POST",
  "/actions/actions",
  { name: "exchange", supported_triggers: [{ id: "custom-token-exchange", version: "v1" }], code },
];
const rule = { action: { block: true }, scope: "tenant", match: { asns: [1] } };

const inNew = { decides: "program", said: "preview", status: 400, errorCode: "invalid_body" } as const;
const active = { email: { identifier: { active: true } } };

/** Refusals that a program decides, and of which a preview warns: the service has objects that it would not create today. */
const ofNewObjects: readonly Refusal[] = [
  {
    ...inNew,
    refuses: "connection: attributes and requires_username",
    message: "Cannot set both options.attributes and options.requires_username",
    program: { type: "connection", args: db({ attributes: active, requires_username: true }) },
    says: /will fail: .*options\.requires_username: the service refuses this option together with options\.attributes/,
  },
  {
    ...inNew,
    refuses: "connection: attributes and validation",
    message: "Cannot set both options.attributes and options.validation",
    program: {
      type: "connection",
      args: db({ attributes: active, validation: { username: { min: 1, max: 15 } } }),
    },
    says: /will fail: .*options\.validation: the service refuses this option together with options\.attributes/,
  },
];

/** A name that an object gets, although another one has it: the preview finds that one. */
function renamed(
  type: NonNullable<Refusal["program"]>["type"],
  before: JsonObject,
  after: JsonObject,
  [path, holder]: readonly [path: string, holder: JsonObject],
  message: string,
  sends: Request = ["PATCH", `${path}/{id}`, after],
): Refusal {
  return {
    ...{
      refuses: `${type}: the new name is taken`,
      decides: "program and state",
      said: "preview",
      status: 409,
      message,
    },
    ...{ tenant: [["POST", path, holder]], sends, program: { type, before, args: { ...before, ...after } } },
    says: /will fail: .* will not be changed: Another .* has this/,
  };
}

const blocks = { description: "Rule", active: false };

/** Refusals of names that another object has, and of objects that the tenant lacks: a preview finds them by looking. */
const byLooking: readonly Refusal[] = [
  renamed("role", { name: "Editor" }, { name: "Author" }, ["/roles", { name: "Author" }], "The role already exists."),
  renamed(
    "organization",
    { name: "acme" },
    { name: "north" },
    ["/organizations", { name: "north" }],
    "An organization with this name already exists.",
  ),
  renamed(
    "networkAcl",
    { ...blocks, priority: 1, rule: { action: "block", scope: "tenant", match: { asns: [1] } } },
    { priority: 2 },
    ["/network-acls", { ...blocks, priority: 2, rule }],
    "A Network ACL with this priority number has already been created.",
    ["PUT", "/network-acls/{id}", { ...blocks, priority: 2, rule }],
  ),
  taken(
    "resourceServer",
    { identifier },
    api,
    "A resource server with the same identifier already exists.",
    "resource_server_conflict",
  ),
  taken(
    "connection",
    { name: "users", strategy: "auth0" },
    named({ name: "users", strategy: "auth0" }, "/connections"),
    "A connection with the same name already exists",
    "connection_conflict",
  ),
  taken(
    "organization",
    { name: "acme" },
    named({ name: "acme" }, "/organizations"),
    "An organization with this name already exists.",
    "organization_conflict",
  ),
  taken("role", { name: "Editor" }, named({ name: "Editor" }, "/roles"), "The role already exists."),
  taken(
    "customDomain",
    { domain: "login.example.com", type: "auth0_managed_certs" },
    named({ domain: "login.example.com", type: "auth0_managed_certs" }, "/custom-domains"),
    "Custom domain already exists",
    "conflict",
  ),
  taken(
    "networkAcl",
    {
      description: "Rule",
      active: false,
      priority: 1,
      rule: { action: "block", scope: "tenant", match: { asns: [1] } },
    },
    named({ description: "Rule", active: false, priority: 1, rule }, "/network-acls"),
    "A Network ACL with this priority number has already been created.",
  ),
  taken(
    "clientGrant",
    { clientId: "{first}", ...grant },
    named({ client_id: "{first}", ...grant }, "/client-grants"),
    "Client grant already exists",
    "client_grant_conflict",
    [shop, api],
  ),
  taken(
    "tokenExchangeProfile",
    { name: "Legacy", subjectTokenType: "urn:example:legacy", actionId: "{first}", type: "custom_authentication" },
    named({ ...profile, action_id: "{first}" }, "/token-exchange-profiles"),
    "subject_token_type already exists for tenant",
    undefined,
    [exchange],
  ),
  {
    refuses: "emailProvider: a new provider without credentials",
    decides: "tenant",
    said: "preview",
    status: 400,
    message: "Payload validation error: 'Missing required property: credentials' on property credentials.",
    errorCode: "invalid_body",
    sends: ["POST", "/emails/provider", { name: "sendgrid", default_from_address: "a@example.com" }],
    program: { type: "emailProvider", args: { name: "sendgrid", defaultFromAddress: "a@example.com" } },
    says: /will fail: .*credentials: the tenant has no e-mail provider yet/,
  },
  {
    refuses: "phoneProvider: Twilio without an account or a sender",
    decides: "tenant",
    said: "preview",
    status: 400,
    message: "Bad Operation on Notification Resource",
    sends: [
      "POST",
      "/branding/phone/providers",
      { name: "twilio", configuration: { delivery_methods: ["text"] }, credentials: { auth_token: "a" } },
    ],
    program: {
      type: "phoneProvider",
      args: { name: "twilio", configuration: { deliveryMethods: ["text"] }, credentials: { authToken: "a" } },
    },
    says: /will fail: .*configuration: the provider "twilio" needs `sid`/,
  },
  {
    refuses: "form: a reference to a node that is not there",
    decides: "program",
    said: "preview",
    status: 400,
    message: "Some nodes point to unknown node IDs",
    program: {
      type: "form",
      args: { name: "Profile", nodes: [{ id: "ask", type: "STEP" }], start: { next_node: "as" } },
    },
    says: /will fail: .*start: refers to the node "as"/,
  },
  {
    refuses: "client: a trusted header without a method",
    decides: "tenant",
    said: "preview",
    status: 400,
    message: "is_token_endpoint_ip_header_trusted needs a client secret at the token endpoint",
    program: { type: "client", args: { name: "Shop", isTokenEndpointIpHeaderTrusted: true } },
    says: /isTokenEndpointIpHeaderTrusted: the service refuses true .*Declare tokenEndpointAuthMethod/,
  },
];

/** Refusals of updates and of objects that exist: said by checks and previews. */
export const beforeRuns: readonly Refusal[] = [...ofStates, ...ofNewObjects, ...byLooking];
