import { connectionClientsTable as table } from "../model/connection-clients.ts";
import { type JsonObject, own, unknownValue } from "../model/json.ts";
import { quoted } from "./calls.ts";
import { clientStake, readClients, writeClients } from "./client-calls.ts";
import type { Kind } from "./kind.ts";
import { membershipKind } from "./membership.ts";

/** The clients for which a connection is enabled: `GET|PATCH /connections/{id}/clients`. */
export const connectionClientsKind: Kind = {
  ...membershipKind({
    table,
    property: "clients",
    label: (args) => `the clients of ${connection(args)}`,
    idOf,
    ownerOf: (connectionId) => ({ connectionId }),
    read: (service, owner) => readClients(service, idOf(owner), connection(owner)),
    write: (service, owner, { isBegun, ...change }, onDone) =>
      writeClients(service, idOf(owner), change, connection(owner), isBegun, onDone),
    explain: (error) => error,
  }),

  stake(args) {
    const id = own(args, "connectionId");
    return typeof id === "string" && id !== unknownValue ? clientStake(id, "some") : undefined;
  },
};

function idOf(owner: JsonObject): string {
  return String(own(owner, "connectionId"));
}

function connection(args: JsonObject): string {
  return `connection${quoted(args, "connectionId")}`;
}
