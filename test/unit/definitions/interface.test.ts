import { expect, test } from "vitest";
import { rulesOf, tableRoutes } from "../../../provider/src/emulator/shared/interface.ts";
import { check, type ObjectSchema, type Schema } from "../../../provider/src/emulator/shared/validation.ts";
import type { Field, Fields } from "../../../provider/src/schema/schema.ts";
import { isAtTop, wireName } from "../../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { subjects } from "../../subjects/index.ts";

/**
 * The emulator's rules and the definitions are written apart, so that a wrong bound cannot be wrong on both sides. Each place where they differ has
 * an entry here or in the subject of its type, with the reason. `*` stands for any text.
 */
const differing: readonly (readonly [place: string, reason: string])[] = [
  [
    "* min 1 in the definition, undefined in the table",
    "The definition refuses an empty text, which means nothing there. The description has no such bound.",
  ],
  [
    "* max 2147483647 in the definition, undefined in the table",
    "The largest whole number that the service stores, as its documentation says.",
  ],
  ["* max 4294967295 in the definition, undefined in the table", "The largest number of an autonomous system."],
  ["* PATCH identifier: only the definition has it", "No update can change it."],
  ...subjects.flatMap(({ name, unlikeTable = [] }) =>
    unlikeTable.map(([place, reason]) => [`${name} ${place}`, reason] as const),
  ),
];

/** The bodies that a definition's requests have, by the method. */
function bodiesOf(route: string): readonly (readonly [method: string, body: ObjectSchema])[] {
  const of = (target: string) => {
    const { body } = rulesOf(target);
    const [method = ""] = target.split(" ");
    return tableRoutes.includes(target.replaceAll(/\{\w+\}/g, "{}")) && body.type === "object"
      ? [[method, body] as const]
      : [];
  };
  return [`POST /${route}`, `PATCH /${route}/{id}`, `PATCH /${route}`, `PUT /${route}`].flatMap(of);
}

const list = (values: readonly string[] = []) => values.toSorted().join("|");

/** Texts of many forms: whether both sides have the same rule, patterns and formats do not tell. */
const texts = [
  ...[
    "",
    " ",
    "a",
    "A-1",
    "1",
    "AB",
    "a_b",
    "ünï",
    "*",
    "red",
    "#0059d6",
    "<b>",
    "two words",
    "/path",
    "//a.example.com/x",
  ],
  ...["a.example.com", "A.example.com:8080", "a@example.com", "192.0.2.1", "192.0.2.0/24", "2001:db8::/32", "urn:a:b"],
  ...["http://a.example.com", "http://localhost:3000/p", "https://a.example.com", "https://a.example.com/p?q=1#f"],
  ...["myapp://callback", "mailto:a@example.com", "https://{organization}.example.com"],
];

/** The texts that a field accepts and its schema in the table refuses: the preview of a program with one of them is silent, and the run fails. */
function acceptedInVain(field: Field & { readonly kind: "string" }, schema: Schema, path: string): readonly string[] {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern } = field;
  const isAccepted = (text: string) =>
    text.length >= min && text.length <= max && (!pattern || new RegExp(pattern.source, "u").test(text));
  const found = texts.filter((text) => isAccepted(text) && check(schema, text, path) !== undefined);
  return found.length === 0
    ? []
    : [`${path}: the definition accepts ${found.map((text) => JSON.stringify(text)).join(", ")}`];
}

/** The differences between a field and its schema in the table, each after its path. */
function differences(field: Field, schema: Schema | undefined, path: string): readonly string[] {
  if (!schema) return [`${path}: only the definition has it`];
  if (schema.type === "any" || field.kind === "document" || field.kind === "map") return [];
  const bounds = (what: "min" | "max") => {
    const mine = (field as { min?: number; max?: number })[what];
    const theirs = (schema as { min?: number; max?: number })[what];
    // A pattern that refuses the empty text says the same as a minimum of 1.
    const refusesEmpty = field.kind === "string" && field.pattern && !new RegExp(field.pattern.source, "u").test("");
    return mine === theirs || (what === "min" && theirs === 1 && refusesEmpty)
      ? []
      : [`${path}: ${what} ${mine} in the definition, ${theirs} in the table`];
  };
  const all = [...bounds("min"), ...bounds("max")];
  if (field.kind === "string" && schema.type === "string") {
    const [mine, theirs] = [list(field.oneOf), list(schema.oneOf)];
    if (mine !== theirs)
      return [...all, `${path}: ${mine || "any"} in the definition, ${theirs || "any"} in the table`];
    return mine === "" ? [...all, ...acceptedInVain(field, schema, path)] : all;
  }
  if (field.kind === "integer" && ["integer", "number"].includes(schema.type)) return all;
  if (field.kind === "boolean" && schema.type === "boolean") return [];
  if (field.kind === "object" && schema.type === "object") return ofFields(field.fields, schema, path);
  if ((field.kind === "list" || field.kind === "set") && schema.type === "array")
    return [...all, ...differences(field.item, schema.items, `${path}[]`)];
  return [`${path}: ${field.kind} in the definition, ${schema.type} in the table`];
}

function ofFields(fields: Fields, schema: ObjectSchema, path: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.computed || field.subresource || isAtTop(field)) return [];
    const wire = wireName(name, field);
    return differences(field, schema.properties[wire], path === "" ? wire : `${path}.${wire}`);
  });
}

const found = typeNames.flatMap((name) => {
  const { route, schema } = definitions[name];
  return bodiesOf(String(route)).flatMap(([method, body]) =>
    ofFields(schema.fields, body, "").map((text) => `${name} ${method} ${text}`),
  );
});

function isOf(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.?+^$[\]\\(){}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(text);
}

test("the definitions and the emulator's table agree, except for entries with a reason", () => {
  expect(found.filter((text) => !differing.some(([pattern]) => isOf(pattern, text)))).toEqual([]);
});

test("every exception is needed", () => {
  expect(differing.filter(([pattern]) => !found.some((text) => isOf(pattern, text)))).toEqual([]);
});

test("the comparison covers most types", () => {
  const compared = typeNames.filter((name) => bodiesOf(String(definitions[name].route)).length > 0);
  expect(compared.length).toBeGreaterThan(25);
});
