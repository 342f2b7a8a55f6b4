import { type Descriptor, scopesFor } from "../descriptor.ts";
import { roleTable as table } from "./table.ts";

/** Roles: the permissions that people get together. */
export const role = {
  type: "Role",
  table,
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
