import { type Definition, scopesFor } from "../schema/definition.ts";
import { connection, connectionClientsSchema as table } from "./connection.ts";

const { read, update } = scopesFor("connections");

/** Clients of a connection of somebody else. */
export const connectionClients = {
  type: "ConnectionClients",
  schema: table,
  plural: "clients of connections",
  route: `${connection.route}/{connectionId}/clients`,
  calls: ["GET|PATCH /connections/{id}/clients"],
  scopes: { create: update, read, update, delete: update },
  uniqueBy: ["connectionId"],
  members: { key: "client_id", paging: "checkpoint" },
  listing: undefined,
  events: undefined,
  imported: { noun: "clients", file: "connection-clients", module: "connectionClients" },
  partOf: {
    whole: connection,
    property: "enabledClients",
    by: { argument: "connectionId", property: "id" },
  },
  foreignTypes: {
    auth0_connection_clients: { id: ["connection_id"], members: "all" },
    auth0_connection_client: { id: ["connection_id"], members: { only: "client_id" } },
  },
} as const satisfies Definition;
