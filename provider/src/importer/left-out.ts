import { descriptors, type KindName, kindNames } from "../objects/descriptors.ts";
import { byText, type LeftOut } from "./inventory.ts";

/** What is left out, and whether that was so because of an error, which several objects can have in common. */
export interface Left extends LeftOut {
  readonly isError?: true;
}

/** What is left out, in the order of the kinds, then of labels. An error that several objects have in common is said once. */
export function inOrder(left: readonly Left[]): readonly LeftOut[] {
  const groups = new Map<string, LeftOut[]>();
  for (const { isError, ...one } of left) {
    // Of what is left out for another reason, each name is worth knowing.
    const key = JSON.stringify([one.kind, one.why, isError ? "" : one.label]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const all = [...groups.values()].flatMap(together);
  return all.sort((a, b) => byKind(a, b) || byText(a.label, b.label));
}

/** The order of the kinds: that in which people read about them. */
export function byKind(a: { readonly kind: KindName }, b: { readonly kind: KindName }): number {
  return kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind);
}

function together(group: readonly LeftOut[]): readonly LeftOut[] {
  const [first] = group;
  const isCommon = new Set(group.map(({ label }) => label)).size > 2;
  if (!first || !isCommon) return group;
  return [{ ...first, label: `${group.length} ${descriptors[first.kind].plural}` }];
}
