import { type Definition, settingOf } from "../schema/definition.ts";
import type { StringField } from "../schema/schema.ts";
import { attackProtectionScopes, exceptedAddresses } from "./brute-force-protection.ts";

const policy = {
  kind: "string",
  notSecret: true,
  oneOf: ["never", "when_risky", "always"],
  clear: { how: "default", value: "never" },
} as const satisfies StringField;

/**
 * The tenant's protection against logins by bots. It needs an add-on of the plan.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay. Arrays are sets: the service changes their order with every write.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const botDetection = {
  type: "BotDetection",
  schema: {
    noun: "bot detection",
    singleton: "bot-detection",
    fields: {
      /** The sensitivity of the detection. When cleared: `medium`. */
      botDetectionLevel: {
        kind: "string",
        oneOf: ["low", "medium", "high"],
        clear: { how: "default", value: "medium" },
      },
      /** When a login with a password needs a challenge. When cleared: `never`. */
      challengePasswordPolicy: {
        ...policy,
        safeguard: "With `never`, bots can try passwords without a challenge.",
      },
      /** When a passwordless login needs a challenge. When cleared: `never`. */
      challengePasswordlessPolicy: {
        ...policy,
        safeguard: "With `never`, bots can try codes without a challenge.",
      },
      /** When a password reset needs a challenge. When cleared: `never`. */
      challengePasswordResetPolicy: {
        ...policy,
        safeguard: "With `never`, bots can request password resets without a challenge.",
      },
      /** The IP addresses and ranges (CIDR) that are never challenged: a set of at most 100. When cleared: none. */
      allowlist: {
        ...exceptedAddresses,
        safeguard: "Bots at these addresses are never challenged.",
      },
      /** Whether risky requests are only logged, without a challenge. When cleared: false. */
      monitoringModeEnabled: {
        kind: "boolean",
        absent: false,
        clear: { how: "default", value: false },
        safeguard: "If true, risky requests are only logged, and bots are never challenged.",
      },
    },
  },
  plural: "bot detection",
  route: "attack-protection/bot-detection",
  scopes: attackProtectionScopes,
  ...settingOf("bot-detection"),
  foreignTypes: { auth0_attack_protection: { id: [], block: "bot_detection" } },
} as const satisfies Definition;
