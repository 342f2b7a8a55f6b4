import { createHash } from "node:crypto";
import { sanitize } from "../client/index.ts";
import { type GraphNode, type GraphObject, isReported, labelOf, ObjectGraph, targetsOf } from "../graph/graph.ts";
import { byText, describePath, own } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";
import type { Fields } from "../schema/schema.ts";
import { outsideTypes } from "../types/outside.ts";
import { definitions, isTypeName, outsidersOf, type TypeName, typeNames } from "../types/registry.ts";

/** An object of a map, with the stack that manages it, if any. */
export interface MappedObject extends GraphObject {
  readonly stack?: string;
  /** The display name, if the properties do not contain it. Untrusted text. */
  readonly name?: string;
}

/** The input of a map. */
export interface MapSource {
  readonly objects: readonly MappedObject[];
  /** The stacks whose states were read; undefined if it is unknown which objects are managed. */
  readonly stacks: readonly string[] | undefined;
  /** The names of objects that are known only from references. The key is the type, a space and the id. Untrusted text. */
  readonly names?: ReadonlyMap<string, string>;
  /** The states and listings that could not be read: one sentence each, with the reason. */
  readonly unread?: readonly string[];
}

/** One object on the map. All texts except `kind` and `state` are untrusted. */
export interface MapObject {
  /** The unique key of the object. */
  readonly key: string;
  /** The class that manages the object, or the noun of a type without a class: `user`. */
  readonly kind: string;
  readonly label: string;
  /** Further names of the object, such as the identifier of an API. */
  readonly called: readonly string[];
  /** The id, or the value of another property if only references by that property are known. Empty if the object does not exist yet. */
  readonly id: string;
  readonly tenant: string;
  /** Whether a stack manages the object. `unknown`: no stack was read. `outside`: programs seldom declare such objects, or cannot. */
  readonly state: "managed" | "unmanaged" | "unknown" | "outside";
  /** The stacks that manage the object. */
  readonly stacks: readonly string[];
}

/** A resource type that occurs on a map. */
export interface MapKind {
  readonly kind: string;
  /** The plural name of its objects. */
  readonly plural: string;
  /** Whether objects of the type only connect other objects, as a grant does, and are never referred to. */
  readonly isRelation: boolean;
}

/** A reference from one object to another one. */
export interface MapLink {
  /** The key of the referring object. */
  readonly from: string;
  /** The key of the object to which it refers. */
  readonly to: string;
  /** The property that contains the reference. */
  readonly as: string;
  /** The end that a change of the opposite end affects. `from`: `from` depends on `to`. `to`: `from` grants something to `to`. */
  readonly concerns: "from" | "to";
  /**
   * Present if a change that affects `from` also affects `to`, but not the objects that depend on `to`. For example, a change of an API
   * affects a grant (`from`), and so the application (`to`) that has the grant.
   */
  readonly alsoTo?: true;
}

/**
 * The objects of a tenant, or those that stacks manage, and the references between them. Properties without references are not included.
 */
export interface MapDocument {
  readonly version: 1;
  readonly tenants: readonly string[];
  /** Absent if no stack was read. */
  readonly stacks?: readonly string[];
  /** The types of the objects on the map, in the order of the documentation. */
  readonly kinds: readonly MapKind[];
  /** Sorted by type, then by label, then by key. */
  readonly objects: readonly MapObject[];
  readonly links: readonly MapLink[];
  readonly unread: readonly string[];
}

/** The separator between the names that together identify an object. */
const between = " · ";

/** The types whose objects are identified by references to other objects. */
const connecting = typeNames.filter((name) => {
  const { schema, uniqueBy } = definitions[name];
  const { idOf, refersTo } = (schema.fields as Fields)[uniqueBy[0] ?? ""] ?? {};
  return (idOf ?? refersTo) !== undefined;
});

/** Those to which no type refers, except one that itself only connects objects. */
const relations: ReadonlySet<string> = new Set(
  connecting.filter((name) => {
    const refersToIt = (other: TypeName) => targetsOf(other).some(({ type }) => type === name);
    return !typeNames.some((other) => !connecting.includes(other) && refersToIt(other));
  }),
);

