import { outsideTypes } from "../definitions/outside.ts";
import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import { isToldOf, labelOf } from "../graph/concerns.ts";
import { type GraphNode, type GraphObject, ObjectGraph, targetsOf } from "../graph/graph.ts";
import { own } from "../schema/json.ts";
import { describePath } from "../schema/pointer.ts";
import { classOf } from "../schema/provider-code.ts";
import type { Fields } from "../schema/schema.ts";

/** An object of a map, with the stack that manages it, if one does. */
export interface MappedObject extends GraphObject {
  readonly stack?: string;
  /** What people know it by, where its properties do not say. Foreign text. */
  readonly name?: string;
}

/** What a map shows. */
export interface MapSource {
  readonly objects: readonly MappedObject[];
  /** The stacks whose states were read; undefined where nobody knows what is managed. */
  readonly stacks: readonly string[] | undefined;
  /** Names of objects that are only referred to, each by its kind, a blank and its id. Foreign text. */
  readonly names?: ReadonlyMap<string, string>;
  /** What could not be read, and why, a sentence each. */
  readonly unread?: readonly string[];
}

/** One object on the map. All texts but those of `kind`, `noun` and `state` are foreign. */
export interface MapObject {
  /** Tells it from all others. */
  readonly key: string;
  /** The class that manages such objects, or the noun of what has none: `user`. */
  readonly kind: string;
  readonly label: string;
  /** What else it is known by, as the identifier of an API. */
  readonly called: readonly string[];
  /** Absent for what is referred to by another property. */
  readonly id: string;
  readonly tenant: string;
  /** Whether a stack manages it; `unknown` where no stack was read, `outside` where no resource of this package could. */
  readonly state: "managed" | "unmanaged" | "unknown" | "outside";
  /** The stacks that do. */
  readonly stacks: readonly string[];
}

/** A resource type that occurs on a map. */
export interface MapKind {
  readonly kind: string;
  /** What several of its objects are called. */
  readonly plural: string;
  /** Its objects only say what others have to do with each other, as a grant does; nothing refers to them. */
  readonly isRelation: boolean;
}

/** A reference of one object to another one. */
export interface MapLink {
  /** The key of the object that refers. */
  readonly from: string;
  readonly to: string;
  /** The property that refers. */
  readonly as: string;
  /** Whom a change of the other end concerns: `from`, as it depends on `to`; or `to`, as `from` gives it something. */
  readonly concerns: "from" | "to";
  /** What concerns `from` concerns `to` as well, as a change of an API the application of a grant; nothing that depends on `to`. */
  readonly alsoTo?: true;
}

/** A tenant, or what stacks manage of it, as objects and the references between them. It holds no other properties of the objects. */
export interface MapDocument {
  readonly version: 1;
  readonly tenants: readonly string[];
  /** Absent where no stack was read. */
  readonly stacks?: readonly string[];
  /** The kinds that occur, in the order in which people read about them. */
  readonly kinds: readonly MapKind[];
  /** In the order of the kinds, then of labels and keys. */
  readonly objects: readonly MapObject[];
  readonly links: readonly MapLink[];
  readonly unread: readonly string[];
}

/** The kinds that are known by what they refer to, and that nothing refers to. */
const relations: ReadonlySet<string> = new Set(
  typeNames.filter((name) => {
    const { schema, uniqueBy } = definitions[name];
    const { idOf, refersTo } = (schema.fields as Fields)[uniqueBy[0]] ?? {};
    const isReferredTo = typeNames.some((other) => targetsOf(other).some(({ kind }) => kind === name));
    return (idOf ?? refersTo) !== undefined && !isReferredTo;
  }),
);

