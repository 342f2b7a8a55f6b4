import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { exec } from "../harness/exec.ts";

const { load: parseYaml } = createRequire(import.meta.url)("js-yaml") as { load(text: string): unknown };

export { parseYaml };

/** Reads a YAML file. */
export async function readYaml(path: string): Promise<unknown> {
  return parseYaml(await readFile(path, "utf8"));
}

interface WorkflowStep {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** A job of a workflow. */
export interface Job {
  readonly if?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix?: Readonly<Record<string, unknown>> };
  /** The workflow that the job calls, in place of steps. */
  readonly uses?: string;
  readonly steps?: readonly WorkflowStep[];
}

/** A workflow of GitHub Actions, as far as it is used here. */
export interface Workflow {
  readonly on?: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface RunJobOptions {
  readonly cwd: string;
  /** The runner's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The value of every expression that the job uses, by its text: `matrix.stack`, `secrets.TENANT_CLIENT_SECRET`. */
  readonly values: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export interface JobResult {
  /** Of the first step that failed, or 0. */
  readonly code: number;
  /** What all steps printed. */
  readonly log: string;
  /** The names (or commands) of the steps that ran. */
  readonly ran: readonly string[];
}

/**
 * Runs the `run:` steps of a job in their order, as a runner does: each in a bash of its own that ends with the first
 * failure, and none after a failed one but those that say so. Steps that use an action are left to the caller.
 *
 * @throws Error for an expression that has no value: nothing may be taken as empty by mistake
 */
export async function runJob(workflow: Workflow, name: string, options: RunJobOptions): Promise<JobResult> {
  const job = workflow.jobs[name];
  if (!job) throw new Error(`there is no job ${name}`);
  const { values, cwd } = options;
  const ran: string[] = [];
  let code = 0;
  let log = "";
  for (const step of job.steps ?? []) {
    if (step.run === undefined || !applies(step, code, values)) continue;
    ran.push(step.name ?? step.run);
    const env = { ...options.env, ...evaluated(job.env ?? {}, values), ...evaluated(step.env ?? {}, values) };
    const result = await exec("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step.run, values)], {
      cwd,
      env,
      timeoutMs: options.timeoutMs ?? 180_000,
    });
    log += result.stdout + result.stderr;
    code ||= result.code;
  }
  return { code, log, ran };
}

function applies({ if: condition }: WorkflowStep, code: number, values: RunJobOptions["values"]): boolean {
  if (condition === undefined) return code === 0;
  const text = condition.replace(/^\$\{\{\s*|\s*\}\}$/g, "");
  if (text === "!cancelled()") return true;
  const compared = /^([\w.]+) == '([^']*)'$/.exec(text);
  if (compared) return code === 0 && valueFor(String(compared[1]), values) === compared[2];
  throw new Error(`the condition ${condition} is not understood`);
}

function evaluated(env: Readonly<Record<string, unknown>>, values: RunJobOptions["values"]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(String(value), values)]));
}

function filled(text: string, values: RunJobOptions["values"]): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => valueFor(expression, values));
}

function valueFor(expression: string, values: RunJobOptions["values"]): string {
  const value = values[expression];
  if (value === undefined) throw new Error(`the expression ${expression} has no value here`);
  return value;
}
