import { type Definition, scopesFor } from "../schema/definition.ts";

/**
 * A role of the tenant: a named set of permissions that is assigned to users.
 *
 * {@example}
 *
 * **Updates** send the changed properties in one call. The permissions of the role and its assignments to users do not change.
 *
 * **Deletion** removes the role from all users who have it.
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
    // The service documents no maximum lengths for the name and the description.
    fields: {
      /**
       * The display name, unique within the tenant. {@bounds}.
       *
       * @answers The display name.
       * @example Editor
       */
      name: { kind: "string", required: true, min: 1 },
      /**
       * The description. When cleared: empty.
       *
       * @answers The description; empty if the role has none.
       */
      // No key, null and an empty text all mean that the role has no description.
      description: { kind: "string", absent: "", clear: { how: "default", value: "" } },
    },
  },
  plural: "roles",
  route: "roles",
  scopes: scopesFor("roles"),
  // `type` distinguishes tenant roles from roles of organizations. This package manages only tenant roles.
  setByService: ["type"],
  uniqueBy: ["name"],
  // Without the query, the listing also has roles of organizations, which can have the same names.
  listing: { paging: "offset", names: ["name", "id"], query: { type: "tenant" } },
  // The parameter matches parts of names, and ignores the letter case.
  lookUps: { by: "name", parameter: "name_filter", filters: ["name"] },
  events: undefined,
  imported: { noun: "role", file: "roles", module: "roles" },
  foreignTypes: { auth0_role: { id: ["id"] } },
} as const satisfies Definition;
