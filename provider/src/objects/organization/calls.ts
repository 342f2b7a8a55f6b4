import { restOf } from "../../lifecycle/rest.ts";
import { isObject, type JsonObject, own } from "../../model/json.ts";
import { organization } from "./descriptor.ts";

/** Organizations: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`. */
export const { kind: organizationKind } = restOf(organization, {
  // The service refuses a quota that limits nothing: null takes it away.
  adjust: (changes) => (isEmptyQuota(changes) ? { ...changes, tokenQuota: null } : changes),
});

function isEmptyQuota(changes: JsonObject): boolean {
  const quota = own(own(changes, "tokenQuota"), "clientCredentials");
  return isObject(quota) && Object.keys(quota).length === 0;
}
