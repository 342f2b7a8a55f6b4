import fc from "fast-check";
import { referencesIn } from "../../provider/src/graph/graph.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  toPointer,
  unknownValue,
} from "../../provider/src/schema/json.ts";
import { type Field, type Fields, fieldAt } from "../../provider/src/schema/schema.ts";
import { type Target, targetOf } from "../../provider/src/state/references.ts";
import { subjects } from "./index.ts";
import { kinds } from "./kinds.ts";
import type { Subject } from "./subject.ts";

/** A property that refers to objects of another type, or of the same type. */
export interface Place {
  readonly source: Subject;
  readonly target: Subject;
  /** `#` stands for an element of a list. */
  readonly path: Path;
  /** The property of the target with the referring value. */
  readonly property: string;
  /** Whether the place is in a document, of which only programs show the form. */
  readonly isInDocument: boolean;
}

/** Programs of a type, of which each has the values of one of its laws. */
export function programsOf({ laws }: Subject): fc.Arbitrary<JsonObject> {
  return fc.constantFrom(...laws).chain(({ root, steps }) => steps.map(([step]) => ({ ...root, ...step?.program })));
}

/** All references of the definitions, and those in the documents of generated programs. */
export const places: readonly Place[] = subjects.flatMap((source) => {
  const inSchema = targetsIn(kinds[source.name].schema.fields, []);
  const known = new Set(inSchema.map(({ path }) => path.join("/")));
  const inPrograms = fc.sample(programsOf(source), { numRuns: 60, seed: 1 }).flatMap((program) =>
    referencesIn(source.name, program)
      .map(({ path, ...target }) => ({ ...target, path: general(path) }))
      .filter(({ path }) => !known.has(path.join("/"))),
  );
  const byPath = new Map([...inSchema, ...inPrograms].map((one) => [one.path.join("/"), one]));
  return [...byPath].flatMap(([at, { type, property, path }]): Place[] => {
    const target = subjects.find(({ name }) => name === type);
    return target ? [{ source, target, path, property, isInDocument: !known.has(at) }] : [];
  });
});

function general(path: Path): Path {
  return path.map((key) => (/^\d+$/.test(key) ? "#" : key));
}

function targetsIn(fields: Fields, above: Path): readonly (Target & { readonly path: Path })[] {
  return Object.entries(fields).flatMap(([name, field]) => targetsBelow(field, [...above, name]));
}

function targetsBelow(field: Field, path: Path): readonly (Target & { readonly path: Path })[] {
  const target = targetOf(field, path, {});
  if (target) return [{ ...target, path }];
  if (field.kind === "list") return targetsBelow(field.item, [...path, "#"]);
  return field.kind === "object" ? targetsIn(field.fields, path) : [];
}

/** The field of a place; undefined in a document. */
export function fieldOf({ source, path, isInDocument }: Place): Field | undefined {
  return isInDocument ? undefined : fieldAt(kinds[source.name].schema.fields, path);
}

/** A program whose value at a place refers to an object. */
export function referring({ source, path, isInDocument }: Place, program: JsonObject, value: Json): JsonObject {
  const { fields, variants = [] } = kinds[source.name].schema;
  const [top = ""] = path;
  const others = variants.includes(top) ? variants.filter((name) => name !== top) : [];
  const base = Object.fromEntries(Object.entries(program).filter(([name]) => !others.includes(name)));
  if (!isInDocument) return withValue(fields, base, path, value);
  const found = referencesIn(source.name, program).find((one) => general(one.path).join("/") === path.join("/"));
  return found ? (replaced(program, found.path, value) as JsonObject) : program;
}

function replaced(value: Json | undefined, [key, ...rest]: Path, by: Json): Json {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? replaced(item, rest, by) : item));
  return { ...(isObject(value) && value), [key]: replaced(own(value, key), rest, by) };
}

/** The object with a value at a path, and with the members that the objects on the way need. */
function withValue(fields: Fields, object: JsonObject, [name = "", ...rest]: Path, value: Json): JsonObject {
  const field = fields[name];
  return field ? { ...object, [name]: valueIn(field, own(object, name), rest, value) } : object;
}

function valueIn(field: Field, before: Json | undefined, path: Path, value: Json): Json {
  if (field.kind === "object") {
    const base = isObject(before) ? before : (least(field) as JsonObject);
    return withValue(field.fields, base, path, value);
  }
  if (field.kind === "list") {
    const [first, ...others]: readonly (Json | undefined)[] = Array.isArray(before) ? before : [];
    return [valueIn(field.item, first, path.slice(1), value), ...others.filter((one) => one !== undefined)];
  }
  if (field.kind === "map") {
    const entry = isObject(before) ? Object.values(before)[0] : undefined;
    return value === unknownValue ? value : { [String(value)]: entry ?? least(field.value) };
  }
  if (field.kind !== "set") return value;
  if (field.groupedBy) {
    const names = isObject(before) ? Object.values(before)[0] : undefined;
    return value === unknownValue ? value : { [String(value)]: names ?? ["read"] };
  }
  const element = field.asObjects && field.onWire ? { [field.onWire.key]: value } : value;
  return [element, ...(Array.isArray(before) ? before.slice(1) : [])];
}

/** A small value that a property accepts, with the members that it needs. */
function least(field: Field): Json {
  switch (field.kind) {
    case "string":
      return field.oneOf?.[0] ?? `${field.idPrefix ?? ""}${"x".repeat(Math.max(field.min ?? 1, 1))}`;
    case "integer":
      return field.min;
    case "boolean":
      return true;
    case "object":
      return Object.fromEntries(
        Object.entries(field.fields).flatMap(([name, one]) => (one.required ? [[name, least(one)]] : [])),
      );
    case "list":
    case "set":
      return Array.from({ length: field.min ?? (field.kind === "set" ? 1 : 0) }, () => least(field.item));
    default:
      return {};
  }
}

/** A program without the value at a place, as far as it need not have one. */
export function withoutReference({ source, path }: Place, program: JsonObject): JsonObject | undefined {
  const [name = ""] = path;
  const field = kinds[source.name].schema.fields[name];
  if (field?.required) return undefined;
  const { [name]: _, ...others } = program;
  return others;
}

/** The path (JSON pointer) of the first value at a place. */
export function pathOfFirst(path: Path): string {
  return toPointer(path.map((key) => (key === "#" ? "0" : key)));
}
