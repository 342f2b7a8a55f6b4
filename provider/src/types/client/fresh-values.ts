import { equal, isObject, type Json, type JsonObject, own, type Path, valueAt } from "../../schema/json.ts";
import { sameSet } from "../../state/plan.ts";

const grants = ["authorization_code", "implicit", "refresh_token", "client_credentials"];
const day = 86_400;

/** The service's defaults for a new application, which depend on its token endpoint method and its type. */
function freshOf(live: JsonObject): JsonObject {
  const [type, method] = [own(live, "appType"), own(live, "tokenEndpointAuthMethod")];
  const isThirdParty = own(live, "isFirstParty") === false;
  const isStrict = own(live, "thirdPartySecurityMode") === "strict";
  const isSpecial = type === "resource_server" || type === "express_configuration";
  const hasSecret = String(method).startsWith("client_secret_");
  const isExpiring = isThirdParty && (isStrict || method === "none");
  return {
    isFirstParty: true,
    customLoginPageOn: true,
    ssoDisabled: false,
    isTokenEndpointIpHeaderTrusted: false,
    crossOriginAuthentication: false,
    oidcConformant: isSpecial || isThirdParty,
    grantTypes: isStrict
      ? grants.slice(0, 1)
      : type === "resource_server"
        ? []
        : type === "express_configuration"
          ? ["authorization_code", "client_credentials"]
          : method === "none"
            ? grants.slice(0, 3)
            : grants,
    jwtConfiguration: {
      ...(!isSpecial && { lifetimeInSeconds: isStrict ? 3600 : 36_000 }),
      secretEncoded: false,
      ...((isSpecial || isStrict) && { alg: "RS256" }),
    },
    refreshToken: {
      rotationType: isExpiring && !isStrict ? "rotating" : "non-rotating",
      expirationType: isExpiring ? "expiring" : "non-expiring",
      leeway: 0,
      infiniteTokenLifetime: !isExpiring || isStrict,
      infiniteIdleTokenLifetime: !isExpiring,
      tokenLifetime: hasSecret ? 31_557_600 : 30 * day,
      idleTokenLifetime: hasSecret ? 30 * day : 15 * day,
    },
    ...(isStrict && { redirectionPolicy: "open_redirect_protection" }),
  };
}

const usualInitiators = ["rp-logout", "idp-logout"];

/** Whether an undeclared property of a declared object has the value that the service sets if a request omits the property. */
export function isFilledInClient(path: Path, value: Json, live: JsonObject): boolean {
  const [name, member] = path;
  if (name === "refreshToken") {
    // The service derives these two flags from the expiration type in the request, or from the default expiration type.
    const isDerived = member === "infiniteTokenLifetime" || member === "infiniteIdleTokenLifetime";
    return (
      isDerived || equal(value, valueAt(freshOf({ ...live, tokenEndpointAuthMethod: "client_secret_post" }), path))
    );
  }
  const initiators = valueAt(live, ["oidcLogout", "backchannelLogoutInitiators"]);
  const selected = own(initiators, "selectedInitiators");
  const isUsual = Array.isArray(selected) && sameSet(selected, usualInitiators) && own(initiators, "mode") === "custom";
  return name === "oidcLogout" && member === "backchannelLogoutInitiators" && isUsual;
}

/** Whether a value is the flag of a refresh token that the service sets because of the expiration type. */
export function isOfExpirationType([name, member]: Path, value: Json, live: JsonObject): boolean {
  if (name !== "refreshToken" || !(member === "infiniteTokenLifetime" || member === "infiniteIdleTokenLifetime"))
    return false;
  return value === (own(own(live, "refreshToken"), "expirationType") === "non-expiring");
}

/** Whether a value is the default of a new application with the same type and token endpoint method. */
export function isFreshOfClient(path: Path, value: Json, live: JsonObject): boolean {
  const [name = ""] = path;
  if (isObject(valueAt(live, [name])) && name === "refreshToken") {
    // An import declares refreshToken either as a whole or not at all.
    return equal(own(live, name), own(freshOf(live), name));
  }
  const fresh = valueAt(freshOf(live), path);
  if (Array.isArray(fresh) && Array.isArray(value)) return sameSet(fresh, value);
  return fresh !== undefined && equal(fresh, value);
}
