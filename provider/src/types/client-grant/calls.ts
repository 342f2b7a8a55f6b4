import type { Query, TenantClient } from "../../client/index.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import { orIncomplete, type Problem, type ResourceType, type UpdateRequest } from "../../lifecycle/resource-type.ts";
import { type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { systemObjectOf } from "../../schema/system-objects.ts";
import { compose, needsLive } from "../../state/compose.ts";
import { type Plan, sentPaths, touched } from "../../state/plan.ts";
import { unconfirmedId } from "../../state/references.ts";
import { toWire } from "../../state/wire.ts";
import { clientGrant } from "../client/definition.ts";
import { resourceServer } from "../resource-server/definition.ts";
import { scopeNeeds } from "../resource-server-scopes/need.ts";

const { schema: typed } = clientGrant;
const scopePointer = "/scope";

const system =
  "it is a system grant, which belongs to the service. Read it with `ClientGrant.get`, or remove it from the program";

const rest = restOf(clientGrant, { label: labelOf });

/** Client grants: `POST /client-grants`, `GET|PATCH|DELETE /client-grants/{id}`. */
export const clientGrantType: ResourceType = {
  ...rest.type,

  provisionalId: (args) => unconfirmedId(JSON.stringify(clientGrant.uniqueBy.map((name) => own(args, name) ?? null))),

  applicationOf: (_, values) => own(values, "clientId"),

  rules: (args, { host }) => [...problemsOfOwner(args), ...problemsOfScopes(args), ...problemsOfApi(args, host)],

  // The API accepts a grant of scopes that do not exist, but tokens lack these scopes. So the scopes must be created before the grant.
  needs: (args) => scopeNeeds(typed, args),

  untouchable: (live) => (own(live, "isSystem") === true ? system : undefined),

  // False is the default. The service refuses even false for its own APIs.
  create(service, { allowAllScopes: all, ...args }) {
    return rest.type.create(service, all === true ? { ...args, allowAllScopes: true } : args);
  },

  find: (service, args) => rest.type.find(service, args, filterOf(args)),

  async update(service, change) {
    const { id, plan, inputs } = change;
    const isLeft = await endsAllScopes(service, change);
    const now = needsLive(rest.schema, plan) ? await rest.getForUpdate(service, change) : { live: {} };
    const changes = compose(rest.schema, { plan, inputs, now });
    if (!isLeft) return rest.patch(service, id, toWire(rest.schema.fields, withoutScope(changes)), inputs);
    // The request that sets allow_all_scopes to false must not contain scopes, so a second request sends the scopes.
    const { allowAllScopes: _, scope: wanted, ...others } = changes;
    const left = await rest.patch(service, id, { allow_all_scopes: false, scope: [] }, inputs, { continues: true });
    const scope = wanted ?? own(inputs, "scope");
    const more = toWire(rest.schema.fields, { ...others, ...(scope !== undefined && { scope }) });
    if (Object.keys(more).length === 0) return left;
    return orIncomplete(rest.patch(service, id, more, inputs, { continues: true }), left, unsureOf(plan));
  },
};

/** The paths (JSON pointers) that are unsure if the second of the two requests fails: the scopes and all changed properties. */
function unsureOf(plan: Plan): readonly string[] {
  return [...new Set([scopePointer, ...sentPaths(plan)])];
}

function labelOf(args: JsonObject): string {
  const whose = own(args, "clientId") === undefined ? quoted(args, "defaultFor") : quoted(args, "clientId");
  return `${typed.noun} of${whose} for${quoted(args, "audience")}`;
}

/** Query parameters for the listing. Older tenants have no parameter for the subject type, so the caller compares the subject type of each grant. */
function filterOf(args: JsonObject): Query {
  const [client, group] = [own(args, "clientId"), own(args, "defaultFor")];
  return {
    audience: String(own(args, "audience")),
    ...(client !== undefined && { client_id: String(client) }),
    ...(group !== undefined && { default_for: String(group) }),
  };
}

/** Removes `scope` from a change that grants all scopes: the API rejects the two together. */
function withoutScope({ scope, ...changes }: JsonObject): JsonObject {
  return scope === undefined || own(changes, "allowAllScopes") === true ? changes : { ...changes, scope };
}

/** Whether an update ends the grant of all scopes: the tenant's grant has `allowAllScopes: true`, and the program does not declare it. */
async function endsAllScopes(service: TenantClient, change: UpdateRequest): Promise<boolean> {
  const { id, plan, inputs, outputs, unsure } = change;
  const names = touched(plan);
  if (own(inputs, "allowAllScopes") === true) return false;
  if (!names.includes("allowAllScopes") && !names.includes("scope")) return false;
  const known = own(outputs, "scope");
  // A grant with scopes in the state does not grant all scopes, as the API allows only one of the two.
  const isSeen = Array.isArray(known) && known.length > 0 && !unsure.includes(scopePointer);
  if (isSeen && !names.includes("allowAllScopes")) return false;
  const { live } = await rest.get(service, id, inputs);
  return own(live, "allowAllScopes") === true;
}

function problemsOfOwner(args: JsonObject): readonly Problem[] {
  const [client, group] = [own(args, "clientId"), own(args, "defaultFor")];
  if (client !== undefined && group !== undefined) {
    return [
      { path: ["defaultFor"], says: "cannot be declared together with clientId: a grant has only one of the two" },
    ];
  }
  // If the audience is also missing, only the schema's problem with the audience is reported.
  return client === undefined && group === undefined && own(args, "audience") !== undefined
    ? [{ path: ["clientId"], says: "is required, unless defaultFor is declared" }]
    : [];
}

/** Refuses all scopes of an API that belongs to the service: it accepts single scopes only. */
function problemsOfApi(args: JsonObject, host: string): readonly Problem[] {
  if (own(args, "allowAllScopes") !== true) return [];
  const api = systemObjectOf(resourceServer.schema, { identifier: own(args, "audience") ?? null }, host);
  if (!api) return [];
  return [{ path: ["allowAllScopes"], says: `must not be true for the ${api.name}. Declare the scopes instead` }];
}

function problemsOfScopes(args: JsonObject): readonly Problem[] {
  const [scope, types, subject] = ["scope", "authorizationDetailsTypes", "subjectType"].map((name) => own(args, name));
  const holdsSome = Array.isArray(scope) && scope.length > 0;
  const isUser = subject === "user" || subject === unknownValue;
  return [
    ...(holdsSome && own(args, "allowAllScopes") === true
      ? [{ path: ["scope"], says: "cannot be declared together with allowAllScopes: true, which grants all scopes" }]
      : []),
    ...(types !== undefined && !isUser
      ? [
          {
            path: ["authorizationDetailsTypes"],
            says: 'needs subjectType "user": only tokens of users have authorization details',
          },
        ]
      : []),
  ];
}
