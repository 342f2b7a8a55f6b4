import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put, unknownValue } from "./json.ts";
import type { Field, Fields, SetField } from "./schema.ts";

/*
 * Programs declare some sets in another form than an array of texts. Everywhere else, each element is one text, like that of any other set:
 *
 * - Some sets contain pairs of a key and a name, such as an API and one of its scopes. Programs group the names by key in a map. The text of a pair
 *   is the key, a space, and the name, in which spaces are escaped.
 * - Some sets are arrays of objects in programs, as in the API: `[{ id }]`. The text of an object is its only value.
 */

/** The form of a set in programs, if it is not an array of texts. */
interface ProgramForm {
  /** The elements in a value of a program. Undefined for a value of another form. */
  elementsIn(value: Json): readonly Json[] | undefined;
  /** The value of a program with these elements. */
  valueOf(elements: readonly string[]): Json;
}

function formOf(field: Field | undefined): ProgramForm | undefined {
  if (field?.kind !== "set") return undefined;
  if (field.groupedBy) return { elementsIn: elementsInGroups, valueOf: inGroups };
  const { key } = (field.asObjects && field.onWire) || {};
  if (key === undefined) return undefined;
  return {
    elementsIn: (value) => (Array.isArray(value) ? value.map((item: Json) => elementIn(item, key)) : undefined),
    valueOf: (elements) => elements.map((element) => (typeof element === "string" ? { [key]: element } : element)),
  };
}

/** The element in an object of a program. An object with other properties stays, so that validation can report them. */
function elementIn(item: Json, key: string): Json {
  const isAlone = isObject(item) && Object.keys(item).every((name) => name === key);
  return (isAlone ? own(item, key) : undefined) ?? item;
}

/** The elements of a set in a value of a program; the value itself if it has another form. */
export function elementsIn(field: SetField, value: Json): Json {
  return formOf(field)?.elementsIn(value) ?? value;
}

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

/** Arguments in the form of a program. */
export function inProgramForm(fields: Fields, args: JsonObject): JsonObject {
  const formed = (name: string, value: Json) =>
    programFormOf(Object.hasOwn(fields, name) ? fields[name] : undefined)?.(value);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, formed(name, value) ?? value]));
}

/** Converts the elements of a set to the form of programs; undefined if programs have an array of texts. */
export function programFormOf(field: Field | undefined): ((value: Json) => Json) | undefined {
  const form = formOf(field);
  return form && ((value) => (Array.isArray(value) ? form.valueOf(value as readonly string[]) : value));
}
