import type { Table } from "../../model/table.ts";

/** The most permissions that a role can have. */
const maxPermissions = 1000;

/** The permissions of a role on one API. The API's bounds of scopes hold for them. */
export const rolePermissionsTable = {
  noun: "role",
  fields: {
    roleId: {
      kind: "string",
      identity: true,
      required: true,
      idOf: "role",
      concerns: true,
      idPrefix: "rol_",
      min: 1,
    },
    resourceServerIdentifier: {
      kind: "string",
      identity: true,
      required: true,
      refersTo: { kind: "resourceServer", property: "identifier" },
      min: 1,
    },
    permissions: {
      kind: "set",
      required: true,
      item: { kind: "string", min: 1, max: 280 },
      max: maxPermissions,
      absent: [],
      remembered: true,
      namedIn: { via: "resourceServerIdentifier", property: "scopes" },
      exclusive: { argument: "exclusive", default: true },
    },
  },
  steering: { exclusive: { kind: "boolean" } },
} as const satisfies Table;
