const longest = 500;
const shortest = 8;
const secretKey =
  /secret|passw|passphrase|token|assertion|credential|(private|signing|decryption|api|access)_?-?key|^(key|configuration)$/i;
// Keys that look secret, but hold plain names. Hidden names would spoil messages ("token_dialect must be one of …").
const plainKey = /^token_(dialect|lifetime|lifetime_for_web|encryption)$|token_endpoint|_(endpoint|algs?|type|url)$/i;

/** Whether what stands at a key of this name looks secret. */
export function looksSecret(name: string): boolean {
  return secretKey.test(name) && !plainKey.test(name);
}

/** The texts in a sent body that look secret: all strings at or below a key that looks secret. */
export function secretsIn(body: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, secret: boolean): void => {
    if (typeof value === "string") {
      if (secret) found.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item, secret);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) walk(item, secret || looksSecret(key));
    }
  };
  walk(body, false);
  return found;
}

/**
 * A function that makes foreign text fit to be shown. It hides the given secrets (of 8 characters or more; also as they look inside JSON
 * or a URL, and their single lines), removes control characters, invisible characters and halves of characters, and cuts after 500
 * characters.
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
  // The longest comes first, so that a secret that contains another one is hidden as a whole.
  const ordered = [...spellings].sort((a, b) => b.length - a.length);
  const hide = (text: string) => ordered.reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
  return (text) => {
    const characters = [...hide(visible(hide(text)))];
    return characters.length <= longest ? characters.join("") : `${characters.slice(0, longest - 1).join("")}…`;
  };
}

/** Makes foreign text that holds no secrets fit to be shown: it must not control a terminal. */
export const legible = cleaner([]);

/** A foreign text that cannot control a terminal: without control and invisible characters and halves of characters, on one line. */
export function visible(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\p{Cs}/gu, "\ufffd")
    .trim();
}
