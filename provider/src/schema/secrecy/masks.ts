import { isObject, type Json, type JsonObject, own } from "../json.ts";
import { passwordsIn } from "./find.ts";

/*
 * Masks: texts that the service returns to some tokens in place of secrets. A text is treated as a mask if it is empty, has no letter and no
 * digit, contains a row of masking characters, or is a word for "hidden" in brackets. A real secret that looks like a mask makes an update
 * fail needlessly; a mask that is not recognized would be stored as the secret.
 */

/** An empty text or one of symbols only: `""`, `********`, `••••`, `---`. Also a row of x. */
const blank = /^(?:[^\p{L}\p{N}]*|x{3,})$/iu;

/** A partly masked text: `ab****yz`, or dots before the last letters of a key. */
const covered = /[*•●∙·]{3,}/;

/** A word in brackets or between symbols: `[REDACTED]`, `<hidden>`, `_VALUE_NOT_SHOWN_`, `***masked***`. `redacted` counts even alone. */
const word =
  /^(?:[^\p{L}\p{N}]+(?:value[-_ ]?)?(?:redacted|hidden|masked|secret|sensitive|encrypted|filtered|removed|obfuscated|confidential|not[-_ ]?shown)[^\p{L}\p{N}]+|redacted)$/iu;

/** Whether a text in the place of a secret is a mask. */
export function isMask(text: string): boolean {
  return [blank, covered, word].some((form) => form.test(text)) || passwordsIn(text).some(isMask);
}

/** A keyword that a deployment tool was to replace: `##SECRET##`, `@@SECRET@@`. */
const keyword = /^(?:##.+##|@@.+@@)$/;

/** Whether a declared text is probably not the secret in whose place it is. An empty text declares that there is no secret. */
export function isStandIn(text: string): boolean {
  return text !== "" && (isMask(text) || keyword.test(text));
}

/** Whether a value is or contains a text that looks like a mask. It is not checked whether the text is in the place of a secret. */
export function holdsMask(value: Json | undefined): boolean {
  if (typeof value === "string") return isMask(value);
  if (Array.isArray(value)) return value.some(holdsMask);
  return isObject(value) && Object.values(value).some(holdsMask);
}

/**
 * Whether an empty secret is really unset and no mask: the id or key that belongs to the secret is empty, too (`client_id` with
 * `client_secret`, `consumerKey` with `consumerSecret`). The tenant returns ids and keys to every token.
 *
 * @param parent the object that contains both
 */
export function isUnset(name: string, parent: JsonObject): boolean {
  const names = ["id", "key"].map((word) =>
    name.replace(/secret$/i, (secret) => (secret.startsWith("S") ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word)),
  );
  return own(parent, name) === "" && names.some((one) => one !== name && own(parent, one) === "");
}

/**
 * The placeholder for a masked value in a read object. It is never sent or saved. Each process generates a new one, so that no text of a tenant
 * or a program can equal it.
 */
export const notShown: Json = `(not shown by the tenant: ${crypto.randomUUID()})`;
