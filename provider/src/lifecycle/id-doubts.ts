import { isObject, type Json, type JsonObject, own, unknownValue } from "../model/json.ts";
import { describePath, type Path } from "../model/pointer.ts";
import type { Field, Fields } from "../model/table.ts";
import { legible } from "../tenant/index.ts";

/** Arguments that want ids and have something else: names, probably. Ids of what is yet to be created are not known. */
export function doubtsOfIds(fields: Fields, args: JsonObject, above: Path = []): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => doubtsOf(field, own(args, name), [...above, name]));
}

function doubtsOf(field: Field, value: Json | undefined, path: Path): readonly string[] {
  if (field.kind === "object") return isObject(value) ? doubtsOfIds(field.fields, value, path) : [];
  const item = field.kind === "list" || field.kind === "set" ? field.item : field;
  const prefix = item.kind === "string" ? item.idPrefix : undefined;
  const texts = [value].flat().filter((text) => typeof text === "string" && text !== unknownValue);
  const others = prefix === undefined ? [] : texts.filter((text) => !String(text).startsWith(prefix));
  if (others.length === 0) return [];
  const shown = legible(others.map((text) => `"${text}"`).join(", "), 200);
  return [`${describePath(path)}: ids begin with "${prefix}" here; did you give a name in place of one (${shown})?`];
}
