import { type Definition, settingOf } from "../schema/definition.ts";

/**
 * The settings of the tenant's login pages: the login experience, whether the identifier comes first, and the first factor.
 *
 * {@example}
 *
 * **Owner**: declare the two values `universalLoginExperience` and `identifierFirst` only in this resource. The API also returns them with the
 * tenant settings (`flags.new_universal_login_experience_enabled`, `universal_login.identifier_first`), but `TenantSettings` does not manage
 * them.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const promptSettings = {
  type: "PromptSettings",
  schema: {
    noun: "prompt configuration",
    singleton: "prompts",
    fields: {
      /** The login experience: universal login or the classic pages. When cleared: `new`. */
      universalLoginExperience: {
        kind: "string",
        oneOf: ["new", "classic"],
        clear: { how: "default", value: "new" },
      },
      /** Whether a login asks for the identifier first, and for the password on a second page. When cleared: false. */
      identifierFirst: { kind: "boolean", absent: false, clear: { how: "null" } },
      /** Whether a login that asks for the identifier first offers WebAuthn with the device's biometrics. When cleared: false. */
      webauthnPlatformFirstFactor: { kind: "boolean", absent: false, clear: { how: "null" } },
    },
  },
  plural: "prompt settings",
  route: "prompts",
  scopes: {
    create: ["read:prompts", "update:prompts"],
    read: ["read:prompts"],
    update: ["read:prompts", "update:prompts"],
    delete: ["read:prompts", "update:prompts"],
  },
  ...settingOf("prompt-settings"),
  foreignTypes: { auth0_prompt: { id: [] } },
} as const satisfies Definition;
