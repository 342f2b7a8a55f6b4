import type { Table } from "../../model/table.ts";
import { organizationId } from "../organization/table.ts";

/** The most roles that a member of an organization can have. */
export const maxRoles = 50;

/** The roles that are assigned directly to a member of an organization. */
export const organizationMemberRolesTable = {
  noun: "organization member",
  fields: {
    organizationId,
    userId: { kind: "string", identity: true, required: true, idOf: "user", concerns: true, min: 1 },
    roles: {
      kind: "set",
      required: true,
      idOf: "role",
      item: { kind: "string", min: 1, idPrefix: "rol_" },
      max: maxRoles,
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: true },
    },
  },
  steering: { exclusive: { kind: "boolean" } },
} as const satisfies Table;
