import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** All pages for people that git has or would take, by their path in the repository. */
export const pages: readonly string[] = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
  { cwd: root, encoding: "utf8" },
)
  .split("\n")
  .filter((path) => path !== "")
  .toSorted();

export function textOf(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** A block of code of a page. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** The line of the page that its code starts at, from 1. */
  readonly line: number;
}

export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const pattern = /^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm;
  for (const match of text.matchAll(pattern)) {
    const [, indent = "", language = "", code = ""] = match;
    const line = text.slice(0, match.index).split("\n").length + 1;
    blocks.push({ language, code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""), line });
  }
  return blocks;
}

/** The text of a page without its code. */
export function proseOf(text: string): string {
  return blocksOf(text).reduce((prose, { code }) => prose.replace(code, ""), text);
}

/** The names that links to headings of a page use. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...proseOf(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replace(/[^\p{L}\p{N}\- _]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
