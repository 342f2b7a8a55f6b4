import { typeNameOf } from "../definitions/registry.ts";
import { inWords } from "../lifecycle/check.ts";
import { problemsOf } from "../lifecycle/validate.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import type { JsonObject } from "../schema/json.ts";
import { canonical } from "../state/canonical.ts";
import { inPlain } from "../state/secrets.ts";

/** Mocks stand for no tenant in particular. */
const nowhere = { host: "", origin: "" };

/**
 * What a check would refuse of the inputs that a program registers, in words, as far as it needs no tenant for that.
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
