import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put, unknownValue } from "./json.ts";
import type { Fields } from "./schema.ts";

/*
 * Some sets contain pairs of a key and a name, such as an API and one of its scopes. Programs group the names by key in a map. Everywhere else, a
 * pair is one text, an element like that of any other set: the key, a space, and the name, in which spaces are escaped.
 */

/** The element for a pair. */
export function groupedElement(key: string, name: string): string {
  return `${key} ${name.replaceAll("%", "%25").replaceAll(" ", "%20")}`;
}

/** The key and the name of an element. */
export function partsOfElement(element: string): readonly [key: string, name: string] {
  const at = element.lastIndexOf(" ");
  return [
    element.slice(0, Math.max(at, 0)),
    element
      .slice(at + 1)
      .replaceAll("%20", " ")
      .replaceAll("%25", "%"),
  ];
}

/** The elements in a map of a program. An unknown part is an unknown element. Undefined for a value of another form. */
export function elementsInGroups(value: Json): readonly Json[] | undefined {
  if (!isObject(value)) return undefined;
  const elements: Json[] = [];
  for (const [key, names] of Object.entries(value)) {
    if (names === null) continue;
    const all: readonly Json[] | undefined =
      names === unknownValue ? [names] : Array.isArray(names) ? names : undefined;
    if (!all?.every((name) => typeof name === "string")) return undefined;
    elements.push(...all.map((name) => (name === unknownValue ? name : groupedElement(key, String(name)))));
  }
  return elements;
}

/** The map of a program with these elements. */
export function inGroups(elements: readonly string[]): JsonObject {
  const groups: MutableJsonObject = {};
  for (const [key, name] of elements.map(partsOfElement)) {
    put(groups, key, [...((own(groups, key) as readonly string[] | undefined) ?? []), name]);
  }
  return groups;
}

/** Arguments in the form of a program, with the elements of such sets in groups. */
export function withGroups(fields: Fields, args: JsonObject): JsonObject {
  const entries = Object.entries(args).map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isGrouped = field?.kind === "set" && field.groupedBy && Array.isArray(value);
    return [name, isGrouped ? inGroups(value as readonly string[]) : value] as const;
  });
  return Object.fromEntries(entries);
}
