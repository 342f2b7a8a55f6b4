import { connectionClients } from "../../definitions/connection-clients.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { membershipKind } from "../../lifecycle/membership.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { clientCalls } from "../connection/clients.ts";

/** The clients for which a connection is enabled. */
export const connectionClientsType: ResourceType = membershipKind(connectionClients, {
  label: (args) => `the clients of connection${quoted(args, "connectionId")}`,
  idIs: "a connection",
  calls: clientCalls,
});
