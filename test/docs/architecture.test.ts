import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { blocksOf, proseOf, root, textOf } from "./markdown.ts";

/* The pages for people who change the code say of the code what is so. */

const sources = join(root, "provider/src");
const glossary = textOf("docs/architecture.md").split("\n## Glossary\n")[1] ?? "";
const terms = [...glossary.matchAll(/^\| `(\w+)` \| ([^|]+) \| `([\w./-]+)` \|$/gm)].map(
  ([, term = "", meaning = "", file = ""]) => ({ term, meaning, file }),
);

interface Declared {
  readonly file: string;
  readonly isExported: boolean;
}

/** What has a name of its own in the sources, by that name. The emulator is a tenant, with words of its own. */
const declared = new Map<string, Declared[]>();
for (const file of readdirSync(sources, { recursive: true, encoding: "utf8" }).toSorted()) {
  if (file.endsWith(".ts") && !file.startsWith("emulator/")) collect(file);
}

function collect(file: string): void {
  const text = readFileSync(join(sources, file), "utf8");
  const visit = (node: ts.Node): void => {
    const isNamed =
      ts.isInterfaceDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isTypeParameterDeclaration(node);
    // Another name for what has one already.
    const isRenamed = ts.isImportSpecifier(node) && node.propertyName !== undefined;
    if ((isNamed || isRenamed) && node.name) note(node.name.text, node);
    ts.forEachChild(node, visit);
  };
  const note = (name: string, node: ts.Node) => {
    const isExported = (ts.getCombinedModifierFlags(node as ts.Declaration) & ts.ModifierFlags.Export) !== 0;
    declared.set(name, [...(declared.get(name) ?? []), { file, isExported }]);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

describe("the glossary", () => {
  test("has few terms, without duplicates", () => {
    expect(terms.length).toBe(glossary.match(/^\| `/gm)?.length);
    expect(terms.length).toBeGreaterThan(10);
    expect(terms.length).toBeLessThanOrEqual(25);
    expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
  });

  test.each(terms)("$term is exported by $file, and no other declaration has this name", ({ term, file }) => {
    expect(declared.get(term)).toEqual([{ file, isExported: true }]);
  });

  test.each(terms)("$term has one sentence", ({ meaning }) => {
    expect(meaning).toMatch(/^[A-Z][^.]*\.$/);
  });
});

/** The folders of types, any of which represents `<type>`. */
const kinds = readdirSync(join(sources, "types"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** It is there after a build only. */
const built = ["provider/dist"];
const exported = Object.keys(JSON.parse(textOf("provider/package.json")).exports as object);

/** Paths in the text of a page: names with a slash in them, or with the ending of a file. */
function pathsInProse(page: string): readonly string[] {
  const spans = [...proseOf(textOf(page)).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  return spans.filter((span) => /^[\w.<>-]+(\/[\w.<>-]*)+$|^[\w.-]+\.(ts|cjs|mjs|md|json)$/.test(span));
}

/** Paths in the commands of a page. */
function pathsInCommands(page: string): readonly string[] {
  const commands = blocksOf(textOf(page)).filter(({ language }) => language === "sh");
  return commands.flatMap(({ code }) => code.split(/\s+/).filter((word) => /^[\w.-]+(\/[\w.-]+)+\.\w+$/.test(word)));
}

/** Paths in the map of a page: the files and folders that begin a line, each below the line above it further left. */
function pathsInMap(page: string): readonly string[] {
  const map = blocksOf(textOf(page)).find(({ code }) => code.startsWith("provider/src/\n"));
  const above: string[] = [];
  return (map?.code ?? "").split("\n").flatMap((line) => {
    const [, indent = "", names = ""] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? [];
    const level = indent.length / 2;
    const here = names.split(" ").filter((name) => /^[\w<>.-]+(\/|\.ts|\/src\/)$/.test(name));
    above.splice(level, above.length, here[0] ?? "");
    return here.map((name) => above.slice(0, level).join("") + name);
  });
}

function isThere(path: string): boolean {
  if (built.includes(path)) return true;
  if (path.startsWith("pulumi-tenant/")) return exported.includes(path.replace("pulumi-tenant", "."));
  const known = path.includes("<type>") ? kinds.map((kind) => path.replace("<type>", kind)) : [path];
  return known.some((one) => existsSync(join(root, one)) || existsSync(join(sources, one)));
}

test.each(["docs/architecture.md", "CONTRIBUTING.md"])("every file that %s names exists", (page) => {
  const paths = [...pathsInProse(page), ...pathsInCommands(page), ...pathsInMap(page)];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test("the map of folders has every folder of the sources", () => {
  const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const mapped = new Set(pathsInMap("docs/architecture.md"));
  expect(folders.map(({ name }) => `provider/src/${name}/`).filter((folder) => !mapped.has(folder))).toEqual([]);
});

describe("the example of a resource in CONTRIBUTING", () => {
  const rows = [...textOf("CONTRIBUTING.md").matchAll(/^\| `([\w./-]+)` \| (\+?)(\d+) \|/gm)];

  test.each(rows.map(([, file = "", plus = "", lines = ""]) => ({ file, plus, lines })))(
    "$file has $plus$lines lines for the resource",
    ({ file, plus, lines }) => {
      const all = textOf(file).trimEnd().split("\n");
      const own = plus === "" ? all : all.filter((line) => /token.?exchange.?profile/i.test(line));
      expect(own.length).toBe(Number(lines));
    },
  );

  test("includes every file of the type", () => {
    const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).map((file) => `provider/src/${file}`);
    const own = files.filter((file) => /\/token-exchange-profiles?(\/[^/]*)?\.ts$/.test(file));
    const named = rows.map(([, file]) => file).filter((file) => own.includes(file ?? ""));
    expect(named.toSorted()).toEqual(own.toSorted());
  });
});
