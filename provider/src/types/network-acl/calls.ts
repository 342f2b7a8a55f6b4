import { createHash } from "node:crypto";
import { sanitize, TenantError } from "../../client/index.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import type { Found, LockOut, Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, type Path, unknownValue } from "../../schema/json.ts";
import { networkAcl, networkAclKey } from "./definition.ts";

const label = (args: JsonObject) => {
  const [description, priority] = [own(args, "description"), own(args, "priority")];
  const name = typeof description === "string" && description !== unknownValue ? ` "${sanitize(description)}"` : "";
  return `network ACL${name}${typeof priority === "number" ? ` (priority ${priority})` : ""}`;
};

const rest = restOf(networkAcl, {
  label,
  normalize: inOrder,
  updateMethod: "PUT",
  adjust: (changes, inputs) => ({
    ...changes,
    ...(isObject(changes.rule) && { rule: withOneKindOfMatch(changes.rule, own(inputs, "rule")) }),
  }),
});

/**
 * If the program declares `matchAll: true`, removes the tenant's undeclared signals from the rule; otherwise, removes the tenant's `matchAll`. The
 * service refuses signals together with `matchAll`.
 */
function withOneKindOfMatch(
  { matchAll, match, notMatch, ...rule }: JsonObject,
  declared: Json | undefined,
): JsonObject {
  if (own(declared, "matchAll") === true) return { ...rule, matchAll: true };
  return { ...rule, ...(match !== undefined && { match }), ...(notMatch !== undefined && { notMatch }) };
}

/** Rules of network access control: `POST /network-acls`, `GET|PUT|DELETE /network-acls/{id}`. */
export const networkAclType: ResourceType = {
  ...rest.type,

  rules: problemsOf,

  lockOuts: {
    paths: [["active"], ["priority"], ["rule", "action"], ["rule", "scope"]],
    at: lockOutsAt,
    ids: rest.ids,
  },

  warnings(args) {
    const rule = own(args, "rule");
    const [action, scope] = [own(rule, "action"), own(rule, "scope")];
    const isDangerous = own(args, "active") !== false && (action === "block" || action === "redirect");
    if (!isDangerous) return [];
    if (scope === "authentication" && own(rule, "matchAll") === true)
      return [`rule: matchAll with scope "${scope}" and action "${action}" affects all logins, so no user can log in.`];
    if (scope !== "management" && scope !== "tenant") return [];
    const affected =
      scope === "tenant"
        ? "all requests to the tenant"
        : "requests to the Management API, including those of this provider";
    return [
      `rule: scope "${scope}" with action "${action}" affects ${affected}. A wrong match locks out this provider and the tenant's operators. ` +
        "Create the rule with `active: false` first, and check it before you activate it. A run activates it only if an active rule with the action " +
        '"allow" and a lower priority number comes first.',
    ];
  },
};

/**
 * The rules that block the Management API or the whole tenant, without an active allow rule before them. Whether the signals of a rule match this
 * provider's requests cannot be known, so any allow rule for the same requests counts.
 */
function lockOutsAt(acls: readonly Found[]): readonly LockOut[] {
  return acls.flatMap(({ id, live }): readonly LockOut[] => {
    const [action, scope] = [own(own(live, "rule"), "action"), own(own(live, "rule"), "scope")];
    const isBlocking = own(live, "active") !== false && (action === "block" || action === "redirect");
    if (!isBlocking || (scope !== "management" && scope !== "tenant")) return [];
    if (acls.some((other) => protectsFrom(other.live, live))) return [];
    const allowing = scope === "tenant" ? '"tenant"' : '"management" or "tenant"';
    const reason =
      `after this change, no active allow rule would come before the active ${label(live)}, so its action "${action}" for the scope "${scope}" could ` +
      `lock out this provider and the tenant's operators. It needs an active rule with the action "allow", the scope ${allowing} and a lower ` +
      "priority number. If the program declares that rule, add `dependsOn: [allow]` to the blocking rule: Pulumi then creates the allow rule first and " +
      "deletes it last. To remove, weaken or move the allow rule, alone or together with the blocking rule, use two runs: first only move or deactivate " +
      "the blocking rule, then make all other changes. To permit the lock-out, set TENANT_ALLOW_LOCKOUT=true for this run.";
    // Blocking the whole tenant includes the Management API, so a change from the tenant to the Management API is no new lock-out.
    const blocked = scope === "tenant" ? ["management", "tenant"] : ["management"];
    return blocked.map((requests) => ({ key: `${id} ${requests}`, id, reason, canBeIntended: true }));
  });
}

