import { execFileSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { example } from "../../e2e/gitops-project.ts";
import { readYaml, type Workflow } from "../../e2e/workflow.ts";
import { exec } from "../../harness/exec.ts";

/* What a branch accepts comes to a review from Git, also for a project in a folder of the repository. */

/** Prints the files that are in force, and those of the branch, in place of a review of them. */
const npx = `#!/usr/bin/env bash
force=.
while (($#)); do
  case $1 in --cwd) force=$2 ;; --branch-files) branch=$2 ;; --markdown | --json) : >"$2" ;; esac
  shift
done
echo "in force: $(cat "$force"/tenant-*.yaml)"
if [[ -n \${branch:-} ]]; then echo "branch: $(cat "$branch"/tenant-*.yaml)"; fi
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "branch-files-"));
  await mkdir(join(folder, "bin"));
  for (const [name, text] of Object.entries({ npx, npm: "#!/bin/sh\n" })) {
    await writeFile(join(folder, "bin", name), text);
    await chmod(join(folder, "bin", name), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=Example", "-c", "user.email=example@example.com"];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
}

/** A repository with the project at a path, whose branch `more` accepts other drift than `main`. */
async function repositoryWith(path: string): Promise<string> {
  const origin = await mkdtemp(join(folder, "origin-"));
  const project = join(origin, path);
  git(origin, "init", "--initial-branch=main");
  await cp(join(example, "ci"), join(project, "ci"), { recursive: true });
  await writeFile(join(project, "tenant-drift.yaml"), "of main");
  git(origin, "add", ".");
  git(origin, "commit", "-m", "main");
  git(origin, "checkout", "-b", "more");
  await writeFile(join(project, "tenant-drift.yaml"), "of more");
  if (path !== "") await writeFile(join(origin, "tenant-drift.yaml"), "of another project");
  git(origin, "add", ".");
  git(origin, "commit", "-m", "more");
  return origin;
}

/** Checks a branch out. Returns the folder of the checkout. */
async function checkOut(origin: string, branch: string, ...to: readonly string[]): Promise<string> {
  const checkout = to.length > 0 ? join(...to) : await mkdtemp(join(folder, "checkout-"));
  git(folder, "clone", "--no-checkout", origin, checkout);
  if (to.length > 0) {
    const { jobs } = (await readYaml(join(example, ".github/workflows/review.yml"))) as Workflow;
    const patterns = (jobs.review?.steps ?? []).flatMap(({ with: given }) => given?.["sparse-checkout"] ?? []);
    git(checkout, "sparse-checkout", "set", "--no-cone", ...patterns.map(String));
  }
  git(checkout, "checkout", branch);
  return checkout;
}

async function run(script: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  await mkdir(join(cwd, "previews"), { recursive: true });
  await writeFile(join(cwd, "previews/dev.plan.json"), "{}");
  const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter);
  const { code, stdout, stderr } = await exec("bash", ["-eo", "pipefail", "-c", script], {
    ...{ cwd, env: { ...env, PATH, HOME: folder, STACK: "dev" }, timeoutMs: 60_000 },
  });
  expect(code, stderr).toBe(0);
  return stdout;
}

const both = "in force: of main\nbranch: of more\n";
const paths = ["", "infra/tenant"];

test.each(paths)(
  "GitLab's pipeline reads the branch's files for a project at %j, in a merge request and on the default branch",
  async (path) => {
    const origin = await repositoryWith(path);
    const { review } = (await readYaml(join(example, ".gitlab-ci.yml"))) as Record<
      string,
      { script: readonly string[] }
    >;
    const script = review?.script.join("\n") ?? "";
    const job = async (branch: string, env: Readonly<Record<string, string>>) => {
      const checkout = await checkOut(origin, branch);
      const again = () => run(script, join(checkout, path), { CI_PROJECT_DIR: checkout, ...env });
      return { first: await again(), clean: () => rm(join(checkout, "target"), { recursive: true }), again };
    };
    const merging = await job("more", { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" });
    expect(merging.first).toBe(both);
    // A runner cleans the checkout of an earlier job, and keeps what Git knows of it.
    await merging.clean();
    expect(await merging.again()).toBe(both);
    expect((await job("more", {})).first).toBe("in force: of more\n");
  },
);

test.each(paths)("GitHub's workflow reads the branch's files for a project at %j", async (path) => {
  const origin = await repositoryWith(path);
  const checkout = await checkOut(origin, "main");
  await checkOut(origin, "more", checkout, "branch");
  expect(await run("ci/review.sh dev", join(checkout, path))).toBe(both);
});
