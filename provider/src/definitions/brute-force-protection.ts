import { type Definition, settingOf } from "../schema/definition.ts";
import type { SetField } from "../schema/schema.ts";

/** The scopes for settings of attack protection. They are the same for each of these types. */
export const attackProtectionScopes = {
  create: ["read:attack_protection", "update:attack_protection"],
  read: ["read:attack_protection"],
  update: ["read:attack_protection", "update:attack_protection"],
  delete: ["read:attack_protection", "update:attack_protection"],
} as const satisfies Definition["scopes"];

/** The property for the IP addresses to which a protection does not apply. */
export const exceptedAddresses = {
  kind: "set",
  max: 100,
  item: { kind: "string", min: 1 },
  absent: [],
  clear: { how: "default", value: [] },
} as const satisfies SetField;

/**
 * The tenant's protection of an account against attackers who try many passwords.
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
export const bruteForceProtection = {
  type: "BruteForceProtection",
  schema: {
    noun: "brute-force protection",
    singleton: "brute-force-protection",
    fields: {
      /** Whether the protection is enabled. When cleared: true. */
      enabled: {
        kind: "boolean",
        clear: { how: "default", value: true },
        safeguard: "If false, passwords can be guessed without limit.",
      },
      /** The reactions to an attack: a set. When cleared: both. Empty: none. */
      shields: {
        kind: "set",
        item: { kind: "string", oneOf: ["block", "user_notification"] },
        clear: { how: "default", value: ["block", "user_notification"] },
        safeguard: "Without `block`, passwords can be guessed without limit.",
      },
      /** The IP addresses and ranges (CIDR) that are never blocked: a set of at most 100. When cleared: none. */
      allowlist: {
        ...exceptedAddresses,
        safeguard: "From these addresses, passwords can be guessed without limit.",
      },
      /**
       * Whether the wrong passwords for an account are counted separately for each IP address, or for all IP addresses together. When cleared:
       * `count_per_identifier_and_ip`.
       */
      mode: {
        kind: "string",
        oneOf: ["count_per_identifier_and_ip", "count_per_identifier"],
        clear: { how: "default", value: "count_per_identifier_and_ip" },
      },
      /** The number of wrong passwords that triggers the reactions: {@bounds}. When cleared: 10. */
      maxAttempts: { kind: "integer", min: 1, max: 100, clear: { how: "default", value: 10 } },
    },
  },
  plural: "brute-force protection",
  route: "attack-protection/brute-force-protection",
  scopes: attackProtectionScopes,
  ...settingOf("brute-force-protection"),
  foreignTypes: { auth0_attack_protection: { id: [], block: "brute_force_protection" } },
} as const satisfies Definition;
