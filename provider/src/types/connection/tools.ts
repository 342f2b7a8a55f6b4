import { own } from "../../schema/json.ts";
import type { FeatureTools } from "../tool-data.ts";
import { enterpriseStrategies } from "./definition-options.ts";

const enterprise: readonly unknown[] = enterpriseStrategies;

/** What the tools know of the types of this folder. */
export const connectionTools = {
  connection: {
    foreignTypes: { auth0_connection: { id: ["id"], members: { kept: "enabled_clients" } } },
    terraform: {
      type: "auth0_connection",
      names: {
        "options.disableSignout": "options.disable_sign_out",
        "options.idpinitiated": "options.idp_initiated",
        "options.idpinitiated.client_authorizequery": "options.idp_initiated.client_authorize_query",
        "options.useCommonEndpoint": "options.waad_common_endpoint",
      },
      members: {
        property: "enabledClients",
        of: { connection_id: "id" },
        whole: { type: "auth0_connection_clients", argument: "enabled_clients" },
        each: { type: "auth0_connection_client", argument: "client_id" },
      },
    },
    imported: { noun: "connection", file: "connections", module: "connections" },
    distinguishedBy: "strategy",
    deletedWithIt: ["user"],
    events: {
      types: ["connection.created", "connection.updated", "connection.deleted"],
      only: `of an enterprise strategy (${enterpriseStrategies.join(", ")})`,
      subjectsOf: (id, outputs) => (enterprise.includes(own(outputs, "strategy")) ? [`connection ${id}`] : undefined),
    },
  },
  connectionClients: {
    foreignTypes: {
      auth0_connection_clients: { id: ["connection_id"], members: "all" },
      auth0_connection_client: { id: ["connection_id"], members: { only: "client_id" } },
    },
    terraform: {
      members: {
        property: "clients",
        of: { connection_id: "connectionId" },
        whole: { type: "auth0_connection_clients", argument: "enabled_clients" },
        each: { type: "auth0_connection_client", argument: "client_id" },
      },
    },
    imported: { noun: "clients", file: "connection-clients", module: "connectionClients" },
    events: undefined,
  },
} satisfies FeatureTools;
