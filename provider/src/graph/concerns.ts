import { outsideTypes } from "../definitions/outside.ts";
import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import { own, unknownValue } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import { type GraphNode, targetsOf } from "./graph.ts";

/** Whom a change concerns, of one sort. */
export interface Concern {
  /** What they are to people, several of them: `applications`. */
  readonly who: string;
  /** How many are known; `unknown` where none is, and there may be some. */
  readonly count: number | "unknown";
  /** There may be more: what is not in the graph can refer to what changes. */
  readonly atLeast?: true;
  /**
   * What some of them are called before the change, or their ids, in the order of the texts. Those of one name have their ids beside it:
   * `Job (client_a)`. Foreign text.
   */
  readonly names: readonly string[];
}

/** Some members of a set or map: the property that holds it, and what they are called. */
export interface Members {
  readonly property: string;
  readonly names: ReadonlySet<string>;
}

/** Most names of a concern. */
export const maxNames = 20;

const declared: ReadonlyMap<string, string> = new Map([
  ...typeNames.flatMap((kind) => pairOf(kind, definitions[kind].concerned)),
  ...[...outsideTypes].flatMap(([kind, { concerned }]) => pairOf(kind, concerned)),
]);

/** What people are told of, in the order of the kinds. */
export const sorts: readonly string[] = [...new Set(declared.values())];

/** Whether people are told by name which objects of a type a change concerns. */
export function isToldOf(kind: string): boolean {
  return declared.has(kind);
}

/** Whom changes concern. */
export class Impact {
  readonly #nodes = new Set<GraphNode>();
  readonly #open = new Set<string>();

  /**
   * Adds what the change of an object concerns: all that hangs on it, and what these are made of.
   *
   * @param isThere whether the tenant has the object already: of a new one, all that can refer to it is known
   * @param only the members that change, where nothing else does: what names others of them is not concerned
   */
  addChangeOf(start: GraphNode, isThere = start.id !== undefined, only?: Members): void {
    const touched = new Set([start]);
    for (const node of touched) {
      this.#addIdentityOf(node);
      for (const next of node.touches) if (!only || !namesOthers(next, node, only)) touched.add(next);
      if (concernsAnybody(node.kind)) this.addUnknown();
      const isOpen = node === start ? isThere : node.id !== undefined;
      if (isOpen) for (const sort of openings(node.kind)) this.#open.add(sort);
    }
  }

  /** Adds what a change of nothing but some members of an object concerns: these members, and not what else hangs on it. */
  addMembersOf(object: GraphNode, members: readonly GraphNode[]): void {
    this.#addIdentityOf(object);
    for (const member of members) this.#nodes.add(member);
  }

  /** Nobody knows whom something concerns. */
  addUnknown(): void {
    for (const sort of sorts) this.#open.add(sort);
  }

  addAll(other: Impact): void {
    for (const node of other.#nodes) this.#nodes.add(node);
    for (const sort of other.#open) this.#open.add(sort);
  }

  /** Sorts of which there are none are left out. */
  concerns(): readonly Concern[] {
    const bySort = Map.groupBy(this.#nodes, ({ kind }) => declared.get(kind));
    return sorts.flatMap((who): Concern | [] => {
      const names = namesOf(bySort.get(who) ?? []).sort();
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
 * What an object is called: the property that names it for people, or its id. Foreign text.
 *
 * @param version the one that has the name. Default: the last one that was given
 */
export function labelOf({ kind, id, versions, urns, key }: GraphNode, version = versions.at(-1)): string {
  const name = own(version, isKind(kind) ? definitions[kind].uniqueBy[0] : "");
  return typeof name === "string" && name !== "" ? name : (id ?? [...urns][0]?.split("::").at(-1) ?? key);
}

function namesOf(nodes: readonly GraphNode[]): string[] {
  const called = Map.groupBy(nodes, (node) => labelOf(node, node.versions[0]));
  return [...called].flatMap(([name, all]) =>
    all.length === 1 ? [name] : all.map(({ id = "new" }) => (id === name ? name : `${name} (${id})`)),
  );
}

const known = new Map<string, ReadonlySet<string>>();

/** The sorts that objects outside of the graph can add to what a change concerns, by referring to an object of this kind. */
function openings(kind: string): ReadonlySet<string> {
  const found = known.get(kind) ?? dependentsOf(kind, new Set());
  known.set(kind, found);
  return found;
}

function dependentsOf(kind: string, seen: ReadonlySet<string>): ReadonlySet<string> {
  if (seen.has(kind)) return new Set();
  const all = new Set([...seen, kind]);
  return new Set(
    typeNames
      .filter((name) => name !== kind)
      .flatMap((name) => {
        const targets = targetsOf(name);
        const by = targets.find((target) => target.kind === kind && !target.concerns);
        if (!by) return [];
        const others = targets.filter((target) => target !== by);
        return [
          ...(concernsAnybody(name) ? sorts : sortOf(name)),
          ...others.filter(({ concerns, isIdentity }) => concerns || isIdentity).flatMap((one) => sortOf(one.kind)),
          ...others.filter(({ concerns }) => concerns).flatMap((one) => [...dependentsOf(one.kind, all)]),
          ...dependentsOf(name, all),
        ];
      }),
  );
}

function sortOf(kind: string): readonly string[] {
  const sort = declared.get(kind);
  return sort === undefined ? [] : [sort];
}

/** Whether an object says of another one's members only which others it is about. One that names none may be about all of them. */
function namesOthers({ kind, versions, links }: GraphNode, of: GraphNode, { property, names }: Members): boolean {
  if (!isKind(kind) || versions.length === 0) return false;
  const fields: Fields = definitions[kind].schema.fields;
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

function concernsAnybody(kind: string): boolean {
  return isKind(kind) && definitions[kind].concernsAnybody === true;
}

function isKind(kind: string): kind is TypeName {
  return Object.hasOwn(definitions, kind);
}

function pairOf(kind: string, sort: string | undefined): readonly (readonly [string, string])[] {
  return sort === undefined ? [] : [[kind, sort]];
}
