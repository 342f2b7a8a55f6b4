import { kinds } from "../objects/kinds.ts";
import type { ImportedResource } from "./resource.ts";

/** The resources that a resource depends on although no argument refers to them: those that declare the members that it needs of a set. */
export type Needed<T extends ImportedResource = ImportedResource> = ReadonlyMap<T, readonly T[]>;

/** What the resources of a program need of each other. Those that need nothing are left out. */
export function neededBy<T extends ImportedResource>(resources: readonly T[]): Needed<T> {
  const declaring = new Map<string, T[]>();
  for (const resource of resources) {
    for (const place of placesOf(resource)) declaring.set(place, [...(declaring.get(place) ?? []), resource]);
  }
  const needed = resources.flatMap((resource): readonly (readonly [T, readonly T[]])[] => {
    const { key, members } = kinds[resource.item.kind].needs?.(resource.args) ?? { key: "", members: [] };
    const targets = new Set(members.flatMap((member) => declaring.get(placeOf(key, member)) ?? []));
    return targets.size > 0 ? [[resource, [...targets]]] : [];
  });
  return new Map(needed);
}

/** The members that a resource declares of a set. */
function placesOf({ item, args }: ImportedResource): readonly string[] {
  const { key, members = [] } = kinds[item.kind].claim?.(args, item.id) ?? { key: "" };
  return members.map((member) => placeOf(key, member));
}

function placeOf(key: string, member: string): string {
  return JSON.stringify([key, member]);
}
