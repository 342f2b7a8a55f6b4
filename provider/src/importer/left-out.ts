import { descriptors, type KindName, kindNames } from "../objects/descriptors.ts";
import { byText, type LeftOut } from "./inventory.ts";

/** What is left out, in the order of the kinds, then of labels. What several objects cannot be read for is said once. */
export function inOrder(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  const groups = new Map<string, LeftOut[]>();
  for (const one of leftOut) {
    // Of what is left out for another reason, each name is worth knowing.
    const key = JSON.stringify(one.reason === "unreadable" ? [one.kind, one.why] : [one.kind, one.why, one.label]);
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
  if (first?.reason !== "unreadable" || group.length < 3) return group;
  return [{ ...first, label: `${group.length} ${descriptors[first.kind].plural}` }];
}
