import { type Definition, settingOf } from "../schema/definition.ts";
import { attackProtectionScopes } from "./brute-force-protection.ts";

const reactions = {
  kind: "set",
  item: { kind: "string", oneOf: ["block", "admin_notification"] },
  absent: [],
  clear: { how: "default", value: [] },
} as const;

/**
 * The tenant's protection against passwords that are known from breaches of other services.
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
export const breachedPasswordDetection = {
  type: "BreachedPasswordDetection",
  schema: {
    noun: "breached password detection",
    singleton: "breached-password-detection",
    fields: {
      /** Whether the protection is on. When cleared: false. */
      enabled: {
        kind: "boolean",
        absent: false,
        clear: { how: "default", value: false },
        safeguard: "If false, passwords that are known from breaches are accepted.",
      },
      /** The reactions to a login with a breached password: a set. When cleared: none. */
      shields: {
        kind: "set",
        item: { kind: "string", oneOf: ["block", "user_notification", "admin_notification"] },
        absent: [],
        clear: { how: "default", value: [] },
        safeguard: "Without `block`, passwords that are known from breaches are accepted.",
      },
      /** How often the service sends e-mails to administrators: a set. When cleared: never. */
      adminNotificationFrequency: {
        kind: "set",
        item: { kind: "string", oneOf: ["immediately", "daily", "weekly", "monthly"] },
        absent: [],
        clear: { how: "default", value: [] },
      },
      /** The detection method. `enhanced` needs an add-on of the plan. When cleared: `standard`. */
      method: {
        kind: "string",
        oneOf: ["standard", "enhanced"],
        absent: "standard",
        clear: { how: "default", value: "standard" },
      },
      /**
       * The reactions at stages other than the login. An update sends only the properties that change.
       *
       * @interface BreachedPasswordDetectionStage The reactions at stages other than the login.
       */
      stage: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /**
           * The reactions when an account is created.
           *
           * @interface BreachedPasswordDetectionPreUserRegistration The reactions to a new account with a breached password.
           */
          preUserRegistration: {
            kind: "object",
            wire: "pre-user-registration",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The reactions: a set. When cleared: none. */
              shields: {
                ...reactions,
                safeguard: "Without `block`, a new account can have a password that is known from breaches.",
              },
            },
          },
          /**
           * The reactions when a password is changed.
           *
           * @interface BreachedPasswordDetectionPreChangePassword The reactions to a new password that is known from breaches.
           */
          preChangePassword: {
            kind: "object",
            notSecret: true,
            wire: "pre-change-password",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The reactions: a set. When cleared: none. */
              shields: {
                ...reactions,
                safeguard: "Without `block`, users can change their password to one that is known from breaches.",
              },
            },
          },
        },
      },
    },
  },
  plural: "breached password detection",
  route: "attack-protection/breached-password-detection",
  scopes: attackProtectionScopes,
  ...settingOf("breached-password-detection"),
  foreignTypes: { auth0_attack_protection: { id: [], block: "breached_password_detection" } },
} as const satisfies Definition;
