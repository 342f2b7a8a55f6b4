import { legible } from "./legible.ts";

/** Characters from which on a secret is hidden wherever it stands. */
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

/** How a text may be quoted, also within JSON. */
const quotes = ['"', "'", "`", '\\"'];

/** One way to write a secret. The quotes around a short one are no part of it. */
interface Spelling {
  readonly text: string;
  readonly quote: number;
}

const none: readonly Spelling[] = [];

/**
 * Hides secrets in foreign text: also as they look inside JSON or a URL, and their single lines. A secret of fewer than 8 characters is
 * hidden where a text quotes just that; within words it would spoil messages that do not mean it.
 *
 * The effort grows with the text, however many secrets there are: the service may answer a failure to each of thousands of calls.
 */
export class Redactor {
  readonly #known = new Set<string>();
  /** By their first characters: as many as tell a secret from other text, or a quote and one more. */
  readonly #spellings = new Map<string, Spelling[]>();

  /** Hides these as well from now on. */
  add(secrets: Iterable<string>): this {
    for (const secret of secrets) {
      if (secret === "" || this.#known.has(secret)) continue;
      this.#known.add(secret);
      const lines = secret.split(/\r?\n|\\n/).filter((line) => line.length >= shortest);
      const spelt = new Set([secret, ...lines].flatMap(spellingsOf));
      for (const text of spelt) this.#learn(text);
    }
    return this;
  }

  #learn(text: string): void {
    if (text.length >= shortest) this.#index(text.slice(0, shortest), { text, quote: 0 });
    else if (text !== "") {
      for (const quote of quotes) {
        const quoted = `${quote}${text}${quote}`;
        this.#index(quoted.slice(0, 2), { text: quoted, quote: quote.length });
      }
    }
  }

  #index(start: string, spelling: Spelling): void {
    const others = this.#spellings.get(start);
    if (others) others.push(spelling);
    else this.#spellings.set(start, [spelling]);
  }

  /** The text with `[secret]` in place of every secret. Secrets that overlap are hidden as one. */
  hide(text: string): string {
    if (this.#spellings.size === 0) return text;
    let shown = "";
    let hiddenUntil = 0;
    for (let at = 0; at < text.length; at++) {
      for (const { text: spelling, quote } of this.#startingAt(text, at)) {
        const from = at + quote;
        const end = at + spelling.length - quote;
        if (end <= hiddenUntil || !text.startsWith(spelling, at)) continue;
        if (from >= hiddenUntil) shown += `${text.slice(hiddenUntil, from)}[secret]`;
        hiddenUntil = end;
      }
    }
    return shown + text.slice(hiddenUntil);
  }

  /** The spellings that may stand there. */
  #startingAt(text: string, at: number): readonly Spelling[] {
    const long = this.#spellings.get(text.slice(at, at + shortest)) ?? none;
    if (!/["'`\\]/.test(text.charAt(at))) return long;
    return [...long, ...(this.#spellings.get(text.slice(at, at + 2)) ?? none)];
  }

  /** Foreign text that is fit to be shown: without secrets, {@link legible}, and cut after 500 characters. */
  clean(text: string): string {
    return legible(this.hide(legible(this.hide(text), Number.POSITIVE_INFINITY)).trim());
  }
}

function spellingsOf(text: string): readonly string[] {
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd")),
    legible(text, Number.POSITIVE_INFINITY),
  ];
}
