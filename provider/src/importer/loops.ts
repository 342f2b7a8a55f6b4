import { descriptors } from "../objects/descriptors.ts";
import { kinds } from "../objects/kinds.ts";
import { keyOf } from "./inventory.ts";
import type { NamedResource } from "./names.ts";
import { textsIn } from "./order.ts";

/** From so many resources of the same form on, a program is easier to read as data and a loop. */
const leastInLoop = 10;

/** Resources of one kind and one form, which a program makes in a loop. */
export interface Loop {
  /** What stands behind the names of its two variables: nothing, or a number. */
  readonly suffix: string;
  readonly resources: readonly NamedResource[];
}

/** The loops of a program, by each of their resources. */
export function loopsOf(
  resources: readonly NamedResource[],
  byKey: ReadonlyMap<string, NamedResource>,
): ReadonlyMap<NamedResource, Loop> {
  const forms = Map.groupBy(
    resources.filter((resource) => isPlain(resource, byKey)),
    ({ item, args }) => JSON.stringify([item.kind, ...Object.keys(args).toSorted()]),
  );
  const counts = new Map<string, number>();
  const loops = new Map<NamedResource, Loop>();
  for (const alike of forms.values()) {
    const [first] = alike;
    if (!first || alike.length < leastInLoop) continue;
    const count = (counts.get(first.item.kind) ?? 0) + 1;
    counts.set(first.item.kind, count);
    const loop = { suffix: count === 1 ? "" : String(count), resources: alike };
    for (const resource of alike) loops.set(resource, loop);
  }
  return loops;
}

/** Whether nothing is to be said of a resource but its arguments, and whether it can be made before and after all of its kind. */
function isPlain(resource: NamedResource, byKey: ReadonlyMap<string, NamedResource>): boolean {
  const { item, args, name, notes, secrets } = resource;
  const isOfSameKind = (text: string) => byKey.has(keyOf({ kind: item.kind, id: text }));
  return (
    !hasTypesOfItsOwn(item.kind) &&
    notes.length === 0 &&
    secrets.length === 0 &&
    (kinds[item.kind].importRules?.undocumented?.(args) ?? []).length === 0 &&
    // As the key of an object it would be none.
    name !== "__proto__" &&
    !textsIn(args).some(isOfSameKind)
  );
}

/** Whether the types of some arguments follow from others, so that no type is that of all resources. */
function hasTypesOfItsOwn(kind: NamedResource["item"]["kind"]): boolean {
  return Object.values(descriptors[kind].table.fields).some((field) => field.kind === "document" && field.documented);
}
