import type { Definition } from "../schema/definition.ts";
import { isObject, type JsonObject, own } from "../schema/json.ts";

/** An https URL. */
export const httpsUrl = { pattern: { source: "^https://\\S+$", says: "must be an https URL" } } as const;

const color = {
  pattern: {
    source: "^(#(([0-9a-fA-F]{3}){1,2}|([0-9a-fA-F]{4}){1,2})|[a-zA-Z]+)$",
    says: "must be a color such as #0059d6",
  },
} as const;

/** The API has a plain color or a gradient in the same place: `page_background: "#ffffff"` or `{ type: "linear-gradient", … }`. */
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
 * **Owner**: colors and logo belong to this resource. The tenant settings show the same values (`universal_login.colors`, `picture_url`)
 * and are no second place to declare them. The service has a side effect: a change of the branding without colors sets `identifierFirst` of
 * `PromptSettings` back to false. So each update sends colors: the tenant's own if the program declares none, in the same request.
 * At a tenant without colors, that is `colors: { primary: null }`. The API's description allows null there; no recorded response of a service
 * proves that it has no other effect.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only what differs, and the colors; all other values stay.
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
       * The colors. An update sends the members that change.
       *
       * @interface BrandingColors Colors of the login pages.
       */
      colors: {
        kind: "object",
        merges: true,
        clear: { how: "members" },
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
           * A gradient as the page's background. Beside it, `pageBackground` has no effect: the service has one of the two.
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
