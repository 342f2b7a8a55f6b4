import type { Definition } from "../schema/definition.ts";
import { attackProtectionScopes } from "./brute-force-protection.ts";

/**
 * The tenant's protection against programs that log in. It needs an add-on of the plan.
 *
 * {@example}
 *
 * **Creation** takes the settings over, which every tenant has: it sends only the declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program says `resetOnDestroy: true`.
 *
 * **Updates** send only what differs; all other values stay. Arrays are sets: the service changes their order with every write.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
 *
 * @arguments A property that is removed from the program goes back to the value of a new tenant.
 */
export const botDetection = {
  type: "BotDetection",
  schema: {
    noun: "bot detection",
    singleton: "bot-detection",
    fields: {
      /** How easily a request counts as risky. Cleared: `medium`. */
      botDetectionLevel: {
        kind: "string",
        oneOf: ["low", "medium", "high"],
        clear: { how: "default", value: "medium" },
      },
      /** When a login with a password has to pass a challenge. Cleared: `never`. */
      challengePasswordPolicy: {
        kind: "string",
        notSecret: true,
        oneOf: ["never", "when_risky", "always"],
        clear: { how: "default", value: "never" },
        safeguard: "With `never`, programs can try passwords without a challenge.",
      },
      /** When a login without a password has to pass a challenge. Cleared: `never`. */
      challengePasswordlessPolicy: {
        kind: "string",
        notSecret: true,
        oneOf: ["never", "when_risky", "always"],
        clear: { how: "default", value: "never" },
        safeguard: "With `never`, programs can try codes without a challenge.",
      },
      /** When a reset of a password has to pass a challenge. Cleared: `never`. */
      challengePasswordResetPolicy: {
        kind: "string",
        notSecret: true,
        oneOf: ["never", "when_risky", "always"],
        clear: { how: "default", value: "never" },
        safeguard: "With `never`, programs can try resets of passwords without a challenge.",
      },
      /** The IP addresses and ranges (CIDR) that are never challenged: a set of at most 100. Cleared: none. */
      allowlist: {
        kind: "set",
        max: 100,
        item: { kind: "string", min: 1 },
        absent: [],
        clear: { how: "default", value: [] },
        safeguard: "Programs at these addresses are never challenged.",
      },
      /** Whether risky requests are only logged. Cleared: false. */
      monitoringModeEnabled: {
        kind: "boolean",
        absent: false,
        clear: { how: "default", value: false },
        safeguard: "With it, no request is challenged.",
      },
    },
  },
  plural: "bot detection",
  route: "attack-protection/bot-detection",
  calls: ["GET|PATCH /attack-protection/bot-detection"],
  scopes: attackProtectionScopes,
  uniqueBy: [],
  listing: undefined,
  events: undefined,
  imported: { noun: "bot-detection", file: "bot-detection", module: "botDetection" },
  affectsAll: true,
  foreignTypes: { auth0_attack_protection: { id: [], block: "bot_detection" } },
} as const satisfies Definition;
