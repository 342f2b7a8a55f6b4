// Made of `types/branding/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { brandingTheme } from "../../types/branding/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** Borders of the login pages, in pixels. */
export interface BrandingThemeBorders {
  /** The corner radius of buttons: 1 to 10. */
  buttonBorderRadius: pulumi.Input<number>;
  /** The border width of buttons: 0 to 10. */
  buttonBorderWeight: pulumi.Input<number>;
  /** The shape of buttons. */
  buttonsStyle: pulumi.Input<"pill" | "rounded" | "sharp">;
  /** The corner radius of input fields: 0 to 10. */
  inputBorderRadius: pulumi.Input<number>;
  /** The border width of input fields: 0 to 3. */
  inputBorderWeight: pulumi.Input<number>;
  /** The shape of input fields. */
  inputsStyle: pulumi.Input<"pill" | "rounded" | "sharp">;
  /** Whether the login box has a shadow. */
  showWidgetShadow: pulumi.Input<boolean>;
  /** The border width of the login box: 0 to 10. */
  widgetBorderWeight: pulumi.Input<number>;
  /** The corner radius of the login box: 0 to 50. */
  widgetCornerRadius: pulumi.Input<number>;
}

/** Colors of the theme. */
export interface BrandingThemeColors {
  /** The color of the border around the focused element. */
  baseFocusColor?: pulumi.Input<string | undefined>;
  /** The color of elements under the pointer. */
  baseHoverColor?: pulumi.Input<string | undefined>;
  /** The color of texts. */
  bodyText: pulumi.Input<string>;
  /** The theme of captchas. */
  captchaWidgetTheme?: pulumi.Input<"auto" | "dark" | "light" | undefined>;
  /** The color of errors. */
  error: pulumi.Input<string>;
  /** The color of the title. */
  header: pulumi.Input<string>;
  /** The color of icons. */
  icons: pulumi.Input<string>;
  /** The background of input fields. */
  inputBackground: pulumi.Input<string>;
  /** The border of input fields. */
  inputBorder: pulumi.Input<string>;
  /** The text in input fields. */
  inputFilledText: pulumi.Input<string>;
  /** The labels and placeholders of input fields. */
  inputLabelsPlaceholders: pulumi.Input<string>;
  /** The color of links and of focused elements. */
  linksFocusedComponents: pulumi.Input<string>;
  /** The color of primary buttons. */
  primaryButton: pulumi.Input<string>;
  /** The text of primary buttons. */
  primaryButtonLabel: pulumi.Input<string>;
  /** The background of fields that users cannot change. */
  readOnlyBackground?: pulumi.Input<string | undefined>;
  /** The border of secondary buttons. */
  secondaryButtonBorder: pulumi.Input<string>;
  /** The text of secondary buttons. */
  secondaryButtonLabel: pulumi.Input<string>;
  /** The color of success messages. */
  success: pulumi.Input<string>;
  /** The background of the login box. */
  widgetBackground: pulumi.Input<string>;
  /** The border of the login box. */
  widgetBorder: pulumi.Input<string>;
}

/** Fonts of the login pages. */
export interface BrandingThemeFonts {
  /** The style of texts. */
  bodyText: pulumi.Input<{ bold: pulumi.Input<boolean>; size: pulumi.Input<number> }>;
  /** The style of texts on buttons. */
  buttonsText: pulumi.Input<{ bold: pulumi.Input<boolean>; size: pulumi.Input<number> }>;
  /** The style of the labels of input fields. */
  inputLabels: pulumi.Input<{ bold: pulumi.Input<boolean>; size: pulumi.Input<number> }>;
  /** The style of links. */
  links: pulumi.Input<{ bold: pulumi.Input<boolean>; size: pulumi.Input<number> }>;
  /** The style of the subtitle. */
  subtitle: pulumi.Input<{ bold: pulumi.Input<boolean>; size: pulumi.Input<number> }>;
  /** The style of the title. */
  title: pulumi.Input<{ bold: pulumi.Input<boolean>; size: pulumi.Input<number> }>;
  /** The address of the font: an https URL, or "" for the service's font. */
  fontUrl: pulumi.Input<string>;
  /** The decoration of links. */
  linksStyle: pulumi.Input<"normal" | "underlined">;
  /** The reference size in pixels: 12 to 24. */
  referenceTextSize: pulumi.Input<number>;
}

