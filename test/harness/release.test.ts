import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { exec } from "./exec.ts";
import { release } from "./release.ts";

let root: string;
const identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];

async function git(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await exec("git", [...identity, ...args], { cwd: root, timeoutMs: 10_000 });
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "release-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, "provider"));
  await writeFile(join(root, "provider/package.json"), JSON.stringify({ version: "1.2.0" }));
  await writeFile(join(root, "CHANGELOG.md"), "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-31\n");
  await git("init", "--quiet");
  await git("config", "user.name", "Somebody");
  await git("config", "user.email", "somebody@example.com");
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "All");
});

async function released(version: string) {
  const lines: string[] = [];
  const code = await release({ root, args: [version], log: (line) => lines.push(line) });
  return { code, said: lines.join("\n"), tags: await git("tag", "--list") };
}

test("a version that is committed, in the package and in the changelog is tagged", async () => {
  expect(await released("1.2.0")).toMatchObject({ code: 0, tags: "v1.2.0" });
});

test("a dirty tree is refused, and nothing is tagged", async () => {
  await writeFile(join(root, "new.txt"), "new");
  expect(await released("1.2.0")).toMatchObject({ code: 1, said: expect.stringContaining("not committed"), tags: "" });
});

test("a version that is missing in the package and the changelog is refused, with all reasons at once", async () => {
  const { code, said, tags } = await released("1.3.0");
  expect({ code, tags }).toEqual({ code: 1, tags: "" });
  expect(said).toContain("provider/package.json has version 1.2.0");
  expect(said).toContain('no section "## [1.3.0] - <date>"');
});

test("a version can be released once only", async () => {
  await released("1.2.0");
  expect(await released("1.2.0")).toMatchObject({ code: 1, said: expect.stringContaining("a tag v1.2.0 already") });
});

test("a text that is no version is wrong usage", async () => {
  expect(await released("latest")).toMatchObject({ code: 2, tags: "" });
});
