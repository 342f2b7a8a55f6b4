import type { Json, JsonObject, Path, Pattern } from "./json.ts";
import type { Documented } from "./secrecy/by-path.ts";
import type { SystemObjects } from "./system-objects.ts";

/**
 * How a property that was removed from the program is reset to the value of a new object.
 *
 * - `null`: null is sent.
 * - `default`: the API's documented default is sent.
 * - `like`: the value of another property is sent, or a list with only this value.
 * - `drop`: the property is left out when its parent object is sent.
 * - `properties`: each declared property of the object is reset by its own rule.
 * - `release`: the API cannot clear the property, so its value stays and is no longer managed.
 */
export type Clear =
  | { readonly how: "null" | "drop" | "properties" | "release" }
  | { readonly how: "default"; readonly value: Json }
  | { readonly how: "like"; readonly property: string; readonly as: "value" | "list" };

/**
 * How the API returns a written value.
 *
 * - `verbatim`: as it was sent. Default.
 * - `sometimes`: as it was sent, or not at all. If the response lacks the value, the tenant can still have one.
 * - `never`: not at all, or not in a comparable form (write-only). `hint` names a sibling property in the response that changes whenever the value
 *   changes. An empty name stands for the path of the value itself: there, the response has a substitute for the value, such as a ciphertext.
 */
export interface ReadsBack {
  readonly how: "verbatim" | "sometimes" | "never";
  readonly hint?: string;
  /** The hint changes with every write of the object, so a write that does not send the value changes the hint, too. */
  readonly isOfObject?: true;
  /** The hint is also accepted in place of the value, so an update of other values sends back the tenant's hint. */
  readonly isSentBack?: true;
}

/** The effect of a property that puts other properties into force. */
export interface Activation {
  /** The value of the property with which the others are in force. */
  readonly on: Json;
  /** The other properties: their names beside the property. */
  readonly content: readonly string[];
}

/** The relation of a property to another form of the same value at the tenant. */
export interface SameAs {
  /** The name of the other property, beside this one. */
  readonly property: string;
  /** The number of this property that equals 1 of the other one. Absent: no value of this property equals one of the other. */
  readonly times?: number;
}

interface Common extends Hints {
  readonly unordered?: never;
  /** The API's name. Default: the argument's name in snake_case. */
  readonly wire?: string;
  /** Required in a program; for a computed property: present in every response. */
  readonly required?: true;
  /** An identity property: a change replaces the object. An update never sends it. */
  readonly forceNew?: true;
  readonly secret?: true;
  /** Not secret, although the name looks like a secret's. */
  readonly notSecret?: true;
  /** The value is a URL to which the service sends data. It is secret if its path has a random part. */
  readonly receiver?: true;
  /**
   * Set for a switch: with some of its values, other properties are in force. A run that turns the switch on also sends all declared values of these
   * properties, and is refused if another client has set an undeclared one.
   */
  readonly activates?: readonly Activation[];
  /** Another property beside this one with which the tenant has the same value. */
  readonly sameAs?: SameAs;
  /**
   * The value that the service itself sets when the object fails, such as the status of a stream whose receiver fails. It is an outage, not drift: a
   * refresh warns of it, and keeps the last known value, so that no run hides the outage by a restart. Only for a top-level property.
   */
  readonly outage?: string;
  /** Set by the service only; never sent. */
  readonly computed?: true;
  /** The service chooses a value for a new object if the program declares none. */
  readonly chosen?: true;
  /** The service changes it with every edit of the object. A refresh reports such a change only together with changes of other properties. */
  readonly volatile?: true;
  /** No update can change it, so a change of the declared value replaces the object. If the property is undeclared, it is not managed. */
  readonly forceNewIfDeclared?: true;
  /** See {@link PathRules.createOnly}. In an element of a list: no update can change the value of an existing element. */
  readonly createOnly?: CreateOnly;
  /**
   * The meta-argument with which a program asks for a value that the service generates: if it is true and the program declares no value, the
   * outputs contain the generated value.
   */
  readonly shownBy?: string;
  /** Read and written by separate requests, after those for the object; never part of the object's body. */
  readonly subresource?: true;
  /** A creation cannot set the value, so a second request sets it. */
  readonly setAfterCreation?: true;
  /**
   * A change of the value makes the service do something once, as the last request of an update, and the API does not have the value. If the update fails
   * in part, the state keeps the value of the last finished act, so that a program with this value has nothing to do.
   */
  readonly startsAct?: true;
  /** Default: `drop`. */
  readonly clear?: Clear;
  /** Default: `verbatim`. */
  readonly reads?: ReadsBack;
  /** The value that the property has if a response lacks the property. */
  readonly absent?: Json;
  /**
   * The value that the service gives to a new object if the program declares none. Default: the value to which the property is reset, or else `absent`.
   */
  readonly initial?: Json;
}

