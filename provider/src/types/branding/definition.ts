import { type Definition, setting } from "../../schema/definition.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";
import type { ObjectField } from "../../schema/schema.ts";

/** An https URL. */
const httpsUrl = { pattern: { source: "^https://\\S+$", says: "must be an https URL" } } as const;

/** A CSS color: hexadecimal or a name. */
export const cssColor = {
  pattern: {
    source: "^(#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})|[a-zA-Z]+)$",
    says: "must be a color such as #0059d6",
  },
} as const;

/** In the API, `page_background` is either a plain color (`"#ffffff"`) or a gradient (`{ type: "linear-gradient", … }`). */
const colorsOnWire = {
  toWire({ page_background_gradient: gradient, ...colors }: JsonObject): JsonObject {
    if (isObject(gradient)) return { ...colors, page_background: { type: "linear-gradient", ...gradient } };
    return gradient === null ? { page_background: null, ...colors } : colors;
  },
  fromWire(colors: JsonObject): JsonObject {
    const background = own(colors, "page_background");
    if (!isObject(background)) return colors;
    const { page_background: _, ...others } = colors;
    return { ...others, page_background_gradient: background };
  },
};

/**
 * The tenant's branding: logo, colors and font of its login pages.
 *
 * {@example}
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
 * @arguments A property that is removed from the program is cleared.
 */
export const branding = {
  type: "Branding",
  schema: {
    noun: "branding",
    singleton: "branding",
    fields: {
      /**
       * The colors. An update sends only the colors that change.
       *
       * @interface BrandingColors Colors of the login pages.
       */
      colors: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        onWire: colorsOnWire,
        fields: {
          /**
           * The color of buttons and links.
           *
           * @example #0059d6
           */
          primary: { kind: "string", ...cssColor, clear: { how: "null" } },
          /**
           * The color of the page's background.
           *
           * @example #ffffff
           */
          pageBackground: { kind: "string", ...cssColor, clear: { how: "null" } },
          /**
           * A gradient as the page's background. It overrides `pageBackground`, because the service stores only one background.
           *
           * @interface BrandingGradient A linear gradient.
           */
          pageBackgroundGradient: {
            kind: "object",
            sameAs: { property: "pageBackground" },
            clear: { how: "null" },
            fields: {
              /** The color at the start. */
              start: { kind: "string", required: true, ...cssColor },
              /** The color at the end. */
              end: { kind: "string", required: true, ...cssColor },
              /** The angle in degrees. */
              angleDeg: { kind: "integer", required: true, min: 0, max: 360 },
            },
          },
        },
      },
      /** The address of the logo: an https URL. */
      logoUrl: { kind: "string", ...httpsUrl, absent: "", clear: { how: "null" } },
      /** The address of the icon in browser tabs: an https URL. */
      faviconUrl: { kind: "string", ...httpsUrl, absent: "", clear: { how: "null" } },
      /**
       * The font.
       *
       * @inline
       */
      font: {
        kind: "object",
        clear: { how: "null" },
        fields: { url: { kind: "string", required: true, ...httpsUrl } },
      },
    },
  },
  plural: "branding",
  route: "branding",
  scopes: {
    create: ["read:branding", "update:branding"],
    read: ["read:branding"],
    update: ["read:branding", "update:branding"],
    delete: ["read:branding", "update:branding"],
  },
  uniqueBy: [],
  listing: undefined,
} as const satisfies Definition;

const hex = {
  source: "^#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})$",
  says: "must be a color such as #0059d6",
} as const;
const color = { kind: "string", required: true, pattern: hex } as const;
const optionalColor = { kind: "string", pattern: hex } as const;

/** An https URL, or "" for none. */
const address = {
  kind: "string",
  required: true,
  absent: "",
  pattern: { source: "^(https://\\S+)?$", says: 'must be an https URL, or ""' },
} as const;

/** How texts of one kind look. */
const textStyle = {
  kind: "object",
  required: true,
  fields: {
    /** Whether the text is bold. */
    bold: { kind: "boolean", required: true },
    /** The size in percent of the reference size, {@bounds}. */
    size: { kind: "integer", fractions: true, required: true, min: 0, max: 150 },
  },
} as const satisfies ObjectField;

/**
 * The theme of the tenant's login pages: borders, colors, fonts, background and login box. A tenant has at most one.
 *
 * {@example}
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
 * @arguments The API cannot clear `displayName` and `identifiers`: if you remove one from the program, the tenant keeps its value.
 */
