import { definitions } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import type { Group, Kind } from "./groups.ts";
import type { Links } from "./links.ts";
import type { Module, Unit } from "./modules.ts";
import { camelCase, type NamedResource, Unique, wordsOf } from "./names.ts";
import { memberAccess } from "./program-text.ts";

/** The names of a group in the program. */
export interface GroupNames {
  readonly module: Module;
  /** The number of the group in its module, from 0. */
  readonly index: number;
  /** The suffix of the names of the group's variables in its module: empty, or a number. */
  readonly suffix: string;
  /** The variable with the resources, or with the components, by the keys of their rows. */
  readonly all: string;
  /** The variable with the values of rows that lack a property. */
  readonly defaults: string;
  /** The class of the component; empty for a table. */
  readonly component: string;
  /** For each part: the property of the component with the resource; undefined if no other resource refers to such a part. */
  readonly properties: readonly (string | undefined)[];
}

/** A component of a program, and its resources. */
export interface Component {
  /** The type token. */
  readonly type: string;
  readonly name: string;
  readonly resources: readonly NamedResource[];
}

/** Where a group declares a resource. */
interface Member {
  readonly group: Group;
  readonly key: string;
  readonly row: number;
  readonly part: number;
}

/** The names of the groups of a program, and the expressions for their resources. */
export class GroupPlaces {
  readonly #members = new Map<NamedResource, Member>();
  readonly #names = new Map<Group, GroupNames>();

  constructor(modules: readonly Module[], links: Links<NamedResource>) {
    const groups = modules.flatMap(({ units }) => units.filter((unit) => unit.is !== "resource"));
    for (const group of groups) {
      for (const [row, { key, parts }] of group.shape.rows.entries())
        for (const [part, { resource }] of parts.entries()) this.#members.set(resource, { group, key, row, part });
    }
    const referred = this.#referredIn(links);
    const classes = new Unique("");
    const kinds = groups.filter(({ is }) => is === "kind").length;
    for (const module of modules) {
      const here = module.units.filter((unit) => unit.is !== "resource");
      for (const [index, group] of here.entries()) {
        const suffix = index === 0 ? "" : String(index + 1);
        const base = group.is === "kind" ? componentOf(group, kinds > 1) : "";
        const component = base && classes.take(base);
        const [singular, number] = [camelCase([base]), component.slice(base.length)];
        const [all, defaults] = base
          ? [`${singular}s${number}`, `${singular}Defaults${number}`]
          : [`all${suffix}`, `defaults${suffix}`];
        const properties = propertiesOf(group, referred.get(group) ?? new Set());
        this.#names.set(group, { module, index, suffix, all, defaults, component, properties });
      }
    }
  }

  of(group: Group): GroupNames {
    const names = this.#names.get(group);
    if (!names) throw new Error("the group is not in the program");
    return names;
  }

  /** The components that a unit of the program declares. */
  componentsOf(unit: Unit): readonly Component[] {
    if (unit.is !== "kind") return [];
    const type = this.tokenOf(unit);
    return unit.shape.rows.map(({ key, parts }) => ({ type, name: key, resources: parts.map((one) => one.resource) }));
  }

  /** The type token of a kind's components. */
  tokenOf(kind: Kind): string {
    const { component } = this.of(kind);
    return `${tools[kind.type].imported.component?.file}:index:${component}`;
  }

  /** The expression that refers to a resource of a group from another resource, in the file of the group; undefined for a resource of no group. */
  nameOf(target: NamedResource, from: NamedResource): string | undefined {
    const member = this.#members.get(target);
    if (!member) return undefined;
    const { all, properties } = this.of(member.group);
    const other = this.#members.get(from);
    const property = properties[member.part];
    if (other?.group === member.group && other.row === member.row) return `this.${property}`;
    const row = `${all}${memberAccess(member.key)}`;
    return member.group.is === "table" ? row : `${row}.${property}`;
  }

  /** The parts of each group to which other resources refer. */
  #referredIn(links: Links<NamedResource>): ReadonlyMap<Group, ReadonlySet<number>> {
    const referred = new Map<Group, Set<number>>();
    for (const target of links.resources.flatMap((resource) => links.targetsOf(resource))) {
      const { group, part } = this.#members.get(target) ?? {};
      if (group && part !== undefined) referred.set(group, (referred.get(group) ?? new Set()).add(part));
    }
    return referred;
  }
}

/** The class of the components of a kind. If there are several kinds, it begins with what distinguishes this one. */
function componentOf(group: Group, isOfSeveral: boolean): string {
  const base = tools[group.type].imported.component?.name ?? "";
  const words = group.is === "kind" && isOfSeveral ? group.distinctions.flatMap(wordsOf) : [];
  const name = camelCase(["", ...words.slice(0, 3), base]);
  return /^[A-Z]\w{0,29}$/.test(name) ? name : base;
}

function propertiesOf({ shape }: Group, referred: ReadonlySet<number>): readonly (string | undefined)[] {
  const names = new Unique("");
  const parts = shape.rows[0]?.parts ?? [];
  return parts.map(({ resource: { item } }, part) => {
    const { type } = definitions[item.type];
    return tools[item.type].imported.component || referred.has(part) ? names.take(camelCase([type])) : undefined;
  });
}
