import { createHash } from "node:crypto";
import { sanitize } from "../client/index.ts";
import type { MapDocument } from "./document.ts";

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
