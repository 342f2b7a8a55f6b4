import { sanitize } from "./sanitize.ts";

/** Characters from which on a secret is hidden wherever it stands. */
const shortest = 8;

/** How a text may be quoted, also within JSON. */
const quotes = ['"', "'", "`", '\\"'];

/**
 * Most characters of a part. A longer secret is hidden by its parts, each of which has one character of the next. So there are few lengths
 * to look for, however long secrets are and whatever they have in common.
 */
const maxPartLength = 32;

/** As many characters of a part tell it from other text; of a short one in quotes, the quote and one more. */
const [start, quotedStart] = [shortest, 2];

/**
 * Hides secrets in foreign text: also as they look inside JSON or a URL, their single lines, and parts of 32 characters. A secret of fewer
 * than 8 characters is hidden where a text quotes just that; within words it would spoil messages that do not mean it.
 *
 * The effort grows with the text, however many secrets there are: the service may answer a failure to each of thousands of calls.
 */
export class Redactor {
  readonly #known = new Set<string>();
  /** What is looked for, with the length of the quotes around it, which are not hidden. */
  readonly #parts = new Map<string, number>();
  /** How long the parts are that begin with these characters. */
  readonly #lengths = new Map<string, Set<number>>();

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
    if (text.length >= shortest) {
      for (const part of partsOf(text)) this.#index(part, 0, start);
    } else if (text !== "") {
      for (const quote of quotes) this.#index(`${quote}${text}${quote}`, quote.length, quotedStart);
    }
  }

  #index(part: string, quote: number, characters: number): void {
    this.#parts.set(part, Math.min(quote, this.#parts.get(part) ?? quote));
    const key = part.slice(0, characters);
    this.#lengths.set(key, (this.#lengths.get(key) ?? new Set()).add(part.length));
  }

  /** The text with `[secret]` in place of every secret. Secrets that overlap are hidden as one. */
  hide(text: string): string {
    if (this.#parts.size === 0) return text;
    let shown = "";
    let hiddenUntil = 0;
    for (let at = 0; at < text.length; at++) {
      for (const length of this.#lengthsAt(text, at)) {
        const quote = this.#parts.get(text.slice(at, at + length));
        if (quote === undefined || at + length > text.length) continue;
        const [from, end] = [at + quote, at + length - quote];
        if (end <= hiddenUntil) continue;
        if (from >= hiddenUntil) shown += `${text.slice(hiddenUntil, from)}[secret]`;
        hiddenUntil = end;
      }
    }
    return shown + text.slice(hiddenUntil);
  }

  /** How long the parts can be that stand there. */
  #lengthsAt(text: string, at: number): Iterable<number> {
    const long = this.#lengths.get(text.slice(at, at + start)) ?? none;
    if (!/["'`\\]/.test(text.charAt(at))) return long;
    return [...long, ...(this.#lengths.get(text.slice(at, at + quotedStart)) ?? none)];
  }

  /** Foreign text that is fit to be shown: without secrets, {@link sanitize}, and cut after 500 characters. */
  clean(text: string): string {
    return sanitize(this.hide(sanitize(this.hide(text), Number.POSITIVE_INFINITY)).trim());
  }
}

const none: readonly number[] = [];

function partsOf(text: string): readonly string[] {
  if (text.length <= maxPartLength) return [text];
  const step = maxPartLength - 1;
  const before = Array.from({ length: Math.ceil((text.length - maxPartLength) / step) }, (_, n) => n * step);
  return [...before, text.length - maxPartLength].map((from) => text.slice(from, from + maxPartLength));
}

function spellingsOf(text: string): readonly string[] {
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd")),
    sanitize(text, Number.POSITIVE_INFINITY),
  ];
}
