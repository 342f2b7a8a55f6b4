/** Most characters of a foreign text within a sentence. */
const usual = 500;

/**
 * Characters that a terminal obeys, or that nobody sees: controls, format characters, line separators and halves of characters. Besides,
 * the bracket of GitHub's older commands, which count anywhere in a line.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?<=##)\[/gu;

/** Nearly all texts: the only gaps in them are spaces. */
const ordinary = /^[\x20-\x7e]*$/;

/**
 * A foreign text that is fit for a terminal, a log or a report: it stays on one line, and every character that could control something or
 * hide there is shown as an escape (`\u001b`). On a runner of GitHub it holds no command either.
 *
 * All text of the tenant, of a file or of another program goes through here before anybody sees it.
 *
 * @param most characters after which it is cut. Default: 500
 */
export function sanitize(text: string, most = usual): string {
  const whole = ordinary.test(text)
    ? text
    : text.replace(/\s+/g, (gap) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(gap) ? " " : gap));
  // An escape is longer than what it stands for, so nothing after that is shown.
  const line = escaped(whole.slice(0, most + 1));
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/\p{Cs}$/u, "")}…`;
}

/** A value as JSON in which such characters are escapes. Whoever reads the JSON gets the value as it was. */
export function sanitizeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).split("\n").map(escaped).join("\n");
}

/**
 * A text in which GitHub finds no command: `::` begins one at the start of a line. The colon becomes an escape, also at the end, as
 * another one may follow.
 */
export function withoutCommands(text: string): string {
  return text.replace(/:(?=:|$)/g, unicodeEscape);
}

function escaped(text: string): string {
  const shown = text.replace(unsafe, unicodeEscape);
  return shown.includes(":") && process.env.GITHUB_ACTIONS === "true" ? withoutCommands(shown) : shown;
}

/** A character as the escapes that JSON and TypeScript have for it. */
export function unicodeEscape(character: string): string {
  let escapes = "";
  for (let at = 0; at < character.length; at++)
    escapes += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return escapes;
}
