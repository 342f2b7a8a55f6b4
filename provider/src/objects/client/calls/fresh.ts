import { equal, isObject, type Json, type JsonObject, own } from "../../../model/json.ts";
import { type Path, valueAt } from "../../../model/pointer.ts";
import { sameSet } from "../../../model/set-change.ts";

const grants = ["authorization_code", "implicit", "refresh_token", "client_credentials"];
const day = 86_400;

/** What the service makes of a new application by itself, by its method at the token endpoint and its type. */
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

/** Whether the service puts a value into an object of an application by itself, beside what a program declares of it. */
export function isFilledInClient(path: Path, value: Json, live: JsonObject): boolean {
  const [name, member] = path;
  if (name === "refreshToken") {
    // Whether tokens end at all follows from the type of expiration that a creation was sent with, or that a new application has.
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

/** Whether a new application of the same type and method has this value by itself. */
export function isFreshOfClient(path: Path, value: Json, live: JsonObject): boolean {
  const [name = ""] = path;
  if (isObject(valueAt(live, [name])) && name === "refreshToken") {
    // It is declared whole or not at all.
    return equal(own(live, name), own(freshOf(live), name));
  }
  const fresh = valueAt(freshOf(live), path);
  if (Array.isArray(fresh) && Array.isArray(value)) return sameSet(fresh, value);
  return fresh !== undefined && equal(fresh, value);
}
