import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { example } from "../../e2e/gitops-project.ts";
import { type Job, parseYaml, readYaml, runJob, type Workflow } from "../../e2e/workflow.ts";

/** The content of the pipelines of examples/gitops. That they work is shown by test/e2e. */
const folder = join(example, ".github/workflows");
const workflows = new Map<string, { readonly text: string; readonly workflow: Workflow }>();
beforeAll(async () => {
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    workflows.set(file, { text, workflow: (await readYaml(join(folder, file))) as Workflow });
  }
});

const jobs = () => [...workflows.values()].flatMap(({ workflow }) => Object.values(workflow.jobs));
const steps = () => jobs().flatMap(({ steps = [] }) => steps);
const writers = (all: readonly Job[]) =>
  all.filter(({ permissions = {} }) => Object.values(permissions).includes("write"));
const filesOf = async (name: string) => readFile(join(example, name), "utf8");

describe("the GitHub workflows", () => {
  test("give each job only the rights that it needs, and no secrets to forks", () => {
    const preview = workflows.get("pull-request.yml")?.workflow.jobs.preview;
    expect(preview?.if).toBe("github.event.pull_request.head.repo.full_name == github.repository");
    expect(preview?.environment).toMatch(/-preview$/);
    for (const { text, workflow } of workflows.values()) {
      expect(workflow.permissions).toEqual({ contents: "read" });
      expect(text).not.toContain("pull_request_target");
    }
    // Foreign text belongs into the environment, never into a script.
    for (const { run } of steps()) expect(run ?? "").not.toContain("${{");
  });

  test("give no right to write to jobs that run packages", async () => {
    // A package that `npm ci` has installed runs when the drift is looked for, and writes or closes issues with the job's token.
    const found = writers(jobs());
    expect(found.map(({ permissions }) => permissions)).toEqual([
      { contents: "read", issues: "write" },
      { contents: "read", issues: "write" },
      { contents: "read", issues: "write" },
      { contents: "read", "pull-requests": "write" },
    ]);
    for (const { steps = [] } of found) {
      const commands = steps.map(({ run = "" }) => run).join("\n");
      const scripts = await Promise.all((commands.match(/ci\/[\w.-]+/g) ?? []).map(filesOf));
      expect(scripts.length).toBeGreaterThan(0);
      for (const text of [commands, ...scripts]) expect(text).not.toMatch(/\b(npm|npx|node|pulumi-tenant)\b/);
    }
  });

  test("review the plan of a branch in a job that runs no code of the branch", () => {
    const { workflow } = workflows.get("review.yml") ?? {};
    // Whatever a branch makes of this file, GitHub takes the one of the default branch.
    expect(Object.keys(workflow?.on ?? {})).toEqual(["workflow_run"]);
    for (const [file, { workflow: other }] of workflows) {
      const isOfBranch = Object.hasOwn(Object(other.on), "pull_request");
      expect(isOfBranch).toBe(file === "pull-request.yml");
      if (isOfBranch) expect(writers(Object.values(other.jobs))).toEqual([]);
    }
    const { review } = workflow?.jobs ?? {};
    expect(review?.if).toContain("github.event.workflow_run.head_repository.full_name == github.repository");
    expect(review?.permissions).toEqual({ actions: "read", contents: "read" });
    const checkouts = (review?.steps ?? []).filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
    // Of the branch, only data in a folder of its own.
    const data = { path: "branch", "sparse-checkout": "tenant-*.yaml", "sparse-checkout-cone-mode": false };
    expect(checkouts.map(({ with: given }) => given)).toEqual([
      { "persist-credentials": false },
      { "persist-credentials": false, ref: `\${{ github.event.workflow_run.head_sha }}`, ...data },
    ]);
    const { env = {} } = review?.steps?.find(({ name }) => name === "Review") ?? {};
    expect(Object.keys(env).sort()).toEqual(["PULUMI_ACCESS_TOKEN", "PULUMI_BACKEND_URL"]);
  });

  test("pin every action to a commit, with its version in a comment", () => {
    for (const { text } of workflows.values()) {
      // A workflow of the repository itself has the commit of its caller.
      const used = text.match(/uses: (?!\.\/).*/g) ?? [];
      expect(used.length).toBeGreaterThan(0);
      for (const line of used) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      // One action, one commit.
      const commits = new Set(used.map((line) => line.replace(/@.*/, "")));
      expect(new Set(used).size).toBe(commits.size);
    }
  });

  test("give secrets only to the single step that needs them, never to a whole job or an action", () => {
    for (const { env = {}, uses } of jobs()) {
      expect(JSON.stringify(env)).not.toMatch(/secrets|token|PULUMI|TENANT/);
      // A called workflow gets only secrets that its caller passes on.
      if (uses !== undefined) expect(uses).toBe("./.github/workflows/environments.yml");
    }
    const holders = steps().filter((step) => /\bsecrets\b/.test(JSON.stringify(step)));
    expect(holders.map(({ name }) => name).sort()).toEqual([
      ...["Apply", "Audit", "Compare", "Copy the state", "Drift", "Preview", "Review"],
    ]);
    for (const { uses, run = "" } of holders) {
      expect(uses).toBeUndefined();
      expect(run).not.toContain("npm");
    }
  });

  test("set TENANT_DOMAIN by environment, and TENANT_STRICT beside every client secret", () => {
    const holders = steps().filter(({ env }) => env?.TENANT_CLIENT_SECRET !== undefined);
    expect(holders.map(({ name }) => name).sort()).toEqual(["Apply", "Audit", "Drift", "Preview"]);
    for (const { env } of holders) {
      expect(env?.TENANT_DOMAIN).toMatch(/^\$\{\{ vars\.TENANT_DOMAIN \}\}$/);
      expect(env?.TENANT_DOMAINS).toMatch(/^\$\{\{ vars\.TENANT_DOMAINS \}\}$/);
      expect(env?.TENANT_STRICT).toBe("true");
    }
  });
});

