import {
  covers,
  equal,
  fromPointer,
  holdsUnknown,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  matches,
  own,
  type Path,
  toPointer,
} from "../../schema/json.ts";
import type { CreateOnly, Hints, Need, PathRules } from "../../schema/schema.ts";
import type { Documented } from "../../schema/secrecy/by-path.ts";
import { elementsOf } from "../../state/canonical.ts";
import type { OutsideName } from "../outside.ts";
import { plainByType, sharedOptions, typedOptions } from "./definition-options.made.ts";

/*
 * Data about connection strategies. Sources: the service's public interface description of 2026-06 (the types of its npm SDK 7.1) and, for the
 * form of responses, recorded exchanges with real tenants.
 *
 * Paths are JSON pointers (RFC 6901) into `options`, in which `*` matches any key.
 */

/**
 * The known strategies. An unknown strategy is sent unchanged, because it can be new. It is refused only if it differs from a known strategy by
 * one letter, because it is then probably misspelt.
 */
export const knownStrategies = [
  "ad",
  "adfs",
  "amazon",
  "apple",
  "asana",
  "atlassian",
  "auth0",
  "auth0-adldap",
  "auth0-oidc",
  "baidu",
  "bitbucket",
  "bitly",
  "box",
  "cloudflare-mcp",
  "custom",
  "daccount",
  "dropbox",
  "dwolla",
  "email",
  "evernote",
  "evernote-sandbox",
  "exact",
  "facebook",
  "fitbit",
  "github",
  "gitlab",
  "google-apps",
  "google-oauth2",
  "hubspot-mcp",
  "instagram",
  "ip",
  "line",
  "linear-mcp",
  "linkedin",
  "notion-mcp",
  "oauth1",
  "oauth2",
  "office365",
  "oidc",
  "okta",
  "paypal",
  "paypal-sandbox",
  "pingfederate",
  "planningcenter",
  "salesforce",
  "salesforce-community",
  "salesforce-sandbox",
  "samlp",
  "sentry-mcp",
  "sharepoint",
  "shop",
  "shopify",
  "slack",
  "sms",
  "soundcloud",
  "thirtysevensignals",
  "twitter",
  "untappd",
  "vkontakte",
  "waad",
  "weibo",
  "windowslive",
  "wordpress",
  "yahoo",
  "yandex",
] as const;

/** A known strategy. */
export type KnownStrategy = (typeof knownStrategies)[number];

/** Enterprise strategies. The service returns `show_as_button` and sends `connection.*` events only for these. */
export const enterpriseStrategies = [
  "ad",
  "adfs",
  "google-apps",
  "oidc",
  "okta",
  "pingfederate",
  "samlp",
  "waad",
] as const satisfies readonly KnownStrategy[];

/** Strategies whose users exist only at the tenant: deleting the connection deletes its users. */
export const strategiesWithUsers = ["auth0", "email", "sms"] as const satisfies readonly KnownStrategy[];

/**
 * Options that are secret, for all strategies: the value at the path, including all nested values. The API returns most of them in plain text.
 *
 * `decryptionKey` is either the key or an object of key and certificate, so the whole value is secret.
 */
export const secretOptionPaths = [
  "/admin_access_token",
  "/admin_refresh_token",
  "/app_secret",
  "/client_secret",
  "/configuration/*",
  "/consumer_secret",
  "/decryptionKey",
  "/gateway_authentication/secret",
  "/signing_key/key",
  "/twilio_token",
] as const;

/**
 * Options that contain an address to which the service sends the secrets of a connection, for all strategies, because a new strategy can have any of
 * them. The service derives the addresses of OpenID Connect from `issuer`, `discovery_url`, `domain` and `oidc_metadata`.
 */
export const addressOptions = [
  "/accessTokenURL",
  "/baseUrl",
  "/community_base_url",
  "/discovery_url",
  "/domain",
  "/issuer",
  "/oidc_metadata",
  "/pushed_authorization_request_endpoint",
  "/requestTokenURL",
  "/tokenURL",
  "/token_endpoint",
] as const;

/** Options that the API never returns. */
export const neverReadOptions: OptionsOf<string> = {
  pingfederate: ["/signingCert"],
  samlp: ["/metadataXml"],
};

/** Options that the API returns encrypted, as a different ciphertext after every write. If the ciphertext is sent back, it is encrypted again. */
export const ciphertextOptions: OptionsOf<string> = {
  auth0: ["/configuration/*"],
};