/** Whether an active allow rule comes before a blocking rule, and applies to all requests of its scope. */
function protectsFrom(allowing: JsonObject, blocking: JsonObject): boolean {
  const [rule, blocked] = [own(allowing, "rule"), own(blocking, "rule")];
  const scope = own(rule, "scope");
  return (
    own(allowing, "active") === true &&
    own(rule, "action") === "allow" &&
    (scope === "tenant" || scope === own(blocked, "scope")) &&
    Number(own(allowing, "priority")) < Number(own(blocking, "priority"))
  );
}

function problemsOf(args: JsonObject): readonly Problem[] {
  const rule = own(args, "rule");
  if (!isObject(rule)) return [];
  const [action, uri] = [own(rule, "action"), own(rule, "redirectUri")];
  const sides = ["match", "notMatch"].filter((side) => own(rule, side) !== undefined);
  const all = own(rule, "matchAll");
  return [
    ...(action === "redirect" && uri === undefined
      ? [{ path: ["rule", "redirectUri"], says: 'is required with the action "redirect"' }]
      : []),
    ...(uri !== undefined && action !== "redirect" && action !== unknownValue
      ? [{ path: ["rule", "redirectUri"], says: 'can be declared only with the action "redirect"' }]
      : []),
    ...(sides.length === 0 && all !== true && all !== unknownValue
      ? [{ path: ["rule"], says: "must have match, notMatch or both, or matchAll: true" }]
      : []),
    ...(sides.length > 0 && all === true
      ? [{ path: ["rule", "matchAll"], says: "cannot be true together with match or notMatch" }]
      : []),
    ...(sides.every((side) => own(own(rule, side), "auth0Managed") !== undefined) && sides.length > 1
      ? [
          {
            path: ["rule", "notMatch", "auth0Managed"],
            says: "cannot be declared together with rule.match.auth0Managed",
          },
        ]
      : []),
    ...sides.flatMap((side) => problemsOfNumbers(["rule", side, "asns"], own(own(rule, side), "asns"))),
  ];
}

/** Refuses repeated numbers, which the schema allows. The message names the number, not its position, because the list was sorted before. */
function problemsOfNumbers(path: Path, numbers: Json | undefined): readonly Problem[] {
  const values: readonly Json[] = Array.isArray(numbers) ? numbers : [];
  const twice = values.find((value, at) => typeof value === "number" && values.indexOf(value) < at);
  return twice === undefined ? [] : [{ path, says: `has the number ${String(twice)} twice` }];
}

/** Sorts numbers of autonomous systems, as their order has no meaning. */
function inOrder(args: JsonObject): JsonObject {
  const rule = own(args, "rule");
  if (!isObject(rule)) return args;
  const sides = ["match", "notMatch"].flatMap((side) => {
    const signals = own(rule, side);
    const asns = own(signals, "asns");
    const isSortable = Array.isArray(asns) && asns.every((one: Json) => typeof one === "number");
    if (!isObject(signals) || !isSortable) return [];
    return [[side, { ...signals, asns: asns.toSorted((a: Json, b: Json) => Number(a) - Number(b)) }] as const];
  });
  return sides.length === 0 ? args : { ...args, rule: { ...rule, ...Object.fromEntries(sides) } };
}

const key = restOf(networkAclKey, { toBody: (body) => ({ ...body, alg: "hmac-sha256" }) });

/** Keys for the signatures of HTTP messages: `GET|POST /keys/network-acls`, `GET|DELETE /keys/network-acls/{id}`. */
export const networkAclKeyType: ResourceType = {
  ...key.type,

  refusals: (args, live) =>
    live === undefined && own(args, "value") === undefined ? ["value: is required for a new key. Declare it."] : [],

  /** The service has no update. After an adoption or an import, the declared value is compared with the key. */
  async update(service, { id, inputs, outputs, isSeen, plan, secrets }) {
    const { live } = isSeen ? { live: outputs } : await key.get(service, id, inputs);
    if (plan.changed.length === 0) return { live };
    const { label: labelOf, schema } = key.type;
    const value = String(secrets.opened(schema.fields, inputs, labelOf(inputs)).value);
    if (own(live, "fingerprint") === createHash("sha256").update(value, "base64").digest("hex")) return { live };
    throw new UserError(
      `${labelOf(inputs)} (id ${sanitize(id)}) has another value than the declared one, and the service cannot change a key. Declare another name ` +
        "together with the new value, which creates another key, or declare the value of this key.",
    );
  },

  async delete(service, id, outputs) {
    try {
      await key.type.delete(service, id, outputs);
    } catch (error) {
      if (!(error instanceof TenantError) || error.status !== 409) throw error;
      throw new UserError(
        `${error.summary} A network ACL still refers to the key. Remove the key's id from all network ACLs first. For a new value, also declare ` +
          "another name: then the new key is created first, and this one is deleted after the network ACLs of the program have changed.",
        { cause: error },
      );
    }
  },
};
