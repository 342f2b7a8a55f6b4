import { isObject, type Json, type JsonObject, own } from "../json.ts";
import { passwordsIn } from "./find.ts";

/*
 * What the service shows some tokens in place of a secret. Nobody's secret is empty, has no letter and no digit, has a row of the signs that
 * stand for hidden letters, or is a word for "hidden" in brackets. Whoever takes a real secret for a mask refuses an update too many; whoever
 * takes a mask for a secret stores the mask.
 */

/** Nothing, or nothing but signs: `""`, `********`, `••••`, `---`. Also a row of x. */
const blank = /^(?:[^\p{L}\p{N}]*|x{3,})$/iu;

/** A part is covered: `ab****yz`, and the last letters of a key after dots. */
const covered = /[*•●∙·]{3,}/;

/** A word in brackets or between signs: `[REDACTED]`, `<hidden>`, `_VALUE_NOT_SHOWN_`, `***masked***`. `redacted` also by itself. */
const word =
  /^(?:[^\p{L}\p{N}]+(?:value[-_ ]?)?(?:redacted|hidden|masked|secret|sensitive|encrypted|filtered|removed|obfuscated|confidential|not[-_ ]?shown)[^\p{L}\p{N}]+|redacted)$/iu;

/** Whether a text that stands where a secret is expected says no more than that one is, or may be, there. */
export function isMask(text: string): boolean {
  return [blank, covered, word].some((form) => form.test(text)) || passwordsIn(text).some(isMask);
}

/** Whether a value is a text, or holds a text, that can be a mask. It says nothing of where the text stands. */
export function holdsMask(value: Json | undefined): boolean {
  if (typeof value === "string") return isMask(value);
  if (Array.isArray(value)) return value.some(holdsMask);
  return isObject(value) && Object.values(value).some(holdsMask);
}

/**
 * Whether an empty text at a secret's name says that there is none: the id or key that the secret belongs to is empty, too (`client_id` beside
 * `client_secret`, `consumerKey` beside `consumerSecret`), and the tenant shows that to every token.
 *
 * @param beside the object that has both
 */
export function isUnset(name: string, beside: JsonObject): boolean {
  const names = ["id", "key"].map((word) =>
    name.replace(/secret$/i, (secret) => (secret.startsWith("S") ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word)),
  );
  return own(beside, name) === "" && names.some((one) => one !== name && own(beside, one) === "");
}

/** Stands in an object that was read in place of every mask: it is neither compared, nor sent, nor saved. */
export const notShown: Json = "(not shown by the tenant)";
