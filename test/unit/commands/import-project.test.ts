import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { declaringFile, journalName, openProject } from "../../../provider/src/commands/import-folder.ts";
import { finishImport, isInstalled, withLine, writeProgram } from "../../../provider/src/commands/import-project.ts";
import { type Program, programOf } from "../../../provider/src/import/program.ts";
import type { ImportedResource } from "../../../provider/src/import/resource.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";

const manifest = join(import.meta.dirname, "../../../provider/package.json");
const { "@pulumi/pulumi": sdk } = JSON.parse(readFileSync(manifest, "utf8")).peerDependencies;

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
  return {
    files: [{ path, text }],
    resources: [],
    secrets: [],
    plain: [],
    keywords: new Set<string>(),
    literals: [],
    components: [],
  };
}

function someApis(count: number): readonly ImportedResource[] {
  return Array.from({ length: count }, (_, n) => ({
    item: { type: "resourceServer", id: `api_${n}`, properties: {}, label: `api ${n}`, names: [`api ${n}`] },
    type: typeToken("ResourceServer"),
    ...{ args: { identifier: `https://${n}.example.com` }, inputs: {}, outputs: {}, isProtected: false },
    ...{ secrets: [], notes: [] },
  }));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function write(folder: string, text: string): Promise<void> {
  const project = await openProject(folder);
  await writeProgram(project, programAt(`${project.layout.main}.ts`, text));
}

test.each([
  ["after the imports", 'import a from "a";\nimport {\n  b,\n} from "b";\n\na(b);\n', 4],
  ["at the top, where there are none", "run();\n", 0],
  ["after a shebang and the comments at the top", "#!/usr/bin/env node\n// What it does.\nrun();\n", 2],
])("the import line is inserted %s", (_, text, at) => {
  const lines = withLine(text, "LINE").split("\n");
  expect(lines.indexOf("LINE")).toBe(at);
  expect(lines.filter((line) => line !== "LINE").join("\n")).toBe(text);
});

test.each([
  ["a module that imports with endings", '{"type":"module"}', 'import "./own.ts";\n', 'import "./imported.ts";'],
  ["a module that imports its compiled files", '{"type":"module"}', 'import "./own.js";\n', 'import "./imported.js";'],
  ["a CommonJS program", "{}", "run();\n", 'import "./imported";'],
])("the import line fits %s", async (_, manifest, entry, line) => {
  const folder = await folderWith({
    "Pulumi.yaml": "name: there\nruntime: nodejs\nmain: program\n",
    "program/package.json": manifest,
    "program/index.ts": entry,
  });
  await write(folder, "// imported\n");
  expect((await readFile(join(folder, "program/index.ts"), "utf8")).split("\n")).toContain(line);
  expect(await readFile(join(folder, "program/imported.ts"), "utf8")).toBe("// imported\n");
});

test("an interrupted import into a new project is written again, even if the tenant has changed", async () => {
  const folder = await folderWith({});
  await write(folder, "// first\n");
  await write(folder, "// second\n");
  expect(await readFile(join(folder, "index.ts"), "utf8")).toBe("// second\n");
  await finishImport(await openProject(folder));
  expect((await readdir(folder)).toSorted()).toEqual([
    ".gitignore",
    "Pulumi.yaml",
    "index.ts",
    "package.json",
    "tsconfig.json",
  ]);
});

test.each(["index.ts", "package.json", "tsconfig.json"])(
  "an interrupted import into a new project writes the missing file %s",
  async (name) => {
    const folder = await folderWith({});
    await write(folder, "// program\n");
    const before = await readFile(join(folder, name), "utf8");
    await rm(join(folder, name));
    await write(folder, "// program\n");
    expect(await readFile(join(folder, name), "utf8")).toBe(before);
  },
);

test("a file that was edited since the interruption is not overwritten", async () => {
  const folder = await folderWith({});
  await write(folder, "// first\n");
  await writeFile(join(folder, "index.ts"), "// mine\n");
  await expect(write(folder, "// second\n")).rejects.toThrow(/index\.ts: was changed since an import was interrupted/);
  expect(await readFile(join(folder, "index.ts"), "utf8")).toBe("// mine\n");
});

test("a folder that only has files of pulumi-tenant's own commands becomes a new project", async () => {
  const names = ["tenant-baseline.yaml", "tenant-compare.yaml", "verified-2030-01-02.json", "verified-2030-01-02-2.md"];
  const folder = await folderWith(Object.fromEntries(names.map((name) => [name, ""])));
  expect((await openProject(folder)).isNew).toBe(true);
});

test("the draft of an import that was killed before it marked the folder does not hold up the next import", async () => {
  const drafts = [journalName, "Pulumi.yaml"].map((name) => `${name}.3f0c1f0e-7f3c-4b8e-9d52-0f5f2a1c9c11.tmp`);
  const folder = await folderWith(Object.fromEntries([...drafts, journalName].map((name) => [name, ""])));
  expect((await openProject(folder)).isNew).toBe(true);
});

test("a folder with other files is refused", async () => {
  const folder = await folderWith({ "notes.txt": "mine" });
  await expect(openProject(folder)).rejects.toThrow(
    /there is no Pulumi\.yaml, and the folder has other files \(notes\.txt\)/,
  );
});

test("a folder in which only the package is installed becomes a project, and keeps its version of the package", async () => {
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
    dependencies: { "@pulumi/pulumi": sdk, "pulumi-tenant": "file:../pulumi-tenant.tgz" },
  });
  expect(await readFile(join(folder, ".gitignore"), "utf8")).toBe("mine\n");
});

