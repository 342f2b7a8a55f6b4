import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";
import { captcha, withSecret } from "./definition.ts";

/** Captcha: `GET|PATCH /attack-protection/captcha`. */
export const captchaType: ResourceType = singletonOf(captcha, { normalize: withoutUnset, adjust: withSecrets });

/** Removes providers that are not set up: the service returns them with an empty key, but refuses an empty key in a request. */
function withoutUnset(args: JsonObject): JsonObject {
  const isUnset = ([name, value]: readonly [string, JsonObject[string]]) =>
    withSecret.includes(name) && isObject(value) && own(value, "siteKey") === "";
  return Object.fromEntries(Object.entries(args).filter((entry) => !isUnset(entry)));
}

/**
 * If a property of a provider changes, adds all declared properties of this provider: the service refuses an incomplete provider. Drops the changes
 * of a provider that was removed from the program, because no request can clear the settings of a provider.
 */
function withSecrets(changes: JsonObject, inputs: JsonObject): JsonObject {
  const all = Object.entries(changes).flatMap(([name, value]) => {
    if (!withSecret.includes(name)) return [[name, value] as const];
    const declared = own(inputs, name);
    return isObject(value) && isObject(declared) ? [[name, { ...declared, ...value }] as const] : [];
  });
  return Object.fromEntries(all);
}
