import { outsideTypes } from "../definitions/outside.ts";
import { definitions, isTypeName, typeNames } from "../definitions/registry.ts";
import { own, unknownValue } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import { type GraphNode, targetsOf } from "./graph.ts";

/** The objects of one group that a change affects. */
export interface AffectedGroup {
  /** The plural name of the group's objects: `applications`. */
  readonly who: string;
  /** The number of known affected objects; `unknown` if none is known, but some may exist. */
  readonly count: number | "unknown";
  /** Whether further objects may be affected, because objects outside the graph can refer to the changed object. */
  readonly atLeast?: true;
  /**
   * The names that some of the affected objects have before the change, sorted. An object without a name has its id. Equal names are followed
   * by the ids: `Job (client_a)`. Untrusted text.
   */
  readonly names: readonly string[];
}

/** Some members of a set or a map: the property with the set or map, and the names of these members. */
export interface Members {
  readonly property: string;
  readonly names: ReadonlySet<string>;
}

/** The maximum number of names listed for a group. */
const maxNames = 20;

const declared: ReadonlyMap<string, string> = new Map([
  ...typeNames.flatMap((type) => pairOf(type, definitions[type].impactGroup)),
  ...[...outsideTypes].flatMap(([type, { impactGroup }]) => pairOf(type, impactGroup)),
]);

/** The reported groups, in the order of the types. */
export const groupNames: readonly string[] = [...new Set(declared.values())];

/** Whether affected objects of a type are reported by name. */
export function isReported(type: string): boolean {
  return declared.has(type);
}

/** The objects that changes affect. */
export class Impact {
  readonly #nodes = new Set<GraphNode>();
  readonly #open = new Set<string>();

  /**
   * Adds the objects that the change of an object affects: the object, its direct and indirect dependents, and the objects to which the identities of
   * all these refer.
   *
   * @param isThere whether the object exists at the tenant, so that objects outside the graph can refer to it
   * @param only the changed members, if only members change: then dependents that name only unchanged members are not affected
   */
  addChangeOf(start: GraphNode, isThere = start.knownBy !== undefined, only?: Members): void {
    const touched = new Set([start]);
    for (const node of touched) {
      this.#addIdentityOf(node);
      for (const next of node.touches) if (!only || !namesOthers(next, node, only)) touched.add(next);
      if (affectsAll(node.type)) this.addUnknown();
      const isOpen = node === start ? isThere : node.knownBy !== undefined;
      if (isOpen) for (const group of unknownGroups(node.type)) this.#open.add(group);
    }
  }

  /**
   * Adds the objects that a change of only some members of an object affects: the object, the objects to which its identity refers, and these
   * members. Dependents of the object are not affected.
   */
  addMembersOf(object: GraphNode, members: readonly GraphNode[]): void {
    this.#addIdentityOf(object);
    for (const member of members) this.#nodes.add(member);
  }

  /** Records that every group may have further affected objects, whose number is unknown. */
  addUnknown(): void {
    for (const group of groupNames) this.#open.add(group);
  }

  addAll(other: Impact): void {
    for (const node of other.#nodes) this.#nodes.add(node);
    for (const group of other.#open) this.#open.add(group);
  }

  /** The affected groups. Empty groups are left out. */
  groups(): readonly AffectedGroup[] {
    const byGroup = Map.groupBy(this.#nodes, ({ type }) => declared.get(type));
    return groupNames.flatMap((who): AffectedGroup | [] => {
      const names = namesOf(byGroup.get(who) ?? []).sort();
      const isOpen = this.#open.has(who);
      if (names.length === 0) return isOpen ? { who, count: "unknown", names } : [];
      return { who, count: names.length, ...(isOpen && { atLeast: true }), names: names.slice(0, maxNames) };
    });
  }

  #addIdentityOf(node: GraphNode): void {
    this.#nodes.add(node);
    for (const { to, reference } of node.links) if (reference.isIdentity) this.#nodes.add(to);
  }
}

/**
 * The display name of an object: the value of its naming property, else its id or other identifying value, else the name of its resource.
 * Untrusted text.
 *
 * @param version the version of the object whose name is used. Default: the one that was given last
 */
export function labelOf({ type, knownBy, versions, urns, key }: GraphNode, version = versions.at(-1)): string {
  const name = own(version, (isTypeName(type) ? definitions[type].uniqueBy[0] : undefined) ?? "");
  return typeof name === "string" && name !== "" ? name : (knownBy ?? [...urns][0]?.split("::").at(-1) ?? key);
}

function namesOf(nodes: readonly GraphNode[]): string[] {
  const called = Map.groupBy(nodes, (node) => labelOf(node, node.versions[0]));
  return [...called].flatMap(([name, all]) =>
    all.length === 1 ? [name] : all.map(({ knownBy = "new" }) => (knownBy === name ? name : `${name} (${knownBy})`)),
  );
}

const known = new Map<string, ReadonlySet<string>>();

/** The groups whose objects outside the graph a change of an object of this type can affect: such objects can refer to it, also indirectly. */
function unknownGroups(type: string): ReadonlySet<string> {
  const found = known.get(type) ?? dependentsOf(type, new Set());
  known.set(type, found);
  return found;
}

function dependentsOf(type: string, seen: ReadonlySet<string>): ReadonlySet<string> {
  if (seen.has(type)) return new Set();
  const all = new Set([...seen, type]);
  return new Set(
    typeNames
      .filter((name) => name !== type)
      .flatMap((name) => {
        const targets = targetsOf(name);
        const by = targets.find((target) => target.type === type && !target.affectsTarget);
        if (!by) return [];
        const others = targets.filter((target) => target !== by);
        return [
          ...(affectsAll(name) ? groupNames : groupOf(name)),
          ...others
            .filter(({ affectsTarget, isIdentity }) => affectsTarget || isIdentity)
            .flatMap((one) => groupOf(one.type)),
          ...others.filter(({ affectsTarget }) => affectsTarget).flatMap((one) => [...dependentsOf(one.type, all)]),
          ...dependentsOf(name, all),
        ];
      }),
  );
}

function groupOf(type: string): readonly string[] {
  const group = declared.get(type);
  return group === undefined ? [] : [group];
}

/** Whether an object names members of the changed object, but no changed member. An object that names no members may depend on all of them. */
function namesOthers({ type, versions, links }: GraphNode, of: GraphNode, { property, names }: Members): boolean {
  if (!isTypeName(type) || versions.length === 0) return false;
  const fields: Fields = definitions[type].schema.fields;
  const refersBy = new Set(links.filter(({ to }) => to === of).map(({ reference }) => reference.path[0]));
  return Object.entries(fields).some(([name, field]) => {
    if (field.kind !== "set" || field.namedIn?.property !== property || !refersBy.has(field.namedIn.via)) return false;
    const named = versions.map((version) => own(version, name));
    return named.every((all) => Array.isArray(all) && all.length > 0 && all.every((one) => isAnother(one, names)));
  });
}

function isAnother(name: unknown, names: ReadonlySet<string>): boolean {
  return typeof name === "string" && name !== unknownValue && !names.has(name);
}

function affectsAll(type: string): boolean {
  return isTypeName(type) && definitions[type].affectsAll === true;
}

function pairOf(type: string, group: string | undefined): readonly (readonly [string, string])[] {
  return group === undefined ? [] : [[type, group]];
}
