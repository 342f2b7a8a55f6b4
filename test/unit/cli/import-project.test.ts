import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ImportProject, withLine } from "../../../provider/src/cli/import-project.ts";
import type { Program } from "../../../provider/src/importer/index.ts";

const versions = { package: "^0.1.0", sdk: "^3.249.0" };

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

function programAt(path: string, text: string): Program {
  return { files: [{ path, text }], resources: [], secrets: [] };
}

async function write(folder: string, text: string): Promise<void> {
  const project = await ImportProject.open(folder);
  const layout = await project.layout();
  await project.write(programAt(`${layout.main}.ts`, text), layout, versions);
}

test.each([
  ["after the imports", 'import a from "a";\nimport {\n  b,\n} from "b";\n\na(b);\n', 4],
  ["at the top, where there are none", "run();\n", 0],
  ["after a shebang and the comments at the top", "#!/usr/bin/env node\n// What it does.\nrun();\n", 2],
])("the line of an import stands %s", (_, text, at) => {
  const lines = withLine(text, "LINE").split("\n");
  expect(lines.indexOf("LINE")).toBe(at);
  expect(lines.filter((line) => line !== "LINE").join("\n")).toBe(text);
});

test.each([
  ["a module that imports with endings", '{"type":"module"}', 'import "./own.ts";\n', 'import "./imported.ts";'],
  [
    "a module that imports what it is compiled to",
    '{"type":"module"}',
    'import "./own.js";\n',
    'import "./imported.js";',
  ],
  ["a CommonJS program", "{}", "run();\n", 'import "./imported";'],
])("the line fits %s", async (_, manifest, entry, line) => {
  const folder = await folderWith({
    "Pulumi.yaml": "name: there\nruntime: nodejs\nmain: program\n",
    "program/package.json": manifest,
    "program/index.ts": entry,
  });
  await write(folder, "// imported\n");
  expect((await readFile(join(folder, "program/index.ts"), "utf8")).split("\n")).toContain(line);
  expect(await readFile(join(folder, "program/imported.ts"), "utf8")).toBe("// imported\n");
});

test("a new project that was interrupted is written anew, also where the tenant has changed", async () => {
  const folder = await folderWith({});
  await write(folder, "// first\n");
  await write(folder, "// second\n");
  expect(await readFile(join(folder, "index.ts"), "utf8")).toBe("// second\n");
  await (await ImportProject.open(folder)).finish();
  expect((await readdir(folder)).toSorted()).toEqual(["Pulumi.yaml", "index.ts", "package.json", "tsconfig.json"]);
});

test.each(["index.ts", "package.json", "tsconfig.json"])(
  "a new project that was interrupted before %s was there gets it",
  async (name) => {
    const folder = await folderWith({});
    await write(folder, "// program\n");
    const before = await readFile(join(folder, name), "utf8");
    await rm(join(folder, name));
    await write(folder, "// program\n");
    expect(await readFile(join(folder, name), "utf8")).toBe(before);
  },
);

test("a file that somebody has changed since the interruption is not overwritten", async () => {
  const folder = await folderWith({});
  await write(folder, "// first\n");
  await writeFile(join(folder, "index.ts"), "// mine\n");
  await expect(write(folder, "// second\n")).rejects.toThrow(/index\.ts: was changed since an import was interrupted/);
  expect(await readFile(join(folder, "index.ts"), "utf8")).toBe("// mine\n");
});

test("a folder with other files is refused", async () => {
  const folder = await folderWith({ "notes.txt": "mine" });
  await expect(ImportProject.open(folder)).rejects.toThrow(/there is no Pulumi\.yaml, and the folder is not empty/);
});
