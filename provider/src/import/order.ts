/** The nodes to which a node refers. */
type Targets<T> = (node: T) => readonly T[];

/** An order in which each node comes after all nodes to which it may refer. */
export interface Order<T> {
  readonly nodes: readonly T[];
  /** Whether a node may refer to another one. A reference that may not would close a cycle. */
  allows(from: T, to: T): boolean;
}

/**
 * Orders nodes so that each comes after those to which it refers. If the references form cycles, those against the order of the strong references alone
 * are not allowed, so that strong ones survive. Equal nodes in equal order give the same result, in time linear in nodes and references.
 *
 * @param nodes the nodes in the preferred order
 */
export function orderOf<T>(nodes: readonly T[], strong: Targets<T>, weak: Targets<T>): Order<T> {
  const places = new Map(postorder(nodes, strong).map((node, at) => [node, at]));
  const placeOf = (node: T) => places.get(node) ?? 0;
  const all = new Map(nodes.map((node) => [node, [...strong(node), ...weak(node)]]));
  const targets: Targets<T> = (node) => all.get(node) ?? [];
  const cycleOf = cyclesOf(nodes, targets);
  const allows = (from: T, to: T) => placeOf(to) < placeOf(from) || cycleOf.get(from) !== cycleOf.get(to);
  return {
    nodes: postorder(
      nodes.toSorted((a, b) => placeOf(a) - placeOf(b)),
      (node) => targets(node).filter((target) => allows(node, target)),
    ),
    allows,
  };
}

/** The nodes in the order in which a depth-first search leaves them. It is no recursion, as chains of references can be long. */
function postorder<T>(roots: readonly T[], targets: Targets<T>): readonly T[] {
  const seen = new Set<T>();
  const left: T[] = [];
  for (const root of roots) {
    const open: { readonly node: T; readonly rest: Iterator<T> }[] = [];
    const enter = (node: T) => {
      if (seen.has(node)) return;
      seen.add(node);
      open.push({ node, rest: targets(node)[Symbol.iterator]() });
    };
    enter(root);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const next = top.rest.next();
      if (!next.done) enter(next.value);
      else {
        open.pop();
        left.push(top.node);
      }
    }
  }
  return left;
}

/** A number for each node: nodes that refer to each other, directly or through others, have the same one. */
export function cyclesOf<T>(nodes: readonly T[], targets: Targets<T>): ReadonlyMap<T, number> {
  const sources = new Map<T, T[]>();
  for (const node of nodes) {
    for (const target of targets(node)) {
      const known = sources.get(target);
      if (known) known.push(node);
      else sources.set(target, [node]);
    }
  }
  const numbers = new Map<T, number>();
  for (const [number, root] of postorder(nodes, targets).toReversed().entries()) {
    if (numbers.has(root)) continue;
    const reached = postorder([root], (node) => (sources.get(node) ?? []).filter((source) => !numbers.has(source)));
    for (const node of reached) numbers.set(node, number);
  }
  return numbers;
}
