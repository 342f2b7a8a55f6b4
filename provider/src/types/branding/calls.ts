import { TenantError } from "../../client/index.ts";
import { orAbsent } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import { type Requests, wholeOf } from "../../lifecycle/requests/singleton-requests.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { isObject, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { pathOf } from "../../schema/service.ts";
import { ShapeError } from "../../state/wire.ts";
import { branding, brandingTheme, loginPageTemplate } from "./definition.ts";

/** The tenant's branding: `GET|PATCH /branding`. */
export const brandingType: ResourceType = singletonOf(branding, {
  normalize: withOneBackground,
  adjust: withoutOtherBackground,
  toBody: withColors,
});

/** Removes the plain background if there is also a gradient: the API has one property for both, and this provider sends the gradient. */
function withOneBackground(args: JsonObject): JsonObject {
  const colors = own(args, "colors");
  if (!isObject(colors) || own(colors, "pageBackgroundGradient") === undefined) return args;
  const { pageBackground: _, ...others } = colors;
  return { ...args, colors: others };
}

/**
 * Omits the clearing of colors that the tenant no longer has. The API has one property for the plain background and the gradient: after a change
 * from one to the other, clearing the old background would clear the new one.
 */
function withoutOtherBackground(changes: JsonObject, _: JsonObject, live: JsonObject): JsonObject {
  const { colors, ...others } = changes;
  if (!isObject(colors)) return changes;
  const kept = Object.entries(colors).filter(
    ([name, value]) => value !== null || own(own(live, "colors"), name) !== undefined,
  );
  return kept.length > 0 ? { ...others, colors: Object.fromEntries(kept) } : others;
}

/**
 * Adds the tenant's colors to an update without colors, because such an update makes the service set `identifier_first` of `/prompts` to false. A
 * second request could restore `identifier_first`, but the run can end before that request. If the tenant has no colors, the update contains null
 * for one color, which sets no color.
 */
function withColors(body: JsonObject, now: JsonObject): JsonObject {
  if (Object.keys(body).length === 0 || own(body, "colors") !== undefined) return body;
  const colors = own(now, "colors");
  return { ...body, colors: isObject(colors) && Object.keys(colors).length > 0 ? colors : { primary: null } };
}

const themeSubject = brandingTheme.schema.noun;
const themes = "branding/themes";
/** The objects in a theme. Each request contains all of them, because the service replaces the whole theme. */
const themeObjects = ["borders", "colors", "fonts", "pageBackground", "widget"];

const wholeTheme = wholeOf(brandingTheme, { absent: "theme_not_found" });

/** The theme: `POST /branding/themes`, or `PATCH|DELETE /branding/themes/{id}` with the id that `GET /branding/themes/default` returns. */
const themeRequests: Requests = {
  get: wholeTheme.get,
  async send(service, body, before) {
    const id = own(before, "themeId");
    const call = { subject: themeSubject, continues: true } as const;
    if (id === undefined) {
      const path = pathOf(themes, {});
      await service.request({ ...call, method: "POST", path, body, action: "create" }).catch((error: unknown) => {
        throw error instanceof TenantError && error.status === 409 ? hiddenTheme(error) : error;
      });
      return;
    }
    // `default` is an id for reads only.
    if (typeof id !== "string") throw new ShapeError(`the tenant's response for ${themeSubject} contains no themeId`);
    const path = [...pathOf(themes, {}), id];
    if (own(body, "borders") === null)
      await orAbsent(service.request({ ...call, method: "DELETE", path, action: "delete" }));
    else await service.request({ ...call, method: "PATCH", path, body, action: "update" });
  },
};

/** The theme of the login pages. */
export const brandingThemeType: ResourceType = singletonOf(brandingTheme, {
  requests: themeRequests,
  adjust: withAllObjects,
});

/**
 * Adds the unchanged objects to a change: with the tenant's values, or with the declared values if the tenant has none. The added objects have no
 * effect if the change deletes the theme, because a DELETE request has no body.
 */
function withAllObjects(changes: JsonObject, inputs: JsonObject, live: JsonObject): JsonObject {
  const known = themeObjects.flatMap((name) => {
    const value = own(live, name) ?? own(inputs, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(known), ...changes };
}

function hiddenTheme(error: TenantError): UserError {
  return new UserError(
    `${error.summary} The tenant has a theme that the service does not return, so this run cannot adopt the theme. If the dashboard does not show ` +
      "it either, only the service's support can help.",
    { cause: error },
  );
}

const { schema, route } = loginPageTemplate;
const maxPageBytes = 102_400;
const pageTags = ["auth0:head", "auth0:widget"];

const wholePage = wholeOf(loginPageTemplate, { absent: "inexistent_templates_universal_login" });

/** The page around the login box: `GET|PUT|DELETE /branding/templates/universal-login`. A new tenant has none. */
const pageRequests: Requests = {
  get: wholePage.get,
  async send(service, { body }) {
    const call = { path: pathOf(route, {}), subject: schema.noun, action: "update", continues: true } as const;
    if (body === null) await orAbsent(service.request({ ...call, method: "DELETE" }));
    // The response is an empty object for a new template, and has no body for an existing one.
    else await service.request({ ...call, method: "PUT", body: { template: body ?? "" }, expected: "json" });
  },
};

/** The template of the login page. */
export const loginPageTemplateType: ResourceType = singletonOf(loginPageTemplate, {
  rules: problemsOfPage,
  requests: pageRequests,
});

function problemsOfPage(args: JsonObject) {
  const body = own(args, "body");
  if (typeof body !== "string" || body === unknownValue) return [];
  const missing = pageTags.filter((tag) => !new RegExp(`\\{%-?\\s{0,100}${tag}\\s{0,100}-?%\\}`).test(body));
  const says = [
    ...missing.map((tag) => `must contain {%- ${tag} -%}`),
    ...(Buffer.byteLength(body) > maxPageBytes ? [`must have at most ${maxPageBytes.toLocaleString("en")} bytes`] : []),
  ];
  return says.map((text) => ({ path: ["body"], says: text }));
}
