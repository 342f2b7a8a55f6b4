import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { bad, byProgram, inRun, named, ofReferred, payload, type Refusal, type Request, taken, x } from "./refusal.ts";

const corp = (strategy: string, options: JsonObject) => ({ name: "corp", strategy, options });
const db = (options: JsonObject) => ({ name: "users", strategy: "auth0", options });
const bySight = { decides: "program and state", said: "preview", status: 400 } as const;
const options = (body: JsonObject): Request => ["PATCH", "/connections/{id}", { options: body }];
const email = (unique: boolean) => ({
  attributes: { email: { identifier: { active: unique }, unique }, username: { identifier: { active: true } } },
});
const fourTypes = ["lowercase", "uppercase", "number", "special"];
const passwords = (password_options: JsonObject) => db({ password_options });
const inNew = { decides: "program", said: "preview", status: 400, errorCode: "invalid_body" } as const;
const active = { email: { identifier: { active: true } } };

const saml: Request = [
  "POST",
  "/connections",
  { name: "corp", strategy: "samlp", options: { signInEndpoint: "https://idp.example.com" } },
];

/** Refusals of the service. */
export const connectionRefusals: readonly Refusal[] = [
  byProgram(
    "connection",
    "okta without a domain",
    corp("okta", { client_id: "a" }),
    bad("options.domain is required"),
    /^options\.domain: is required: .*options\.issuer/,
  ),
  byProgram(
    "connection",
    "okta without options",
    { name: "corp", strategy: "okta" },
    bad("options.domain is required"),
    /options\.domain: is required/,
  ),
  byProgram(
    "connection",
    "oidc without a client id",
    corp("oidc", { issuer: "https://idp.example.com" }),
    payload("Missing required property: client_id", "options"),
    /^options\.client_id: is required/,
  ),
  byProgram(
    "connection",
    "waad without a client id",
    corp("waad", {}),
    payload("Missing required property: client_id", "options"),
    /^options\.client_id: is required/,
  ),
  byProgram(
    "connection",
    "adfs without a server and its metadata",
    corp("adfs", {}),
    bad("missing federation metadata url"),
    /^options\.adfs_server: is required: .*fedMetadataXml or options\.signInEndpoint/,
  ),
  byProgram(
    "connection",
    "samlp without endpoint and metadata",
    corp("samlp", {}),
    payload("Missing required property: one of signInEndpoint, metadataUrl, metadataXml", "options"),
    /^options\.signInEndpoint: is required: .*metadataUrl or options\.metadataXml/,
  ),
  byProgram(
    "connection",
    "pingfederate without its address",
    corp("pingfederate", {}),
    payload("Missing required property: pingFederateBaseUrl", "options"),
    /^options\.pingFederateBaseUrl: is required/,
  ),
  byProgram(
    "connection",
    "an empty precedence",
    db({ precedence: [] }),
    payload("Array is too short (0), minimum 3", "options.precedence"),
    /^options\.precedence: must have at least 3 elements/,
  ),
  byProgram(
    "connection",
    "a length of passwords that the service cannot demand",
    db({ password_options: { complexity: { min_length: 73 } } }),
    payload("Value 73 is greater than maximum 72", "options.password_options.complexity.min_length"),
    /^options\.password_options\.complexity\.min_length: must be 1 to 72/,
  ),
  byProgram(
    "connection",
    "a history without passwords",
    db({ password_options: { history: { active: true, size: 0 } } }),
    payload("Value 0 is less than minimum 1", "options.password_options.history.size"),
    /^options\.password_options\.history\.size: must be 1 to 24/,
  ),
  byProgram(
    "connection",
    "too many fields that passwords cannot contain",
    passwords({ profile_data: { blocked_fields: Array.from({ length: 13 }, (_, n) => `field_${n}`) } }),
    payload("Array is too long (13), maximum 12", "options.password_options.profile_data.blocked_fields"),
    /^options\.password_options\.profile_data\.blocked_fields: must have at most 12 elements/,
  ),
  byProgram(
    "connection",
    "a field with a long name that passwords cannot contain",
    passwords({ profile_data: { blocked_fields: [x(101)] } }),
    payload("String is too long (101 chars), maximum 100", "options.password_options.profile_data.blocked_fields[0]"),
    /blocked_fields: must have only texts of at most 100 characters/,
  ),
  byProgram(
    "connection",
    "a long word in a dictionary",
    passwords({ dictionary: { custom: [x(51)] } }),
    payload("String is too long (51 chars), maximum 50", "options.password_options.dictionary.custom[0]"),
    /custom: must have only texts of at most 50 characters/,
  ),
  byProgram(
    "connection",
    "three of four types of characters without the fourth",
    passwords({ complexity: { character_type_rule: "three_of_four", character_types: fourTypes.slice(1) } }),
    payload("three_of_four needs all four character types", "options.password_options.complexity.character_types"),
    /character_types: must have all four types/,
  ),
  {
    ...inNew,
    refuses: "connection: three of four types of characters without any",
    message: payload(
      "three_of_four needs all four character types",
      "options.password_options.complexity.character_types",
    )[1],
    program: {
      type: "connection",
      args: passwords({ complexity: { character_type_rule: "three_of_four" } }),
    },
    says: /will fail: .*character_types: must have all four types/,
  },
  byProgram(
    "connection",
    "attributes without an identifier",
    db({ attributes: { email: { identifier: { active: false } } } }),
    bad("attributes must contain one active identifier"),
    /^options\.attributes: needs .*identifier\.active: true/,
  ),
  byProgram(
    "connection",
    "decryption settings without a profile",
    corp("samlp", {
      signInEndpoint: "https://idp.example.com",
      assertion_decryption_settings: { algorithm_exceptions: [] },
    }),
    payload("Missing required property: algorithm_profile", "options.assertion_decryption_settings.algorithm_profile"),
    /algorithm_profile: is required/,
  ),
  byProgram(
    "connection",
    "a gateway without a secret",
    corp("sms", { gateway_authentication: { method: "bearer", audience: "a" } }),
    payload("Missing required property: secret", "options.gateway_authentication.secret"),
    /^options\.gateway_authentication\.secret: is required/,
  ),
  byProgram(
    "connection",
    "a dictionary without enable",
    db({ password_dictionary: { dictionary: [] } }),
    payload("Missing required property: enable", "options.password_dictionary.enable"),
    /^options\.password_dictionary\.enable: is required/,
  ),
  byProgram(
    "connection",
    "a history without enable",
    db({ password_history: { size: 3 } }),
    payload("Missing required property: enable", "options.password_history.enable"),
    /^options\.password_history\.enable: is required/,
  ),
  byProgram(
    "connection",
    "bounds of names without a maximum",
    db({ validation: { username: { min: 1 } } }),
    payload("Missing required property: max", "options.validation.username.max"),
    /^options\.validation\.username\.max: is required/,
  ),
  byProgram(
    "connection",
    "a name with a blank",
    { name: "my users", strategy: "auth0" },
    payload("String does not match pattern: ^[a-zA-Z0-9](-[a-zA-Z0-9]|[a-zA-Z0-9])*$", "name"),
    /^name: must be letters and digits/,
  ),
  byProgram(
    "connection",
    "a name of 129 characters",
    { name: x(129), strategy: "auth0" },
    payload("String is too long (129 chars), maximum 128", "name"),
    /^name: must be 1 to 128/,
  ),
  byProgram(
    "connection",
    "no strategy",
    { name: "users" },
    payload("Missing required property: strategy", "strategy"),
    /^strategy: is required/,
  ),
  byProgram(
    "connection",
    "a display name of 129 characters",
    { name: "users", strategy: "auth0", displayName: x(129) },
    payload("String is too long (129 chars), maximum 128", "display_name"),
    /^displayName: must be 1 to 128/,
  ),
  byProgram(
    "connection",
    "a required attribute that nobody gives at sign-up",
    db({
      attributes: {
        email: { identifier: { active: true } },
        phone_number: { identifier: { active: true }, profile_required: true, signup: { status: "inactive" } },
      },
    }),
    bad("attribute phone_number must also be required on signup"),
    /^options\.attributes\.phone_number\.signup\.status: must not be "inactive"/,
  ),
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
  taken(
    "connection",
    { name: "users", strategy: "auth0" },
    named({ name: "users", strategy: "auth0" }, "/connections"),
    "A connection with the same name already exists",
    "connection_conflict",
  ),
  ofReferred(
    inRun(
      "a connection that is gone",
      ["GET", "/connections/con_0000000000000000"],
      [404, "The connection does not exist", "inexistent_connection"],
    ),
  ),
  inRun(
    "a nested option without a needed member that the tenant does not have either",
    ["PATCH", "/connections/{last}", { options: { gateway_authentication: { audience: "a", secret: "a" } } }],
    [
      400,
      "Payload validation error: 'Missing required property: method' on property options.gateway_authentication.method.",
      "invalid_body",
    ],
    [["POST", "/connections", { name: "sms", strategy: "sms", options: {} }]],
  ),
  inRun(
    "an okta connection of no kind",
    ["POST", "/connections", corp("okta", { client_id: "a", domain: "a.okta.example.com", type: null })],
    payload("Expected type string but found type null", "options.type"),
  ),
  inRun(
    "users of a connection that is no database",
    ["DELETE", "/connections/{last}/users?email=a%40example.com"],
    [400, "Connection must be a database connection"],
    [saml],
  ),
];
