import type { ExportedResource } from "../drift/cli-document.ts";
import { isChange, type PreviewStep } from "../drift/preview.ts";
import { parseUrn } from "../drift/urn.ts";
import { titleOf } from "../drift/words.ts";
import { type GraphNode, ObjectGraph } from "../graph/graph.ts";
import { keepsObject, leftAlone, objectAfter, objectBefore, objectsOfState, withoutUrn } from "./objects.ts";
import { someOf } from "./words.ts";

/** What else of the program refers to an object that a plan deletes, in words; undefined where nothing does. */
export type Referring = (gone: PreviewStep) => string | undefined;

/**
 * Finds the resources that refer to what a plan deletes or replaces, and that it neither deletes nor replaces. What counts is what they
 * refer to after the plan, by what the object is called before it.
 *
 * @param pending the deletions that an earlier replacement has left
 */
export function referringTo(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
  pending: readonly PreviewStep[],
): Referring {
  const staying = steps.filter(keepsObject);
  const going = steps.filter((step) => isChange(step.op) && !keepsObject(step));
  if (going.length + pending.length === 0) return () => undefined;
  const left = steps.filter(({ after }) => !after);
  const graph = new ObjectGraph([
    // Without their URNs: a resource that stays can have the URN of an object that goes.
    ...[...going, ...pending].flatMap(objectBefore).map(withoutUrn),
    ...objectsOfState(leftAlone(state, [...staying, ...going, ...left])),
    ...staying.flatMap((step) => objectAfter(step)),
  ]);
  const referrers = referrersIn(graph);
  return (gone) => {
    const nodes = objectBefore(gone).flatMap(({ tenant, kind, id = "" }) => graph.ofId(tenant, kind, id) ?? []);
    const urns = nodes.flatMap((node) => [...(referrers.get(node) ?? [])]);
    return urns.length === 0 ? undefined : inWords(urns.sort());
  };
}

/** The resources that refer to each object, by their URNs. */
function referrersIn({ nodes }: ObjectGraph): ReadonlyMap<GraphNode, ReadonlySet<string>> {
  const found = new Map<GraphNode, Set<string>>();
  for (const { links, urns } of nodes) {
    for (const { to } of links) {
      const known = found.get(to) ?? new Set();
      found.set(to, known);
      for (const urn of urns) known.add(urn);
    }
  }
  return found;
}

function inWords(urns: readonly string[]): string {
  const named = urns.flatMap((urn) => parseUrn(urn) ?? []).map(({ type, name }) => titleOf({ type, name }));
  const [resources, refer, stay] = urns.length === 1 ? ["resource", "refers", "stays"] : ["resources", "refer", "stay"];
  return `${urns.length} ${resources} of this program ${refer} to it and ${stay}: ${someOf(named)}`;
}
