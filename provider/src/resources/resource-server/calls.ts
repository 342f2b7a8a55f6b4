import type { TenantClient } from "../../client/index.ts";
import { resourceServer } from "../../definitions/resource-server.ts";
import { getObject } from "../../lifecycle/calls.ts";
import { type Found, Incomplete, type ResourceType, type UpdateRequest } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";
import { type Json, type JsonObject, own } from "../../schema/json.ts";
import { type Plan, touched } from "../../state/plan.ts";
import { scopeAssignments } from "./scope-assignments.ts";
import {
  accessTo,
  changeScopes,
  isNothing,
  persistently,
  type ScopeAccess,
  type ScopeChange,
  scopeChangeOf,
  scopeClaim,
} from "./shared-scopes.ts";

const system =
  "it is one of the tenant's system APIs, which belong to the service. Read it with `ResourceServer.get`, or remove it from the program";

const { route } = resourceServer;

const rest = restOf(resourceServer, {
  readsFirst: mayCrossLifetimes,
  adjust: (changes, inputs, live) => withSigningSecret(capWebLifetime(changes, inputs, live), inputs),
});

/** Resource servers: `POST /resource-servers`, `GET|PATCH|DELETE /resource-servers/{id}`. */
export const resourceServerType: ResourceType = {
  ...rest.type,

  // The API accepts the identifier in place of the id. So the identifier is the id in the state until the tenant has returned the real one.
  provisionalId: identifierOf,

  claim: (args) => scopeClaim(rest.schema, args),
  assignments: scopeAssignments,

  rules(args, { origin }) {
    const lifetime = own(args, "tokenLifetime");
    const web = own(args, "tokenLifetimeForWeb");
    const isCrossed = typeof lifetime === "number" && typeof web === "number" && web > lifetime;
    const isSystem = own(args, "identifier") === `${origin}/api/v2/`;
    return [
      ...(isCrossed
        ? [{ path: ["tokenLifetimeForWeb"], says: `must not be larger than tokenLifetime (${lifetime})` }]
        : []),
      ...(isSystem ? [{ path: ["identifier"], says: system }] : []),
    ];
  },

  importRules: {
    leftOut(live, { audience, clientId }) {
      if (own(live, "identifier") === audience) {
        return ["own", "it is the management API, for which this client has its grant and tokens"];
      }
      if (clientId !== undefined && own(live, "clientId") === clientId) {
        return ["own", "it is linked to the client that this program runs as"];
      }
      return own(live, "isSystem") === true
        ? ["system", "it is a system API, which belongs to the service"]
        : undefined;
    },
    whyUnread: () =>
      "the service does not return the public key; to manage the encryption key, declare all its properties, including `pem`",
  },

  untouchable: (live) => (own(live, "isSystem") === true ? system : undefined),

  async update(service, change) {
    const { id } = change;
    const scopes = scopeChangeOf(change.plan);
    if (isNothing(scopes)) return { ...(await rest.type.update(service, change)), id };
    const access = accessTo(service, { identifier: identifierOf(change.inputs), id }, rest.type.label(change.inputs));
    const send = () => rest.type.update(service, { ...change, isPerishable: true });
    const found = { ...(await persistently(service, access.list, send)), id };
    return withScopes(service, access, change, found, scopes);
  },

  async find(service, args) {
    const body = await getObject(service, [route, identifierOf(args)], rest.type.label(args));
    return body && rest.foundIn(body, args);
  },
};

function identifierOf(args: JsonObject): string {
  return String(own(args, "identifier"));
}

/** Verifies scopes after their write, and writes them again if another client has overwritten the list at the same time. */
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
    throw new Incomplete(
      found,
      sent.map(({ pointer }) => pointer),
      error,
    );
  }
}

/**
 * Whether an update has to read the tenant's lifetimes first. The API rejects a tokenLifetimeForWeb larger than tokenLifetime. If a program
 * changes only one of the two, the tenant's value of the other must be known, unless tokenLifetime only grows.
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

/** Lowers an undeclared tokenLifetimeForWeb to a smaller tokenLifetime: the smallest change that the API accepts. */
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
