import { type Descriptor, scopesFor } from "../schema/definition.ts";
import type { Table } from "../schema/table.ts";

/** A role: permissions that people get together. The service documents no bounds of its texts. */
const roleTable = {
  noun: "role",
  fields: {
    name: { kind: "string", required: true, min: 1 },
    // No key, null and an empty text all mean that there is none.
    description: { kind: "string", absent: "", clear: { how: "default", value: "" } },
  },
} as const satisfies Table;

/** Roles: the permissions that people get together. */
export const role = {
  type: "Role",
  table: roleTable,
  plural: "roles",
  route: "roles",
  calls: ["POST /roles", "GET|PATCH|DELETE /roles/{id}"],
  scopes: scopesFor("roles"),
  uniqueBy: ["name"],
  // Roles of organizations would be listed as well, and may be called like one of the tenant.
  listing: { paging: "offset", names: ["name", "id"], query: { type: "tenant" } },
  events: undefined,
  imported: { noun: "role", file: "roles", module: "roles" },
  foreignTypes: { auth0_role: { id: ["id"] } },
} as const satisfies Descriptor;
