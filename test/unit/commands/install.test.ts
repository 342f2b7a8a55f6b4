import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { wordsFor } from "../../../provider/src/commands/import-folder.ts";

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "install-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "project"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return join(folder, "project");
}

const runs: Readonly<Record<string, string>> = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn run", bun: "bunx" };

test.each([
  ["npm where nothing shows another", {}, "npm"],
  ["npm by its lock file, in a repository of pnpm", { "pnpm-lock.yaml": "", "project/package-lock.json": "{}" }, "npm"],
  ["pnpm by its lock file", { "project/pnpm-lock.yaml": "" }, "pnpm"],
  ["yarn by its lock file", { "project/yarn.lock": "" }, "yarn"],
  ["bun by its lock file", { "project/bun.lock": "" }, "bun"],
  ["that of the workspace around it", { "pnpm-lock.yaml": "", "project/package.json": "{}" }, "pnpm"],
  ["the one that package.json names", { "project/package.json": '{"packageManager":"yarn@4.18.1+sha512.0a"}' }, "yarn"],
  ["npm where package.json cannot be read", { "project/package.json": "{" }, "npm"],
  [
    "npm where package.json names one that we do not know",
    { "project/package.json": '{"packageManager":"a@1"}' },
    "npm",
  ],
])("a project is installed by %s, which runs its commands", async (_, files, manager) => {
  expect(await wordsFor(await folderWith(files))).toEqual({ install: `${manager} install`, run: runs[manager] });
});