export const brandingTheme = {
  type: "BrandingTheme",
  schema: {
    noun: "branding theme",
    singleton: "branding-theme",
    fields: {
      /**
       * The borders.
       *
       * @interface BrandingThemeBorders Borders of the login pages, in pixels.
       */
      borders: {
        kind: "object",
        required: true,
        clear: { how: "null" },
        fields: {
          /** The corner radius of buttons: {@bounds}. */
          buttonBorderRadius: { kind: "integer", fractions: true, required: true, min: 1, max: 10 },
          /** The border width of buttons: {@bounds}. */
          buttonBorderWeight: { kind: "integer", fractions: true, required: true, min: 0, max: 10 },
          /** The shape of buttons. */
          buttonsStyle: { kind: "string", required: true, oneOf: ["pill", "rounded", "sharp"] },
          /** The corner radius of input fields: {@bounds}. */
          inputBorderRadius: { kind: "integer", fractions: true, required: true, min: 0, max: 10 },
          /** The border width of input fields: {@bounds}. */
          inputBorderWeight: { kind: "integer", fractions: true, required: true, min: 0, max: 3 },
          /** The shape of input fields. */
          inputsStyle: { kind: "string", required: true, oneOf: ["pill", "rounded", "sharp"] },
          /** Whether the login box has a shadow. */
          showWidgetShadow: { kind: "boolean", required: true },
          /** The border width of the login box: {@bounds}. */
          widgetBorderWeight: { kind: "integer", fractions: true, required: true, min: 0, max: 10 },
          /** The corner radius of the login box: {@bounds}. */
          widgetCornerRadius: { kind: "integer", fractions: true, required: true, min: 0, max: 50 },
        },
      },
      /**
       * The colors, such as `#0059d6`.
       *
       * @interface BrandingThemeColors Colors of the theme.
       */
      colors: {
        kind: "object",
        required: true,
        clear: { how: "null" },
        fields: {
          /** The color of the border around the focused element. */
          baseFocusColor: optionalColor,
          /** The color of elements under the pointer. */
          baseHoverColor: optionalColor,
          /** The color of texts. */
          bodyText: color,
          /** The theme of captchas. */
          captchaWidgetTheme: { kind: "string", oneOf: ["auto", "dark", "light"] },
          /** The color of errors. */
          error: color,
          /** The color of the title. */
          header: color,
          /** The color of icons. */
          icons: color,
          /** The background of input fields. */
          inputBackground: color,
          /** The border of input fields. */
          inputBorder: color,
          /** The text in input fields. */
          inputFilledText: color,
          /** The labels and placeholders of input fields. */
          inputLabelsPlaceholders: color,
          /** The color of links and of focused elements. */
          linksFocusedComponents: color,
          /** The color of primary buttons. */
          primaryButton: color,
          /** The text of primary buttons. */
          primaryButtonLabel: color,
          /** The background of fields that users cannot change. */
          readOnlyBackground: optionalColor,
          /** The border of secondary buttons. */
          secondaryButtonBorder: color,
          /** The text of secondary buttons. */
          secondaryButtonLabel: color,
          /** The color of success messages. */
          success: color,
          /** The background of the login box. */
          widgetBackground: color,
          /** The border of the login box. */
          widgetBorder: color,
        },
      },
      /**
       * The fonts.
       *
       * @interface BrandingThemeFonts Fonts of the login pages.
       */
      fonts: {
        kind: "object",
        required: true,
        clear: { how: "null" },
        fields: {
          /**
           * The style of texts.
           *
           * @inline
           */
          bodyText: textStyle,
          /**
           * The style of texts on buttons.
           *
           * @inline
           */
          buttonsText: textStyle,
          /**
           * The style of the labels of input fields.
           *
           * @inline
           */
          inputLabels: textStyle,
          /**
           * The style of links.
           *
           * @inline
           */
          links: textStyle,
          /**
           * The style of the subtitle.
           *
           * @inline
           */
          subtitle: textStyle,
          /**
           * The style of the title.
           *
           * @inline
           */
          title: {
            kind: "object",
            required: true,
            fields: {
              /** Whether the text is bold. */
              bold: { kind: "boolean", required: true },
              /** The size in percent of the reference size, {@bounds}. */
              size: { kind: "integer", fractions: true, required: true, min: 75, max: 150 },
            },
          },
          /** The address of the font: an https URL, or "" for the service's font. */
          fontUrl: address,
          /** The decoration of links. */
          linksStyle: { kind: "string", required: true, oneOf: ["normal", "underlined"] },
          /** The reference size in pixels: {@bounds}. */
          referenceTextSize: { kind: "integer", fractions: true, required: true, min: 12, max: 24 },
        },
      },
      /**
       * The background of the page.
       *
       * @interface BrandingThemePageBackground Background of the login pages.
       */
      pageBackground: {
        kind: "object",
        required: true,
        clear: { how: "null" },
        fields: {
          /** The background color. */
          backgroundColor: color,
          /** The address of an image: an https URL, or "" for none. */
          backgroundImageUrl: address,
          /** The position of the login box. */
          pageLayout: { kind: "string", required: true, oneOf: ["center", "left", "right"] },
        },
      },
      /**
       * The login box.
       *
       * @interface BrandingThemeWidget The login box.
       */
      widget: {
        kind: "object",
        required: true,
        clear: { how: "null" },
        fields: {
          /** The alignment of the title. */
          headerTextAlignment: { kind: "string", required: true, oneOf: ["center", "left", "right"] },
          /** The height of the logo in pixels: {@bounds}. */
          logoHeight: { kind: "integer", fractions: true, required: true, min: 1, max: 100 },
          /** The position of the logo. */
          logoPosition: { kind: "string", required: true, oneOf: ["center", "left", "none", "right"] },
          /** The address of the logo: an https URL, or "" for the logo of `Branding`. */
          logoUrl: address,
          /** The position of the buttons of social connections. */
          socialButtonsLayout: { kind: "string", required: true, oneOf: ["bottom", "top"] },
        },
      },
      /** The name of the theme: at most 2,048 characters. */
      displayName: {
        kind: "string",
        wire: "displayName",
        max: 2_048,
        pattern: { source: "^[^<>]*$", says: "must not contain < or >" },
        clear: { how: "release" },
      },
      /**
       * How the login pages ask for identifiers. Only newer tenants have this setting.
       *
       * @interface BrandingThemeIdentifiers Identifiers on the login pages.
       */
      identifiers: {
        kind: "object",
        clear: { how: "properties" },
        // Newer tenants add the initial values to each new theme.
        fields: {
          /** Whether the login page has one field for all kinds of identifiers, or separate ones. */
          loginDisplay: {
            kind: "string",
            oneOf: ["unified", "separate"],
            initial: "unified",
            clear: { how: "release" },
          },
          /** Whether browsers fill in one-time codes. */
          otpAutocomplete: { kind: "boolean", initial: true, clear: { how: "release" } },
          /**
           * How phone numbers are shown.
           *
           * @inline
           */
          phoneDisplay: {
            kind: "object",
            clear: { how: "properties" },
            fields: {
              /** The hidden part of a phone number. */
              masking: {
                kind: "string",
                oneOf: ["mask_digits", "hide_country_code", "show_all"],
                initial: "mask_digits",
                clear: { how: "release" },
                safeguard: "With `show_all`, anyone who begins a login sees the phone number of the user.",
              },
              /** The format of a phone number. */
              formatting: {
                kind: "string",
                oneOf: ["international", "regional"],
                initial: "international",
                clear: { how: "release" },
              },
            },
          },
        },
      },
    },
  },
  plural: "branding themes",
  route: "branding/themes/default",
  scopes: {
    create: ["read:branding", "update:branding"],
    read: ["read:branding"],
    update: ["read:branding", "update:branding"],
    delete: ["read:branding", "delete:branding"],
  },
  setByService: ["themeId"],
  wholeReset: { property: "borders" },
  ...setting,
} as const satisfies Definition;

