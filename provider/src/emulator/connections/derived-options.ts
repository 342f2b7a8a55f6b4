import type { WireObject } from "../shared/store.ts";
import { readCertificate } from "./certificate.ts";
import { readSamlMetadata } from "./saml-metadata.ts";

/** The options that the service adds to the given ones. */
export interface Derived {
  /** Used for keys that were not given. */
  readonly defaults?: WireObject;
  /** Used in any case: keys whose values follow from other given keys. */
  readonly forced?: WireObject;
}

/** Older options of a database connection. They cannot be combined with `password_options`. */
export const olderPasswordFields = [
  "passwordPolicy",
  "password_complexity_options",
  "password_history",
  "password_no_personal_info",
  "password_dictionary",
];

const databaseDefaults = {
  strategy_version: 2,
  brute_force_protection: true,
  mfa: { active: true, return_enroll_settings: true },
  authentication_methods: { password: { enabled: true }, passkey: { enabled: false } },
  passkey_options: { challenge_ui: "both", progressive_enrollment_enabled: true, local_enrollment_enabled: true },
};

const passwordOptions = {
  complexity: { min_length: 8 },
  dictionary: { active: false },
  history: { active: false },
  profile_data: { active: false },
};

/** The profile flags of social strategies with their scopes, and the flags whose default is true. */
const socialFlags: Readonly<Record<string, { scopes: Readonly<Record<string, string>>; on: readonly string[] }>> = {
  "google-oauth2": { scopes: { email: "email", profile: "profile" }, on: ["email", "profile"] },
  github: {
    scopes: { email: "user:email", read_user: "read:user", follow: "user:follow", read_org: "read:org", repo: "repo" },
    on: ["profile"],
  },
};

const derivations: Readonly<Record<string, (given: WireObject) => Derived>> = {
  auth0: (given) => ({
    defaults: {
      ...databaseDefaults,
      ...(!olderPasswordFields.some((key) => key in given) && { password_options: passwordOptions }),
    },
  }),
  oidc: (given) => openId(given, "front_channel", issuerOf(given), ["authorize", "oauth/token", "userinfo"]),
  okta: (given) => {
    const issuer = issuerOf(given) ?? (typeof given.domain === "string" ? `https://${given.domain}` : undefined);
    return openId(given, "back_channel", issuer, ["oauth2/v1/authorize", "oauth2/v1/token", "oauth2/v1/userinfo"]);
  },
  samlp: saml,
  pingfederate: pingFederate,
};

/** The options that the service derives from the given ones. The result depends on the arguments only. */
export function derive(strategy: string, given: WireObject): Derived {
  const social = Object.hasOwn(socialFlags, strategy) ? socialFlags[strategy] : undefined;
  if (social) return { defaults: socialDefaults(given, social.scopes, social.on) };
  return (Object.hasOwn(derivations, strategy) ? derivations[strategy]?.(given) : undefined) ?? {};
}

function issuerOf({ issuer, discovery_url }: WireObject): string | undefined {
  if (typeof issuer === "string") return issuer;
  return typeof discovery_url === "string" ? discovery_url.replace(/\/\.well-known\/.*$/, "") : undefined;
}

/** Endpoints as discovery would find them. Nothing is fetched. */
function openId(given: WireObject, type: string, issuer: string | undefined, paths: readonly string[]): Derived {
  const common = {
    type,
    schema_version: "oidc-V4",
    connection_settings: { pkce: "auto" },
    attribute_map: { mapping_mode: "bind_all", attributes: {} },
  };
  if (issuer === undefined) return { defaults: common };
  const base = issuer.replace(/\/+$/, "");
  const [authorize, token, userinfo] = paths.map((path) => `${base}/${path}`);
  const endpoints = {
    issuer,
    authorization_endpoint: authorize,
    token_endpoint: token,
    userinfo_endpoint: userinfo,
    jwks_uri: `${base}/.well-known/jwks.json`,
  };
  const answered = { ...endpoints, ...pick(given, Object.keys(endpoints)) };
  const metadata = { ...answered, response_types_supported: ["code"], subject_types_supported: ["public"] };
  return { defaults: { ...common, ...endpoints, oidc_metadata: metadata } };
}

function saml(given: WireObject): Derived {
  const redirect = { bindingMethod: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" };
  if (typeof given.metadataXml === "string") {
    const { entityId, ...found } = readSamlMetadata(given.metadataXml);
    const cert = found.cert ?? given.cert;
    return {
      defaults: { ...redirect, ...(entityId !== undefined && { entityId }) },
      forced: { ...found, ...certificateKeys(cert) },
    };
  }
  const cert = typeof given.signingCert === "string" ? given.signingCert : given.cert;
  return { defaults: redirect, forced: certificateKeys(cert) };
}

function pingFederate({ pingFederateBaseUrl, signingCert, cert }: WireObject): Derived {
  const base = typeof pingFederateBaseUrl === "string" ? pingFederateBaseUrl.replace(/\/+$/, "") : undefined;
  return {
    ...(base !== undefined && { defaults: { signInEndpoint: `${base}/idp/startSSO.ping` } }),
    forced: certificateKeys(signingCert ?? cert),
  };
}

function certificateKeys(cert: unknown): WireObject {
  return typeof cert === "string" ? { cert, ...readCertificate(cert) } : {};
}

/** Derives the flags from the scope if a scope is given, else the scope from the flags. */
function socialDefaults(
  given: WireObject,
  scopes: Readonly<Record<string, string>>,
  on: readonly string[],
): WireObject {
  const { scope } = given;
  if (Array.isArray(scope) || typeof scope === "string") {
    const asked: unknown[] = typeof scope === "string" ? scope.split(" ") : scope;
    const flags = Object.entries(scopes).map(([flag, name]) => [flag, asked.includes(name)] as const);
    return Object.fromEntries(flags.filter(([, present]) => present));
  }
  const flags: WireObject = { ...Object.fromEntries(on.map((flag) => [flag, true])), ...given };
  const granted = Object.entries(scopes).filter(([flag]) => flags[flag] === true);
  return { ...Object.fromEntries(on.map((flag) => [flag, true])), scope: granted.map(([, name]) => name) };
}

function pick(from: WireObject, keys: readonly string[]): WireObject {
  return Object.fromEntries(keys.filter((key) => typeof from[key] === "string").map((key) => [key, from[key]]));
}