/** A string. Lengths count characters (code points). */
export interface StringField extends Common {
  readonly kind: "string";
  readonly min?: number;
  readonly max?: number;
  /** A regular expression (source), and the requirement in words. */
  readonly pattern?: { readonly source: string; readonly says: string };
  /** The values that the service documents. Other values are accepted, with a warning. */
  readonly oneOf?: readonly string[];
  /** URLs and URNs count as documented values, in addition to `oneOf`. */
  readonly orUri?: true;
  /** The value is write-only: the state contains a keyed hash in its place. */
  readonly sealed?: true;
  /** A number is accepted and converted to text. */
  readonly orNumber?: true;
  /** The prefix of ids, if the value is the id of another object. A text without it is probably a name, and causes only a warning. */
  readonly idPrefix?: string;
}

/** Whether a text is one of the values that the service documents. Always true for a property without a list of documented values. */
export function isDocumented({ oneOf, orUri }: StringField, text: string): boolean {
  return oneOf === undefined || oneOf.includes(text) || (orUri === true && /^(https?|urn):/.test(text));
}

/** A whole number from `min` to `max`, both included. */
export interface IntegerField extends Common {
  readonly kind: "integer";
  /** If true, the field also accepts numbers with a fractional part. */
  readonly fractions?: true;
  readonly min: number;
  readonly max: number;
}

/** A boolean. */
export interface BooleanField extends Common {
  readonly kind: "boolean";
}

/** An object with known properties. The API replaces it as a whole, so an update that declares only a part reads the object first. */
export interface ObjectField extends Common {
  readonly kind: "object";
  readonly fields: Fields;
  /** Converts the object to and from the API's arrangement of its properties, if that differs. Both forms have the API's names. */
  readonly onWire?: { toWire(object: JsonObject): JsonObject; fromWire(object: JsonObject): JsonObject };
  /** The API keeps properties that an update does not send, so an update sends only the changed ones. */
  readonly merges?: true;
  /** The property that identifies the object: if it changes, an update sends the object exactly as declared, without the tenant's other values. */
  readonly replacedWith?: string;
  /** The property of the parent object whose change makes the service remove this object. */
  readonly removedWith?: string;
  /** Every write of the parent object can remove the values that it does not send of this object, so every write sends the declared ones. */
  readonly replacedAlways?: true;
  /**
   * Responses to tokens without `scope` omit the object and the properties `others` (API names). If a response contains one of `others`, the token
   * has the scope. If the object is missing in such a response, the tenant does not have it.
   */
  readonly withheld?: { readonly scope: string; readonly others: readonly string[] };
}

/** An ordered array, compared as one value. */
export interface ListField extends Common {
  readonly kind: "list";
  readonly item: Field;
  /** Extracts the array from the API's value, if that is not an array. Only for a computed list. */
  readonly onWire?: { fromWire(value: Json): Json };
  readonly min?: number;
  readonly max?: number;
  /** The property of the elements that no update can change: if its declared value changes, the object is replaced. */
  readonly fixedBy?: string;
  /** Whether no two elements are equal. Default: two can be. */
  readonly distinct?: true;
  /** The property of the elements of which no two elements of an array have the same value. */
  readonly uniqueBy?: string;
  /** A property of the elements. The record stores its declared values, because a deletion removes only the declared elements. */
  readonly remembered?: string;
  /**
   * Whether the array is exclusive, see {@link Exclusive}. Unlike a set, an array that is not exclusive is one leaf, because its order is declared: it has
   * the declared elements only, by their `remembered` property. Default: always exclusive.
   */
  readonly exclusive?: Exclusive;
}

/**
 * Whether a collection is exclusive. Updates remove undeclared members from an exclusive collection. In a collection that is not exclusive, each
 * declared member is a leaf, and undeclared members stay. `false`: the collection is never exclusive. Otherwise the named argument decides.
 */
export type Exclusive = false | { readonly argument: string; readonly default: boolean };

