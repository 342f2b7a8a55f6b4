import { type Json, type JsonObject, own, type Path, unknownValue } from "../schema/json.ts";
import { partsOfElement } from "../schema/program-forms.ts";
import { tenantKey } from "../schema/provider-code.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { recordOf } from "../state/record.ts";
import { type Reference, referencesOf, type Target, targetOf } from "../state/references.ts";
import { definitions, isTypeName, type TypeName, typeNames } from "../types/registry.ts";
import type { TenantObject } from "../types/tenant-object.ts";
import { tools } from "../types/tools.made.ts";

/** An object from a state, a plan or a listing. Objects with the same id are merged. */
export interface GraphObject extends TenantObject {
  readonly tenant: string;
  /** Secrets may be absent. The nesting must be small enough for recursion. */
  readonly properties: JsonObject;
  /** For each property, the URNs of the resources from which it gets its value. These URNs resolve references whose value is not known yet. */
  readonly dependencies?: Readonly<Record<string, readonly string[] | null | undefined>>;
}

/** An edge of the graph, from a referring object to its target. */
export interface Link {
  readonly to: GraphNode;
  readonly reference: Reference;
}

/** An object of the graph. */
export interface GraphNode {
  readonly key: string;
  readonly tenant: string;
  /** A resource type, by the name of its handler, or a type of `types/outside.ts`, which no resource can manage. */
  readonly type: string;
  /**
   * The value that identifies the object at its tenant: the id or, if only other objects refer to it by another property, the value of that
   * property. Undefined if the object does not exist yet.
   */
  readonly knownBy: string | undefined;
  /** The URNs of the resources that manage the object. */
  readonly urns: Set<string>;
  /** The properties of each given version of the object, for example in the state and in a plan; empty if other objects only refer to it. */
  readonly versions: JsonObject[];
  readonly links: Link[];
  /** The other objects that a change of this object affects. */
  readonly touches: Set<GraphNode>;
}

/** For each type, the properties other than the id by which objects of other types refer to its objects. */
const names: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(typeNames.flatMap(targetsOf), ({ type }) => type)].map(([type, targets]) => [
    type,
    new Set(targets.map(({ property }) => property).filter((property) => property !== "id")),
  ]),
);

/** All known objects and the references between them. Only the definitions say which types refer to which; the class names no type. */
export class ObjectGraph {
  readonly #nodes = new Map<string, GraphNode>();
  /**
   * Objects by the values with which other objects refer to them. One value can stand for several objects: a state can contain two resources whose
   * objects have the same name, for example after an interrupted replacement.
   */
  readonly #byName = new Map<string, Set<GraphNode>>();
  readonly #byUrn = new Map<string, GraphNode>();

