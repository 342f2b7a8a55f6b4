import { restOf } from "../../lifecycle/rest.ts";
import { isObject, type JsonObject, own } from "../../model/json.ts";
import { organization } from "./descriptor.ts";

/** Organizations: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`. */
export const { kind: organizationKind } = restOf(organization, { adjust: withoutEmptyQuota });

/** The service refuses a quota that limits nothing: null takes it away. */
export function withoutEmptyQuota(changes: JsonObject): JsonObject {
  const quota = own(own(changes, "tokenQuota"), "clientCredentials");
  return isObject(quota) && Object.keys(quota).length === 0 ? { ...changes, tokenQuota: null } : changes;
}
