import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { anchorsOf, pages, proseOf, root, textOf } from "./markdown.ts";

/** What is wrong with the links of a page. */
function brokenLinks(page: string): readonly string[] {
  const links = [...proseOf(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return links.filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(page, target));
}

function leadsSomewhere(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : normalize(join(dirname(page), path));
  if (file.startsWith("..") || !existsSync(join(root, file))) return false;
  if (anchor === undefined) return true;
  return statSync(join(root, file)).isFile() && anchorsOf(textOf(file)).has(anchor);
}

test.each(pages)("every link of %s leads to an existing page and heading", (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

describe("the contents page", () => {
  const contents = textOf("docs/README.md");

  test.each(pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md"))("names %s", (page) => {
    expect(contents).toContain(`](${page.slice("docs/".length)})`);
  });
});
