import { type Definition, scopesFor } from "../schema/definition.ts";
import { clientIds, connection } from "./connection.ts";

const { read, update } = scopesFor("connections");

/**
 * Enables a connection that another stack or tool manages for applications of this stack.
 *
 * {@example}
 *
 * **Shared** by default: the connection is enabled for each declared application, and disabled for an application that you remove from the
 * program. A declared application that cannot use the connection is drift. Other applications are neither drift nor changed. The stack that
 * manages the connection must not declare `enabledClients`, which is the complete list of applications. Declaring both in one program is an
 * error.
 *
 * **Exclusive** with `exclusive: true`: the declared applications are the only ones that can use the connection.
 *
 * **Destroy** disables the connection only for the declared applications. Declare each application in only one resource.
 *
 * The id is that of the connection. Routes: `GET|PATCH /connections/{id}/clients`; scopes `read|update:connections`.
 *
 * @constructor Enables a connection for applications.
 */
export const connectionClients = {
  type: "ConnectionClients",
  schema: {
    noun: "connection",
    fields: {
      /** The id of the connection, `con_…`. A change replaces the resource. */
      connectionId: { kind: "string", forceNew: true, required: true, idOf: "connection", min: 1, idPrefix: "con_" },
      /** The ids of the applications that can use the connection, in any order. */
      clients: {
        ...clientIds,
        required: true,
        remembered: true,
        exclusive: { argument: "exclusive", default: false },
      },
    },
    metaArguments: {
      /**
       * Whether the connection is disabled for all undeclared applications. With false, only the declared applications are managed, so several stacks
       * can enable the connection for their applications. A change of this option alone disables nothing. Default: false.
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
  elementsOf: {
    whole: connection,
    property: "enabledClients",
    by: { argument: "connectionId", property: "id" },
  },
  foreignTypes: {
    auth0_connection_clients: { id: ["connection_id"], members: "all" },
    auth0_connection_client: { id: ["connection_id"], members: { only: "client_id" } },
  },
} as const satisfies Definition;
