import { additionalFactors, factorOfVerified } from "../../types/multi-factor/definition.ts";
import type { TypeName } from "../../types/registry.ts";
import { isWide } from "../addresses.ts";
import { anyTrue, failsIf, type Rule, Unknown, type Values } from "../rule.ts";
import { codeThatRuns, runsCode } from "./organization-and-action.ts";

const guide = (name: string) => [`Guide: ${name}`];

/** A rule about the allowlist of a protection: the IP addresses whose requests the protection does not check. */
function narrowAllowlist(id: string, type: TypeName, name: string): Rule {
  return {
    id,
    type,
    severity: "medium",
    paths: ["allowlist"],
    failsIf: `the allowlist of ${name} contains a range that is wider than /24 (IPv6: /48)`,
    why: "The protection does not check requests from listed IP addresses, so it does not stop an attacker with such an address.",
    fix: "List single IP addresses, or small ranges that only your own machines use.",
    sources: guide(name),
    judge: (protection) => failsIf(protection.anyText("allowlist", isWide)),
  };
}

const strong: readonly string[] = ["otp", "pushNotification", "webauthnRoaming", "webauthnPlatform", "duo"];
/** The factors that users can enroll without another one. */
const enrollable = [...strong, "sms"].filter((name) => !additionalFactors.includes(name));

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

