import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { tenantKey } from "../schema/keys.ts";
import type { Path } from "../schema/pointer.ts";
import type { Field } from "../schema/schema.ts";
import { recordOf } from "../state/record.ts";
import { type Reference, referencesOf, type Target, targetOf } from "../state/references.ts";

/** An object from a state, a plan or a listing. Objects with the same id are merged. */
export interface GraphObject {
  readonly type: TypeName;
  /** The host of the object's tenant. */
  readonly tenant: string;
  /** Undefined for an object that does not exist yet. */
  readonly id?: string | undefined;
  /** The URN of the resource that manages the object, if any. */
  readonly urn?: string;
  /** The properties, under the names that programs use. Secrets may be absent. The nesting must be small enough for recursion. */
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
  /** A resource type, by the name of its handler, or a type of `definitions/outside.ts`, which no resource can manage. */
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

/** The host of the tenant to which a resource is pinned; empty if its state does not contain it. */
export function tenantOf(properties: JsonObject): string {
  const tenant = own(properties, tenantKey);
  return typeof tenant === "string" ? tenant : "";
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
