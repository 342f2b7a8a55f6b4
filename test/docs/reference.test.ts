import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { referencePages } from "./reference/pages.ts";

const root = join(import.meta.dirname, "../..");
const pages = referencePages(root);

// `npm run docs` writes these pages: it runs this file and takes what is made for right.
describe("the pages that are made of the sources say what the sources say", () => {
  test.each([...pages.keys()])("%s", async (path) => {
    await expect(pages.get(path)).toMatchFileSnapshot(join(root, path));
  });

  test("no page of a resource or strategy that is gone is left", () => {
    const folders = ["docs/resources", "docs/connection-options"].filter((folder) => existsSync(join(root, folder)));
    const written = folders.flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`));
    expect(written.toSorted()).toEqual([...pages.keys()].toSorted());
  });
});
