import { type Json, own } from "../../schema/json.ts";
import { anyUrl, isPlainHttp } from "../addresses.ts";
import { codeOf } from "../code.ts";
import { anyTrue, failsIf, type LookedUp, type Others, type Rule, textOf, Unknown, type Values } from "../rule.ts";
import { holdsSecretInCode, holdsSecretInEntry } from "../secret-detector.ts";
import { isOpenToStrangers } from "./connection.ts";

/** Returns a rule that fails if the metadata of an object contains a secret. @param path the property with the metadata */
const metadataRule = (id: string, type: Rule["type"], path: string): Rule => ({
  id,
  type,
  severity: "medium",
  paths: [path],
  failsIf: `${path} contains a secret`,
  why: "Every action can read the metadata, and so can every client with the scope to read the object.",
  fix: "Rotate the secret, and store it in the secrets of an action or in a vault of your own.",
  sources: ["Guide: metadata"],
  judge(values) {
    const isSecret = (value: Json, name: string) => holdsSecretInEntry(name, textOf(`an entry of ${path}`, value));
    return failsIf(values.anyItem(path, "object", isSecret));
  },
});
/** The properties that {@link runsCode} reads. */
export const codeThatRuns: LookedUp = {
  action: ["supportedTriggers", "code", "deploy", "allChangesDeployed"],
  triggerActions: ["triggerId", "actions"],
};

const oldRuntimes = ["node12", "node16", "node18", "node12-actions", "node16-actions", "node18-actions"];
const knownRuntimes = [...oldRuntimes, "node20", "node22", "node24"];
/** The id of the trigger that an action supports. An action has only one. */
const triggerOf = (action: Values) => {
  const [trigger = null] = action.get("supportedTriggers", "list");
  return own(trigger, "id");
};

/** Triggers whose actions are run because of settings of other objects, and not because of a binding. */
const entityTriggers: readonly string[] = ["custom-phone-provider", "custom-email-provider", "event-stream"];
const resetTrigger = "password-reset-post-challenge";

