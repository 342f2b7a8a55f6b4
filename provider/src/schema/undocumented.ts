import { type Definition, idNameOf } from "./definition.ts";
import type { Json, JsonObject } from "./json.ts";
import { type DocumentField, type Fields, type Schema, wireName } from "./schema.ts";
import { parametersOf } from "./service.ts";

/** The argument for properties of the API that the schema does not contain yet. Its keys are the API's names. */
export const undocumented = "undocumented";

/** Properties that the API sets for objects of every type. */
const setByService = ["id", "tenant", "created_at", "updated_at"];

const extended = new WeakMap<Definition, Definition>();

/**
 * Adds the argument {@link undocumented} to the schema of a definition, if the type accepts it. With this argument, a program can declare
 * properties of a newer API before the schema contains them. Sets of members do not accept it.
 */
export function withUndocumented<D extends Definition>(definition: D): D {
  if (!takesUndocumented(definition)) return definition;
  const known = extended.get(definition) ?? extendedBy(definition);
  extended.set(definition, known);
  return known as D;
}

/**
 * Whether a type accepts the argument {@link undocumented}: its objects are whole objects, not sets of members or elements of other objects, and
 * have one route for all properties.
 */
export function takesUndocumented({ schema, members, elementsOf, excludes, parts, hasFixedBody }: Definition): boolean {
  const isSet = Object.values(schema.fields).some((field) => "remembered" in field && field.remembered);
  return (
    members === undefined &&
    parts === undefined &&
    elementsOf === undefined &&
    excludes === undefined &&
    !hasFixedBody &&
    !isSet
  );
}

function extendedBy(definition: Definition): Definition {
  const { schema } = definition;
  const field: DocumentField = {
    kind: "document",
    atTop: { typed: typedNames(definition), ofService: new Set(serviceNames(definition)) },
    rulesAt: () => ({ clear: { how: "null" } }),
  };
  const result: Schema = { ...schema, fields: { ...schema.fields, [undocumented]: field } };
  return { ...definition, schema: result };
}

/** The arguments of the typed properties, by the API's names. */
function typedNames({ schema: { fields } }: Definition): ReadonlyMap<string, string> {
  const settable = Object.entries(fields).filter(([, { computed }]) => !computed);
  return new Map(settable.map(([name, field]) => [wireName(name, field), name]));
}

/** The properties that no program can set, by the API's names. */
function serviceNames(definition: Definition): readonly string[] {
  const { schema, route, setByService: own = [] } = definition;
  const computed = Object.entries(schema.fields as Fields).filter(([, field]) => field.computed);
  return [
    ...setByService,
    ...own,
    idNameOf(definition),
    ...parametersOf(route),
    ...computed.map(([name, field]) => wireName(name, field)),
  ];
}

/** The top-level properties of a response that are not in the schema and are not set by the service itself. Null counts as absent. */
export function undocumentedIn({ atTop }: DocumentField, body: JsonObject): JsonObject | undefined {
  const unknown = Object.entries(body).filter(([key, value]) => value !== null && isUnknown(atTop, key));
  return unknown.length > 0 ? Object.fromEntries(unknown) : undefined;
}

function isUnknown(atTop: DocumentField["atTop"], key: string): boolean {
  return atTop !== undefined && !atTop.typed.has(key) && !atTop.ofService.has(key);
}

/** Why a key cannot be declared as undocumented, as the end of a message; undefined if it can. */
export function refusalOf({ atTop }: DocumentField, key: string): string | undefined {
  if (!atTop) return undefined;
  const typed = atTop.typed.get(key);
  if (typed !== undefined) {
    return `is known to this version. Declare \`${typed}\` instead: \`${undocumented}\` accepts only properties that this version does not know`;
  }
  return atTop.ofService.has(key)
    ? "cannot be declared: the service sets it, or another resource type manages it"
    : undefined;
}

/** The paths of null values in an object, at any depth outside of arrays. */
export function nullsIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (value === null) return [path];
  if (typeof value !== "object" || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => nullsIn(item as Json, [...path, key]));
}
