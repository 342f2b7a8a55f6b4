import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type MapSource, mapOf, toPage } from "../../../provider/src/map/map.ts";

const assets = join(import.meta.dirname, "../../../provider/assets/map");
const library = createRequire(import.meta.url).resolve("cytoscape/dist/cytoscape.min.js");
const read = (file: string) => readFileSync(file, "utf8");

/** The page of a map, as the command writes it. */
export function pageOf(source: MapSource): string {
  const scripts = [library, ...["model.js", "layout.js", "style.js", "page.js"].map((name) => join(assets, name))].map(
    read,
  );
  return toPage(mapOf(source), { scripts, style: read(join(assets, "page.css")) });
}
