import { createHash, X509Certificate } from "node:crypto";
import type { Tenant, TenantTraits } from "../shared/module.ts";
import { entryOf, filtered, merged, pick, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import type { Derivation, Write } from "./strategies.ts";

const hooks = ["repo_hook", "org", "public_key"].flatMap((resource) =>
  ["read", "write", "admin"].map((verb): [string, string] => [`${verb}_${resource}`, `${verb}:${resource}`]),
);
const asTheyAre = ["public_repo", "repo", "repo_deployment", "delete_repo", "notifications", "gist"];

/** The OAuth scope for each flag of the options, by strategy. */
const scopes = {
  github: new Map([
    ["email", "user:email"],
    ["follow", "user:follow"],
    ["read_user", "read:user"],
    ["repo_status", "repo:status"],
    ...hooks,
    ...asTheyAre.map((name): [string, string] => [name, name]),
  ]),
  google: new Map([
    ["email", "email"],
    ["profile", "profile"],
    ["gmail", "https://mail.google.com/mail/feed/atom"],
    ["youtube", "https://gdata.youtube.com"],
    ["calendar", "https://www.googleapis.com/auth/calendar"],
    ["contacts", "https://www.google.com/m8/feeds/"],
  ]),
  linkedin: new Map([
    ["email", "r_emailaddress"],
    ["profile", "r_liteprofile"],
    ["basic_profile", "r_basicprofile"],
  ]),
};

const facebookPermission = /^(email|public_profile|(ads|business|groups|leads|manage|pages|publish|read|user)_\w+)$/;

/** The scopes of the flags that are true, in the order of the options. */
function granted(options: WireObject, known: ReadonlyMap<string, string>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === true ? (known.get(name) ?? []) : []));
}

const google: Derivation = ({ given }) => {
  const flagged = Object.keys(given).some((name) => scopes.google.has(name));
  const options: WireObject = { ...given, ...(!flagged && { email: true, profile: true }) };
  if (!("email" in options)) options.email = true;
  return { ...options, scope: given.scope ?? granted(options, scopes.google) };
};

const linkedIn: Derivation = ({ given }) => {
  const options = { ...given, ...(!("profile" in given) && { profile: true }) };
  const versioned = given.strategy_version !== undefined;
  return { ...options, scope: versioned ? granted(options, scopes.linkedin) : ["r_basicprofile"] };
};

const windowsLive: Derivation = ({ given }) => {
  const flagged = Object.values(given).some((value) => typeof value === "boolean");
  const user = given.graph_user === true ? ["https://graph.microsoft.com/User.Read"] : [];
  return {
    ...given,
    ...(!flagged && { signin: true }),
    scope: given.strategy_version === 2 ? user : ["wl.signin"],
  };
};

const apple: Derivation = ({ given }) => {
  const flags = ["name", "email"];
  if (!flags.some((name) => name in given)) return given;
  return { ...given, scope: flags.filter((name) => given[name] === true).join(" ") };
};

const facebook: Derivation = ({ given }) => {
  const flags = Object.keys(given).filter((name) => given[name] === true && facebookPermission.test(name));
  return { ...given, scope: flags.join(",") };
};

const line: Derivation = ({ given }) => ({
  profile: true,
  ...given,
  scope: ["openid", ...(given.email === true ? ["email"] : []), "profile"],
});

/** By social strategy: computes the options after a write, with the scope that the service derives from the flags, for POST and PATCH alike. */
const socialOptions: Readonly<Record<string, Derivation>> = {
  github: ({ given }) => ({ ...given, scope: granted(given, scopes.github) }),
  "google-oauth2": google,
  facebook,
  apple,
  linkedin: linkedIn,
  windowslive: windowsLive,
  line,
  wordpress: ({ given }) => ({ profile: true, ...given, scope: ["profile"] }),
  salesforce: ({ given }) => ({ ...given, scope: [] }),
  "salesforce-community": ({ given }) => ({ ...given, scope: [] }),
};

const passwordOptions = {
  complexity: {
    min_length: 15,
    character_types: [],
    character_type_rule: "all",
    identical_characters: "allow",
    sequential_characters: "allow",
    max_length_exceeded: "error",
  },
  history: { active: false, size: 3 },
  dictionary: { active: false, custom: [], default: "en_100k" },
  profile_data: {
    active: false,
    blocked_fields: [
      "name",
      "username",
      "nickname",
      "email",
      "phone_number",
      "user_metadata.name",
      "user_metadata.first",
      "user_metadata.last",
    ],
  },
};

