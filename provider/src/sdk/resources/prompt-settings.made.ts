// Made of `types/prompts/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { promptSettings } from "../../types/prompts/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link PromptSettings}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface PromptSettingsArgs {
  /** The login experience: universal login or the classic pages. When cleared: `new`. */
  universalLoginExperience?: pulumi.Input<"new" | "classic" | undefined>;
  /** Whether a login asks for the identifier first, and for the password on a second page. When cleared: false. */
  identifierFirst?: pulumi.Input<boolean | undefined>;
  /**
   * Whether a login that asks for the identifier first offers WebAuthn with the device's biometrics. When cleared:
   * false.
   */
  webauthnPlatformFirstFactor?: pulumi.Input<boolean | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The settings of the tenant's login pages: the login experience, whether the identifier comes first, and the first factor.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const prompts = new tenant.PromptSettings("prompts", { universalLoginExperience: "new", identifierFirst: true });
 * export const loginExperience = prompts.universalLoginExperience;
 * ```
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
 * Routes: `GET|PATCH /prompts`.
 * Scopes: `read|update:prompts`.
 */
export class PromptSettings extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(promptSettings.type);

  declare readonly universalLoginExperience: pulumi.Output<"new" | "classic" | undefined>;
  declare readonly identifierFirst: pulumi.Output<boolean | undefined>;
  declare readonly webauthnPlatformFirstFactor: pulumi.Output<boolean | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages prompt configuration.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: PromptSettingsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(promptSettings, name, args, opts);
  }
}

/** The prompt configuration of a look-up. A property that the service omits is absent. */
export interface GetPromptSettingsResult {
  /** The id of the prompt configuration. */
  readonly id: string;
  /** The login experience: universal login or the classic pages. */
  readonly universalLoginExperience?: "new" | "classic" | undefined;
  /** Whether a login asks for the identifier first, and for the password on a second page. */
  readonly identifierFirst: boolean;
  /** Whether a login that asks for the identifier first offers WebAuthn with the device's biometrics. */
  readonly webauthnPlatformFirstFactor: boolean;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetPromptSettingsResult>(promptSettings);

/**
 * The prompt configuration, managed or not, as a refresh reads it. Routes: `GET /prompts`; scopes: `read:prompts`.
 * {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getPromptSettings();
 * export const current = found.universalLoginExperience;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the prompt configuration
 */
export const getPromptSettings = lookUp.plain;

/** {@link getPromptSettings} as an output; see {@link OutputLookUp}. */
export const getPromptSettingsOutput = lookUp.output;
