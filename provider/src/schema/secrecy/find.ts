import { isObject, type Json, type JsonObject, own, type Path } from "../json.ts";
import { isMeasure, looksSecret, type Secrecy, secrecyOfElement, secrecyOfElementIn } from "./by-path.ts";

/** Maximum depth of the search. Deeper values, which no real API has, count as secret. */
const maxLevels = 100;

/** A secret that was found in a value. */
export interface Finding {
  readonly path: Path;
  readonly value: Json;
  /** The evidence: the documentation, a name, a probable typo of a secret's name (`typo`), or the value itself. */
  readonly by: "documentation" | "name" | "typo" | "value";
  /** For a typo: the documented path that is probably meant. */
  readonly typoOf?: Path | undefined;
}

/** The facts that the search knows about a value from the path that leads to it. */
interface Above {
  /** The value's key; for an element of an array, the array's key. It decides whether a number is secret. */
  readonly name: string;
  readonly looksSecret: boolean;
  readonly isTypo: boolean;
}

/**
 * Finds the secrets in a value: every documented one, and the topmost value under a name that looks secret or is a typo of a secret's name. Both
 * kinds of names are found independently, so one finding can contain another. The running time is linear in the size of the value.
 */
export function secretsIn(root: Json, secrecy: Secrecy): readonly Finding[] {
  const found: Finding[] = [];
  const path: string[] = [];
  const add = (by: Finding["by"], value: Json, typoOf?: Path) => found.push({ path: [...path], value, by, typoOf });

  const look = (value: Json | undefined, secrecy: Secrecy, above: Above): void => {
    if (value === null || value === undefined) return;
    if (path.length > maxLevels) {
      add("value", value);
    } else if (secrecy.isSecret) {
      if (isObject(value) && Object.keys(value).length > 0) lookBelow(value, () => secrecy, above);
      else add("documentation", value);
    } else {
      const looksSecret = secrecy.looksSecret && !(isObject(value) && secrecy.holdsSecrets);
      const isTypo = secrecy.typoOf !== undefined;
      if (looksSecret && !above.looksSecret && holdsSecret(value, above.name)) add("name", value);
      if (isTypo && !above.isTypo && holdsSecret(value, above.name)) add("typo", value, secrecy.typoOf);
      const here = { ...above, looksSecret: looksSecret || above.looksSecret, isTypo: isTypo || above.isTypo };
      if (typeof value === "string") {
        if (!here.looksSecret && !here.isTypo && isSecretText(value, secrecy)) add("value", value);
      } else if (typeof value === "object") {
        lookBelow(value, Array.isArray(value) ? () => secrecyOfElementIn(secrecy) : (key) => secrecy.below(key), here);
      }
    }
  };

  const lookBelow = (value: object, secrecyAt: (key: string) => Secrecy | undefined, above: Above): void => {
    for (const [key, item] of Object.entries(value)) {
      const secrecy = secrecyAt(key);
      if (!secrecy) continue;
      path.push(key);
      look(item, secrecy, Array.isArray(value) ? above : { ...above, name: key });
      path.pop();
    }
  };

  look(root, secrecy, { name: "", looksSecret: false, isTypo: false });
  return found;
}

/** Whether a value under a name that looks secret can contain a secret. Booleans, durations, counts and sizes cannot. */
export function holdsSecret(value: unknown, name: string, level = 0): boolean {
  if (typeof value === "string" || level > maxLevels) return true;
  if (typeof value === "number") return !isMeasure(name);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => holdsSecret(item, Array.isArray(value) ? name : key, level + 1));
}

/** The secrecy of a path by its names alone, phrased to end a sentence; undefined if the path is not secret. */
export function secrecyOf(path: Path, root: Secrecy): "is secret" | "looks secret" | "holds a secret" | undefined {
  let secrecy: Secrecy | undefined = root;
  let looksSecret = false;
  for (const key of path) {
    secrecy = secrecy?.below(key);
    if (secrecy?.isSecret) return "is secret";
    looksSecret ||=
      secrecy !== undefined && ((secrecy.looksSecret && !secrecy.holdsSecrets) || secrecy.typoOf !== undefined);
  }
  if (looksSecret) return "looks secret";
  return secrecy?.holdsSecrets ? "holds a secret" : undefined;
}

/** The texts and numbers in a secret value, to be removed from errors. For a URL, also its secrets, because an error can quote one alone. */
export function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value, ...passwordsIn(value), ...secretParametersIn(value)];
  if (typeof value === "number") return [`${value}`];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/**
 * The texts of all secrets in a value, such as the body of a request.
 *
 * @param secrecy what is known about its names. Default: nothing, so they alone identify secrets
 */
export function secretTextsIn(value: unknown, secrecy: Secrecy = secrecyOfElement): readonly string[] {
  return secretsIn(value as Json, secrecy).flatMap((finding) => textsOf(finding.value));
}

/*
 * Secrets that their text reveals under any name. Certificates and public keys are no secrets.
 */

/** A private key in PEM form, of any type, encrypted or not. */
const privateKey = /PRIVATE KEY(?: BLOCK)?-----/;