/**
 * Options whose order has no meaning, for all strategies. An array is a set of its elements; a text is a set of words, separated by spaces
 * (OAuth scopes) or commas (facebook).
 */
export const setLikeOptions = [
  "/allowed_audiences",
  "/assertion_decryption_settings/algorithm_exceptions",
  "/attribute_map/userinfo_scope",
  "/domain_aliases",
  "/freeform_scopes",
  "/id_token_signed_response_algs",
  "/non_persistent_attrs",
  "/password_dictionary/dictionary",
  "/password_options/complexity/character_types",
  "/password_options/dictionary/custom",
  "/password_options/profile_data/blocked_fields",
  "/scope",
  "/thumbprints",
] as const;

/** By strategy: options that only a creation can set, or that no update can change once they have a certain value. */
export const createOnlyOptions: Readonly<Partial<Record<KnownStrategy, Readonly<Record<string, CreateOnly>>>>> = {
  auth0: { "/attributes/email/unique": true, "/enable_script_context": { once: true } },
};

/** By strategy: options that the service adds, with this value, to an object that lacks them. */
export const addedOptions: Readonly<Partial<Record<KnownStrategy, Readonly<Record<string, Json>>>>> = {
  auth0: { "/attributes/email/unique": true, "/attributes/email/verification_method": "link" },
  pingfederate: { "/idpinitiated/enabled": true },
  samlp: { "/idpinitiated/enabled": true },
};

/** Options that are objects, for all strategies, with the members without which the service refuses the object. */
export const neededMembers: Readonly<Record<string, readonly Need[]>> = {
  "/assertion_decryption_settings": [{ at: ["algorithm_profile"] }],
  // Users need an identifier to log in.
  "/attributes": [{ at: ["*", "identifier", "active"], value: true }],
  "/gateway_authentication": [{ at: ["method"] }, { at: ["audience"] }, { at: ["secret"] }],
  "/password_dictionary": [{ at: ["enable"] }],
  "/password_history": [{ at: ["enable"] }],
  "/password_no_personal_info": [{ at: ["enable"] }],
  "/validation/username": [{ at: ["min"] }, { at: ["max"] }],
};

/** By strategy: the options without which the service refuses a new connection. */
export const neededOptions: Readonly<Partial<Record<KnownStrategy, readonly Need[]>>> = {
  oidc: [{ at: ["client_id"] }],
  okta: [{ at: ["client_id"] }, { at: ["domain"], or: ["issuer"] }],
  waad: [{ at: ["client_id"] }],
  adfs: [{ at: ["adfs_server"], or: ["fedMetadataXml", "signInEndpoint"] }],
  samlp: [{ at: ["signInEndpoint"], or: ["metadataUrl", "metadataXml"] }],
  pingfederate: [{ at: ["pingFederateBaseUrl"] }],
};

/** Bounds of options, for all strategies: of the number of elements of an array and the length of its texts, and of the value of a number. */
export const boundsOfOptions: Readonly<Record<string, NonNullable<PathRules["bounds"]>>> = {
  "/precedence": { min: 3 },
  "/password_options/complexity/min_length": { min: 1, max: 72 },
  "/password_options/dictionary/custom": { max: 200, ofTexts: 50 },
  "/password_options/history/size": { min: 1, max: 24 },
  "/password_options/profile_data/blocked_fields": { max: 12, ofTexts: 100 },
};

/** The older password options of a database. The service accepts none of them together with the new `password_options`. */
export const olderPasswordOptions = [
  "passwordPolicy",
  "password_complexity_options",
  "password_dictionary",
  "password_history",
  "password_no_personal_info",
] as const;

/** Paths by strategy. Strategies that are not listed have none. */
type OptionsOf<OptionPath> = Readonly<Partial<Record<KnownStrategy, readonly OptionPath[]>>>;

/*
 * The names of the options that are documented for strategies: options with types in this package, options in the service's public interface
 * description of 2026-06 (the types of its npm SDK 7.1), and options that only the service sets.
 */

/** By strategy: known options without a type, because only the service sets them. */
const setByTheService: Readonly<Record<string, string>> = {
  okta: "discovery_url",
  samlp: "expires subject",
  auth0: "custom_headers",
};

