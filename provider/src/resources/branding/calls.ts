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

/** The service has only one background: the gradient, if a program declares both. */
function withOneBackground(args: JsonObject): JsonObject {
  const colors = own(args, "colors");
  if (!isObject(colors) || own(colors, "pageBackgroundGradient") === undefined) return args;
  const { pageBackground: _, ...others } = colors;
  return { ...args, colors: others };
}

/** A background that was removed from the program is cleared only if the tenant has no other one by now, in the same place. */
function withoutOtherBackground(changes: JsonObject, _: JsonObject, live: JsonObject): JsonObject {
  const { colors, ...others } = changes;
  if (!isObject(colors)) return changes;
  const kept = Object.entries(colors).filter(
    ([name, value]) => value !== null || own(own(live, "colors"), name) !== undefined,
  );
  return kept.length > 0 ? { ...others, colors: Object.fromEntries(kept) } : others;
}

/**
 * Adds the tenant's colors to an update that changes none: without colors, the service sets `identifier_first` of `/prompts` to false. No second
 * request restores it, as nothing would if the run ended between the two. A tenant without colors is sent null for one, which sets none.
 */
function withColors(body: JsonObject, now: JsonObject): JsonObject {
  if (Object.keys(body).length === 0 || own(body, "colors") !== undefined) return body;
  const colors = own(now, "colors");
  return { ...body, colors: isObject(colors) && Object.keys(colors).length > 0 ? colors : { primary: null } };
}
