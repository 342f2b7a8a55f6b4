import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { byPage } from "../shared/query.ts";
import { newPrefixedId, type Stored } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";
import { bodyOf, type Properties } from "../shared/validation.ts";

/** A stored role. */
export interface StoredRole extends Stored {
  readonly name: string;
  /** Absent in older tenants. */
  readonly type?: string;
  readonly owner_id?: string;
}

const changeable: Properties = {
  name: { type: "string", min: 1, about: "Name of the role" },
  description: { type: "string", about: "What the role is for" },
};

const kinds: Properties = {
  type: { type: "string", oneOf: ["tenant", "organization"], about: "Whose role it is" },
  owner_id: { type: "string", min: 1, about: "Id of the organization whose role it is" },
};

/** The parameters of `GET /roles`. */
export const roleParameters: Properties = {
  ...byPage,
  name_filter: { type: "string", about: "Part of the name, without regard to case" },
  ...kinds,
};

/** The tenant's roles, by id or name. */
export function tenantRoles({ organizationAccess }: TenantTraits): Objects<StoredRole> {
  return new Objects<StoredRole>({
    key: "name",
    created: bodyOf({ id: { type: "string", min: 1, about: "Id of the role" }, ...changeable, ...kinds }, ["name"]),
    changed: bodyOf(changeable),
    whole: { has: ["id", "name"] },
    newId: () => newPrefixedId("rol_"),
    notFound: () => new ServiceError(404, "The role does not exist."),
    taken: () => new ServiceError(409, "The role already exists."),
    settle: (given, id, before) =>
      ({
        id,
        description: null,
        ...(organizationAccess && { type: "tenant" }),
        ...before,
        ...given,
      }) as unknown as StoredRole,
  });
}
