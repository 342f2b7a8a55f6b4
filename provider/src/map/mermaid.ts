import { legible } from "../tenant/index.ts";
import type { MapDocument, MapObject } from "./document.ts";

/** What Markdown's renderers show: Mermaid refuses more links, and longer texts, unless a site allows them. */
const [mostLinks, longest] = [450, 45_000];

/** Most characters of a label. */
const longestLabel = 60;

/**
 * The map as a flowchart in Mermaid, for Markdown. Whatever is not a letter or a digit of a foreign text stands there as a code, so it
 * cannot end a label, format it or make a link. What does not fit is counted.
 */
export function toMermaid({ objects, links }: MapDocument): string {
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
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const nameOf = (key: string): string | undefined => {
    const object = byKey.get(key);
    const known = names.get(key);
    if (known !== undefined || !object) return known;
    const name = `o${names.size}`;
    if (!add(nodeLine(name, object))) return undefined;
    names.set(key, name);
    return name;
  };
  let shown = 0;
  for (const { from, to, as } of links) {
    if (shown === mostLinks) break;
    const [source, target] = [nameOf(from), nameOf(to)];
    if (source === undefined || target === undefined || !add(`  ${source} -->|${encoded(as)}| ${target}\n`)) break;
    shown += 1;
  }
  if (shown === links.length) for (const { key } of objects) if (nameOf(key) === undefined) break;
  const left = objects.length - names.size;
  const more = left > 0 ? `  more["… and ${left} more objects"]\n` : "";
  return head + lines.join("") + more + tail;
}

function nodeLine(name: string, { kind, label, state }: MapObject): string {
  const mark = state === "unmanaged" ? ":::unmanaged" : "";
  return `  ${name}["${encoded(`${kind} ${legible(label, longestLabel)}`)}"]${mark}\n`;
}

/** A text in which nothing is markup. The code of a character is how Mermaid writes those that it would take for its own. */
function encoded(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (character) => `#${character.codePointAt(0)};`);
}
