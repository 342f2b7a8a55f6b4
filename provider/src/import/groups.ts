import { own } from "../schema/json.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import { type Cells, cellsOf } from "./cells.ts";
import type { Links } from "./links.ts";
import type { NamedResource } from "./names.ts";
import { cyclesOf } from "./order.ts";
import { minRows, type Row, type Shape, shapeOf } from "./shape.ts";

/** Resources of one type that a loop over a table declares. */
export interface Table {
  readonly is: "table";
  readonly type: TypeName;
  readonly shape: Shape;
  readonly resources: readonly NamedResource[];
}

/** Resources that belong to objects such as customers: a loop declares a component for each of these objects. */
export interface Kind {
  readonly is: "kind";
  /** The type of the objects to which the others belong. */
  readonly type: TypeName;
  /** What distinguishes the kind, such as the strategies of its connections. Untrusted text. */
  readonly distinctions: readonly string[];
  readonly shape: Shape;
  readonly resources: readonly NamedResource[];
}

/** Resources that a program declares at once. */
export type Group = Table | Kind;

/**
 * The groups of a program's resources. All other resources have a statement of their own. Groups do not refer to each other in a circle.
 *
 * @param isOffered whether a resource can be in a group
 */
export function groupsOf(
  links: Links<NamedResource>,
  isOffered: (resource: NamedResource) => boolean,
): readonly Group[] {
  const plain = links.resources.filter((resource) => canBeGrouped(resource) && isOffered(resource));
  const kinds = apartFromCircles(kindsOf(plain, links), links);
  const inKinds = new Set(kinds.flatMap(({ resources }) => resources));
  const tables = tablesOf(
    plain.filter((resource) => !inKinds.has(resource)),
    links,
  );
  return apartFromCircles([...kinds, ...tables], links);
}

/** Whether a row of a file can be a resource: `__proto__` would set a prototype, and a configuration key or a file cannot have every name. */
function canBeGrouped({ name }: NamedResource): boolean {
  return /^(?!__proto__$)[\p{L}\p{M}\p{N}_.-]+$/u.test(name);
}

/** The groups without those that refer to themselves through other resources: a program cannot declare such a group in one statement. */
function apartFromCircles<T extends Group>(groups: readonly T[], links: Links<NamedResource>): readonly T[] {
  const groupOf = new Map(groups.flatMap((group) => group.resources.map((resource) => [resource, group] as const)));
  type Unit = T | NamedResource;
  const unitOf = (resource: NamedResource): Unit => groupOf.get(resource) ?? resource;
  const membersOf = (unit: Unit): readonly NamedResource[] => ("resources" in unit ? unit.resources : [unit]);
  const units = [...new Set(links.resources.map(unitOf))];
  const targets = new Map(
    units.map((unit) => {
      const all = membersOf(unit).flatMap((resource) => links.targetsOf(resource).map(unitOf));
      return [unit, [...new Set(all)].filter((target) => target !== unit)] as const;
    }),
  );
  const circles = cyclesOf(units, (unit) => targets.get(unit) ?? []);
  const sizes = Map.groupBy(units, (unit) => circles.get(unit));
  return groups.filter((group) => sizes.get(circles.get(group))?.length === 1);
}

/** The tables of resources that have their type and their frame in common. */
function tablesOf(resources: readonly NamedResource[], links: Links<NamedResource>): readonly Table[] {
  const byType = Map.groupBy(resources, ({ item }) => item.type);
  const many = [...byType.values()].filter((all) => all.length >= minRows).flat();
  const rows = many.map((resource) => ({
    ...{ resource, key: resource.name },
    cells: cellsOf(resource, links, (target) => JSON.stringify([target.item.type, target.name])),
  }));
  const alike = Map.groupBy(rows, ({ cells }) => cells.frame);
  return [...alike.values()].flatMap((all): readonly Table[] => {
    const [first] = all;
    if (!first || all.length < minRows) return [];
    const { type } = first.resource.item;
    // A resource that refers to another one of the table has to follow it.
    const here = new Set(all.map(({ resource }) => resource));
    const apart = all.filter(({ resource }) => !links.targetsOf(resource).some((target) => here.has(target)));
    const shape = shapeOf(
      apart.map(({ key, cells }) => ({ key, parts: [cells] })),
      { hasReferences: true, nouns: [tools[type].imported.noun] },
    );
    return shape ? [{ is: "table", type, shape, resources: resourcesIn(shape) }] : [];
  });
}

function resourcesIn({ rows }: Shape): readonly NamedResource[] {
  return rows.flatMap(({ parts }) => parts.map(({ resource }) => resource));
}

/** A resource to which others belong, and these others, by their positions. */
interface Cluster {
  readonly owner: NamedResource;
  readonly members: ReadonlyMap<string, NamedResource>;
  /** The positions at which no other member is alike. */
  readonly distinct: readonly string[];
}

/** The kinds of components: objects such as customers, of which several have the same resources of the same shape. */
function kindsOf(resources: readonly NamedResource[], links: Links<NamedResource>): readonly Kind[] {
  const clusters = clustersOf(resources, links);
  // If the numbers of members that are alike differ too much, a component has only the others.
  const sets = [clusters.map(({ members }) => [...members.keys()]), clusters.map(({ distinct }) => distinct)];
  const usual = sets
    .flatMap((all) => [...Map.groupBy(all, (positions) => positions.toSorted().join("\n")).values()])
    .filter((alike) => alike.length >= minRows)
    .map(([positions = []]) => positions)
    .filter((positions) => positions.length > 1)
    .toSorted((a, b) => b.length - a.length);
  const rows = clusters.flatMap((cluster): readonly Row[] => {
    const positions = usual.find((all) => all.every((position) => cluster.members.has(position)));
    return positions ? [rowOf(cluster, positions, links)] : [];
  });
  const alike = Map.groupBy(rows, ({ parts }) => parts.map(({ frame }) => frame).join("\n"));
  return [...alike.values()].flatMap((all): readonly Kind[] => {
    const parts = all[0]?.parts ?? [];
    const nouns = parts.map(({ resource }) => tools[resource.item.type].imported.noun);
    const shape = shapeOf(all, { hasReferences: false, nouns });
    const owner = parts.find(({ resource }) => isOwner(resource))?.resource;
    if (!shape || !owner) return [];
    const distinctions = parts.flatMap(({ resource }) => distinctionOf(resource) ?? []);
    return [{ is: "kind", type: owner.item.type, distinctions, shape, resources: resourcesIn(shape) }];
  });
}

