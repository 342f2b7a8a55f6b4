import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
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
  expect((await readdir(folder)).toSorted()).toEqual([
    ".gitignore",
    "Pulumi.yaml",
    "index.ts",
    "package.json",
    "tsconfig.json",
  ]);
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
  await expect(ImportProject.open(folder)).rejects.toThrow(
    /there is no Pulumi\.yaml, and the folder has other files \(notes\.txt\)/,
  );
});

test("a folder in which only the package was installed becomes a project, and keeps what it asks for", async () => {
  const folder = await folderWith({
    "package.json": '{"dependencies":{"pulumi-tenant":"file:../pulumi-tenant.tgz"}}',
    "package-lock.json": "{}",
    "node_modules/pulumi-tenant/package.json": "{}",
    ".gitignore": "mine\n",
  });
  await write(folder, "// program\n");
  expect(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).toMatchObject({
    type: "module",
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": "^3.249.0", "pulumi-tenant": "file:../pulumi-tenant.tgz" },
  });
  expect(await readFile(join(folder, ".gitignore"), "utf8")).toBe("mine\n");
});

test("an import goes on after its user has installed the packages, which changes package.json", async () => {
  const folder = await folderWith({});
  await write(folder, "// first\n");
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  manifest.dependencies["pulumi-tenant"] = "file:../pulumi-tenant.tgz";
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await write(folder, "// second\n");
  expect(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).toEqual(manifest);
});

test("a package.json that is not JSON is not overwritten", async () => {
  const folder = await folderWith({ "package.json": "{" });
  await expect(write(folder, "// program\n")).rejects.toThrow(/package\.json: is not an object of JSON/);
  expect(await readdir(folder)).toEqual(["package.json"]);
});

test("a new project installs TypeScript, as the template does, and so runs outside of any other project", async () => {
  const folder = await folderWith({});
  await write(folder, "// program\n");
  const { devDependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const template = join(import.meta.dirname, "../../../examples/template/package.json");
  expect(devDependencies).toEqual(JSON.parse(await readFile(template, "utf8")).devDependencies);
  expect((await ImportProject.open(folder)).isInstalled).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "a program can be read by others, and the record of an import cannot",
  async () => {
    const folder = await folderWith({});
    await write(folder, "// program\n");
    const bits = async (name: string) => (await stat(join(folder, name))).mode & 0o777;
    expect(await bits("index.ts")).toBe(0o666 & ~process.umask());
    expect(await bits(".pulumi-tenant-import.json")).toBe(0o600);
  },
);
