import { randomBytes } from "node:crypto";
import { signingCertificate } from "../shared/certificates.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { type Module, type Route, type RouteRequest, restRoutes, route, type Tenant } from "../shared/module.ts";
import { checkPageable, type ListQuery, readQuery } from "../shared/query.ts";
import type { WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import {
  type ClientSwitch,
  type ConnectionBehaviour,
  Connections,
  clientSortKey,
  type StoredConnection,
} from "./connections.ts";
import { provisioningRoutes } from "./provisioning.ts";
import { openIdStrategies } from "./strategies.ts";

const readOptions = "read:connections_options";
const updateOptions = "update:connections_options";
const reading = { bucket: "connections.read" };

/**
 * The tenant's connections (`/connections`; their options need `read|update:connections_options`) and the clients for which they are enabled
 * (`/connections/{id}/clients`).
 *
 * @param forgetUser deletes the user of a connection who has this email address
 */
export function connectionModule(
  tenant: Tenant,
  behaviour: ConnectionBehaviour,
  forgetUser: (connection: string, email: string) => void,
): Module<Connections> {
  const connections = new Connections(tenant, behaviour);
  const { traits } = tenant;
  const found = ({ param }: RouteRequest) => connections.require(param("id"));
  const answer = ({ enabled_clients, options, ...rest }: WireObject, { may }: RouteRequest, operation: string) => ({
    ...(may(readOptions) && { options }),
    ...rest,
    ...((traits.enabledClients || operation === "create") && { enabled_clients }),
  });
  const routes = [
    ...restRoutes(connections, {
      wanted,
      always: () => ["id", "is_domain_connection", "authentication", "connected_accounts"],
      before: ({ body, may }, operation) => {
        const isRefused = operation === "update" && isObject(body) && "options" in body && !may(updateOptions);
        if (isRefused) throw insufficientScope(updateOptions);
      },
      answer,
      routes: {
        list: reading,
        get: reading,
        delete: {
          status: 202,
          handle: ({ param }) => {
            const deletion = connections.remove(param("id"));
            return deletion && { deleted_at: new Date(deletion.since).toISOString() };
          },
        },
      },
    }),
    route(
      "GET /connections/{id}/clients",
      (request) => {
        const { id } = found(request);
        return request.page(() => {
          const show = (client_id: string) => ({ client_id });
          const all = connections.clientsOf(id);
          return { collection: "clients", name: `${id} clients`, all, sortKeyOf: clientSortKey, show };
        });
      },
      reading,
    ),
    route("PATCH /connections/{id}/clients", (request) =>
      connections.switchClients(found(request).id, request.given() as unknown as ClientSwitch[]),
    ),
    route("GET /connections/{id}/status", (request) => {
      found(request);
      // The service returns 200 only while the connector of an ad connection is online. The emulator has no connectors, so it returns 404.
      throw new ServiceError(404, "Not Found");
    }),
    route("DELETE /connections/{id}/users", (request) => {
      const { name, strategy } = found(request);
      if (strategy !== "auth0") throw new ServiceError(400, "Connection must be a database connection");
      forgetUser(name, String(readQuery(request).email));
    }),
    ...keyRoutes(connections, tenant),
    ...provisioningRoutes(connections, tenant),
  ];
  return { objects: connections, routes };
}

/**
 * Returns the filter for the connections of a listing.
 *
 * @throws ServiceError 400 `invalid_paging` for a page by number that begins after the first 1000 records
 */
function wanted(asked: ListQuery): (row: StoredConnection) => boolean {
  checkPageable(asked);
  const { strategy, name } = asked.filters as { strategy?: string[]; name?: string };
  return (row) => (strategy?.includes(row.strategy) ?? true) && (name === undefined || row.name === name);
}

/** The signing keys of a connection. They are created when a request first asks for them. */
interface Keys {
  readonly previous?: WireObject;
  readonly current: WireObject;
  readonly next: WireObject;
}

/** The routes of the signing keys of oidc and okta connections: `/connections/{id}/keys`. */
function keyRoutes(connections: Connections, { time }: Tenant): Route[] {
  const all = new Map<string, Promise<Keys>>();
  connections.whenGone(({ id }) => all.delete(id));
  const since = (key: WireObject) => ({ ...key, current_since: time() });
  const keysOf = (id: string): Promise<Keys> => {
    const { strategy, name } = connections.require(id);
    if (!openIdStrategies.includes(strategy)) throw new ServiceError(404, "Not Found");
    const made = async (): Promise<Keys> => ({ current: since(await newKey(name)), next: await newKey(name) });
    const keys = all.get(id) ?? made();
    all.set(id, keys);
    return keys;
  };
  const rotated = async (id: string, before: Promise<Keys>): Promise<Keys> => {
    const { current, next } = await before;
    return { previous: current, current: since(next), next: await newKey(connections.require(id).name) };
  };
  const rotate = async ({ param }: RouteRequest) => {
    const keys = rotated(param("id"), keysOf(param("id")));
    all.set(param("id"), keys);
    return { ...(await keys).next, next: true };
  };
  return [
    route("GET /connections/{id}/keys", async ({ param }) => {
      const { current, next, previous } = await keysOf(param("id"));
      const shown = previous ? [{ ...previous, previous: true }] : [];
      return [{ ...current, current: true }, ...shown, { ...next, next: true }];
    }),
    route("POST /connections/{id}/keys/rotate", rotate),
  ];
}

async function newKey(name: string): Promise<WireObject> {
  const { cert, pkcs7, fingerprint, thumbprint } = await signingCertificate(name);
  return {
    kid: randomBytes(32).toString("base64url"),
    algorithm: "RS256",
    key_use: "signing",
    subject_dn: `/CN=${name}`,
    cert: withCarriageReturns(cert),
    pkcs: withCarriageReturns(pkcs7),
    fingerprint,
    thumbprint,
  };
}

function withCarriageReturns(pem: string): string {
  return pem.replaceAll(/\r?\n/g, "\r\n");
}
