import { ServiceError } from "../shared/errors.ts";
import type { Tenant, TenantTraits } from "../shared/module.ts";
import { Objects, type Write } from "../shared/objects.ts";
import { copyOf, omit, randomAlphanumerics, type Stored, type WireObject, withoutNulls } from "../shared/store.ts";
import { isObject, payloadError, text } from "../shared/validation.ts";
import {
  type Credential,
  checkCredentials,
  hasNewCredentials,
  takeCredentials,
  withCredential,
} from "./credentials.ts";

/** A stored client, with the secret and the credentials that responses omit. */
export interface StoredClient extends Stored {
  readonly name: string;
  readonly client_secret?: string;
  readonly credentials?: readonly Credential[];
}

/** The properties of which every client in the service's responses has at least one. They mark a client of a seed as complete. */
const proofs = ["client_secret", "client_authentication_methods", "global"];

/** The tenant's clients, by `client_id`. Names are not unique. */
export class Clients extends Objects<StoredClient> {
  readonly #tenant: Tenant;

  constructor(tenant: Tenant) {
    super({
      path: "/clients",
      key: "id",
      idName: "client_id",
      // Old tenants have names that the service no longer accepts, so a seed can have any name.
      seeded: { name: text({ min: 1 }) },
      whole: (wire) =>
        Object.hasOwn(wire, "id") && proofs.some((name) => Object.hasOwn(wire, name)) && !hasNewCredentials(wire),
      newId: () => randomAlphanumerics(32),
      missing: ["The client does not exist", "inexistent_client"],
      taken: "The client already exists.",
      settle: (_, write) => this.#settle(write),
      view,
    });
    this.#tenant = tenant;
  }

  /** Unlike a request, direct access can choose the id of a new client. */
  override create(wire: WireObject): WireObject {
    const { client_id: id, ...given } = isObject(wire) ? wire : {};
    this.check(this.created, isObject(wire) ? given : wire);
    return this.add({ ...given, id });
  }

