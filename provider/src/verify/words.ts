import { definitions, typeNames } from "../definitions/registry.ts";
import { type Field, type Fields, wireName } from "../schema/schema.ts";

/** The property names and enumeration values in all schemas. They are public, so they do not identify a tenant. */
export function knownWords(): ReadonlySet<string> {
  return new Set(typeNames.flatMap((type) => wordsIn(definitions[type].schema.fields)));
}

function wordsIn(fields: Fields): readonly string[] {
  const within = (field: Field): readonly string[] => {
    if (field.kind === "object") return wordsIn(field.fields);
    if (field.kind === "list" || field.kind === "set") return within(field.item);
    if (field.kind === "map") return [field.keyWire, field.valueWire];
    return field.kind === "string" ? (field.oneOf ?? []) : [];
  };
  return Object.entries(fields).flatMap(([name, field]) => [wireName(name, field), ...within(field)]);
}