/** Builds the map. */
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
    called.get(node) ?? names?.get(`${node.type} ${node.knownBy}`) ?? namesIn(node)[0] ?? labelOf(node);
  const nodes = [...graph.nodes].map((node) => {
    const stacksOf = [...(managers.get(node) ?? [])].sort();
    const { key, type, tenant, knownBy = "" } = node;
    const unmanaged = outsidersOf(type) ? "outside" : !stacks ? "unknown" : "unmanaged";
    const state = stacksOf.length > 0 ? "managed" : isTypeName(type) ? unmanaged : "outside";
    const isRelation = relations.has(type);
    const label = isRelation ? relationIn(node, nameOf) : nameOf(node);
    const others = isRelation ? [] : namesIn(node).filter((name) => name !== label);
    const shown: MapObject = {
      key,
      kind: classNameOf(node),
      label,
      called: others,
      id: knownBy,
      tenant,
      state,
      stacks: stacksOf,
    };
    return { node, shown };
  });
  nodes.sort(
    (a, b) =>
      rankOf(a.node) - rankOf(b.node) || byText(a.shown.label, b.shown.label) || byText(a.shown.key, b.shown.key),
  );
  const occurring = new Map(nodes.map(({ node, shown }) => [shown.kind, node.type]));
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

/** The names of an object, the best one first. A map of a state uses the same properties as the tenant's listings, so both have the same names. */
function namesIn({ type, versions }: GraphNode): readonly string[] {
  if (!isTypeName(type)) return [];
  const { listing, uniqueBy } = definitions[type];
  const textsOf = (names: readonly string[]) =>
    names.map((name) => own(versions.at(-1), name)).filter((text) => typeof text === "string");
  // Only together do these properties identify the object, so their values form one name.
  const identity = textsOf(uniqueBy).join(between);
  return [...new Set([...textsOf(listing?.names ?? []), identity])].filter((name) => name !== "");
}

/** The display name of a relation: the names of the related objects. */
function relationIn(node: GraphNode, nameOf: (node: GraphNode) => string): string {
  const ends = new Set(node.links.filter(({ reference }) => reference.isIdentity).map(({ to }) => to));
  return ends.size > 0 ? [...ends].map(nameOf).join(between) : nameOf(node);
}

function linksOf({ key, links }: GraphNode): readonly MapLink[] {
  const found = links.map(({ to, reference }): MapLink => {
    const as = describePath(reference.path.filter((name) => !/^\d+$/.test(name)));
    const isAlsoTo = reference.isIdentity && !reference.affectsTarget && isReported(to.type);
    const concerns = reference.affectsTarget ? "to" : "from";
    return { from: key, to: to.key, as, concerns, ...(isAlsoTo && { alsoTo: true }) };
  });
  return [...new Map(found.map((link) => [`${link.as} ${link.to}`, link])).values()];
}

function classNameOf({ type }: GraphNode): string {
  return isTypeName(type) ? classOf(type) : (outsideTypes.get(type)?.noun ?? type);
}

function pluralOf(type: string): string {
  return isTypeName(type) ? definitions[type].plural : (outsideTypes.get(type)?.plural ?? `${type}s`);
}

function rankOf({ type }: GraphNode): number {
  return isTypeName(type) ? typeNames.indexOf(type) : typeNames.length;
}

/** The maximum number of links, and of characters, in a diagram. Mermaid refuses larger diagrams, unless the site has raised the limits. */
const [maxLinks, longest] = [450, 45_000];

/** The maximum length of a label, in characters. */
const maxLabelLength = 60;

/** A flowchart, and the number of omitted objects and references. */
export interface Diagram {
  readonly text: string;
  /** The number of omitted objects by the plural name of their type. */
  readonly objects: ReadonlyMap<string, number>;
  /** The number of omitted references. */
  readonly references: number;
}

/**
 * The map as a Mermaid flowchart, for Markdown. In untrusted text, every character except letters, digits and spaces is encoded, so the
 * text cannot end a label, format it or create a link. If the limits require it, objects are omitted and counted: users first, then the
 * objects that refer to users.
 */
export function toMermaid({ kinds, objects, links }: MapDocument): Diagram {
  const head = "flowchart LR\n";
  const tail = "  classDef unmanaged stroke-dasharray: 4 3\n";
  const names = new Map<string, string>();
  const lines: string[] = [];
  let room = longest - head.length - tail.length - 100;
  const add = (line: string): boolean => {
    if (line.length > room) return false;
    lines.push(line);
    room -= line.length;
    return true;
  };
  const nameOf = (object: MapObject): string | undefined => {
    const known = names.get(object.key);
    if (known !== undefined) return known;
    const name = `o${names.size}`;
    if (!add(nodeLine(name, object))) return undefined;
    names.set(object.key, name);
    return name;
  };
  let shown = 0;
  const addLink = ({ source, target, as }: Line): boolean => {
    if (shown === maxLinks) return false;
    const [from, to] = [nameOf(source), nameOf(target)];
    if (from === undefined || to === undefined || !add(`  ${from} -->|${encoded(as)}| ${to}\n`)) return false;
    shown += 1;
    return true;
  };
  inOrder({ objects, links }).every((one) => ("source" in one ? addLink(one) : nameOf(one) !== undefined));
  const left = objects.filter(({ key }) => !names.has(key));
  const more = left.length > 0 ? `  more["… and ${left.length} more objects"]\n` : "";
  const counts = kinds.map(({ kind, plural }) => [plural, left.filter((one) => one.kind === kind).length] as const);
  return {
    text: head + lines.join("") + more + tail,
    objects: new Map(counts.filter(([, count]) => count > 0)),
    references: links.length - shown,
  };
}

