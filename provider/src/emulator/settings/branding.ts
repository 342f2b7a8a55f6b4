import { ServiceError } from "../shared/errors.ts";
import { type Route, route } from "../shared/module.ts";
import { omit, type WireObject } from "../shared/store.ts";
import {
  bodyOf,
  check,
  flag,
  integer,
  isObject,
  object,
  payloadError,
  type Schema,
  text,
} from "../shared/validation.ts";
import { type Held, merged, type Setting } from "./setting.ts";

const nullable = true;
const colorPattern = /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+)$/i;
const httpsUrl = (about: string): Schema => text(about, { pattern: /^https:\/\/[^\s]+$/, nullable });
const gradient = object(
  "Gradient",
  {
    type: text("Type", { oneOf: ["linear-gradient"] }),
    start: text("Start", { pattern: colorPattern }),
    end: text("End", { pattern: colorPattern }),
    angle_deg: integer("Angle", {}),
  },
  ["type", "start", "end", "angle_deg"],
);

const plain = text("Color", { pattern: colorPattern, nullable });
/** The colors of the login pages. */
export const colors = object("Colors", { primary: plain }, [], {
  min: 1,
  nullable,
  open: true,
  rule({ primary: _, page_background: background = null, ...others }) {
    if (Object.keys(others).length > 0) return `Additional properties not allowed: ${Object.keys(others).join(",")}`;
    return check(isObject(background) ? gradient : plain, background)?.why;
  },
});

const templatePath = "branding/templates/universal-login";
const template = text("Page", {
  nullable,
  rule: (page) =>
    Buffer.byteLength(page) > 102_400
      ? "The template is too long"
      : page.includes("auth0:widget")
        ? undefined
        : "The template has no widget",
});

/** The routes of the page template. A new tenant has none. The body of a PUT is the template as a text or as `{ template }`. */
function templateRoutes({ stored, change }: Held): readonly Route[] {
  const at = (method: "GET" | "PUT" | "DELETE") => `${method} /${templatePath}` as const;
  const get = route("branding.templates.get", at("GET"), "read:branding", () => {
    const { body } = stored();
    if (body === undefined)
      throw new ServiceError(404, "Template does not exist.", "inexistent_templates_universal_login");
    return { body };
  });
  const put = route("branding.templates.replace", at("PUT"), "update:branding", ({ body }) => {
    const isNew = stored().body === undefined;
    change({ body: isObject(body) ? body.template : body });
    return isNew ? {} : undefined;
  });
  const remove = route("branding.templates.delete", at("DELETE"), "delete:branding", () => void change({ body: null }));
  return [get, { ...put, status: 201 }, remove];
}

/** Branding and login pages. A PATCH of the branding without `colors` also sets `identifier_first` of the login pages to false. */
export const brandingSettings: Readonly<Record<string, Setting>> = {
  branding: {
    scope: "branding",
    changed: bodyOf({
      colors,
      logo_url: httpsUrl("Logo"),
      favicon_url: httpsUrl("Icon"),
      font: object("Font", { url: httpsUrl("Font") }, [], { min: 1, nullable }),
    }),
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
    scope: "branding",
    changed: bodyOf({ body: template }),
    fresh: () => ({}),
    settle: (before, given) => withoutNulls({ ...before, ...given }),
    routes: templateRoutes,
  },
  prompts: {
    scope: "prompts",
    changed: bodyOf({
      universal_login_experience: text("Experience", { oneOf: ["new", "classic"] }),
      identifier_first: { ...flag("Whether the identifier comes first"), nullable },
      webauthn_platform_first_factor: { ...flag("Whether WebAuthn is offered"), nullable },
    }),
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
const fractions = true;
/** The id of the theme. It is always the same, because a tenant has at most one theme. */
const themeId = "5ba7c1e09d3f4862a1b0c9d8e7f60543";

const themeColor = text("Color", { pattern: /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i });
const themeUrl = text("URL", { pattern: /^(https:\/\/[^\s]+)?$/ });
const pixels = (min: number, max: number) => integer("Pixels", { min, max, fractions });
const oneOf = (...values: string[]) => text("Value", { oneOf: values });
const all = (
  about: string,
  members: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
) => object(about, { ...members, ...optional }, Object.keys(members));
const letters = (min = 0) =>
  all("Text", { bold: flag("Bold"), size: integer("Percent", { min, max: 150, fractions }) });
const colorsOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, themeColor]));

