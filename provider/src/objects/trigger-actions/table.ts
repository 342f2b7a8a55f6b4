import type { Table } from "../../model/table.ts";

/** All actions of a trigger, in the order in which they run. */
export const triggerActionsTable = {
  noun: "trigger",
  fields: {
    triggerId: { kind: "string", identity: true, required: true, min: 1 },
    actions: {
      kind: "list",
      required: true,
      max: 20,
      absent: [],
      remembered: "actionId",
      item: {
        kind: "object",
        fields: {
          actionId: { kind: "string", required: true, idOf: "action", min: 1 },
          displayName: { kind: "string", min: 1 },
        },
      },
    },
  },
} as const satisfies Table;