test("an import continues after the user has installed the packages, which changes package.json", async () => {
  const folder = await folderWith({});
  await write(folder, "// first\n");
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  manifest.dependencies["pulumi-tenant"] = "file:../pulumi-tenant.tgz";
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await write(folder, "// second\n");
  expect(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).toEqual(manifest);
});

test("a second, wider import before the first has finished leaves an entry point that loads the existing files", async () => {
  const folder = await folderWith({
    "Pulumi.yaml": "name: there\nruntime: nodejs\n",
    "package.json": '{"type":"module"}',
    "index.ts": "run();\n",
  });
  const seen: string[] = [];
  for (const count of [1, 11, 1]) {
    const project = await openProject(folder);
    await writeProgram(
      project,
      programOf(someApis(count), project.layout, { names: [], keys: [], chosen: new Map(), known: new Map() }),
    );
    seen.push(await readFile(join(folder, "index.ts"), "utf8"));
    expect((await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".ts")).toSorted()).toEqual(
      count === 1
        ? ["imported.ts", "index.ts"]
        : ["imported.ts", "imported/resource-servers-data.ts", "imported/resource-servers.ts", "index.ts"],
    );
  }
  expect(seen).toEqual(Array(3).fill('import "./imported.ts";\nrun();\n'));
});

describe("a journal of an interrupted import that an attacker has written", () => {
  const journal = { version: 1, main: "index", isEntry: true, files: {}, items: [], keys: [] };

  test.each([
    ["goes on outside of the project", { main: "../escape" }],
    ["goes on in a hidden folder", { main: ".git/hooks" }],
    ["has files outside of the project", { files: { "../victim.txt": [sha256("mine\n")] } }],
    ["has files by absolute paths", { files: { "/victim.txt": [sha256("mine\n")] } }],
    ["has hidden files", { files: { ".git/config": [sha256("mine\n")] } }],
    ["has files behind a dot", { files: { "a/./../../victim.txt": [sha256("mine\n")] } }],
    ["has files of another system", { files: { "..\\victim.txt": [sha256("mine\n")] } }],
  ])("is refused if it %s", async (_, edit) => {
    // The way: a branch, or a user who may write to the folder, leaves the file that says where an interrupted import continues.
    const around = await folderWith({
      "victim.txt": "mine\n",
      "project/Pulumi.yaml": "name: there\nruntime: nodejs\n",
      "project/index.ts": "run();\n",
      "project/.git/config": "mine\n",
      "project/.pulumi-tenant-import.json": JSON.stringify({ ...journal, ...edit }),
    });
    const before = (await readdir(around, { recursive: true })).toSorted();
    await expect(write(join(around, "project"), "// program\n")).rejects.toThrow(
      /is not a journal that an import writes\. Delete it/,
    );
    expect((await readdir(around, { recursive: true })).toSorted()).toEqual(before);
  });

  test("cannot make an import overwrite a file that no import has written", async () => {
    // The way: a branch leaves the file of an interrupted import, so that the next one takes the program for its own.
    const folder = await folderWith({
      "Pulumi.yaml": "name: there\nruntime: nodejs\n",
      "index.ts": "// mine\n",
      ".pulumi-tenant-import.json": JSON.stringify(journal),
    });
    await expect(write(folder, "// program\n")).rejects.toThrow("was changed since an import was interrupted");
    expect(await readFile(join(folder, "index.ts"), "utf8")).toBe("// mine\n");
  });
});

