// Made of `types/branding/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { branding } from "../../types/branding/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** A linear gradient. */
export interface BrandingGradient {
  /** The color at the start. */
  start: pulumi.Input<string>;
  /** The color at the end. */
  end: pulumi.Input<string>;
  /** The angle in degrees. */
  angleDeg: pulumi.Input<number>;
}

/** Colors of the login pages. */
export interface BrandingColors {
  /** The color of buttons and links. */
  primary?: pulumi.Input<string | undefined>;
  /** The color of the page's background. */
  pageBackground?: pulumi.Input<string | undefined>;
  /**
   * A gradient as the page's background. It overrides `pageBackground`, because the service stores only one background.
   */
  pageBackgroundGradient?: pulumi.Input<BrandingGradient | undefined>;
}

/**
 * The arguments of a {@link Branding}.
 *
 * Only declared properties are managed. A property that is removed from the program is cleared.
 */
export interface BrandingArgs {
  /** The colors. An update sends only the colors that change. */
  colors?: pulumi.Input<BrandingColors | undefined>;
  /** The address of the logo: an https URL. */
  logoUrl?: pulumi.Input<string | undefined>;
  /** The address of the icon in browser tabs: an https URL. */
  faviconUrl?: pulumi.Input<string | undefined>;
  /** The font. */
  font?: pulumi.Input<{ url: pulumi.Input<string> } | undefined>;
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
 * The tenant's branding: logo, colors and font of its login pages.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * // The font and the favicon stay as they are at the tenant.
 * const branding = new tenant.Branding("branding", {
 *   logoUrl: "https://www.example.com/logo.svg",
 *   colors: { primary: "#0059d6", pageBackground: "#ffffff" },
 * });
 * export const brandingId = branding.id;
 * ```
 *
 * **Owner**: declare colors and logo only in this resource. The API also returns them with the tenant settings (`universal_login.colors`,
 * `picture_url`), but `TenantSettings` does not manage them.
 *
 * **Side effect**: an update of the branding without colors makes the service reset `identifierFirst` of `PromptSettings` to false. So each
 * update contains colors. If the program declares none, these are the tenant's colors, or `colors: { primary: null }` if the tenant has none
 * either. The API's description allows this null, but no recorded response proves that sending it has no other effect.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send the values that differ, and always colors; all other values stay.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /branding`.
 * Scopes: `read|update:branding`.
 */
export class Branding extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(branding.type);

  declare readonly colors: pulumi.Output<pulumi.Unwrap<BrandingColors> | undefined>;
  declare readonly logoUrl: pulumi.Output<string | undefined>;
  declare readonly faviconUrl: pulumi.Output<string | undefined>;
  declare readonly font: pulumi.Output<pulumi.Unwrap<{ url: pulumi.Input<string> }> | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages branding.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: BrandingArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(branding, name, args, opts);
  }
}

/** The branding of a look-up. A property that the service omits is absent. */
export interface GetBrandingResult {
  /** The id of the branding. */
  readonly id: string;
  /** The colors. An update sends only the colors that change. */
  readonly colors?: pulumi.Unwrap<BrandingColors> | undefined;
  /** The address of the logo: an https URL. */
  readonly logoUrl: string;
  /** The address of the icon in browser tabs: an https URL. */
  readonly faviconUrl: string;
  /** The font. */
  readonly font?: pulumi.Unwrap<{ url: pulumi.Input<string> }> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetBrandingResult>(branding);

/**
 * The branding, managed or not, as a refresh reads it. Routes: `GET /branding`; scopes: `read:branding`. {@link LookUp}
 * describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getBranding();
 * export const current = found.colors;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the branding
 */
export const getBranding = lookUp.plain;

/** {@link getBranding} as an output; see {@link OutputLookUp}. */
export const getBrandingOutput = lookUp.output;
