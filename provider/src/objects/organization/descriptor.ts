import { type Descriptor, scopesFor } from "../descriptor.ts";
import { organizationTable as table } from "./table.ts";

/** Organizations: the customers of a product. */
export const organization = {
  type: "Organization",
  table,
  plural: "organizations",
  route: "organizations",
  calls: ["POST /organizations", "GET|PATCH|DELETE /organizations/{id}", "GET /organizations/name/{name}"],
  scopes: { ...scopesFor("organizations"), update: ["read:organizations", "update:organizations"] },
  uniqueBy: ["name"],
  listing: { paging: "both", names: ["name", "display_name", "id"] },
  events: {
    types: ["organization.created", "organization.updated", "organization.deleted"],
    subjectsOf: (id) => [`organization ${id}`],
  },
  imported: { noun: "organization", file: "organizations", module: "organizations" },
  concerned: "organizations",
  goneWithIt: "the memberships of its people, with the roles that they have in it",
  foreignTypes: { auth0_organization: { id: ["id"] } },
} as const satisfies Descriptor;
