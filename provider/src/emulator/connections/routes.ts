import type { Cursors } from "../shared/cursors.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { offsetPage, readCheckpointQuery, readFieldsQuery, readListQuery, selectFields } from "../shared/query.ts";
import type { Route, RouteRequest } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import { type Connections, connectionNotFound } from "./connections.ts";
import { connectionFilters } from "./rules.ts";

/** Records that can be paged through by `page`; those beyond need a cursor (facts page, "Common"). */
const pageableRecords = 1000;
const readOptions = "read:connections_options";
const updateOptions = "update:connections_options";

/** The operations on connections and on the clients they are enabled for (facts page, "Connections"). */
export function connectionRoutes(connections: Connections, cursors: Cursors): Route[] {
  const found = ({ params }: RouteRequest): WireObject => {
    const connection = connections.byId(params.id ?? "");
    if (!connection) throw connectionNotFound();
    return connection;
  };
  const reading = { scope: "read:connections", furtherScopes: [readOptions], bucket: "connections.read" };
  return [
    {
      ...reading,
      method: "GET",
      path: "/connections",
      operation: "connections.list",
      handle: (request) => ({ status: 200, body: listed(connections, cursors, request) }),
    },
    {
      method: "POST",
      path: "/connections",
      operation: "connections.create",
      scope: "create:connections",
      furtherScopes: [readOptions],
      handle: (request) => ({ status: 201, body: visible(connections.create(request.body as WireObject), request) }),
    },
    {
      ...reading,
      method: "GET",
      path: "/connections/:id",
      operation: "connections.get",
      handle: (request) => {
        const asked = readFieldsQuery(request.query);
        return { status: 200, body: selectFields(visible(found(request), request), asked) };
      },
    },
    {
      method: "PATCH",
      path: "/connections/:id",
      operation: "connections.update",
      scope: "update:connections",
      furtherScopes: [updateOptions, readOptions],
      handle: (request) => {
        const { body, may } = request;
        if (isObject(body) && "options" in body && !may(updateOptions)) throw insufficientScope(updateOptions);
        const { id } = found(request);
        return { status: 200, body: visible(connections.update(String(id), body as WireObject), request) };
      },
    },
    {
      method: "DELETE",
      path: "/connections/:id",
      operation: "connections.delete",
      scope: "delete:connections",
      handle: ({ params }) => {
        const deletion = connections.remove(params.id ?? "");
        return deletion ? { status: 202, body: { deleted_at: deletion.deletedAt } } : { status: 204 };
      },
    },
    {
      ...reading,
      furtherScopes: [],
      method: "GET",
      path: "/connections/:id/clients",
      operation: "connections.clients.list",
      handle: (request) => {
        const asked = readCheckpointQuery(request.query, {});
        const { id } = found(request);
        // each connection's clients are a listing of their own
        const all = connections.clientsOf(String(id));
        const { items, next } = cursors.page({ name: `${id} clients`, all, placeOf: (client) => client }, asked);
        const clients = items.map((client_id) => ({ client_id }));
        return { status: 200, body: { clients, ...(next !== undefined && { next }) } };
      },
    },
    {
      method: "PATCH",
      path: "/connections/:id/clients",
      operation: "connections.clients.update",
      scope: "update:connections",
      handle: (request) => {
        connections.switchClients(String(found(request).id), request.body);
        return { status: 204 };
      },
    },
  ];
}

/** Without the scope for them, options are left out of every answer. */
function visible(connection: WireObject, { may }: RouteRequest): WireObject {
  if (may(readOptions)) return connection;
  const { options: _, ...rest } = connection;
  return rest;
}

function listed(connections: Connections, cursors: Cursors, request: RouteRequest): unknown {
  const asked = readListQuery(request.query, connectionFilters);
  const { strategy, name } = asked.filters as { strategy?: string[]; name?: string };
  const all = connections
    .list()
    .filter((connection) => strategy === undefined || strategy.includes(String(connection.strategy)))
    .filter((connection) => name === undefined || connection.name === name);
  const shown = (connection: WireObject) => selectFields(visible(connection, request), asked);
  if (asked.by === "cursor") {
    const placeOf = (connection: WireObject) => connections.placeOf(connection);
    const { items, next } = cursors.page({ name: "connections", all, placeOf }, asked);
    return { connections: items.map(shown), ...(next !== undefined && { next }) };
  }
  if (asked.page * asked.perPage >= pageableRecords) {
    const message = `Only the first ${pageableRecords} records can be paged through by page; use from and take.`;
    throw new ServiceError(400, message, "invalid_paging");
  }
  return offsetPage(all.map(shown), "connections", asked);
}
