import { legible } from "../tenant/index.ts";

/** Most lines that are shown of each side, and most characters of a line. */
const most = { lines: 10, characters: 160 };

/**
 * How two texts of several lines differ, one line each: those that went with `-`, those that came with `+`, and where. What both begin and
 * end with is left out. It takes time in proportion to the texts.
 */
export function lineDiff(was: string, is: string): readonly string[] {
  const [before, after] = [linesOf(was), linesOf(is)];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [gone, come] = [before, after].map((lines) => lines.slice(start, lines.length - end));
  const head = `from line ${start + 1}, ${gone?.length ?? 0} of ${before.length} lines → ${come?.length ?? 0} of ${after.length}`;
  return [head, ...shownLines("-", gone ?? []), ...shownLines("+", come ?? [])];
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function shownLines(sign: string, lines: readonly string[]): readonly string[] {
  const some = lines.slice(0, most.lines).map((line) => `  ${sign} ${legible(line, most.characters)}`);
  const rest = lines.length - some.length;
  return rest > 0 ? [...some, `  ${sign} … and ${rest} more`] : some;
}
