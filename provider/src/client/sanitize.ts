/** The default maximum length of untrusted text within a sentence, in characters. */
const usual = 500;

/**
 * Characters that control a terminal or are invisible: controls, format characters, line separators, unpaired surrogates, and letters and marks
 * without a shape, such as the Hangul filler. For `replace` and `search`.
 */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** {@link invisible}, and the bracket after `##`: `##[error]`, the older form of GitHub's workflow commands, works anywhere in a line. */
const unsafe = new RegExp(`${invisible.source}|(?<=##)\\[`, "gu");

/** Letters and digits of which many look like those of ASCII. */
const lookAlikes =
  /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\uff10-\uff5a\u{1d400}-\u{1d7ff}]/gu;

/** A word, or a URL from its scheme on. */
const wordOrUrl = /[\p{L}\p{M}\p{N}]+(?::\/\/[^\s"'`,]*)?/gu;

/** Matches printable ASCII. Nearly all texts match, and these contain neither line breaks nor other white space to replace. */
const ordinary = /^[\x20-\x7e]*$/;

/**
 * Untrusted text made printable for a terminal, a log or a report. The result is on one line. Every character that could control or hide output is
 * replaced by an escape (`\u001b`). A letter that looks like an ASCII letter is replaced, too, if it is in a URL or in a word with ASCII letters.
 * On a GitHub runner, workflow commands in the text are also escaped.
 *
 * All text of the tenant, of a file or of another program passes through here before it is printed.
 *
 * @param most the length after which the text is truncated. Default: 500
 */
export function sanitize(text: string, most = usual): string {
  const whole = ordinary.test(text)
    ? text
    : text.replace(/\s+/g, (gap) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(gap) ? " " : gap));
  // Escaping never shortens the text, so characters after the maximum would not be visible in any case.
  const line = escaped(whole.slice(0, most + 1));
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/\p{Cs}$/u, "")}…`;
}

/** A value as JSON in which the characters that `sanitize` replaces are escaped. Parsing returns the original value. */
export function sanitizeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).split("\n").map(escaped).join("\n");
}

/**
 * A text without GitHub's workflow commands, which begin with `::` at the start of a line. Every colon before another colon becomes an
 * escape. A colon at the end also becomes an escape, because the text that is printed next may begin with a colon.
 */
export function withoutCommands(text: string): string {
  return text.replace(/:(?=:|$)/g, unicodeEscape);
}

function escaped(text: string): string {
  const visible = text.replace(unsafe, unicodeEscape);
  const shown = ordinary.test(text) ? visible : visible.replace(wordOrUrl, withoutLookAlikes);
  return shown.includes(":") && process.env.GITHUB_ACTIONS === "true" ? withoutCommands(shown) : shown;
}

function withoutLookAlikes(word: string): string {
  return /[a-z]/i.test(word) ? word.replace(lookAlikes, unicodeEscape) : word;
}

/** A character as `\u` escapes, valid in JSON and TypeScript. */
export function unicodeEscape(character: string): string {
  let escapes = "";
  for (let at = 0; at < character.length; at++)
    escapes += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return escapes;
}

/** The minimum length of a secret that is hidden everywhere in a text. */
const shortest = 8;

/** The quotes that can surround a secret. The last one is a quote within a JSON string. */
const quotes = ['"', "'", "`", '\\"'];

/**
 * The maximum length of a part, in characters. A longer secret is split into parts, which overlap by one character, and each part is hidden.
 * So there are few lengths to search for, however long the secrets are and even if they begin alike.
 */
const maxPartLength = 32;

/** The number of leading characters by which a part is indexed. For a short secret in quotes: the quote and one more character. */
const [start, quotedStart] = [shortest, 2];

/**
 * Hides secrets in untrusted text. A secret is also found if it is encoded for JSON or a URL, and if the text quotes only one of its lines
 * or a part of 32 characters. A secret of fewer than 8 characters is hidden only if quotes surround it: elsewhere, unrelated words may
 * contain it.
 *
 * The running time depends on the length of the text, not on the number of secrets: thousands of calls can each add secrets and then fail.
 */
export class Redactor {
  readonly #known = new Set<string>();
  /** The parts to search for, each with the length of the quote at either end, which stays visible; 0 without quotes. */
  readonly #parts = new Map<string, number>();
  /** By leading characters: the lengths of all parts that begin with these characters. */
  readonly #lengths = new Map<string, Set<number>>();

  /** Adds secrets to hide from now on. */
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

  /** The text with `[secret]` in place of every secret. Overlapping secrets are hidden as one. */
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

  /** The lengths of the parts that can begin at a position of the text. */
  #lengthsAt(text: string, at: number): Iterable<number> {
    const long = this.#lengths.get(text.slice(at, at + start)) ?? none;
    if (!/["'`\\]/.test(text.charAt(at))) return long;
    return [...long, ...(this.#lengths.get(text.slice(at, at + quotedStart)) ?? none)];
  }

  /** Printable untrusted text: without secrets, {@link sanitize}d, and truncated to 500 characters. */
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
