import { type Definition, scopesFor } from "../schema/definition.ts";

/**
 * A role of the tenant: permissions that people get together.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const editor = new tenant.Role("editor", { name: "Editor", description: "Writes and changes articles" });
 * export const editorId = editor.id;
 * ```
 *
 * **Updates** send the changed ones of `name` and `description`, in one call. The permissions of the role and the people who have it
 * stay as they are.
 *
 * **Deletion** takes the role from everybody who has it.
 *
 * @arguments A description that the program no longer declares becomes empty.
 */
export const role = {
  type: "Role",
  schema: {
    noun: "role",
    // The service documents no bounds of its texts.
    fields: {
      /** A name for people, unique within the tenant. {@bounds}. */
      name: { kind: "string", required: true, min: 1 },
      /** What the role is for. No description is the same as an empty one. Cleared: empty. */
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
  events: undefined,
  imported: { noun: "role", file: "roles", module: "roles" },
  foreignTypes: { auth0_role: { id: ["id"] } },
} as const satisfies Definition;
