import { createHash, randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { offsetPage, readOffsetQuery } from "../shared/query.ts";
import type { Route } from "../shared/router.ts";
import { type Collection, newObjectId, type Stored, Table, type WireObject } from "../shared/store.ts";
import { check, checkBody, isObject, payloadError, refusal, type Violation } from "../shared/validation.ts";
import {
  createSchema,
  identifiersFilter,
  nullable,
  readPublicKey,
  seedSchema,
  updateSchema,
  webLifetimeAbout,
} from "./rules.ts";

interface StoredResourceServer extends Stored {
  readonly identifier: string;
  readonly is_system: boolean;
}

const defaultWebLifetime = 7200;
const defaultPolicies = { client: { policy: "require_client_grant" }, user: { policy: "allow_all" } };

/** What a resource server has that was created with its identifier alone (facts page, "Resource servers"). */
const defaults = {
  signing_alg: "RS256",
  allow_offline_access: false,
  skip_consent_for_verifiable_first_party_clients: false,
  token_lifetime: 86_400,
  subject_type_authorization: defaultPolicies,
};

/** The tenant's resource servers. The management API is always one of them, and the only one of the system. */
export class ResourceServers implements Collection {
  readonly #table = new Table<StoredResourceServer>((row) => row.identifier);

  constructor(managementIdentifier: string) {
    const managementApi = { ...defaults, name: "Management API", identifier: managementIdentifier, is_system: true };
    this.#save({ ...managementApi, id: newObjectId() });
  }

  list(): WireObject[] {
    return this.#table.all().map(view);
  }

  get(key: string): WireObject | undefined {
    const row = this.#table.find(key);
    return row && view(row);
  }

  create(wire: WireObject): WireObject {
    checkBody(createSchema, wire);
    const identifier = String(wire.identifier);
    this.#refuseTaken(identifier);
    return view(this.#save({ ...defaults, ...structuredClone(wire), id: newObjectId(), identifier, is_system: false }));
  }

  update(key: string, patch: WireObject): WireObject {
    checkBody(updateSchema, patch);
    const row = this.#table.find(key);
    if (!row) throw notFound();
    if (row.is_system) throw systemRefusal("changed");
    return view(this.#save({ ...row, ...structuredClone(patch) }));
  }

  delete(key: string): void {
    const row = this.#table.find(key);
    if (row?.is_system) throw systemRefusal("deleted");
    if (row) this.#table.remove(row.id);
  }

  /** All but the system's, with everything that is stored: `sow` of each makes an equal one. */
  harvest(): WireObject[] {
    return this.#table
      .all()
      .filter((row) => !row.is_system)
      .map(({ is_system: _, ...rest }) => structuredClone(rest));
  }

  /** Adds an object of a seed, or says what is wrong with it. */
  sow(wire: unknown): Violation | undefined {
    const violation = check(seedSchema, wire);
    if (violation || !isObject(wire)) return violation;
    if (wire.is_system === true) return { why: "Every emulator has its own system API", path: "is_system", about: "" };
    const rest: WireObject = { ...defaults, ...structuredClone(wire) };
    const id = typeof wire.id === "string" ? wire.id : newObjectId();
    const key = isObject(rest.token_encryption) ? rest.token_encryption.encryption_key : undefined;
    if (isObject(key) && "pem" in key === "thumbprint_sha256" in key) {
      const path = "token_encryption.encryption_key";
      return { why: "Expected either pem or thumbprint_sha256", path, about: "Key that tokens are encrypted to" };
    }
    if (this.#table.find(id)) return { why: "Taken by another object", path: "id", about: "" };
    const identifier = String(wire.identifier);
    return refusal(() => {
      this.#refuseTaken(identifier);
      this.#save({ ...rest, id, identifier, is_system: false });
    });
  }

  #refuseTaken(identifier: string): void {
    if (this.#table.findByKey(identifier)) {
      throw new ServiceError(409, "The identifier is taken by another resource server.");
    }
  }

  #save(draft: StoredResourceServer): StoredResourceServer {
    const row = settle(draft);
    this.#table.put(row);
    return row;
  }
}

/** The operations on resource servers (facts page, "Resource servers"). */
export function resourceServerRoutes(servers: ResourceServers): Route[] {
  return [
    {
      method: "GET",
      path: "/resource-servers",
      operation: "resource-servers.list",
      scope: "read:resource_servers",
      handle: ({ query }) => {
        const asked = readOffsetQuery(query, { identifiers: identifiersFilter });
        const wanted = asked.filters.identifiers as string[] | undefined;
        const all = servers.list().filter((server) => !wanted || wanted.includes(String(server.identifier)));
        return { status: 200, body: offsetPage(all, "resource_servers", asked) };
      },
    },
    {
      method: "POST",
      path: "/resource-servers",
      operation: "resource-servers.create",
      scope: "create:resource_servers",
      handle: ({ body }) => ({ status: 201, body: servers.create(body as WireObject) }),
    },
    {
      method: "GET",
      path: "/resource-servers/:id",
      operation: "resource-servers.get",
      scope: "read:resource_servers",
      handle: ({ params }) => {
        const server = servers.get(params.id ?? "");
        if (!server) throw notFound();
        return { status: 200, body: server };
      },
    },
    {
      method: "PATCH",
      path: "/resource-servers/:id",
      operation: "resource-servers.update",
      scope: "update:resource_servers",
      handle: ({ params, body }) => ({ status: 200, body: servers.update(params.id ?? "", body as WireObject) }),
    },
    {
      method: "DELETE",
      path: "/resource-servers/:id",
      operation: "resource-servers.delete",
      scope: "delete:resource_servers",
      handle: ({ params }) => {
        servers.delete(params.id ?? "");
        return { status: 204 };
      },
    },
  ];
}

function notFound(): ServiceError {
  return new ServiceError(404, "The resource server does not exist.", "inexistent_resource_server");
}

function systemRefusal(verb: string): ServiceError {
  return new ServiceError(400, `System APIs cannot be ${verb}.`, "operation_not_supported");
}

/** Brings a draft into the form in which the service keeps it, or refuses it. */
function settle(draft: StoredResourceServer): StoredResourceServer {
  const row: StoredResourceServer & WireObject = { ...draft };
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

/** What the service shows of a stored object: a secret that is not in use is kept to itself. */
function view(row: StoredResourceServer): WireObject {
  const { signing_secret, ...rest } = structuredClone(row) as WireObject;
  return row.signing_alg === "HS256" ? { ...rest, signing_secret } : rest;
}
