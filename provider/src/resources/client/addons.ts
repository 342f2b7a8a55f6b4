import { sanitize } from "../../client/index.ts";
import { clientSchema } from "../../definitions/client.ts";
import { changesOf } from "../../lifecycle/changes.ts";
import { UserError } from "../../lifecycle/errors.ts";
import {
  equal,
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
} from "../../schema/json.ts";
import { describePath, type Path, valueAt } from "../../schema/pointer.ts";
import type { Fields, Schema } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { putHidden } from "../../state/compose.ts";
import { Draft, holdsOthers, putDeclared } from "../../state/draft.ts";
import { leavesOf, undeclaredIn } from "../../state/leaves.ts";
import { type Plan, sameSet } from "../../state/plan.ts";
import { withUnknownProperties } from "../../state/unknown-properties.ts";
import { toWire } from "../../state/wire.ts";

const addonsField = clientSchema.fields.addons;

/** The values of `addons` in the one or two requests of an update. */
export interface AddonCalls {
  /** The changed addons; `{}` or null, which removes all addons; undefined if the first request contains no addons. */
  readonly first?: Json;
  /** The remaining addons, for a second request: the API can only remove all addons together, so the remaining ones are added again. */
  readonly rest?: JsonObject;
}

/**
 * Determines the addons in the requests of an update. The API merges addons by name, replaces the contents of each, and cannot remove a single addon.
 *
 * @param label name of the application in messages
 * @throws UserError if an addon has to be removed and the remaining addons contain undeclared values
 */
export function addonCalls(plan: Plan, live: JsonObject, label: string): AddonCalls {
  const now = own(live, "addons");
  const before = isObject(now) ? now : {};
  const inAddons = ({ path }: { readonly path: readonly string[] }) => path[0] === "addons";
  const [changed, removed] = [plan.changed.filter(inAddons), plan.removed.filter(inAddons)];
  const draft = new Draft(before);
  for (const removal of removed) {
    const place = removal.path.slice(1);
    if (!holdsOthers(removal, valueAt(before, place))) draft.remove(place);
  }
  const declared = plan.declared.filter(inAddons);
  const names = new Set([...changed, ...removed].flatMap(({ path }) => path.slice(1, 2)));
  for (const { path, value } of declared) {
    const [, name = ""] = path;
    // The draft already contains unchanged addons, unless an earlier update removed all addons and failed before it added them again.
    if (!names.has(name) && own(before, name) !== undefined) continue;
    // An addon that is declared as `{}` only has to exist.
    putDeclared(draft, path.slice(1), value);
  }
  const isDeclared = (name: string) => declared.some(({ path }) => path[1] === name);
  const gone = [...names].filter((name) => !isDeclared(name) && isNothing(own(draft.root, name)));
  if (gone.length === 0) {
    const sent: MutableJsonObject = {};
    for (const name of names) put(sent, name, own(draft.root, name) ?? {});
    return Object.keys(sent).length > 0 ? { first: sent } : {};
  }
  putHidden(draft, declared, 1);
  const staying = Object.fromEntries(Object.entries(draft.root).filter(([name]) => !gone.includes(name)));
  const isUndeclared = undeclaredIn(declared);
  const others = leavesOf({ addons: addonsField }, { addons: staying }).filter(({ path }) => isUndeclared(path));
  if (Object.keys(staying).length === 0) return { first: null };
  if (others.length === 0) return { first: {}, rest: staying };
  // If the second request failed, the undeclared values would be lost, and no later run could restore them.
  throw new UserError(
    `${label} was not changed: the addon ${sanitize(gone.join(", "))} was removed from the program. ` +
      "The API can only remove all addons together, so this run would have to add the remaining addons again, and could lose " +
      `${sanitize(others.map(({ path }) => describePath(path)).join(", "))}, which the program does not declare. ` +
      `Declare these properties with the tenant's values, or remove the addon ${sanitize(gone.join(", "))} by hand.`,
  );
}

function isNothing(value: Json | undefined): boolean {
  if (value === undefined || isEmptyObject(value)) return true;
  return isObject(value) && Object.values(value).every((inside) => isObject(inside) && isNothing(inside));
}

/**
 * Makes the body of an update, under the API's names: without addons, the secret and its rotation, and properties that no update can change.
 *
 * @param now the object at the tenant: under the program's names, and as the response body
 */
export function bodyOf(
  { bodyFields, schema }: { readonly bodyFields: Fields; readonly schema: Schema },
  plan: Plan,
  inputs: JsonObject,
  now: { readonly live: JsonObject; readonly body: JsonObject },
  label: string,
): JsonObject {
  const all = changesOf(schema, { plan, inputs, now, label, isFilledIn: isFilledInClient });
  const { addons: _, secretRotation: _rotation, clientSecret: _secret, ...changes } = all;
  const { resourceServerIdentifier: _identifier, thirdPartySecurityMode: _mode, ...sent } = changes;
  return withUnknownProperties(schema, plan, toWire(bodyFields, withoutFixed(sent)), now.body);
}

function withoutFixed(changes: JsonObject): JsonObject {
  const jwt = own(changes, "jwtConfiguration");
  if (!isObject(jwt) || own(jwt, "secretEncoded") === undefined) return changes;
  const { secretEncoded: _, ...others } = jwt;
  const { jwtConfiguration: _jwt, ...rest } = changes;
  return Object.keys(others).length > 0 ? { ...rest, jwtConfiguration: others } : rest;
}

/** @throws UserError if the program newly declares a property that no update can change, and the declared value differs from the tenant's */
export function refuseFixed({ changed }: Plan, label: string, live: JsonObject): void {
  const other = changed.find(
    ({ field, path, value }) => field.forceNewIfDeclared && !same(field, value, valueAt(live, path)),
  );
  if (!other) return;
  throw new UserError(
    `${label} was not changed: the declared ${describePath(other.path)} differs from the tenant's value, and no update can change this property. ` +
      "Declare the tenant's value, or replace the application with `pulumi up --replace`: the new application gets another client id.",
  );
}

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

/** Whether an undeclared member of a declared object has a value that the service sets if a request omits the member. */
function isFilledInClient(path: Path, value: Json, live: JsonObject): boolean {
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
