import { type Definition, settingOf } from "../schema/definition.ts";
import { attackProtectionScopes, exceptedAddresses } from "./brute-force-protection.ts";

/** The bounds of numbers for which the service documents no bounds. It refuses numbers outside these bounds. */
const any = { min: 1, max: 2_147_483_647 } as const;

/**
 * The tenant's protection against IP addresses from which many accounts are tried.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay, including those in `stage`. Arrays are sets: the service changes their order
 * with every write.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const suspiciousIpThrottling = {
  type: "SuspiciousIpThrottling",
  schema: {
    noun: "suspicious IP throttling",
    singleton: "suspicious-ip-throttling",
    fields: {
      /** Whether the protection is enabled. When cleared: true. */
      enabled: {
        kind: "boolean",
        clear: { how: "default", value: true },
        safeguard: "If false, one address can try any number of accounts.",
      },
      /** The reactions to an attack: a set. When cleared: both. Empty: none. */
      shields: {
        kind: "set",
        item: { kind: "string", oneOf: ["admin_notification", "block"] },
        clear: { how: "default", value: ["admin_notification", "block"] },
        safeguard: "Without `block`, one address can try any number of accounts.",
      },
      /** The IP addresses and ranges (CIDR) that are never limited: a set of at most 100. When cleared: none. */
      allowlist: {
        ...exceptedAddresses,
        safeguard: "These addresses can try any number of accounts.",
      },
      /**
       * The limits for one address, by stage. Not available in the private cloud. An update sends only the properties that change.
       *
       * @interface SuspiciousIpThrottlingStage The limits for one address, by stage.
       */
      stage: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /**
           * The limits of login attempts.
           *
           * @interface SuspiciousIpThrottlingPreLogin The limits of attempts to log in.
           */
          preLogin: {
            kind: "object",
            wire: "pre-login",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The number of attempts that are allowed without a wait: {@bounds}. When cleared: 100. */
              maxAttempts: { kind: "integer", min: 1, max: 2_500, clear: { how: "default", value: 100 } },
              /** The time until one more attempt is allowed, in milliseconds: {@bounds}. When cleared: 864,000. */
              rate: { kind: "integer", min: 34_560, max: 86_400_000, clear: { how: "default", value: 864_000 } },
            },
          },
          /**
           * The limits of sign-up attempts.
           *
           * @interface SuspiciousIpThrottlingPreUserRegistration The limits of attempts to sign up.
           */
          preUserRegistration: {
            kind: "object",
            wire: "pre-user-registration",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The number of attempts that are allowed without a wait: {@bounds}. When cleared: 50. */
              maxAttempts: { kind: "integer", min: 1, max: 72_000, clear: { how: "default", value: 50 } },
              /** The time until one more attempt is allowed, in milliseconds: {@bounds}. When cleared: 1,200. */
              rate: { kind: "integer", min: 1_200, max: 86_400_000, clear: { how: "default", value: 1_200 } },
            },
          },
          /**
           * The limits of custom token exchanges. Not available at older tenants.
           *
           * @interface SuspiciousIpThrottlingPreCustomTokenExchange The limits of custom token exchanges.
           */
          preCustomTokenExchange: {
            kind: "object",
            notSecret: true,
            wire: "pre-custom-token-exchange",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The number of attempts that are allowed without a wait. When cleared: 10. */
              maxAttempts: { kind: "integer", ...any, clear: { how: "default", value: 10 } },
              /** The time until one more attempt is allowed, in milliseconds. When cleared: 600,000. */
              rate: { kind: "integer", ...any, clear: { how: "default", value: 600_000 } },
            },
          },
        },
      },
    },
  },
  plural: "suspicious IP throttling",
  route: "attack-protection/suspicious-ip-throttling",
  scopes: attackProtectionScopes,
  ...settingOf("suspicious-ip-throttling"),
  foreignTypes: { auth0_attack_protection: { id: [], block: "suspicious_ip_throttling" } },
} as const satisfies Definition;