const passkeyOptions = {
  challenge_ui: "both",
  progressive_enrollment_enabled: true,
  local_enrollment_enabled: true,
};

/** The options of a database connection after a write. */
function databaseOptions({ given, stored }: Write, { traits }: Tenant): WireObject {
  const onlyNew: WireObject = {
    mfa: { active: true, return_enroll_settings: true },
    ...(!traits.passwordOptions && !("password_options" in given) && { passwordPolicy: "good" }),
    strategy_version: 2,
    ...(traits.passwordOptions && { password_options: passwordOptions }),
  };
  const options: WireObject = {
    ...(stored === undefined && onlyNew),
    ...(traits.passkeys && { passkey_options: passkeyOptions, authentication_methods: methods(traits) }),
    brute_force_protection: true,
    ...given,
  };
  if (isObject(given.authentication_methods) && traits.passkeys) {
    options.authentication_methods = merged(methods(traits), given.authentication_methods);
  }
  if (isObject(given.password_options)) options.password_options = merged(passwordOptions, given.password_options);
  if (isObject(given.attributes)) options.attributes = withEmailDefaults(given.attributes, stored, traits);
  return options;
}

function methods({ passwordBehaviors, passwordlessDatabases }: TenantTraits): WireObject {
  const behaviors = { api_behavior: "required", signup_behavior: "allow" };
  return {
    password: { enabled: true, ...(passwordBehaviors && behaviors) },
    passkey: { enabled: false },
    ...(passwordlessDatabases && { email_otp: { enabled: false }, phone_otp: { enabled: false } }),
  };
}

function withEmailDefaults(attributes: WireObject, stored: WireObject | undefined, traits: TenantTraits): WireObject {
  const { email } = attributes;
  if (!isObject(email) || (stored === undefined && !traits.emailAttribute)) return attributes;
  const method = traits.emailAttribute ? { verification_method: "link" } : {};
  return { ...attributes, email: { ...method, unique: true, ...email } };
}

const ad: Derivation = ({ given, sent, stored }) => ({
  ...(sent && { ips: null }),
  ...(stored === undefined && { brute_force_protection: true }),
  ...given,
});

const adfs: Derivation = ({ given, stored }) => {
  const { fedMetadataXml: xml } = given;
  const endpoint = typeof xml === "string" ? passiveEndpoint(xml) : undefined;
  return {
    thumbprints: [],
    ...(stored === undefined && { should_trust_email_verified_connection: "always_set_emails_as_verified" }),
    ...(endpoint !== undefined && { signInEndpoint: endpoint }),
    ...given,
  };
};

const googleApps: Derivation = ({ given, stored }, { traits }) => ({
  email: true,
  profile: true,
  scope: ["email", "profile"],
  handle_login_from_social: true,
  ...(stored === undefined && traits.strategyDefaults && { map_user_id_to_id: false }),
  ...(stored !== undefined && { api_enable_users: true, ...pick(stored, ["map_user_id_to_id"]) }),
  ...given,
});

/** Invented thumbprints of Microsoft's keys. Like real ones, they are the same for all waad connections. */
const azureKeys = Array.from({ length: 5 }, (_, n) => createHash("sha1").update(`key ${n}`).digest("hex"));

const azureAd: Derivation = ({ given, stored }, { origin, traits }) => {
  const common = { waad_common_endpoint: given.useCommonEndpoint ?? false };
  if (stored !== undefined) {
    const defaults = traits.strategyDefaults ? { ...common, userid_attribute: null } : {};
    return { ...pick(stored, ["thumbprints", "app_domain"]), ...defaults, ...given };
  }
  return {
    thumbprints: azureKeys,
    app_domain: new URL(origin).host,
    identity_api: "microsoft-identity-platform-v2.0",
    waad_protocol: "openid-connect",
    useCommonEndpoint: false,
    use_wsfed: false,
    should_trust_email_verified_connection: "never_set_emails_as_verified",
    ...(traits.strategyDefaults && { ...common, userid_attribute: "oid" }),
    ...given,
  };
};

