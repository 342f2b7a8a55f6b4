import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import type { Tenant } from "../shared/module.ts";
import { copyOf, entryOf, keyed, mapped, omit, pick, type WireObject } from "../shared/store.ts";
import { check, isObject, list, object, payloadError, text, typeName, type Violation } from "../shared/validation.ts";
import { derive } from "./derived-options.ts";

/** Older options of a database connection. A write cannot combine them with `password_options`. */
const olderPasswordFields = [
  "passwordPolicy",
  "password_complexity_options",
  "password_history",
  "password_no_personal_info",
  "password_dictionary",
];

/** By strategy: the options that are stored and that responses never contain. */
const unanswered: Readonly<Record<string, readonly string[]>> = {
  samlp: ["metadataXml"],
  pingfederate: ["signingCert"],
};

/**
 * By strategy: the options of which a create requires one. The list follows the service's OpenAPI description, except where recorded responses of
 * real tenants contradict it: some tenants have google-apps and email connections without options. That of adfs is from a report, and no recorded
 * response contradicts it. An update requires no options, because its body contains no strategy.
 */
const required: Readonly<Record<string, readonly string[]>> = {
  oidc: ["client_id"],
  okta: ["client_id"],
  waad: ["client_id"],
  adfs: ["adfs_server", "fedMetadataXml", "signInEndpoint"],
  samlp: ["signInEndpoint", "metadataUrl", "metadataXml"],
  pingfederate: ["pingFederateBaseUrl"],
};

const configuration = object({}, [], { open: text({ nullable: true }) });

/**
 * The options of a connection after a write. The sent options replace all `stored` options: options that were not sent are removed, or derived
 * again.
 *
 * @param sent the sent options, if any
 * @throws ServiceError 400 for options that the strategy does not allow
 */
export function writeOptions(strategy: string, sent: unknown, tenant: Tenant, stored?: WireObject): WireObject {
  const fault = isObject(sent) && optionFault(strategy, sent);
  if (fault) throw payloadError(fault);
  const given = admitted(strategy, isObject(sent) ? sent : {}, stored);
  const write = { given, sent: isObject(sent), stored };
  const plain = copyOf(derive(strategy, write, tenant));
  for (const name of passing(strategy)) if (plain[name] === null) delete plain[name];
  return plain;
}

/**
 * A connection in the response to a write. Certain options, if they were sent as null, are null in this response. Later responses omit them.
 */
export function withPassingNulls(connection: WireObject, { options: sent }: WireObject): WireObject {
  const names = isObject(sent) ? passing(String(connection.strategy)).filter((name) => sent[name] === null) : [];
  const nulls = keyed(names, () => null);
  return { ...connection, options: { ...(connection.options as WireObject), ...nulls } };
}

/** The options in the form of responses. */
export function answeredOptions(strategy: string, options: WireObject, ciphertext?: WireObject): WireObject {
  return { ...omit(options, hiddenKeys(strategy)), ...(ciphertext && { configuration: ciphertext }) };
}

/** The options that are stored and that responses never contain. */
export function hiddenOptions({ strategy, options }: { strategy: string; options: WireObject }): WireObject {
  return copyOf(pick(options, hiddenKeys(strategy)));
}

