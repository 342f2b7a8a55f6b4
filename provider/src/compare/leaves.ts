import { holdsCredentials } from "../baseline/addresses.ts";
import { holdsSecretInCode, holdsSecretInEntry } from "../baseline/secret-detector.ts";
import { sanitize } from "../client/index.ts";
import { isDefault } from "../import/resource.ts";
import { keysInWords } from "../report/certificates.ts";
import { isEmptyObject, type Json, type JsonObject, own, pointersAbove, toPointer, valueAt } from "../schema/json.ts";
import { type Field, type Fields, fieldAt, hintsAt, type PathRules, pathRulesOf } from "../schema/schema.ts";
import { looksSecret } from "../schema/secrecy/by-path.ts";
import { isSecretText, notShown } from "../schema/secrecy/find.ts";
import { isCollection, type Leaf, leavesOf } from "../state/leaves.ts";
import { markedSecrets, secretPaths } from "../state/secrets.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import type { ExistingObject } from "../types/tenant-object.ts";
import { tools } from "../types/tools.made.ts";

/** A leaf of an object, with the facts that its comparison needs. */
export interface ComparedLeaf extends Leaf {
  readonly place: PathRules;
  /** Whether the value of a secret could be read: the API may return none, or only a ciphertext. Absent if the leaf is not a secret. */
  readonly secret?: "readable" | "hidden";
  /** Why the value matters for security, if it does. */
  readonly safeguard?: string | undefined;
}

/** The leaves of an object to compare, by JSON pointer. Empty values, and values that the service computes or generates, are left out. */
export function comparedLeaves({ type, properties }: ExistingObject): ReadonlyMap<string, ComparedLeaf> {
  const { schema } = resourceTypes[type];
  const { importRules: rules = {} } = tools[type];
  const { fields } = schema;
  const live = { ...rules.implied, ...properties };
  const secrets = secretPaths(fields, live, markedSecrets(live));
  const hidden = new Set(secrets.map(toPointer));
  const found = new Map<string, ComparedLeaf>();
  for (const leaf of leavesOf(fields, { ...live, ...wholeSets(fields) })) {
    const { path, pointer, field, value } = leaf;
    if (hidden.has(pointer) || pointersAbove(path).some((above) => hidden.has(above))) continue;
    const place = pathRulesOf(field, path, live);
    if (isEmpty(value) || field.volatile || place.reads?.how === "never") continue;
    if (field.kind === "document" && rules.isDerived?.(path, value, live)) continue;
    found.set(pointer, { ...leaf, place, safeguard: hintsAt(fields, path, live).safeguard });
  }
  for (const path of secrets) {
    const field = fieldAt(fields, path);
    const value = valueAt(live, path);
    if (!field || value === undefined || isEmpty(value) || isOfService(field)) continue;
    const { safeguard } = hintsAt(fields, path, live);
    const place = pathRulesOf(field, path, live);
    const isUnread = field.reads?.how === "never" || place.reads?.how === "never";
    const isWriteOnly = isUnread || (field.kind === "string" && field.sealed === true);
    const secret = !isWriteOnly && isShown(value) ? "readable" : "hidden";
    const pointer = toPointer(path);
    found.set(pointer, { path, pointer, field, value, place, secret, safeguard });
  }
  return found;
}

/** The arguments that make each collection one leaf: a member can be the id of an object, which another tenant has under another id. */
function wholeSets(fields: Fields): JsonObject {
  const shared = Object.values(fields).flatMap((field) =>
    isCollection(field) && field.exclusive ? [[field.exclusive.argument, true] as const] : [],
  );
  return Object.fromEntries(shared);
}

/** Whether it is no difference that `there` lacks a leaf of `here`: the leaf has the default value, or the API may not return the value. */
export function saysNothing(leaf: ComparedLeaf, there: ExistingObject, here: ExistingObject): boolean {
  const { path, field, value, place } = leaf;
  const [name = ""] = path;
  const top = resourceTypes[here.type].schema.fields[name];
  if (field.reads?.how === "sometimes" || place.reads?.how === "sometimes") return true;
  const isAbsent = (own(there.properties, name) ?? null) === null;
  if (isAbsent && isWithheld(top)) return true;
  const { importRules: rules = {} } = tools[here.type];
  return isDefault(field, value, path, { rules, live: here.properties });
}

/** Whether the API omits the property if the token lacks a scope. */
function isWithheld(field: Field | undefined): boolean {
  return field?.kind === "document"
    ? field.mayBeWithheld !== undefined
    : field?.kind === "object" && Boolean(field.withheld);
}

/** Whether the service generates the secret, so that two tenants always have different ones. */
function isOfService(field: Field): boolean {
  return field.chosen === true || field.shownBy !== undefined || field.computed === true;
}

/** Whether a value has the same effect as an absent value. */
function isEmpty(value: Json): boolean {
  return value === null || value === "" || isEmptyObject(value) || (Array.isArray(value) && value.length === 0);
}

function isShown(value: Json): boolean {
  if (value === notShown) return false;
  return typeof value !== "object" || value === null || Object.values(value).every((item) => isShown(item as Json));
}

/*
 * The functions below mask secrets within other values: code, URLs and metadata. Values that are secret as a whole are never passed to them,
 * because reports never contain such values.
 */

/** The mask of a secret that both sides have. */
const shared = "[secret]";

/** A function that returns the mask for a secret. */
type Mask = (secret: string) => string;