/** The options of the strategies whose options have no types in this package. The values can have any type. */
const untypedOptions: Readonly<Record<string, string>> = {
  pingfederate: `extends: ConnectionOptionsUpstream any:
    assertion_decryption_settings cert decryptionKey digestAlgorithm domain_aliases entityId expires icon_url
    idpinitiated pingFederateBaseUrl protocolBinding signInEndpoint signSAMLRequest signatureAlgorithm signingCert
    subject tenant_domain thumbprints`,
  adfs: `extends: ConnectionOptionsUpstream any:
    adfs_server domain_aliases entityId fedMetadataXml icon_url prev_thumbprints
    should_trust_email_verified_connection signInEndpoint tenant_domain thumbprints user_id_attribute`,
  ad: `extends: ConnectionOptionsUpstream any:
    agentIP agentMode agentVersion brute_force_protection certAuth certs disable_cache
    disable_self_service_change_password domain_aliases icon_url ips kerberos signInEndpoint tenant_domain
    thumbprints`,
  "google-apps": `extends: ConnectionOptionsUpstream any:
    admin_access_token admin_access_token_expiresin admin_refresh_token allow_setting_login_scopes api_enable_groups
    api_enable_users client_id client_secret domain domain_aliases email ext_agreed_terms ext_groups
    ext_groups_extended ext_is_admin ext_is_suspended handle_login_from_social icon_url map_user_id_to_id profile
    scope tenant_domain`,
};

/** By strategy: the names of its known options. Unknown options are also allowed, and are sent unchanged. */
export const optionNames: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ ...typedOptions, ...untypedOptions }).map(([strategy, made]) => {
    const names = optionsIn(made).map(({ path: [name = ""] }) => name);
    return [strategy, new Set([...names, ...wordsIn(setByTheService[strategy] ?? "")].toSorted())];
  }),
);

/** The known options of a strategy; empty for most strategies. */
export function namesOf(strategy: Json | undefined): ReadonlySet<string> {
  const name = String(strategy);
  return (Object.hasOwn(optionNames, name) && optionNames[name]) || new Set();
}

/** An option, by its path: `*` is any one key, and `[]` each element of a list. */
export interface KnownOption {
  readonly path: Path;
  /** The type of the option's JSON value; `oneOf` if the value must be one of {@link texts}. */
  readonly kind: string;
  readonly texts: readonly string[];
}

/** Parses a text of `connection-options.made.ts`, which lists options with their types. */
export function optionsIn(made: string): readonly KnownOption[] {
  const options: KnownOption[] = [];
  let kind = "";
  for (const word of wordsIn(made)) {
    const [place = "", texts] = word.split("=");
    if (word.endsWith(":")) kind = word.slice(0, -1);
    else if (kind === "extends") options.push(...optionsIn(sharedOptions[word] ?? ""));
    else options.push({ path: place.split("."), kind, texts: texts?.split("|") ?? [] });
  }
  return options;
}

/** The words of a text of `connection-options.made.ts`. A word that is too long for a line continues on the next line, after a `|`. */
function wordsIn(made: string): readonly string[] {
  return made.replaceAll(/\|\s+/g, "|").match(/\S+/g) ?? [];
}

/** By strategy and JSON pointer: the documented values of an option, which is a string or an array of strings. */
export const valuesOfOptions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
  Object.fromEntries(
    Object.entries(typedOptions).map(([strategy, made]) => {
      const listed = optionsIn(made).filter(({ kind, path }) => kind === "oneOf" && !path.includes("*"));
      return [strategy, Object.fromEntries(listed.map(({ path, texts }) => [pointerOf(path), texts]))];
    }),
  );

/** By strategy: finds the options near a path, each with a documented JSON type of its value. An option with several types is listed once for each. */
const jsonTypesNear = new Map(
  Object.entries(typedOptions).map(([strategy, made]) => {
    const typed = optionsIn(made).filter(({ kind }) => kind !== "any");
    return [
      strategy,
      byFirstKey(typed.map(({ path, kind }) => [toPointer(path), kind === "oneOf" ? "string" : kind])),
    ] as const;
  }),
);

/** The documented JSON types of a value in options that is neither an object nor an array: none for an undocumented path. */
export function jsonTypesOf(strategy: Json | undefined, path: readonly PropertyKey[]): readonly string[] {
  const near = jsonTypesNear.get(String(strategy));
  const place = path.map((key) => (typeof key === "number" ? "[]" : String(key)));
  return near?.(place).flatMap(([at, type]) => (matches(at, place) ? [type] : [])) ?? [];
}

/** The pointer of an option, or of the array whose elements the path names. */
function pointerOf(path: Path): string {
  return toPointer(path.at(-1) === "[]" ? path.slice(0, -1) : path);
}