/** A reference, with the objects at its ends. */
interface Line extends Pick<MapLink, "as"> {
  readonly source: MapObject;
  readonly target: MapObject;
}

/**
 * The elements of a diagram, the most important first. Among equally important elements, those of types with few objects come first. Drawing a
 * line also draws the objects at its ends.
 */
function inOrder({ objects, links }: Pick<MapDocument, "objects" | "links">): readonly (Line | MapObject)[] {
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const lines = links.flatMap(({ from, to, as }): Line | [] => {
    const [source, target] = [byKey.get(from), byKey.get(to)];
    return source && target ? { source, target, as } : [];
  });
  const ofUsers = new Set(lines.flatMap(({ source, target }) => (target.state === "outside" ? source.key : [])));
  const rankOf = ({ key, state }: MapObject) => (state === "outside" ? 2 : Number(ofUsers.has(key)));
  const sizes = Map.groupBy(objects, ({ kind }) => kind);
  const sizeOf = ({ kind }: MapObject) => sizes.get(kind)?.length ?? 0;
  const ranked = [
    ...lines.map((one) => ({ one, rank: Math.max(rankOf(one.source), rankOf(one.target)), size: sizeOf(one.source) })),
    // Objects come after the lines, because drawing the lines already draws most objects.
    ...objects.map((one) => ({ one, rank: rankOf(one), size: Number.POSITIVE_INFINITY })),
  ];
  return ranked.sort((a, b) => a.rank - b.rank || (a.size === b.size ? 0 : a.size - b.size)).map(({ one }) => one);
}

function nodeLine(name: string, { kind, label, state }: MapObject): string {
  const mark = state === "unmanaged" ? ":::unmanaged" : "";
  return `  ${name}["${encoded(`${kind} ${sanitize(label, maxLabelLength)}`)}"]${mark}\n`;
}

/** A text without markup. Special characters are written as character codes of Mermaid. */
function encoded(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (character) => `#${character.codePointAt(0)};`);
}

/** The scripts and the style of a page. */
export interface PageParts {
  /** In order of execution: later scripts may use the declarations of earlier ones. */
  readonly scripts: readonly string[];
  readonly style: string;
}

/**
 * The map as one self-contained HTML page. Its content security policy permits no requests, and only the embedded scripts, which it identifies by
 * their hashes. The objects are embedded as data, and the scripts display them as text.
 *
 * @throws Error if a script contains markup that would end it
 */
export function toPage(map: MapDocument, { scripts, style }: PageParts): string {
  for (const text of scripts)
    if (/<\/script|<!--/i.test(text))
      throw new Error(
        "a script of the page contains </script or <!--, which would end it: remove the markup from the script",
      );
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Map of a tenant</title>
<style id="__________cytoscape_stylesheet">${style}</style>
</head>
<body>
<header>
<h1>Map</h1>
<label>Search <input id="search" type="search" autocomplete="off" spellcheck="false" aria-describedby="keys"></label>
<label><input id="unmanaged-only" type="checkbox"> only unmanaged objects</label>
<span id="count" role="status"></span>
<span id="keys">/ search · ↑ ↓ choose · Enter show · Esc back</span>
</header>
<main>
<nav aria-label="Objects"><fieldset id="kinds"><legend>Types</legend></fieldset><ul id="found" role="listbox" tabindex="0" aria-label="Objects found"></ul></nav>
<div id="graph" role="img" aria-label="Objects and their references"></div>
<aside id="details" aria-live="polite"></aside>
</main>
<script type="application/json" id="map">${inScript(legibleMap(map))}</script>
${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
}

/** The map with printable texts, which contain no invisible characters and none that change the writing direction. */
function legibleMap(map: MapDocument): MapDocument {
  const objects = map.objects.map((object) => ({ ...object, label: sanitize(object.label), id: sanitize(object.id) }));
  return { ...map, objects, unread: map.unread.map((text) => sanitize(text)) };
}

/** A value as JSON for a script element: the text cannot end the element or begin a comment, and contains no line separators. */
function inScript(value: unknown): string {
  const escapes: Readonly<Record<string, string>> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026" };
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16)}`;
  });
}
