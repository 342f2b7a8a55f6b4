import { distance } from "fastest-levenshtein";

/**
 * Compiles a name pattern: `*` matches any text, `?` any one character, and every other character itself. The running time is at most
 * proportional to pattern length times text length.
 */
export function matcherOf(pattern: string): (text: string) => boolean {
  const wanted = [...pattern];
  return (text) => {
    const given = [...text];
    let [at, next] = [0, 0];
    // The position of the latest `*` in the pattern, and the end of the text that it matches.
    let [star, taken] = [-1, 0];
    while (at < given.length) {
      if (wanted[next] === "*") {
        star = next;
        taken = at;
        next += 1;
      } else if (wanted[next] === "?" || wanted[next] === given[at]) {
        at += 1;
        next += 1;
      } else if (star >= 0) {
        taken += 1;
        at = taken;
        next = star + 1;
      } else return false;
    }
    return wanted.slice(next).every((character) => character === "*");
  };
}

/**
 * Whether a name equals a known name or is probably a typo of it. Letter case, hyphens and underscores are ignored. One edit per three
 * letters of the known name is allowed, at most two, because unrelated short names differ in few letters.
 */
export function isTypoOf(name: string, known: string): boolean {
  return editsBetween(name, known) !== undefined;
}

/**
 * The known name that is most similar to a name; undefined if none is similar enough.
 *
 * @param most maximum number of edits. Default: the limit of {@link isTypoOf}
 */
export function nearest(name: string, known: Iterable<string>, most = 2): string | undefined {
  const near = [...known].flatMap((meant) => {
    const count = editsBetween(name, meant);
    return count === undefined || count > most ? [] : [{ meant, count }];
  });
  return near.toSorted((a, b) => a.count - b.count)[0]?.meant;
}

/** The number of edits between a name and a known name; undefined if there are too many. */
function editsBetween(name: string, known: string): number | undefined {
  const [ours, theirs] = [lettersOf(name), lettersOf(known)];
  const most = Math.min(2, Math.floor(theirs.length / 3));
  if (Math.abs(ours.length - theirs.length) > most) return undefined;
  const count = isSwapped(ours, theirs) ? 1 : distance(ours, theirs);
  return count <= most ? count : undefined;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** Whether the names differ only by two swapped neighbouring letters. */
function isSwapped(ours: string, theirs: string): boolean {
  const at = [...ours].findIndex((letter, index) => letter !== theirs[index]);
  const swapped = `${ours.slice(0, at)}${ours.charAt(at + 1)}${ours.charAt(at)}${ours.slice(at + 2)}`;
  return at >= 0 && swapped === theirs;
}

/** Escapes a text, so that a regular expression matches it literally. `RegExp.escape` needs a newer Node. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