/** Documented options whose names look secret but whose values are not, as JSON pointers into `options`: `*` is any one key. */
export const plainOptionPaths = [
  ...wordsIn(plainByType).map((place) => `/${place.replaceAll(".", "/")}`),
  "/assertion_decryption_settings",
  "/customScripts/change_password",
  "/global_token_revocation_jwt_iss",
  "/global_token_revocation_jwt_sub",
  "/oidc_metadata/*",
  "/password_dictionary",
  "/password_options",
] as const;

const secret = secretOptionPaths.map(fromPointer);
const plain = plainOptionPaths.map(fromPointer);

/**
 * The documented secrecy of options, for a strategy with the given option names. An option is documented as not secret only for strategies that
 * have it: for another strategy, an option of the same name can be a secret.
 */
function documentedOf(names: ReadonlySet<string>): Documented {
  return { secret, names, receivers: [["gateway_url"]], plain: plain.filter(([name = ""]) => names.has(name)) };
}

const byStrategy = new Map(Object.entries(optionNames).map(([strategy, names]) => [strategy, documentedOf(names)]));
const ofOthers = documentedOf(namesOf(undefined));
const ofAny = documentedOf(new Set(Object.values(optionNames).flatMap((names) => [...names])));

/**
 * The documented secrecy of a connection's options.
 *
 * @param strategy the strategy of the connection; undefined for the options of all strategies together
 */
export function documentedOptions(strategy: Json | undefined): Documented {
  if (typeof strategy !== "string") return ofAny;
  return byStrategy.get(strategy) ?? ofOthers;
}

/** Scopes of Google whose flag has the same name, with underscores instead of dots. */
const googleScopes = [
  ...["calendar", "calendar.addons.execute", "calendar.events", "calendar.events.readonly"],
  ...["calendar.settings.readonly", "contacts.other.readonly", "contacts.readonly", "directory.readonly", "drive"],
  ...["drive.activity", "drive.activity.readonly", "drive.appdata", "drive.apps.readonly", "drive.file"],
  ...["drive.metadata", "drive.metadata.readonly", "drive.photos.readonly", "drive.readonly", "drive.scripts"],
  ...["gmail.compose", "gmail.insert", "gmail.labels", "gmail.metadata", "gmail.modify", "gmail.readonly"],
  ...["gmail.send", "gmail.settings.basic", "gmail.settings.sharing", "tasks", "tasks.readonly"],
  ...["youtube.readonly", "youtube.upload", "youtubepartner"],
];

/** Permissions of GitHub whose flag has the same name. */
const gitHubScopes = ["public_repo", "repo", "repo_deployment", "delete_repo", "notifications", "gist"];

const gitHubAccess = ["read", "write", "admin"].flatMap((access) =>
  ["repo_hook", "org", "public_key"].map((what) => [`${access}_${what}`, `${access}:${what}`] as const),
);

/** By strategy: the options that are flags, each with the word that it stands for in the option `scope`. */
export const scopeFlags: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  "google-oauth2": new Map([
    ["email", "email"],
    ["profile", "profile"],
    ["contacts", "https://www.google.com/m8/feeds/"],
    ["gmail", "https://mail.google.com/mail/feed/atom"],
    ["youtube", "https://gdata.youtube.com"],
    ...googleScopes.map((scope) => [scope.replaceAll(".", "_"), `https://www.googleapis.com/auth/${scope}`] as const),
  ]),
  github: new Map([
    ["email", "user:email"],
    ["read_user", "read:user"],
    ["follow", "user:follow"],
    ["repo_status", "repo:status"],
    ...gitHubScopes.map((scope) => [scope, scope] as const),
    ...gitHubAccess,
  ]),
};

/** The options that are permissions at the identity provider. Every user gives the e-mail address and the profile. */
const permissionFlags: readonly string[] = ["google-oauth2", "github"].flatMap((strategy) =>
  optionsIn(typedOptions[strategy] ?? "").flatMap(({ kind, path: [name = "", ...below] }) =>
    kind === "boolean" && below.length === 0 && !["email", "profile"].includes(name) ? [name] : [],
  ),
);

/** An option that matters for security, with everything inside it. */
interface Safeguard {
  /** A JSON pointer into `options`; `*` is any one key. */
  readonly at: string;
  readonly why: string;
  readonly weaker?: Hints["weaker"];
}

/** Returns the safeguards of options that have the same reason. */
function alike(why: string, ...names: readonly string[]): readonly Safeguard[] {
  return names.map((name) => ({ at: `/${name}`, why }));
}