/** An unordered array of unique strings. */
export interface SetField extends Common {
  readonly kind: "set";
  /** Default: always exclusive. */
  readonly exclusive?: Exclusive;
  readonly item: StringField;
  readonly min?: number;
  readonly max?: number;
  /** The record stores the declared elements, because a deletion removes only these. */
  readonly remembered?: true;
  /**
   * In the API, each element is wrapped in an object: the property whose name is `key` holds the element, and `constants` contains the object's other
   * properties.
   */
  readonly onWire?: { readonly key: string; readonly constants: JsonObject };
  /** Programs declare each element as an object, as the API does: `[{ id }]`. The property of the object is the key of `onWire`. */
  readonly asObjects?: true;
  /**
   * Set if the elements are names from a set or map of another object, such as the scopes of an API. `via` is this object's property that refers to
   * the other object (the set itself, if its elements have keys), `property` is the other object's set or map.
   */
  readonly namedIn?: { readonly via: string; readonly property: string };
  /**
   * Set if each element is a pair of a key and a name, which programs group by key: see `schema/program-forms.ts`. In the API, entries have the key under the
   * name `wire`. It is the value of the unique property `property` of an object of the type `type`.
   */
  readonly groupedBy?: { readonly wire: string; readonly type: string; readonly property: string };
}

/** A map in programs, an array of entries in the API: one value, compared without order. If it has an `idOf`, its keys are the ids. */
export interface MapField extends Common {
  readonly kind: "map";
  /** Default: always exclusive. */
  readonly exclusive?: Exclusive;
  /** The property of an entry that is the key. */
  readonly keyWire: string;
  /** The property of an entry that is the value. Absent if the values are objects: their properties are those of the entry, beside the key. */
  readonly valueWire?: string;
  readonly key: StringField;
  readonly value: StringField | ObjectField;
  readonly max?: number;
  /** The record stores the declared keys, because a deletion removes only these. */
  readonly remembered?: true;
  /** Values are write-only: the state contains a keyed hash of each. In place of a value, the API returns a hint that changes with the value. */
  readonly sealed?: true;
}

/** Rules for a path in a document. */
export interface PathRules {
  readonly reads?: ReadsBack;
  readonly clear?: Clear;
  /** The value is an unordered array, or a text of unordered words. */
  readonly unordered?: true;
  /** No update can change the value. If the declared value changes, the object is replaced. */
  readonly forceNewIfDeclared?: true;
  /** See `activates` of a property. The names are keys beside the path. */
  readonly activates?: readonly Activation[];
  /**
   * Only a creation can set the value, and a replacement of the object would lose too much. So a run refuses a change of the value, the preview says so,
   * and a value that was removed from the program is released.
   */
  readonly createOnly?: CreateOnly;
  /** The value that the service adds if the object around it lacks the value. */
  readonly absent?: Json;
  /** The service distinguishes an empty object from none: the object being there turns something on. Default: both are equal. */
  readonly countsIfEmpty?: true;
  /** See `initial` of a property. */
  readonly initial?: Json;
  /** For an object: the members without which the API does not accept it. For the whole document: those without which no object is created. */
  readonly needs?: readonly Need[];
  /** For an array: bounds of the number of its elements, and the maximum length of a text in it. For a number: bounds of its value. */
  readonly bounds?: { readonly min?: number; readonly max?: number; readonly ofTexts?: number };
  /** For a string, or the strings in an array: the values that the service documents. Other values are accepted, with a warning. */
  readonly oneOf?: readonly string[];
}

/** `true`: always. `once`: as soon as the object has this value. */
export type CreateOnly = true | { readonly once: Json };

/** A condition on an object in a document: at least one of its members that match the pattern has a value, or has the value `value`. */
export interface Need {
  readonly at: Pattern;
  /** Names of other members, of which one with a value is enough, too. */
  readonly or?: readonly string[];
  readonly value?: Json;
}

