import type { Table } from "./table.ts";

/** The most roles that a member of an organization can have. */
export const maxRoles = 50;

/** The roles that are assigned directly to a member of an organization. */
export const organizationMemberRolesTable = {
  noun: "organization member",
  fields: {
    organizationId: { kind: "string", identity: true, required: true, min: 1, max: 50 },
    userId: { kind: "string", identity: true, required: true, min: 1 },
    roles: {
      kind: "set",
      required: true,
      item: { kind: "string", min: 1 },
      max: maxRoles,
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: true },
    },
  },
  steering: { exclusive: { kind: "boolean" } },
} as const satisfies Table;
