import { unicodeEscape } from "../client/sanitize.ts";

/** A text as a literal, with the quotes that need fewer escapes. */
export function literal(text: string): string {
  const quote = text.split('"').length > text.split("'").length ? "'" : '"';
  let escaped = "";
  for (const character of text) escaped += character === quote ? `\\${quote}` : escapeOf(character);
  return quote + escaped + quote;
}

/** A text as a literal of ASCII characters only. */
export function plainLiteral(text: string): string {
  return literal(text).replace(/[^\x20-\x7e]/g, unicodeEscape);
}

/** A text as a template literal, which shows its lines as they are. */
export function templateLiteral(text: string): string {
  let escaped = "";
  for (const character of text) {
    const isShown = character === "\n" || character === "\t";
    escaped += character === "`" ? "\\`" : isShown ? character : escapeOf(character);
  }
  return `\`${escaped.replaceAll("${", "\\${")}\``;
}

/** Foreign text for a comment: it stays on its line. */
export function commentLine(text: string): string {
  return `// ${text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, unicodeEscape)}`.trimEnd();
}

/** Whether a file shows a text as it is: nothing in it controls how the rest is shown, and nothing is hidden. */
export function isShownByFiles(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text.replace(/\r?\n|\t/g, ""));
}

const written: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(character: string): string {
  // Controls, characters that nobody sees, and blanks that are none of ASCII.
  const isUnseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(character);
  return written[character] ?? (isUnseen ? unicodeEscape(character) : character);
}

/** The columns that a text takes at most: how wide characters outside of ASCII are depends on who counts. */
export function widest(text: string): number {
  return text.length + (text.match(/[^\x20-\x7e]/g)?.length ?? 0);
}
