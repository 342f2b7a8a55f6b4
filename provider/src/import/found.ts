import type { Service } from "../client/index.ts";
import type { TypeName } from "../definitions/registry.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import type { JsonObject } from "../schema/json.ts";
import { valuesInForce } from "./inventory.ts";

/**
 * The values of the object that an adoption would find; undefined if the tenant has none.
 *
 * @param inputs the declared inputs of the adopting resource
 * @throws TenantError, or an Error if several objects have the declared name
 */
export async function valuesToAdopt(
  service: Service,
  type: TypeName,
  inputs: JsonObject,
): Promise<JsonObject | undefined> {
  const found = await resourceTypes[type].find(service, inputs);
  return found && valuesInForce({ type, live: found.live });
}
