import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { apply, comment, drift, preview, project, review, upload, withPipelines } from "../e2e/gitops-jobs.ts";
import { example, type GitopsProject } from "../e2e/gitops-project.ts";
import { exec } from "../harness/exec.ts";
import type { Deployment, StateResource } from "../harness/stack.ts";

/** What the pipelines of examples/gitops refuse, and what they say again; every test continues where the one before ended. */
withPipelines();

const identifier = "https://orders.dev.example.com";

/** All that lies in the store of the state: names, and what the files hold. */
async function storeOf({ stack }: GitopsProject): Promise<string> {
  const folder = join(stack.folder, "backend");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.sort().map(async (file) => `${file}\n${await readFile(file, "utf8")}`);
  return (await Promise.all(texts)).join("\n");
}

test("a push without a reviewed pull request applies nothing", async () => {
  project.tenant.clearRequests();
  const { code, log, ran } = await apply();
  expect(code).not.toBe(0);
  expect(log).toContain("::error title=No plan for dev::");
  expect(ran).not.toContain("Apply");
  expect(project.tenant.requests).toEqual([]);
});

describe("a pull request that changes a scope", () => {
  beforeAll(async () => {
    expect((await apply("workflow_dispatch")).code).toBe(0);
    await project.edit("index.ts", '"Read reports"', '"Read all reports"');
    for (const job of [preview, review, comment]) expect((await job()).code).toBe(0);
  });

  test("runs on a copy of the state, and writes nothing to the store of the state", async () => {
    const before = await storeOf(project);
    expect(before).toContain("dev.json");
    await rm(join(project.dir, ".state"), { recursive: true });
    expect((await preview()).code).toBe(0);
    expect(await storeOf(project)).toBe(before);
    expect(await readdir(join(project.dir, ".state/.pulumi/stacks/gitops"))).toContain("dev.json");
  });

  test("updates its comment in place when the change is edited", async () => {
    await project.edit("index.ts", '"Read all reports"', '"Read every report"');
    expect((await preview()).code).toBe(0);
    expect((await review()).code).toBe(0);
    await comment();
    const { comments } = await project.repository();
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain('`"Read reports"` → `"Read every report"`');
    await upload();
    expect((await apply()).code).toBe(0);
  });

  test("applies nothing if its plan is missing", async () => {
    const plan = join(project.dir, ".artifacts/review-dev/dev.plan.json");
    await rename(plan, `${plan}.away`);
    project.tenant.clearRequests();
    const { code, log, ran } = await apply();
    await rename(`${plan}.away`, plan);
    expect(code).not.toBe(0);
    expect(log).toContain("::error title=No plan for dev::");
    expect(ran).not.toContain("Apply");
    const byHand = await exec("ci/apply.sh", ["dev"], { cwd: project.dir, env: project.runner, timeoutMs: 60_000 });
    expect(byHand).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("reviews/dev.plan.json") });
    expect(project.tenant.requests).toEqual([]);
  });

  test("applies nothing that its plan lacks", async () => {
    await project.edit("index.ts", '"Read invoices"', '"Read all invoices"');
    project.tenant.clearRequests();
    const { code, log } = await apply();
    expect(code).not.toBe(0);
    // OPERATIONS.md quotes it.
    expect(log).toContain("violates plan");
    expect(project.tenant.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
    await project.edit("index.ts", '"Read all invoices"', '"Read invoices"');
  });

  test("reports a failed preview in its comment, and leaves no plan", async () => {
    await project.edit("index.ts", 'name: "corp"', 'name: "not a name"');
    const { code, log } = await preview();
    expect(code).not.toBe(0);
    expect(log).toContain("name: must be letters and digits");
    expect((await review()).code).toBe(1);
    await comment();
    const { comments } = await project.repository();
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain("### The preview failed\n");
    for (const folder of ["previews", "reviews"]) {
      expect(await readdir(join(project.dir, folder))).not.toContain("dev.plan.json");
    }
    await project.edit("index.ts", 'name: "not a name"', 'name: "corp"');
  });
});

describe("a pull request that newly breaks the security baseline", () => {
  const [safe, unsafe] = ["issuer: corp.issuer", 'issuer: "http://idp.example.com/"'];

  test("shows the broken rule on top, and its plan is not passed on", async () => {
    await project.edit("index.ts", safe, unsafe);
    expect((await preview()).code).toBe(0);
    const { code, log } = await review();
    expect(code).not.toBe(0);
    expect(log).toContain("newly breaks rules of the security baseline");
    await comment();
    const { comments } = await project.repository();
    const lines = (comments[0]?.body ?? "").split("\n").filter((line) => line.startsWith("- "));
    expect(lines[0]).toMatch(/^- \*\*WEAKER\*\*: Connection corp: .*, breaks connection-https-endpoints \(high\)/);
    expect(lines).toContainEqual(
      expect.stringContaining("newly breaks the security baseline: high connection-https-endpoints: fails if"),
    );
    expect(await readdir(join(project.dir, "reviews"))).not.toContain("dev.plan.json");
    await project.edit("index.ts", unsafe, safe);
  });
});

