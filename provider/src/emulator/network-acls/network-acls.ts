import { randomUUID } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Module, restRoutes, route, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { newPrefixedId, omit, type Stored, type WireObject } from "../shared/store.ts";
import { isObject, text } from "../shared/validation.ts";

/** A stored rule of network access control. */
export interface StoredAcl extends Stored {
  readonly priority: number;
}

const curated = ["auth0.low_reputation", "auth0.icloud_relay_proxy"];
const moment = text();

/** The rules of network access control. Their natural key is the priority. */
class NetworkAcls extends Objects<StoredAcl> {
  replace(key: string, body: unknown): WireObject {
    this.check(bodyOf("PUT /network-acls/{id}"), body);
    return this.change(key, body);
  }
}

/** The tenant's rules of network access control: `/network-acls`. */
export function networkAclModule({ time }: Tenant): Module<Objects<StoredAcl>> {
  const tenantId = randomUUID();
  const acls = new NetworkAcls({
    path: "/network-acls",
    key: "priority",
    seeded: { created_at: moment, updated_at: moment, tenant_id: text() },
    whole: ["id", "description", "active", "priority", "rule", "created_at", "updated_at"],
    newId: () => newPrefixedId("acl_", 22),
    idForm: /^(acl_[a-zA-Z0-9]{22}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    missing: "NetworkACL with this ID was not found",
    taken: "A Network ACL with this priority number has already been created.",
    time,
    fresh: { priority: 50 },
    settle(row) {
      checkRule(row);
      return row;
    },
  });
  const routes = restRoutes(acls, {
    // Only a read by id returns `tenant_id` and `deleted_at`.
    answer: (acl, _, operation) => {
      return operation === "get"
        ? { tenant_id: tenantId, deleted_at: null, ...acl }
        : omit(acl, ["tenant_id", "deleted_at"]);
    },
    deleted: { answer: { code: 204, object: "" } },
  });
  const replace = route("PUT /network-acls/{id}", ({ param, body }) => {
    const { id: known } = acls.require(param("id"));
    return acls.replace(known, body);
  });
  return { objects: acls, routes: [...routes, replace] };
}

/**
 * Whether the rules refuse a request, judged by their form: an active rule blocks all requests of its scope, unless an active allow rule for these
 * requests has a lower number.
 *
 * @param isToken whether the request is one for a token, which only rules for the whole tenant refuse
 */
export function refusesByForm(acls: readonly WireObject[], isToken: boolean): boolean {
  const rows = acls.flatMap(({ active, priority, rule }) =>
    active === true && isObject(rule) && isObject(rule.action)
      ? [{ priority: Number(priority), scope: rule.scope, action: Object.keys(rule.action) }]
      : [],
  );
  const passes = (scope: unknown, before: number) =>
    rows.some((row) => {
      return row.action.includes("allow") && row.priority < before && (row.scope === scope || row.scope === "tenant");
    });
  const scopes: readonly unknown[] = isToken ? ["tenant"] : ["management", "tenant"];
  return rows.some(({ action, scope, priority }) => {
    const isBlocking = action.includes("block") || action.includes("redirect");
    return isBlocking && scopes.includes(scope) && !passes(scope, priority);
  });
}

/** @throws ServiceError 400 for violations that no schema can express */
function checkRule({ rule }: WireObject): void {
  if (!isObject(rule) || !isObject(rule.action)) return;
  const { redirect_uri: uri, ...actions } = rule.action;
  const chosen = Object.keys(actions).filter((name) => actions[name] === true);
  if (chosen.length !== 1 || Object.keys(actions).length !== 1) throw refused("Exactly one action is required");
  if (chosen[0] === "redirect" && uri === undefined) {
    throw refused("Action type of `redirect` requires a `redirect_uri`");
  }
  if (chosen[0] !== "redirect" && uri !== undefined) throw refused("Additional properties not allowed: redirect_uri");
  const sides = [rule.match, rule.not_match].filter(isObject);
  if (rule.match_all === false) throw refused("No enum match for: false");
  if (sides.length === 0 && !rule.match_all) throw refused("Either `match` or `not_match` is required");
  if (sides.length > 0 && rule.match_all) throw refused("`match_all` excludes `match` and `not_match`");
  const isManaged = ({ auth0_managed: lists }: WireObject) => lists !== undefined;
  // The text of this refusal is invented: no exchange shows it.
  if (sides.length > 1 && sides.every(isManaged)) throw refused("`auth0_managed` is allowed on one side only");
  const unknown = sides.flatMap(({ auth0_managed: lists }) => (Array.isArray(lists) ? lists : []));
  const wrong = unknown.filter((name) => !curated.includes(String(name)));
  if (wrong.length > 0) {
    throw new ServiceError(
      400,
      `Invalid curated list name(s): ${wrong.join(", ")}. Allowed curated list names are: ${curated.join(", ")}`,
      "invalid_body",
    );
  }
}

function refused(why: string): ServiceError {
  return new ServiceError(400, `Payload validation error: ${why}`, "invalid_body");
}
