import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { byEither, checkPageable, type ListQuery, readQuery } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Room, Tenant } from "../shared/room.ts";
import { type RouteRequest, route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { isObject, text } from "../shared/validation.ts";
import { type ConnectionBehaviour, Connections, clientSortKey } from "./connections.ts";
import { keyRoutes } from "./keys.ts";
import { provisioningRoutes } from "./provisioning-routes.ts";
import type { StoredConnection } from "./rows.ts";
import { clientsParameters, connectionFilters } from "./rules.ts";

const readOptions = "read:connections_options";
const updateOptions = "update:connections_options";
const bucket = "connections.read";

/**
 * The tenant's connections (`/connections`, scopes `create|read|update|delete:connections`; their options need
 * `read|update:connections_options`) and the clients for which they are enabled (`/connections/{id}/clients`).
 * @param forgetUser deletes the user of a connection with an email address
 */
export function connectionRoom(
  tenant: Tenant,
  behaviour: ConnectionBehaviour,
  forgetUser: (connection: string, email: string) => void,
): Room<Connections> {
  const connections = new Connections(tenant, behaviour);
  const { cursors, traits, now } = tenant;
  const found = ({ param }: RouteRequest) => connections.require(param("id"));
  const reading = { bucket, furtherScopes: [readOptions] };
  const update = (request: RouteRequest) => {
    const { body, may } = request;
    if (isObject(body) && "options" in body && !may(updateOptions)) throw insufficientScope(updateOptions);
    return answer(connections.update(found(request).id, body as WireObject), request, "update");
  };
  const answer = ({ enabled_clients, options, ...rest }: WireObject, { may }: RouteRequest, operation: string) => ({
    ...(may(readOptions) && { options }),
    ...rest,
    ...((traits.enabledClients || operation === "create") && { enabled_clients }),
  });
  const routes = [
    ...restRoutes("connections", connections, cursors, {
      parameters: { ...byEither, ...connectionFilters },
      wanted,
      always: ["id", "is_domain_connection", "authentication", "connected_accounts"],
      answer,
      routes: {
        list: reading,
        create: { furtherScopes: [readOptions] },
        get: reading,
        update: { furtherScopes: [updateOptions, readOptions], handle: update },
        delete: {
          status: 202,
          handle: ({ param }) => {
            const deletion = connections.remove(param("id"));
            return deletion && { deleted_at: new Date(deletion.since).toISOString() };
          },
        },
      },
    }),
    {
      ...route("connections.clients.list", "GET /connections/:id/clients", "read:connections", (request) => {
        const { id } = found(request);
        return cursors.list(request.query, clientsParameters, () => {
          const show = (client_id: string) => ({ client_id });
          const all = connections.clientsOf(id);
          return { collection: "clients", name: `${id} clients`, all, sortKeyOf: clientSortKey, show };
        });
      }),
      bucket,
    },
    route("connections.clients.update", "PATCH /connections/:id/clients", "update:connections", (request) =>
      connections.switchClients(found(request).id, request.body),
    ),
    route("connections.status", "GET /connections/:id/status", "read:connections", (request) => {
      found(request);
      // only the connector of an ad connection can be online, and here none is
      throw new ServiceError(404, "Not Found");
    }),
    route("connections.users.delete", "DELETE /connections/:id/users", "delete:users", (request) => {
      const { name, strategy } = found(request);
      if (strategy !== "auth0") throw new ServiceError(400, "Connection must be a database connection");
      const { email } = readQuery(request.query, { email: text("Email address of the user", { min: 3 }) });
      forgetUser(name, String(email));
    }),
    ...keyRoutes(connections, now),
    ...provisioningRoutes(connections, tenant),
  ];
  return { objects: connections, routes };
}

/**
 * Tells which connections the service lists.
 * @throws ServiceError 400 `invalid_paging` for a page that only a cursor reaches
 */
function wanted(asked: ListQuery): (row: StoredConnection) => boolean {
  checkPageable(asked);
  const { strategy, name } = asked.filters as { strategy?: string[]; name?: string };
  return (row) => (strategy?.includes(row.strategy) ?? true) && (name === undefined || row.name === name);
}
