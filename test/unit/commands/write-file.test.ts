import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CursorFile, eventsContent, watchContent } from "../../../provider/src/commands/cursor-file.ts";
import { appendToFile, makeFolder, refuseUncreatable, replaceFile } from "../../../provider/src/commands/files.ts";

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "write-file-"));
  await writeFile(at("victim"), "precious");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const victim = () => readFile(at("victim"), "utf8");
const bits = async (name: string) => (await stat(at(name))).mode & 0o777;

it("a path below a file is refused with the path and the reason", async () => {
  await expect(replaceFile(at("victim/report.json"), "new")).rejects.toThrow(
    `${at("victim/report.json")}: cannot be written (ENOTDIR)`,
  );
});

it.runIf(process.platform === "linux")(
  "a folder that the system cannot create is refused, and not tried for ever",
  async () => {
    await expect(makeFolder("/proc/x/y")).rejects.toThrow("/proc/x/y: cannot be written (ENOENT)");
  },
);

it("a folder is created with its parents, and may exist already", async () => {
  await makeFolder(at("a/b/c"));
  await makeFolder(at("a/b/c"));
  await expect(makeFolder(at("victim"))).rejects.toThrow("cannot be written (EEXIST)");
  expect(await readdir(at("a/b"))).toEqual(["c"]);
});

it("a check for a later write leaves nothing behind, neither folder nor file", async () => {
  await refuseUncreatable(at("a/b/report.json"));
  await expect(refuseUncreatable(at("victim/b/report.json"))).rejects.toThrow("cannot be written (ENOTDIR)");
  expect(await readdir(folder)).toEqual(["victim"]);
});

it("a link in the place of a file is replaced, not followed", async () => {
  await symlink(at("victim"), at("report"));
  await replaceFile(at("report"), "new");
  expect(await victim()).toBe("precious");
  expect(await readFile(at("report"), "utf8")).toBe("new");
  expect((await readdir(folder)).sort()).toEqual(["report", "victim"]);
});

it("a link in the place of a temporary file of earlier versions is not followed", async () => {
  // The drafts of earlier versions had this name.
  await symlink(at("victim"), at("cursor.tmp"));
  const cursor = new CursorFile(at("cursor"), eventsContent);
  const content = { version: 1 as const, tenant: "tenant.example.com", position: { from: "c1", seen: [] } };
  cursor.save(() => content);
  await cursor.close();
  expect(await victim()).toBe("precious");
  expect(await cursor.load("tenant.example.com")).toEqual(content);
});

it("a cursor file with reports of another form is refused, before a watch fails at them", async () => {
  const content = {
    version: 1,
    tenant: "tenant.example.com",
    events: { seen: [] },
    open: [{ urn: "urn" }],
    waiting: [],
  };
  await writeFile(at("cursor"), JSON.stringify(content));
  await expect(new CursorFile(at("cursor"), watchContent).load()).rejects.toThrow("cursor: not a cursor file");
});

it("a cursor file that cannot be written is refused before the first event, which may come days later", async () => {
  const cursor = new CursorFile(at("missing/cursor"), eventsContent);
  await expect(cursor.load("tenant.example.com")).rejects.toThrow("missing/cursor: cannot be written (ENOENT)");
});

it("a cursor file gets the position at the time of the write, and is not written while there is none to save", async () => {
  const cursor = new CursorFile(at("cursor"), eventsContent);
  const contentAt = (from: string) => ({
    version: 1 as const,
    tenant: "tenant.example.com",
    position: { from, seen: [] },
  });
  const made: string[] = [];
  let from = "c1";
  let isPrinting = false;
  const save = () =>
    cursor.save(() => {
      if (isPrinting) return undefined;
      made.push(from);
      return contentAt(from);
    });
  // A burst is two writes: the first position at once, and the last one later.
  for (const next of ["c1", "c2", "c3", "c4"]) {
    from = next;
    save();
  }
  await expect.poll(() => cursor.load(), { timeout: 5_000 }).toEqual(contentAt("c4"));
  expect(made).toEqual(["c1", "c4"]);
  save();
  [from, isPrinting] = ["c5", true];
  save();
  await cursor.close();
  expect(await cursor.load()).toEqual(contentAt("c4"));
  isPrinting = false;
  save();
  await cursor.close();
  expect(await cursor.load()).toEqual(contentAt("c5"));
});

it("a written file is readable by its owner only, also if it replaces another file", async () => {
  await writeFile(at("report"), "old", { mode: 0o644 });
  await replaceFile(at("report"), "new");
  await replaceFile(at("fresh"), "new");
  expect(await bits("report")).toBe(0o600);
  expect(await bits("fresh")).toBe(0o600);
});

it("a pipe, a device and a folder are never replaced by a file", async () => {
  execFileSync("mkfifo", [at("pipe")]);
  await symlink("/dev/null", at("null"));
  for (const name of ["pipe", "null", "."]) {
    await expect(replaceFile(at(name), "new")).rejects.toThrow(`${at(name)}: cannot be written (not a file)`);
  }
  expect((await stat(at("pipe"))).isFIFO()).toBe(true);
});

it("a failed write leaves no file behind, and the error names the path", async () => {
  const path = at("nowhere/report");
  await expect(replaceFile(path, "new")).rejects.toThrow(`${path}: cannot be written (ENOENT)`);
  expect(await readdir(folder)).toEqual(["victim"]);
});

it("a summary is appended to a file, and not through a link", async () => {
  await writeFile(at("summary"), "before\n", { mode: 0o644 });
  await appendToFile(at("summary"), "after\n");
  expect(await readFile(at("summary"), "utf8")).toBe("before\nafter\n");
  expect(await bits("summary")).toBe(0o644);
  await symlink(at("victim"), at("link"));
  await expect(appendToFile(at("link"), "more")).rejects.toThrow(`${at("link")}: cannot be written (it is a link)`);
  expect(await victim()).toBe("precious");
});

it("no other module of the package imports functions that write files", async () => {
  const source = join(import.meta.dirname, "../../../provider/src");
  const modules = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const readers = "createReadStream|readFile|readFileSync|readdir|readdirSync|realpath|lstat|stat|constants";
  const onlyReads = new RegExp(`^import (?:type )?\\{ (?:(?:${readers})(?:, )?)+ \\} `);
  const writers: string[] = [];
  for (const name of modules) {
    const text = await readFile(join(source, name), "utf8");
    const imports = [...text.matchAll(/^import [^;]*? from "(?:node:)?fs(?:\/promises)?";/gm)];
    if (imports.some(([line]) => !onlyReads.test(line))) writers.push(name);
  }
  // The sockets of a run are in a folder that only its user can open; no contents are written there.
  expect(writers.sort()).toEqual([join("commands", "files.ts"), join("lifecycle", "program", "neighbors.ts")]);
});
