import { ServiceError } from "../shared/errors.ts";
import type { Module, Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { byPage } from "../shared/query.ts";
import { deleteOnce, restRoutes, type Special } from "../shared/rest.ts";
import { newPrefixedId, omit, type Stored } from "../shared/store.ts";
import { bodyOf, text } from "../shared/validation.ts";

/** A stored role. */
export interface StoredRole extends Stored {
  readonly name: string;
}

const changeable = { name: text("Name of the role", { min: 1 }), description: text("Description of the role") };
const kinds = {
  type: text("Owner of the role", { oneOf: ["tenant", "organization"] }),
  owner_id: text("Id of the organization that owns the role", { min: 1 }),
};
const created = bodyOf({ id: text("Id of the role", { min: 1 }), ...changeable, ...kinds }, ["name"]);
const ownerFault = "A role of an organization has an owner_id, others have none";

/** The tenant's roles, by id or name: `/roles`, scopes `create|read|update|delete:roles`. */
export function roleModule({ traits, cursors }: Tenant): Module<Objects<StoredRole>> {
  const roles = new Objects<StoredRole>({
    key: "name",
    // A role of an organization may have the name of a tenant's role, so its key also contains its owner.
    keyOf: ({ name, owner_id }) => (owner_id === undefined ? String(name) : `${owner_id} ${name}`),
    created: { ...created, rule: (role) => (isOwned(role) === "owner_id" in role ? undefined : ownerFault) },
    changed: bodyOf(changeable),
    whole: ["id", "name"],
    newId: () => newPrefixedId("rol_"),
    notFound: () => new ServiceError(404, "The role does not exist."),
    taken: () => new ServiceError(409, "The role already exists."),
    settle: (given, id, before) => ({
      id,
      ...(traits.organizationAccess && { type: "tenant" }),
      ...before,
      ...given,
    }),
    // Seeds from exports of other tools contain a role's permissions. Responses with the role do not contain them.
    view: (role) => ({ description: "", ...omit(role, ["permissions"]) }),
    sortKey: ({ name }) => name,
  });
  const special: Special<StoredRole> = {
    parameters: { ...byPage, name_filter: text("Part of the name, without regard to case"), ...kinds },
    wanted: ({ filters }) => {
      const { name_filter = "", type, owner_id } = filters as Record<string, string | undefined>;
      if (isOwned(filters) && owner_id === undefined) {
        throw new ServiceError(400, "Query validation error: 'owner_id is required'.", "invalid_query_string");
      }
      return (role) =>
        role.name.toLowerCase().includes(name_filter.toLowerCase()) &&
        // Roles of older tenants have no type, and count as roles of the tenant.
        (type === undefined || (role.type ?? "tenant") === type) &&
        (owner_id === undefined || role.owner_id === owner_id);
    },
    // A list returns a missing description as an empty text. For a single role, older tenants return null; newer tenants return an empty
    // text to a GET, and no description to a write.
    answer: ({ description, ...role }, _, operation) => {
      if (description !== "" || operation === "list") return { ...role, description };
      if (!traits.organizationAccess) return { ...role, description: null };
      return operation === "get" ? { ...role, description } : role;
    },
    routes: {
      create: { status: 200 },
      delete: {
        handle: (request) => {
          deleteOnce(roles)(request);
          return {};
        },
      },
    },
  };
  return { objects: roles, routes: restRoutes("roles", roles, cursors, special) };
}

function isOwned({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === "organization";
}