/** The rules about attack protection and second factors. */
export const signInRules: readonly Rule[] = [
  {
    id: "attack-breached-password-blocks",
    type: "breachedPasswordDetection",
    severity: "high",
    paths: [...["enabled", "shields"], ...["stage.preUserRegistration.shields", "stage.preChangePassword.shields"]],
    failsIf: "breached password detection is off, or does not block passwords that are known from breaches",
    why: "Attackers try such passwords first. Without `block`, the service accepts them.",
    fix: "Set enabled to true, and add `block` to `shields` and to the `shields` of both stages.",
    sources: guide("breached password detection"),
    judge(protection) {
      // Older tenants return no stages. Only the stages that are returned are judged.
      const lacksBlock = (path: string, absent?: readonly string[]) =>
        !protection.get(path, "texts", absent).includes("block");
      return failsIf(
        anyTrue(
          () => protection.get("enabled", "boolean") !== true,
          () => lacksBlock("shields"),
          () => lacksBlock("stage.preUserRegistration.shields", ["block"]),
          () => lacksBlock("stage.preChangePassword.shields", ["block"]),
        ),
      );
    },
  },
  {
    id: "attack-brute-force-blocks",
    type: "bruteForceProtection",
    severity: "high",
    paths: ["shields", "enabled", "maxAttempts"],
    failsIf: "brute-force protection is off, does not block, or allows more than 10 attempts",
    why: "An attacker can try many passwords for an account.",
    fix: "Declare enabled as true, shields with `block`, and maxAttempts as at most 10.",
    sources: guide("brute-force protection"),
    judge(protection) {
      return failsIf(
        anyTrue(
          () => protection.get("enabled", "boolean") === false,
          () => !protection.texts("shields").includes("block"),
          () => protection.get("maxAttempts", "number") > 10,
        ),
      );
    },
  },
  {
    id: "attack-suspicious-ip-blocks",
    type: "suspiciousIpThrottling",
    severity: "medium",
    paths: ["shields", "enabled"],
    failsIf: "suspicious IP throttling is off or does not block",
    why: "An attacker can try passwords on every account from a single IP address.",
    fix: "Declare enabled as true, and shields with `block`.",
    sources: guide("suspicious IP throttling"),
    judge(protection) {
      return failsIf(
        anyTrue(
          () => protection.get("enabled", "boolean") === false,
          () => !protection.texts("shields").includes("block"),
        ),
      );
    },
  },
  narrowAllowlist("attack-brute-force-allowlist-narrow", "bruteForceProtection", "brute-force protection"),
  narrowAllowlist("attack-suspicious-ip-allowlist-narrow", "suspiciousIpThrottling", "suspicious IP throttling"),
  narrowAllowlist("attack-bot-detection-allowlist-narrow", "botDetection", "bot detection"),
  {
    id: "attack-bot-detection-on",
    type: "botDetection",
    severity: "medium",
    paths: ["challengePasswordPolicy", "challengePasswordResetPolicy", "monitoringModeEnabled"],
    failsIf: "password logins or password resets are never challenged, or risky requests are only logged",
    why: "Bots can try passwords and request password resets without a challenge.",
    fix: "Set challengePasswordPolicy and challengePasswordResetPolicy to `when_risky`, and monitoringModeEnabled to false.",
    sources: guide("bot detection"),
    judge(protection) {
      return failsIf(
        anyTrue(
          () => protection.get("monitoringModeEnabled", "boolean", false) === true,
          () => protection.get("challengePasswordPolicy", "text") === "never",
          () => protection.get("challengePasswordResetPolicy", "text") === "never",
        ),
      );
    },
  },
  {
    id: "attack-captcha-fails-closed",
    type: "captcha",
    severity: "low",
    profile: "strict",
    paths: ["activeProviderId", "authChallenge.failOpen", "arkose.failOpen"],
    failsIf:
      "the challenge is a simple image, or users can log in without a challenge while its provider is unavailable",
    why: "Bots can log in during an outage of the provider, or with software that reads simple images.",
    fix: "Set activeProviderId to `auth_challenge`, and authChallenge.failOpen to false.",
    sources: guide("bot detection"),
    judge(captcha) {
      const provider = captcha.get("activeProviderId", "text");
      if (provider === "simple_captcha") return "fails";
      const group = ({ auth_challenge: "authChallenge", arkose: "arkose" } as Record<string, string>)[provider];
      if (group === undefined)
        throw new Unknown("it is not known whether users can log in while this provider is unavailable");
      return failsIf(captcha.get(`${group}.failOpen`, "boolean") === true);
    },
  },
  {
    id: "mfa-factor-enabled",
    type: "multiFactor",
    severity: "high",
    paths: ["factors"],
    failsIf: "no factor is enabled that users can enroll without another one",
    why: "Users cannot protect their accounts with a second factor. Codes by e-mail are only for users with a verified address, and users cannot enroll them.",
    fix: "Enable `otp` and `webauthnRoaming`.",
    sources: ["Guide: enable multi-factor authentication"],
    judge: (multiFactor) => failsIf(!hasFactor(multiFactor, enrollable)),
  },
  {
    id: "mfa-policy-set",
    type: "multiFactor",
    looksUp: codeThatRuns,
    severity: "medium",
    paths: ["policies"],
    failsIf: "neither a policy nor a post-login action asks for a second factor",
    why: "Users are never asked for a second factor, even if they have enrolled one.",
    fix: "Set policies to `all-applications`, or ask for a second factor in a post-login action.",
    sources: ["Guide: enable multi-factor authentication"],
    judge(multiFactor, others) {
      return failsIf(
        !anyTrue(
          () => multiFactor.texts("policies").length > 0,
          () => runsCode("post-login", asking, others),
        ),
      );
    },
  },
  {
    id: "mfa-strong-factor",
    type: "multiFactor",
    severity: "medium",
    paths: ["factors"],
    failsIf: "the only second factors are codes by SMS or e-mail",
    why: "Attackers can intercept these messages, or trick users into typing the codes into a phishing page.",
    fix: "Also enable `otp` and `webauthnRoaming`.",
    sources: ["Guide: multi-factor authentication factors"],
    judge(multiFactor) {
      if (hasFactor(multiFactor, strong)) return "passes";
      return hasFactor(multiFactor, ["sms", factorOfVerified]) ? "fails" : "does not apply";
    },
  },
  {
    id: "mfa-sms-provider-own",
    type: "multiFactorPhone",
    looksUp: { multiFactor: ["factors.sms"] },
    severity: "medium",
    paths: ["provider"],
    failsIf: "SMS codes are sent by the service's built-in sender",
    why: "The built-in sender is for tests, and sends only a limited number of messages.",
    fix: "Set provider to `twilio` or `phone-message-hook`.",
    sources: ["Guide: production checks, required fixes"],
    judge(phone, others) {
      if (phone.get("provider", "text") !== "auth0") return "passes";
      return others.any("multiFactor", (multiFactor) => multiFactor.get("factors.sms", "boolean"))
        ? "fails"
        : "does not apply";
    },
  },
];
