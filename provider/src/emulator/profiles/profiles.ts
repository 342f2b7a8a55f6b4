import { ServiceError } from "../shared/errors.ts";
import { type Module, restModule, restRoutes, route, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { type Collection, newPrefixedId, type Stored, type WireObject, withoutNulls } from "../shared/store.ts";
import { anyObject, isObject, payloadError } from "../shared/validation.ts";

const usualUserId = {
  oidc_mapping: "sub",
  saml_mapping: ["nameidentifier", "upn", "name"].map(
    (name) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`,
  ),
  scim_mapping: "externalId",
};

/** The user attribute profiles, by id or name: `/user-attribute-profiles`. What a write lacks of the user id gets a default, and not the stored value. */
export function userAttributeProfileModule(): Module<Objects> {
  return restModule({
    path: "/user-attribute-profiles",
    key: "name",
    newId: () => newPrefixedId("uap_", 22),
    missing: "User attribute profile not found.",
    // The text of the service's error is unknown, so this text is invented.
    taken: "A user attribute profile with this name already exists.",
    settle(row, { given, before }) {
      const isKept = before !== undefined && given.user_id === undefined;
      const own = isObject(given.user_id) ? given.user_id : {};
      return isKept ? row : { ...row, user_id: { ...usualUserId, ...own } };
    },
  });
}

/** The connection profiles, by id or name: `/connection-profiles`. The emulator makes no connections by them. */
export function connectionProfileModule(): Module<Objects> {
  return restModule({
    path: "/connection-profiles",
    key: "name",
    newId: () => newPrefixedId("cop_", 22),
    // The texts of these errors of the service are unknown, so these texts are invented.
    missing: "The connection profile does not exist.",
    taken: "A connection profile with this name already exists.",
    fresh: { connection_config: null, strategy_overrides: null },
  });
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
}

const mostProfiles = 20;

/** The self-service profiles, by id: `/self-service-profiles`, and their texts. The emulator shows no pages. */
export function selfServiceProfileModule({ time }: Tenant): Module<SelfServiceProfiles> {
  const profiles: SelfServiceProfiles = new SelfServiceProfiles({
    path: "/self-service-profiles",
    key: "id",
    seeded: { texts: anyObject },
    newId: () => newPrefixedId("ssp_", 22),
    missing: "Profile with ID: {id} not found",
    // This text is invented, and that for too many profiles: the service's are unknown.
    taken: "The id is in use.",
    time,
    settle(row, { before }) {
      if (!before && profiles.all().length >= mostProfiles) {
        throw new ServiceError(409, `A tenant can have at most ${mostProfiles} self-service profiles.`);
      }
      row.user_attributes ??= [];
      if ((row.user_attributes as readonly unknown[]).length > 0 && typeof row.user_attribute_profile_id === "string") {
        throw payloadError({
          why: "user_attributes and user_attribute_profile_id exclude each other",
          path: "user_attributes",
        });
      }
      return withoutNulls(row);
    },
    hidden: ["texts"],
  });
  const path = "/self-service-profiles/{id}/custom-text/{language}/{page}";
  return {
    objects: profiles,
    routes: [
      ...restRoutes(profiles),
      route(`GET ${path}`, ({ param }) => profiles.require(param("id")).texts ?? {}),
      route(`PUT ${path}`, ({ param, given }) => {
        profiles.setTexts(param("id"), given());
        return profiles.require(param("id")).texts;
      }),
    ],
  };
}
