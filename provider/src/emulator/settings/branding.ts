import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Route, type RouteRequest, route } from "../shared/module.ts";
import { keyed, merged, type WireObject } from "../shared/store.ts";
import { check, isObject, type ObjectSchema, object, text } from "../shared/validation.ts";
import type { Held, Setting } from "./setting.ts";

const color = text({ pattern: /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+)$/i });
const stops = { type: text({ oneOf: ["linear-gradient"] }), start: color, end: color };
const gradient = object({ ...stops, angle_deg: { type: "integer" } }, [...Object.keys(stops), "angle_deg"]);

/** The colors of the login pages. Their background is a color or a gradient. */
export function colors(): ObjectSchema {
  return {
    ...(bodyOf("PATCH /branding").properties.colors as ObjectSchema),
    rule: ({ page_background: background = null }) =>
      background === null ? undefined : check(isObject(background) ? gradient : color, background)?.why,
  };
}

const templatePath = "branding/templates/universal-login";
const template = text({
  rule: (page) =>
    Buffer.byteLength(page) > 102_400
      ? "The template is too long"
      : page.includes("auth0:widget")
        ? undefined
        : "The template has no widget",
});

/** The routes of the page template. A new tenant has none. The body of a PUT is the template as a text or as `{ template }`. */
function templateRoutes({ stored, exists, change, reset }: Held): readonly Route[] {
  const get = route(`GET /${templatePath}`, () => {
    if (!exists()) throw new ServiceError(404, "Template does not exist.", "inexistent_templates_universal_login");
    return stored();
  });
  const put = ({ body }: RouteRequest) => {
    const isNew = !exists();
    change({ body: isObject(body) ? body.template : body });
    return isNew ? {} : undefined;
  };
  return [get, route(`PUT /${templatePath}`, put, { status: 201 }), route(`DELETE /${templatePath}`, reset)];
}

/** Branding and login pages. A PATCH of the branding without `colors` also sets `identifier_first` of the login pages to false. */
export const brandingSettings: Readonly<Record<string, Setting>> = {
  branding: {
    changed: () => {
      const { properties, ...more } = bodyOf("PATCH /branding");
      return { ...more, properties: { ...properties, colors: colors() } };
    },
    fresh: () => ({}),
    // The colors are merged, but the background is replaced as a whole.
    settle: (before, { colors: given, ...others }) =>
      withoutNulls({
        ...before,
        ...others,
        ...(given !== undefined && {
          colors: isObject(given) ? { ...(before.colors as WireObject), ...given } : given,
        }),
      }),
    sideEffects: ({ colors }) => (colors === undefined ? { prompts: { identifier_first: false } } : {}),
  },
  [templatePath]: {
    changed: () => object({ body: template }),
    fresh: () => ({}),
    routes: templateRoutes,
  },
  prompts: {
    fresh: () => ({ universal_login_experience: "new" }),
    settle: (before, given) => withoutNulls(merged(before, given)),
  },
};

/** A copy of an object without null values, at any depth, and without nested objects that are empty after that. */
function withoutNulls(object: WireObject): WireObject {
  const members = Object.entries(object).flatMap(([key, value]) => {
    const kept = isObject(value) ? withoutNulls(value) : value;
    return kept === null || (isObject(kept) && Object.keys(kept).length === 0) ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(members);
}

const path = "branding/themes/default";
/** The id of the theme. It is always the same, because a tenant has at most one theme. */
const themeId = "5ba7c1e09d3f4862a1b0c9d8e7f60543";

const failed = (what: string, why: string) => `There was an error ${what} branding settings: ${why}`;
const none = (what: string) => new ServiceError(404, failed(what, "invalid theme ID"), "theme_not_found");

/** The routes of the theme. A new tenant has no theme, and a tenant has at most one. Only a GET can use the id `default`. */
function routes({ stored, exists, change, reset }: Held): readonly Route[] {
  const theme = (what: string, id?: string) => {
    const now = stored();
    if (!exists() || (id !== undefined && id !== now.themeId)) throw none(what);
    return now;
  };
  const write = ({ given }: RouteRequest) => {
    change(given());
    return stored();
  };
  const one = (param: (name: string) => string) => {
    const id = param("themeId");
    if (!/^[A-Za-z\d]{32}$/.test(id))
      throw new ServiceError(400, `Object didn't pass validation for format theme-id: ${id}`);
    return id;
  };
  const at = "branding/themes";
  const create = (request: RouteRequest) => {
    if (exists()) throw new ServiceError(409, failed("creating", "theme already exists"));
    return write(request);
  };
  return [
    route(`POST /${at}`, create, { status: 200 }),
    route(`GET /${path}`, () => theme("retrieving")),
    route(`GET /${at}/{themeId}`, ({ param }) => theme("retrieving", one(param))),
    route(`PATCH /${at}/{themeId}`, (request) => {
      theme("updating", one(request.param));
      return write(request);
    }),
    route(`DELETE /${at}/{themeId}`, ({ param }) => {
      theme("deleting", one(param));
      reset();
    }),
  ];
}

const { required: requiredColors = [] } = bodyOf("POST /branding/themes").properties.colors as ObjectSchema;

/** The values that a theme gets if direct access creates it with only some properties, as an administrator can at the dashboard. */
const usual = {
  borders: {
    ...{ button_border_radius: 3, button_border_weight: 1, buttons_style: "rounded", input_border_radius: 3 },
    ...{ input_border_weight: 1, inputs_style: "rounded", show_widget_shadow: true, widget_border_weight: 0 },
    widget_corner_radius: 5,
  },
  colors: keyed(requiredColors, () => "#0059d6"),
  fonts: {
    ...keyed(["body_text", "buttons_text", "input_labels", "links", "subtitle", "title"], () => ({
      bold: false,
      size: 87.5,
    })),
    ...{ font_url: "", links_style: "normal", reference_text_size: 16 },
  },
  page_background: { background_color: "#000000", background_image_url: "", page_layout: "center" },
  widget: {
    ...{ header_text_alignment: "center", logo_height: 52, logo_position: "center", logo_url: "" },
    social_buttons_layout: "bottom",
  },
};

/** The identifiers of a new theme. */
const identifiers = {
  login_display: "unified",
  otp_autocomplete: true,
  phone_display: { masking: "mask_digits", formatting: "international" },
};

/** The theme of the login pages. */
export const theme: Readonly<Record<string, Setting>> = {
  [path]: {
    changed: () => ({ ...bodyOf("POST /branding/themes"), required: [] }),
    fresh: () => ({}),
    settle: (before, given, { themeIdentifiers }) => ({
      themeId,
      ...usual,
      ...(themeIdentifiers && before.themeId === undefined && { identifiers }),
      ...before,
      ...given,
    }),
    routes,
  },
};