/** A copy of `target` with a patch merged into it: objects are merged at any depth, null and undefined delete a key, other values replace it. */
export function mergeInto(target: unknown, patch: WireObject): WireObject {
  // Assigning the key "__proto__" would set the object's prototype.
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) merged.delete(key);
    else merged.set(key, isObject(value) ? mergeInto(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}

function hiddenKeys(strategy: string): readonly string[] {
  return entryOf(unanswered, strategy) ?? [];
}

function passing(strategy: string): readonly string[] {
  return ["line", "twitter", "wordpress"].includes(strategy) ? ["authorizationURL", "tokenURL"] : [];
}

/** Matches the two forms of ciphertexts: `2.0$…` in older tenants, and a base64-encoded binary message in newer tenants. */
const ciphertextForm = /^(2\.0(\$[0-9a-f]{32,})+|C[g-v][A-Za-z0-9+/]{86,}={0,2})$/;

function newCiphertext(): string {
  return Buffer.concat([Buffer.from([0x0a, 0x42, 0x0a, 0x20]), randomBytes(121)]).toString("base64");
}

/**
 * Ciphertexts for the values of `configuration`: random texts that have the form of ciphertexts. Every write encrypts again, so they change. Undefined
 * if there is nothing to encrypt.
 *
 * @param keep whether values that are already ciphertexts stay unchanged, as in a complete object of a seed
 */
export function ciphertextOf(strategy: string, { configuration }: WireObject, keep = false): WireObject | undefined {
  if (strategy !== "auth0" || !isObject(configuration)) return undefined;
  const isKept = (value: unknown) => keep && typeof value === "string" && ciphertextForm.test(value);
  return mapped(configuration, (value) => (isKept(value) ? value : newCiphertext()));
}

/** Checks and returns the options to store. @throws ServiceError 400 for options that the strategy does not allow */
function admitted(strategy: string, given: WireObject, stored: WireObject | undefined): WireObject {
  if (strategy === "auth0") return admittedByDatabase(given, stored);
  if (stored === undefined) refuseIncomplete(strategy, given);
  return given;
}

function refuseIncomplete(strategy: string, given: WireObject): void {
  if (strategy === "okta" && (given.domain ?? given.issuer) == null) throw refusal("options.domain is required");
  const names = entryOf(required, strategy) ?? [];
  if (names.length === 0 || names.some((name) => (given[name] ?? null) !== null)) return;
  // The text is from a report; the others follow the form of the service's descriptions.
  if (strategy === "adfs") throw refusal("missing federation metadata url");
  const what = names.length === 1 ? names[0] : `one of ${names.join(", ")}`;
  throw payloadError({ why: `Missing required property: ${what}`, path: "options" });
}

function admittedByDatabase(given: WireObject, stored: WireObject | undefined): WireObject {
  const violation = "configuration" in given && check(configuration, given.configuration, "options.configuration");
  if (violation) throw payloadError(violation);
  if (isObject(given.attributes)) checkAttributes(given.attributes);
  checkCharacters(given);
  if (!stored) return given;
  refuseUniqueChange(given, stored);
  if (stored.enable_script_context !== true) return given;
  if ((given.enable_script_context ?? true) === true) return { ...given, enable_script_context: true };
  throw payloadError({ why: "Cannot be switched off again", path: "options.enable_script_context" });
}

/**
 * Refuses options of a database that exclude each other. They are accepted if the stored options already contain both, because the service has
 * old connections with both.
 *
 * @throws ServiceError 400
 */
export function refuseExclusive(given: unknown, stored: WireObject = {}): void {
  if (!isObject(given)) return;
  for (const { areIn, error } of exclusive) if (areIn(given) && !areIn(stored)) throw error();
}

/** The options that exclude each other. `requires_username: false` and `validation: null` exclude nothing. */
const exclusive = [
  {
    areIn: ({ attributes, requires_username }: WireObject) => isObject(attributes) && requires_username === true,
    error: () => refusal("Cannot set both options.attributes and options.requires_username"),
  },
  {
    areIn: ({ attributes, validation }: WireObject) => isObject(attributes) && (validation ?? null) !== null,
    error: () => refusal("Cannot set both options.attributes and options.validation"),
  },
  {
    areIn: (options: WireObject) =>
      "password_options" in options && olderPasswordFields.some((name) => name in options),
    error: () => {
      const why = `Cannot be combined with ${olderPasswordFields.join(", ")}`;
      return payloadError({ why, path: "options.password_options" });
    },
  },
];

function checkAttributes(attributes: WireObject): void {
  const all = Object.entries(attributes).filter((entry): entry is [string, WireObject] => isObject(entry[1]));
  if (!all.some(([, { identifier }]) => isObject(identifier) && identifier.active === true)) {
    throw refusal("attributes must contain one active identifier");
  }
  for (const [name, { profile_required, signup }] of all) {
    if (profile_required === true && isObject(signup) && signup.status === "inactive") {
      throw refusal(`attribute ${name} must also be required on signup`);
    }
  }
}

/** Refuses the rule for three of four types without all four. The text is invented: no exchange shows it. */
function checkCharacters({ password_options: given }: WireObject): void {
  const complexity = isObject(given) && isObject(given.complexity) ? given.complexity : {};
  const { character_type_rule: rule, character_types: types } = complexity;
  if (rule !== "three_of_four" || (Array.isArray(types) && new Set(types).size === 4)) return;
  const path = "options.password_options.complexity.character_types";
  throw payloadError({ why: "three_of_four needs all four character types", path });
}

/** Refuses a change of `attributes.email.unique` after the create. If a create or a PATCH omits the property, it counts as true. */
function refuseUniqueChange(given: WireObject, stored: WireObject): void {
  const [now, before] = [emailOf(given), emailOf(stored)];
  if (!now || isUnique(now) === isUnique(before)) return;
  throw refusal(before ? "cannot patch unique property on email attribute" : "cannot add non-unique email attribute");
}

function refusal(message: string): ServiceError {
  return new ServiceError(400, message, "invalid_body");
}

function isUnique(email: WireObject | undefined): boolean {
  return email?.unique !== false;
}

function emailOf({ attributes }: WireObject): WireObject | undefined {
  return isObject(attributes) && isObject(attributes.email) ? attributes.email : undefined;
}

/*
 * The types of options in the service's OpenAPI description. An option has the same type in all strategies, except for those in `exceptions`. An
 * option that is not listed can have any value, and every option can be null.
 */
const words = (text: string) => text.split(/\s+/);

/** The beginnings of names that are flags, such as the scopes and attributes that a connection requests. */
const flags = new RegExp(
  `^(${words(
    `admin_(org|public|repo) ads calendars? contacts directory drive events ext gmail google graph groups? mail manage pages photos publish read
    rolemanagement sites skydrive tasks team users? write youtube`,
  ).join("|")})(_|$)`,
);

const types = {
  boolean: words(
    `address adsense_management agentMode allow_context_profile_field allow_setting_login_scopes analytics
    api_enable_groups api_enable_users applications applications_create basic basic_profile birthday blogger
    brute_force_protection business_management certAuth chrome_web_store content_api_for_shopping coordinate
    coordinate_readonly debug deflate delete_repo disableSignout disable_cache disable_self_service_change_password
    disable_signup document_list email emails enable_pushed_authorization_requests enable_script_context
    enabledDatabaseCustomization follow forward_req_info full_profile gist granted handle_login_from_social
    id_token_session_expiry_supported import_mode kerberos latitude_best latitude_city leads_retrieval map_user_id_to_id
    messenger moderator network notifications offline_access openid orkut phone phone_numbers picasa_web pkce_enabled
    postal_addresses postal_code profile public_profile public_repo realm_fallback repo repo_deployment repo_status
    requires_username send_back_channel_nonce share signSAMLRequest signin tweet_read url_shortener useCommonEndpoint
    useOauthSpecScope use_wsfed webmaster_tools work_profile youtubepartner`,
  ),
  object: words(
    `assertion_decryption_settings attribute_map attributes authParamsMap authentication_methods
    connection_settings customHeaders customScripts fieldsMap gateway_authentication idpinitiated mfa oidc_metadata
    passkey_options password_complexity_options password_dictionary password_history password_no_personal_info
    password_options signing_key totp upstream_params validation`,
  ),
  string: words(
    `accessTokenURL adfs_server admin_access_token admin_access_token_expiresin admin_refresh_token agentIP agentVersion
    app_domain app_id app_secret authorizationURL authorization_endpoint baseUrl cert client_id client_secret
    community_base_url destinationUrl discovery_url domain entityId fedMetadataXml from gateway_url
    global_token_revocation_jwt_iss global_token_revocation_jwt_sub icon_url issuer jwks_uri kid logoutUrl
    max_groups_to_retrieve messaging_service_sid metadataUrl metadataXml passwordPolicy pingFederateBaseUrl
    pushed_authorization_request_endpoint recipientUrl requestTemplate requestTokenURL signInEndpoint signOutEndpoint
    signingCert team_id template tenantId tenant_domain tokenURL token_endpoint twilio_sid twilio_token type
    userAuthorizationURL user_id_attribute userid_attribute userinfo_endpoint`,
  ),
  array: words(
    `allowed_audiences domain_aliases freeform_scopes id_token_signed_response_algs non_persistent_attrs precedence
    prev_thumbprints thumbprints`,
  ),
};

const typeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(types).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

/** The options with a different type in one strategy. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  apple: { name: "boolean" },
  email: { email: "object", name: "string" },
  sms: { name: "string" },
};

const loose = { open: true, nullable: true } as const;

/** An option that is an object, with the members without which the service refuses it. */
const requiring = (...members: readonly string[]) => object({}, members, loose);

/** Bounds of options that have one type in all strategies. */
const shared = object(
  {
    assertion_decryption_settings: requiring("algorithm_profile"),
    gateway_authentication: requiring("method", "audience", "secret"),
    password_dictionary: requiring("enable"),
    password_history: requiring("enable"),
    password_no_personal_info: requiring("enable"),
    validation: object({ username: requiring("max", "min") }, [], loose),
  },
  [],
  loose,
);

/** The bounds of options of a database. */
const bounds = object(
  {
    passwordPolicy: text({ oneOf: ["none", "low", "fair", "good", "excellent"], nullable: true }),
    password_options: object(
      {
        complexity: object({ min_length: { type: "integer", min: 1, max: 72 } }, [], loose),
        history: object({ size: { type: "integer", min: 1, max: 24 } }, [], loose),
        dictionary: object({ custom: list(text({ max: 50 }), { max: 200, nullable: true }) }, [], loose),
        profile_data: object({ blocked_fields: list(text({ max: 100 }), { max: 12, nullable: true }) }, [], loose),
      },
      [],
      loose,
    ),
    precedence: list(text({ oneOf: ["email", "phone_number", "username"] }), { min: 3, nullable: true }),
  },
  [],
  loose,
);

/** The first option with a wrong type or a value out of bounds. */
function optionFault(strategy: string, options: Record<string, unknown>): Violation | undefined {
  const own = entryOf(exceptions, strategy) ?? {};
  for (const [name, value] of Object.entries(options)) {
    const expected = entryOf(own, name) ?? typeOf.get(name) ?? (flags.test(name) ? "boolean" : undefined);
    const found = typeName(value);
    if (expected === undefined || value === null || found === expected) continue;
    return { why: `Expected type ${expected} but found type ${found}`, path: `options.${name}` };
  }
  // Unlike other options, the kind of an okta connection cannot be null.
  if (strategy === "okta" && options.type === null) {
    return { why: "Expected type string but found type null", path: "options.type" };
  }
  return check(shared, options, "options") ?? (strategy === "auth0" ? check(bounds, options, "options") : undefined);
}
