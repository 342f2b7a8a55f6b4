import type { TenantClient } from "../../client/index.ts";
import { getObject } from "../../lifecycle/calls.ts";
import { problemsOfSystemObject, settableIn, withInitial } from "../../lifecycle/checks/system-objects.ts";
import { reading, UserError } from "../../lifecycle/errors.ts";
import { isChangedSince } from "../../lifecycle/foreign-values.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import {
  type Found,
  Incomplete,
  isOnlyCreated,
  ordinary,
  type Problem,
  type ResourceType,
  type UpdateRequest,
} from "../../lifecycle/resource-type.ts";
import { mayHaveWritten } from "../../lifecycle/write.ts";
import { fromPointer, type Json, type JsonObject, own, unknownValue, valueAt } from "../../schema/json.ts";
import { clearBy, pathRulesOf } from "../../schema/schema.ts";
import { systemObjectOf } from "../../schema/system-objects.ts";
import { type Plan, planChange, sentPaths, touched } from "../../state/plan.ts";
import { blankRecord, declaredPaths } from "../../state/record.ts";
import { faultOfKey } from "../client/authentication.ts";
import { resourceServer, resourceServerScopes } from "./definition.ts";
import {
  accessTo,
  changeScopes,
  identifierOf,
  isDone,
  isNothing,
  persistently,
  readScopes,
  type ScopeAccess,
  type ScopeChange,
  scopeAssignments,
  scopeChangeOf,
  scopeClaim,
} from "./shared-scopes.ts";

const system =
  "it is one of the tenant's system APIs, which belong to the service. Read it with `ResourceServer.get`, or remove it from the program";

/** The shortest lifetime in seconds of tokens for the API on which the provider's own access depends. */
const minLifetimeOfOwn = 60;

const { route } = resourceServer;

const rest = restOf(resourceServer, {
  readsFirst: mayCrossLifetimes,
  adjust: (changes, inputs, live) =>
    settableIn(resourceServer.schema, withSigningSecret(capWebLifetime(changes, inputs, live), inputs), live),
});

/** Resource servers: `POST /resource-servers`, `GET|PATCH|DELETE /resource-servers/{id}`. */
export const resourceServerType: ResourceType = {
  ...rest.type,

  // The API accepts the identifier in place of the id. So the identifier is the id in the state until the tenant has returned the real id.
  provisionalId: identifierOf,

  claim: (args) => scopeClaim(rest.schema, args),
  assignments: scopeAssignments,

  rules(args, target, before) {
    const { host } = target;
    const isCreated = isOnlyCreated(args, target, before);
    const lifetime = own(args, "tokenLifetime") ?? (isCreated ? newLifetimeOf(args) : undefined);
    const web = own(args, "tokenLifetimeForWeb");
    const isCrossed = typeof lifetime === "number" && typeof web === "number" && web > lifetime;
    const pem = valueAt(args, keyPath);
    const keyFault = typeof pem === "string" && pem !== unknownValue ? faultOfKey(pem) : undefined;
    const isOwnAccess = systemObjectOf(resourceServer.schema, args, host)?.isPermanent;
    return [
      ...(isCrossed
        ? [{ path: ["tokenLifetimeForWeb"], says: `must not be larger than tokenLifetime (${lifetime})` }]
        : []),
      ...(keyFault === undefined ? [] : [{ path: keyPath, says: keyFault }]),
      ...problemsOfSystemObject(resourceServer.schema, args, host),
      ...(isOwnAccess && typeof lifetime === "number" && lifetime < minLifetimeOfOwn ? [tooShort] : []),
    ];
  },

  untouchable: (live) =>
    own(live, "isSystem") === true && !systemObjectOf(resourceServer.schema, live) ? system : undefined,

  create: (service, args) => rest.type.create(service, withInitial(resourceServer.schema, args, service.host)),

  async update(service, change) {
    const { id } = change;
    const scopes = scopeChangeOf(change.plan);
    if (isNothing(scopes)) return { ...(await rest.type.update(service, change)), id };
    const access = accessTo(service, { identifier: identifierOf(change.inputs), id }, rest.type.label(change.inputs));
    const send = () => rest.type.update(service, { ...change, isPerishable: true });
    const found = { ...(await persistently(service, access.list, send)), id };
    // The update has kept a removed scope to which another client has given another description.
    const isKept = (scope: string) =>
      isChangedSince({ field: descriptions, path: ["scopes", scope] }, change, found.live);
    const remove = scopes.remove.filter((scope) => !isKept(scope));
    return withScopes(service, access, change, found, { ...scopes, remove });
  },

  async find(service, args) {
    const body = await getObject(service, [route, identifierOf(args)], rest.type.label(args));
    return body && rest.foundIn(body, args);
  },
};

