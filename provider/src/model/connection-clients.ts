import type { Table } from "./table.ts";

/** The clients for which a connection of somebody else is enabled. */
export const connectionClientsTable = {
  noun: "connection",
  fields: {
    connectionId: { kind: "string", identity: true, required: true, min: 1 },
    clients: {
      kind: "set",
      required: true,
      item: { kind: "string", min: 1 },
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: false },
    },
  },
  steering: { exclusive: { kind: "boolean" } },
} as const satisfies Table;