/** Background of the login pages. */
export interface BrandingThemePageBackground {
  /** The background color. */
  backgroundColor: pulumi.Input<string>;
  /** The address of an image: an https URL, or "" for none. */
  backgroundImageUrl: pulumi.Input<string>;
  /** The position of the login box. */
  pageLayout: pulumi.Input<"center" | "left" | "right">;
}

/** The login box. */
export interface BrandingThemeWidget {
  /** The alignment of the title. */
  headerTextAlignment: pulumi.Input<"center" | "left" | "right">;
  /** The height of the logo in pixels: 1 to 100. */
  logoHeight: pulumi.Input<number>;
  /** The position of the logo. */
  logoPosition: pulumi.Input<"center" | "left" | "none" | "right">;
  /** The address of the logo: an https URL, or "" for the logo of `Branding`. */
  logoUrl: pulumi.Input<string>;
  /** The position of the buttons of social connections. */
  socialButtonsLayout: pulumi.Input<"bottom" | "top">;
}

/** Identifiers on the login pages. */
export interface BrandingThemeIdentifiers {
  /** Whether the login page has one field for all kinds of identifiers, or separate ones. */
  loginDisplay?: pulumi.Input<"unified" | "separate" | undefined>;
  /** Whether browsers fill in one-time codes. */
  otpAutocomplete?: pulumi.Input<boolean | undefined>;
  /** How phone numbers are shown. */
  phoneDisplay?: pulumi.Input<
    | {
        masking?: pulumi.Input<"mask_digits" | "hide_country_code" | "show_all" | undefined>;
        formatting?: pulumi.Input<"international" | "regional" | undefined>;
      }
    | undefined
  >;
}

/**
 * The arguments of a {@link BrandingTheme}.
 *
 * Only declared properties are managed. The API cannot clear `displayName` and `identifiers`: if you remove one from
 * the program, the tenant keeps its value.
 */
export interface BrandingThemeArgs {
  /** The borders. */
  borders: pulumi.Input<BrandingThemeBorders>;
  /** The colors, such as `#0059d6`. */
  colors: pulumi.Input<BrandingThemeColors>;
  /** The fonts. */
  fonts: pulumi.Input<BrandingThemeFonts>;
  /** The background of the page. */
  pageBackground: pulumi.Input<BrandingThemePageBackground>;
  /** The login box. */
  widget: pulumi.Input<BrandingThemeWidget>;
  /** The name of the theme: at most 2,048 characters. */
  displayName?: pulumi.Input<string | undefined>;
  /** How the login pages ask for identifiers. Only newer tenants have this setting. */
  identifiers?: pulumi.Input<BrandingThemeIdentifiers | undefined>;
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
 * The theme of the tenant's login pages: borders, colors, fonts, background and login box. A tenant has at most one.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const [blue, dark, white] = ["#0059d6", "#1e212a", "#ffffff"];
 * const text = { bold: false, size: 87.5 };
 * const theme = new tenant.BrandingTheme("theme", {
 *   borders: {
 *     buttonBorderRadius: 3,
 *     buttonBorderWeight: 1,
 *     buttonsStyle: "rounded",
 *     inputBorderRadius: 3,
 *     inputBorderWeight: 1,
 *     inputsStyle: "rounded",
 *     showWidgetShadow: true,
 *     widgetBorderWeight: 0,
 *     widgetCornerRadius: 5,
 *   },
 *   colors: {
 *     bodyText: dark,
 *     error: "#d03c38",
 *     header: dark,
 *     icons: dark,
 *     inputBackground: white,
 *     inputBorder: dark,
 *     inputFilledText: dark,
 *     inputLabelsPlaceholders: dark,
 *     linksFocusedComponents: blue,
 *     primaryButton: blue,
 *     primaryButtonLabel: white,
 *     secondaryButtonBorder: dark,
 *     secondaryButtonLabel: dark,
 *     success: "#13a688",
 *     widgetBackground: white,
 *     widgetBorder: dark,
 *   },
 *   fonts: {
 *     bodyText: text,
 *     buttonsText: text,
 *     fontUrl: "",
 *     inputLabels: text,
 *     links: { ...text, bold: true },
 *     linksStyle: "normal",
 *     referenceTextSize: 16,
 *     subtitle: text,
 *     title: { bold: true, size: 150 },
 *   },
 *   pageBackground: { backgroundColor: dark, backgroundImageUrl: "", pageLayout: "center" },
 *   widget: {
 *     headerTextAlignment: "center",
 *     logoHeight: 52,
 *     logoPosition: "center",
 *     logoUrl: "",
 *     socialButtonsLayout: "bottom",
 *   },
 * });
 * export const primaryButton = theme.colors.primaryButton;
 * ```
 *
 * **Owner**: the colors and the logo of the theme are independent of those of `Branding`. Neither resource changes the values of the other.
 *
 * **Whole objects**: the service replaces the whole theme, so a program declares all five objects. An update also sends the tenant's values of
 * undeclared properties, such as optional colors.
 *
 * **Creation** creates the theme if the tenant has none; otherwise it adopts the tenant's theme and sends it only if declared values differ. The
 * preview lists them.
 *
 * **Destroy** sends nothing, so the login pages stay as they are. With `resetOnDestroy: true`, it deletes the whole theme, and the login pages
 * look like those of a new tenant. The theme is not deleted if it has values that the program does not declare, such as optional colors, or if a
 * declared value was changed outside Pulumi since the last run. A warning then names these values.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET /branding/themes/default`, `POST /branding/themes`, `PATCH|DELETE /branding/themes/{id}`.
 * Scopes: `read|update|delete:branding`.
 */
export class BrandingTheme extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(brandingTheme.type);