/** Safeguards that a switch weakens with one of its two values. */
function weakerIf(weaker: boolean, all: readonly Safeguard[]): readonly Safeguard[] {
  return all.map((one) => ({ ...one, weaker }));
}

/**
 * The options that matter for security, for all strategies: no option means something else for another strategy. An import declares them even if they
 * have the default of a new connection. Of two that cover the same option, the first one counts.
 */
export const safeguards: readonly Safeguard[] = [
  ...weakerIf(false, alike("If true, attackers who guess passwords or codes are blocked.", "brute_force_protection")),
  ...weakerIf(false, alike("If false, anyone can create an account.", "disable_signup")),
  ...weakerIf(false, alike("If false, users of the connection are not asked for a second factor.", "mfa/active")),
  ...alike(
    "If long passwords are truncated, the end of a password is not checked.",
    "password_options/complexity/max_length_exceeded",
  ),
  ...alike("Weak rules allow passwords that are easy to guess.", "password_options", ...olderPasswordOptions),
  ...alike("Each method is a further way to log in.", "authentication_methods/*/enabled", "attributes/*/identifier"),
  ...alike(
    "The value determines whether an account needs a password.",
    "authentication_methods/password/api_behavior",
    "authentication_methods/password/signup_behavior",
  ),
  ...alike(
    "The value determines whether a new account needs a verified address or number.",
    "attributes/*/signup",
    "attributes/*/verification_method",
  ),
  ...alike(
    "If several users can have the same identifier, the order or another connection decides who logs in.",
    ...["precedence", "realm_fallback"],
  ),
  ...weakerIf(true, alike("If true, a user name is a further identifier to log in with.", "requires_username")),
  ...weakerIf(
    false,
    alike(
      "If false, whoever reads the e-mails of a user can set a new password.",
      "disable_self_service_change_password",
    ),
  ),
  ...alike("A code that is short, or valid for a long time, is easier to guess.", "totp"),
  ...alike("The sender sees all codes.", ...["provider", "gateway_url", "twilio_sid", "messaging_service_sid"]),
  ...weakerIf(true, alike("If true, the gateway gets the IP addresses of users.", "forward_req_info")),
  ...alike("Users trust messages from this sender.", "from", "email/from"),
  ...alike("Users trust the message, and follow its links.", "template", "email/body"),
  ...alike("The parameters determine where the link in the e-mail leads, and what it gives.", "authParams"),
  ...alike(
    "Without authentication, anyone who knows the gateway's address can send messages in your name.",
    "gateway_authentication",
  ),
  ...alike("The scripts verify and change users, and see their passwords.", "customScripts"),
  ...alike(
    "The value determines whether scripts verify users, and see their passwords.",
    "enabledDatabaseCustomization",
    "import_mode",
  ),
  ...alike("The scripts read these values, such as the address of the database of users.", "configuration"),
  ...alike("The scripts determine which user has logged in.", "scripts"),
  ...alike("`front_channel` is the implicit flow: tokens pass through the browser.", "type"),
  ...alike(
    "Without PKCE, an intercepted authorization code is enough for a login.",
    "connection_settings/pkce",
    "pkce_enabled",
  ),
  ...alike("The method determines how the service proves its identity.", "token_endpoint_auth_method"),
  ...alike(
    "The algorithm determines how hard it is to forge what the service signs.",
    ...["token_endpoint_auth_signing_alg", "dpop_signing_alg"],
  ),
  ...alike("With `token_endpoint`, one server can use an assertion at another one.", "token_endpoint_jwtca_aud_format"),
  ...alike("Each algorithm is a further one by which an ID token is trusted.", "id_token_signed_response_algs").map(
    (one) => ({ ...one, weaker: "more" as const }),
  ),
  ...weakerIf(false, alike("If false, an attacker can use an intercepted response again.", "send_back_channel_nonce")),
  ...weakerIf(
    false,
    alike(
      "If false, an attacker in the browser can read and change authorization requests.",
      "enable_pushed_authorization_requests",
    ),
  ),
  ...weakerIf(
    false,
    alike("If false, sessions outlive those of the identity provider.", "id_token_session_expiry_supported"),
  ),
  ...weakerIf(true, alike("If true, a logout leaves the session at the identity provider open.", "disableSignout")),
  ...alike(
    "The parameters determine how the identity provider logs users in, for example with which level.",
    "upstream_params",
  ),
  ...alike(
    "The service trusts the responses from these addresses, and sends users and secrets there.",
    ...["issuer", "discovery_url", "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"],
    ...["authorizationURL", "tokenURL", "signInEndpoint", "signOutEndpoint", "metadataUrl", "pingFederateBaseUrl"],
    "adfs_server",
    ...["accessTokenURL", "requestTokenURL", "baseUrl", "community_base_url", "oidc_metadata"],
    ...["pushed_authorization_request_endpoint", "metadataXml", "fedMetadataXml"],
  ),
  ...alike(
    "Users of this directory, or of the identity provider at this address, can log in.",
    ...["domain", "tenant_domain", "tenantId"],
  ),
  ...alike("Users with addresses of these domains are sent to this identity provider.", "domain_aliases"),
  ...alike(
    "Users with the same value are one user.",
    ...["user_id_attribute", "userid_attribute", "map_user_id_to_id", "handle_login_from_social"],
  ),
  ...alike(
    "The identity provider sets these properties of users, by which actions and applications can decide.",
    ...["attribute_map", "fieldsMap", "set_user_root_attributes"],
  ),
  ...alike(
    "The protocol determines which claims identify a user, and how they are verified.",
    ...["identity_api", "waad_protocol", "use_wsfed"],
  ),
  ...alike(
    "The value determines from whom an assertion is accepted, and for whom it is.",
    ...["entityId", "destinationUrl", "recipientUrl"],
  ),
  ...alike("The request tells the identity provider how to log users in.", "requestTemplate"),
  ...alike(
    "Whoever signs with this issuer and subject can end the sessions of users.",
    ...["global_token_revocation_jwt_iss", "global_token_revocation_jwt_sub"],
  ),
  ...alike("Tokens for these applications of the identity provider log users in, too.", "allowed_audiences").map(
    (one) => ({ ...one, weaker: "more" as const }),
  ),
  ...weakerIf(
    true,
    alike(
      "If true, the profiles of users have their tokens for the identity provider.",
      ...["ext_access_token", "ext_refresh_token"],
    ),
  ),
  ...alike("From these addresses, users log in without a password.", "ips"),
  ...alike("The value determines whether users log in without a password.", "certAuth", "kerberos"),
  ...weakerIf(
    false,
    alike("If false, users whom the directory no longer knows can log in for a while.", "disable_cache"),
  ),
  ...weakerIf(
    true,
    alike(
      "If true, applications can get the tokens of users for the identity provider.",
      "federated_connections_access_tokens",
    ),
  ),
  ...alike(
    "The scopes are the permissions that users give the service at the identity provider.",
    ...["scope", "freeform_scopes", "allow_setting_login_scopes"],
  ),
  ...weakerIf(
    true,
    alike("Each is a further permission that users give the service at the identity provider.", ...permissionFlags),
  ),
  ...alike("Listed attributes of users are not stored.", "non_persistent_attrs").map((one) => ({
    ...one,
    weaker: "less" as const,
  })),
  ...alike("The identity provider shows its users the name and the owner of this application.", "client_id", "app_id"),
  ...alike("Anyone who has the key of this certificate can log in as any user.", ...["signingCert", "cert"]),
  ...alike("The identity provider cannot verify requests without a strong signature.", "signSAMLRequest"),
  ...alike("SHA-1 is no longer fit for signatures.", "signatureAlgorithm", "digestAlgorithm"),
  ...alike(
    "If logins can begin at the identity provider, an attacker can log a user in to another account.",
    "idpinitiated",
  ),
  ...weakerIf(true, alike("If true, assertions with personal data are written to the logs.", "debug")),
  ...alike("These settings determine which encryption algorithms are accepted.", "assertion_decryption_settings"),
  ...alike(
    "An attacker who controls the connected directory could claim that another user's address is verified, and get that user's account.",
    "should_trust_email_verified_connection",
  ),
  ...weakerIf(
    true,
    alike("If true, users of every directory can log in.", "useCommonEndpoint", "waad_common_endpoint"),
  ),
];

