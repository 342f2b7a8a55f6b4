import type { Definition } from "../schema/definition.ts";

/** The scopes of all settings of attack protection. */
export const attackProtectionScopes = {
  create: ["read:attack_protection", "update:attack_protection"],
  read: ["read:attack_protection"],
  update: ["read:attack_protection", "update:attack_protection"],
  delete: ["read:attack_protection", "update:attack_protection"],
} as const satisfies Definition["scopes"];

/**
 * The tenant's protection of single accounts from many wrong passwords.
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
export const bruteForceProtection = {
  type: "BruteForceProtection",
  schema: {
    noun: "brute-force protection",
    singleton: "brute-force-protection",
    fields: {
      /** Whether the protection is on. Cleared: true. */
      enabled: {
        kind: "boolean",
        clear: { how: "default", value: true },
        safeguard: "Without it, passwords can be guessed without limit.",
      },
      /** The reactions to an attack: a set. Cleared: both. Empty: none. */
      shields: {
        kind: "set",
        item: { kind: "string", oneOf: ["block", "user_notification"] },
        clear: { how: "default", value: ["block", "user_notification"] },
        safeguard: "Without `block`, passwords can be guessed without limit.",
      },
      /** The IP addresses and ranges (CIDR) that are never blocked: a set of at most 100. Cleared: none. */
      allowlist: {
        kind: "set",
        max: 100,
        item: { kind: "string", min: 1 },
        absent: [],
        clear: { how: "default", value: [] },
        safeguard: "From these addresses, passwords can be guessed without limit.",
      },
      /** What is counted: the attempts for an account from one IP address, or those for an account from all. Cleared: `count_per_identifier_and_ip`. */
      mode: {
        kind: "string",
        oneOf: ["count_per_identifier_and_ip", "count_per_identifier"],
        clear: { how: "default", value: "count_per_identifier_and_ip" },
      },
      /** The number of wrong passwords after which the reactions follow, {@bounds}. Cleared: 10. */
      maxAttempts: { kind: "integer", min: 1, max: 100, clear: { how: "default", value: 10 } },
    },
  },
  plural: "brute-force protection",
  route: "attack-protection/brute-force-protection",
  calls: ["GET|PATCH /attack-protection/brute-force-protection"],
  scopes: attackProtectionScopes,
  uniqueBy: [],
  listing: undefined,
  events: undefined,
  imported: { noun: "brute-force-protection", file: "brute-force-protection", module: "bruteForce" },
  affectsAll: true,
  foreignTypes: { auth0_attack_protection: { id: [], block: "brute_force_protection" } },
} as const satisfies Definition;
