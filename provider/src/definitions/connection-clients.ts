import { type Definition, scopesFor } from "../schema/definition.ts";
import { clientIds, connection } from "./connection.ts";

const { read, update } = scopesFor("connections");

/**
 * One's own applications on a connection that somebody else manages.
 *
 * {@example}
 *
 * **Shared** by default: each declared application is enabled, shown as drift where it is not, and disabled when it leaves
 * the program. All other applications are neither drift nor touched. The stack that manages the connection must not declare
 * `enabledClients`, as that is a list of all applications. In one program with such a `Connection`, this is an error.
 *
 * **Exclusive** with `exclusive: true`: the declared applications are all that may use the connection.
 *
 * **Destroy** disables the declared applications and no others. Each application should be declared in one place only.
 *
 * The id is the connection's. Routes: `GET|PATCH /connections/{id}/clients`; scopes `read|update:connections`.
 *
 * @constructor Enables applications on a connection.
 */
export const connectionClients = {
  type: "ConnectionClients",
  schema: {
    noun: "connection",
    fields: {
      /** The id of the connection, `con_…`. A change replaces. */
      connectionId: { kind: "string", forceNew: true, required: true, idOf: "connection", min: 1, idPrefix: "con_" },
      /** The ids of the applications that may use the connection, in any order. */
      clients: {
        ...clientIds,
        required: true,
        remembered: true,
        exclusive: { argument: "exclusive", default: false },
      },
    },
    metaArguments: {
      /**
       * Whether the declared applications are all that may use the connection. With false only they are managed, and several
       * stacks can enable theirs. A switch takes nothing away by itself. Default: false.
       */
      exclusive: { kind: "boolean" },
    },
  },
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