  /** Adds a client. The id of a third-party client in strict mode begins with `tpc_`. */
  override add(wire: WireObject): WireObject {
    const isStrict = freshClient(wire, this.#tenant).third_party_security_mode === "strict";
    const id = wire.id ?? (isStrict ? `tpc_${randomAlphanumerics(22)}` : undefined);
    return super.add({ ...wire, id });
  }

  /**
   * The credentials of a client.
   *
   * @throws ServiceError 404
   */
  credentialsOf(id: string): readonly Credential[] {
    return this.require(id).credentials ?? [];
  }

  addCredential(id: string, wire: WireObject): Credential {
    const all = withCredential(this.credentialsOf(id), wire, this.#tenant.time());
    this.setCredentials(id, all);
    return all.at(-1) as Credential;
  }

  setCredentials(id: string, credentials: readonly Credential[]): void {
    this.put({ ...this.require(id), credentials });
  }

  /**
   * Rotates the secret of a client.
   *
   * @throws ServiceError 400 if the client authenticates with credentials instead of a secret
   */
  rotate(id: string): WireObject {
    const row = this.require(id);
    if (row.client_authentication_methods !== undefined) {
      throw new ServiceError(400, "The secret of a client with client_authentication_methods cannot be rotated.");
    }
    return this.change(row.id, { client_secret: newSecret() });
  }

  #settle({ given: sent, id, before }: Write<StoredClient>): WireObject {
    if (before) {
      const row = withMirror(patchedClient(before, sent));
      checkClient(sent, row, before);
      checkCredentials(row, before.credentials ?? []);
      this.#checkAliases(id, row);
      return row;
    }
    const [client, credentials] = takeCredentials(sent, this.#tenant.time());
    const row = withMirror(freshClient(client, this.#tenant));
    checkClient(sent, row, undefined);
    checkCredentials(row, credentials);
    this.#checkAliases(id, row);
    return { id, client_secret: newSecret(), ...row, ...(credentials.length > 0 && { credentials }) };
  }

  /** @throws ServiceError 409 if another client has one of the aliases */
  #checkAliases(id: string, { client_aliases }: WireObject): void {
    const aliases = Array.isArray(client_aliases) ? client_aliases : [];
    const others = this.all().filter((other) => other.id !== id);
    const isTaken = ({ client_aliases: theirs }: WireObject) =>
      Array.isArray(theirs) && theirs.some((alias) => aliases.includes(alias));
    if (aliases.length > 0 && others.some(isTaken)) {
      throw new ServiceError(409, "Another client exists with the same alias.");
    }
  }
}

/** A new secret: 64 characters of the service's alphabet. */
function newSecret(): string {
  return randomAlphanumerics(64);
}

/** A client in the form of responses to a token with all scopes. */
function view({ id, ...row }: StoredClient): WireObject {
  const client: WireObject = copyOf({ client_id: id, ...omit(row, ["credentials"]) });
  return client.client_authentication_methods === undefined ? client : omit(client, ["client_secret"]);
}

const allGrants = ["authorization_code", "implicit", "refresh_token", "client_credentials"];
const day = 86_400;

/** A new client with its defaults. Some defaults depend on `app_type`, `is_first_party` or `token_endpoint_auth_method`. */
function freshClient(given: WireObject, { name: tenant, traits }: Tenant): WireObject {
  const sent = withoutNulls(given);
  const { app_type: type, token_endpoint_auth_method: method } = sent;
  const isThirdParty = sent.is_first_party === false;
  const mode = isThirdParty ? (sent.third_party_security_mode ?? modeOf(traits)) : undefined;
  const isSpecial = type === "resource_server" || type === "express_configuration";
  const jwt = isSpecial || mode === "strict" ? { alg: "RS256" } : {};
  return {
    tenant,
    global: false,
    callback_url_template: false,
    is_first_party: true,
    custom_login_page_on: true,
    sso_disabled: false,
    is_token_endpoint_ip_header_trusted: false,
    cross_origin_auth: false,
    ...(traits.crossOriginAuthentication && { cross_origin_authentication: false }),
    oidc_conformant: isSpecial || isThirdParty,
    grant_types: grantsOf(type, method, mode),
    ...(type === "express_configuration" && expressDefaults),
    third_party_security_mode: mode,
    ...(mode === "strict" && { redirection_policy: "open_redirect_protection" }),
    ...sent,
    jwt_configuration: isObject(sent.jwt_configuration)
      ? { secret_encoded: false, ...sent.jwt_configuration }
      : { ...lifetimeOf(isSpecial, mode), secret_encoded: false, ...jwt },
    refresh_token: refreshTokenOf(sent.refresh_token, method, isThirdParty, mode),
    ...(isObject(sent.session_transfer) && {
      session_transfer: { ...transferDefaults(traits), ...sent.session_transfer },
    }),
    ...(isObject(sent.oidc_logout) && { oidc_logout: logoutOf(sent.oidc_logout) }),
  };
}

const expressDefaults = {
  organization_usage: "require",
  organization_require_behavior: "pre_login_prompt",
  client_authentication_methods: { private_key_jwt: { credentials: [] } },
  callbacks: ["https://system-admin.okta.com/admin/app/generic/oauth20redirect"],
};

function modeOf(traits: TenantTraits): string | undefined {
  if (traits.strictThirdParties) return "strict";
  return traits.thirdPartyModes ? "permissive" : undefined;
}

function grantsOf(type: unknown, method: unknown, mode: unknown): readonly string[] {
  if (type === "resource_server") return [];
  if (type === "express_configuration") return ["authorization_code", "client_credentials"];
  if (mode === "strict") return ["authorization_code"];
  return method === "none" ? allGrants.slice(0, 3) : allGrants;
}

function lifetimeOf(isSpecial: boolean, mode: unknown): WireObject {
  if (isSpecial) return {};
  return { lifetime_in_seconds: mode === "strict" ? 3600 : 36_000 };
}

function refreshTokenOf(sent: unknown, method: unknown, isThirdParty: boolean, mode: unknown): WireObject {
  const isStrict = mode === "strict";
  const isRotating = isThirdParty && method === "none" && !isStrict;
  const own = isObject(sent)
    ? sent
    : {
        rotation_type: isRotating ? "rotating" : "non-rotating",
        expiration_type: isRotating || isStrict ? "expiring" : "non-expiring",
      };
  const isInfinite = isObject(sent) ? sent.expiration_type === "non-expiring" : !isRotating;
  const isLong = !isObject(sent) && String(method).startsWith("client_secret_");
  return {
    leeway: 0,
    infinite_token_lifetime: isInfinite,
    infinite_idle_token_lifetime: isInfinite && (isObject(sent) || !isStrict),
    token_lifetime: isLong ? 31_557_600 : 30 * day,
    idle_token_lifetime: isLong ? 30 * day : 15 * day,
    ...own,
  };
}

function transferDefaults(traits: TenantTraits): WireObject {
  return {
    can_create_session_transfer_token: false,
    allowed_authentication_methods: [],
    enforce_device_binding: "ip",
    ...(traits.crossOriginAuthentication && {
      allow_refresh_token: false,
      enforce_online_refresh_tokens: true,
      enforce_cascade_revocation: true,
    }),
  };
}

function logoutOf(sent: WireObject): WireObject {
  if (Object.keys(sent).length > 0) return sent;
  return { backchannel_logout_initiators: { mode: "custom", selected_initiators: ["rp-logout", "idp-logout"] } };
}

/** The properties of which a PATCH changes only the sent members. It replaces all other properties as a whole. */
const merged = [
  ...["jwt_configuration", "addons", "client_metadata", "mobile", "native_social_login", "session_transfer"],
  "signed_request_object",
];
/** By property: a value, as JSON, that removes the property. Null removes any property. */
const gone: Readonly<Record<string, string>> = { initiate_login_uri: '""', oidc_logout: "{}" };
/** The merged properties that an empty object clears. An empty object does not change the other merged properties. */
const emptied = ["addons", "client_metadata"];

/** A client after a PATCH. */
function patchedClient(before: WireObject, given: WireObject): WireObject {
  const row: WireObject = { ...before };
  for (const [name, value] of Object.entries(given)) {
    if (value === null || gone[name] === JSON.stringify(value)) {
      delete row[name];
      if (name === "oidc_backchannel_logout") delete row.oidc_logout;
    } else row[name] = merged.includes(name) && isObject(value) ? together(name, before[name], value) : value;
  }
  const urls = given.oidc_backchannel_logout;
  if (isObject(urls)) row.oidc_logout = { ...(isObject(row.oidc_logout) && row.oidc_logout), ...urls };
  return row;
}

function together(name: string, before: unknown, given: WireObject): WireObject {
  if (!isObject(before) || (emptied.includes(name) && Object.keys(given).length === 0)) return withoutNulls(given);
  return withoutNulls({ ...before, ...given });
}

/** A client with its logout settings in the newer and in the older form: responses contain both. */
function withMirror(row: WireObject): WireObject {
  const { oidc_backchannel_logout: _, ...client } = row;
  if (!isObject(client.oidc_logout)) return client;
  const { backchannel_logout_urls: urls } = client.oidc_logout;
  return { ...client, oidc_backchannel_logout: urls === undefined ? {} : { backchannel_logout_urls: urls } };
}

const prefix = "http://auth0.com/oauth/grant-type/";
const grantTypes = [
  ...["authorization_code", "implicit", "refresh_token", "client_credentials", "password"],
  ...["password-realm", "mfa-oob", "mfa-otp", "mfa-recovery-code"].map((name) => prefix + name),
  "urn:openid:params:grant-type:ciba",
  "urn:ietf:params:oauth:grant-type:device_code",
  "urn:auth0:params:oauth:grant-type:token-exchange:federated-connection-access-token",
];

/**
 * Checks the rules for clients that a schema cannot express.
 *
 * @param given the sent properties
 * @param row the resulting client
 * @param before the previous client; absent for a create
 * @throws ServiceError 400
 */
function checkClient(given: WireObject, row: WireObject, before: WireObject | undefined): void {
  const keys = Object.keys(isObject(given.client_metadata) ? given.client_metadata : {});
  if (keys.some((key) => !/^[A-Za-z0-9:,\-+=_*?"/\\()<>@ \t]{1,255}$/.test(key))) {
    throw payloadError({ why: "Invalid key of the metadata", path: "client_metadata" });
  }
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
  if (given.is_token_endpoint_ip_header_trusted === true && !String(method).startsWith("client_secret_")) {
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
