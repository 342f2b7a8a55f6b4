import { thumbprintOf } from "../shared/certificates.ts";
import { ServiceError } from "../shared/errors.ts";
import type { Module, Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { byPage } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import { newObjectId, randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
import { isObject, payloadError, type Violation } from "../shared/validation.ts";
import { changed, created, identifiersFilter, nullable, seeded, systemSettings, webLifetimeAbout } from "./rules.ts";
import { isManagementApi, systemApi } from "./system-apis.ts";

interface StoredResourceServer extends Stored {
  readonly identifier: string;
  /** Absent for an API that the user created. */
  readonly is_system?: boolean;
}

const defaultWebLifetime = 7200;
const defaultPolicies = { client: { policy: "require_client_grant" }, user: { policy: "allow_all" } };
const byDefault = { subject_type_authorization: defaultPolicies };

/** The values of properties that a create omits. */
const defaults = {
  allow_offline_access: false,
  skip_consent_for_verifiable_first_party_clients: false,
  token_lifetime: 86_400,
  signing_alg: "RS256",
};

/**
 * The tenant's resource servers. The management API always exists; a create with the identifier of another system API activates that API.
 */
export class ResourceServers extends Objects<StoredResourceServer> {
  /** The origin of the tenant, with which the identifier of its management API begins. */
  readonly #origin: string;
  /** The identifier of the management API. */
  #management: string;

  constructor(tenant: Tenant) {
    super({
      key: "identifier",
      created,
      changed,
      seeded,
      whole: ["id", "identifier", "signing_alg", "token_lifetime", "token_lifetime_for_web"],
      newId: newObjectId,
      notFound: () => new ServiceError(404, "The resource server does not exist", "inexistent_resource_server"),
      taken,
      settle: (given, id, before) => settle(given, id, before, tenant),
      view,
    });
    this.#origin = tenant.origin;
    this.#management = `${tenant.origin}/api/v2/`;
    this.add({ identifier: this.#management });
  }

  /**
   * A path may contain a resource server's identifier instead of its id, also percent-encoded twice. The identifier of the management API of any
   * tenant finds the management API of this tenant, because a seed may come from one tenant, and a program may name another.
   */
  override at(key: string): StoredResourceServer | undefined {
    const decoded = decodedAgain(key);
    const found = this.table.find(key) ?? this.table.find(decoded);
    return found ?? (isManagementApi(this.#origin, decoded) ? this.table.find(this.#management) : undefined);
  }

  override create(wire: WireObject): WireObject {
    if (wire?.identifier === `${this.#origin}/api/v2/`) throw taken();
    return super.create(wire);
  }

  /** The management API of a seed replaces the existing one, even if the seed comes from another tenant. */
  override load(wire: unknown): Violation | undefined {
    if (isObject(wire) && wire.is_system === true && isManagementApi(this.#origin, wire.identifier)) {
      super.delete(this.#management);
      this.#management = String(wire.identifier);
    }
    return super.load(wire);
  }

  /** Sets the client that represents an API; null for none. */
  link(identifier: string, clientId: unknown): void {
    const found = this.table.find(identifier);
    if (found && !found.is_system) this.change(identifier, { client_id: clientId });
  }

  override delete(key: string): void {
    if (this.table.find(key)?.identifier === this.#management) throw systemRefusal("deleted");
    super.delete(key);
  }

  /** The management API is left out, because every emulator creates its own. */
  override dump(): WireObject[] {
    return super.dump().filter(({ identifier }) => identifier !== this.#management);
  }
}

/** The tenant's resource servers: `/resource-servers`, scopes `create|read|update|delete:resource_servers`. */
export function resourceServerModule(tenant: Tenant): Module<ResourceServers> {
  const servers = new ResourceServers(tenant);
  const routes = restRoutes("resource-servers", servers, tenant.cursors, {
    parameters: { ...byPage, identifiers: identifiersFilter },
    always: [],
    wanted: ({ filters }) => {
      const identifiers = filters.identifiers as string[] | undefined;
      return ({ identifier }) => identifiers?.includes(identifier) ?? true;
    },
  });
  return { objects: servers, routes };
}

function taken(): ServiceError {
  return new ServiceError(
    409,
    "A resource server with the same identifier already exists.",
    "resource_server_conflict",
  );
}

function decodedAgain(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

function systemRefusal(what: string): ServiceError {
  return new ServiceError(400, `System APIs cannot be ${what}.`, "operation_not_supported");
}

/**
 * The row to store after a create or an update.
 *
 * @throws ServiceError for a refused change
 */
function settle(
  given: WireObject,
  id: string,
  before: StoredResourceServer | undefined,
  { origin, traits }: Tenant,
): StoredResourceServer {
  const api = systemApi(origin, String(before?.identifier ?? given.identifier));
  if (before?.is_system) refuseChanges(api?.changeable ?? systemSettings, given);
  const row = {
    ...(before ?? { ...defaults, ...(traits.subjectAuthorization && byDefault), ...api?.properties }),
    ...given,
    ...(api && { is_system: true, name: api.name }),
    id,
  } as StoredResourceServer & WireObject;
  for (const name of [...nullable, "client_id"]) if (row[name] === null) delete row[name];
  if (isObject(row.subject_type_authorization)) {
    row.subject_type_authorization = withDefaultPolicies(row.subject_type_authorization);
  }
  if (isObject(row.token_encryption)) row.token_encryption = withThumbprint(row.token_encryption);
  if (row.signing_alg === "HS256") row.signing_secret ??= randomAlphanumerics(32);
  const lifetime = Number(row.token_lifetime);
  row.token_lifetime_for_web ??= Math.min(defaultWebLifetime, lifetime);
  if (given.token_lifetime_for_web !== undefined && Number(given.token_lifetime_for_web) > lifetime) {
    const why = `Value ${row.token_lifetime_for_web} is greater than token_lifetime ${lifetime}`;
    throw payloadError({ why, path: "token_lifetime_for_web", about: webLifetimeAbout });
  }
  return row;
}

/** @throws ServiceError 400 for an unchangeable property of a system API */
function refuseChanges(changeable: readonly string[], given: WireObject): void {
  const refused = Object.keys(given).filter((name) => !changeable.includes(name));
  if (refused.length > 0) throw systemRefusal(`changed: ${refused.join(", ")}`);
}

function withDefaultPolicies({ user, client, ...others }: WireObject): WireObject {
  return {
    ...others,
    user: { ...defaultPolicies.user, ...(isObject(user) ? user : {}) },
    client: { ...defaultPolicies.client, ...(isObject(client) ? client : {}) },
  };
}

/** A row in the form of responses. The signing secret is left out if the algorithm does not use it. */
function view(row: StoredResourceServer): WireObject {
  const { signing_secret, ...rest } = structuredClone(row) as WireObject;
  return row.signing_alg === "HS256" ? { ...rest, signing_secret } : rest;
}

/** `token_encryption` in the form of responses: the thumbprint of the RSA key (RFC 7638) replaces the key. */
function withThumbprint(encryption: WireObject): WireObject {
  const { pem, ...key } = encryption.encryption_key as WireObject;
  if (typeof pem !== "string") return encryption;
  return { ...encryption, encryption_key: { ...key, thumbprint_sha256: thumbprintOf(pem) } };
}
