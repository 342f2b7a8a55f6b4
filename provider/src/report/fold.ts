import { stripVTControlCharacters } from "node:util";

/** The columns that the output for people fits in. */
export const columns = 100;

/** What a line that goes on begins with: a text of the tenant never begins a line, as it could look like one of ours, or like a command. */
const goesOn = "  | ";

/**
 * A line as lines that fit: broken at blanks, and within a word that is longer than a line. Codes of colours take no columns.
 *
 * @param width columns. Default: {@link columns}
 */
export function fold(line: string, width = columns): readonly string[] {
  if (piecesOf(line, width).length === 1) return [line];
  const [indent = ""] = /^ {0,8}/.exec(line) ?? [];
  const below = indent + goesOn;
  const [first = "", ...others] = piecesOf(line.slice(indent.length), width - widthOf(below));
  return [indent + first, ...others.map((piece) => below + piece)];
}

/** A text for a screen: at a terminal it fits. In a file or a log every line stays whole, so that a search finds it. */
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
    // A word that fits no line begins in this one.
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

/** The characters of a word; a code of a colour is one of them. */
function partsOf(word: string): readonly string[] {
  const [first = "", ...others] = word.split("\u001b");
  const coloured = others.flatMap((part) => {
    const end = part.indexOf("m") + 1;
    return [`\u001b${part.slice(0, end)}`, ...part.slice(end)];
  });
  return [...first, ...coloured];
}

/** The columns that a text takes at most: whatever is not ASCII may be as wide as two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text)) width += character >= " " && character <= "~" ? 1 : 2;
  return width;
}

/** A text below a heading: its lines fit, and all begin where the first one does. */
export function hanging(heading: string, text: string): string {
  const lines = piecesOf(text, columns - heading.length);
  return heading + lines.join(`\n${" ".repeat(heading.length)}`);
}
