import type { Json, JsonObject } from "./json.ts";
import type { Path } from "./pointer.ts";

/**
 * How a property goes back to what a fresh create would have given, once a program declares it no more.
 *
 * - `null`: the service takes null for it.
 * - `default`: the service's documented default is written.
 * - `like`: the value of another property, or a list of just that, is written.
 * - `drop`: it is left out when the object that holds it is sent.
 * - `members`: each declared member by its own rule.
 * - `release`: the service cannot clear it, so it stays as it is and is managed no more.
 */
export type Clear =
  | { readonly how: "null" | "drop" | "members" | "release" }
  | { readonly how: "default"; readonly value: Json }
  | { readonly how: "like"; readonly property: string; readonly as: "value" | "list" };

/**
 * How a value that was written comes back.
 *
 * - `verbatim`: as it was sent. Default.
 * - `sometimes`: as it was sent or not at all. Absence says nothing.
 * - `never`: not at all, or not in a form that can be compared. `hint` names a sibling in the answer that changes with
 *   it. An empty name means the value's own place, where the service shows something else, such as a ciphertext.
 */
export interface ReadsBack {
  readonly how: "verbatim" | "sometimes" | "never";
  readonly hint?: string;
}

interface Common {
  readonly unordered?: never;
  /** The name on the wire, where it is not the argument's name in snake_case. */
  readonly wire?: string;
  readonly required?: true;
  /** Part of what the object is: a change replaces the object. An update never sends it. */
  readonly identity?: true;
  readonly secret?: true;
  /** The service gives it, and nobody sends it. */
  readonly computed?: true;
  /** The service chooses a value for a new object that comes without one. */
  readonly chosen?: true;
  /** It changes with every edit, also of undeclared properties, so a refresh shows it only together with something else. */
  readonly volatile?: true;
  /** Read and written by calls of its own, after those of the object: never part of the object's body. */
  readonly apart?: true;
  /** Default: `drop`. */
  readonly clear?: Clear;
  /** Default: `verbatim`. */
  readonly reads?: ReadsBack;
  /** What it means when the service answers without the property. */
  readonly absent?: Json;
}

/** A string. Lengths count characters (code points). */
export interface StringField extends Common {
  readonly kind: "string";
  readonly min?: number;
  readonly max?: number;
  /** A regular expression (source), and what it asks for in words. */
  readonly pattern?: { readonly source: string; readonly says: string };
  readonly oneOf?: readonly string[];
}

/** A whole number within bounds, both included. */
export interface IntegerField extends Common {
  readonly kind: "integer";
  readonly min: number;
  readonly max: number;
}

/** true or false. */
export interface BooleanField extends Common {
  readonly kind: "boolean";
}

/** An object with known members. The service replaces it whole, so an update that declares only a part reads first. */
export interface ObjectField extends Common {
  readonly kind: "object";
  readonly fields: Fields;
  /** The member that all others belong to: where it changes, an update sends the object exactly as declared. */
  readonly replacedWith?: string;
}

/** An array whose order has a meaning: one value. */
export interface ListField extends Common {
  readonly kind: "list";
  readonly item: Field;
  readonly max?: number;
}

/**
 * Whether the declared members of a collection are all that there may be: never, or as the argument of that name says.
 * Where they are not, every declared member is a path of its own, and the members of others are not touched.
 */
export type Exclusive = false | { readonly argument: string; readonly default: boolean };

/** An array of unique strings without an order. */
export interface SetField extends Common {
  readonly kind: "set";
  /** Default: always. */
  readonly exclusive?: Exclusive;
  readonly item: StringField;
  readonly max?: number;
  /** A deletion takes back the declared elements and no others, so the record remembers them. */
  readonly remembered?: true;
}

/** A map in programs, an array of `{ [keyWire], [valueWire] }` on the wire: one value, compared without order. */
export interface MapField extends Common {
  readonly kind: "map";
  /** Default: always. */
  readonly exclusive?: Exclusive;
  readonly keyWire: string;
  readonly valueWire: string;
  readonly key: StringField;
  readonly value: StringField;
  readonly max?: number;
}