describe("a pull request that deletes a connection", () => {
  const dropping = 'const partners = new tenant.Connection("github", {';
  const kept = 'const partners = new tenant.Connection("other", {';

  test("is reviewed by its plan, even if it forges the other files of its job", async () => {
    await project.edit("index.ts", dropping, kept);
    await project.edit("index.ts", 'name: "github",', 'name: "other",');
    expect((await preview()).code).toBe(0);
    // As a process of the branch can do that continues after the preview.
    await project.edit("index.ts", "import * as", "process.exit(9);\nimport * as");
    const nothing = { steps: [], diagnostics: [{ severity: "info", message: "changes nothing" }] };
    await writeFile(join(project.dir, "previews/dev.preview.json"), JSON.stringify(nothing));
    for (const file of ["review.md", "review.json"]) await writeFile(join(project.dir, `previews/dev.${file}`), "{}");
    project.tenant.clearRequests();
    expect((await review()).code).toBe(0);
    expect((await comment()).code).toBe(0);
    expect(project.tenant.requests).toEqual([]);
    await project.edit("index.ts", "process.exit(9);\n", "");
    const body = (await project.repository()).comments[0]?.body ?? "";
    expect(body).toContain("### The next up of stack dev: 1 deleted, 1 created\n");
    expect(body).toMatch(
      /#### Deleted at the tenant\n\n\*\*`Connection github \(con_\w+\), strategy "github"`\*\*\n\n- deleted with it: its users/,
    );
    expect(body).toContain("- note: `changes nothing`");
    await upload();
  });

  test("applies nothing if an earlier run left a deletion that its review does not show", async () => {
    const text = (await project.stack.run(["stack", "export"])).stdout;
    const changes: readonly [string, (resources: StateResource[]) => void][] = [
      [
        "ResourceServer orders (api_left)",
        (all) => all.push({ ...named(all, "orders"), id: "api_left", delete: true }),
      ],
      ["Connection github (con_another)", (all) => Object.assign(named(all, "github"), { id: "con_another" })],
    ];
    for (const [title, change] of changes) {
      const state = JSON.parse(text) as Deployment;
      change(state.deployment.resources ?? []);
      await project.stack.run(["stack", "import"], { input: JSON.stringify(state) });
      project.tenant.clearRequests();
      const { code, log } = await apply();
      expect(code).toBe(1);
      expect(log).toContain("error: the state is no longer the one that was reviewed");
      expect(log).toContain(`\n  delete ${title}\n`);
      expect(project.tenant.requests).toEqual([]);
    }
    await project.stack.run(["stack", "import"], { input: text });
    await project.edit("index.ts", kept, dropping);
    await project.edit("index.ts", 'name: "other",', 'name: "github",');
  });
});

function named(resources: readonly StateResource[], name: string): StateResource {
  const found = resources.find(({ urn }) => urn.endsWith(`::${name}`));
  if (found === undefined) throw new Error(`the state has no ${name}`);
  return found;
}

describe("the scheduled job", () => {
  test("succeeds without an edit, and opens no issue", async () => {
    expect(await drift()).toMatchObject({ code: 0, ran: ["npm ci --ignore-scripts", "Drift", "Issue"] });
    expect((await project.repository()).issues).toEqual([]);
  });

  test("updates its issue, also when an object was deleted", async () => {
    project.tenant.resourceServers.update(identifier, { token_lifetime: 7200 });
    expect((await drift()).code).toBe(7);
    project.tenant.resourceServers.delete("https://billing.dev.example.com");
    expect((await drift()).code).toBe(7);
    const { issues } = await project.repository();
    expect(issues).toHaveLength(1);
    expect(issues[0]?.body).toMatch(/ResourceServer billing[\s\S]*deleted/);
  });

  test("fails without changing the issue if the tenant cannot be read", async () => {
    project.tenant.inject({ kind: "status", status: 403, path: "/api/v2/connections", times: Infinity });
    const before = (await project.repository()).issues;
    const { code, log } = await drift();
    project.tenant.clearFaults();
    expect(code).toBe(1);
    expect(log).toMatch(/^::error title=Connection corp .*could not be read/m);
    expect((await project.repository()).issues).toEqual(before);
  });
});

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).map((file) => join(folder, file));
}

describe("the workflows of the example and of this repository", () => {
  test("satisfy actionlint", async () => {
    // A repository of its own: actionlint finds the workflows that others call from the folder of `.git`.
    const repository = await mkdtemp(join(tmpdir(), "workflows-"));
    onTestFinished(() => rm(repository, { recursive: true, force: true }));
    await mkdir(join(repository, ".git"));
    await cp(join(example, ".github"), join(repository, ".github"), { recursive: true });
    const folders = [join(repository, ".github/workflows"), join(example, "../../.github/workflows")];
    const files = (await Promise.all(folders.map(filesIn))).flat();
    // Go keeps what it has built. What is installed on this machine besides must not decide.
    const linter = ["run", "github.com/rhysd/actionlint/cmd/actionlint", "-shellcheck=", "-pyflakes=", "-no-color"];
    const { code, stdout } = await exec("go", [...linter, ...files], {
      cwd: join(import.meta.dirname, "../harness/tools/actionlint"),
      env: { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off", CGO_ENABLED: "0" },
      timeoutMs: 300_000,
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });
});
