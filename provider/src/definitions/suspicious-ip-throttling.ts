import type { Definition } from "../schema/definition.ts";
import { attackProtectionScopes } from "./brute-force-protection.ts";

/** The bounds of the service for a number that it does not document. */
const any = { min: 1, max: 2_147_483_647 } as const;

/**
 * The tenant's protection against addresses that try many accounts.
 *
 * {@example}
 *
 * **Creation** takes the settings over, which every tenant has: it sends only the declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program says `resetOnDestroy: true`.
 *
 * **Updates** send only what differs; all other values stay, also in `stage`. Arrays are sets: the service changes their order with every write.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
 *
 * @arguments A property that is removed from the program goes back to the value of a new tenant.
 */
export const suspiciousIpThrottling = {
  type: "SuspiciousIpThrottling",
  schema: {
    noun: "suspicious IP throttling",
    singleton: "suspicious-ip-throttling",
    fields: {
      /** Whether the protection is on. Cleared: true. */
      enabled: {
        kind: "boolean",
        clear: { how: "default", value: true },
        safeguard: "Without it, one address can try any number of accounts.",
      },
      /** The reactions to an attack: a set. Cleared: both. Empty: none. */
      shields: {
        kind: "set",
        item: { kind: "string", oneOf: ["admin_notification", "block"] },
        clear: { how: "default", value: ["admin_notification", "block"] },
        safeguard: "Without `block`, one address can try any number of accounts.",
      },
      /** The IP addresses and ranges (CIDR) that are never limited: a set of at most 100. Cleared: none. */
      allowlist: {
        kind: "set",
        max: 100,
        item: { kind: "string", min: 1 },
        absent: [],
        clear: { how: "default", value: [] },
        safeguard: "These addresses can try any number of accounts.",
      },
      /**
       * The limits for one address, by stage. Tenants of the private cloud do not have it. An update sends only the members that change.
       *
       * @interface SuspiciousIpThrottlingStage The limits for one address, by stage.
       */
      stage: {
        kind: "object",
        merges: true,
        clear: { how: "members" },
        fields: {
          /**
           * Attempts to log in.
           *
           * @interface SuspiciousIpThrottlingPreLogin The limits of attempts to log in.
           */
          preLogin: {
            kind: "object",
            wire: "pre-login",
            merges: true,
            clear: { how: "members" },
            fields: {
              /** The number of attempts at once, {@bounds}. Cleared: 100. */
              maxAttempts: { kind: "integer", min: 1, max: 2_500, clear: { how: "default", value: 100 } },
              /** The milliseconds until one more attempt is allowed, {@bounds}. Cleared: 864,000. */
              rate: { kind: "integer", min: 34_560, max: 86_400_000, clear: { how: "default", value: 864_000 } },
            },
          },
          /**
           * Attempts to sign up.
           *
           * @interface SuspiciousIpThrottlingPreUserRegistration The limits of attempts to sign up.
           */
          preUserRegistration: {
            kind: "object",
            wire: "pre-user-registration",
            merges: true,
            clear: { how: "members" },
            fields: {
              /** The number of attempts at once, {@bounds}. Cleared: 50. */
              maxAttempts: { kind: "integer", min: 1, max: 72_000, clear: { how: "default", value: 50 } },
              /** The milliseconds until one more attempt is allowed, {@bounds}. Cleared: 1,200. */
              rate: { kind: "integer", min: 1_200, max: 86_400_000, clear: { how: "default", value: 1_200 } },
            },
          },
          /**
           * Custom token exchanges. Older tenants do not have it.
           *
           * @interface SuspiciousIpThrottlingPreCustomTokenExchange The limits of custom token exchanges.
           */
          preCustomTokenExchange: {
            kind: "object",
            notSecret: true,
            wire: "pre-custom-token-exchange",
            merges: true,
            clear: { how: "members" },
            fields: {
              /** The number of attempts at once. Cleared: 10. */
              maxAttempts: { kind: "integer", ...any, clear: { how: "default", value: 10 } },
              /** The milliseconds until one more attempt is allowed. Cleared: 600,000. */
              rate: { kind: "integer", ...any, clear: { how: "default", value: 600_000 } },
            },
          },
        },
      },
    },
  },
  plural: "suspicious IP throttling",
  route: "attack-protection/suspicious-ip-throttling",
  calls: ["GET|PATCH /attack-protection/suspicious-ip-throttling"],
  scopes: attackProtectionScopes,
  uniqueBy: [],
  listing: undefined,
  events: undefined,
  imported: { noun: "suspicious-ip-throttling", file: "suspicious-ip-throttling", module: "suspiciousIp" },
  affectsAll: true,
  foreignTypes: { auth0_attack_protection: { id: [], block: "suspicious_ip_throttling" } },
} as const satisfies Definition;
