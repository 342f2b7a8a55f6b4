import { stripVTControlCharacters } from "node:util";

/** Maximum width of the text output, in columns. */
export const columns = 100;

/** Prefix of a continuation line. Without it, text from the tenant could begin a line and look like a report line or a command. */
const continuation = "  | ";

/**
 * Breaks a long line into lines of at most `width` columns: at blanks, and within a word that is longer than a line. Colour codes take no
 * columns.
 *
 * @param width maximum width in columns. Default: {@link columns}
 */
export function fold(line: string, width = columns): readonly string[] {
  if (piecesOf(line, width).length === 1) return [line];
  const [indent = ""] = /^ {0,8}/.exec(line) ?? [];
  const below = indent + continuation;
  const [first = "", ...others] = piecesOf(line.slice(indent.length), width - widthOf(below));
  return [indent + first, ...others.map((piece) => below + piece)];
}

/** Breaks the lines of a text for a terminal. If the output is a file or a log, the lines stay whole, so that searches find them. */
export function forScreen(text: string, screen: { isTTY?: boolean; columns?: number } = process.stdout): string {
  if (!screen.isTTY) return text;
  const width = Math.min(columns, screen.columns || columns);
  return text
    .split("\n")
    .flatMap((line) => fold(line, width))
    .join("\n");
}

function piecesOf(text: string, room: number): readonly string[] {
  const pieces: string[] = [];
  let [piece, used] = ["", 0];
  const end = () => {
    pieces.push(piece);
    [piece, used] = ["", 0];
  };
  for (const [index, word] of text.split(" ").entries()) {
    const width = widthOf(word);
    // A word that is longer than a line begins in the current line.
    const needed = width <= room ? width : 0;
    if (used + 1 + needed > room) end();
    else if (index > 0) [piece, used] = [`${piece} `, used + 1];
    if (used + width <= room) [piece, used] = [piece + word, used + width];
    else
      for (const part of partsOf(word)) {
        if (used + widthOf(part) > room) end();
        [piece, used] = [piece + part, used + widthOf(part)];
      }
  }
  end();
  return pieces;
}

/** The characters of a word. A colour code counts as one character. */
function partsOf(word: string): readonly string[] {
  const [first = "", ...others] = word.split("\u001b");
  const coloured = others.flatMap((part) => {
    const end = part.indexOf("m") + 1;
    return [`\u001b${part.slice(0, end)}`, ...part.slice(end)];
  });
  return [...first, ...coloured];
}

/** The maximum width of a text in columns: a character outside ASCII can take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text)) width += character >= " " && character <= "~" ? 1 : 2;
  return width;
}

/** A heading, then a text on the same line. Further lines of the text begin in the same column as its first line. */
export function hanging(heading: string, text: string): string {
  const lines = piecesOf(text, columns - heading.length);
  return heading + lines.join(`\n${" ".repeat(heading.length)}`);
}
