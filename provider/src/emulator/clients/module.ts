import { type SelfSigned, selfSigned } from "../shared/certificates.ts";
import { entriesOf } from "../shared/entries.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import {
  type Module,
  type Route,
  type RouteOptions,
  type RouteRequest,
  restRoutes,
  route,
  type Tenant,
} from "../shared/module.ts";
import { sorted } from "../shared/query.ts";
import { omit, pick, type WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";
import { Clients, type StoredClient } from "./clients.ts";
import {
  attachedTo,
  type Credential,
  createdCredential,
  shownCredential,
  withCredentials,
  withExpiry,
} from "./credentials.ts";

/**
 * Alternatives to `read:clients`: each of these scopes is sufficient to read clients. The response then contains only the properties that
 * {@link visible} selects.
 */
const readScopes = ["read:client_keys", "read:client_credentials", "read:client_summary"] as const;

const summary = ["client_id", "app_type", "name", "description"];
const secrets = ["client_secret", "encryption_key", "client_authentication_methods", "signing_keys"];

/**
 * A copy of a client without the properties that the token must not read.
 *
 * @param isWritten whether this is the response to a write: it has all properties, but secrets only with their scopes
 */
function visible(client: WireObject, may: (scope: string) => boolean, isWritten = false): WireObject {
  const showsAll = isWritten || may("read:clients") || may("read:client_keys");
  const showsSecrets = may("read:client_keys") || may("read:client_credentials");
  const shown = pick(client, [...summary, ...(showsSecrets ? secrets : [])]);
  if (!showsAll) return shown;
  return showsSecrets ? client : omit(client, secrets);
}

/** The additional properties of clients that were registered by their metadata document. The response to a PATCH omits them. */
const ofDocuments = ["external_client_id", "external_metadata_type", "external_metadata_created_by", "jwks_uri"];

const reads: RouteOptions = { orScopes: readScopes, bucket: "clients.read" };

/**
 * The tenant's applications: `/clients`.
 *
 * @param connections returns the tenant's connections
 * @param grants returns the tenant's client grants: with the parameter `q`, a list has only clients with certain grants
 */
export function clientModule(
  tenant: Tenant,
  connections: () => readonly WireObject[],
  grants: () => readonly WireObject[],
): Module<Clients> {
  const clients = new Clients(tenant);
  const keys = signingKeysOf(tenant);
  const routes = restRoutes<StoredClient>(clients, {
    // The service's listings always contain `tenant`.
    always: (operation) => (operation === "list" ? ["tenant"] : []),
    wanted: ({ filters }) => wantedBy(filters, grants),
    before: ({ body, may }, operation) => {
      if (!isObject(body)) return;
      if (operation === "create" && Object.hasOwn(body, "client_id")) {
        throw payloadError({ why: "Additional properties not allowed: client_id", path: "" });
      }
      const names = operation === "create" || operation === "update" ? further[operation] : {};
      for (const [name, scope] of Object.entries(names)) {
        if (Object.hasOwn(body, name) && !may(scope)) throw insufficientScope(scope);
      }
    },
    answer: (client, { may }, operation) => {
      // Only the response to a create contains the private signing key and the credentials that were sent.
      if (operation === "create") return visible(withNewCredentials(keys.withPrivate(client), clients), may, true);
      const { encrypted: _, ...shown } = client;
      const isWritten = operation === "update";
      return visible(keys.with(isWritten ? omit(shown, ofDocuments) : shown), may, isWritten);
    },
    routes: { list: reads, get: reads },
  });
  return {
    objects: clients,
    routes: [
      ...routes,
      rotation(clients, keys),
      connectionsOf(clients, connections),
      ...credentialRoutes(clients, tenant),
      ...registrationRoutes(clients, tenant),
    ],
  };
}

function wantedBy(filters: Readonly<Record<string, unknown>>, grants: () => readonly WireObject[]) {
  const { is_global, is_first_party, app_type, external_client_id, q } = filters;
  const types = app_type === undefined ? undefined : String(app_type).split(",");
  const granted = q === undefined ? undefined : clientsOf(String(q), grants());
  return (client: StoredClient) =>
    (is_global === undefined || is_global === (client.global === true)) &&
    (is_first_party === undefined || is_first_party === client.is_first_party) &&
    (types === undefined || types.includes(String(client.app_type))) &&
    (external_client_id === undefined || external_client_id === client.external_client_id) &&
    (granted === undefined || granted.includes(client.id));
}

/**
 * The ids of the clients that have a grant which matches the query.
 *
 * @throws ServiceError 400 for a query that the service does not support
 */
function clientsOf(q: string, grants: readonly WireObject[]): readonly unknown[] {
  const [, name = "", value = ""] = /^client_grant\.(organization_id|allow_any_organization):(\S+)$/.exec(q) ?? [];
  if (name === "") throw new ServiceError(400, "Query validation error: 'q is not valid'.", "invalid_query_string");
  const isAsked = ({ allow_any_organization: any, organizations }: WireObject) =>
    name === "organization_id"
      ? Array.isArray(organizations) && organizations.includes(value)
      : value === "true" && any === true;
  return grants.filter(isAsked).map(({ client_id }) => client_id);
}

const updateCredentials = "update:client_credentials";

/** By operation: the scopes that some properties of a body need besides. */
const further: Readonly<Record<"create" | "update", Readonly<Record<string, string>>>> = {
  create: { client_authentication_methods: "create:client_credentials" },
  update: {
    client_secret: "update:client_keys",
    client_authentication_methods: updateCredentials,
    signed_request_object: updateCredentials,
    token_vault_privileged_access: "update:client_token_vault_privileged_access",
  },
};

/** A new client with its credentials in place of their ids. */
function withNewCredentials(client: WireObject, clients: Clients): WireObject {
  const all = clients.credentialsOf(String(client.client_id));
  return withCredentials(client, ({ id }) => {
    const found = all.find((one) => one.id === id);
    return found ? createdCredential(found) : { id };
  });
}

function rotation(clients: Clients, keys: SigningKeys): Route {
  const rotate = ({ param, may }: RouteRequest) => visible(keys.with(clients.rotate(param("id"))), may, true);
  return route("POST /clients/{id}/rotate-secret", rotate, { status: 200 });
}

/** The route that lists the connections that are enabled for a client. */
function connectionsOf(clients: Clients, connections: () => readonly WireObject[]): Route {
  return route("GET /clients/{id}/connections", (request) => {
    const { id } = clients.require(request.param("id"));
    if (!["read:clients", "read:client_summary"].some(request.may)) {
      throw insufficientScope("read:clients, read:client_summary");
    }
    return request.page<WireObject>(({ filters }) => ({
      collection: "connections",
      name: `connections of ${id}`,
      all: connections().filter(
        (one) =>
          Array.isArray(one.enabled_clients) &&
          one.enabled_clients.includes(id) &&
          (filters.strategy === undefined || (filters.strategy as unknown[]).includes(one.strategy)),
      ),
    }));
  });
}

/** By member of a metadata document: the property of the client to which the member's value is copied. */
const mapped: Readonly<Record<string, string>> = {
  client_name: "name",
  redirect_uris: "callbacks",
  grant_types: "grant_types",
  logo_uri: "logo_uri",
};

/** Registration of clients by their metadata documents (CIMD). The documents come from the emulator's options. */
function registrationRoutes(clients: Clients, { documents }: Tenant): Route[] {
  const read = (request: RouteRequest) => {
    const url = String(request.given().external_client_id);
    const document = documents[url];
    const violations = isObject(document) ? [] : ["The metadata document cannot be read"];
    const fields = Object.entries(mapped).flatMap(([from, to]): [string, unknown][] =>
      isObject(document) && document[from] !== undefined ? [[to, document[from]]] : [],
    );
    const validation = { valid: violations.length === 0, violations, warnings: [] };
    return { url, mapped_fields: Object.fromEntries(fields), validation };
  };
  /** The responses to first registrations. Their status is 201, and that of other registrations is 200. */
  const fresh = new WeakSet<WireObject>();
  const registeredAs = (url: string) => clients.all().find((one) => one.external_client_id === url);
  const register = (request: RouteRequest): WireObject => {
    const { url, mapped_fields, validation } = read(request);
    if (!validation.valid) throw new ServiceError(400, "The metadata document is not valid.", "invalid_body");
    const before = registeredAs(url);
    const fields = { name: url, ...mapped_fields };
    const { client_id } = registered(clients, url, fields, before);
    const answered = { client_id, mapped_fields, validation };
    if (!before) fresh.add(answered);
    return answered;
  };
  const preview = (request: RouteRequest): WireObject => {
    const { url, mapped_fields, validation } = read(request);
    const before = registeredAs(url);
    return { ...(before && { client_id: before.id }), mapped_fields, validation };
  };
  return [
    route("POST /clients/cimd/preview", preview, { status: 200 }),
    route("POST /clients/cimd/register", register, {
      status: (answered) => (fresh.has(answered as WireObject) ? 201 : 200),
    }),
  ];
}

/** Creates the client of a metadata document, or updates it. The document can change properties that a PATCH cannot change. */
function registered(clients: Clients, url: string, fields: WireObject, before: StoredClient | undefined): WireObject {
  if (before) {
    clients.put({ ...before, ...fields });
    return { client_id: before.id };
  }
  const { client_id } = clients.add({ ...fields, is_first_party: false, third_party_security_mode: "strict" });
  const marks = { external_client_id: url, external_metadata_type: "cimd", external_metadata_created_by: "admin" };
  clients.put({ ...clients.require(String(client_id)), ...marks });
  return { client_id };
}

/** The signing certificate that all clients of this process share. It is created when a response first contains it. */
let made: SelfSigned | undefined;

/** The signing keys of clients in the form of responses. */
type SigningKeys = ReturnType<typeof signingKeysOf>;

/**
 * Adds the signing keys to clients in responses. A client that has `signing_keys` from a seed keeps them. A complete client of a seed
 * without `signing_keys` gets keys only if it has `callback_url_template: false`, as in the service's responses.
 */
function signingKeysOf({ origin, now }: Tenant) {
  const subject = `/CN=${new URL(origin).hostname}`;
  const keysFor = ({ callback_url_template, signing_keys }: WireObject) => {
    if (callback_url_template !== false || signing_keys !== undefined) return undefined;
    made ??= selfSigned("clients", now());
    return made;
  };
  return {
    with(client: WireObject): WireObject {
      const keys = keysFor(client);
      if (!keys) return client;
      return { ...client, signing_keys: [{ cert: keys.cert, pkcs7: keys.pkcs7, subject: "deprecated" }] };
    },
    /** The client in the response to a create, with the private key. */
    withPrivate(client: WireObject): WireObject {
      const keys = keysFor(client);
      return { ...client, encrypted: true, ...(keys && { signing_keys: [{ ...keys, subject }] }) };
    },
  };
}

/** The routes of the credentials of clients: `/clients/{client_id}/credentials`. */
function credentialRoutes(clients: Clients, { time }: Tenant): Route[] {
  const path = "/clients/{client_id}/credentials";
  const all = ({ param }: RouteRequest) => clients.credentialsOf(param("client_id"));
  const held = entriesOf<Credential>({
    all,
    set: ({ param }, credentials) => clients.setCredentials(param("client_id"), credentials),
    ...{ key: "id", param: "credential_id", missing: "The credential does not exist" },
  });
  return [
    route(`GET ${path}`, (request) => sorted(all(request), ({ kid, id }) => String(kid ?? id)).map(shownCredential)),
    route(`POST ${path}`, (request) => {
      const body = request.given();
      return shownCredential(clients.addCredential(request.param("client_id"), body));
    }),
    route(`GET ${path}/{credential_id}`, (request) => shownCredential(held.find(request))),
    route(`PATCH ${path}/{credential_id}`, (request) =>
      shownCredential(held.update(request, (before) => withExpiry(before, request.given().expires_at, time()))),
    ),
    route(`DELETE ${path}/{credential_id}`, (request) => {
      if (attachedTo(clients.require(request.param("client_id"))).includes(request.param("credential_id"))) {
        throw new ServiceError(400, "Cannot delete credential still associated with a client");
      }
      held.remove(request);
    }),
  ];
}
