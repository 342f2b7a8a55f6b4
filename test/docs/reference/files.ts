import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folders in which everything is made of the sources. */
const folders = ["docs/resources", "docs/connection-options"];

/** The pages as they are written: their text by their path in the repository. */
export function writtenPages(root: string): ReadonlyMap<string, string> {
  const paths = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** Writes these pages, and deletes all others. */
export function writePages(root: string, pages: ReadonlyMap<string, string>): void {
  for (const path of writtenPages(root).keys()) if (!pages.has(path)) rmSync(join(root, path));
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