const descriptions = resourceServer.schema.fields.scopes.value;

const keyPath = ["tokenEncryption", "encryptionKey", "pem"];

/** The lifetime that a new API gets if the program declares none. */
function newLifetimeOf(args: JsonObject): Json | undefined {
  const clear = clearBy(pathRulesOf(resourceServer.schema.fields.tokenLifetime, ["tokenLifetime"], args));
  return clear.how === "default" ? clear.value : undefined;
}

const tooShort: Problem = {
  path: ["tokenLifetime"],
  says: `must be at least ${minLifetimeOfOwn}: tokens for the management API must live long enough for this provider and other clients to use them`,
};

/** Verifies scopes after they were written, and writes them again if another client has overwritten the list meanwhile. */
async function withScopes(
  service: TenantClient,
  access: ScopeAccess,
  change: UpdateRequest,
  found: Found,
  scopes: ScopeChange,
): Promise<Found> {
  try {
    return { ...found, live: { ...found.live, scopes: await changeScopes(service, access, scopes, true) } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const sent = [...change.plan.changed, ...change.plan.removed].filter(({ path }) => path[0] === "scopes");
    // The scopes that this update has added are not those of another client.
    const known = Object.entries(own(found.live, "scopes") ?? {}).filter(
      ([name]) => own(scopes.set, name) === undefined || valueAt(change.outputs, ["scopes", name]) !== undefined,
    );
    throw new Incomplete(
      { ...found, live: { ...found.live, scopes: Object.fromEntries(known) } },
      sent.map(({ pointer }) => pointer),
      error,
    );
  }
}

/**
 * Whether an update has to read the tenant's lifetimes first. The API rejects a tokenLifetimeForWeb larger than tokenLifetime. If a program
 * changes only one of the two, the tenant's value of the other one must be known, except if tokenLifetime becomes larger.
 */
function mayCrossLifetimes({ plan, inputs, outputs }: UpdateRequest): boolean {
  const names = touched(plan);
  if (names.includes("tokenLifetime") && own(inputs, "tokenLifetimeForWeb") === undefined) {
    const after = own(inputs, "tokenLifetime") ?? defaultOf("tokenLifetime", plan);
    const before = own(outputs, "tokenLifetime");
    return typeof before !== "number" || typeof after !== "number" || after < before;
  }
  const resetsWeb = names.includes("tokenLifetimeForWeb") && own(inputs, "tokenLifetimeForWeb") === undefined;
  return resetsWeb && own(inputs, "tokenLifetime") === undefined;
}

/** The default value to which a plan clears a property. */
function defaultOf(name: string, { removed }: Plan): Json | undefined {
  const clear = removed.find(({ path }) => path[0] === name)?.clear;
  return clear?.how === "default" ? clear.value : undefined;
}

/** If an undeclared tokenLifetimeForWeb would exceed tokenLifetime, lowers it to tokenLifetime: the smallest change that the API accepts. */
function capWebLifetime(changes: JsonObject, inputs: JsonObject, live: JsonObject): JsonObject {
  const isTouched = Object.hasOwn(changes, "tokenLifetime") || Object.hasOwn(changes, "tokenLifetimeForWeb");
  if (!isTouched || own(inputs, "tokenLifetimeForWeb") !== undefined) return changes;
  const lifetime = own(changes, "tokenLifetime") ?? own(inputs, "tokenLifetime") ?? own(live, "tokenLifetime");
  const web = own(changes, "tokenLifetimeForWeb") ?? own(live, "tokenLifetimeForWeb");
  const isExceeded = typeof lifetime === "number" && typeof web === "number" && web > lifetime;
  return isExceeded ? { ...changes, tokenLifetimeForWeb: lifetime } : changes;
}

/**
 * Adds the declared signing secret to a change of the algorithm. The API returns the secret only while the current algorithm uses it, so the
 * tenant's secret for another algorithm is unknown.
 */
function withSigningSecret(changes: JsonObject, inputs: JsonObject): JsonObject {
  const secret = own(inputs, "signingSecret");
  return Object.hasOwn(changes, "signingAlg") && secret !== undefined ? { ...changes, signingSecret: secret } : changes;
}

const { schema } = resourceServerScopes;

const systemScopes =
  "it is one of the tenant's system APIs, and the service decides about their scopes. Remove this resource from the program";

/** Scopes that this stack adds to an API of another program: `GET|PATCH /resource-servers/{id}`, which accepts the identifier as id. */
export const resourceServerScopesType: ResourceType = {
  ...ordinary,
  schema,
  ...(resourceServerType.listable && { listable: resourceServerType.listable }),
  uniqueBy: resourceServerScopes.uniqueBy,
  label,
  provisionalId: identifierOf,
  // The resource only adds scopes to an existing API.
  hasOwnObject: false,
  isTaken: () => false,
  deleteBeforeReplace: () => false,
  replacedInPlace: true,
  claim: (args) => scopeClaim(schema, args),
  assignments: scopeAssignments,
  rules: (args, { host }) =>
    systemObjectOf(resourceServer.schema, args, host) ? [{ path: ["identifier"], says: systemScopes }] : [],

  async create(service, args, reads) {
    const plan = planChange(schema, {}, blankRecord(), args);
    const change = scopeChangeOf(plan);
    const api = await reads.answer({
      values: args,
      isGuess: true,
      ask: (from) => reading(() => readScopes(from, identifierOf(args), resourceServerType.label(args))),
      isExpected: (seen) => seen !== undefined && isDone(seen.scopes, change),
    });
    if (!api) {
      throw new UserError(
        `${label(args)} were not added: tenant "${service.host}" has no such API. Create the API first; if this program creates it, list it in \`dependsOn\`.`,
      );
    }
    if (api.isSystem) throw new UserError(`${label(args)} cannot be managed: ${systemScopes}`);
    const before = api.scopes;
    return isDone(before, change) ? foundOf(args, before) : applyChange(service, args, change, plan);
  },

  async find(service, args) {
    const api = await readScopes(service, identifierOf(args), resourceServerType.label(args));
    return api && foundOf(args, api.scopes);
  },

  async read(service, id, outputs) {
    const identifier = String(own(outputs, "identifier") ?? id);
    const api = await readScopes(service, identifier, resourceServerType.label({ identifier }));
    return api && { identifier, scopes: api.scopes };
  },

  update: (service, { inputs, plan }) => applyChange(service, inputs, scopeChangeOf(plan), plan),

  async delete(service, _id, outputs, { unclaimed }) {
    const remove = unclaimed(declaredPaths(outputs).flatMap((pointer) => fromPointer(pointer).slice(1)));
    const access = accessTo(service, { identifier: identifierOf(outputs) }, resourceServerType.label(outputs), {});
    if (remove.length > 0) await changeScopes(service, access, { set: {}, remove });
  },
};

function label(args: JsonObject): string {
  return `the scopes of ${resourceServerType.label(args)}`;
}

function foundOf(args: JsonObject, scopes: JsonObject): Found {
  const identifier = identifierOf(args);
  return { id: identifier, live: { identifier, scopes } };
}

/** Changes scopes. @throws Incomplete with the paths that are unsure, if a write may have been carried out before the failure */
async function applyChange(service: TenantClient, args: JsonObject, change: ScopeChange, plan: Plan): Promise<Found> {
  const access = accessTo(service, { identifier: identifierOf(args) }, resourceServerType.label(args));
  let seen: JsonObject = {};
  let isWritten = false;
  const watched: ScopeAccess = {
    ...access,
    async read() {
      seen = await access.read();
      return seen;
    },
    async write(scopes) {
      isWritten = await access.write(scopes).then(
        () => true,
        (error) => {
          isWritten ||= mayHaveWritten(error);
          throw error;
        },
      );
    },
  };
  try {
    return foundOf(args, await changeScopes(service, watched, change));
  } catch (error) {
    if (!isWritten || !(error instanceof Error)) throw error;
    const sent = sentPaths(plan);
    throw new Incomplete(foundOf(args, seen), sent, error);
  }
}
