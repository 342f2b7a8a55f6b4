/*
 * Data about connection strategies. Sources: the service's public interface description of 2026-06 (the types of its npm SDK 7.1) and, for the
 * form of responses, recorded exchanges with real tenants.
 *
 * Paths are JSON pointers (RFC 6901) into `options`, in which `*` matches any key.
 */

/**
 * The known strategies. An unknown strategy is sent unchanged, because it can be new. It is refused only if it differs from a known strategy by
 * one letter.
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