const objects = {
  borders: all("Borders", {
    button_border_radius: pixels(1, 10),
    button_border_weight: pixels(0, 10),
    buttons_style: oneOf("pill", "rounded", "sharp"),
    input_border_radius: pixels(0, 10),
    input_border_weight: pixels(0, 3),
    inputs_style: oneOf("pill", "rounded", "sharp"),
    show_widget_shadow: flag("Shadow"),
    widget_border_weight: pixels(0, 10),
    widget_corner_radius: pixels(0, 50),
  }),
  colors: all(
    "Colors",
    colorsOf(
      "body_text",
      "error",
      "header",
      "icons",
      "input_background",
      "input_border",
      "input_filled_text",
      "input_labels_placeholders",
      "links_focused_components",
      "primary_button",
      "primary_button_label",
      "secondary_button_border",
      "secondary_button_label",
      "success",
      "widget_background",
      "widget_border",
    ),
    {
      ...colorsOf("base_focus_color", "base_hover_color", "read_only_background"),
      captcha_widget_theme: oneOf("auto", "dark", "light"),
    },
  ),
  fonts: all("Fonts", {
    body_text: letters(),
    buttons_text: letters(),
    font_url: themeUrl,
    input_labels: letters(),
    links: letters(),
    links_style: oneOf("normal", "underlined"),
    reference_text_size: pixels(12, 24),
    subtitle: letters(),
    title: letters(75),
  }),
  page_background: all("Background", {
    background_color: themeColor,
    background_image_url: themeUrl,
    page_layout: oneOf("center", "left", "right"),
  }),
  widget: all("Login box", {
    header_text_alignment: oneOf("center", "left", "right"),
    logo_height: pixels(1, 100),
    logo_position: oneOf("center", "left", "none", "right"),
    logo_url: themeUrl,
    social_buttons_layout: oneOf("bottom", "top"),
  }),
};
const changed = bodyOf({
  ...objects,
  displayName: text("Name", { max: 2_048 }),
  identifiers: object("Identifiers", {
    login_display: oneOf("unified", "separate"),
    otp_autocomplete: flag("Codes"),
    phone_display: object("Phone", {
      masking: oneOf("mask_digits", "hide_country_code", "show_all"),
      formatting: oneOf("international", "regional"),
    }),
  }),
});
/** The schema of a request, which must contain all properties of `objects`. Unknown properties are refused later, by `change`. */
const sent = { ...bodyOf(changed.properties, Object.keys(objects)), open: true } as const;

const failed = (what: string, why: string) => `There was an error ${what} branding settings: ${why}`;
const none = (what: string) => new ServiceError(404, failed(what, "invalid theme ID"), "theme_not_found");

/** The routes of the theme. A new tenant has no theme, and a tenant has at most one. Only a GET can use the id `default`. */
function routes({ stored, change }: Held): readonly Route[] {
  const theme = (what: string, id?: string) => {
    const now = stored();
    if (now.themeId === undefined || (id !== undefined && now.themeId !== id)) throw none(what);
    return now;
  };
  const write = (body: unknown) => {
    const violation = check(sent, body);
    if (violation) throw payloadError(violation);
    change(body as WireObject);
    return stored();
  };
  const one = (param: (name: string) => string) => {
    const id = param("id");
    if (!/^[A-Za-z\d]{32}$/.test(id))
      throw new ServiceError(400, `Object didn't pass validation for format theme-id: ${id}`);
    return id;
  };
  const at = "branding/themes";
  const create = route("branding.themes.create", `POST /${at}`, "update:branding", ({ body }) => {
    if (stored().themeId !== undefined) throw new ServiceError(409, failed("creating", "theme already exists"));
    return write(body);
  });
  return [
    { ...create, status: 200 },
    route("branding.themes.default", `GET /${path}`, "read:branding", () => theme("retrieving")),
    route("branding.themes.get", `GET /${at}/:id`, "read:branding", ({ param }) => theme("retrieving", one(param))),
    route("branding.themes.update", `PATCH /${at}/:id`, "update:branding", ({ param, body }) => {
      theme("updating", one(param));
      return write(body);
    }),
    route("branding.themes.delete", `DELETE /${at}/:id`, "delete:branding", ({ param }) => {
      theme("deleting", one(param));
      change({ borders: null });
    }),
  ];
}

/** The values that a theme gets if direct access creates it with only some properties, as an administrator can at the dashboard. */
const usual = {
  borders: {
    ...{ button_border_radius: 3, button_border_weight: 1, buttons_style: "rounded", input_border_radius: 3 },
    ...{ input_border_weight: 1, inputs_style: "rounded", show_widget_shadow: true, widget_border_weight: 0 },
    widget_corner_radius: 5,
  },
  colors: Object.fromEntries((objects.colors.required ?? []).map((name) => [name, "#0059d6"])),
  fonts: {
    ...Object.fromEntries(
      ["body_text", "buttons_text", "input_labels", "links", "subtitle", "title"].map((name) => [
        name,
        { bold: false, size: 87.5 },
      ]),
    ),
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
    scope: "branding",
    changed: bodyOf(
      Object.fromEntries(
        Object.entries(changed.properties).map(([name, schema]) => [name, { ...schema, nullable: true }]),
      ),
    ),
    fresh: () => ({}),
    settle: (before, given, { themeIdentifiers }) =>
      given.borders === null
        ? {}
        : {
            themeId,
            ...usual,
            ...(themeIdentifiers && before.themeId === undefined && { identifiers }),
            ...before,
            ...omit(
              given,
              Object.keys(given).filter((name) => given[name] === null),
            ),
          },
    routes,
  },
};
