import { type Definition, scopesFor } from "../schema/definition.ts";

/**
 * A role of the tenant: permissions that people get together.
 *
 * {@example}
 *
 * **Updates** send the changed ones of `name` and `description`, in one call. The permissions of the role and the people who have it
 * stay as they are.
 *
 * **Deletion** takes the role from everybody who has it.
 *
 * @arguments A description that the program no longer declares becomes empty.
 *
 * @id The role's id: `rol_…`.
 *
 * @all The tenant's roles, without those of organizations.
 */
export const role = {
  type: "Role",
  schema: {
    noun: "role",
    // The service documents no bounds of its texts.
    fields: {
      /**
       * A name for people, unique within the tenant. {@bounds}.
       *
       * @answers A name for people.
       * @example Editor
       */
      name: { kind: "string", required: true, min: 1 },
      /**
       * What the role is for. No description is the same as an empty one. Cleared: empty.
       *
       * @answers What the role is for; empty where nobody has said it.
       */
      // No key, null and an empty text all mean that there is none.
      description: { kind: "string", absent: "", clear: { how: "default", value: "" } },
    },
  },
  plural: "roles",
  route: "roles",
  calls: ["POST /roles", "GET|PATCH|DELETE /roles/{id}"],
  scopes: scopesFor("roles"),
  uniqueBy: ["name"],
  // Roles of organizations would be listed as well, and may be called like one of the tenant.
  listing: { paging: "offset", names: ["name", "id"], query: { type: "tenant" } },
  // The service finds a part of a name, in any letter case.
  lookUps: { by: "name", parameter: "name_filter", filters: ["name"] },
  events: undefined,
  imported: { noun: "role", file: "roles", module: "roles" },
  foreignTypes: { auth0_role: { id: ["id"] } },
} as const satisfies Definition;