/**
 * The HTML page around the login box of universal login.
 *
 * {@example}
 *
 * **Requirements**: page templates need a paid plan and a custom domain. At a tenant without them, a run that has to change the template fails with
 * a message that names the cause.
 *
 * **Creation** creates the template if the tenant has none; otherwise it replaces the body of the tenant's template, and the preview shows this.
 *
 * **Destroy** sends nothing, so the login page stays as it is. With `resetOnDestroy: true`, it deletes the template, and the service shows its own
 * page again. If the template was changed outside Pulumi since the last run, it is not deleted.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 */
export const loginPageTemplate = {
  type: "LoginPageTemplate",
  schema: {
    noun: "login page template",
    singleton: "login-page-template",
    fields: {
      /** The page: HTML with Liquid, at most 102,400 bytes. It contains `{%- auth0:head -%}` and `{%- auth0:widget -%}`. */
      body: {
        kind: "string",
        required: true,
        min: 1,
        max: 102_400,
        language: "html",
        clear: { how: "null" },
        safeguard: "Users type their passwords into this page, and its scripts see what they type.",
      },
    },
  },
  plural: "login page templates",
  route: "branding/templates/universal-login",
  wholeReset: { property: "body" },
  scopes: {
    create: ["read:branding", "update:branding"],
    read: ["read:branding"],
    update: ["read:branding", "update:branding"],
    delete: ["read:branding", "delete:branding"],
  },
  hasFixedBody: true,
  ...setting,
} as const satisfies Definition;
