import { typeNames } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import type { Group } from "./groups.ts";
import type { Links } from "./links.ts";
import type { NamedResource } from "./names.ts";
import { orderOf } from "./order.ts";

/** What a program declares by one statement: a resource, or the resources of a group. */
export type Unit = Group | { readonly is: "resource"; readonly resources: readonly [NamedResource] };

/** A file with declarations. */
export interface Module {
  /** The name of the file without its extension. */
  readonly file: string;
  /** The name under which other files import it. */
  readonly name: string;
  readonly units: readonly Unit[];
}

/** The units of a program, each after those to which it refers. */
export function unitsOf(links: Links<NamedResource>, groups: readonly Group[]): readonly Unit[] {
  const grouped = new Map(groups.flatMap((group) => group.resources.map((resource) => [resource, group] as const)));
  const unitOf = new Map(
    links.resources.map((resource): [NamedResource, Unit] => [
      resource,
      grouped.get(resource) ?? { is: "resource", resources: [resource] },
    ]),
  );
  const units = [...new Set(unitOf.values())];
  return orderOf(
    units,
    (unit) => targetsOf(unit, links).flatMap((target) => unitOf.get(target) ?? []),
    () => [],
  ).nodes;
}

/**
 * The files of a program: one for each type, or for several types that share a file. If files refer to each other, units that refer to a later file
 * are in a second file of their type, and so on: a file of a program can only use what the files that it imports have declared already.
 */
export function modulesOf(units: readonly Unit[], links: Links<NamedResource>): readonly Module[] {
  const files = Map.groupBy(units, fileOf);
  const fileOfResource = new Map(units.flatMap((unit) => unit.resources.map((one) => [one, fileOf(unit)] as const)));
  const documented = [...new Set([...typeNames.map((type) => tools[type].imported), ...components].map(nameOf))];
  const used = documented.filter((file) => files.has(file));
  const others = (isTyped: boolean) => (file: string) => {
    const targets = (files.get(file) ?? []).flatMap((unit) => targetsOf(unit, links, isTyped));
    return [...new Set(targets.flatMap((target) => fileOfResource.get(target) ?? []))].filter((one) => one !== file);
  };
  const { nodes } = orderOf(used, others(true), others(false));
  const ranks = new Map(nodes.map((file, at) => [file, at]));
  const rankOf = (file = "") => ranks.get(file) ?? 0;
  const layers = new Map<NamedResource, number>();
  const layerOf = new Map<Unit, number>();
  for (const unit of units) {
    const rank = rankOf(fileOf(unit));
    const below = targetsOf(unit, links).map(
      (target) => (layers.get(target) ?? 0) + (rankOf(fileOfResource.get(target)) > rank ? 1 : 0),
    );
    const layer = below.reduce((most, one) => Math.max(most, one), 0);
    layerOf.set(unit, layer);
    for (const resource of unit.resources) layers.set(resource, layer);
  }
  return used.flatMap((file) => {
    const byLayer = Map.groupBy(files.get(file) ?? [], (unit) => layerOf.get(unit) ?? 0);
    return [...byLayer]
      .toSorted(([a], [b]) => a - b)
      .map(([layer, mine]) => {
        const [first] = mine;
        const name = first ? moduleOf(first) : "";
        return layer === 0
          ? { file, name, units: mine }
          : { file: `${file}-${layer + 1}`, name: `${name}${layer + 1}`, units: mine };
      });
  });
}

/** The resources to which a unit refers, without its own. */
function targetsOf({ resources }: Unit, links: Links<NamedResource>, isTyped?: boolean): readonly NamedResource[] {
  const own = new Set<NamedResource>(resources);
  return resources.flatMap((resource) => links.targetsOf(resource, isTyped)).filter((target) => !own.has(target));
}

const components = typeNames.flatMap((type) => tools[type].imported.component ?? []);

function nameOf({ file }: { readonly file: string }): string {
  return file;
}

/** The file that contains a unit in a program of several files. Some types share a file. */
function fileOf(unit: Unit): string {
  const { component, file } = importedOf(unit);
  return unit.is === "kind" ? (component?.file ?? file) : file;
}

/** The name under which other files import the components of a program. */
const componentsModule = "components";

function moduleOf(unit: Unit): string {
  return unit.is === "kind" ? componentsModule : importedOf(unit).module;
}

function importedOf(unit: Unit) {
  return tools[unit.is === "resource" ? unit.resources[0].item.type : unit.type].imported;
}
