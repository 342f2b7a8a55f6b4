import { type Definition, idNameOf } from "./definition.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  put,
  unknownValue,
} from "./json.ts";
import { type DocumentField, type Fields, type KnownNames, type ObjectField, type Schema, wireName } from "./schema.ts";
import { parametersOf } from "./service.ts";

/**
 * The argument for properties of the API that the schema does not contain yet, also for those inside objects that the schema contains. Its keys are the
 * API's names.
 */
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
    atTop: { ...namesIn(schema.fields), ofService: new Set(serviceNames(definition)) },
    hints: () => ({ undocumented: true }),
    rulesAt: () => ({ clear: { how: "null" } }),
  };
  const result: Schema = { ...schema, fields: { ...schema.fields, [undocumented]: field } };
  return { ...definition, schema: result };
}

/** The known names of an object's properties. */
function namesIn(fields: Fields, isInside: (field: ObjectField) => boolean = () => true): KnownNames {
  const all = Object.entries(fields).map(([name, field]) => ({ name, field, wire: wireName(name, field) }));
  const settable = all.filter(({ field }) => !field.computed);
  return {
    typed: new Map(settable.map(({ wire, name }) => [wire, name])),
    ofService: new Set(all.filter(({ field }) => field.computed).map(({ wire }) => wire)),
    inside: new Map(
      settable.flatMap(({ wire, field }) => {
        // Whether a value has an unknown member is visible only in the API's own arrangement of an object.
        if (field.kind !== "object" || field.onWire || field.subresource || !isInside(field)) return [];
        // An update of an object that the API merges sends only its changed members, so it would empty a nested object that the API replaces.
        return [[wire, namesIn(field.fields, (nested) => !field.merges || nested.merges === true)] as const];
      }),
    ),
  };
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

/** The properties of a response that are not in the schema and are not set by the service itself, at the top and inside known objects. Null counts as absent. */
export function undocumentedIn({ atTop }: DocumentField, body: JsonObject): JsonObject | undefined {
  const unknown = atTop ? unknownIn(atTop, body, false) : {};
  return Object.keys(unknown).length > 0 ? unknown : undefined;
}

/** The part of an object of the API that the schema does not contain. */
export function unknownIn(known: KnownNames, body: JsonObject, withNulls: boolean): JsonObject {
  const unknown: MutableJsonObject = {};
  for (const [key, value] of Object.entries(body)) {
    const inside = known.inside.get(key);
    if (inside && isObject(value)) {
      const nested = unknownIn(inside, value, withNulls);
      if (Object.keys(nested).length > 0) put(unknown, key, nested);
    } else if (!known.typed.has(key) && !known.ofService.has(key) && (withNulls || value !== null))
      put(unknown, key, value);
  }
  return unknown;
}

/** The number of keys at the start of a path in the API's names that lead to a known object. */
export function depthOfKnown(known: KnownNames, [key = "", ...rest]: Path): number {
  const inside = known.inside.get(key);
  return inside ? 1 + depthOfKnown(inside, rest) : 0;
}

/** Adds undocumented properties to an object of the API: inside known objects, they stand beside the members that the schema contains. */
export function addUndocumented(known: KnownNames, body: MutableJsonObject, values: JsonObject): void {
  for (const [key, value] of Object.entries(values)) {
    const [inside, held] = [known.inside.get(key), own(body, key)];
    if (!inside || !isObject(value) || held === undefined) put(body, key, value);
    else if (isObject(held)) {
      const whole: MutableJsonObject = { ...held };
      addUndocumented(inside, whole, value);
      put(body, key, whole);
    } else if (!Object.values(value).every((item) => item === null)) put(body, key, value);
  }
}

/** A name that cannot be declared as undocumented: its path in the API's names, and the reason as the end of a message. */
interface Refusal {
  readonly path: Path;
  readonly says: string;
}

/** The names in a declared document that cannot be declared as undocumented. */
export function refusalsIn({ atTop }: DocumentField, values: JsonObject): readonly Refusal[] {
  return atTop ? refusalsBelow(atTop, values, [], []) : [];
}

/** @param above the path of the values in the API's names @param names the same path as arguments */
function refusalsBelow(known: KnownNames, values: JsonObject, above: Path, names: Path): readonly Refusal[] {
  return Object.entries(values).flatMap(([key, value]): readonly Refusal[] => {
    const [path, typed, inside] = [[...above, key], known.typed.get(key), known.inside.get(key)];
    if (inside && value === unknownValue) return [];
    if (inside && isObject(value)) return refusalsBelow(inside, value, path, [...names, typed ?? key]);
    if (typed !== undefined) {
      const says = `is known to this version. Declare \`${[...names, typed].join(".")}\` instead: \`${undocumented}\` accepts only properties that this version does not know`;
      return [{ path, says }];
    }
    if (!known.ofService.has(key)) return [];
    return [{ path, says: "cannot be declared: the service sets it, or another resource type manages it" }];
  });
}

/** The paths of null values in an object, at any depth outside of arrays. */
export function nullsIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (value === null) return [path];
  if (typeof value !== "object" || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => nullsIn(item as Json, [...path, key]));
}
