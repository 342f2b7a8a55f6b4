import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  pointersAbove,
  signatureKey,
  stringsIn,
  toPointer,
  valueAt,
} from "../schema/json.ts";
import { secretsKey } from "../schema/provider-code.ts";
import { type Field, type Fields, wireName } from "../schema/schema.ts";
import {
  alwaysSecret,
  type Documented,
  nothingDocumented,
  plainText,
  receiverUrl,
  type Secrecy,
  secrecyOfDocument,
  secrecyOfElement,
  secrecyOfMembers,
} from "../schema/secrecy/by-path.ts";
import { type Finding, holdsMask, isUnset, notShown, secretsIn, textsOf } from "../schema/secrecy/find.ts";
import { Draft } from "./leaves.ts";

const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Wraps a value as a secret of the engine. The engine encrypts it in the state and displays `[secret]`. */
export function secretEnvelope(value: Json): JsonObject {
  return { [signatureKey]: secretSignature, value };
}

/** Replaces each secret envelope in a value with the result of `change`. An envelope stays if the result is undefined. */
export function mapSecrets<T extends Json>(root: T, change: (envelope: JsonObject) => Json | undefined): T {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const changed = Object.hasOwn(value, signatureKey) ? change(value) : undefined;
    if (changed !== undefined) return changed;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
  };
  return walk(root) as T;
}

/** A copy of the properties in which each secret envelope is replaced with its value. */
export function inPlain(props: JsonObject): JsonObject {
  return mapSecrets(props, (envelope) => own(envelope, "value") ?? null);
}

/** The paths in {@link secretsKey}: values that the program marked as secret and, after a check, values that look like secrets. */
export function markedSecrets(props: JsonObject): readonly Path[] {
  return stringsIn(own(props, secretsKey)).map(fromPointer);
}

/** Whether the program marked a property, or a part of it, as secret. */
export function isMarked(props: JsonObject, name: string): boolean {
  return markedSecrets(props).some((path) => path[0] === name);
}

/** Cached results of {@link secretHolders}: each resource's values are searched for secrets several times. */
const holders = new WeakMap<Fields, Fields>();

/** The properties that are secret or can contain secrets. Any document can, unless the schema says otherwise. */
export function secretHolders(fields: Fields): Fields {
  const known = holders.get(fields);
  if (known) return known;
  const found = Object.fromEntries(Object.entries(fields).filter(([, field]) => holdsSecrets(field)));
  holders.set(fields, found);
  return found;
}

function holdsSecrets(field: Field): boolean {
  if (field.kind === "object") return Object.keys(secretHolders(field.fields)).length > 0;
  return isOpenDocument(field) || field.secret === true;
}

/** Whether a property is a document, or a list of documents, that can contain secrets. */
function isOpenDocument(field: Field | undefined): boolean {
  if (field?.kind === "list") return isOpenDocument(field.item);
  return field?.kind === "document" && !field.notSecret;
}

/**
 * The rules that find an object's secrets: properties that the schema marks as secret, secrets within documents, and any other text that is a
 * URL with a secret or a private key.
 */
export function secrecyOfFields(fields: Fields, root: JsonObject): Secrecy {
  return secrecyOfMembers((name) => (Object.hasOwn(fields, name) ? secrecyOfField(fields[name], root) : undefined));
}

function secrecyOfField(field: Field | undefined, root: JsonObject): Secrecy | undefined {
  if (field?.secret) return alwaysSecret;
  if (field?.kind === "object") return secrecyOfFields(field.fields, root);
  if (field?.kind === "document" && !field.notSecret)
    return secrecyOfDocument(field.documented?.(root) ?? nothingDocumented);
  if (field?.kind === "list" && isOpenDocument(field)) return secrecyOfElement;
  if (field?.receiver) return receiverUrl;
  return field?.kind === "boolean" || field?.kind === "integer" ? undefined : plainText;
}

/** The secrets of an object, with the evidence that they are secret. */
export function findingsIn(fields: Fields, args: JsonObject): readonly Finding[] {
  return secretsIn(args, secrecyOfFields(fields, args));
}

/** The paths of present secret values: those documented as secret, those that look like secrets, and those that the program `marked`. */
export function secretPaths(fields: Fields, args: JsonObject, marked: readonly Path[] = []): readonly Path[] {
  const found = secretsIn(args, secrecyOfFields(fields, args)).map(({ path }) => path);
  const present = [...found, ...marked].flatMap((path) => {
    const holder = holderOf(args, path);
    return holder ? [[toPointer(holder), holder] as const] : [];
  });
  const all = new Map(present);
  // An envelope around a value also covers the values within it.
  return [...all.values()].filter((path) => !pointersAbove(path).some((pointer) => all.has(pointer)));
}

/** The path itself, or the path of the array that contains it: a secret in an array makes the whole array secret. */
function holderOf(args: JsonObject, path: Path): Path | undefined {
  for (let length = 1; length <= path.length; length++) {
    const above = path.slice(0, length);
    const value = valueAt(args, above);
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) return above;
  }
  return path;
}

