import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isShownOnce } from "../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../provider/src/types/registry.ts";
import { madeResources } from "../harness/made-resources.ts";
import { writePages, writtenPages } from "./reference/files.ts";
import { referencePages } from "./reference/pages.ts";
import { pagesWithParts, writeParts } from "./reference/parts.ts";

const root = join(import.meta.dirname, "../..");
const isWriting = process.env.WRITE_PAGES === "true";

// `npm run docs` runs this file so that it writes the classes, and then the pages that are made of them.
if (isWriting) for (const [file, text] of madeResources(root)) writeFileSync(join(root, file), text);
const pages = referencePages(root);
if (isWriting) writePages(root, pages);
if (isWriting) writeParts(root);
const written = writtenPages(root);

describe("the generated pages are up to date", () => {
  test.each([...pages.keys()])("%s", (path) => {
    expect(written.get(path), "npm run docs writes it").toBe(pages.get(path));
  });

  test("no page exists for a removed resource or strategy", () => {
    expect([...written.keys()].toSorted()).toEqual([...pages.keys()].toSorted());
  });
});

test.each([...pagesWithParts(root)])("the generated parts of %s are up to date", (_, { is, should }) => {
  expect(is, "npm run docs writes it").toBe(should);
});

test.each(typeNames.map((name) => [definitions[name].type, definitions[name]] as const))(
  "the page of %s says whether a creation fails if its name is taken, or creates another object",
  (type, { schema, sharesNames }) => {
    const page = pages.get(`docs/resources/${type.replace(/[a-z](?=[A-Z])/g, "$&-").toLowerCase()}.md`);
    const [, end = ""] = page?.split("## Existing objects") ?? [];
    const isShared = sharesNames !== undefined;
    const isNeverAdopted = isShownOnce(schema);
    expect(end.includes("Without `adopt`, the creation makes another object")).toBe(isShared && !isNeverAdopted);
    expect(end.includes("No existing object is adopted")).toBe(isNeverAdopted);
    expect(end.includes("the creation fails")).toBe(!isShared && end.includes("`adopt: true`"));
  },
);

test("one run writes a new page, changes a page and deletes a page that is no longer generated", () => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [changed, gone, added] = ["docs/resources/a.md", "docs/resources/b.md", "docs/connection-options/c.md"];
  writePages(
    folder,
    new Map([
      [changed, "before"],
      [gone, "gone"],
    ]),
  );
  const now = new Map([
    [changed, "after"],
    [added, "new"],
  ]);
  writePages(folder, now);
  expect(writtenPages(folder)).toEqual(now);
});
