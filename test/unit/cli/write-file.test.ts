import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CursorFile, eventsContent } from "../../../provider/src/cli/cursor-file.ts";
import { appendToFile, replaceFile } from "../../../provider/src/cli/write-file.ts";

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "write-file-"));
  await writeFile(at("victim"), "precious");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const victim = () => readFile(at("victim"), "utf8");
const bits = async (name: string) => (await stat(at(name))).mode & 0o777;

it("a link in the place of a file is replaced, not followed", async () => {
  await symlink(at("victim"), at("report"));
  await replaceFile(at("report"), "new");
  expect(await victim()).toBe("precious");
  expect(await readFile(at("report"), "utf8")).toBe("new");
  expect((await readdir(folder)).sort()).toEqual(["report", "victim"]);
});

it("a link where a draft was expected is not followed either", async () => {
  // The drafts of earlier versions had this name.
  await symlink(at("victim"), at("cursor.tmp"));
  const cursor = new CursorFile(at("cursor"), eventsContent);
  const content = { version: 1 as const, tenant: "tenant.example.com", position: { from: "c1", seen: [] } };
  cursor.save(content);
  await cursor.close();
  expect(await victim()).toBe("precious");
  expect(await cursor.load("tenant.example.com")).toEqual(content);
});

it("a file is for its owner only, also where another one was there", async () => {
  await writeFile(at("report"), "old", { mode: 0o644 });
  await replaceFile(at("report"), "new");
  await replaceFile(at("fresh"), "new");
  expect(await bits("report")).toBe(0o600);
  expect(await bits("fresh")).toBe(0o600);
});

it("what is not a file stays what it is", async () => {
  execFileSync("mkfifo", [at("pipe")]);
  await symlink("/dev/null", at("null"));
  for (const name of ["pipe", "null", "."]) {
    await expect(replaceFile(at(name), "new")).rejects.toThrow(`${at(name)}: cannot be written (not a file)`);
  }
  expect((await stat(at("pipe"))).isFIFO()).toBe(true);
});

it("a file that cannot be written leaves nothing behind, and the error names it", async () => {
  const path = at("nowhere/report");
  await expect(replaceFile(path, "new")).rejects.toThrow(`${path}: cannot be written (ENOENT)`);
  expect(await readdir(folder)).toEqual(["victim"]);
});

it("a summary is added to, and not through a link", async () => {
  await writeFile(at("summary"), "before\n", { mode: 0o644 });
  await appendToFile(at("summary"), "after\n");
  expect(await readFile(at("summary"), "utf8")).toBe("before\nafter\n");
  expect(await bits("summary")).toBe(0o644);
  await symlink(at("victim"), at("link"));
  await expect(appendToFile(at("link"), "more")).rejects.toThrow(`${at("link")}: cannot be written (it is a link)`);
  expect(await victim()).toBe("precious");
});

it("no other module of the package writes files", async () => {
  const source = join(import.meta.dirname, "../../../provider/src");
  const modules = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const onlyReads = /^import (?:type )?\{ (?:(?:readFile|readFileSync|readdir|readdirSync|stat|constants)(?:, )?)+ \} /;
  const writers: string[] = [];
  for (const name of modules) {
    const text = await readFile(join(source, name), "utf8");
    const imports = [...text.matchAll(/^import [^;]*? from "(?:node:)?fs(?:\/promises)?";/gm)];
    if (imports.some(([line]) => !onlyReads.test(line))) writers.push(name);
  }
  expect(writers).toEqual([join("cli", "write-file.ts")]);
});
