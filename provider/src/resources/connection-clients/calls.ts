import { connectionClients } from "../../definitions/connection.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { membershipType } from "../../lifecycle/membership.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { clientCalls } from "../connection/clients.ts";

/** The clients for which a connection is enabled. */
export const connectionClientsType: ResourceType = membershipType(connectionClients, {
  label: (args) => `the clients of connection${quoted(args, "connectionId")}`,
  idIs: "a connection",
  calls: clientCalls,
});
