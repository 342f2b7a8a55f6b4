import { failsIf, type Rule, Unknown, type Values } from "../rule.ts";
import { runsCode } from "./organization-and-action.ts";

const strong: readonly string[] = ["otp", "pushNotification", "webauthnRoaming", "webauthnPlatform", "duo"];
const usable: readonly string[] = [...strong, "sms", "email"];
/** All factors, switched off. */
const none = Object.fromEntries([...usable, "recoveryCode"].map((name) => [name, false]));

/**
 * Whether one of some factors is enabled.
 *
 * @throws Unknown if no declared factor is enabled, and one of the factors is not declared
 */
function hasFactor(multiFactor: Values, names: readonly string[]): boolean {
  const factors = multiFactor.get("factors", "object");
  if (names.some((name) => multiFactor.find(`factors.${name}`, "boolean") === true)) return true;
  // `duo` may be undeclared, because not every tenant has it.
  const missing = names.find((name) => name !== "duo" && (factors[name] ?? null) === null);
  if (missing !== undefined) throw new Unknown(`factors.${missing} is not declared`);
  return false;
}

/** Code that asks for a second factor. */
const asking = /\bapi\.(multifactor\.enable|authentication\.(challenge|enroll)With\w*)\s*\(/;

const action = (code: string, allChangesDeployed = true) => ({
  ...({ type: "action", id: "act_1" } as const),
  properties: { code, allChangesDeployed, supportedTriggers: [{ id: "post-login", version: "v3" }] },
});
const binding = {
  ...({ type: "triggerActions" } as const),
  properties: { triggerId: "post-login", actions: [{ actionId: "act_1" }] },
};

/** The rules about second factors. */
export const secondFactorRules: readonly Rule[] = [
  {
    id: "mfa-factor-enabled",
    type: "multiFactor",
    severity: "high",
    paths: ["factors"],
    failsIf: "none of the factors that users can enroll is enabled",
    why: "No user can protect their account with a second factor.",
    fix: "Enable `otp` and `webauthnRoaming`.",
    sources: ["Guide: enable multi-factor authentication"],
    judge: (multiFactor) => failsIf(!hasFactor(multiFactor, usable)),
    cases: {
      passes: [{ properties: { factors: { otp: true } } }, { properties: { factors: { ...none, sms: true } } }],
      fails: [{ properties: { factors: none } }, { properties: { factors: { ...none, recoveryCode: true } } }],
      unknown: [{ properties: {} }, { properties: { factors: { otp: false } } }],
    },
  },
  {
    id: "mfa-policy-set",
    type: "multiFactor",
    looksUp: ["action", "triggerActions"],
    severity: "medium",
    paths: ["policies"],
    failsIf: "neither a policy nor a post-login action asks for a second factor",
    why: "Users are never asked for a second factor, even if they have enrolled one.",
    fix: "Set policies to `all-applications`, or ask for a second factor in a post-login action.",
    sources: ["Guide: enable multi-factor authentication"],
    judge(multiFactor, others) {
      if (multiFactor.texts("policies").length > 0 || runsCode("post-login", asking, others)) return "passes";
      others.requireAll("action", "triggerActions");
      return "fails";
    },
    cases: {
      passes: [
        { properties: { policies: ["confidence-score"] } },
        {
          properties: { policies: [] },
          others: [action("exports.onExecutePostLogin = (event, api) => api.multifactor.enable('any');"), binding],
        },
      ],
      fails: [
        { properties: { policies: [] }, isLive: true },
        {
          properties: { policies: [] },
          others: [action("// api.multifactor.enable('any')"), binding],
          isLive: true,
        },
        {
          properties: { policies: [] },
          others: [action("const how = `api.multifactor.enable('any')`;"), binding],
          isLive: true,
        },
        {
          properties: { policies: [] },
          others: [action("api.multifactor.enable('any')")],
          isLive: true,
        },
      ],
      unknown: [
        { properties: {} },
        { properties: { policies: [] } },
        { properties: { policies: [] }, others: [action("api.multifactor.enable('any')", false), binding] },
      ],
    },
  },
  {
    id: "mfa-strong-factor",
    type: "multiFactor",
    severity: "medium",
    paths: ["factors"],
    failsIf: "the only second factors that users can enroll are codes by SMS or e-mail",
    why: "Attackers can intercept these messages, or trick users into typing the codes into a phishing page.",
    fix: "Also enable `otp` and `webauthnRoaming`.",
    sources: ["Guide: multi-factor authentication factors"],
    judge(multiFactor) {
      if (hasFactor(multiFactor, strong)) return "passes";
      return hasFactor(multiFactor, ["sms", "email"]) ? "fails" : "does not apply";
    },
    cases: {
      passes: [{ properties: { factors: { sms: true, otp: true } } }],
      fails: [
        { properties: { factors: { ...none, sms: true } } },
        { properties: { factors: { ...none, email: true, recoveryCode: true } } },
      ],
      doesNotApply: [{ properties: { factors: none } }],
      unknown: [{ properties: {} }, { properties: { factors: { sms: true } } }],
    },
  },
  {
    id: "mfa-sms-provider-own",
    type: "multiFactorPhone",
    looksUp: ["multiFactor"],
    severity: "medium",
    paths: ["provider"],
    failsIf: "SMS codes are sent by the service's built-in sender",
    why: "The built-in sender is for tests, and sends only a limited number of messages.",
    fix: "Set provider to `twilio` or `phone-message-hook`.",
    sources: ["Guide: production checks, required fixes"],
    judge(phone, others) {
      if (phone.get("provider", "text") !== "auth0") return "passes";
      const [multiFactor] = others.of("multiFactor");
      if (!multiFactor)
        throw new Unknown("this audit includes no MultiFactor, so it is unknown whether SMS codes are enabled");
      return multiFactor.get("factors.sms", "boolean") === true ? "fails" : "does not apply";
    },
    cases: {
      passes: [{ properties: { provider: "twilio" } }],
      fails: [
        {
          properties: { provider: "auth0" },
          others: [{ type: "multiFactor", properties: { factors: { ...none, sms: true } } }],
        },
      ],
      doesNotApply: [
        {
          properties: { provider: "auth0" },
          others: [{ type: "multiFactor", properties: { factors: { sms: false } } }],
        },
      ],
      unknown: [{ properties: {} }, { properties: { provider: "auth0" } }],
    },
  },
];
