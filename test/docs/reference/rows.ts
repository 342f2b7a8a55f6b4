import type { Field, Fields } from "../../../provider/src/schema/schema.ts";
import type { Declarations, Property } from "./declarations.ts";
import { show } from "./types.ts";

/** A line of a table of arguments. */
export interface Row {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
  /** What the table says that a program must know: required, bounds, replaces, secret. */
  readonly rules: string;
  /** What the tenant does not show of it; empty where it shows all. */
  readonly unseen: string;
  /** What the property is after the program has dropped it. */
  readonly dropped: string;
}

/** The lines of the properties of a type, with those of the objects in them beneath. */
export function rowsOf(
  declarations: Declarations,
  properties: readonly Property[],
  fields: Fields,
  prefix = "",
): readonly Row[] {
  return properties.flatMap((property) => {
    const shown = show(property.type, property.bound, declarations);
    const field = Object.hasOwn(fields, property.name) ? fields[property.name] : undefined;
    const name = `${prefix}${property.name}`;
    const row = {
      name,
      type: shown.text,
      meaning: property.text.replace(/\s*\n\s*/g, " "),
      rules: rulesOf(field, property),
      unseen: field ? unseenOf(field) : "",
      dropped: field ? droppedOf(field) : "",
    };
    if (!shown.members || shown.text.startsWith("map of") || field?.kind === "map") return [row];
    const inner = innerFields(field);
    return [row, ...rowsOf(declarations, shown.members.properties, inner, `${name}${shown.members.by}`)];
  });
}

function innerFields(field: Field | undefined): Fields {
  if (field?.kind === "object") return field.fields;
  return field?.kind === "list" ? innerFields(field.item) : {};
}

function rulesOf(field: Field | undefined, { optional }: Property): string {
  const rules = [
    !optional && !field?.computed && "required",
    field?.forceNew && "a change **replaces**",
    field && boundsOf(field),
    field?.secret && "**secret**",
  ];
  return rules.filter((rule) => typeof rule === "string" && rule !== "").join("; ");
}

function boundsOf(field: Field): string {
  switch (field.kind) {
    case "string":
      return between(field.min, field.max, "character");
    case "integer":
      return `${field.min} to ${field.max}`;
    case "set":
    case "list":
      return between(field.min, field.max, "element");
    case "map": {
      const parts = [
        between(undefined, field.max, "entry"),
        prefixed("names of ", between(field.key.min, field.key.max, "character")),
      ];
      const { value } = field;
      const ofValues = value.kind === "string" ? between(value.min, value.max, "character") : "";
      return [...parts, prefixed("values of ", ofValues)].filter(Boolean).join(", ");
    }
    case "document":
      return [
        between(undefined, field.max, "entry"),
        field.values?.kind === "string" &&
          prefixed("values of ", between(field.values.min, field.values.max, "character")),
      ]
        .filter(Boolean)
        .join(", ");
    default:
      return "";
  }
}

/** A lower bound of 1 without an upper one is said only of elements: texts of any length are common, and their docs say when one may be empty. */
function between(min: number | undefined, max: number | undefined, unit: "character" | "element" | "entry"): string {
  const counted = (count: number) =>
    `${count} ${count === 1 ? unit : unit.replace(/y?$/, (end) => (end ? "ies" : "s"))}`;
  if (min !== undefined && max !== undefined)
    return min === max ? `exactly ${counted(max)}` : `${min} to ${counted(max)}`;
  if (max !== undefined) return `at most ${counted(max)}`;
  return min !== undefined && (min > 1 || unit === "element") ? `at least ${counted(min)}` : "";
}

function prefixed(prefix: string, text: string): string {
  return text === "" ? "" : `${prefix}${text}`;
}

function unseenOf({ reads }: Field): string {
  if (reads?.how === "sometimes")
    return "The API does not always return the value. If it does not, changes outside Pulumi are not detected.";
  if (reads?.how !== "never") return "";
  return reads.hint
    ? `The API never returns the value. Its \`${reads.hint}\` shows changes made outside Pulumi.`
    : "The API never returns the value.";
}

function droppedOf(field: Field): string {
  if (field.computed || field.forceNew || field.required) return "";
  const clear = field.clear ?? { how: "drop" };
  switch (clear.how) {
    case "default":
      return `\`${JSON.stringify(clear.value)}\``;
    case "like":
      return clear.as === "list" ? `just \`${clear.property}\`` : `\`${clear.property}\``;
    case "properties":
      return "see its members";
    case "release":
      return "stays as it is";
    default:
      return "none";
  }
}