/** A free-form document with the API's names, unless `values` says otherwise: declared keys at any depth are managed, undeclared ones stay. */
export interface DocumentField extends Common {
  readonly kind: "document";
  /** Rules for a path in the document. `root` is the resource's object, which contains the document. */
  readonly rulesAt?: (path: Path, root: JsonObject) => PathRules;
  /** Documentation of the document's secrets; it can depend on the resource's object. Default: none, so names and values alone identify secrets. */
  readonly documented?: (root: JsonObject) => Documented;
  /** Paths of secrets that the document does not use with its current values. An empty text at such a path is not a mask. Default: none. */
  readonly unusedSecrets?: (document: JsonObject) => readonly Path[];
  /** Annotations of a path in the document. `root` is the resource's object, which contains the document. */
  readonly hints?: (path: Path, root: JsonObject) => Hints;
  /** The types of which the hints say that values in the document are ids (`idOf`). Default: none. */
  readonly idTypes?: readonly string[];
  /** A scope: responses to a token without it omit the document. So if a response lacks the document, the object can still have one. */
  readonly mayBeWithheld?: string;
  /**
   * The API keeps keys that an update does not send, and replaces the values of those that it sends: an update sends only changed keys, each as a whole,
   * and null, or the default, for removed ones.
   */
  readonly merges?: true;
  /**
   * The type of the values. Default: any. Programs name the properties of objects as arguments; names that the schema lacks stay as the API has them.
   * A set or a list in these objects has texts, and no object in it.
   */
  readonly values?: StringField | BooleanField | ObjectField;
  /** Minimum number of keys. */
  readonly min?: number;
  /** Maximum number of keys. */
  readonly max?: number;
  /**
   * Whether this stack alone writes the document, which the API replaces as a whole. Undeclared values stay in both cases; if other stacks write some of
   * them, an update verifies its write. Default: it does.
   */
  readonly exclusive?: Exclusive;
  /** The document is write-only as a whole: the state contains a keyed hash in its place. */
  readonly sealed?: true;
  /**
   * The keys are top-level properties of the object in the API, under the API's names. The document contains only names that the schema lacks: at the top,
   * and inside the objects whose properties the schema knows.
   */
  readonly atTop?: KnownNames;
}

/** The API's names of the properties of an object that the schema contains. */
export interface KnownNames {
  /** The arguments of the properties that programs can set. */
  readonly typed: ReadonlyMap<string, string>;
  /** The names that no program can set. */
  readonly ofService: ReadonlySet<string>;
  /** The names inside those properties that are objects and in which a program can declare unknown members. */
  readonly inside: ReadonlyMap<string, KnownNames>;
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

/**
 * A place to which the service sends secrets of an object: an address, or code that the service runs with the secrets. Paths are JSON pointers, in
 * which `*` matches any one key. A write that changes the place is refused as long as the tenant has secrets for it that the program does not
 * declare.
 */
export interface Destination {
  /** The properties that determine the place. */
  readonly addresses: readonly string[];
  /** The secrets, or objects and documents: every secret in these goes to the place, except {@link Schema.secretsAtRest}. */
  readonly secrets: readonly string[];
  /** Secrets within {@link secrets} that have another destination. */
  readonly except?: readonly string[];
  /**
   * The addresses are code. Code that this resource has already declared is its own: whoever adds a secret at the tenant adds it for that code. So
   * only a write that replaces other code is refused.
   */
  readonly isCode?: true;
  /** Set if objects with one of these values of a property do not have the destination. */
  readonly unless?: { readonly property: string; readonly is: readonly string[] };
}

/** Secrets that no change of another property sends to another place. */
export interface SecretsAtRest {
  /** JSON pointers of the secrets, or of objects and documents that contain them. */
  readonly secrets: readonly string[];
  /** Why, as a sentence. */
  readonly why: string;
}

/** A value of a singleton with which the service refuses properties of another singleton. */
export interface RefusedWhile {
  /** The class of the singleton with the value, for messages, and its constant id. */
  readonly type: string;
  readonly singleton: string;
  readonly property: string;
  readonly is: boolean;
  /** The refused properties. */
  readonly refused: readonly string[];
  /** What to do, as a sentence. */
  readonly advice: string;
}

/** Objects to which the service refuses a reference. */
export interface RefusedTargets {
  /** The class of the objects' resources. */
  readonly type: string;
  /**
   * Why the service refuses the reference, as words after the name of the object's resource: `has the strategy "auth0"`. Undefined if it accepts the
   * reference, or if that is not known.
   *
   * @param target the object's declared values, which can be unknown
   * @param isNew whether the run creates the object
   * @param root the declared values of the referring object, which can be unknown
   */
  why(target: JsonObject, isNew: boolean, root: JsonObject): string | undefined;
}

/** The schema of a resource type. */
export interface Schema {
  /** The type's name in messages: "resource server". */
  readonly noun: string;
  readonly fields: Fields;
  /** The places to which the service sends secrets of the object. Each secret of the schema has a destination or is at rest. */
  readonly destinations?: readonly Destination[];
  readonly secretsAtRest?: readonly SecretsAtRest[];
  /** The paths of values that the object must have although the API never returns them, as other values show. Default: none. */
  readonly hiddenIn?: (live: JsonObject) => readonly Path[];
  /** The object of another type that the service deletes together with this one: the noun of its type, and the path of its id. */
  readonly takesAlong?: { readonly noun: string; readonly id: Path };
  /**
   * Set if every tenant has the object, so that a creation adopts it even without `adopt`, and a deletion leaves it as it is. A text: the constant id
   * of the only such object. `true`: a tenant has one such object for each identity, for example for each prompt and language, and the identity is
   * the id (`login::en`). Default: objects are created and deleted, and have ids of their own.
   */
  readonly singleton?: string | true;
  /** A value of another singleton with which the service refuses properties of this one. */
  readonly refusedWhile?: RefusedWhile;
  /**
   * Properties of which an object has exactly one, such as the kinds of destinations. No update can put one in the place of another, so the object is
   * replaced if a program declares another one.
   */
  readonly variants?: readonly string[];
  /** Objects of the type that the service owns. Default: none. */
  readonly systemObjects?: SystemObjects;
  /** Arguments that control how the object is managed and are no properties of the object. */
  readonly metaArguments?: Fields;
}

/** Cache of argument names in snake_case: the conversion of each response needs all names of its schema. */
const snakeCase = new Map<string, string>();

/** The API's name of a property. */
export function wireName(argument: string, field: Field | undefined): string {
  const known = field?.wire ?? snakeCase.get(argument);
  if (known !== undefined) return known;
  const name = argument.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeCase.set(argument, name);
  return name;
}

/** The field of an element of a set whose elements are leaves. */
export const elementField: StringField = { kind: "string" };

/** The field at a path; for a path inside a document, the document itself. Elements of lists are addressed by number. */
export function fieldAt(fields: Fields, path: readonly string[]): Field | undefined {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(fields, key)) return undefined;
  const field = fields[key];
  if (rest.length === 0) return field;
  if (field?.kind === "object") return fieldAt(field.fields, rest);
  if (field?.kind === "list") return fieldAt({ item: field.item }, ["item", ...rest.slice(1)]);
  if (field?.kind === "set") return elementField;
  return field?.kind === "map" ? fieldAt({ value: field.value }, ["value", ...rest.slice(1)]) : field;
}

