import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import type { Path } from "../../../model/pointer.ts";
import { type KnownOption, optionsIn } from "../known-options.ts";
import { typedOptions } from "../options.made.ts";

const byStrategy = new Map(Object.entries(typedOptions).map(([strategy, made]) => [strategy, optionsIn(made)]));

/** The places of options that the classes have no type for in their strategy, or one that does not take their value. */
export function undocumentedOptions(strategy: string, options: JsonObject): readonly Path[] {
  const types = byStrategy.get(strategy);
  return (types && strangersIn(options, types)) ?? [];
}

/**
 * The places of the members that keep a value from having a type: those that the type does not name, and those whose values have another
 * type. Undefined where the value itself has another one.
 */
function strangersIn(value: Json, types: readonly KnownOption[]): readonly Path[] | undefined {
  if (types.some((type) => type.path.length === 0 && takes(type, value))) return [];
  if (Array.isArray(value)) {
    const item = below(types, "[]");
    // An element has no name that could be marked.
    return item.length > 0 && value.every((one) => strangersIn(one, item)?.length === 0) ? [] : undefined;
  }
  const isObjectType = types.some(({ path: [name = "[]"] }) => name !== "[]");
  if (!isObjectType || !isObject(value)) return undefined;
  const strangers = Object.entries(value).map(([name, member]) => strangersAt(name, member, types));
  return strangers.includes(undefined) ? undefined : strangers.flatMap((paths) => paths ?? []);
}

function strangersAt(name: string, value: Json, types: readonly KnownOption[]): readonly Path[] | undefined {
  const any = below(types, "*");
  const within = strangersIn(value, any.length > 0 ? any : below(types, name));
  if (any.length === 0 && within === undefined) return [[name]];
  return within?.map((path) => [name, ...path]);
}

function takes({ kind, texts }: KnownOption, value: Json): boolean {
  return kind === "any" || typeof value === kind || texts.some((text) => text === value);
}

/** The types of what stands at a name. */
function below(types: readonly KnownOption[], name: string): readonly KnownOption[] {
  return types.flatMap((type) => (type.path[0] === name ? [{ ...type, path: type.path.slice(1) }] : []));
}
