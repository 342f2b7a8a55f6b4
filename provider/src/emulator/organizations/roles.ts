import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { newPrefixedId } from "../shared/store.ts";
import { bodyOf, type Properties } from "../shared/validation.ts";

const changeable: Properties = {
  name: { type: "string", min: 1, about: "Name of the role" },
  description: { type: "string", about: "What the role is for" },
};

/** The tenant's roles. The API can only read them here: they come from the seed or from direct access. */
export function tenantRoles(): Objects {
  return new Objects({
    key: "name",
    created: bodyOf({ id: { type: "string", min: 1, about: "Id of the role" }, ...changeable }, ["name"]),
    changed: bodyOf(changeable),
    newId: () => newPrefixedId("rol_"),
    notFound: () => new ServiceError(404, "The role does not exist."),
    taken: () => new ServiceError(409, "The id or name is taken by another role."),
    settle: (given, id, before) => ({ ...before, ...given, id }),
  });
}