/** The row of a cluster, with these positions in the order of their declaration. Members refer to each other by their positions. */
function rowOf({ owner, members }: Cluster, positions: readonly string[], links: Links<NamedResource>): Row {
  const mine = positions.flatMap((position) => members.get(position) ?? []);
  const ordered = inOrder(mine, links);
  const symbolOf = (target: NamedResource) => {
    const at = ordered.indexOf(target);
    return JSON.stringify(at < 0 ? [target.item.type, target.name] : at);
  };
  return { key: owner.name, parts: ordered.map((resource): Cells => cellsOf(resource, links, symbolOf)) };
}

/** Resources, each after those to which it refers. */
function inOrder(resources: readonly NamedResource[], links: Links<NamedResource>): readonly NamedResource[] {
  const ordered = new Set<NamedResource>();
  const add = (resource: NamedResource) => {
    for (const target of links.targetsOf(resource)) if (resources.includes(target) && !ordered.has(target)) add(target);
    ordered.add(resource);
  };
  for (const resource of resources) add(resource);
  return [...ordered];
}

function isOwner({ item }: NamedResource): boolean {
  return tools[item.type].imported.component !== undefined;
}

/** What distinguishes a resource from others of its type, such as the strategy of a connection. */
function distinctionOf({ item, args }: NamedResource): string | undefined {
  const { distinguishedBy } = tools[item.type];
  const value = distinguishedBy === undefined ? undefined : own(args, distinguishedBy);
  return typeof value === "string" ? value : undefined;
}

/**
 * The resources that belong to each owner: those that references connect to it and to no other owner.
 */
function clustersOf(resources: readonly NamedResource[], links: Links<NamedResource>): readonly Cluster[] {
  const here = new Set(resources.filter(({ item }) => definitions[item.type].schema.singleton === undefined));
  const neighbors = new Map<NamedResource, NamedResource[]>([...here].map((resource) => [resource, []]));
  for (const resource of here) {
    for (const target of new Set(links.targetsOf(resource))) {
      if (!here.has(target) || target === resource) continue;
      neighbors.get(resource)?.push(target);
      neighbors.get(target)?.push(resource);
    }
  }
  const ownerOf = new Map<NamedResource, NamedResource | undefined>();
  let reached = [...here].filter(isOwner);
  for (const owner of reached) ownerOf.set(owner, owner);
  while (reached.length > 0) {
    const next = new Map<NamedResource, Set<NamedResource>>();
    for (const resource of reached) {
      const owner = ownerOf.get(resource);
      for (const neighbor of owner ? (neighbors.get(resource) ?? []) : []) {
        if (owner && !ownerOf.has(neighbor)) next.set(neighbor, (next.get(neighbor) ?? new Set()).add(owner));
      }
    }
    for (const [resource, owners] of next) ownerOf.set(resource, owners.size === 1 ? [...owners][0] : undefined);
    reached = [...next.keys()];
  }
  const owned = Map.groupBy([...here], (resource) => ownerOf.get(resource));
  return [...here].filter(isOwner).map((owner) => ({ owner, ...byPosition(owned.get(owner) ?? [], links) }));
}

/**
 * The resources of a cluster by their positions: the type, what distinguishes the resource, and the positions of those to which it refers. Resources that
 * are alike, such as two connections of one strategy, are numbered in the order of their names.
 */
function byPosition(all: readonly NamedResource[], links: Links<NamedResource>): Omit<Cluster, "owner"> {
  const isHere = new Set(all);
  const kindOf = (resource: NamedResource) => JSON.stringify([resource.item.type, distinctionOf(resource)]);
  const positionOf = (resource: NamedResource, nameOf: (target: NamedResource) => string) => {
    const targets = links.targetsOf(resource).filter((target) => isHere.has(target));
    return JSON.stringify([kindOf(resource), ...new Set(targets.map(nameOf).toSorted())]);
  };
  const numbers = new Map<NamedResource, number>();
  const numbered = (resource: NamedResource) => JSON.stringify([kindOf(resource), numbers.get(resource)]);
  const counts = new Map<string, number>();
  for (const resource of inOrder(all.toSorted(byName), links).filter((one) => isHere.has(one))) {
    const position = positionOf(resource, numbered);
    const number = (counts.get(position) ?? 0) + 1;
    counts.set(position, number);
    numbers.set(resource, number);
  }
  const positions = all.map((resource) => JSON.stringify([positionOf(resource, numbered), numbers.get(resource)]));
  const alike = Map.groupBy(all, (resource) => positionOf(resource, kindOf));
  return {
    members: new Map(all.map((resource, at) => [positions[at] ?? "", resource])),
    distinct: positions.filter((_, at) => alike.get(positionOf(all[at] as NamedResource, kindOf))?.length === 1),
  };
}

function byName(a: NamedResource, b: NamedResource): number {
  return a.name < b.name ? -1 : 1;
}
