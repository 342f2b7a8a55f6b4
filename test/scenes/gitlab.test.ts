import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GitlabStub, startGitlab } from "../e2e/gitlab-stub.ts";
import { type Client, type GitopsProject, gitopsProject } from "../e2e/gitops-project.ts";
import { upNow } from "../e2e/project.ts";
import { readYaml } from "../e2e/workflow.ts";
import { exec } from "../harness/exec.ts";
import { later } from "../unit/helpers/days.ts";

/** The pipelines of examples/gitops at GitLab, step by step as they are there; every test continues where the one before ended. */
const identifier = "https://orders.dev.example.com";
const token = "token-of-the-project";
let gitlab: GitlabStub;
let project: GitopsProject;
beforeAll(async () => {
  [gitlab, project] = await Promise.all([startGitlab(token), gitopsProject()]);
  const { clientId, clientSecret } = project.clients.full;
  await project.stack.run(upNow, { env: { TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret } });
  const identity = ["-c", "user.name=Example", "-c", "user.email=example@example.com"];
  for (const args of [
    ["add", "."],
    [...identity, "commit", "--quiet", "-m", "Example"],
    ["branch", "default"],
    ["remote", "add", "origin", project.dir],
  ])
    execFileSync("git", args, { cwd: project.dir });
});
afterAll(async () => {
  await project?.remove();
  await gitlab?.close();
});

type GitlabJob = {
  readonly script: readonly string[];
  readonly extends?: string | readonly string[];
  readonly artifacts?: object;
};
const gitlabJobs = async () =>
  (await readYaml(join(project.dir, ".gitlab-ci.yml"))) as Record<string, Partial<GitlabJob>>;

/** Runs the script of a job as it would run for the stack dev; what comes after it runs in any case. */
async function gitlabJob(name: string, client: Client, more: object = {}): Promise<{ code: number; log: string }> {
  const jobs = await gitlabJobs();
  const { script, extends: bases = [] } = jobs[name] ?? {};
  const inherited = [bases].flat().flatMap((base) => jobs[base]?.script ?? []);
  const { PULUMI_BACKEND_URL = "", PULUMI_CONFIG_PASSPHRASE = "" } = project.stack.env;
  const env = {
    ...project.runner,
    ...{ PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE, STACK: "dev" },
    ...{ TENANT_DOMAIN: project.tenant.domain, TENANT_STRICT: "true" },
    ...{ TENANT_CLIENT_ID: client.clientId, TENANT_CLIENT_SECRET: client.clientSecret },
    ...{ CI_API_V4_URL: gitlab.url, CI_PROJECT_ID: "12", CI_PROJECT_DIR: project.dir, ...more },
    ...(name === "drift issue" && { GITLAB_TOKEN: token }),
  };
  const commands = ["-eo", "pipefail", "-c", (script ?? inherited).join("\n")];
  const { code, stdout, stderr } = await exec("bash", commands, { cwd: project.dir, env, timeoutMs: 180_000 });
  for (const secret of project.secrets) expect((stdout + stderr).includes(secret)).toBe(false);
  return { code, log: stdout + stderr };
}

/** The scheduled pipeline: the issue is kept whatever became of the report. */
async function scheduled(): Promise<number> {
  const { code } = await gitlabJob("drift", project.clients.readOnly);
  expect((await gitlabJob("drift issue", project.clients.readOnly)).code).toBe(0);
  return code;
}

test("a merge request shows the preview without an access token of the project", async () => {
  await project.edit("index.ts", '"Place and change orders"', '"Write orders"');
  const waiver = `{rule: connection-https-endpoints, resource: corp, reason: Later., until: ${later}}`;
  await writeFile(join(project.dir, "tenant-baseline.yaml"), `waivers:\n  - ${waiver}\n`);
  const merging = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "default" };
  expect((await gitlabJob("preview", project.clients.readOnly, merging)).code).toBe(0);
  expect((await gitlabJob("review", project.clients.readOnly, merging)).code).toBe(0);
  const { artifacts } = (await gitlabJobs()).review ?? {};
  expect(artifacts).toMatchObject({ expose_as: "pulumi review", paths: ["reviews/"] });
  const shown = await readFile(join(project.dir, "reviews/dev.review.md"), "utf8");
  expect(shown).toContain('`"Place and change orders"` → `"Write orders"`');
  expect(shown).toContain(`- high connection-https-endpoints: \`"corp"\`, until \`${later}\`: Later.\n`);
  await rm(join(project.dir, "target"), { recursive: true });
});

test("the pipeline of the merge applies the plan", async () => {
  expect((await gitlabJob("plan", project.clients.readOnly)).code).toBe(0);
  expect((await gitlabJob("review", project.clients.readOnly)).code).toBe(0);
  const { code, log } = await gitlabJob("apply first", project.clients.full);
  expect({ code, log }).toMatchObject({ code: 0, log: expect.stringContaining("~ 1 updated") });
});

test("the scheduled job exits with 7 on drift and keeps one issue, which it closes after the repair", async () => {
  project.tenant.resourceServers.update(identifier, { token_lifetime: 7200 });
  expect(await scheduled()).toBe(7);
  expect(gitlab.issues).toMatchObject([
    {
      state: "opened",
      title: "Drift in stack dev",
      description: expect.stringContaining("tokenLifetime: 86400 → 7200"),
    },
  ]);
  project.tenant.resourceServers.update(identifier, { token_lifetime: 86400 });
  expect(await scheduled()).toBe(0);
  expect(gitlab.issues).toMatchObject([{ state: "closed" }]);
});
