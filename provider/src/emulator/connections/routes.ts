import type { Cursors } from "../shared/cursors.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { byCursor, byFields, byPage, readFieldsQuery, readListQuery, selectFields } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Route, RouteRequest } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import type { Connections } from "./connections.ts";
import { connectionFilters } from "./rules.ts";

/** Number of records that can be reached by `page`. All others need a cursor. */
const pageableRecords = 1000;
const readOptions = "read:connections_options";
const updateOptions = "update:connections_options";

/**
 * The operations on connections (`/connections`, scopes `create|read|update|delete:connections`; their options need
 * `read|update:connections_options`) and on the clients for which they are enabled (`/connections/{id}/clients`).
 */
export function connectionRoutes(connections: Connections, cursors: Cursors): Route[] {
  const found = ({ param }: RouteRequest): WireObject => connections.require(param("id"));
  const bucket = "connections.read";
  const reading = { bucket, furtherScopes: [readOptions] };
  const path = "/connections/:id/clients";
  return [
    ...restRoutes("connections", connections, cursors, {
      list: { ...reading, handle: (request) => ({ status: 200, body: listed(connections, cursors, request) }) },
      create: {
        furtherScopes: [readOptions],
        handle: (request) => ({ status: 201, body: visible(connections.create(request.body as WireObject), request) }),
      },
      get: {
        ...reading,
        handle: (request) => {
          const asked = readFieldsQuery(request.query);
          return { status: 200, body: selectFields(visible(found(request), request), asked) };
        },
      },
      update: {
        furtherScopes: [updateOptions, readOptions],
        handle: (request) => {
          const { body, may } = request;
          if (isObject(body) && "options" in body && !may(updateOptions)) throw insufficientScope(updateOptions);
          const { id } = found(request);
          return { status: 200, body: visible(connections.update(String(id), body as WireObject), request) };
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
        const asked = readListQuery(request.query, byCursor);
        const id = String(found(request).id);
        const listing = { collection: "clients", name: `${id} clients`, all: connections.clientsOf(id) };
        const show = (client_id: string) => ({ client_id });
        return { status: 200, body: cursors.page({ ...listing, placeOf: (client) => client, show }, asked) };
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
  ];
}

/** Leaves the options out of an answer if the token lacks the scope for them. */
function visible(connection: WireObject, { may }: RouteRequest): WireObject {
  if (may(readOptions)) return connection;
  const { options: _, ...rest } = connection;
  return rest;
}

function listed(connections: Connections, cursors: Cursors, request: RouteRequest): unknown {
  const asked = readListQuery(request.query, { ...byPage, ...byCursor, ...byFields, ...connectionFilters });
  const { strategy, name } = asked.filters as { strategy?: string[]; name?: string };
  if (!asked.byCursor && asked.page * asked.perPage >= pageableRecords) {
    const message = `Only the first ${pageableRecords} records can be paged through by page; use from and take.`;
    throw new ServiceError(400, message, "invalid_paging");
  }
  const all = connections
    .listed()
    .filter((connection) => strategy === undefined || strategy.includes(String(connection.strategy)))
    .filter((connection) => name === undefined || connection.name === name);
  const placeOf = (connection: WireObject) => connections.placeOf(connection);
  const show = (connection: WireObject) => selectFields(visible(connection, request), asked);
  return cursors.page({ collection: "connections", all, placeOf, show }, asked);
}
