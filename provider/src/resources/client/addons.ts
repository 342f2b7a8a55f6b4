import { legible } from "../../client/index.ts";
import { client, clientSchema } from "../../definitions/client.ts";
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
import type { Fields } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { putHidden } from "../../state/compose.ts";
import { Draft } from "../../state/draft.ts";
import { leavesOf, undeclaredIn } from "../../state/leaves.ts";
import { type Plan, sameSet } from "../../state/plan.ts";
import { withUnknownMembers } from "../../state/unknown-members.ts";
import { toWire } from "../../state/wire.ts";

const addonsField = clientSchema.fields.addons;

/** What an update sends of the addons. */
export interface AddonCalls {
  /** Null or the addons that change. Undefined: nothing. */
  readonly first?: Json;
  /** All addons that stay, where one of several goes: in a second call, as the service takes them all or none away. */
  readonly rest?: JsonObject;
}

/**
 * The addons as the service wants them: it merges them by name, replaces what is in one, and takes none away alone.
 *
 * @param label the application, for people
 * @throws UserError where an addon is to go, and what stays holds something that the program does not declare
 */
export function addonCalls(plan: Plan, live: JsonObject, label: string): AddonCalls {
  const now = own(live, "addons");
  const before = isObject(now) ? now : {};
  const inAddons = ({ path }: { readonly path: readonly string[] }) => path[0] === "addons";
  const [changed, removed] = [plan.changed.filter(inAddons), plan.removed.filter(inAddons)];
  const draft = new Draft(before);
  for (const { path } of removed) draft.remove(path.slice(1));
  const declared = plan.declared.filter(inAddons);
  const names = new Set([...changed, ...removed].flatMap(({ path }) => path.slice(1, 2)));
  for (const { path, value } of declared) {
    const [, name = "", ...inside] = path;
    // One that is missing has gone with the others, in an update that did not come to its second call.
    if (!names.has(name) && own(before, name) !== undefined) continue;
    // An addon without members declares that it is there, and nothing in it.
    if (inside.length > 0 || !isObject(own(draft.root, name))) draft.put(path.slice(1), value);
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
  // A second call that fails would lose what the next run cannot put back.
  throw new UserError(
    `${label} was not changed: the addon ${legible(gone.join(", "))} was removed from the program. The API can only remove all addons together, and ` +
      `${legible(others.map(({ path }) => describePath(path)).join(", "))}, which the program does not declare, could be lost with it. ` +
      `Declare that as it is, or remove ${legible(gone.join(", "))} by hand.`,
  );
}

function isNothing(value: Json | undefined): boolean {
  if (value === undefined || isEmptyObject(value)) return true;
  return isObject(value) && Object.values(value).every((inside) => isObject(inside) && isNothing(inside));
}

/**
 * The body of an update, under the wire's names, without what has calls of its own.
 *
 * @param now what is at the tenant: as programs see it, and as it was answered
 */
export function bodyOf(
  bodyFields: Fields,
  plan: Plan,
  inputs: JsonObject,
  now: { readonly live: JsonObject; readonly body: JsonObject },
  label: string,
): JsonObject {
  const all = changesOf(client.schema, { plan, inputs, now, label, isFilledIn: isFilledInClient });
  const { addons: _, secretRotation: _rotation, clientSecret: _secret, ...changes } = all;
  const { resourceServerIdentifier: _identifier, thirdPartySecurityMode: _mode, ...sent } = changes;
  return withUnknownMembers(client.schema, plan, toWire(bodyFields, withoutFixed(sent)), now.body);
}

function withoutFixed(changes: JsonObject): JsonObject {
  const jwt = own(changes, "jwtConfiguration");
  if (!isObject(jwt) || own(jwt, "secretEncoded") === undefined) return changes;
  const { secretEncoded: _, ...others } = jwt;
  const { jwtConfiguration: _jwt, ...rest } = changes;
  return Object.keys(others).length > 0 ? { ...rest, jwtConfiguration: others } : rest;
}

/** @throws UserError where a program begins to declare what no update takes, and the application has another value */
export function refuseFixed({ changed }: Plan, label: string, live: JsonObject): void {
  const other = changed.find(
    ({ field, path, value }) => field.forceNewIfDeclared && !same(field, value, valueAt(live, path)),
  );
  if (!other) return;
  throw new UserError(
    `${label} was not changed: ${describePath(other.path)} has another value at the tenant, and no update takes it. ` +
      "Declare it as it is, or have another application made in its place with `pulumi up --replace`: it gets another client id.",
  );
}

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
function isFilledInClient(path: Path, value: Json, live: JsonObject): boolean {
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
