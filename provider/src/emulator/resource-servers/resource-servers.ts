import { createHash, randomBytes } from "node:crypto";
import type { Cursors } from "../shared/cursors.ts";
import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { byPage, offsetPage, readListQuery } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Route } from "../shared/router.ts";
import { newObjectId, type Stored, type WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";
import { changed, created, identifiersFilter, nullable, readPublicKey, seeded, webLifetimeAbout } from "./rules.ts";

interface StoredResourceServer extends Stored {
  readonly is_system: boolean;
}

const defaultWebLifetime = 7200;
const defaultPolicies = { client: { policy: "require_client_grant" }, user: { policy: "allow_all" } };

/** The properties of a resource server that was created with its identifier only. */
const defaults = {
  is_system: false,
  signing_alg: "RS256",
  allow_offline_access: false,
  skip_consent_for_verifiable_first_party_clients: false,
  token_lifetime: 86_400,
  subject_type_authorization: defaultPolicies,
};

/** The tenant's resource servers. One of them is always the management API, the only system API. */
export class ResourceServers extends Objects<StoredResourceServer> {
  constructor(managementIdentifier: string) {
    super({
      key: "identifier",
      created,
      changed,
      seeded,
      newId: newObjectId,
      notFound: () => new ServiceError(404, "The resource server does not exist.", "inexistent_resource_server"),
      taken: () => new ServiceError(409, "The identifier is taken by another resource server."),
      settle,
      view,
    });
    this.add({ name: "Management API", identifier: managementIdentifier, is_system: true });
  }

  /** A path may name a resource server by its identifier as well. */
  override at(key: string): WireObject | undefined {
    return this.get(key);
  }

  override delete(key: string): void {
    if (this.get(key)?.is_system) throw systemRefusal("deleted");
    super.delete(key);
  }

  /** The system API is left out: every emulator has its own. */
  override harvest(): WireObject[] {
    return super.harvest().flatMap(({ is_system, ...rest }) => (is_system ? [] : [rest]));
  }
}

/** The operations on resource servers: `/resource-servers`, scopes `create|read|update|delete:resource_servers`. */
export function resourceServerRoutes(servers: ResourceServers, cursors: Cursors): Route[] {
  return restRoutes("resource-servers", servers, cursors, {
    list: {
      handle: ({ query }) => {
        const asked = readListQuery(query, { ...byPage, identifiers: identifiersFilter });
        const wanted = asked.filters.identifiers as string[] | undefined;
        const all = servers.listed().filter((server) => !wanted || wanted.includes(String(server.identifier)));
        return { status: 200, body: offsetPage(all, "resource_servers", asked) };
      },
    },
    create: {},
    get: {},
    update: {},
    delete: {},
  });
}

function systemRefusal(verb: string): ServiceError {
  return new ServiceError(400, `System APIs cannot be ${verb}.`, "operation_not_supported");
}

/** The row that the service stores. @throws ServiceError for a refused change */
function settle(given: WireObject, id: string, before: StoredResourceServer | undefined): StoredResourceServer {
  if (before?.is_system) throw systemRefusal("changed");
  const row: StoredResourceServer & WireObject = { ...defaults, ...before, ...given, id };
  for (const name of nullable) if (row[name] === null) delete row[name];
  if (Array.isArray(row.scopes) && row.scopes.length === 0) delete row.scopes;
  row.subject_type_authorization = withDefaultPolicies(row.subject_type_authorization);
  if (isObject(row.token_encryption)) row.token_encryption = withoutPem(row.token_encryption);
  if (row.signing_alg === "HS256") row.signing_secret ??= randomBytes(32).toString("base64url");
  const lifetime = Number(row.token_lifetime);
  row.token_lifetime_for_web ??= Math.min(defaultWebLifetime, lifetime);
  if (Number(row.token_lifetime_for_web) > lifetime) {
    const why = `Value ${row.token_lifetime_for_web} is greater than token_lifetime ${lifetime}`;
    throw payloadError({ why, path: "token_lifetime_for_web", about: webLifetimeAbout });
  }
  return row;
}

function withDefaultPolicies(given: unknown): WireObject {
  const { user, client } = isObject(given) ? given : {};
  return {
    client: { ...defaultPolicies.client, ...(isObject(client) ? client : {}) },
    user: { ...defaultPolicies.user, ...(isObject(user) ? user : {}) },
  };
}

function withoutPem(encryption: WireObject): WireObject {
  const { pem, ...key } = encryption.encryption_key as WireObject;
  if (typeof pem !== "string") return encryption;
  const spki = readPublicKey(pem).export({ type: "spki", format: "der" });
  const thumbprint = createHash("sha256").update(spki).digest("base64url");
  return { ...encryption, encryption_key: { ...key, thumbprint_sha256: thumbprint } };
}

/** The answered form of a row. The signing secret is left out if the algorithm does not use it. */
function view(row: StoredResourceServer): WireObject {
  const { signing_secret, ...rest } = structuredClone(row) as WireObject;
  return row.signing_alg === "HS256" ? { ...rest, signing_secret } : rest;
}
