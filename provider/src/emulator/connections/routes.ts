import type { Cursors } from "../shared/cursors.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import {
  byEither,
  byFields,
  type ListQuery,
  readFieldsQuery,
  readListQuery,
  readQuery,
  selectFields,
} from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Route, RouteRequest } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";
import { isObject, type Properties } from "../shared/validation.ts";
import { type Connections, clientPlace, type StoredConnection } from "./connections.ts";
import { clientsParameters, connectionFilters } from "./rules.ts";

/** Number of records that can be reached by `page`. All others need a cursor. */
const pageableRecords = 1000;
const readOptions = "read:connections_options";
const updateOptions = "update:connections_options";

/** The properties that a connection always has, whatever `fields` asks for. */
const always = ["id", "is_domain_connection", "authentication", "connected_accounts"];

/**
 * The operations on connections (`/connections`, scopes `create|read|update|delete:connections`; their options need
 * `read|update:connections_options`) and on the clients for which they are enabled (`/connections/{id}/clients`).
 * @param forgetUser deletes the user of a connection with an email address
 */
export function connectionRoutes(
  connections: Connections,
  cursors: Cursors,
  traits: TenantTraits,
  forgetUser: (connection: string, email: string) => void,
): Route[] {
  const found = ({ param }: RouteRequest): WireObject => connections.require(param("id"));
  const bucket = "connections.read";
  const reading = { bucket, furtherScopes: [readOptions] };
  const path = "/connections/:id/clients";
  const later = (connection: WireObject, request: RouteRequest) => {
    const { enabled_clients, ...rest } = visible(connection, request);
    return traits.enabledClients ? { ...rest, enabled_clients } : rest;
  };
  return [
    ...restRoutes("connections", connections, cursors, {
      list: {
        ...reading,
        parameters: { ...byEither, ...byFields, ...connectionFilters },
        wanted,
        show: (row, asked, request) => selectFields(later(connections.show(row), request), asked, always),
      },
      create: {
        furtherScopes: [readOptions],
        handle: (request) => ({ status: 201, body: visible(connections.create(request.body as WireObject), request) }),
      },
      get: {
        ...reading,
        handle: (request) => {
          const asked = readFieldsQuery(request.query);
          return { status: 200, body: selectFields(later(found(request), request), asked, always) };
        },
      },
      update: {
        furtherScopes: [updateOptions, readOptions],
        handle: (request) => {
          const { body, may } = request;
          if (isObject(body) && "options" in body && !may(updateOptions)) throw insufficientScope(updateOptions);
          const { id } = found(request);
          return { status: 200, body: later(connections.update(String(id), body as WireObject), request) };
        },
      },
      delete: {
        handle: ({ param }) => {
          const deletion = connections.remove(param("id"));
          return deletion ? { status: 202, body: { deleted_at: deletion.deletedAt } } : { status: 204 };
        },
      },
    }),
    {
      method: "GET",
      path,
      operation: "connections.clients.list",
      scope: "read:connections",
      bucket,
      handle: (request) => {
        const asked = readListQuery(request.query, clientsParameters);
        const id = String(found(request).id);
        const listing = { collection: "clients", name: `${id} clients`, all: connections.clientsOf(id) };
        const show = (client_id: string) => ({ client_id });
        return { status: 200, body: cursors.page({ ...listing, placeOf: clientPlace, show }, asked) };
      },
    },
    {
      method: "PATCH",
      path,
      operation: "connections.clients.update",
      scope: "update:connections",
      handle: (request) => {
        connections.switchClients(String(found(request).id), request.body);
        return { status: 204 };
      },
    },
    {
      method: "GET",
      path: "/connections/:id/status",
      operation: "connections.status",
      scope: "read:connections",
      handle: (request) => {
        found(request);
        // only the connector of an ad connection can be online, and here none is
        throw new ServiceError(404, "Not Found");
      },
    },
    {
      method: "DELETE",
      path: "/connections/:id/users",
      operation: "connections.users.delete",
      scope: "delete:users",
      handle: (request) => {
        const { name, strategy } = found(request);
        if (strategy !== "auth0") throw new ServiceError(400, "Connection must be a database connection");
        const { email } = readQuery(request.query, emailParameter);
        forgetUser(String(name), String(email));
        return { status: 204 };
      },
    },
  ];
}

const emailParameter = { email: { type: "string", min: 3, about: "Email address of the user" } } satisfies Properties;

/** Leaves the options out of an answer if the token lacks the scope for them. */
function visible(connection: WireObject, { may }: RouteRequest): WireObject {
  if (may(readOptions)) return connection;
  const { options: _, ...rest } = connection;
  return rest;
}

/**
 * Tells which connections the service lists.
 * @throws ServiceError 400 `invalid_paging` for a page that only a cursor reaches
 */
function wanted(asked: ListQuery): (row: StoredConnection) => boolean {
  if (!asked.byCursor && asked.page * asked.perPage >= pageableRecords) {
    const message = `Only the first ${pageableRecords} records can be paged through by page; use from and take.`;
    throw new ServiceError(400, message, "invalid_paging");
  }
  const { strategy, name } = asked.filters as { strategy?: string[]; name?: string };
  return (row) => (strategy?.includes(row.strategy) ?? true) && (name === undefined || row.name === name);
}
