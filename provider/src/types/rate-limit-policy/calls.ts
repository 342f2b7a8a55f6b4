import { sanitize } from "../../client/index.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import type { Found, LockOut, Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { partsOfAction, rateLimitPolicy } from "./definition.ts";

const inConfiguration = ["action", "limit", "redirect_uri"];
/** The properties that depend on the action. */
const all: readonly string[] = ["limit", "redirectUri"];

const { type, ids } = restOf(rateLimitPolicy, {
  readsFirst: () => true,
  adjust: whole,
  fromBody,
  toBody,
  plain: [["configuration"]],
});

/** Limits for the requests of applications: `POST /rate-limit-policies`, `GET|PATCH|DELETE /rate-limit-policies/{id}`. */
export const rateLimitPolicyType: ResourceType = {
  ...type,
  rules: problemsOf,
  refusals: incomplete,
  applicationOf: (_, values) => /^client_id:(.+)$/.exec(String(own(values, "selector")))?.[1],
  lockOuts: {
    paths: [["action"], ["limit"]],
    at: (policies, ownClient) => policies.flatMap((policy) => lockOutsOf(policy, ownClient)),
    ids,
  },
  warnings: (args) => {
    const { action, selector } = args;
    return refusesAll(args)
      ? [
          `limit: 0 with the action "${action}" refuses all requests of ${selector === "default" ? "all applications without a policy of their own" : "these applications"}, ` +
            "so that their users cannot log in.",
        ]
      : [];
  },
};

/** Whether a policy lets no request through. */
function refusesAll({ action, limit }: JsonObject): boolean {
  return (action === "block" || action === "redirect") && limit === 0;
}

/** The run, or the users of most applications, that a policy locks out. */
function lockOutsOf({ id, live }: Found, ownClient: string | undefined): readonly LockOut[] {
  const selector = own(live, "selector");
  const isOwn = ownClient !== undefined && selector === `client_id:${ownClient}`;
  if (!refusesAll(live) || (selector !== "default" && !isOwn)) return [];
  const concerned = isOwn
    ? `client "${sanitize(ownClient)}", whose credentials this run uses, so that no later run could repair it`
    : "all applications without a policy of their own, so that their users cannot log in";
  const reason =
    `after this change, the rate limit policy "${sanitize(String(selector))}" with its limit of 0 would refuse all requests of ${concerned}. ` +
    "This counts the tenant's limit, too, if the program declares none. Declare a higher limit, or, to permit the lock-out, set " +
    "TENANT_ALLOW_LOCKOUT=true for this run.";
  return [{ key: id, id, reason, canBeIntended: true }];
}

/** Adds the whole configuration, which an update replaces: the action, and what belongs to it. */
function whole(changes: JsonObject, _: JsonObject, live: JsonObject): JsonObject {
  const { action = null, limit = null, redirectUri = null } = { ...live, ...changes };
  const { limit: _limit, redirectUri: _uri, ...others } = changes;
  const parts = partsOfAction[String(action)] ?? all;
  const has = (name: string, value: Json) => parts.includes(name) && value !== null;
  return {
    ...others,
    action,
    ...(has("limit", limit) && { limit }),
    ...(has("redirectUri", redirectUri) && { redirectUri }),
  };
}

function fromBody({ configuration, ...body }: JsonObject): JsonObject {
  return { ...body, ...(isObject(configuration) && configuration) };
}

function toBody(body: JsonObject): JsonObject {
  const entries = Object.entries(body);
  const isInside = ([name]: (typeof entries)[number]) => inConfiguration.includes(name);
  const isNew = own(body, "consumer_selector") !== undefined;
  return {
    ...(isNew && { resource: "oauth_authentication_api", consumer: "client" }),
    ...Object.fromEntries(entries.filter((entry) => !isInside(entry))),
    configuration: Object.fromEntries(entries.filter(isInside)),
  };
}

/** What a declared action needs; undefined if the action is not known. */
function partsFor(args: JsonObject): readonly string[] | undefined {
  const action = own(args, "action");
  return typeof action === "string" && action !== unknownValue ? partsOfAction[action] : undefined;
}

function problemsOf(args: JsonObject): readonly Problem[] {
  const parts = partsFor(args) ?? all;
  return all
    .filter((name) => own(args, name) !== undefined && !parts.includes(name))
    .map((name) => ({ path: [name], says: `cannot be declared with the action "${String(own(args, "action"))}"` }));
}

/** The refusal of an action without what belongs to it, which an update takes from the tenant's policy if the program does not declare it. */
function incomplete(args: JsonObject, live: JsonObject = {}): readonly string[] {
  const parts = partsFor(args) ?? [];
  return parts
    .filter((name) => own(args, name) === undefined && own(live, name) === undefined)
    .map((name) => `${name}: is required with the action "${String(own(args, "action"))}". Declare it.`);
}