/**
 * The languages of options with long texts, for all strategies. Each script is listed, because an option with "script" in its name need not be a
 * script.
 */
const languages: readonly (readonly [at: string, language: NonNullable<Hints["language"]>])[] = [
  ["/cert", "pem"],
  ["/customScripts/change_email", "js"],
  ["/customScripts/change_password", "js"],
  ["/customScripts/change_phone_number", "js"],
  ["/customScripts/change_username", "js"],
  ["/customScripts/create", "js"],
  ["/customScripts/delete", "js"],
  ["/customScripts/get_user", "js"],
  ["/customScripts/login", "js"],
  ["/customScripts/verify", "js"],
  ["/email/body", "html"],
  ["/fedMetadataXml", "xml"],
  ["/requestTemplate", "xml"],
  ["/scripts/fetchUserProfile", "js"],
];

/** Options that contain the id of another object, such as an application, for all strategies. */
const ids: readonly (readonly [at: string, idOf: OutsideName | "client"])[] = [["/idpinitiated/client_id", "client"]];

/** The types of these objects. */
export const idTypesOfOptions: readonly string[] = [...new Set(ids.map(([, idOf]) => idOf))];

const safeguardsNear = byFirstKey(safeguards.map((one) => [one.at, one]));
const languagesNear = byFirstKey(languages);
const idsNear = byFirstKey(ids);