/** Whether a property is a document whose keys are top-level properties of the object in the API. */
export function isAtTop(field: Field | undefined): field is DocumentField & { readonly atTop: object } {
  return field?.kind === "document" && field.atTop !== undefined;
}

/** Whether a property is a document of which a program manages single keys. A sealed document is one value. */
export function isManagedByKey(field: Field | undefined): field is DocumentField {
  return field?.kind === "document" && field.sealed !== true;
}

/**
 * Whether only the response to a creation has a value of the object, such as that of a token. An existing object is then of no use without the state that
 * has the value.
 */
export function isShownOnce({ fields }: Schema): boolean {
  return Object.values(fields).some(isFromCreation);
}

/** Whether only the response to a creation has the value of a property. */
export function isFromCreation({ computed, reads }: Field): boolean {
  return computed === true && reads?.how === "never";
}

/** The names of the properties whose change replaces the object. */
export function identityOf(schema: Schema): readonly string[] {
  return Object.keys(schema.fields).filter((name) => schema.fields[name]?.forceNew);
}

/** Whether the unique properties of an object never change: another value of one replaces the object. */
export function hasFixedKey(schema: Schema, uniqueBy: readonly string[]): boolean {
  return uniqueBy.every((name) => schema.fields[name]?.forceNew);
}

/** The rules for a path: those of its field, or the document's rules for a path in a document. */
export function pathRulesOf(field: Field, path: Path, root: JsonObject): PathRules {
  if (!isManagedByKey(field)) return field;
  return field.rulesAt?.(path.slice(1), root) ?? rulesOfMember(field, path.slice(1));
}

/** The rules for a path in a document whose values are objects with known properties. */
function rulesOfMember(field: Field | undefined, [name, ...rest]: Path): PathRules {
  if (name !== undefined) {
    if (field?.kind === "document") return rulesOfMember(field.values, rest);
    return field?.kind === "object" && Object.hasOwn(field.fields, name) ? rulesOfMember(field.fields[name], rest) : {};
  }
  if (field?.kind === "set") return { unordered: true, ...rulesOfMember(field.item, []) };
  if (field?.kind === "string" && field.oneOf) return { oneOf: field.oneOf };
  if (field?.kind !== "object") return {};
  const required = Object.keys(field.fields).filter((key) => field.fields[key]?.required);
  return { needs: required.map((key) => ({ at: [key] })) };
}