  declare readonly borders: pulumi.Output<pulumi.Unwrap<BrandingThemeBorders>>;
  declare readonly colors: pulumi.Output<pulumi.Unwrap<BrandingThemeColors>>;
  declare readonly fonts: pulumi.Output<pulumi.Unwrap<BrandingThemeFonts>>;
  declare readonly pageBackground: pulumi.Output<pulumi.Unwrap<BrandingThemePageBackground>>;
  declare readonly widget: pulumi.Output<pulumi.Unwrap<BrandingThemeWidget>>;
  declare readonly displayName: pulumi.Output<string | undefined>;
  declare readonly identifiers: pulumi.Output<pulumi.Unwrap<BrandingThemeIdentifiers> | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages branding theme.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: BrandingThemeArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(brandingTheme, name, args, opts);
  }
}

/** The branding theme of a look-up. A property that the service omits is absent. */
export interface GetBrandingThemeResult {
  /** The id of the branding theme. */
  readonly id: string;
  /** The borders. */
  readonly borders?: pulumi.Unwrap<BrandingThemeBorders> | undefined;
  /** The colors, such as `#0059d6`. */
  readonly colors?: pulumi.Unwrap<BrandingThemeColors> | undefined;
  /** The fonts. */
  readonly fonts?: pulumi.Unwrap<BrandingThemeFonts> | undefined;
  /** The background of the page. */
  readonly pageBackground?: pulumi.Unwrap<BrandingThemePageBackground> | undefined;
  /** The login box. */
  readonly widget?: pulumi.Unwrap<BrandingThemeWidget> | undefined;
  /** The name of the theme: at most 2,048 characters. */
  readonly displayName?: string | undefined;
  /** How the login pages ask for identifiers. Only newer tenants have this setting. */
  readonly identifiers?: pulumi.Unwrap<BrandingThemeIdentifiers> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetBrandingThemeResult>(brandingTheme);

/**
 * The branding theme, managed or not, as a refresh reads it. Routes: `GET /branding/themes/default`; scopes:
 * `read:branding`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getBrandingTheme();
 * export const current = found.borders;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the branding theme
 */
export const getBrandingTheme = lookUp.plain;

/** {@link getBrandingTheme} as an output; see {@link OutputLookUp}. */
export const getBrandingThemeOutput = lookUp.output;
