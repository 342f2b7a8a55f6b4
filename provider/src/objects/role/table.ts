import type { Table } from "../../model/table.ts";

/** A role: permissions that people get together. The service documents no bounds of its texts. */
export const roleTable = {
  noun: "role",
  fields: {
    name: { kind: "string", required: true, min: 1 },
    // No key, null and an empty text all mean that there is none.
    description: { kind: "string", absent: "", clear: { how: "default", value: "" } },
  },
} as const satisfies Table;
