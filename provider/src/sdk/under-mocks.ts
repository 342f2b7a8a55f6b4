import { typeNameOf } from "../definitions/registry.ts";
import { inWords } from "../lifecycle/check.ts";
import { problemsOf } from "../lifecycle/validate.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import type { JsonObject } from "../schema/json.ts";
import { canonical } from "../state/canonical.ts";
import { inPlain } from "../state/secrets.ts";

/** The target of a check under mocks, which stand for no particular tenant. */
const nowhere = { host: "", origin: "" };

/**
 * The reasons for which a check would refuse the inputs that a program registers, except those that depend on a tenant.
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
