import { invisible, unicodeEscape } from "../client/sanitize.ts";

/** A text as a TypeScript string literal, in double quotes, or in single quotes if these need fewer escapes. */
export function literal(text: string): string {
  const quote = text.split('"').length > text.split("'").length ? "'" : '"';
  let escaped = "";
  for (const character of text) escaped += character === quote ? `\\${quote}` : escapeOf(character);
  return quote + escaped + quote;
}

/** A text as a TypeScript string literal that contains only ASCII characters. */
export function plainLiteral(text: string): string {
  return literal(text).replace(/[^\x20-\x7e]/g, unicodeEscape);
}

/** A text as a template literal, in which line breaks and tabs remain unescaped. */
export function templateLiteral(text: string): string {
  let escaped = "";
  for (const character of text) {
    const isShown = character === "\n" || character === "\t";
    escaped += character === "`" ? "\\`" : isShown ? character : escapeOf(character);
  }
  return `\`${escaped.replaceAll("${", "\\${")}\``;
}

/** Untrusted text as a line comment. Line breaks in the text are escaped, so that no part of it becomes code. */
export function commentLine(text: string): string {
  return `// ${text.replace(invisible, unicodeEscape)}`.trimEnd();
}

/**
 * Whether all characters of a text are visible in an editor: besides line breaks, tabs, and the mark that makes a character an emoji, it has no
 * control or invisible characters.
 */
export function isShownByFiles(text: string): boolean {
  return text.replace(/\r?\n|\t|\ufe0f/g, "").search(invisible) < 0;
}

const written: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(character: string): string {
  // Control characters, invisible characters, and spaces outside ASCII.
  const isUnseen = character.search(invisible) >= 0 || /[\p{Co}\p{Cn}]|(?! )\p{Zs}/u.test(character);
  return written[character] ?? (isUnseen ? unicodeEscape(character) : character);
}

/** The largest width that any tool computes for a text, in columns. Tools disagree about the width of characters outside ASCII. */
export function widest(text: string): number {
  return text.length + (text.match(/[^\x20-\x7e]/g)?.length ?? 0);
}