/** The path of a place in a document; `*` stands for any one key. */
export type Pattern = Path;

/** What is special about a place in a document. */
export interface Place {
  readonly reads?: ReadsBack;
  readonly clear?: Clear;
  readonly secret?: true;
  /** An array without an order, or a text of words without an order. */
  readonly unordered?: true;
}

/** A free-form document with the service's own names: declared keys at any depth are managed, others are not touched. */
export interface DocumentField extends Common {
  readonly kind: "document";
  /** What is special about a path in it, `root` being the whole object. */
  readonly place?: (path: Path, root: JsonObject) => Place;
  /** Where something secret stands in it: the value at such a place, with all that lies beneath it. */
  readonly secrets?: readonly Pattern[];
  /** The service leaves the document out of its answers where a permission is missing: absent says nothing then. */
  readonly mayBeWithheld?: true;
  /** What its values must be. Default: anything. */
  readonly values?: StringField;
  /** How many keys it may have. */
  readonly max?: number;
}

/** One property of an object of the tenant. */
export type Field =
  | StringField
  | IntegerField
  | BooleanField
  | ObjectField
  | ListField
  | SetField
  | MapField
  | DocumentField;

/** Properties by argument name. */
export interface Fields {
  readonly [argument: string]: Field;
}

/** Everything that is known about one kind of object. */
export interface Table {
  /** For people: "resource server". */
  readonly noun: string;
  readonly fields: Fields;
  /** Arguments that say how the object is managed, and are no properties of it. */
  readonly steering?: Fields;
}

/** Names of programs in snake_case. Every answer asks for all names of its table. */
const snakeCase = new Map<string, string>();

/** The name of a property on the wire. */
export function wireName(argument: string, field: Field | undefined): string {
  const known = field?.wire ?? snakeCase.get(argument);
  if (known !== undefined) return known;
  const name = argument.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeCase.set(argument, name);
  return name;
}

/** One element of a set, where each element is a path of its own. */
export const elementField: StringField = { kind: "string" };

/** The field that a path leads to; inside a document, the document itself. */
export function fieldAt(fields: Fields, path: readonly string[]): Field | undefined {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(fields, key)) return undefined;
  const field = fields[key];
  if (rest.length === 0) return field;
  if (field?.kind === "object") return fieldAt(field.fields, rest);
  if (field?.kind === "set") return elementField;
  return field?.kind === "map" ? field.value : field;
}

/** The names of the properties whose change replaces the object. */
export function identityOf(table: Table): readonly string[] {
  return Object.keys(table.fields).filter((name) => table.fields[name]?.identity);
}

/** What is special about a path: of a property by its field, in a document by the document's own rules. */
export function placeOf(field: Field, path: Path, root: JsonObject): Place {
  if (field.kind !== "document") return field;
  const inside = path.slice(1);
  const isSecret = field.secrets?.some((pattern) => covers(pattern, inside));
  return { ...field.place?.(inside, root), ...(isSecret && { secret: true }) };
}

/** Whether a pattern leads to a path or to something above it. */
export function covers(pattern: Pattern, path: Path): boolean {
  return pattern.length <= path.length && pattern.every((key, index) => key === "*" || key === path[index]);
}

/** Whether a pattern leads to a path. */
export function matches(pattern: Pattern, path: Path): boolean {
  return pattern.length === path.length && covers(pattern, path);
}

/** Where something secret can stand in an object. */
export function secretPatterns(fields: Fields): readonly Pattern[] {
  return Object.entries(fields).flatMap(([name, field]) => secretsOf(field).map((pattern) => [name, ...pattern]));
}

/** The same in a property. */
export function secretsOf(field: Field): readonly Pattern[] {
  if (field.secret) return [[]];
  if (field.kind === "object") return secretPatterns(field.fields);
  return (field.kind === "document" && field.secrets) || [];
}