/** Makes the map. */
export function mapOf({ objects, stacks, names, unread = [] }: MapSource): MapDocument {
  const graph = new ObjectGraph(objects);
  const managers = new Map<GraphNode, Set<string>>();
  const called = new Map<GraphNode, string>();
  for (const object of objects) {
    const node = graph.nodeOf(object);
    if (!node) continue;
    if (object.stack !== undefined) managers.set(node, (managers.get(node) ?? new Set()).add(object.stack));
    if (object.name !== undefined) called.set(node, object.name);
  }
  const nameOf = (node: GraphNode) =>
    called.get(node) ?? names?.get(`${node.kind} ${node.id}`) ?? namesIn(node)[0] ?? labelOf(node);
  const nodes = [...graph.nodes].map((node) => {
    const stacksOf = [...(managers.get(node) ?? [])].sort();
    const state = !isKind(node.kind) ? "outside" : !stacks ? "unknown" : stacksOf.length > 0 ? "managed" : "unmanaged";
    const { key, tenant, id = "" } = node;
    const isRelation = relations.has(node.kind);
    const label = isRelation ? relationIn(node, nameOf) : nameOf(node);
    const others = isRelation ? [] : namesIn(node).filter((name) => name !== label);
    const shown: MapObject = { key, kind: kindOf(node), label, called: others, id, tenant, state, stacks: stacksOf };
    return { node, shown };
  });
  nodes.sort(
    (a, b) =>
      rankOf(a.node) - rankOf(b.node) || byText(a.shown.label, b.shown.label) || byText(a.shown.key, b.shown.key),
  );
  const occurring = new Map(nodes.map(({ node, shown }) => [shown.kind, node.kind]));
  return {
    version: 1,
    tenants: [...new Set(nodes.map(({ shown }) => shown.tenant))].filter((tenant) => tenant !== "").sort(),
    ...(stacks && { stacks }),
    kinds: [...occurring].map(([kind, name]) => ({ kind, plural: pluralOf(name), isRelation: relations.has(name) })),
    objects: nodes.map(({ shown }) => shown),
    links: nodes.flatMap(({ node }) => linksOf(node)),
    unread,
  };
}

/** What a listing and other objects call an object, the best name first, so that a map of a state has the names of the tenant's. */
function namesIn({ kind, versions }: GraphNode): readonly string[] {
  if (!isKind(kind)) return [];
  const { listing, uniqueBy } = definitions[kind];
  const names = new Set([...(listing?.names ?? []), ...uniqueBy]);
  const texts = [...names].map((name) => own(versions.at(-1), name));
  return texts.filter((text) => typeof text === "string" && text !== "") as string[];
}

/** What a relation is between, for people. */
function relationIn(node: GraphNode, nameOf: (node: GraphNode) => string): string {
  const ends = new Set(node.links.filter(({ reference }) => reference.isIdentity).map(({ to }) => to));
  return ends.size > 0 ? [...ends].map(nameOf).join(" · ") : nameOf(node);
}

function linksOf({ key, links }: GraphNode): readonly MapLink[] {
  const found = links.map(({ to, reference }): MapLink => {
    const as = describePath(reference.path.filter((name) => !/^\d+$/.test(name)));
    const isAlsoTo = reference.isIdentity && !reference.concerns && isToldOf(to.kind);
    const concerns = reference.concerns ? "to" : "from";
    return { from: key, to: to.key, as, concerns, ...(isAlsoTo && { alsoTo: true }) };
  });
  return [...new Map(found.map((link) => [`${link.as} ${link.to}`, link])).values()];
}

function isKind(kind: string): kind is TypeName {
  return Object.hasOwn(definitions, kind);
}

function kindOf({ kind }: GraphNode): string {
  return isKind(kind) ? classOf(kind) : (outsideTypes.get(kind)?.noun ?? kind);
}

function pluralOf(kind: string): string {
  return isKind(kind) ? definitions[kind].plural : `${outsideTypes.get(kind)?.noun ?? kind}s`;
}

function rankOf({ kind }: GraphNode): number {
  return isKind(kind) ? typeNames.indexOf(kind) : typeNames.length;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
