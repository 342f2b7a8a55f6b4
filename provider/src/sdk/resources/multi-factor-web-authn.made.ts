// Made of `types/multi-factor/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { multiFactorWebAuthn } from "../../types/multi-factor/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The settings of security keys. */
export interface MultiFactorWebAuthnRoaming {
  /** Whether the security key has to verify the user, for example by a PIN. */
  userVerification?: pulumi.Input<"required" | "preferred" | "discouraged" | undefined>;
  /**
   * Whether `relyingPartyIdentifier` is used. When cleared: false. A run that would put undeclared values of another
   * client in `relyingPartyIdentifier` into force is refused.
   */
  overrideRelyingParty?: pulumi.Input<boolean | undefined>;
  /** The domain for which keys are enrolled. After a change, users have to enroll their keys again. */
  relyingPartyIdentifier?: pulumi.Input<string | undefined>;
}

/** The settings of device biometrics. */
export interface MultiFactorWebAuthnPlatform {
  /**
   * Whether `relyingPartyIdentifier` is used. When cleared: false. A run that would put undeclared values of another
   * client in `relyingPartyIdentifier` into force is refused.
   */
  overrideRelyingParty?: pulumi.Input<boolean | undefined>;
  /** The domain for which devices are enrolled. After a change, users have to enroll their devices again. */
  relyingPartyIdentifier?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of a {@link MultiFactorWebAuthn}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface MultiFactorWebAuthnArgs {
  /** Security keys. */
  roaming?: pulumi.Input<MultiFactorWebAuthnRoaming | undefined>;
  /** Device biometrics. */
  platform?: pulumi.Input<MultiFactorWebAuthnPlatform | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The settings of security keys and of device biometrics as second factors. To enable the factors, use `MultiFactor`.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const keys = new tenant.MultiFactorWebAuthn("security-keys", {
 *   roaming: { userVerification: "required" },
 * });
 * export const keysAsk = keys.roaming;
 * ```
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
 * Routes: `GET|PUT /guardian/factors/webauthn-roaming/settings`,
 * `GET|PUT /guardian/factors/webauthn-platform/settings`.
 * Scopes: `read|update:guardian_factors`.
 */
export class MultiFactorWebAuthn extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(multiFactorWebAuthn.type);

  declare readonly roaming: pulumi.Output<pulumi.Unwrap<MultiFactorWebAuthnRoaming> | undefined>;
  declare readonly platform: pulumi.Output<pulumi.Unwrap<MultiFactorWebAuthnPlatform> | undefined>;

  /**
   * Manages WebAuthn settings.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: MultiFactorWebAuthnArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(multiFactorWebAuthn, name, args, opts);
  }
}

/** The WebAuthn settings of a look-up. A property that the service omits is absent. */
export interface GetMultiFactorWebAuthnResult {
  /** The id of the WebAuthn settings. */
  readonly id: string;
  /** Security keys. */
  readonly roaming?: pulumi.Unwrap<MultiFactorWebAuthnRoaming> | undefined;
  /** Device biometrics. */
  readonly platform?: pulumi.Unwrap<MultiFactorWebAuthnPlatform> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetMultiFactorWebAuthnResult>(multiFactorWebAuthn);

/**
 * The WebAuthn settings, managed or not, as a refresh reads them. Routes:
 * `GET /guardian/factors/webauthn-roaming/settings`, `GET /guardian/factors/webauthn-platform/settings`; scopes:
 * `read:guardian_factors`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getMultiFactorWebAuthn();
 * export const current = found.roaming;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the WebAuthn settings
 */
export const getMultiFactorWebAuthn = lookUp.plain;

/** {@link getMultiFactorWebAuthn} as an output; see {@link OutputLookUp}. */
export const getMultiFactorWebAuthnOutput = lookUp.output;
