import { type Definition, settingOf } from "../schema/definition.ts";
import { guardianScopes } from "./multi-factor.ts";

const relyingParty = {
  /** Whether `relyingPartyIdentifier` is used. When cleared: false. */
  overrideRelyingParty: {
    kind: "boolean",
    wire: "overrideRelyingParty",
    absent: false,
    clear: { how: "default", value: false },
  },
} as const;

/**
 * The settings of security keys and of device biometrics as second factors. To enable the factors, use `MultiFactor`.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates**: `roaming` and `platform` have separate routes. An update sends all properties of the changed object, with the tenant's values for those
 * that the program does not declare. It neither reads nor sends the unchanged object.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
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
        clear: { how: "properties" },
        fields: {
          /** Whether the security key has to verify the user, for example by a PIN. */
          userVerification: {
            kind: "string",
            wire: "userVerification",
            oneOf: ["required", "preferred", "discouraged"],
            clear: { how: "drop" },
          },
          /** Whether `relyingPartyIdentifier` is used. When cleared: false. */
          overrideRelyingParty: relyingParty.overrideRelyingParty,
          /** The domain for which keys are enrolled. After a change, users have to enroll their keys again. */
          relyingPartyIdentifier: { kind: "string", wire: "relyingPartyIdentifier", min: 1, clear: { how: "drop" } },
        },
      },
      /**
       * Device biometrics.
       *
       * @interface MultiFactorWebAuthnPlatform The settings of device biometrics.
       */
      platform: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** Whether `relyingPartyIdentifier` is used. When cleared: false. */
          overrideRelyingParty: relyingParty.overrideRelyingParty,
          /** The domain for which devices are enrolled. After a change, users have to enroll their devices again. */
          relyingPartyIdentifier: { kind: "string", wire: "relyingPartyIdentifier", min: 1, clear: { how: "drop" } },
        },
      },
    },
  },
  plural: "WebAuthn settings",
  route: "guardian/factors/webauthn",
  parts: [
    { path: "guardian/factors/webauthn-roaming/settings", properties: ["roaming"], body: "value" },
    { path: "guardian/factors/webauthn-platform/settings", properties: ["platform"], body: "value" },
  ],
  scopes: guardianScopes,
  ...settingOf("multi-factor-web-authn"),
  foreignTypes: { auth0_guardian: { id: [], block: "webauthn_roaming" } },
} as const satisfies Definition;
