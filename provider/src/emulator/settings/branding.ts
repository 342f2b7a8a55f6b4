import { ServiceError } from "../shared/errors.ts";
import { type Route, route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { bodyOf, check, flag, integer, isObject, object, type Schema, text } from "../shared/validation.ts";
import { type Held, merged, type Setting } from "./setting.ts";

const nullable = true;
const color = /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+)$/i;
const url = (about: string): Schema => text(about, { pattern: /^https:\/\/[^\s]+$/, nullable });
const gradient = object(
  "Gradient",
  {
    type: text("Type", { oneOf: ["linear-gradient"] }),
    start: text("Start", { pattern: color }),
    end: text("End", { pattern: color }),
    angle_deg: integer("Angle", {}),
  },
  ["type", "start", "end", "angle_deg"],
);

const plain = text("Color", { pattern: color, nullable });
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

/** A new tenant has no page template. The body of a PUT is the template as a text or as `{ template }`. */
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
      logo_url: url("Logo"),
      favicon_url: url("Icon"),
      font: object("Font", { url: url("Font") }, [], { min: 1, nullable }),
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
    also: ({ colors }) => (colors === undefined ? { prompts: { identifier_first: false } } : {}),
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

/** A copy of an object without null values, at any depth, and without nested objects that become empty by this. */
function withoutNulls(object: WireObject): WireObject {
  const members = Object.entries(object).flatMap(([key, value]) => {
    const kept = isObject(value) ? withoutNulls(value) : value;
    return kept === null || (isObject(kept) && Object.keys(kept).length === 0) ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(members);
}
