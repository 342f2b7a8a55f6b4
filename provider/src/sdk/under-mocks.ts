import { inWords } from "../lifecycle/checks/check.ts";
import { problemsOf } from "../lifecycle/checks/validate.ts";
import type { JsonObject } from "../schema/json.ts";
import { canonical } from "../state/canonical.ts";
import { inPlain } from "../state/secrets.ts";
import { typeNameOf } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";

/** The tenant for the checks under mocks, where no particular tenant is known. */
const nowhere = { host: "", origin: "" };

/**
 * The problems for which the provider's check would refuse the inputs of a resource, except problems that depend on the tenant.
 *
 * @param type the resource's type token
 * @param registered the inputs as the SDK sends them; values may be unknown
 */
export function refusalsOf(type: string, registered: JsonObject): readonly string[] {
  const name = typeNameOf(type);
  if (name === undefined) return [];
  const { schema, normalize, rules } = resourceTypes[name];
  const declared = Object.fromEntries(Object.entries(inPlain(registered)).filter(([name]) => !name.startsWith("__")));
  const args = normalize(canonical(schema.fields, declared, {}));
  return [...problemsOf(schema, declared), ...rules(args, nowhere, {})].map(inWords);
}
