import { multiFactorDuo } from "../../definitions/multi-factor.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { notShown } from "../../schema/secrecy/masks.ts";

/** The account of Duo: `GET|PUT /guardian/factors/duo/settings`. */
export const multiFactorDuoType: ResourceType = singletonOf(multiFactorDuo, { adjust: withAllProperties });

/** Adds the unchanged properties, because a PUT replaces all. For a property of which the tenant returns only a mask, adds the declared value. */
function withAllProperties(changes: JsonObject, inputs: JsonObject, live: JsonObject): JsonObject {
  const known = Object.keys(multiFactorDuo.schema.fields).flatMap((name) => {
    const value = own(live, name) === notShown ? (own(inputs, name) ?? notShown) : own(live, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(known), ...changes };
}