/** Returns a function that finds the entries whose patterns begin as a path does. No pattern begins with `*`. */
function byFirstKey<T>(entries: readonly (readonly [at: string, value: T])[]) {
  const patterns = entries.map(([at, value]) => [fromPointer(at), value] as const);
  const groups = Map.groupBy(patterns, ([[first]]) => first);
  return ([first]: Path) => groups.get(first) ?? [];
}

/** The annotations of one option. */
export function hintsOfOption(path: Path): Hints {
  const [, language] = languagesNear(path).find(([at]) => matches(at, path)) ?? [];
  const [, idOf] = idsNear(path).find(([at]) => matches(at, path)) ?? [];
  const [, safeguard] = safeguardsNear(path).find(([at]) => covers(at, path)) ?? [];
  const { why, weaker } = safeguard ?? {};
  return {
    ...(language && { language }),
    ...(idOf && { idOf }),
    ...(why !== undefined && { safeguard: why }),
    ...(weaker !== undefined && { weaker }),
    ...(path[0] !== undefined && !ofAny.names.has(path[0]) && { undocumented: true }),
  };
}

/** How the service makes the option `scope` at every write, whatever scope the request has. */
interface MadeScope {
  /** The flags, each with the word that it adds. A pattern: each flag with such a name adds its own name. */
  readonly flags: ReadonlyMap<string, string> | RegExp;
  /** The words that the scope always has. */
  readonly always?: readonly string[];
  /** The flags that are on if a request does not have them. */
  readonly on?: readonly string[];
  /** The scope of a connection that lacks the option `strategy_version`, or has another version. No flag changes such a scope. */
  readonly older?: { readonly unless: readonly number[] | "any"; readonly scope: readonly string[] };
  /** Set if the service makes the scope only for a request with a flag. */
  readonly onlyWithFlags?: true;
}

const never = new Map<string, string>();

/** By strategy: how the service makes the option `scope`. For other strategies, the service keeps the scope of a request. */
const madeScopes: Readonly<Partial<Record<KnownStrategy, MadeScope>>> = {
  apple: { flags: new Map(["name", "email"].map((name) => [name, name])), onlyWithFlags: true },
  facebook: { flags: /^(email|public_profile|(ads|business|groups|leads|manage|pages|publish|read|user)_\w+)$/ },
  github: { flags: scopeFlags.github ?? never },
  line: { flags: new Map([["email", "email"]]), always: ["openid", "profile"] },
  linkedin: {
    flags: new Map([
      ["email", "r_emailaddress"],
      ["profile", "r_liteprofile"],
      ["basic_profile", "r_basicprofile"],
    ]),
    on: ["profile"],
    older: { unless: "any", scope: ["r_basicprofile"] },
  },
  salesforce: { flags: never },
  "salesforce-community": { flags: never },
  windowslive: {
    flags: new Map([["graph_user", "https://graph.microsoft.com/User.Read"]]),
    older: { unless: [2], scope: ["wl.signin"] },
  },
  wordpress: { flags: never, always: ["profile"] },
};

function madeScopeOf(strategy: Json | undefined): MadeScope | undefined {
  const scopes: Readonly<Record<string, MadeScope>> = madeScopes;
  return typeof strategy === "string" && Object.hasOwn(scopes, strategy) ? scopes[strategy] : undefined;
}

/** Whether the service makes the option `scope` of a strategy from flags, and ignores the scope of a request. */
export function hasMadeScope(strategy: Json | undefined): boolean {
  return madeScopeOf(strategy) !== undefined;
}

/**
 * The words of the scope that the service makes of declared options, if the program declares another scope; undefined if the program declares none,
 * or the same. Where an update sets the undeclared flags of a declared scope ({@link scopeFlags}), the scope can also have the words of these flags.
 */
