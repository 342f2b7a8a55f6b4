import type { Json, JsonObject } from "./json.ts";
import type { Path } from "./pointer.ts";
import type { Documented } from "./secrecy/by-path.ts";

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

interface Common extends Hints {
  readonly unordered?: never;
  /** The name on the wire, where it is not the argument's name in snake_case. */
  readonly wire?: string;
  /** A program must declare it. Of a computed one: every answer has it. */
  readonly required?: true;
  /** Part of what the object is: a change replaces the object. An update never sends it. */
  readonly forceNew?: true;
  readonly secret?: true;
  /** Its name looks secret, and its value is not. */
  readonly notSecret?: true;
  /** The service gives it, and nobody sends it. */
  readonly computed?: true;
  /** The service chooses a value for a new object that comes without one. */
  readonly chosen?: true;
  /** It changes with every edit, also of undeclared properties, so a refresh shows it only together with something else. */
  readonly volatile?: true;
  /** An update cannot change it: another declared value replaces the object. Where nothing is declared, nothing is managed. */
  readonly forceNewIfDeclared?: true;
  /**
   * The service gives one as well. Outputs have that where the meta-argument of this name is true, and the program declares none.
   */
  readonly shownBy?: string;
  /** Read and written by calls of its own, after those of the object: never part of the object's body. */
  readonly subresource?: true;
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
  /** A number counts as its text. */
  readonly orNumber?: true;
  /** It is the id of another object, and how such ids begin. The service decides, so another text is only doubted: it is probably a name. */
  readonly idPrefix?: string;
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
  /** The service keeps the members that an update does not send, so it sends those that change, and no others. */
  readonly merges?: true;
  /** The member that all others belong to: where it changes, an update sends the object exactly as declared. */
  readonly replacedWith?: string;
  /**
   * Tokens without this scope do not see it. They do not see the properties `beside` (names on the wire) either, so where one of these is
   * shown, an absent object is none.
   */
  readonly withheld?: { readonly scope: string; readonly beside: readonly string[] };
}

/** An array whose order has a meaning: one value. */
export interface ListField extends Common {
  readonly kind: "list";
  readonly item: Field;
  readonly max?: number;
  /** The member of its elements that an update cannot change: another declared one replaces the object. */
  readonly fixedBy?: string;
  /** A deletion takes back the declared elements and no others, so the record remembers this member of each. */
  readonly remembered?: string;
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
  /** On the wire each element is an object: the element as its member `key`, beside these other members. */
  readonly onWire?: { readonly key: string; readonly beside: JsonObject };
  /** They are members of a set or map of another object, `property`, to which the property `via` of this one refers. */
  readonly namedIn?: { readonly via: string; readonly property: string };
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
  /** The state has a keyed hash in place of each value. The service shows something else there, which tells of edits. */
  readonly sealed?: true;
}

/** What is special about a place in a document. */
export interface PathRules {
  readonly reads?: ReadsBack;
  readonly clear?: Clear;
  /** An array without an order, or a text of words without an order. */
  readonly unordered?: true;
  /** An update cannot change it: another declared value replaces the object. */
  readonly forceNewIfDeclared?: true;
}

/** A free-form document with the service's own names: declared keys at any depth are managed, others are not touched. */
export interface DocumentField extends Common {
  readonly kind: "document";
  /** What is special about a path in it, `root` being the whole object. */
  readonly rulesAt?: (path: Path, root: JsonObject) => PathRules;
  /** What is documented of the secrets in it, `root` being the whole object. Default: nothing, so names and values alone tell. */
  readonly documented?: (root: JsonObject) => Documented;
  /** Paths in it of secrets that it does not use as it is: an empty text there is no mask. Default: it uses all. */
  readonly unusedSecrets?: (document: JsonObject) => readonly Path[];
  /** What is to be known of a path in it, `root` being the whole object. */
  readonly hints?: (path: Path, root: JsonObject) => Hints;
  /** The scope without which the service leaves the document out of its answers: absent says nothing then. */
  readonly mayBeWithheld?: string;
  /** The service keeps the keys that an update does not send, and null takes one away: an update sends what changes. */
  readonly merges?: true;
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

/** Everything that is known about one resource type. */
export interface Schema {
  /** For people: "resource server". */
  readonly noun: string;
  readonly fields: Fields;
  /** Arguments that say how the object is managed, and are no properties of it. */
  readonly metaArguments?: Fields;
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

/** The field that a path leads to; inside a document, the document itself. An element of a list is there by its number. */
export function fieldAt(fields: Fields, path: readonly string[]): Field | undefined {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(fields, key)) return undefined;
  const field = fields[key];
  if (rest.length === 0) return field;
  if (field?.kind === "object") return fieldAt(field.fields, rest);
  if (field?.kind === "list") return fieldAt({ item: field.item }, ["item", ...rest.slice(1)]);
  if (field?.kind === "set") return elementField;
  return field?.kind === "map" ? field.value : field;
}

/** The names of the properties whose change replaces the object. */
export function identityOf(schema: Schema): readonly string[] {
  return Object.keys(schema.fields).filter((name) => schema.fields[name]?.forceNew);
}

/** What is special about a path: of a property by its field, in a document by the document's own rules. */
export function pathRulesOf(field: Field, path: Path, root: JsonObject): PathRules {
  if (field.kind !== "document") return field;
  return field.rulesAt?.(path.slice(1), root) ?? {};
}

/** What is to be known of a path: of a property by its field, in a document by the document itself. */
export function hintsOf(field: Field, path: Path, root: JsonObject): Hints {
  return field.kind === "document" ? (field.hints?.(path.slice(1), root) ?? {}) : field;
}

/** What is to be known of the place that a path leads to; of an element, what is to be known of its set. */
export function hintsAt(fields: Fields, path: Path, root: JsonObject): Hints {
  const field = fieldAt(fields, path);
  if (field === elementField) return hintsAt(fields, path.slice(0, -1), root);
  return field ? hintsOf(field, path, root) : {};
}

/** What a reader of a program wants to know of a value, and what values alone do not tell. */
export interface Hints {
  /** Why it decides about security: a program that is made of an object declares it also where a new object has the same. */
  readonly safeguard?: string;
  /** Of what its text is the id; of a set, each element: a type, by the name of its handler, or one of `definitions/outside.ts`. */
  readonly idOf?: string;
  /** Of what its text is another property, which no two of them share: `identifier` of a type, by the name of its handler. */
  readonly refersTo?: { readonly kind: string; readonly property: string };
  /**
   * The object that it refers to gets what this one gives, so a change of this one concerns that one. Without it, a change of that one
   * concerns this one.
   */
  readonly concerns?: true;
  /** What its text is, as far as editors know such texts: what the name of a file of it ends with. */
  readonly language?: "html" | "js" | "pem" | "xml";
}