const passwordless: Derivation = ({ given, sent, stored }) =>
  !sent && stored === undefined ? { brute_force_protection: true } : given;

const derivations: Readonly<Record<string, Derivation>> = {
  ...socialOptions,
  auth0: databaseOptions,
  ad,
  adfs,
  "google-apps": googleApps,
  waad: azureAd,
  oidc: (write, tenant) => openIdOptions("oidc", write, tenant),
  okta: (write, tenant) => openIdOptions("okta", write, tenant),
  samlp: samlOptions,
  pingfederate: pingFederateOptions,
  sms: passwordless,
  email: passwordless,
};

/** The options of a connection after a write: the sent options, and those that the service derives from them. */
export function derive(strategy: string, write: Write, tenant: Tenant): WireObject {
  return entryOf(derivations, strategy)?.(write, tenant) ?? write.given;
}

const endpoints = ["authorization_endpoint", "token_endpoint", "userinfo_endpoint"];

/** The members that the service adds to a discovery document if they are missing. */
const unsupported = {
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  require_request_uri_registration: false,
};

const common = (strategy: string, creating: boolean) => ({
  schema_version: "oidc-V4",
  attribute_map: { mapping_mode: strategy === "okta" ? "basic_profile" : "bind_all" },
  connection_settings: { pkce: creating ? "auto" : "disabled" },
});

/** The options of an oidc or okta connection after a write. */
function openIdOptions(strategy: string, { given, stored }: Write, tenant: Tenant): WireObject {
  const options: WireObject = { ...common(strategy, stored === undefined), ...given };
  options.type ??= strategy === "okta" ? "back_channel" : "front_channel";
  const found = given.oidc_metadata ?? discovered(strategy, given, tenant.documents);
  const metadata: WireObject | undefined = isObject(found) ? { ...unsupported, ...found } : undefined;
  if (metadata) options.oidc_metadata = metadata;
  for (const name of endpoints) {
    if (metadata && given[name] === null) options[name] = metadata[name] ?? "";
  }
  for (const name of ["issuer", "jwks_uri", ...endpoints]) {
    if (metadata && !(name in given) && metadata[name] !== undefined) options[name] = metadata[name];
  }
  return options;
}

/**
 * The discovery document of a connection: from the emulator's option `documents`, or else an invented one; undefined without a valid URL.
 */
