/** Known forms of secrets. A repetition before another part has a maximum length, so that the time is proportional to the text's length. */
const forms: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  /\beyJ[\w-]{8,2000}\.[\w-]{8,20000}\.[\w-]{8}/,
  /\b(?:sk_live_|rk_live_|ghp_|github_pat_|xoxb-|xoxp-|glpat-|npm_)[\w-]{12,}/,
  /\bAKIA[A-Z\d]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
];

/** The form of the service's client secrets: exactly 64 characters, not part of a longer word. */
const clientSecret = /(?<![\w-])[\w-]{64}(?![\w-])/;

const tellingName = /secret|passwd|password|api[-_]?key|token|private[-_]?key|credential/i;

/** A JavaScript string literal that is assigned to or compared with a name. For linear time, each name is tried only once, from its start. */
const assigned = /(?<![\w$.])([\w$.]{1,200})["']?\s*(?::|=|===?|!==?)\s*(["'`])((?:(?!\2)[^\\\n]){12,256})\2/g;

/** Whether a text contains a secret of a known form. */
export function holdsKnownSecret(text: string): boolean {
  return forms.some((form) => form.test(text)) || isRandom(clientSecret.exec(text)?.[0] ?? "");
}

/** Whether code contains a secret: one of a known form, or a random string literal with a name such as `apiKey`. */
export function holdsSecretInCode(code: string): boolean {
  if (holdsKnownSecret(code)) return true;
  return [...code.matchAll(assigned)].some(
    ([, name = "", , value = ""]) => tellingName.test(name) && isRandom(value) && !isPlaceholder(value),
  );
}

/**
 * Whether an entry of metadata contains a secret: one of a known form, or a random value with a key such as `api_key`.
 *
 * @param name the key of the entry
 */
export function holdsSecretInEntry(name: string, value: string): boolean {
  if (holdsKnownSecret(value)) return true;
  return tellingName.test(name) && value.length >= 16 && isRandom(value) && !isPlaceholder(value);
}

/** Whether a text has the randomness of a generated secret. */
export function isRandom(text: string): boolean {
  return text.length > 0 && entropyOf(text) >= 3.5;
}

/** The entropy of a text in bits per character. */
function entropyOf(text: string): number {
  const counts = [...Map.groupBy(text, (character) => character).values()].map(({ length }) => length);
  return -counts.reduce((sum, count) => sum + (count / text.length) * Math.log2(count / text.length), 0);
}

/** Whether a text that may look random is no secret: a placeholder, a text with spaces, or a URL without a password. */
function isPlaceholder(text: string): boolean {
  return /^(x+|changeme.*|<.*>|\{.*\}|\$\{.*\})$|\s/i.test(text) || /^https?:\/\/[^@]*$/i.test(text);
}