/** Wraps every secret value of an object as a secret of the engine, whether or not the program marked it. */
export function wrapSecrets(fields: Fields, args: JsonObject, marked: readonly Path[] = []): JsonObject {
  const wrapped = new Draft(args);
  for (const path of secretPaths(fields, args, marked)) {
    const value = valueAt(args, path);
    if (value !== undefined) wrapped.put(path, secretEnvelope(value));
  }
  return wrapped.root;
}

/**
 * Replaces masked secrets of a read object with {@link notShown}. An array that contains a mask is replaced as a whole. Every object that is
 * read passes through this function, so no other code has to recognize masks.
 */
export function hideMasks(fields: Fields, live: JsonObject): JsonObject {
  // Sealed maps are skipped: the service returns times instead of masks.
  const holders = Object.entries(secretHolders(fields)).filter(([, field]) => !(field.kind === "map" && field.sealed));
  const masked = new Set(holders.map(([name]) => name).filter((name) => holdsMask(own(live, name))));
  if (masked.size === 0) return live;
  const isMeant = (place: Path) => masked.has(place[0] ?? "") && !isUnused(fields, place, live);
  return withoutMasks(live, secrecyOfFields(fields, live), isMeant);
}

/** Whether the value at a path is the empty text of a secret that the object does not use. Such a text is not a mask. */
function isUnused(fields: Fields, [name = "", ...inside]: Path, live: JsonObject): boolean {
  const [field, document] = [fields[name], own(live, name)];
  if (field?.kind !== "document" || !isObject(document) || valueAt(document, inside) !== "") return false;
  const unused = field.unusedSecrets?.(document) ?? [];
  return unused.some((path) => toPointer(path) === toPointer(inside));
}

/**
 * Replaces masked secrets of a response with {@link notShown}, in properties that the schema does not contain, too: names and values alone identify
 * the secrets. The schema only excludes properties that look secret by their name but are not.
 */
export function hideMasksByName(answer: JsonObject, fields: Fields): JsonObject {
  return holdsMask(answer) ? withoutMasks(answer, secrecyOfDocument(plainNamesOf(fields)), () => true) : answer;
}

/** Cache of the results of {@link plainNamesOf}. */
const plainNames = new WeakMap<Fields, Documented>();

function plainNamesOf(fields: Fields): Documented {
  const known = plainNames.get(fields) ?? { ...nothingDocumented, plain: plainPathsIn(fields, []) };
  plainNames.set(fields, known);
  return known;
}

/** The paths of properties that look secret but are not, under the API's names. */
function plainPathsIn(fields: Fields, above: Path): readonly Path[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, wireName(name, field)];
    const inside = field.kind === "object" ? plainPathsIn(field.fields, path) : [];
    return field.notSecret ? [path, ...inside] : inside;
  });
}

/**
 * The secrecy of a request's body, under the API's names: the properties that the schema contains are secret only if it says so. Names and values alone
 * identify secrets in documents, and among the properties that the schema does not contain.
 *
 * @param plain further paths that look secret but are not
 */
export function secrecyOfBody(fields: Fields, plain: readonly Path[] = []): Secrecy {
  return secrecyOfDocument({ ...nothingDocumented, plain: [...plain, ...plainOnWire(fields, [])] });
}

function plainOnWire(fields: Fields, above: Path): readonly Path[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, wireName(name, field)];
    if (field.kind === "object") return [path, ...plainOnWire(field.fields, path)];
    return field.secret || isOpenDocument(field) ? [] : [path];
  });
}

function withoutMasks(live: JsonObject, secrecy: Secrecy, isMeant: (place: Path) => boolean): JsonObject {
  const shown = new Draft(live);
  const places = secretsIn(live, secrecy).flatMap(({ path, value }) => masksIn(value, path));
  for (const place of places) {
    const holder = valueAt(live, place.slice(0, -1));
    const isEmpty = isObject(holder) && isUnset(place.at(-1) ?? "", holder);
    if (!isEmpty && isMeant(place)) shown.put(holderOf(live, place) ?? place, notShown);
  }
  return shown.root;
}

/** The paths of masks within a secret value. */
function masksIn(value: Json, path: Path): readonly Path[] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => masksIn(item, [...path, key]));
  return holdsMask(value) ? [path] : [];
}

/** The paths in a value that contain {@link notShown}. */
export function hiddenIn(value: Json | undefined, path: Path = []): readonly Path[] {
  if (value === notShown) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => hiddenIn(item as Json, [...path, key]));
}

/** The texts and numbers of all secrets in an object, to be removed from errors that can quote them. */
export function secretTexts(fields: Fields, args: JsonObject): readonly string[] {
  return secretPaths(fields, args, markedSecrets(args)).flatMap((path) => textsOf(valueAt(args, path) ?? null));
}

/** Removes secret values and documents from an object. A document can contain secrets that no rule recognizes, unless it is `notSecret`. */
export function dropSecrets(fields: Fields, args: JsonObject): JsonObject {
  const documents = Object.keys(fields).filter((name) => isOpenDocument(fields[name]));
  const paths = [...secretPaths(fields, args), ...documents.map((name) => [name])];
  const rest = new Draft(args);
  for (const path of paths) rest.remove(path);
  return rest.root;
}
