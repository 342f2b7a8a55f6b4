import type { Change } from "../drift/types.ts";
import { briefChange } from "./bounds.ts";
import type { ResourceDrift } from "./compare.ts";

/** What is new or gone between two findings about one resource, in the form in which it is reported. */
export interface Delta {
  readonly kind: "drift" | "restored";
  readonly state: "changed" | "deleted";
  readonly changes: readonly Change[];
}

/** The steps from what was reported to what is. Nothing that both have is in them. */
export function deltasOf(reported: ResourceDrift, found: ResourceDrift): readonly Delta[] {
  if (reported?.state === "deleted" && found?.state === "deleted") return [];
  if (reported?.state === "deleted")
    return [{ kind: "restored", state: "deleted", changes: [] }, ...deltasOf(undefined, found)];
  if (found?.state === "deleted") return [{ kind: "drift", state: "deleted", changes: [] }];
  const [before, after] = [reported?.changes ?? [], found?.changes ?? []];
  const [known, places] = [new Set(before.map(idOf)), new Set(after.map(placeOf))];
  const fresh = after.filter((change) => !known.has(idOf(change)));
  const gone = before.filter((change) => !places.has(placeOf(change)));
  // A resource can differ in nothing but what the provider keeps for itself.
  const isNew = fresh.length > 0 || (found !== undefined && reported === undefined);
  const isOver = gone.length > 0 || (reported !== undefined && found === undefined);
  return [
    ...(isOver ? [{ kind: "restored", state: "changed", changes: gone.map(inverted) } as const] : []),
    ...(isNew ? [{ kind: "drift", state: "changed", changes: fresh } as const] : []),
  ];
}

function inverted({ path, kind, was, is, secret }: Change): Change {
  return {
    path,
    kind: kind === "add" ? "delete" : kind === "delete" ? "add" : "update",
    ...(is !== undefined && { was: is }),
    ...(was !== undefined && { is: was }),
    ...(secret && { secret }),
  };
}

/** The same for a change whose values were cut, as those are that an earlier watch has saved. */
function idOf(change: Change): string {
  const { path, was, is, secret } = briefChange(change);
  return JSON.stringify([path, was, is, secret]);
}

/** The elements of a list that is compared as a set are places of their own. */
function placeOf(change: Change): string {
  return change.path.endsWith("[]") ? idOf(change) : briefChange(change).path;
}