test.skipIf(process.platform === "win32")(
  "an import neither writes nor deletes outside of its project, whatever links and paths the project has",
  async () => {
    // The way: a link or a path in a branch leads the files of an import to another place.
    const around = await folderWith({
      "outside/victim.ts": "// mine\n",
      "project/Pulumi.yaml": "name: there\nruntime: nodejs\n",
    });
    const project = join(around, "project");
    const files = { "imported/victim.ts": [sha256("// mine\n")] };
    await symlink("../outside", join(project, "imported"));
    await writeFile(join(project, "index.ts"), "run();\n");
    await writeFile(
      join(project, ".pulumi-tenant-import.json"),
      JSON.stringify({ version: 1, main: "imported", isEntry: false, files, items: [], keys: [] }),
    );
    await expect(write(project, "// program\n")).rejects.toThrow(
      /victim\.ts: is outside of .*, or a link leads out of this folder/,
    );
    for (const [name, text] of [
      ["Pulumi.yaml", "name: there\nruntime: nodejs\nmain: ../outside\n"],
      ["package.json", '{"main":"../outside/victim.ts"}'],
    ] as const) {
      await rm(join(project, ".pulumi-tenant-import.json"), { force: true });
      await writeFile(join(project, name), text);
      await expect(openProject(project)).rejects.toThrow("is outside of");
      await writeFile(join(project, name), name === "package.json" ? "{}" : "name: there\nruntime: nodejs\n");
    }
    expect(await readdir(join(around, "outside"))).toEqual(["victim.ts"]);
    expect(await readFile(join(around, "outside/victim.ts"), "utf8")).toBe("// mine\n");
  },
);

test("a package.json that is not JSON is not overwritten", async () => {
  const folder = await folderWith({ "package.json": "{" });
  await expect(write(folder, "// program\n")).rejects.toThrow(/package\.json: is not a JSON object/);
  expect(await readdir(folder)).toEqual(["package.json"]);
});

test("a new project installs TypeScript, as the template does, so that it runs outside of other projects", async () => {
  const folder = await folderWith({});
  await write(folder, "// program\n");
  const { devDependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const template = join(import.meta.dirname, "../../../examples/template/package.json");
  expect(devDependencies).toEqual(JSON.parse(await readFile(template, "utf8")).devDependencies);
  expect(isInstalled(await openProject(folder))).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "other users can read an imported program, and cannot read the journal of the import",
  async () => {
    const folder = await folderWith({});
    await write(folder, "// program\n");
    const bits = async (name: string) => (await stat(join(folder, name))).mode & 0o777;
    expect(await bits("index.ts")).toBe(0o666 & ~process.umask());
    expect(await bits(".pulumi-tenant-import.json")).toBe(0o600);
  },
);

test.each([
  [
    "index.ts",
    'import * as tenant from "pulumi-tenant";\nnew tenant.Role("reader", { name: "reader" });\n',
    "index.ts",
  ],
  ["parts/roles.mts", 'import { Role } from "pulumi-tenant";\nconst one = new  Role ("a");\n', "parts/roles.mts"],
  ["index.ts", 'import * as tenant from "pulumi-tenant";\ntenant.getRole({ name: "reader" });\n', undefined],
  ["index.ts", 'import * as tenant from "pulumi-tenant";\nnew tenant.Provider("eu", {});\n', undefined],
  ["index.ts", 'import { Role } from "./own.ts";\nnew Role("a");\n', undefined],
  ["node_modules/pulumi-tenant/index.js", 'require("pulumi-tenant");\nnew Role("a");\n', undefined],
  [".local/copy/index.ts", 'import { Role } from "pulumi-tenant";\nnew Role("a");\n', undefined],
])("in a program with %s %j, the file that declares resources is %s", async (path, text, found) => {
  const folder = await folderWith({ "Pulumi.yaml": "name: there\nruntime: nodejs\n", [path]: text });
  expect(await declaringFile(folder)).toBe(found);
});

test("a project in a subfolder of a program is another program", async () => {
  const text = 'import { Role } from "pulumi-tenant";\nnew Role("a");\n';
  const folder = await folderWith({ "Pulumi.yaml": "name: a\n", "b/Pulumi.yaml": "name: b\n", "b/index.ts": text });
  expect([await declaringFile(folder), await declaringFile(join(folder, "b"))]).toEqual([undefined, "index.ts"]);
});
