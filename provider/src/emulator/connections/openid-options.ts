import type { Tenant } from "../shared/room.ts";
import type { WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import type { Write } from "./strategies.ts";

const endpoints = ["authorization_endpoint", "token_endpoint", "userinfo_endpoint"];

/** What every document has that was not sent with it. */
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
export function openIdOptions(strategy: string, { given, stored }: Write, tenant: Tenant): WireObject {
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

/** The document that discovery finds: one that a test has given for the URL, else one that is made up for it. */
function discovered(strategy: string, { discovery_url, domain }: WireObject, documents: Tenant["documents"]): unknown {
  const ofDomain =
    strategy === "okta" && typeof domain === "string"
      ? `https://${domain}/.well-known/openid-configuration`
      : undefined;
  const url = typeof discovery_url === "string" ? discovery_url : ofDomain;
  if (url === undefined || !URL.canParse(url)) return undefined;
  if (Object.hasOwn(documents, url)) return documents[url];
  const { origin } = new URL(url);
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
