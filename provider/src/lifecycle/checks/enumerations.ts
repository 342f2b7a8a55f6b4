import { sanitize } from "../../client/index.ts";
import { describePath, isObject, type Json, type JsonObject, own, type Path, unknownValue } from "../../schema/json.ts";
import { nearest } from "../../schema/names.ts";
import { type DocumentField, type Field, type Fields, isDocumented, pathRulesOf } from "../../schema/schema.ts";
import type { Problem } from "../resource-type.ts";

/** A value of an enumeration that the schema does not list. A newer version of the service can have it. */
interface NewValue {
  readonly path: Problem["path"];
  readonly value: string;
  readonly known: readonly string[];
}

/**
 * The problems of enumeration values that are certainly mistakes: empty texts and typos. Other values that the schema does not list count as
 * valid, because a newer version of the service may accept them.
 *
 * @param before the inputs in the state, whose values count as valid because the service has accepted them
 */
export function problemsOfValues(fields: Fields, args: JsonObject, before: JsonObject): readonly Problem[] {
  return newValuesIn(fields, args, before).flatMap(({ path, value, known }) => {
    if (value === "") return [{ path, says: `must not be empty. Known values: ${listed(known)}` }];
    const meant = typoOf(value, known);
    return meant === undefined ? [] : [{ path, says: `unknown value ${quoted(value)}. Did you mean "${meant}"?` }];
  });
}

function listed(known: readonly string[]): string {
  return known.map((one) => `"${one}"`).join(", ");
}

/** Warnings about enumeration values that the schema does not list. See {@link problemsOfValues} for the parameters. */
export function valueWarnings(fields: Fields, args: JsonObject, before: JsonObject): readonly string[] {
  return newValuesIn(fields, args, before).map(
    ({ path, value, known }) =>
      `${describePath(path)}: unknown value ${quoted(value)}, which is sent unchanged. Known values: ${listed(known)}.`,
  );
}

/** Whether the schema lists the values of a field, but not this value. */
export function isNewValue(field: Field | undefined, value: Json): boolean {
  const item = field?.kind === "list" || field?.kind === "set" ? field.item : field;
  return item !== undefined && inValue(item, value, []).length > 0;
}

/** The enumeration values that neither the schema lists nor the state contains at the same path. Paths are compared without list indexes. */
function newValuesIn(fields: Fields, args: JsonObject, before: JsonObject): readonly NewValue[] {
  const found = inFields(fields, args, []);
  if (found.length === 0) return found;
  const keyOf = ({ path, value }: NewValue) => JSON.stringify([path.filter((key) => typeof key === "string"), value]);
  const old = new Set(inFields(fields, before, []).map(keyOf));
  return found.filter((one) => !old.has(keyOf(one)));
}

/** @param root the resource's object, which contains the fields */
function inFields(fields: Fields, args: JsonObject, above: Problem["path"], root = args): readonly NewValue[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.computed ? [] : inValue(field, own(args, name), [...above, name], root),
  );
}

function inValue(
  field: Field,
  value: Json | undefined,
  path: Problem["path"],
  root: JsonObject = {},
): readonly NewValue[] {
  switch (field.kind) {
    case "string": {
      if (typeof value !== "string" || value === unknownValue || isDocumented(field, value)) return [];
      return [{ path, value, known: field.oneOf ?? [] }];
    }
    case "object":
      return isObject(value) ? inFields(field.fields, value, path, root) : [];
    case "list":
    case "set": {
      const items: readonly Json[] = Array.isArray(value) ? value : [];
      return items.flatMap((item, at) => inValue(field.item, item, [...path, at], root));
    }
    case "document":
      return isObject(value) ? inDocument(field, value, path, root) : [];
    default:
      return [];
  }
}

function inDocument(field: DocumentField, document: JsonObject, path: Problem["path"], root: JsonObject) {
  const walk = (object: JsonObject, above: Path): readonly NewValue[] =>
    Object.entries(object).flatMap(([name, value]) => {
      const inside = [...above, name];
      if (isObject(value)) return walk(value, inside);
      const { oneOf } = pathRulesOf(field, ["", ...inside], root);
      const listed = oneOf && ({ kind: "list", item: { kind: "string", oneOf } } as const);
      if (!listed) return [];
      return inValue(Array.isArray(value) ? listed : listed.item, value, [...path, ...inside]);
    });
  return walk(document, []);
}

/**
 * The known value that was meant by a typo; undefined if the value is no typo. A typo differs from the known value only in letter case and
 * separators, or by one edit. A value with digits may differ by one edit from a known value and still be valid (`RS256`, `ES256`), so for such
 * values one edit does not count as a typo.
 */
function typoOf(value: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_\s]/g, "");
  const same = known.find((one) => plain(one) === plain(value));
  return same ?? (/\d/.test(value) ? undefined : nearest(value, known, 1));
}

function quoted(value: string): string {
  return `"${sanitize(value, 100)}"`;
}
