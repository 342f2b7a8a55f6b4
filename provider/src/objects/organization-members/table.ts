import type { Table } from "../../model/table.ts";
import { organizationId } from "../organization/table.ts";

/** The users who are members of an organization. */
export const organizationMembersTable = {
  noun: "organization",
  fields: {
    organizationId,
    members: {
      kind: "set",
      required: true,
      idOf: "user",
      concerns: true,
      item: { kind: "string", min: 1 },
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: false },
    },
  },
  steering: { exclusive: { kind: "boolean" } },
} as const satisfies Table;
