import { type Definition, settingOf } from "../schema/definition.ts";
import { guardianScopes } from "./multi-factor.ts";

const relyingParty = {
  /** Whether `relyingPartyIdentifier` is used. Cleared: false. */
  overrideRelyingParty: {
    kind: "boolean",
    wire: "overrideRelyingParty",
    absent: false,
    clear: { how: "default", value: false },
  },
} as const;

/**
 * The settings of security keys and of the biometrics of devices as second factors. `MultiFactor` turns the factors on.
 *
 * {@example}
 *
 * **Creation** takes the settings over, which every tenant has: it sends only the declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program says `resetOnDestroy: true`.
 *
 * **Updates** send a part whole, with the tenant's values of the members that the program does not declare. Other parts are not read or written.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
 *
 * @arguments A property that is removed from the program goes back to the value of a new tenant.
 */
export const multiFactorWebAuthn = {
  type: "MultiFactorWebAuthn",
  schema: {
    noun: "WebAuthn settings",
    singleton: "multi-factor-web-authn",
    fields: {
      /**
       * Security keys.
       *
       * @interface MultiFactorWebAuthnRoaming The settings of security keys.
       */
      roaming: {
        kind: "object",
        clear: { how: "members" },
        fields: {
          /** Whether the key has to identify the user, for example by a PIN. */
          userVerification: {
            kind: "string",
            wire: "userVerification",
            oneOf: ["required", "preferred", "discouraged"],
            clear: { how: "drop" },
          },
          /** Whether `relyingPartyIdentifier` is used. Cleared: false. */
          overrideRelyingParty: relyingParty.overrideRelyingParty,
          /** The domain for which keys are enrolled. A change makes the enrolled keys useless. */
          relyingPartyIdentifier: { kind: "string", wire: "relyingPartyIdentifier", min: 1, clear: { how: "drop" } },
        },
      },
      /**
       * Biometrics of devices.
       *
       * @interface MultiFactorWebAuthnPlatform The settings of biometrics of devices.
       */
      platform: {
        kind: "object",
        clear: { how: "members" },
        fields: {
          /** Whether `relyingPartyIdentifier` is used. Cleared: false. */
          overrideRelyingParty: relyingParty.overrideRelyingParty,
          /** The domain for which devices are enrolled. A change makes the enrolled devices useless. */
          relyingPartyIdentifier: { kind: "string", wire: "relyingPartyIdentifier", min: 1, clear: { how: "drop" } },
        },
      },
    },
  },
  plural: "WebAuthn settings",
  route: "guardian/factors/webauthn",
  parts: [
    { path: "guardian/factors/webauthn-roaming/settings", properties: ["roaming"] },
    { path: "guardian/factors/webauthn-platform/settings", properties: ["platform"] },
  ],
  scopes: guardianScopes,
  ...settingOf("multi-factor-web-authn"),
  foreignTypes: { auth0_guardian: { id: [], block: "webauthn_roaming" } },
} as const satisfies Definition;
