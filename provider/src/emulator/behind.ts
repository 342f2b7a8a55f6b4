import { sorted } from "./shared/cursors.ts";
import type { Objects } from "./shared/objects.ts";
import type { Stored } from "./shared/store.ts";

/** Something that the service lists. */
type Listed<Row extends Stored> = Pick<Objects<Row>, "table" | "listed" | "sortKeyOf">;

/** A row as it was from some time on; undefined where it was not there. */
interface Version<Row> {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly row: Row | undefined;
}

/** By how many milliseconds listings are behind, at most and in the next one. */
export interface Lag {
  readonly max: number;
  next(): number;
}

/** Lets the listing of a kind show objects as they were a while ago. What is there now counts as if it had always been there. */
export function fallBehind<Row extends Stored>(kind: Listed<Row>, lag: Lag, now: () => number): void {
  const { table } = kind;
  const past = new Map<string, readonly Version<Row>[]>();
  for (const row of table.all()) past.set(row.id, [{ from: Number.NEGATIVE_INFINITY, row }]);
  table.changed.listen((id) => {
    const versions = [...(past.get(id) ?? []), { from: now(), row: table.find(id) }];
    // of those that no listing can be about any more, the last one is what the oldest listing shows
    const old = versions.filter(({ from }) => from <= now() - lag.max);
    past.set(id, versions.slice(Math.max(0, old.length - 1)));
  });
  kind.listed = () => {
    const at = now() - lag.next();
    const rows = [...past.values()].map((versions) => versions.findLast(({ from }) => from <= at)?.row);
    const there = rows.filter((row) => row !== undefined);
    return sorted(there, (row) => kind.sortKeyOf(row));
  };
}
