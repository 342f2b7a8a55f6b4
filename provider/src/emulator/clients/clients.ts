import { ServiceError } from "../shared/errors.ts";
import type { Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { omit, randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";
import { isObject, text } from "../shared/validation.ts";
import {
  attachedTo,
  type Credential,
  checkCredentials,
  hasNewCredentials,
  takeCredentials,
  withCredential,
} from "./credentials.ts";
import { checkClient } from "./rules.ts";
import { changed, created } from "./schema.ts";

/** A stored client, with the secret and the credentials that responses omit. */
export interface StoredClient extends Stored {
  readonly name: string;
  readonly client_secret?: string;
  readonly credentials?: readonly Credential[];
}

/** The properties that mark a client of a seed as complete: a client that the service returned has at least one of them. */
const proofs = ["client_secret", "client_authentication_methods", "global"];

/** The tenant's clients, by `client_id`. Names are not unique. */
export class Clients extends Objects<StoredClient> {
  readonly #now: () => number;
  readonly #traits: Tenant["traits"];

  constructor({ name: tenant, traits, now }: Tenant) {
    super({
      key: "id",
      idName: "client_id",
      created,
      changed,
      // Old tenants have names that the service no longer accepts, so a seed can have any name.
      seeded: { id: text("Id of the client", { min: 1 }), name: text("Name of the client", { min: 1 }) },
      whole: (wire) =>
        Object.hasOwn(wire, "id") && proofs.some((name) => Object.hasOwn(wire, name)) && !hasNewCredentials(wire),
      newId: () => randomAlphanumerics(32),
      notFound: () => new ServiceError(404, "The client does not exist", "inexistent_client"),
      taken: () => new ServiceError(409, "The client already exists."),
      settle: (wire, id, before) => this.#settle(wire, id, before, tenant),
      view,
    });
    this.#now = now;
    this.#traits = traits;
  }

  /** Unlike a request, direct access can choose the id of a new client. */
  override create(wire: WireObject): WireObject {
    const { client_id: id, ...given } = isObject(wire) ? wire : {};
    this.check(created, isObject(wire) ? given : wire);
    return this.add(id === undefined ? given : { ...given, id });
  }

  /** Adds a client. The id of a third-party client in strict mode begins with `tpc_`. */
  override add(wire: WireObject): WireObject {
    const isStrict = freshClient(wire, "", this.#traits).third_party_security_mode === "strict";
    const id = wire.id ?? (isStrict ? `tpc_${randomAlphanumerics(22)}` : undefined);
    return super.add(id === undefined ? wire : { ...wire, id });
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
    const all = withCredential(this.credentialsOf(id), wire, this.#now());
    this.setCredentials(id, all);
    return all.at(-1) as Credential;
  }

  setCredentials(id: string, credentials: readonly Credential[]): void {
    this.table.put({ ...this.require(id), credentials });
  }

  /** Whether a client refers to one of its credentials. */
  uses(id: string, credential: string): boolean {
    return attachedTo(this.require(id)).includes(credential);
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

  #settle(sent: WireObject, id: string, before: StoredClient | undefined, tenant: string): WireObject {
    if (before) {
      const row = withMirror(patchedClient(before, sent));
      checkClient(sent, row, before);
      checkCredentials(row, before.credentials ?? []);
      this.#checkAliases(id, row);
      return row;
    }
    const [client, credentials] = takeCredentials(sent, this.#now());
    const row = withMirror(freshClient(client, tenant, this.#traits));
    checkClient(sent, row, undefined);
    checkCredentials(row, credentials);
    this.#checkAliases(id, row);
    return { id, client_secret: newSecret(), ...row, ...(credentials.length > 0 && { credentials }) };
  }

  /** @throws ServiceError 409 if another client has one of the aliases */
  #checkAliases(id: string, { client_aliases }: WireObject): void {
    const aliases = Array.isArray(client_aliases) ? client_aliases : [];
    const others = this.table.all().filter((other) => other.id !== id);
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

/** A client in the form of responses, for a token with all scopes. */
function view({ id, ...row }: StoredClient): WireObject {
  const client: WireObject = structuredClone({ client_id: id, ...omit(row, ["credentials"]) });
  return client.client_authentication_methods === undefined ? client : omit(client, ["client_secret"]);
}

const allGrants = ["authorization_code", "implicit", "refresh_token", "client_credentials"];
const day = 86_400;

/** A new client with its defaults, some of which depend on `app_type`, `is_first_party` or `token_endpoint_auth_method`. */
function freshClient(given: WireObject, tenant: string, traits: TenantTraits): WireObject {
  const sent = omit(
    given,
    Object.keys(given).filter((name) => given[name] === null),
  );
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
    ...(mode !== undefined && { third_party_security_mode: mode }),
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
  if (isObject(sent)) {
    const isInfinite = sent.expiration_type === "non-expiring";
    return { ...refreshTokens(isInfinite, isInfinite, 30 * day, 15 * day), ...sent };
  }
  const kinds = { rotation_type: "non-rotating", expiration_type: "non-expiring" };
  const hasSecret = String(method).startsWith("client_secret_");
  if (mode === "strict") {
    const lifetimes = hasSecret
      ? refreshTokens(true, false, 31_557_600, 30 * day)
      : refreshTokens(true, false, 30 * day, 15 * day);
    return { ...kinds, expiration_type: "expiring", ...lifetimes };
  }
  if (isThirdParty && method === "none") {
    return {
      rotation_type: "rotating",
      expiration_type: "expiring",
      ...refreshTokens(false, false, 30 * day, 15 * day),
    };
  }
  return {
    ...kinds,
    ...(hasSecret ? refreshTokens(true, true, 31_557_600, 30 * day) : refreshTokens(true, true, 30 * day, 15 * day)),
  };
}

function refreshTokens(infinite: boolean, infiniteIdle: boolean, lifetime: number, idle: number): WireObject {
  return {
    leeway: 0,
    infinite_token_lifetime: infinite,
    infinite_idle_token_lifetime: infiniteIdle,
    token_lifetime: lifetime,
    idle_token_lifetime: idle,
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

/** The properties that a PATCH merges by member, one level deep. All others are replaced. */
const merged = [
  ...["jwt_configuration", "addons", "client_metadata", "mobile", "native_social_login", "session_transfer"],
  "signed_request_object",
];
/** By property: a value, as JSON, that removes the property, as null does. */
const gone: Readonly<Record<string, string>> = { initiate_login_uri: '""', oidc_logout: "{}" };
/** The merged properties that an empty object empties. For the other merged properties, an empty object changes nothing. */
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

function withoutNulls(object: WireObject): WireObject {
  return omit(
    object,
    Object.keys(object).filter((name) => object[name] === null),
  );
}

/** A client with its logout settings in the newer and in the older form: responses contain both. */
function withMirror(row: WireObject): WireObject {
  const { oidc_backchannel_logout: _, ...client } = row;
  if (!isObject(client.oidc_logout)) return client;
  const { backchannel_logout_urls: urls } = client.oidc_logout;
  return { ...client, oidc_backchannel_logout: urls === undefined ? {} : { backchannel_logout_urls: urls } };
}
