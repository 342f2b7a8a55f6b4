import { ServiceError } from "../shared/errors.ts";
import { NamedObjects } from "../shared/objects.ts";
import type { Route } from "../shared/router.ts";
import type { Schema } from "../shared/validation.ts";

const properties = {
  id: { type: "string", min: 1, about: "Id of the role" },
  name: { type: "string", min: 1, about: "Name of the role" },
  description: { type: "string", about: "What the role is for" },
} as const satisfies Record<string, Schema>;

const { id: _, ...changeable } = properties;

/** The tenant's roles. Nobody has a role any more that is deleted. */
export class Roles extends NamedObjects {
  constructor() {
    super({
      noun: "role",
      prefix: "rol_",
      seedSchema: { type: "object", about: "Role", required: ["name"], properties },
      updateSchema: { type: "object", about: "", properties: changeable },
      notFound: roleNotFound,
    });
  }
}

/** The operations on roles. */
export function roleRoutes(roles: Roles): Route[] {
  return [
    {
      method: "GET",
      path: "/roles/:id",
      operation: "roles.get",
      scope: "read:roles",
      handle: ({ params }) => ({ status: 200, body: roles.require(params.id ?? "") }),
    },
  ];
}

/** The 404 for a role that is not there. */
export function roleNotFound(): ServiceError {
  return new ServiceError(404, "The role does not exist.");
}