  constructor(objects: readonly GraphObject[]) {
    const added = objects.map((object) => [object, this.#add(object)] as const);
    for (const [object, node] of added) {
      for (const reference of referencesIn(object.type, object.properties)) {
        for (const to of this.#targetsOf(reference, object)) link(node, to, reference);
      }
    }
  }

  /** All objects, including those that are only referred to. */
  get nodes(): Iterable<GraphNode> {
    return this.#nodes.values();
  }

  /** The object that a resource manages. */
  ofResource(urn: string): GraphNode | undefined {
    return this.#byUrn.get(urn);
  }

  /** The node of a given object. */
  nodeOf({ tenant, type, id, urn }: GraphObject): GraphNode | undefined {
    const known = urn === undefined ? undefined : this.#byUrn.get(urn);
    return known ?? (id === undefined ? undefined : this.ofId(tenant, type, id));
  }

  /** The object with an id. */
  ofId(tenant: string, type: string, id: string): GraphNode | undefined {
    return [...this.#named(nameOf(tenant, type, "id", id))][0];
  }

  #add({ type, tenant, id, urn, properties }: GraphObject): GraphNode {
    const known = urn === undefined ? undefined : this.#byUrn.get(urn);
    const node = known ?? this.#node(tenant, type, "id", id, urn);
    if (urn !== undefined) {
      node.urns.add(urn);
      this.#byUrn.set(urn, node);
    }
    node.versions.push(properties);
    const { standing } = recordOf(id ?? "", properties);
    const ids = id === undefined ? [] : [id, standing.at === "tenant" ? standing.id : id];
    const called = [...(names.get(type) ?? [])].map((property) => [property, own(properties, property)] as const);
    for (const [property, value] of [...ids.map((one) => ["id", one] as const), ...called]) {
      if (typeof value === "string") this.#call(nameOf(tenant, type, property, value), node);
    }
    return node;
  }

  #targetsOf({ type, property, value, path }: Reference, { tenant, dependencies }: GraphObject): Iterable<GraphNode> {
    if (value !== undefined) {
      const known = this.#named(nameOf(tenant, type, property, value));
      return known.size > 0 ? known : [this.#node(tenant, type, property, value)];
    }
    const resources = dependencies?.[path[0] ?? ""] ?? [];
    return resources.flatMap((urn) => this.#byUrn.get(urn) ?? []).filter((node) => node.type === type);
  }

  #node(tenant: string, type: string, property: string, value: string | undefined, urn = ""): GraphNode {
    const key = value === undefined ? urn : nameOf(tenant, type, property, value);
    const known = this.#nodes.get(key);
    if (known) return known;
    const sets = { urns: new Set<string>(), touches: new Set<GraphNode>() };
    const node: GraphNode = { key, tenant, type, knownBy: value, versions: [], links: [], ...sets };
    this.#nodes.set(key, node);
    if (value !== undefined) this.#call(key, node);
    return node;
  }

  #call(name: string, node: GraphNode): void {
    const called = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, called.add(node));
  }

  #named(name: string): ReadonlySet<GraphNode> {
    return this.#byName.get(name) ?? new Set();
  }
}

function link(from: GraphNode, to: GraphNode, reference: Reference): void {
  if (from === to) return;
  from.links.push({ to, reference });
  if (reference.affectsTarget) from.touches.add(to);
  else to.touches.add(from);
}

/** The key of an object in the look-up by references. It is JSON, so that no text of the tenant can imitate the key of another object. */
function nameOf(tenant: string, type: string, property: string, value: string): string {
  return JSON.stringify([tenant, type, property, value]);
}

/** The host of the tenant to which a resource is pinned; empty if its state does not contain it, or if it is known only during the run. */
export function tenantOf(properties: JsonObject): string {
  const tenant = own(properties, tenantKey);
  return typeof tenant === "string" && tenant !== unknownValue ? tenant : "";
}

/**
 * All references of an object.
 *
 * @param properties by the property names of programs
 */
export function referencesIn(type: TypeName, properties: JsonObject): readonly Reference[] {
  return referencesOf(definitions[type].schema.fields, properties);
}

/** The types and properties to which objects of a type can refer. References within verbatim documents are not included. */
export function targetsOf(type: TypeName): readonly Target[] {
  const { fields } = definitions[type].schema;
  return Object.entries(fields).flatMap(([name, field]) => targetsBelow(field, [name]));
}

function targetsBelow(field: Field, path: Path): readonly Target[] {
  const target = targetOf(field, path, {});
  if (target) return [target];
  if (field.kind === "list") return targetsBelow(field.item, path);
  if (field.kind !== "object") return [];
  return Object.entries(field.fields).flatMap(([name, nested]) => targetsBelow(nested, [...path, name]));
}

