import type { TenantClient } from "../../client/index.ts";
import { resourceServerScopes } from "../../definitions/resource-server.ts";
import { mayHaveWritten } from "../../lifecycle/attempt.ts";
import { reading, UserError } from "../../lifecycle/errors.ts";
import { type Found, Incomplete, ordinary, type ResourceType } from "../../lifecycle/resource-type.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { fromPointer } from "../../schema/pointer.ts";
import { type Plan, planChange } from "../../state/plan.ts";
import { blankRecord, declaredPaths } from "../../state/record.ts";
import { resourceServerType } from "../resource-server/calls.ts";
import { scopeAssignments } from "../resource-server/scope-assignments.ts";
import {
  accessTo,
  changeScopes,
  isDone,
  readScopes,
  type ScopeAccess,
  type ScopeChange,
  scopeChangeOf,
  scopeClaim,
} from "../resource-server/shared-scopes.ts";

const { schema } = resourceServerScopes;

/** Scopes of an API that another program manages: `GET|PATCH /resource-servers/{id}`, which accepts the identifier as id. */
export const resourceServerScopesType: ResourceType = {
  ...ordinary,
  schema,
  ...(resourceServerType.listable && { listable: resourceServerType.listable }),
  uniqueBy: resourceServerScopes.uniqueBy,
  label,
  provisionalId: idOf,
  // The resource only adds scopes to an existing API.
  hasOwnObject: false,
  isTaken: () => false,
  deleteBeforeReplace: () => false,
  claim: (args) => scopeClaim(schema, args),
  assignments: scopeAssignments,
  rules: resourceServerType.rules,

  async create(service, args, reads) {
    const plan = planChange(schema, {}, blankRecord({ at: "unknown" }), args);
    const change = scopeChangeOf(plan);
    const api = await reads.answer({
      values: args,
      isGuess: true,
      ask: (from) => reading(() => readScopes(from, idOf(args), resourceServerType.label(args))),
      isExpected: (seen) => seen !== undefined && isDone(seen.scopes, change),
    });
    if (!api) {
      throw new UserError(
        `${label(args)} were not added: tenant "${service.host}" has no such API. Create the API first; if this program creates it, set dependsOn.`,
      );
    }
    const refusal = resourceServerType.untouchable({ isSystem: api.isSystem });
    if (refusal) throw new UserError(`${label(args)} cannot be managed: ${refusal}`);
    const before = api.scopes;
    return isDone(before, change) ? foundOf(args, before) : applyChange(service, args, change, plan);
  },

  async find(service, args) {
    const api = await readScopes(service, idOf(args), resourceServerType.label(args));
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
    const access = accessTo(service, { identifier: idOf(outputs) }, resourceServerType.label(outputs), {});
    if (remove.length > 0) await changeScopes(service, access, { set: {}, remove });
  },
};

function idOf(args: JsonObject): string {
  return String(own(args, "identifier"));
}

function label(args: JsonObject): string {
  return `the scopes of ${resourceServerType.label(args)}`;
}

function foundOf(args: JsonObject, scopes: JsonObject): Found {
  const identifier = idOf(args);
  return { id: identifier, live: { identifier, scopes } };
}

/** Changes scopes. @throws Incomplete with the paths that are unsure, if a write may have been carried out before the failure */
async function applyChange(service: TenantClient, args: JsonObject, change: ScopeChange, plan: Plan): Promise<Found> {
  const access = accessTo(service, { identifier: idOf(args) }, resourceServerType.label(args));
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
    const sent = [...plan.changed, ...plan.removed].map(({ pointer }) => pointer);
    throw new Incomplete(foundOf(args, seen), sent, error);
  }
}