describe("the list of environments", () => {
  interface Reader {
    environments(text?: string): string[];
    pairs(names: readonly string[], from?: string, to?: string): { name: string; fromPrefix: string }[];
  }
  interface Lists {
    readonly ".environments": { readonly parallel: { readonly matrix: readonly { readonly STACK: string[] }[] } };
  }
  let reader: Reader;
  let text: string;
  beforeAll(async () => {
    reader = await import(join(example, "ci/environments.mjs"));
    text = await filesOf("environments.yml");
  });
  const ofGitlab = (yaml: string) => {
    return (parseYaml(yaml) as Lists)[".environments"].parallel.matrix.flatMap(({ STACK }) => STACK);
  };

  test("is the same for GitHub and GitLab, with a stack file for each", async () => {
    const names = reader.environments();
    expect(names).toEqual(["dev", "prod"]);
    expect(ofGitlab(text)).toEqual(names);
    for (const name of names) expect(await filesOf(`Pulumi.${name}.yaml`)).toContain("tenant:domain");
  });

  test("takes another environment as one more line", () => {
    for (const [at, names] of [
      ["          - prod\n", ["dev", "stage", "prod"]],
      ["\n.environments", ["dev", "prod", "stage"]],
    ] as const) {
      const more = text.replace(at, `          - stage # before prod\n${at}`);
      expect(reader.environments(more)).toEqual(names);
      expect(ofGitlab(more)).toEqual(names);
    }
  });

  test("is the only list of the names: all matrices are made from it", () => {
    const calls = jobs().filter(({ uses }) => uses === "./.github/workflows/environments.yml");
    expect(calls).toHaveLength(6);
    const withMatrix = jobs().filter(({ strategy }) => strategy?.matrix);
    expect(withMatrix).toHaveLength(9);
    for (const { strategy, needs } of withMatrix) {
      expect([needs].flat()).toContain("environments");
      const [[axis = "", from] = []] = Object.entries(strategy?.matrix ?? {});
      expect(from).toBe(`\${{ fromJSON(needs.environments.outputs.${axis}s) }}`);
    }
    for (const [file, { text: workflow }] of workflows)
      expect([file, workflow]).toEqual([file, expect.not.stringMatching(/\b(?:dev|prod)\b/i)]);
  });

  test("is compared in pairs: each environment with the next one, or any two", async () => {
    const names = ["dev", "stage", "eu-prod"];
    expect(reader.pairs(names)).toMatchObject([
      { name: "dev-stage", fromPrefix: "DEV" },
      { name: "stage-eu-prod", toPrefix: "EU_PROD" },
    ]);
    expect(reader.pairs(names, "eu-prod", "dev")).toEqual([
      { name: "eu-prod-dev", from: "eu-prod", to: "dev", fromPrefix: "EU_PROD", toPrefix: "DEV" },
    ]);
    for (const [from, to] of [
      ["dev", "test"],
      ["dev", ""],
      ["dev", "dev"],
      ["", "dev"],
    ] as const) {
      expect(() => reader.pairs(names, from, to)).toThrow(/environments\.yml has only|two different/);
    }
  });

  test.each<[string, string]>([
    ["Stage", "lower-case letters"],
    ["-x", "lower-case letters"],
    ["a$(id)", "lower-case letters"],
    ['"stage"', "lower-case letters"],
    ["compare", "reserved"],
    ["dev-preview", "reserved"],
    ["prod", "listed twice"],
  ])("refuses %s", (name, why) => {
    expect(() => reader.environments(`${text}          - ${name}\n`)).toThrow(why);
  });

  test("is read by a job without secrets", async () => {
    const folder = await mkdtemp(join(tmpdir(), "environments-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { workflow } = workflows.get("environments.yml") ?? {};
    expect(JSON.stringify(workflow)).not.toMatch(/secrets|"environment"/);
    const output = join(folder, "output");
    const read = (from: string, to: string) =>
      runJob(workflow as Workflow, "read", {
        cwd: example,
        env: { PATH: process.env.PATH ?? "", GITHUB_OUTPUT: output },
        values: { "inputs.from": from, "inputs.to": to },
      });
    expect(await read("", "")).toMatchObject({ code: 0 });
    expect(await readFile(output, "utf8")).toMatch(/^stacks=\["dev","prod"\]\npairs=\[\{"name":"dev-prod",.*\}\]\n$/);
    expect((await read("dev", "x$(id)")).code).not.toBe(0);
  });
});

describe("the release of this package", () => {
  test("publishes an archive that another job has built, and runs no other code", async () => {
    // A development dependency, or a script of the repository, runs in the build and asks for the identity by which npm takes a version.
    const file = join(example, "../../.github/workflows/release.yml");
    const { permissions, jobs } = (await readYaml(file)) as Workflow;
    expect(permissions).toEqual({ contents: "read" });
    const [publish, ...others] = writers(Object.values(jobs));
    expect(others).toEqual([]);
    expect(publish?.permissions).toEqual({ "id-token": "write" });
    expect(publish?.steps?.flatMap(({ run = [] }) => run)).toEqual([
      "npm publish ./archive/*.tgz --ignore-scripts --provenance --access public",
    ]);
    const actions = publish?.steps?.flatMap(({ uses = [] }) => uses).join();
    expect(actions).toMatch(/^actions\/download-artifact@\w{40},actions\/setup-node@\w{40}$/);
    const build = jobs[String(publish?.needs)];
    expect(build?.permissions).toBeUndefined();
    expect(build?.steps?.map(({ run }) => run).join("\n")).toMatch(/npm pack --workspace pulumi-tenant/);
  });
});

describe("the GitLab pipeline", () => {
  interface GitlabJob {
    readonly script?: readonly string[];
    readonly rules?: readonly { readonly if?: string }[];
    readonly environment?: { readonly name: string };
    readonly extends?: string | readonly string[];
    readonly parallel?: unknown;
  }
  let pipeline: Record<string, GitlabJob>;
  beforeAll(async () => {
    pipeline = (await readYaml(join(example, ".gitlab-ci.yml"))) as typeof pipeline;
  });

  test("uses a project token only in scheduled pipelines, in a job that runs no packages", async () => {
    const users: string[] = [];
    for (const [name, { script = [] }] of Object.entries(pipeline)) {
      const scripts = await Promise.all(
        script
          .join("\n")
          .match(/ci\/[\w.-]+/g)
          ?.map(filesOf) ?? [],
      );
      if (scripts.some((text) => text.includes("GITLAB_TOKEN"))) users.push(name);
    }
    expect(users).toEqual(["drift issue"]);
    expect(pipeline["drift issue"]?.rules).toMatchObject([{ if: '$CI_PIPELINE_SOURCE == "schedule"' }]);
    expect(pipeline["drift issue"]?.environment?.name).toBe("drift-issue");
    expect(pipeline["drift issue"]?.script).toEqual(["node ci/gitlab-issue.mjs"]);
  });

  test("uses, in a merge request, only the environments for previews", () => {
    const ofMergeRequests = Object.values(pipeline).filter(({ rules }) =>
      JSON.stringify(rules ?? []).includes("merge_request_event"),
    );
    // The first one has the rules of the whole pipeline.
    const environments = ofMergeRequests.flatMap(({ environment }) => environment?.name ?? []);
    expect(environments).toEqual(["$STACK-preview", "$STACK-preview"]);
  });

  test("reads all environments from their list", () => {
    const jobs = Object.entries(pipeline).filter(([, { script, extends: from }]) => script || from);
    expect(jobs.length).toBeGreaterThan(5);
    for (const [, { parallel }] of jobs) expect(parallel).toBeUndefined();
    const from = jobs.map(([name, job]) => [name, [job.extends ?? []].flat()[0]]);
    expect(Object.fromEntries(from)).toEqual({
      ...{ preview: ".environments", review: ".environments", plan: "preview", ".apply": undefined },
      ...{ "apply first": ".first", apply: ".others", drift: ".environments", "drift issue": ".environments" },
    });
    expect(pipeline).toMatchObject({ include: [{ local: "environments.yml" }] });
  });

  test("sets TENANT_STRICT, and leaves TENANT_DOMAIN to the environments", () => {
    expect(pipeline.variables).toEqual({ TENANT_STRICT: "true" });
  });
});

test("both pipelines install packages without running their scripts", async () => {
  const texts = [...workflows.values()].map(({ text }) => text);
  for (const text of [...texts, await filesOf(".gitlab-ci.yml")]) {
    for (const line of text.match(/npm (?:ci|install).*/g) ?? []) expect(line).toBe("npm ci --ignore-scripts");
  }
});

test("images are pinned by digest, and downloads in them are checked", async () => {
  const text = await filesOf("Containerfile");
  for (const line of text.match(/^FROM .*/gm) ?? []) expect(line).toMatch(/:\d+\.\d+\.\d+\S*@sha256:[0-9a-f]{64}$/);
  const downloads = text.match(/curl /g) ?? [];
  expect(text.match(/sha256sum --check --strict/g)).toHaveLength(downloads.length - 1);
  expect(text).not.toMatch(/curl[^\n]*\|/);
});

test("the operator's stacks set TENANT_DOMAIN and TENANT_STRICT beside every client", async () => {
  const stacks = (await filesOf("operator/stacks.yaml"))
    .split("\n---\n")
    .filter((text) => text.includes("kind: Stack"));
  expect(stacks).toHaveLength(2);
  for (const text of stacks) {
    expect(text).toMatch(/TENANT_DOMAIN:\n\s+type: Literal\n\s+literal:\n\s+value: [\w.]*tenant\.example\.com\n/);
    expect(text).toMatch(/TENANT_STRICT:\n\s+type: Literal\n\s+literal:\n\s+value: "true"\n/);
  }
});
