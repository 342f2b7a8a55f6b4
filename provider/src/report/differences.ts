import { sanitize } from "../client/index.ts";

/** The number of characters that a truncated text shows before the first difference. */
const context = 40;

/**
 * Truncates two texts that differ. If their first difference would be cut off, both texts are shown from shortly before the difference. If the texts
 * also differ behind the part that is shown, it is followed by the position of the last difference.
 */
export function cutAtDifference(one: string, other: string, most: number): readonly [string, string] {
  const start = equalAtStart(one, other);
  const end = equalAtEnd(one, other, start);
  const from = start < most - context ? 0 : start - context;
  // Texts that hardly have anything in common differ everywhere: that needs no remark.
  const shorten = (text: string) => cut(text, most, from, start + end > context ? text.length - end : 0);
  return [shorten(one), shorten(other)];
}

/** The number of equal characters at the end of two texts, of which the first `start` ones are left out. */
function equalAtEnd(one: string, other: string, start: number): number {
  const shorter = Math.min(one.length, other.length) - start;
  let count = 0;
  while (count < shorter && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

/** The number of equal characters or lines at the start of two texts or lists of lines. */
function equalAtStart(one: ArrayLike<string>, other: ArrayLike<string>): number {
  const shorter = Math.min(one.length, other.length);
  let count = 0;
  while (count < shorter && one[count] === other[count]) count += 1;
  return count;
}

/**
 * A text on one line. A truncated text is followed by its full length.
 *
 * @param end the position behind the last difference to another text
 */
export function cut(text: string, most: number, from = 0, end = 0): string {
  if (from === 0 && text.length <= most) return sanitize(text, most);
  const more = end > from + most ? `, differs up to character ${end}` : "";
  return `${from > 0 ? "…" : ""}${sanitize(text.slice(from), most)} (${text.length} characters${more})`;
}

/**
 * The maximum number of removed lines, and of added lines, in a diff, shared by its places; the number that each place has in any case; the maximum
 * number of places, and of equal lines within a place; and the maximum length of a line, in characters.
 */
const maxShown = { lines: 10, linesOfPlace: 2, places: 10, between: 3, characters: 160 };

/** A place where two texts differ: the lines of each, and the number of the lines before it in the first text. */
interface Place {
  readonly start: number;
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/**
 * Formats the difference of two texts: for each place where they differ, a line with the position, removed lines with `-`, added lines with `+`. The
 * run time is linear in the length of the texts, apart from a search by halves for each line.
 */
export function lineDiff(was: string, is: string): readonly string[] {
  const [before, after] = [linesOf(was), linesOf(is)];
  const places = placesIn(before, after);
  const [gone, come] = [places.flatMap((place) => place.gone), places.flatMap((place) => place.come)];
  const counts = `${gone.length} of ${before.length} lines → ${come.length} of ${after.length}`;
  const [first = { start: before.length, gone, come }, ...others] = places;
  if (others.length === 0) return [`from line ${first.start + 1}, ${counts}`, ...linesIn(first, maxShown.lines)];
  const most = Math.max(maxShown.linesOfPlace, Math.floor(maxShown.lines / places.length));
  const rest = places.length - maxShown.places;
  return [
    `in ${places.length} places, ${counts}`,
    ...places.slice(0, maxShown.places).flatMap((place) => [`  from line ${place.start + 1}`, ...linesIn(place, most)]),
    ...(rest > 0 ? [`  … and ${rest} more places`] : []),
  ];
}

/** The places where two lists of lines differ, between lines that occur once in both and in the same order. */
function placesIn(before: readonly string[], after: readonly string[]): readonly Place[] {
  const ranges: Range[] = [];
  let [old, now] = [0, 0];
  for (const { at, to } of [...commonIn(before, after), { at: before.length, to: after.length }]) {
    const [gone, come] = [before.slice(old, at), after.slice(now, to)];
    const start = equalAtStart(gone, come);
    const fromEnd = (lines: readonly string[]) => lines.slice(start).reverse();
    const end = equalAtStart(fromEnd(gone), fromEnd(come));
    const range = { old: old + start, oldEnd: at - end, now: now + start, nowEnd: to - end };
    const last = ranges.at(-1);
    if (range.old < range.oldEnd || range.now < range.nowEnd) {
      if (last && range.old - last.oldEnd <= maxShown.between)
        ranges.splice(-1, 1, { ...range, old: last.old, now: last.now });
      else ranges.push(range);
    }
    [old, now] = [at + 1, to + 1];
  }
  return ranges.map((range) => ({
    start: range.old,
    gone: before.slice(range.old, range.oldEnd),
    come: after.slice(range.now, range.nowEnd),
  }));
}

/** The lines of a place, by their positions in both texts. */
interface Range {
  readonly old: number;
  readonly oldEnd: number;
  readonly now: number;
  readonly nowEnd: number;
}

/** A line that is in two texts, by its positions there. */
interface Common {
  readonly at: number;
  readonly to: number;
  readonly before?: Common | undefined;
}

/** The longest sequence of lines that occur once in each of two lists, and in the same order. */
function commonIn(before: readonly string[], after: readonly string[]): readonly Common[] {
  const positions = positionsIn(after);
  // The last line of the best sequence of each length: the one with the lowest position in the second list.
  const best: Common[] = [];
  for (const [line, at] of positionsIn(before)) {
    const to = positions.get(line);
    if (at === undefined || to === undefined) continue;
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((best[middle]?.to ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    best[low] = { at, to, before: best[low - 1] };
  }
  const common: Common[] = [];
  for (let one = best.at(-1); one; one = one.before) common.push(one);
  return common.reverse();
}

/** The position of each line; undefined for a line that occurs several times. */
function positionsIn(lines: readonly string[]): ReadonlyMap<string, number | undefined> {
  const positions = new Map<string, number | undefined>();
  for (const [index, line] of lines.entries()) positions.set(line, positions.has(line) ? undefined : index);
  return positions;
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function linesIn({ gone, come }: Place, most: number): readonly string[] {
  return [...shownLines("-", gone, come, most), ...shownLines("+", come, gone, most)];
}

/** @param others the lines on the other side of the difference */
function shownLines(
  sign: string,
  lines: readonly string[],
  others: readonly string[],
  most: number,
): readonly string[] {
  const some = lines.slice(0, most).map((line, index) => {
    const [text] = cutAtDifference(line, others[index] ?? "", maxShown.characters);
    return `  ${sign} ${text}`;
  });
  const rest = lines.length - some.length;
  return rest > 0 ? [...some, `  ${sign} … and ${rest} more`] : some;
}
