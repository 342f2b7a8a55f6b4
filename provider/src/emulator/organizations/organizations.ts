import { ServiceError } from "../shared/errors.ts";
import { NamedObjects } from "../shared/objects.ts";
import type { Route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import type { Schema } from "../shared/validation.ts";

/** Most characters of an organization's id (specification, section 4.5). */
const idLength = 50;

const free = { type: "object", open: true, properties: {} } as const;

const properties = {
  id: { type: "string", min: 1, max: idLength, about: "Id of the organization" },
  name: { type: "string", min: 1, about: "Name of the organization" },
  display_name: { type: "string", about: "Name that is shown" },
  branding: { ...free, about: "Branding" },
  metadata: { ...free, about: "Metadata" },
} as const satisfies Record<string, Schema>;

const { id: _, ...changeable } = properties;

/** The tenant's organizations. Their members are gone with them. */
export class Organizations extends NamedObjects {
  constructor() {
    super({
      noun: "organization",
      prefix: "org_",
      seedSchema: { type: "object", about: "Organization", required: ["name"], properties },
      updateSchema: { type: "object", about: "", properties: changeable },
      notFound: organizationNotFound,
    });
  }

  /**
   * The organization with an id, as a path names it.
   * @throws ServiceError 404, or 400 `invalid_uri` for an id that is too long
   */
  override require(id: string): WireObject {
    if ([...id].length > idLength) {
      throw new ServiceError(400, `The id of an organization has at most ${idLength} characters.`, "invalid_uri");
    }
    return super.require(id);
  }
}

/** The operations on organizations themselves. */
export function organizationRoutes(organizations: Organizations): Route[] {
  return [
    {
      method: "GET",
      path: "/organizations/:id",
      operation: "organizations.get",
      scope: "read:organizations",
      handle: ({ params }) => ({ status: 200, body: organizations.require(params.id ?? "") }),
    },
  ];
}

/** The 404 for an organization that is not there; it has no code (facts page, "Organization member roles"). */
export function organizationNotFound(): ServiceError {
  return new ServiceError(404, "The organization does not exist.");
}
