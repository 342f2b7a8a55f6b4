import type { Definition } from "../schema/definition.ts";
import { isObject, type JsonObject, own } from "../schema/json.ts";

/** An https URL. */
const httpsUrl = { pattern: { source: "^https://\\S+$", says: "must be an https URL" } } as const;

const color = {
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
       * The colors. An update sends the properties that change.
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
          primary: { kind: "string", ...color, clear: { how: "null" } },
          /**
           * The color of the page's background.
           *
           * @example #ffffff
           */
          pageBackground: { kind: "string", ...color, clear: { how: "null" } },
          /**
           * A gradient as the page's background. It overrides `pageBackground`, because the service stores only one background.
           *
           * @interface BrandingGradient A linear gradient.
           */
          pageBackgroundGradient: {
            kind: "object",
            clear: { how: "null" },
            fields: {
              /** The color at the start. */
              start: { kind: "string", required: true, ...color },
              /** The color at the end. */
              end: { kind: "string", required: true, ...color },
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
  events: undefined,
  imported: { noun: "branding", file: "settings", module: "settings" },
  foreignTypes: { auth0_branding: { id: [] } },
} as const satisfies Definition;