export function contradictedScope(strategy: Json | undefined, options: JsonObject): readonly string[] | undefined {
  const made = madeScopeOf(strategy);
  const declared = own(options, "scope");
  if (!made || declared === undefined || declared === null || holdsUnknown(options)) return undefined;
  // The service's rule for further words is not known.
  if (own(options, "freeform_scopes") !== undefined) return undefined;
  const words = wordsOf(declared);
  const expected = scopeOf(made, String(strategy), options, words);
  return expected && !equal([...expected].toSorted(), words.toSorted()) ? [...expected] : undefined;
}

/** The words of the scope that the service makes; undefined if the service keeps the declared scope. */
function scopeOf(
  { flags, always = [], on = [], older, onlyWithFlags }: MadeScope,
  strategy: string,
  options: JsonObject,
  declared: readonly string[],
): ReadonlySet<string> | undefined {
  const version = own(options, "strategy_version");
  const isOlder =
    older && (version === undefined || (older.unless !== "any" && !older.unless.some((one) => one === version)));
  if (isOlder) return new Set(older.scope);
  const ofPattern = (pattern: RegExp) => Object.keys(options).filter((name) => pattern.test(name));
  const known = flags instanceof RegExp ? ofPattern(flags).map((name) => [name, name] as const) : [...flags];
  if (onlyWithFlags && !known.some(([flag]) => own(options, flag) !== undefined)) return undefined;
  const isSet = Object.hasOwn(scopeFlags, strategy);
  const granted = known.filter(([flag, word]) => {
    const value = own(options, flag) ?? undefined;
    if (value !== undefined) return value === true;
    return on.includes(flag) || (isSet && declared.includes(word));
  });
  return new Set([...always, ...granted.map(([, word]) => word)]);
}

/**
 * Returns the options of an update with `scope` and the flags in agreement. If `scope` changes, the undeclared flags of its added words are set, and
 * those of its removed words are removed. If `scope` does not change and is undeclared, a changed flag adds its word to `scope` or removes it. All
 * other words and flags stay.
 *
 * @param flags the flags, each with its word in `scope`
 * @param before the options at the tenant
 * @param after the options that the update would send
 * @param declared the names of the options that the program declares
 * @param defaults the options of a new connection
 */
export function withScopeInStep(
  flags: ReadonlyMap<string, string>,
  before: JsonObject,
  after: JsonObject,
  declared: ReadonlySet<string>,
  defaults: JsonObject,
): JsonObject {
  const [had, has] = [wordsOf(own(before, "scope")), wordsOf(own(after, "scope"))];
  if (!equal(had.toSorted(), has.toSorted())) {
    // If `scope` was removed and no flag is declared, the flags that a new connection has stay set. The service would set them only in a request
    // without any flag.
    const isDefault = own(after, "scope") === undefined && [...flags.keys()].every((flag) => !declared.has(flag));
    const kept = isDefault ? new Set([...declared, ...Object.keys(defaults)]) : declared;
    return withFlagsOf(flags, new Set(had), new Set(has), after, kept);
  }
  const scope = own(before, "scope") ?? undefined;
  const changed = [...flags].filter(([flag]) => !equal(own(before, flag), own(after, flag)));
  if (declared.has("scope") || scope === undefined || changed.length === 0) return after;
  const granted = [...flags].filter(([flag]) => own(before, flag) === true).map(([, word]) => word);
  // If the scope has exactly the words of the enabled flags, the service derived it from them. So it is omitted, and the service derives a new one.
  if (equal(had.toSorted(), granted.toSorted())) {
    const { scope: _, ...rest } = after;
    return rest;
  }
  const words = new Set(had);
  for (const [flag, word] of changed) {
    if (own(after, flag) === true) words.add(word);
    else words.delete(word);
  }
  return { ...after, scope: typeof scope === "string" ? [...words].join(" ") : [...words] };
}

function withFlagsOf(
  flags: ReadonlyMap<string, string>,
  had: ReadonlySet<string>,
  has: ReadonlySet<string>,
  options: JsonObject,
  kept: ReadonlySet<string>,
): JsonObject {
  const result: MutableJsonObject = { ...options };
  for (const [flag, word] of flags) {
    if (kept.has(flag) || had.has(word) === has.has(word)) continue;
    if (has.has(word)) result[flag] = true;
    else if (result[flag] === true) delete result[flag];
  }
  return result;
}

/** The words of a scope: an array, or a text with spaces or commas. */
function wordsOf(scope: Json | undefined): readonly string[] {
  return (elementsOf(scope) ?? []).filter((word) => typeof word === "string");
}
