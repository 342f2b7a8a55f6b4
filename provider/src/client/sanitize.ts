/** The default maximum length of untrusted text within a sentence, in characters. */
const usual = 500;

/**
 * Characters that control a terminal or are invisible: controls, format characters, line separators and unpaired surrogates. Additionally,
 * the bracket of GitHub's older commands, which apply anywhere in a line.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?<=##)\[/gu;

/** Texts without special characters, which are nearly all. */
const ordinary = /^[\x20-\x7e]*$/;

/**
 * Untrusted text made printable for a terminal, a log or a report: it stays on one line, and every character that could control or hide
 * output is replaced by an escape (`\u001b`). On a GitHub runner it contains no command either.
 *
 * All text of the tenant, of a file or of another program passes through here before it is printed.
 *
 * @param most the length after which the text is truncated. Default: 500
 */
export function sanitize(text: string, most = usual): string {
  const whole = ordinary.test(text)
    ? text
    : text.replace(/\s+/g, (gap) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(gap) ? " " : gap));
  // Escapes only lengthen the text, so the part after the cut is never visible.
  const line = escaped(whole.slice(0, most + 1));
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/\p{Cs}$/u, "")}…`;
}

/** A value as JSON in which these characters are escaped. Parsing returns the original value. */
export function sanitizeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).split("\n").map(escaped).join("\n");
}

/**
 * A text without commands for GitHub, which begin with `::` at the start of a line. The colon becomes an escape, also at the end, because
 * another colon may follow.
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
