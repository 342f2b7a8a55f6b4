// Made of `definitions/multi-factor-web-authn.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { multiFactorWebAuthn } from "../../definitions/multi-factor-web-authn.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/** The settings of security keys. */
export interface MultiFactorWebAuthnRoaming {
  /** Whether the key has to identify the user, for example by a PIN. */
  userVerification?: pulumi.Input<"required" | "preferred" | "discouraged" | undefined>;
  /** Whether `relyingPartyIdentifier` is used. Cleared: false. */
  overrideRelyingParty?: pulumi.Input<boolean | undefined>;
  /** The domain for which keys are enrolled. A change makes the enrolled keys useless. */
  relyingPartyIdentifier?: pulumi.Input<string | undefined>;
}

/** The settings of biometrics of devices. */
export interface MultiFactorWebAuthnPlatform {
  /** Whether `relyingPartyIdentifier` is used. Cleared: false. */
  overrideRelyingParty?: pulumi.Input<boolean | undefined>;
  /** The domain for which devices are enrolled. A change makes the enrolled devices useless. */
  relyingPartyIdentifier?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of a {@link MultiFactorWebAuthn}.
 *
 * Only declared properties are managed. A property that is removed from the program goes back to the value of a new
 * tenant.
 */
export interface MultiFactorWebAuthnArgs {
  /** Security keys. */
  roaming?: pulumi.Input<MultiFactorWebAuthnRoaming | undefined>;
  /** Biometrics of devices. */
  platform?: pulumi.Input<MultiFactorWebAuthnPlatform | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The settings of security keys and of the biometrics of devices as second factors. `MultiFactor` turns the factors on.
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
 * **Creation** takes the settings over, which every tenant has: it sends only the declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program says `resetOnDestroy: true`.
 *
 * **Updates** send a part whole, with the tenant's values of the members that the program does not declare. Other parts are not read or written.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
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