/** The objects of one group that a change affects. */
export interface AffectedGroup {
  /** The group's objects: `applications`. See {@link pluralOfGroup} for texts. */
  readonly who: string;
  /** The number of known affected objects; `unknown` if none is known, but some may exist. */
  readonly count: number | "unknown";
  /** Whether further objects may be affected, because objects outside the graph can refer to the changed object. */
  readonly atLeast?: true;
  /** Whether objects of the group are deleted with the changed object, an unknown number of them. */
  readonly isLost?: true;
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

const declared: ReadonlyMap<string, string> = new Map(
  typeNames.flatMap((type) => pairOf(type, tools[type].impactGroup)),
);

/** The reported groups, in the order of the types. */
export const groupNames: readonly string[] = [...new Set(declared.values())];

const plurals = new Map(typeNames.map((type) => [tools[type].impactGroup, tools[type].impactPlural] as const));

/** The plural name of a group's objects in texts: `users` for `members`, because the elements of sets are called members, too. */
export function pluralOfGroup(who: string): string {
  return plurals.get(who) ?? who;
}

/** Whether affected objects of a type are reported by name. */
export function isReported(type: string): boolean {
  return declared.has(type);
}

/** The objects that changes affect. */
export class Impact {
  readonly #nodes = new Set<GraphNode>();
  readonly #open = new Set<string>();
  readonly #lost = new Set<string>();
  #isWhole = false;

  /** Whether a change can affect every login and every token request of the tenant. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

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
      if (affectsAll(node.type)) {
        this.#isWhole = true;
        this.addUnknown();
      }
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

  /** Records that the tenant deletes further objects together with an object of a type, and that their number is unknown. */
  addLossesWith(type: TypeName): void {
    const { deletedWithIt = [] } = tools[type];
    for (const group of deletedWithIt.flatMap(groupOf)) {
      this.#open.add(group);
      this.#lost.add(group);
    }
  }

  /** Records that every group may have further affected objects, whose number is unknown. */
  addUnknown(): void {
    for (const group of groupNames) this.#open.add(group);
  }

  addAll(other: Impact): void {
    for (const node of other.#nodes) this.#nodes.add(node);
    for (const group of other.#open) this.#open.add(group);
    for (const group of other.#lost) this.#lost.add(group);
    this.#isWhole ||= other.#isWhole;
  }

  /** The affected groups. Empty groups are left out. */
  groups(): readonly AffectedGroup[] {
    const byGroup = Map.groupBy(this.#nodes, ({ type }) => declared.get(type));
    return groupNames.flatMap((who): AffectedGroup | [] => {
      const names = namesOf(byGroup.get(who) ?? []).sort();
      const isOpen = this.#open.has(who);
      const lost = this.#lost.has(who) && ({ isLost: true } as const);
      if (names.length === 0) return isOpen ? { who, count: "unknown", ...lost, names } : [];
      return { who, count: names.length, ...(isOpen && { atLeast: true }), ...lost, names: names.slice(0, maxNames) };
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
 * @param version the version of the object from which the name is taken. Default: the last one of `versions`
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

/** The groups in which a change of an object of this type can affect objects outside the graph, because they can refer to it, also indirectly. */
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
  const referring = links.filter(({ to }) => to === of).map(({ reference }) => reference);
  const refersBy = new Set(referring.map(({ path }) => path[0]));
  return Object.entries(fields).some(([name, field]) => {
    if (field.kind !== "set" || field.namedIn?.property !== property || !refersBy.has(field.namedIn.via)) return false;
    const ofKeys = new Set(referring.map(({ value }) => value));
    const named = versions.map((version) => {
      const all = own(version, name);
      return field.groupedBy && Array.isArray(all) ? all.flatMap((one) => nameUnder(ofKeys, one)) : all;
    });
    return named.every((all) => Array.isArray(all) && all.length > 0 && all.every((one) => isAnother(one, names)));
  });
}

/** The name in an element whose key is one of these; an element that is not known as it is. */
function nameUnder(keys: ReadonlySet<string | undefined>, element: Json): readonly Json[] {
  if (typeof element !== "string" || element === unknownValue) return [element];
  const [key, name] = partsOfElement(element);
  return keys.has(key) ? [name] : [];
}

function isAnother(name: unknown, names: ReadonlySet<string>): boolean {
  return typeof name === "string" && name !== unknownValue && !names.has(name);
}

function affectsAll(type: string): boolean {
  return isTypeName(type) && tools[type].affectsAll === true;
}

function pairOf(type: string, group: string | undefined): readonly (readonly [string, string])[] {
  return group === undefined ? [] : [[type, group]];
}
