import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { newPrefixedId, type Stored, type WireObject } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";
import { bodyOf, type Properties } from "../shared/validation.ts";

/** Maximum number of characters of an organization's id. */
const idLength = 50;

const changeable: Properties = {
  name: { type: "string", min: 1, about: "Name of the organization" },
  display_name: { type: "string", about: "Name that is shown" },
  branding: { ...bodyOf({}), open: true, about: "Branding" },
  metadata: { ...bodyOf({}), open: true, about: "Metadata" },
  token_quota: { ...bodyOf({}), open: true, nullable: true, about: "Token quota" },
  third_party_client_access: {
    type: "string",
    oneOf: ["allow", "block"],
    about: "Whether third-party applications have access",
  },
};

const id = { type: "string", min: 1, max: idLength, about: "Id of the organization" } as const;

/** A stored organization. */
export interface StoredOrganization extends Stored {
  readonly name: string;
}

/** The tenant's organizations, by id or name. */
export class Organizations extends Objects<StoredOrganization> {
  constructor({ organizationAccess }: TenantTraits) {
    super({
      key: "name",
      created: bodyOf({ id, ...changeable }, ["name"]),
      changed: bodyOf(changeable),
      whole: { has: ["id", "name"] },
      newId: () => newPrefixedId("org_"),
      notFound: noSuchOrganization,
      taken: () => new ServiceError(409, "An organization with this name already exists.", "organization_conflict"),
      settle: (given, own, before) => ({
        ...(organizationAccess && !before && { third_party_client_access: "block" }),
        ...before,
        ...(given as { name: string }),
        id: own,
      }),
    });
  }

  /** @throws ServiceError 400 `invalid_uri` for an id that is too long */
  override at(path: string): WireObject | undefined {
    if ([...path].length > idLength) {
      throw new ServiceError(400, `The id of an organization has at most ${idLength} characters.`, "invalid_uri");
    }
    return super.at(path);
  }

  /**
   * The organization with this name.
   * @throws ServiceError 404
   */
  named(name: string): WireObject {
    const found = this.get(name);
    if (found?.name !== name) throw noSuchOrganization();
    return found;
  }
}

function noSuchOrganization(): ServiceError {
  return new ServiceError(404, "No organization found by that id or name");
}
