const longest = 500;
const shortest = 8;
const secretKey =
  /secret|passw|passphrase|token|assertion|credential|(private|signing|decryption|api|access)_?-?key|^(key|configuration)$/i;
// Names that look secret and hold names of things: hiding those would spoil messages ("token_dialect must be one of …").
const plainKey =
  /^(token_(dialect|lifetime|lifetime_for_web|encryption)|subject_token_type)$|token_endpoint|_(endpoint|algs?|type|url)$/i;

/** The secret-looking texts in a body that was sent: strings of 8 characters or more at or below a secret-looking key. */
export function secretsIn(body: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, secret: boolean): void => {
    if (typeof value === "string") {
      if (secret) found.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item, secret);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value))
        walk(item, secret || (secretKey.test(key) && !plainKey.test(key)));
    }
  };
  walk(body, false);
  return found;
}

/**
 * A function that makes a foreign text fit to be shown: without the given secrets (also as they look inside JSON, a URL
 * or on lines of their own), without control and invisible characters and halves of characters, at most 500 characters.
 */
export function cleaner(secrets: readonly string[]): (text: string) => string {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    const lines = secret.split(/\r?\n|\\n/);
    for (const text of [secret, ...lines]) {
      for (const spelling of [
        text,
        JSON.stringify(text).slice(1, -1),
        encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd")),
        visible(text),
      ]) {
        if (spelling.length >= shortest) spellings.add(spelling);
      }
    }
  }
  // Longest first: a secret that contains another one is hidden whole.
  const ordered = [...spellings].sort((a, b) => b.length - a.length);
  const hide = (text: string) => ordered.reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
  return (text) => {
    const characters = [...hide(visible(hide(text)))];
    return characters.length <= longest ? characters.join("") : `${characters.slice(0, longest - 1).join("")}…`;
  };
}

/** A text from outside that no secret can be in, fit to be shown: what comes from outside must not govern a terminal. */
export const legible = cleaner([]);

function visible(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\p{Cs}/gu, "\ufffd")
    .trim();
}
