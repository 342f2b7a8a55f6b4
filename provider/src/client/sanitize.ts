/** The default maximum length of untrusted text within a sentence, in characters. */
const usual = 500;

/**
 * Characters that control a terminal or are invisible: controls, format characters, line separators, unpaired surrogates, and letters and marks
 * without a shape, such as the Hangul filler. For `replace` and `search`.
 */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Also the bracket after `##`: `##[error]`, the older form of GitHub's workflow commands, works anywhere in a line. */
const unsafe = new RegExp(`${invisible.source}|(?<=##)\\[`, "gu");

/** Matches printable ASCII. Nearly all texts match, and these contain neither line breaks nor other white space to replace. */
const ordinary = /^[\x20-\x7e]*$/;

/**
 * Untrusted text made printable for a terminal, a log or a report: it stays on one line, and every character that could control or hide
 * output is replaced by an escape (`\u001b`). On a GitHub runner, the text contains no workflow command either.
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
  const shown = text.replace(unsafe, unicodeEscape);
  return shown.includes(":") && process.env.GITHUB_ACTIONS === "true" ? withoutCommands(shown) : shown;
}

/** A character as `\u` escapes, valid in JSON and TypeScript. */
export function unicodeEscape(character: string): string {
  let escapes = "";
  for (let at = 0; at < character.length; at++)
    escapes += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return escapes;
}
