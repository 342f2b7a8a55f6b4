import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { newPrefixedId, type WireObject } from "../shared/store.ts";
import { bodyOf, type Properties } from "../shared/validation.ts";

/** Maximum number of characters of an organization's id. */
const idLength = 50;

const changeable: Properties = {
  name: { type: "string", min: 1, about: "Name of the organization" },
  display_name: { type: "string", about: "Name that is shown" },
  branding: { ...bodyOf({}), open: true, about: "Branding" },
  metadata: { ...bodyOf({}), open: true, about: "Metadata" },
};

const id = { type: "string", min: 1, max: idLength, about: "Id of the organization" } as const;

/** The tenant's organizations. The API can only read them here: they come from the seed or from direct access. */
export class Organizations extends Objects {
  constructor() {
    super({
      key: "name",
      created: bodyOf({ id, ...changeable }, ["name"]),
      changed: bodyOf(changeable),
      newId: () => newPrefixedId("org_"),
      notFound: () => new ServiceError(404, "The organization does not exist."),
      taken: () => new ServiceError(409, "The id or name is taken by another organization."),
      settle: (given, own, before) => ({ ...before, ...given, id: own }),
    });
  }

  /** @throws ServiceError 400 `invalid_uri` for an id that is too long */
  override at(path: string): WireObject | undefined {
    if ([...path].length > idLength) {
      throw new ServiceError(400, `The id of an organization has at most ${idLength} characters.`, "invalid_uri");
    }
    return super.at(path);
  }
}
