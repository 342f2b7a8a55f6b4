import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exec } from "./exec.ts";
import type { Context } from "./main.ts";

const usage = "usage: npm run release -- <version>, such as 0.2.0";

/** Tags what is committed as a version. It pushes nothing: `git push --follow-tags` starts the workflow that publishes. */
export async function release({ root, log, args }: Context): Promise<number> {
  const [version = "", ...more] = args;
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version) || more.length > 0) {
    log(usage);
    return 2;
  }
  const problems = await problemsOf(root, version);
  for (const problem of problems) log(problem);
  if (problems.length > 0) return 1;
  await git(root, "tag", "--annotate", `v${version}`, "--message", `pulumi-tenant ${version}`);
  log(`v${version} is tagged. \`git push --follow-tags\` publishes it.`);
  return 0;
}

/** Why this checkout is not that version. */
async function problemsOf(root: string, version: string): Promise<readonly string[]> {
  const manifest = JSON.parse(await readFile(join(root, "provider/package.json"), "utf8"));
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
  const isIn = (text: string) => changelog.split("\n").some((line) => line.startsWith(text));
  const changed = await git(root, "status", "--porcelain");
  const tags = await git(root, "tag", "--list", `v${version}`);
  return [
    changed !== "" && "The tree has changes that are not committed. Commit or stash them.",
    tags !== "" && `There is a tag v${version} already. Choose the next version.`,
    manifest.version !== version && `provider/package.json has version ${manifest.version}. Change it to ${version}.`,
    !isIn(`## [${version}] - `) &&
      `CHANGELOG.md has no section "## [${version}] - <date>". Move what is under "Unreleased" there.`,
  ].filter((problem) => problem !== false);
}

async function git(root: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await exec("git", args, { cwd: root, timeoutMs: 30_000 });
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}: ${stderr}`);
  return stdout.trim();
}