/** The rules about organizations, actions and metadata. */
export const organizationAndActionRules: readonly Rule[] = [
  metadataRule("client-metadata-no-secrets", "client", "clientMetadata"),
  metadataRule("org-metadata-no-secrets", "organization", "metadata"),
  metadataRule("connection-metadata-no-secrets", "connection", "metadata"),
  {
    id: "org-third-party-blocked",
    type: "organization",
    severity: "medium",
    paths: ["thirdPartyClientAccess"],
    failsIf: "third-party applications can log in members of the organization",
    why: "Applications of other companies can get tokens for the members of the organization.",
    fix: "Set thirdPartyClientAccess to `block`.",
    sources: ["Guide: organizations"],
    judge: (organization) => failsIf(organization.get("thirdPartyClientAccess", "text") === "allow"),
  },
  {
    id: "org-jit-membership-open-connection",
    type: "organizationConnection",
    looksUp: { connection: ["strategy", "options.useCommonEndpoint", "options.disable_signup"] },
    severity: "high",
    paths: ["assignMembershipOnLogin", "connectionId"],
    failsIf:
      "every user who logs in with the connection becomes a member, and anyone can create an account in the connection",
    why: "Any visitor can create an account, and so become a member of the customer's organization.",
    fix: "Invite members, or use the customer's own enterprise connection.",
    sources: ["Guide: organization connections"],
    judge(link, others) {
      if (link.get("assignMembershipOnLogin", "boolean") !== true) return "passes";
      return failsIf(isOpenToStrangers(others.one("connection", "id", link.get("connectionId", "text"))));
    },
  },
  {
    id: "org-open-signup",
    type: "organizationConnection",
    severity: "medium",
    paths: ["isSignupEnabled"],
    failsIf: "anyone can sign up to the organization",
    why: "Any visitor can create an account that belongs to the organization.",
    fix: "Set isSignupEnabled to false, and invite members.",
    sources: ["Guide: organization connections"],
    judge: (link) => failsIf(link.get("isSignupEnabled", "boolean") === true),
  },
  {
    id: "org-domain-verified-by-hand",
    type: "organizationDiscoveryDomain",
    severity: "medium",
    paths: ["status", "useForOrganizationDiscovery"],
    failsIf: "logins with addresses of a domain go to the organization because `status` says `verified`",
    why: "The service takes the status on the caller's word: a domain of another company sends its users to this organization.",
    fix: "Check the TXT record of the domain, and waive the rule with the date of the check, or set useForOrganizationDiscovery to false.",
    sources: ["pulumi-tenant: discovery domains"],
    judge: (domain) =>
      failsIf(
        domain.get("status", "text") === "verified" && domain.get("useForOrganizationDiscovery", "boolean") === true,
      ),
  },
  {
    id: "action-no-hardcoded-secrets",
    type: "action",
    severity: "high",
    paths: ["code"],
    failsIf: "the code contains a secret",
    why: "Every client with the scope read:actions can read the secret, even in old versions of the action's code.",
    fix: "Rotate the secret, and declare it in the action's `secrets`.",
    sources: ["Guide: actions, best practices"],
    judge: (action) => failsIf(holdsSecretInCode(action.get("code", "text"))),
  },
  {
    id: "action-dependency-pinned",
    type: "action",
    severity: "medium",
    paths: ["dependencies"],
    failsIf: "the version of a dependency is not exact",
    why: "The next build uses the latest matching release, which then runs at logins without a review.",
    fix: "Declare one exact version, such as `4.17.21`.",
    sources: ["Guide: manage dependencies"],
    judge(action) {
      const isExact = (one: Json) => /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(String(own(one, "version")));
      return failsIf(action.anyItem("dependencies", "list", (one) => !isExact(one)));
    },
  },
  {
    id: "action-registry-trusted",
    type: "action",
    severity: "medium",
    paths: ["dependencies"],
    failsIf: "a dependency declares a registryUrl",
    why: "Another registry can contain other code under the name of a known package.",
    fix: "Remove registryUrl.",
    sources: ["pulumi-tenant: actions"],
    judge(action) {
      const hasRegistry = (one: Json) => (own(one, "registryUrl") ?? null) !== null;
      return failsIf(action.anyItem("dependencies", "list", hasRegistry));
    },
  },
  {
    id: "action-runtime-current",
    type: "action",
    severity: "medium",
    paths: ["runtime"],
    failsIf: "the runtime gets no security updates",
    why: "Known vulnerabilities of the runtime are not fixed.",
    fix: "Set runtime to `node22`, test the action, and deploy it.",
    sources: ["Guide: actions runtimes"],
    judge(action) {
      const runtime = action.get("runtime", "text");
      if (!knownRuntimes.includes(runtime))
        throw new Unknown("this version of pulumi-tenant does not know the runtime");
      return failsIf(oldRuntimes.includes(runtime));
    },
  },
  {
    id: "action-transport-safe",
    type: "action",
    severity: "medium",
    paths: ["code"],
    failsIf: "the code calls plain http, does not verify certificates, or evaluates text as code",
    why: "An attacker who can change a response or an evaluated text controls what the action does.",
    fix: "Use https, verify certificates, and remove `eval` and `new Function`.",
    sources: ["Guide: actions, best practices"],
    judge(action) {
      const { whole, bare } = codeOf(action.get("code", "text"));
      const calls = whole.matchAll(/\b(?:fetch|request|axios(?:\.\w+)?|get|post|put)\s*\(\s*["'`](http:[^"'`]*)/gi);
      const isPlain = anyUrl(
        [...calls].map(([, url = ""]) => url),
        isPlainHttp,
      );
      return failsIf(
        isPlain ||
          /rejectUnauthorized["']?\s*:\s*(?:false|!1|0)\b|NODE_TLS_REJECT_UNAUTHORIZED/.test(whole) ||
          /\beval\s*\(|\bnew\s+Function\s*\(/.test(bare),
      );
    },
  },
  {
    id: "action-no-event-logging",
    type: "action",
    severity: "low",
    paths: ["code"],
    failsIf: "the code logs the event, the user, the request's body or a secret",
    why: "Personal data and secrets get into the logs.",
    fix: "Log only ids, such as `event.user.user_id`.",
    sources: ["Guide: actions, best practices"],
    judge(action) {
      return failsIf(logsEvent(codeOf(action.get("code", "text")).bare));
    },
  },
  {
    id: "action-deployed",
    type: "action",
    looksUp: { triggerActions: ["triggerId", "actions"] },
    severity: "low",
    paths: ["deploy", "allChangesDeployed", "supportedTriggers"],
    failsIf: "a trigger runs the action, but the action's current code is not deployed",
    why: "The trigger runs older code than the code that was reviewed.",
    fix: "Deploy the action: remove `deploy: false`.",
    sources: ["pulumi-tenant: actions"],
    judge(action, others) {
      const trigger = triggerOf(action);
      if (!isBoundTo(action, String(trigger), others))
        throw new Unknown("this audit includes no trigger that runs the action");
      return failsIf(isDraft(action));
    },
  },
  {
    id: "action-unbound",
    type: "action",
    looksUp: { tokenExchangeProfile: ["actionId"], triggerActions: ["triggerId", "actions"] },
    severity: "low",
    paths: ["supportedTriggers"],
    failsIf: "no trigger and no token exchange profile runs the action",
    why: "The secrets of a forgotten action stay at the tenant. If the action is bound to a trigger later, its code runs without a review.",
    fix: "Delete the action, or bind it to a trigger.",
    sources: ["pulumi-tenant: actions"],
    judge(action, others) {
      const trigger = String(triggerOf(action));
      const isRun = anyTrue(
        () => others.anyWith("tokenExchangeProfile", "actionId", action.object.id, { to: action }),
        () => isBoundTo(action, trigger, others),
      );
      // The service runs actions of these triggers without a binding that can be read.
      if (!isRun && entityTriggers.includes(trigger))
        throw new Unknown(`the service does not return the bindings of ${trigger}`);
      return failsIf(!isRun);
    },
  },
  {
    id: "cte-profile-unused",
    type: "tokenExchangeProfile",
    looksUp: { client: ["tokenExchange.allowAnyProfileOfType"] },
    severity: "low",
    paths: ["type"],
    failsIf: "no application may use the token exchange profile",
    why: "No team watches a forgotten profile, although applications could get tokens with it.",
    fix: "Delete the profile.",
    sources: ["Guide: custom token exchange"],
    judge(profile, others) {
      const type = profile.get("type", "text");
      return failsIf(!others.anyLists("client", "tokenExchange.allowAnyProfileOfType", type));
    },
  },
  {
    id: "password-reset-mfa",
    type: "connection",
    looksUp: codeThatRuns,
    severity: "medium",
    profile: "strict",
    paths: ["strategy"],
    failsIf: "users of a database can reset their passwords, and no action asks them for a second factor",
    why: "An attacker who can read a user's mailbox can reset the password, and log in without the second factor.",
    fix: "Bind an action to `password-reset-post-challenge` that calls `api.authentication.challengeWith`.",
    sources: ["Guide: password reset flow"],
    judge(connection, others) {
      if (connection.get("strategy", "text") !== "auth0") return "does not apply";
      return failsIf(!runsCode(resetTrigger, /\bchallengeWith(Any)?\s*\(/, others));
    },
  },
  {
    id: "cte-action-rejects-invalid-token",
    type: "action",
    severity: "high",
    paths: ["code", "supportedTriggers"],
    failsIf: "an action that checks subject tokens never calls `rejectInvalidSubjectToken`",
    why: "Only the action checks subject tokens, and the service throttles an attacker only after the action has rejected tokens with this call.",
    fix: "Verify the token's issuer, audience, signature and expiry. If one of them is invalid, call `api.access.rejectInvalidSubjectToken`.",
    sources: ["Guide: custom token exchange"],
    judge(action) {
      if (triggerOf(action) !== "custom-token-exchange") return "does not apply";
      return failsIf(!/\brejectInvalidSubjectToken\s*\(/.test(codeOf(action.get("code", "text")).bare));
    },
  },
];

/** Whether code passes the event, the user, the request's body or a secret to a method of `console`. @param bare see `Code` in code.ts */
function logsEvent(bare: string): boolean {
  const tokens =
    /\bconsole\s*(?:\??\.\s*\w+|(?:\?\.)?\s*\[\s*["'`]{2}\s*\])\s*\(|[()]|(?<![\w$]|[^.]\.)event(?:\??\.[\w$]+)*\s*[,)}]/g;
  const logged = /^event(?:\??\.(?:user|request\??\.body|secrets(?:\??\.[\w$]+)?))?\s*[,)}]$/;
  // For each call of a `console` method whose parentheses are still open, the depth of parentheses before the call.
  const calls: number[] = [];
  let depth = 0;
  for (const [token] of bare.matchAll(tokens)) {
    if (calls.length > 0 && logged.test(token)) return true;
    if (token.endsWith("(")) {
      if (token !== "(") calls.push(depth);
      depth += 1;
    } else if (token.endsWith(")")) {
      depth -= 1;
      if (calls.at(-1) === depth) calls.pop();
    }
  }
  return false;
}

/** Whether a trigger runs an action. @throws Unknown if a trigger, or the list of its actions, is unknown */
function isBoundTo(action: Values, trigger: string, others: Others): boolean {
  const { id } = action.object;
  if (id === undefined) throw new Unknown("the id of the action is not known");
  return others.anyWith("triggerActions", "triggerId", trigger, {
    test: (binding) => binding.anyItem("actions", "list", (one) => own(one, "actionId") === id),
    to: action,
  });
}

/**
 * Whether a trigger runs at least one action whose deployed code matches a pattern.
 *
 * @throws Unknown if no known code matches, and the deployed code of an action of the trigger is unknown
 */
export function runsCode(trigger: string, form: RegExp, others: Others): boolean {
  return others.any("action", (action) => {
    if (!isBoundTo(action, trigger, others)) return false;
    if (isDraft(action))
      throw new Unknown("the code of an action is not deployed, so it is unknown what the trigger runs");
    return form.test(codeOf(action.get("code", "text")).bare);
  });
}

/** Whether the current code of an action is not deployed. @throws Unknown if the tenant did not return this, or if the run decides about it */
function isDraft(action: Values): boolean {
  const { isLive, isNew } = action.object;
  const deployed = isLive ? action.get("allChangesDeployed", "boolean") : action.find("allChangesDeployed", "boolean");
  if (deployed !== undefined) return !deployed;
  // A program that does not declare `deploy` deploys the action.
  if (action.find("deploy", "boolean") !== false) return false;
  // Code that an earlier run has deployed stays deployed if this run does not change it.
  if (!isNew) throw new Unknown("with `deploy: false`, it is known only after the run whether the code is deployed");
  return true;
}
