import { TenantError } from "../../client/index.ts";
import { brandingTheme } from "../../definitions/branding.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { type Requests, wholeOf } from "../../lifecycle/singleton-requests.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { pathOf } from "../../schema/route.ts";
import { ShapeError } from "../../state/wire.ts";

const subject = brandingTheme.schema.noun;
const themes = "branding/themes";
/** The objects of which a theme consists. Each request contains all of them, because the service replaces the whole theme. */
const objects = ["borders", "colors", "fonts", "pageBackground", "widget"];

const whole = wholeOf(brandingTheme, { absent: "theme_not_found" });

/** The theme: `POST /branding/themes`, or `PATCH|DELETE /branding/themes/{id}` with the id that `GET /branding/themes/default` returns. */
const requests: Requests = {
  get: whole.get,
  async send(service, body, before) {
    const id = own(before, "themeId");
    const call = { subject, continues: true } as const;
    if (id === undefined) {
      const path = pathOf(themes, {});
      await service.request({ ...call, method: "POST", path, body, action: "create" }).catch((error: unknown) => {
        throw error instanceof TenantError && error.status === 409 ? hidden(error) : error;
      });
      return;
    }
    // `default` is an id for reads only.
    if (typeof id !== "string") throw new ShapeError(`the tenant's response for ${subject} contains no themeId`);
    const path = [...pathOf(themes, {}), id];
    if (own(body, "borders") === null) await service.request({ ...call, method: "DELETE", path, action: "delete" });
    else await service.request({ ...call, method: "PATCH", path, body, action: "update" });
  },
};

/** The theme of the login pages. */
export const brandingThemeType: ResourceType = singletonOf(brandingTheme, {
  requests,
  adjust: withAllObjects,
  keepsChanged: true,
  isDeletable: true,
});

/**
 * Adds the unchanged objects to a change: with the tenant's values, or with the declared values if the tenant has none. The added objects have no
 * effect on a change that deletes the theme, because the DELETE request has no body.
 */
function withAllObjects(changes: JsonObject, inputs: JsonObject, live: JsonObject): JsonObject {
  const known = objects.flatMap((name) => {
    const value = own(live, name) ?? own(inputs, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(known), ...changes };
}

function hidden(error: TenantError): UserError {
  return new UserError(
    `${error.summary} The tenant has a theme that the service does not return, so this run cannot adopt the theme. If the dashboard does not show ` +
      "it either, only the service's support can help.",
    { cause: error },
  );
}
