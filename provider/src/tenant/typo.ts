import { distance } from "fastest-levenshtein";

/** Whether a name is a known one or looks like it. Short names differ by a letter or two anyway. */
export function isTypoOf(name: string, known: string): boolean {
  const most = Math.min(2, Math.floor(known.length / 3));
  return Math.abs(name.length - known.length) <= most && distance(name.toLowerCase(), known.toLowerCase()) <= most;
}