function discovered(strategy: string, { discovery_url, domain }: WireObject, documents: Tenant["documents"]): unknown {
  const ofDomain = strategy === "okta" && `https://${domain}/.well-known/openid-configuration`;
  const url = String(discovery_url ?? ((domain ?? null) !== null && ofDomain));
  const origin = URL.parse(url)?.origin;
  if (origin === undefined) return undefined;
  if (Object.hasOwn(documents, url)) return documents[url];
  const below = strategy === "okta" ? `${origin}/oauth2/v1` : origin;
  return {
    issuer: origin,
    authorization_endpoint: `${below}/authorize`,
    token_endpoint: `${below}/token`,
    userinfo_endpoint: `${below}/userinfo`,
    jwks_uri: `${below}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

/** The options that the service derives from the SAML metadata of a connection. */
const fromMetadata = [
  "signInEndpoint",
  "signOutEndpoint",
  "bindingMethod",
  "signingCert",
  "cert",
  "expires",
  "subject",
  "thumbprints",
];

/** The options of a samlp connection after a write. */
function samlOptions({ given, stored }: Write, { traits, documents }: Tenant): WireObject {
  const { metadataXml, metadataUrl } = given;
  const xml = metadataXml ?? entryOf(documents, String(metadataUrl));
  const unread = typeof metadataUrl === "string" && typeof xml !== "string";
  const { signingCert, ...endpoints } = typeof xml === "string" ? readSamlMetadata(xml) : {};
  const settings = stored === undefined && traits.strategyDefaults;
  return {
    // The emulator does not request the metadata. If its option `documents` lacks the metadata, the metadata counts as unchanged.
    ...(unread && stored !== undefined && pick(stored, fromMetadata)),
    ...(settings && { assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: [] } }),
    ...endpoints,
    ...enabledInitiation(given),
    ...(signingCert !== undefined && { signingCert }),
    ...derivedFrom(signingCert ?? given.signingCert ?? given.cert),
  };
}

/** The options of a pingfederate connection after a write. */
function pingFederateOptions({ given }: Write): WireObject {
  const { pingFederateBaseUrl: base } = given;
  return {
    ...(typeof base === "string" && { signInEndpoint: base }),
    ...enabledInitiation(given),
    ...derivedFrom(given.signingCert ?? given.cert),
  };
}

/** The options that the service derives from a certificate; none if the value is not a text. */
function derivedFrom(certificate: unknown): WireObject {
  return typeof certificate === "string" ? readCertificate(certificate) : {};
}

/** A copy of the given options, in which `idpinitiated` has `enabled: true` unless it already contains `enabled`. */
function enabledInitiation(given: WireObject): WireObject {
  const { idpinitiated } = given;
  return isObject(idpinitiated) ? { ...given, idpinitiated: { enabled: true, ...idpinitiated } } : given;
}

/** The long names of a subject's attributes, by their short names. */
const longNames: Readonly<Record<string, string>> = {
  C: "countryName",
  ST: "stateOrProvinceName",
  L: "localityName",
  O: "organizationName",
  OU: "organizationalUnitName",
  CN: "commonName",
};

/**
 * The values that the service derives from a certificate: its PEM form, SHA-1, expiry and subject, as `{ commonName: "idp.example.com" }`.
 * The certificate can be in PEM form, the base64 of the PEM form, or bare base64 as in SAML metadata. From any other text, the service
 * derives only `cert` and `thumbprints`.
 */
function readCertificate(text: string): WireObject {
  const decoded = Buffer.from(text, "base64").toString("latin1");
  const cert = decoded.includes("-----BEGIN") ? decoded : text;
  const der = Buffer.from(cert.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
  const thumbprints = [createHash("sha1").update(der).digest("hex")];
  try {
    const { subject, validTo } = new X509Certificate(der);
    const names = subject.split("\n").map((line): [string, string] => {
      const [type = "", ...value] = line.split("=");
      return [longNames[type] ?? type, value.join("=")];
    });
    return { cert, expires: new Date(validTo).toISOString(), subject: Object.fromEntries(names), thumbprints };
  } catch {
    return { cert, thumbprints };
  }
}

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * Reads options of a connection from the metadata of a SAML identity provider. The text need not be well-formed XML. Options for which the text has
 * no value are left out.
 */
function readSamlMetadata(xml: string): WireObject {
  const signIn = endpoint(xml, "SingleSignOnService");
  const certificate = /<(?:[\w-]+:)?X509Certificate>([^<]+)</.exec(xml)?.[1]?.replaceAll(/\s/g, "");
  const found = {
    signInEndpoint: signIn?.location,
    signOutEndpoint: endpoint(xml, "SingleLogoutService")?.location,
    bindingMethod: signIn?.binding,
    signingCert: certificate === undefined ? undefined : asSigningCert(certificate),
  };
  return filtered(found, (value) => value !== undefined);
}

/** The sign-in endpoint in the metadata of a WS-Federation identity provider; undefined if there is none. */
function passiveEndpoint(xml: string): string | undefined {
  const passive = /<(?:[\w-]+:)?PassiveRequestorEndpoint\b[\s\S]*?<(?:[\w-]+:)?Address>\s*([^<\s]+)/.exec(xml);
  return passive?.[1];
}

/** The endpoint of a service in SAML metadata: the one with the redirect binding, or else the first. */
function endpoint(xml: string, service: string) {
  const tags = xml.match(new RegExp(`<(?:[\\w-]+:)?${service}\\b[^>]*>`, "g")) ?? [];
  const all = tags.map((tag) => ({ binding: attribute(tag, "Binding"), location: attribute(tag, "Location") }));
  return all.find(({ binding }) => binding === redirect) ?? all[0];
}

function attribute(startTag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(startTag)?.[1];
}

/** The certificate in the form of responses: base64 of the PEM form, in lines of 64 characters. */
function asSigningCert(certificate: string): string {
  const pem = `-----BEGIN CERTIFICATE-----\n${inLines(certificate)}\n-----END CERTIFICATE-----\n`;
  return `${inLines(Buffer.from(pem).toString("base64"))}\n`;
}

function inLines(base64: string): string {
  return base64.replaceAll(/.{64}(?=.)/g, "$&\n");
}
