import { branding } from "../../definitions/branding.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";

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
 * Clears a color that was removed from the program only if the tenant still has it. The API has one property for the plain background and the
 * gradient: after a change from one to the other, clearing the old background would clear the new one.
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
 * for one color, which sets none.
 */
function withColors(body: JsonObject, now: JsonObject): JsonObject {
  if (Object.keys(body).length === 0 || own(body, "colors") !== undefined) return body;
  const colors = own(now, "colors");
  return { ...body, colors: isObject(colors) && Object.keys(colors).length > 0 ? colors : { primary: null } };
}