/** Whether only a creation can set the value at a path: always, or once the object has a certain value. Undefined if an update can set it. */
export function setOnce(field: Field, path: Path, root: JsonObject): CreateOnly | undefined {
  const { forceNewIfDeclared, createOnly } = pathRulesOf(field, path, root);
  return forceNewIfDeclared ?? createOnly;
}

/** How a value is cleared. The default, and `release` for a value that only a creation can set. */
export function clearBy({ clear, createOnly }: PathRules): Clear {
  return createOnly ? { how: "release" } : (clear ?? { how: "drop" });
}

/** The annotations of a path: those of its field, or the document's annotations for a path in a document. */
export function hintsOf(field: Field, path: Path, root: JsonObject): Hints {
  return field.kind === "document" ? (field.hints?.(path.slice(1), root) ?? {}) : field;
}

/** The types to whose objects a property can refer by their id, at any depth. */
export function idTypesIn(field: Field): readonly string[] {
  const { idOf } = field;
  return [...(idOf === undefined ? [] : [idOf]), ...below(field)];

  function below(one: Field): readonly string[] {
    if (one.kind === "object") return Object.values(one.fields).flatMap(idTypesIn);
    if (one.kind === "list") return idTypesIn(one.item);
    return one.kind === "document" ? (one.idTypes ?? []) : [];
  }
}

/** The annotations of a path; for an element of a set, those of the set. A `safeguard` also holds for everything inside its property. */
export function hintsAt(fields: Fields, path: Path, root: JsonObject): Hints {
  const field = fieldAt(fields, path);
  if (field === elementField) return hintsAt(fields, path.slice(0, -1), root);
  const hints = field ? hintsOf(field, path, root) : {};
  if (hints.safeguard !== undefined) return hints;
  const above = path.map((_, index) => fieldAt(fields, path.slice(0, index + 1)));
  const marked = above.findLast((one) => one?.safeguard !== undefined);
  if (marked?.safeguard === undefined) return hints;
  const { safeguard, weaker } = marked;
  return { ...hints, safeguard, ...(weaker !== undefined && { weaker }) };
}

/** The units of durations. */
export type DurationUnit = "milliseconds" | "seconds" | "minutes" | "hours";

/** Annotations of a value: its meaning, which the value alone does not reveal. */
export interface Hints {
  /**
   * Why the value, and everything inside it, matters for security. An import then declares the value even if it is the default of a new object, and
   * a comparison never proposes that it may differ. Rules of the baseline judge only such values, and so do warnings (`**Security**`) in comments.
   */
  readonly safeguard?: string;
  /**
   * The new values of a safeguard that weaken it: of a switch, the value; `more`: larger numbers, and further members of a set; `less`: smaller numbers,
   * and sets that lack members. Default: any other value can be weaker.
   */
  readonly weaker?: boolean | "more" | "less";
  /** Set if this version does not know the property, so that each change of its value may be weaker. */
  readonly undocumented?: true;
  /** If the value (or each element of a set, or each key of a map) is the id of an object: the object's type, a handler's name or a type of `types/outside.ts`. */
  readonly idOf?: string;
  /** If the value refers to an object by a unique property other than the id, such as `identifier`: that property, and the type's handler. */
  readonly refersTo?: { readonly type: string; readonly property: string };
  /** Objects to which the service refuses the reference. Default: it accepts all, or only the tenant knows. */
  readonly refusedTargets?: RefusedTargets;
  /** The direction of impact. True: a change of this object affects the referred object. Absent: a change of the referred object affects this one. */
  readonly affectsTarget?: true;
  /**
   * Set if the value gives rights, such as permissions or roles: an element of a set, or a switch that is true. Names this object's properties that refer
   * to the holder of the rights; the first one that has a value counts.
   */
  readonly grantsTo?: readonly [string, ...string[]];
  /**
   * Set if users can log in to the objects of the set only through an object such as this one: the property that refers to the object through which they
   * log in, or `id` for this object.
   */
  readonly opensLogin?: string;
  /** The unit of a number that is a duration. */
  readonly unit?: DurationUnit;
  /** The language of the text, as a file extension: an import writes the text to such a file. */
  readonly language?: "html" | "js" | "pem" | "xml";
}
