import type { Table } from "../../model/table.ts";

/** A set of clients. */
export const clientIds = {
  kind: "set",
  idOf: "client",
  concerns: true,
  item: { kind: "string", min: 1 },
  absent: [],
} as const;

/** The clients for which a connection of somebody else is enabled. */
export const connectionClientsTable = {
  noun: "connection",
  fields: {
    connectionId: { kind: "string", identity: true, required: true, idOf: "connection", min: 1, idPrefix: "con_" },
    clients: {
      ...clientIds,
      required: true,
      remembered: true,
      exclusive: { argument: "exclusive", default: false },
    },
  },
  steering: { exclusive: { kind: "boolean" } },
} as const satisfies Table;
