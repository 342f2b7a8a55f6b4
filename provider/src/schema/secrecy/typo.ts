import { distance } from "fastest-levenshtein";

/**
 * Whether a name is a known one or looks like it: it is written in another way (letter case, hyphens, underscores), or has a slip for
 * every three letters, at most two. Short names differ by a letter or two anyway.
 */
export function isTypoOf(name: string, known: string): boolean {
  return slips(name, known) !== undefined;
}

/**
 * The known name that a name looks most like; undefined where none is near.
 *
 * @param most how many slips it may have, at most. Default: as `isTypoOf` says
 */
export function nearest(name: string, known: Iterable<string>, most = 2): string | undefined {
  const near = [...known].flatMap((meant) => {
    const count = slips(name, meant);
    return count === undefined || count > most ? [] : [{ meant, count }];
  });
  return near.toSorted((a, b) => a.count - b.count)[0]?.meant;
}

/** How many slips make a name of a known one; undefined where there are too many. */
function slips(name: string, known: string): number | undefined {
  const [ours, theirs] = [lettersOf(name), lettersOf(known)];
  const most = Math.min(2, Math.floor(theirs.length / 3));
  if (Math.abs(ours.length - theirs.length) > most) return undefined;
  const count = isSwapped(ours, theirs) ? 1 : distance(ours, theirs);
  return count <= most ? count : undefined;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** Whether two neighbours have changed places. */
function isSwapped(ours: string, theirs: string): boolean {
  const at = [...ours].findIndex((letter, index) => letter !== theirs[index]);
  const swapped = `${ours.slice(0, at)}${ours.charAt(at + 1)}${ours.charAt(at)}${ours.slice(at + 2)}`;
  return at >= 0 && swapped === theirs;
}
