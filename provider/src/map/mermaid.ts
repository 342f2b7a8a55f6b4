import { sanitize } from "../client/index.ts";
import type { MapDocument, MapLink, MapObject } from "./document.ts";

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
