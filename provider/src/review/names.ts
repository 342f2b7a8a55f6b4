import { type GraphNode, labelOf, referencesIn } from "../graph/graph.ts";
import { type Json, type JsonObject, type Path, unknownValue } from "../schema/json.ts";
import type { TypeName } from "../types/registry.ts";

/**
 * Returns the name of the object to which the value at a path refers, before the run or after it; undefined if there is no such object, or if the
 * value itself is the name.
 */
export type NameOf = (path: Path, value: Json | undefined, when: "before" | "after") => string | undefined;

/** @param program the inputs of the program, for values that are known only during the run */
export function namesIn(node: GraphNode | undefined, program: JsonObject): NameOf {
  if (!node) return () => undefined;
  const named = new Map(
    node.links.flatMap(({ to, reference: { path, value } }) => (value === undefined ? [] : [[keyOf(path, value), to]])),
  );
  const unknown = unknownsIn(node, program, named);
  return (path, value, when) => {
    if (value === undefined) return undefined;
    const to = value === unknownValue ? unknown.get(keyOf(path)) : named.get(keyOf(path, String(value)));
    const name = to && labelOf(to, to.versions.at(when === "before" ? 0 : -1));
    return name === value ? undefined : name;
  };
}

/**
 * The objects behind values that are not known yet, by the paths of the values. The graph has a link from a property to every object that the
 * property depends on. Objects that the property names by a known value are excluded. If more than one object is left, the value stays
 * unresolved.
 */
function unknownsIn(
  { type, links }: GraphNode,
  program: JsonObject,
  named: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, GraphNode> {
  const found = new Map<string, GraphNode>();
  const open = Map.groupBy(
    links.filter(({ reference }) => reference.value === undefined),
    ({ reference }) => reference.path[0],
  );
  if (open.size === 0) return found;
  for (const [property, all] of Map.groupBy(referencesIn(type as TypeName, program), ({ path }) => path[0])) {
    const standing = new Set(all.map(({ path, value }) => named.get(keyOf(path, value))));
    const left = open.get(property)?.filter(({ to }) => !standing.has(to)) ?? [];
    const [unknown, ...others] = all.filter(({ value }) => value === undefined);
    const [one, ...more] = new Set(left.map(({ to }) => to));
    if (unknown && one && others.length + more.length === 0) found.set(keyOf(unknown.path), one);
  }
  return found;
}

/** A key for a pair of path and value. As JSON, so that different pairs never have the same key. */
function keyOf(path: Path, value?: string): string {
  return JSON.stringify([path, value]);
}
