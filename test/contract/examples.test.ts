import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pages, textOf } from "../docs/markdown.ts";
import { exec } from "../harness/exec.ts";
import { ensureNpmTools, npmTool } from "../harness/npm-tools.ts";
import { installPacked, pack } from "../harness/packed.ts";

// The examples as users get them: copied out of the packed package, outside of the repository, by the commands of the pages.

const root = join(import.meta.dirname, "../..");
const modules = join(root, "node_modules");

/** The arguments of each command that a page shows for an example. */
const commands = new Map(
  pages
    .flatMap((page) => [...textOf(page).matchAll(/\bnpx pulumi-tenant example ([a-z-]+)(?: ([a-z][a-z-]*))?[`\n,]/g)])
    .map(([, name = "", folder = name]) => [`${name} ${folder}`, { name, folder }]),
);

const listing = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "examples"];
const tracked = execFileSync("git", listing, { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)));

let project: string;
let main: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "examples-"));
  await ensureNpmTools("typescript", () => undefined);
  main = join(await installPacked(await pack(project), project), "bin/pulumi-tenant.js");
}, 300_000);
afterAll(() => rm(project, { recursive: true }));

const example = (...args: readonly string[]) =>
  exec(process.execPath, [main, "example", ...args], { cwd: project, timeoutMs: 30_000 });

/** The files of a folder of the project. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(project, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => relative(join(project, folder), file).split(sep).join("/"));
}

describe.each([...commands.values()])("npx pulumi-tenant example $name, in $folder", ({ name, folder }) => {
  beforeAll(async () => {
    expect(await example(name, folder)).toMatchObject({ code: 0, stderr: "" });
  });

  test("copies exactly the files of the repository, with their modes", async () => {
    const expected = tracked.filter((path) => path.startsWith(`examples/${name}/`));
    const copied = (await filesIn(folder)).map((file) => `examples/${name}/${file}`);
    expect(copied.toSorted()).toEqual(expected.toSorted());
    for (const path of expected) {
      const copy = join(project, folder, path.slice(`examples/${name}/`.length));
      expect((await stat(copy)).mode & 0o100, path).toBe((await stat(join(root, path))).mode & 0o100);
      if (!path.endsWith(".md"))
        expect(await readFile(copy, "utf8"), path).toBe(await readFile(join(root, path), "utf8"));
    }
  });

  test("copies pages whose links lead to files of the copy, or to the repository", async () => {
    for (const page of (await filesIn(folder)).filter((file) => file.endsWith(".md"))) {
      const text = await readFile(join(project, folder, page), "utf8");
      const targets = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, target = ""]) => target);
      const broken = targets.filter(
        (target) => !target.startsWith("https://") && !existsSync(join(project, folder, dirname(page), target)),
      );
      expect(broken, page).toEqual([]);
    }
  });
});

test("the programs of all copies compile without a file of the repository", async () => {
  const vitest = join(project, "node_modules/vitest");
  await symlink(join(modules, "vitest"), vitest, "junction");
  const include = [...commands.values()].map(({ folder }) => folder);
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2023", strict: true, noEmit: true, types: ["node"] },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true },
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
  const tsc = join(npmTool("typescript", "typescript-newest"), "bin/tsc");
  const args = [tsc, "-p", project, "--listFiles"];
  const { code, stdout } = await exec(process.execPath, args, { cwd: project, timeoutMs: 120_000 });
  const [compiled, errors] = [stdout.split("\n"), stdout.split("\n").filter((line) => line.includes("error TS"))];
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  expect(compiled.filter((file) => include.some((folder) => file.includes(`/${folder}/`))).length).toBeGreaterThan(40);
  expect(compiled.filter((file) => file.startsWith(join(root, "provider")))).toEqual([]);
});

test("an unknown example is refused, and the message lists all examples", async () => {
  const { code, stderr } = await example("customer");
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: unknown example "customer"\. Examples: .*\bcustomers, .*\bwatch\n$/);
});

test("a folder with files is refused and stays unchanged; a new Git repository counts as empty", async () => {
  await mkdir(join(project, "taken/.git"), { recursive: true });
  expect(await example("policy", "taken")).toMatchObject({ code: 0 });
  await writeFile(join(project, "taken/index.js"), "mine");
  await rm(join(project, "taken/package.json"));
  const { code, stderr } = await example("policy", "taken");
  expect(code).toBe(1);
  expect(stderr).toBe("error: taken: the folder has files (PulumiPolicy.yaml). Name a new or empty folder.\n");
  expect(await readFile(join(project, "taken/index.js"), "utf8")).toBe("mine");
  expect(existsSync(join(project, "taken/package.json"))).toBe(false);
});
