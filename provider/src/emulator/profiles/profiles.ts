import { ServiceError } from "../shared/errors.ts";
import { type Module, restRoutes, route, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { type Collection, copyOf, omit, randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";

const usualUserId = {
  oidc_mapping: "sub",
  saml_mapping: ["nameidentifier", "upn", "name"].map(
    (name) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`,
  ),
  scim_mapping: "externalId",
};

/** The user attribute profiles, by id or name: `/user-attribute-profiles`. What a write lacks of the user id gets a default, and not the stored value. */
export function userAttributeProfileModule({ cursors }: Tenant): Module<Objects> {
  const profiles = new Objects({
    path: "/user-attribute-profiles",
    key: "name",
    newId: () => `uap_${randomAlphanumerics(22)}`,
    notFound: () => new ServiceError(404, "User attribute profile not found."),
    // The text of the service's error is unknown, so this text is invented.
    taken: () => new ServiceError(409, "A user attribute profile with this name already exists."),
    settle(given, id, before) {
      const isKept = before !== undefined && given.user_id === undefined;
      const own = isObject(given.user_id) ? given.user_id : {};
      return { ...before, ...given, user_id: isKept ? before.user_id : { ...usualUserId, ...own }, id };
    },
  });
  return { objects: profiles, routes: restRoutes(profiles, cursors) };
}

/** The connection profiles, by id or name: `/connection-profiles`. The emulator makes no connections by them. */
export function connectionProfileModule({ cursors }: Tenant): Module<Objects> {
  const profiles = new Objects({
    path: "/connection-profiles",
    key: "name",
    newId: () => `cop_${randomAlphanumerics(22)}`,
    // The texts of these errors of the service are unknown, so these texts are invented.
    notFound: () => new ServiceError(404, "The connection profile does not exist."),
    taken: () => new ServiceError(409, "A connection profile with this name already exists."),
    settle: (given, id, before) => ({ connection_config: null, strategy_overrides: null, ...before, ...given, id }),
  });
  return { objects: profiles, routes: restRoutes(profiles, cursors) };
}

/** A stored self-service profile, with its texts, which have routes of their own. */
export interface StoredProfile extends Stored {
  readonly texts?: WireObject;
}

/** Direct access to the self-service profiles, by id, and to their texts. */
export type SelfServiceProfileCollection = Collection & Pick<SelfServiceProfiles, "setTexts">;

/** The tenant's self-service profiles. */
export class SelfServiceProfiles extends Objects<StoredProfile> {
  /** Replaces the texts of a profile. @throws ServiceError 404 */
  setTexts(id: string, texts: WireObject): void {
    this.change(this.require(id).id, { texts });
  }

  override require(id: string): StoredProfile {
    const found = this.at(id);
    if (!found) throw new ServiceError(404, `Profile with ID: ${id} not found`);
    return found;
  }
}

const mostProfiles = 20;

/** The self-service profiles, by id: `/self-service-profiles`, and their texts. The emulator shows no pages. */
export function selfServiceProfileModule({ now, cursors }: Tenant): Module<SelfServiceProfiles> {
  const profiles: SelfServiceProfiles = new SelfServiceProfiles({
    path: "/self-service-profiles",
    key: "id",
    seeded: { texts: { type: "object", properties: {}, required: [], open: true } },
    newId: () => `ssp_${randomAlphanumerics(22)}`,
    // These texts are invented, and that for too many profiles: the service's are unknown.
    notFound: () => new ServiceError(404, "The self-service profile does not exist."),
    taken: () => new ServiceError(409, "The id is in use."),
    settle(given, id, before) {
      if (!before && profiles.table.all().length >= mostProfiles) {
        throw new ServiceError(409, `A tenant can have at most ${mostProfiles} self-service profiles.`);
      }
      const at = new Date(now()).toISOString();
      const row: WireObject = { created_at: at, ...before, ...given, updated_at: at, id };
      row.user_attributes ??= [];
      if ((row.user_attributes as readonly unknown[]).length > 0 && typeof row.user_attribute_profile_id === "string") {
        throw payloadError({
          why: "user_attributes and user_attribute_profile_id exclude each other",
          path: "user_attributes",
        });
      }
      return omit(
        row,
        Object.keys(row).filter((name) => row[name] === null),
      );
    },
    view: (row) => copyOf(omit(row, ["texts"])),
  });
  const path = "/self-service-profiles/{id}/custom-text/{language}/{page}";
  return {
    objects: profiles,
    routes: [
      ...restRoutes(profiles, cursors),
      route(`GET ${path}`, ({ param }) => profiles.require(param("id")).texts ?? {}),
      route(`PUT ${path}`, ({ param, given }) => {
        profiles.setTexts(param("id"), given());
        return profiles.require(param("id")).texts;
      }),
    ],
  };
}
