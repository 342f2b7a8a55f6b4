import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Client, type GitopsProject, gitopsProject } from "./gitops-project.ts";
import { type JobResult, runJob } from "./workflow.ts";

/** The project of the pipelines of examples/gitops. */
export let project: GitopsProject;
/** All that was printed. */
let logs = "";

/** Makes the project for the tests of a file, and sees to it after each that no secret is in a file or a log. */
export function withPipelines(): void {
  beforeAll(async () => {
    project = await gitopsProject();
  });
  afterAll(() => project?.remove());
  afterEach(async () => {
    const text = await everything();
    for (const secret of project.secrets) expect(text.includes(secret)).toBe(false);
  });
}

/** Adds to what is looked through for secrets. */
export function addToLogs(text: string): void {
  logs += text;
}

/** Runs a job as it would run for the stack dev in its environment. */
async function job(file: string, name: string, client: Client, event = "push"): Promise<JobResult> {
  const { stack, runner, dir } = project;
  const result = await runJob(await project.workflow(file), name, {
    cwd: dir,
    env: runner,
    values: {
      "matrix.stack": "dev",
      "vars.PULUMI_BACKEND_URL": stack.env.PULUMI_BACKEND_URL ?? "",
      "secrets.PULUMI_ACCESS_TOKEN": "",
      "secrets.PULUMI_CONFIG_PASSPHRASE": stack.env.PULUMI_CONFIG_PASSPHRASE ?? "",
      "vars.TENANT_DOMAIN": project.tenant.domain,
      "vars.TENANT_DOMAINS": "",
      "vars.TENANT_CLIENT_ID": client.clientId,
      "secrets.TENANT_CLIENT_SECRET": client.clientSecret,
      "github.token": "token-of-the-run",
      "github.event_name": event,
      "github.event_name == 'workflow_dispatch' || ''": event === "workflow_dispatch" ? "true" : "",
      "github.event.workflow_run.pull_requests[0].number": "7",
      "github.event.workflow_run.head_sha": "head-commit",
    },
  });
  logs += result.log;
  return result;
}
export const preview = () => job("pull-request.yml", "preview", project.clients.readOnly);
export const review = () => job("review.yml", "review", project.clients.readOnly);
export const comment = () => job("review.yml", "comment", project.clients.readOnly);
/** What upload-artifact does; a later job starts without the files. */
export async function upload(): Promise<void> {
  const artifacts = join(project.dir, ".artifacts");
  await rm(artifacts, { recursive: true, force: true });
  await cp(join(project.dir, "reviews"), join(artifacts, "review-dev"), { recursive: true });
  await rm(join(project.dir, "previews"), { recursive: true });
  await rm(join(project.dir, "reviews"), { recursive: true });
  await project.setRepository({ head: "head-commit", artifacts });
}
export const apply = (event?: string) => job("merge.yml", "apply", project.clients.full, event);
/** Both jobs of the schedule, one after the other. */
export async function drift() {
  const found = await job("drift.yml", "drift", project.clients.readOnly);
  const issue = await job("drift.yml", "issue", project.clients.readOnly);
  expect(issue.code, issue.log).toBe(0);
  return { code: found.code, log: found.log + issue.log, ran: [...found.ran, ...issue.ran] };
}

/** Every file that a pipeline leaves behind, and all that it printed. */
async function everything(): Promise<string> {
  const entries = await readdir(project.dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return logs + (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
}
