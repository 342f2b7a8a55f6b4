/** Maximum length of the report in characters. GitHub's limit for a comment is 65,536, and pipelines add some text to the report. */
export const longest = 60_000;

/** A Markdown list with a maximum length. Items that do not fit are counted. */
export class BoundedList {
  #room: number;
  readonly #before: string;
  #text = "";
  #left = 0;

  /**
   * @param room maximum length of all items together, in characters
   * @param before the text before the count of omitted items. Default: none, and the count is an item of its own
   */
  constructor(room: number, before = "") {
    this.#room = room;
    this.#before = before;
  }

  /** The length that is left, in characters. */
  get room(): number {
    return this.#room;
  }

  /** Adds the first of the given texts that fits. If none fits, counts `items` as left out, and returns false. */
  add(items: number, ...forms: readonly string[]): boolean {
    const form = forms.find(({ length }) => length <= this.#room);
    if (form === undefined) this.#left += items;
    this.#text += form ?? "";
    this.#room -= form?.length ?? 0;
    return form !== undefined;
  }

  toString(): string {
    return this.#text + (this.#left > 0 ? `${this.#before}- … and ${this.#left} more, omitted for length\n` : "");
  }
}

/** Puts a text into a code span. The fence is longer than every run of backticks in the text. */
export function code(text: string): string {
  const maxRun = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(maxRun + 1);
  return maxRun > 0 || text === "" ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** A quoted text, or a word. */
const token = /"(?:[^"\\]|\\.)*"[.,;:)]*|\S+/g;
/** A word that means nothing in Markdown: letters, a short number, or a name of this package in a code span. */
const plainWord = /^(?:\(?[A-Za-z]+(?:['-][A-Za-z]+)*\)?[.,;:]?|\d{1,4}[,;]?|\(?`[\w-]+`\)?[.,;:]?)$/;
/** Signs that mean nothing in Markdown, except at the beginning of a line. */
const signs: ReadonlySet<string> = new Set(["→", "+", "-"]);

/** Formats a text as prose: whatever is no plain word or sign is put into code spans, so that the text cannot change the format or mention users. */
export function prose(text: string): string {
  const parts: { isPlain: boolean; text: string }[] = [];
  for (const [word] of text.matchAll(token)) {
    const last = parts.at(-1);
    const isPlain = plainWord.test(word) || (last !== undefined && signs.has(word));
    const isJoined = isPlain || !/[.,;:]$/.test(last?.text ?? "");
    if (last?.isPlain === isPlain && isJoined) last.text += ` ${word}`;
    else parts.push({ isPlain, text: word });
  }
  return parts.map((part) => (part.isPlain ? part.text : spanOf(part.text))).join(" ");
}

/** A code span. Parentheses around the text, and punctuation at its end, are left outside. */
function spanOf(text: string): string {
  const [, open = "", body = text, close = "", sign = ""] = /^(\(?)(.+?)(\)?)([.,;:]?)$/.exec(text) ?? [];
  const isOutside = (open === "(") === (close === ")") || body.endsWith('"');
  return isOutside ? `${open}${code(body)}${close}${sign}` : code(open + body + close) + sign;
}
