import { ServiceError } from "../shared/errors.ts";
import type { WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";

const prefix = "http://auth0.com/oauth/grant-type/";
const grantTypes = [
  ...["authorization_code", "implicit", "refresh_token", "client_credentials", "password"],
  ...["password-realm", "mfa-oob", "mfa-otp", "mfa-recovery-code"].map((name) => prefix + name),
  "urn:openid:params:grant-type:ciba",
  "urn:ietf:params:oauth:grant-type:device_code",
  "urn:auth0:params:oauth:grant-type:token-exchange:federated-connection-access-token",
];

/**
 * Checks the rules for a client that no schema can express.
 *
 * @param given the sent properties
 * @param row the resulting client
 * @param before the previous client; absent for a create
 * @throws ServiceError 400
 */
export function checkClient(given: WireObject, row: WireObject, before: WireObject | undefined): void {
  checkGrantTypes(given, row);
  checkMethods(given, row);
  if (before) checkFixed(given, before);
  if (row.app_type === "resource_server" && row.resource_server_identifier === undefined) {
    throw refused("resource_server_identifier is required for the app_type resource_server");
  }
  const organization = row.organization_usage ?? row.organization_require_behavior;
  if (given.is_first_party === false && before?.is_first_party === true && organization !== undefined) {
    throw refused("organization_usage and organization_require_behavior must be cleared for a third party");
  }
  if (row.third_party_security_mode === "strict") checkStrict(given);
}

function checkGrantTypes(given: WireObject, row: WireObject): void {
  const types = (row.grant_types ?? []) as string[];
  const unknown = types.filter((type) => !grantTypes.includes(type));
  const isPublic = row.token_endpoint_auth_method === "none";
  const all = [...unknown, ...(isPublic ? types.filter((type) => type === "client_credentials") : [])];
  if (given.grant_types !== undefined && all.length > 0) throw refused(`Invalid grant types: ${all.join(", ")}`);
}

function checkMethods(given: WireObject, row: WireObject): void {
  const { client_authentication_methods: methods, token_endpoint_auth_method: method } = row;
  if (methods !== undefined && method !== undefined) {
    throw refused("token_endpoint_auth_method and client_authentication_methods cannot be set at the same time");
  }
  if (given.token_endpoint_auth_method === null && methods === undefined) {
    throw refused("token_endpoint_auth_method can only be removed together with setting client_authentication_methods");
  }
  const { jwt_configuration: jwt } = row;
  if (methods !== undefined && isObject(jwt) && jwt.alg === "HS256") {
    throw refused("jwt_configuration.alg must be RS256 with client_authentication_methods");
  }
  if (given.is_token_endpoint_ip_header_trusted === true && method === "none") {
    throw refused("is_token_endpoint_ip_header_trusted needs a client secret at the token endpoint");
  }
  if (given.client_secret !== undefined && methods !== undefined) {
    throw refused("client_secret cannot be set while client_authentication_methods is set");
  }
}

function checkFixed(given: WireObject, before: WireObject): void {
  const mode = given.third_party_security_mode;
  if (mode !== undefined && mode !== before.third_party_security_mode) {
    throw payloadError({ why: "third_party_security_mode cannot be changed", path: "third_party_security_mode" });
  }
  const { is_first_party: isOwn } = given;
  if (before.third_party_security_mode === "strict" && isOwn !== undefined && isOwn !== before.is_first_party) {
    throw refused("is_first_party cannot be changed in the mode strict");
  }
  if (before.external_client_id === undefined) return;
  const wrong = Object.keys(given).filter((name) => !changeableOfDocuments.includes(name));
  if (wrong.length > 0) throw refused(`Additional properties not allowed: ${wrong.join(",")}`);
}

/** The properties that a PATCH can change if the client was registered by its metadata document. */
const changeableOfDocuments = [
  ...["description", "app_type", "grant_types", "allowed_origins", "web_origins", "oidc_conformant"],
  ...["jwt_configuration", "refresh_token", "client_metadata", "organization_usage", "organization_require_behavior"],
  ...["organization_discovery_methods", "default_organization", "require_proof_of_possession", "token_quota"],
  "skip_non_verifiable_callback_uri_confirmation_prompt",
];

function checkStrict(given: WireObject): void {
  const { grant_types: grants, app_type: type, jwt_configuration: jwt, refresh_token: tokens } = given;
  const known = ["authorization_code", "refresh_token", "client_credentials"];
  const wrong = Array.isArray(grants) ? grants.filter((grant) => !known.includes(String(grant))) : [];
  if (wrong.length > 0) throw refused(`Invalid grant types: ${wrong.join(", ")}`);
  const types = ["native", "spa", "regular_web", "non_interactive"];
  if (type !== undefined && !types.includes(String(type))) throw refused("Invalid app_type for the mode strict");
  if (isObject(jwt) && jwt.alg !== undefined && jwt.alg !== "RS256") throw refused("alg must be RS256");
  if (isObject(tokens) && tokens.expiration_type === "non-expiring") throw refused("Refresh tokens must expire");
}

function refused(why: string): ServiceError {
  return new ServiceError(400, why, "invalid_body");
}