/** Whether a text contains a masked secret. */
export function isMasked(text: string): boolean {
  return /\[secret(?: of [^\]]*)?\]/.test(text);
}

/** A copy of a text, with everything masked that looks like a secret. */
export function withoutSecrets(text: string): string {
  return maskedText(text, "", () => shared);
}

/**
 * The two values of a difference, with everything masked that looks like a secret. The mask of a secret that only one side has names the side, so
 * that the report still shows where the values differ.
 *
 * @param path the path of the values, in the CLI's notation
 */
export function withoutSecretsOfBoth<T extends Json | undefined>(
  values: readonly [T, T],
  path: string,
  sides: readonly [string, string],
): readonly [T, T] {
  const name = lastNameIn(path);
  const found = values.map((value) => {
    const all = new Set<string>();
    maskedValue(value ?? null, name, (secret) => {
      all.add(secret);
      return shared;
    });
    return all;
  });
  if (found.every(({ size }) => size === 0)) return values;
  const shown = (isShared: (secret: string) => boolean) =>
    values.map((value, index) => {
      const own = `[secret of ${sanitize(sides[index] ?? "", 100)}]`;
      return value === undefined ? value : maskedValue(value, name, (secret) => (isShared(secret) ? shared : own));
    }) as unknown as readonly [T, T];
  const result = shown((secret) => found.every((all) => all.has(secret)));
  // If values differ only in the order of their secrets, equal masks would hide the difference. Each mask then names its side.
  return JSON.stringify(result[0]) === JSON.stringify(result[1]) ? shown(() => false) : result;
}

function maskedValue(value: Json, name: string, mask: Mask): Json {
  if (typeof value === "string") return maskedText(value, name, mask);
  if (Array.isArray(value)) return value.map((item: Json) => maskedValue(item, name, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskedText(key, "", mask), maskedValue(item as Json, key, mask)]),
  );
}

/** A private key, up to its end. */
const privateKey =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;

/** The user and the password in a URL. */
const userInUrl = /(?<=:\/\/)([^\s/?#"'`]+)@/g;

/** A parameter of a URL or of a form. */
const parameter = /(?<=[?&#;])([\w.[\]-]{1,100})=([^\s&#"'`<>]+)/g;

/** A placeholder for a secret: `${password}`, `{organization.id}`, `<password>`. */
const placeholder = /^(?:\$?\{[^{}]*\}|\{\{[^{}]*\}\}|<[^<>]*>)$/;

/** The content of a string literal in code. Its length is bounded, so that the time is proportional to the text's length. */
const literal = /(["'`])((?:\\.|(?!\1)[^\\\n]){1,500})\1/g;

/** A string literal that is assigned to or compared with a name. The match begins at the start of a name, so that each name is tried once. */
const assigned = /(?<![\w$-])([\w$-]{1,200}["'`]?\s*(?::|=|===?|!==?)\s*)(["'`])((?:\\.|(?!\2)[^\\\n]){4,500})\2/g;

/** Masks the smallest part that the detectors recognize: a part of a URL, a literal, a word, a line, two lines, or all. */
function maskedText(text: string, name: string, mask: Mask): string {
  // Certificates and public keys look like secrets, and are shown by their fingerprints.
  if (keysInWords(text) !== undefined) return text;
  const holds = (part: string) =>
    isSecretText(part) || holdsSecretInCode(part) || (name !== "" && holdsSecretInEntry(name, part));
  const rest = text
    .replace(privateKey, (key) => mask(key))
    .replace(userInUrl, (whole, user: string) => {
      const isPlaceholder = /[{<]/.test(user) && !isSecretText(`https://${user}@host`);
      return isPlaceholder ? whole : `${mask(user)}@`;
    })
    .replace(parameter, (whole, key: string, value: string) =>
      (looksSecret(key) && !placeholder.test(value)) || holdsCredentials(`https://host?${key}=${value}`)
        ? `${key}=${mask(value)}`
        : whole,
    )
    .replace(assigned, (whole, left: string, quote: string, inside: string) =>
      looksSecret(/^[\w$-]+/.exec(left)?.[0] ?? "") && !placeholder.test(inside)
        ? left + quote + mask(inside) + quote
        : whole,
    );
  if (!holds(rest)) return rest;
  const maskedLine = (line: string) => {
    const forms = [
      line.replace(literal, (whole, quote: string, inside: string) =>
        inside.length < 12 ? whole : quote + mask(inside) + quote,
      ),
      line.replace(/\S+/g, (word) => (holds(word) ? mask(word) : word)),
    ];
    return forms.find((form) => !holds(form)) ?? mask(line);
  };
  const lines = rest.split("\n").map((line) => (holds(line) ? maskedLine(line) : line));
  for (let at = 1; at < lines.length; at += 1) {
    const [above = "", line = ""] = [lines[at - 1], lines[at]];
    if (!holds(`${above}\n${line}`)) continue;
    lines[at - 1] = mask(above);
    lines[at] = mask(line);
  }
  const shown = lines.join("\n");
  return holds(shown) ? mask(text) : shown;
}

/** The last name of a path: `api_key` of `metadata.api_key`, of `metadata["api_key"]` and of `api_key[]`. */
function lastNameIn(path: string): string {
  const [, quoted, plain] = /\["((?:[^"\\]|\\.)*)"\](?:\[\])?$|([\w$]+)(?:\[\])?$/.exec(path) ?? [];
  return quoted ?? plain ?? "";
}
