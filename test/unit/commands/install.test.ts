import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { installPackages, wordsFor } from "../../../provider/src/commands/import-folder.ts";

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "install-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "project"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return join(folder, "project");
}

const runs: Readonly<Record<string, string>> = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn run", bun: "bunx" };

test.each([
  ["npm by default", {}, "npm"],
  ["npm by its lock file, in a repository of pnpm", { "pnpm-lock.yaml": "", "project/package-lock.json": "{}" }, "npm"],
  ["pnpm by its lock file", { "project/pnpm-lock.yaml": "" }, "pnpm"],
  ["yarn by its lock file", { "project/yarn.lock": "" }, "yarn"],
  ["bun by its lock file", { "project/bun.lock": "" }, "bun"],
  ["the package manager of the workspace", { "pnpm-lock.yaml": "", "project/package.json": "{}" }, "pnpm"],
  [
    "the package manager in package.json",
    { "project/package.json": '{"packageManager":"yarn@4.18.1+sha512.0a"}' },
    "yarn",
  ],
  ["npm if package.json cannot be read", { "project/package.json": "{" }, "npm"],
  [
    "npm if package.json names an unknown package manager",
    { "project/package.json": '{"packageManager":"a@1"}' },
    "npm",
  ],
])("a project is installed with %s, which also runs its commands", async (_, files, manager) => {
  expect(await wordsFor(await folderWith(files))).toEqual({ install: `${manager} install`, run: runs[manager] });
});

test.skipIf(process.platform === "win32")(
  "no install script of a package gets credentials of the tenant or of the stack",
  async () => {
    const project = await folderWith({ npm: '#!/bin/sh\nenv > "$SEEN"\n' });
    const [bin, seen] = [join(project, ".."), join(project, "seen")];
    await chmod(join(bin, "npm"), 0o700);
    const secrets = ["TENANT_CLIENT_SECRET", "TENANT_TOKEN", "PULUMI_CONFIG_PASSPHRASE", "PULUMI_ACCESS_TOKEN"];
    for (const name of secrets) vi.stubEnv(name, "hush-hush");
    vi.stubEnv("SEEN", seen);
    vi.stubEnv("PATH", [bin, process.env.PATH].join(delimiter));
    onTestFinished(() => void vi.unstubAllEnvs());
    await installPackages(project);
    const names = (await readFile(seen, "utf8")).split("\n").map((line) => line.split("=")[0] ?? "");
    expect(names).toContain("SEEN");
    expect(names.filter((name) => secrets.includes(name))).toEqual([]);
  },
);