/** The beginning of Base64-encoded PEM, the form in which the API accepts certificates. */
const encodedPem = "LS0tLS1CRUdJTi";

/** A URL with a password. Placeholders do not match: `${password}`, `{{password}}`, `<password>`. */
const passwordInUrl = /:\/\/[^\s/:@]*:(?!(?:\$\{[^\s/@}]*\}|\{\{[^\s/@}]*\}\}|<[^\s/@>]*>)@)([^\s/@]+)@/g;

/** A text that is one URL, with its user if it has no password. Longer texts, such as code and templates, name parameters without their values. */
const wholeUrl = /^[a-z][a-z\d+.-]{0,30}:\/\/(?:([^\s/?#:@]+)@)?\S+$/i;

/** A parameter in the query or the fragment of a URL. */
const parameterOfUrl = /[?&#;]([^=&#;?]{1,100})=([^&#;]+)/g;

/** Names of secret parameters, besides those that look secret anywhere. */
const secretParameter = /signature$|^(sig|hmac|pwd)$/i;

/** Names of parameters that can be secret: keys of cloud functions and maps. Their values decide. */
const vagueParameter = /^(key|code|configuration)$/i;

/** Values of parameters that are no secrets: short ones, and placeholders such as `{id}`, `${id}` and `<id>`. */
const plainValue = /^.{0,7}$|[{}<>$]|%7b|%3c/i;

/** A long value with letters and digits. */
const generatedValue = /^(?=.*\d)(?=.*[a-z]).{16,}$/i;

/** Words that nobody has chosen, such as `B1x8QkZ0aLm2Tr9Y`, and longer ones that also have dashes. */
const randomWord = /^(?=(?:\D*\d){2})(?=(?:\d*[a-z]){2})[a-z\d]{16,}$/i;
const longRandomWord = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{40,}$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether a text is or contains a secret, under any name: a private key, or a URL with a password or a secret parameter.
 *
 * @param place what is known about the place of the text. Default: nothing
 */
export function isSecretText(text: string, place: Pick<Secrecy, "isReceiver"> = {}): boolean {
  if (privateKey.test(decoded(text)) || passwordsIn(text).length > 0) return true;
  const [, user = ""] = wholeUrl.exec(text) ?? [];
  if (isRandom(user) || secretParametersIn(text).length > 0) return true;
  return place.isReceiver === true && hasRandomPath(text);
}

/** The values of secret parameters in a text that is one URL. */
function secretParametersIn(text: string): readonly string[] {
  if (!text.includes("=") || !wholeUrl.test(text)) return [];
  return [...text.matchAll(parameterOfUrl)].flatMap(([, name = "", value = ""]) => {
    const isSecret = vagueParameter.test(name)
      ? generatedValue.test(value)
      : looksSecret(name) || secretParameter.test(name);
    return isSecret && !plainValue.test(value) ? [value] : [];
  });
}

/** Whether the path of a URL has a random part: such a webhook has no other protection than that only its owner knows its URL. */
function hasRandomPath(url: string): boolean {
  const [, , , ...segments] = url.split(/[?#]/, 1).join().split("/");
  return segments.some(isRandom);
}

function isRandom(part: string): boolean {
  if (longRandomWord.test(part)) return true;
  return part.split("@").some((one) => uuid.test(one)) || part.split(/[-_.~@]/).some((one) => randomWord.test(one));
}

/** The passwords of the URLs in a text. */
function passwordsIn(text: string): readonly string[] {
  return [...text.matchAll(passwordInUrl)].flatMap(([, password]) => password ?? []);
}

/** Decodes the whole text if it is Base64-encoded PEM, because a key can follow a certificate. Any other text is returned unchanged. */
function decoded(text: string): string {
  return text.startsWith(encodedPem) ? Buffer.from(text, "base64").toString("latin1") : text;
}

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

/** Whether a text that a response contains in place of a secret is a mask. */
export function isMask(text: string): boolean {
  return [blank, covered, word].some((form) => form.test(text)) || passwordsIn(text).some(isMask);
}

/** A keyword that a deployment tool should have replaced with the secret: `##SECRET##`, `@@SECRET@@`. */
const keyword = /^(?:##.+##|@@.+@@)$/;

/** Whether a text declared as a secret is probably only a mask or a keyword. An empty text is neither: it declares that there is no secret. */
export function isStandIn(text: string): boolean {
  return text !== "" && (isMask(text) || keyword.test(text));
}

/** Whether a value is or contains a text that looks like a mask. The caller has to know whether a secret belongs in the place of this text. */
export function holdsMask(value: Json | undefined): boolean {
  if (typeof value === "string") return isMask(value);
  if (Array.isArray(value)) return value.some(holdsMask);
  return isObject(value) && Object.values(value).some(holdsMask);
}

/**
 * Whether an empty secret is unset, and the empty text is not a mask: in this case, the id or key that belongs to the secret is empty, too
 * (`client_id` with `client_secret`, `consumerKey` with `consumerSecret`). The tenant returns ids and keys to every token, so they are never masked.
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
