/** What the reads of one burst have cost so far, of the objects that one listing shows. */
export interface Ledger {
  /** The objects that were asked for, those included that wait. */
  readonly asked: number;
  /** The objects of the same kind that were asked for elsewhere: other listings show them. */
  readonly elsewhere: number;
  /** The calls that asked for objects by themselves, one or several in each. */
  readonly spent: number;
  /** The pages of the listing that were read. */
  readonly pages: number;
  /** The pages that are still to be read; undefined where the service does not tell. */
  readonly missing: number | undefined;
}

/** One call for each object; one call for several, named in a filter; or the next pages of the listing. */
export type Way = "single" | "filtered" | "listed";

/**
 * How to read the objects that wait, without knowing which others will be asked for. All in all it takes at most twice the calls of the
 * best choice in hindsight, plus two: objects are read by themselves until that has cost what the rest of the listing would. The first page
 * costs as much as one object and tells how long the listing is, so it comes with the second object.
 *
 * @param waiting how many objects wait
 * @param most how many objects one filtered call may name; 1 where there is no filter
 */
export function cheapest({ asked, elsewhere, spent, pages, missing }: Ledger, waiting: number, most: number): Way {
  if (asked + elsewhere < 2) return "single";
  if (pages === 0) return "listed";
  // A listing that does not tell its length counts as half read.
  const rest = missing ?? pages;
  const withoutListing = Math.max(spent + Math.ceil(waiting / most), Math.ceil(asked / most));
  if (withoutListing > rest) return "listed";
  return most > 1 && waiting > 1 ? "filtered" : "single";
}
