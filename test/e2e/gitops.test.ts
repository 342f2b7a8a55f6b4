import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { exec } from "../harness/exec.ts";
import type { Deployment, StateResource } from "../harness/stack.ts";
import { type Client, example, type GitopsProject, gitopsProject } from "./gitops-project.ts";
import { type JobResult, runJob } from "./workflow.ts";

/** The pipelines of examples/gitops, step by step as they stand there; every test goes on where the one before ended. */
let project: GitopsProject;
/** A tenant that is somebody else's. */
let elsewhere: Emulator;
let logs = "";
beforeAll(async () => {
  [project, elsewhere] = await Promise.all([gitopsProject(), startEmulator()]);
});
afterAll(async () => {
  await project?.remove();
  await elsewhere?.close();
});

const identifier = "https://orders.dev.example.com";

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
const preview = () => job("pull-request.yml", "preview", project.clients.readOnly);
const review = () => job("review.yml", "review", project.clients.readOnly);
const comment = () => job("review.yml", "comment", project.clients.readOnly);
const apply = (event?: string) => job("merge.yml", "apply", project.clients.full, event);
/** Both jobs of the schedule, one after the other. */
async function drift() {
  const found = await job("drift.yml", "drift", project.clients.readOnly);
  const issue = await job("drift.yml", "issue", project.clients.readOnly);
  expect(issue.code, issue.log).toBe(0);
  return { code: found.code, log: found.log + issue.log, ran: [...found.ran, ...issue.ran] };
}

/** What upload-artifact does; a later job starts without the files. */
async function upload(): Promise<void> {
  const artifacts = join(project.dir, ".artifacts");
  await rm(artifacts, { recursive: true, force: true });
  await cp(join(project.dir, "reviews"), join(artifacts, "review-dev"), { recursive: true });
  await rm(join(project.dir, "previews"), { recursive: true });
  await rm(join(project.dir, "reviews"), { recursive: true });
  await project.setRepository({ head: "head-commit", artifacts });
}

/** All that lies in the store of the state: names, and what the files hold. */
async function storeOf({ stack }: GitopsProject): Promise<string> {
  const folder = join(stack.folder, "backend");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.sort().map(async (file) => `${file}\n${await readFile(file, "utf8")}`);
  return (await Promise.all(texts)).join("\n");
}

/** Every file that a pipeline leaves behind, and all that it printed. */
async function everything(): Promise<string> {
  const entries = await readdir(project.dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return logs + (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
}

afterEach(async () => {
  const text = await everything();
  for (const secret of project.secrets) expect(text.includes(secret)).toBe(false);
});

describe("the first deployment", () => {
  test("by hand applies the program without a plan", async () => {
    const { code, ran } = await apply("workflow_dispatch");
    expect(code).toBe(0);
    expect(ran).toEqual(["npm ci --ignore-scripts", "Apply"]);
    expect(project.tenant.resourceServers.get(identifier)).toMatchObject({ name: "Orders", token_lifetime: 86400 });
    expect(project.tenant.connections.list()).toHaveLength(2);
  });

  test("of a push that no pull request has shown applies nothing", async () => {
    project.tenant.clearRequests();
    const { code, log, ran } = await apply();
    expect(code).not.toBe(0);
    expect(log).toContain("::error title=No plan for dev::");
    expect(ran).not.toContain("Apply");
    expect(project.tenant.requests).toEqual([]);
  });
});

describe("a pull request that changes a scope", () => {
  test("shows exactly that, as one comment, without asking the tenant anything", async () => {
    await project.edit("index.ts", '"Read reports"', '"Read all reports"');
    project.tenant.clearRequests();
    expect((await preview()).code).toBe(0);
    expect((await review()).code).toBe(0);
    expect(project.tenant.requests).toEqual([]);
    expect((await comment()).code).toBe(0);
    const { comments } = await project.repository();
    expect(comments).toHaveLength(1);
    const body = comments[0]?.body ?? "";
    expect(body).toContain('`scopes["read:reports"]: "Read reports" → "Read all reports"`');
    expect(body.match(/ → /g)).toHaveLength(1);
    expect(body).toContain("### The next up of stack dev: 1 changed\n");
    // No grant of the API is in the state, so nobody knows which applications ask for its scopes.
    expect(body).toContain("`concerns organizations unknown; applications unknown; members unknown`");
  });

  test("writes nothing to the store of the state, and runs on a copy of it", async () => {
    const before = await storeOf(project);
    expect(before).toContain("dev.json");
    await rm(join(project.dir, ".state"), { recursive: true });
    expect((await preview()).code).toBe(0);
    expect(await storeOf(project)).toBe(before);
    expect(await readdir(join(project.dir, ".state/.pulumi/stacks/gitops"))).toContain("dev.json");
  });

  test("changes its comment in place when it changes", async () => {
    await project.edit("index.ts", '"Read all reports"', '"Read every report"');
    expect((await preview()).code).toBe(0);
    expect((await review()).code).toBe(0);
    await comment();
    const { comments } = await project.repository();
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain('"Read reports" → "Read every report"');
    await upload();
  });

  test("when merged applies the plan that was shown", async () => {
    const { code, log } = await apply();
    expect(log).toContain("~ 1 updated");
    expect(code).toBe(0);
    const reports = project.tenant.resourceServers.get("https://reports.dev.example.com");
    expect(reports).toMatchObject({ scopes: [{ value: "read:reports", description: "Read every report" }] });
  });

  test("of which no plan is left applies nothing", async () => {
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

  test("applies nothing that the plan does not have", async () => {
    await project.edit("index.ts", '"Read invoices"', '"Read all invoices"');
    project.tenant.clearRequests();
    const { code, log } = await apply();
    expect(code).not.toBe(0);
    expect(log).toMatch(/plan/);
    expect(project.tenant.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
    await project.edit("index.ts", '"Read all invoices"', '"Read invoices"');
  });

  test("that does not even preview says so in the comment, and leaves no plan", async () => {
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

describe("a pull request that deletes a connection", () => {
  const dropping = 'const partners = new tenant.Connection("github", {';
  const kept = 'const partners = new tenant.Connection("other", {';

  test("that forges what its job leaves is reviewed by what its plan does", async () => {
    await project.edit("index.ts", dropping, kept);
    await project.edit("index.ts", 'name: "github",', 'name: "other",');
    expect((await preview()).code).toBe(0);
    // As a process of the branch that goes on after the preview can do.
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
      /\*\*Deleted at the tenant\*\*\n {2}- \*\*`Connection github \(con_\w+\)`\*\*\n.*gone with it: its users/,
    );
    expect(body).toContain("- note: `changes nothing`");
    await upload();
  });

  test("applies nothing that its review does not show, as an earlier run has left something to delete", async () => {
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

describe("somebody who can write the state", () => {
  let good: Deployment;
  let planted: string;
  beforeAll(async () => {
    good = JSON.parse((await project.stack.run(["stack", "export"])).stdout);
    planted = join(project.dir, "planted");
  });
  afterAll(() => project.stack.run(["stack", "import"], { input: JSON.stringify(good) }));

  const code = () =>
    `require("fs").writeFileSync(${JSON.stringify(planted)}, Object.keys(process.env).join());\n` +
    'exports.handler = () => require("pulumi-tenant/host").resourceServer';
  /** Adds resources that are not in the program, so that `up` would delete them with the code that they bring along. */
  async function plant(change: (entry: StateResource) => StateResource | StateResource[]): Promise<void> {
    const state = structuredClone(good);
    const [entry] = state.deployment.resources?.filter(({ type }) => type.endsWith(":ResourceServer")) ?? [];
    if (entry === undefined) throw new Error("there is no resource to copy");
    state.deployment.resources?.push(...[change(structuredClone({ ...entry, urn: `${entry.urn}-planted` }))].flat());
    await project.stack.run(["stack", "import"], { input: JSON.stringify(state) });
    project.tenant.clearRequests();
  }

  test.each<[string, (entry: StateResource) => StateResource]>([
    ["of a resource of ours", (entry) => ({ ...entry, outputs: { ...entry.outputs, __provider: code() } })],
    [
      "of a resource that pretends to be ours",
      (entry) => {
        const [urn, type] = [entry.urn, entry.type].map((text) => text.replace(":ResourceServer", ":Resourceserver"));
        return { ...entry, urn: urn ?? "", type: type ?? "", outputs: { ...entry.outputs, __provider: code() } };
      },
    ],
  ])("has no code run with the secrets of a job: code %s", async (_, change) => {
    await plant(change);
    for (const run of [() => apply("workflow_dispatch"), drift, preview]) {
      const { code, log } = await run();
      expect(existsSync(planted)).toBe(false);
      expect(code).toBe(1);
      expect(log).toMatch(/^error: the state holds code that is not of pulumi-tenant/m);
    }
    expect(project.tenant.requests).toEqual([]);
  });

  // The way: an explicit provider with a domain of one's own and a ciphertext of the state as its secret, and a resource that names it.
  describe("is sent no secret of the state", () => {
    const provider = "pulumi:providers:pulumi-nodejs";
    beforeAll(() =>
      plant((entry) => {
        const urn = `${entry.urn.split("::").slice(0, 2).join("::")}::${provider}::planted`;
        const id = "00000000-0000-4000-8000-000000000000";
        const [configured] = good.deployment.resources?.filter(({ type }) => type === provider) ?? [];
        const ciphertext = configured?.inputs?.["gitops:corpClientSecret"];
        expect(ciphertext).toMatchObject({ ciphertext: expect.any(String) });
        const own = { "tenant:domain": elsewhere.domain, "tenant:clientId": "planted" };
        const inputs = { "tenant:explicit": "true", ...own, "tenant:clientSecret": ciphertext };
        const { __tenant, ...outputs } = entry.outputs ?? {};
        return [
          { urn, type: provider, custom: true, id, inputs, outputs: inputs },
          { ...entry, outputs, provider: `${urn}::${id}` },
        ];
      }),
    );
    afterEach(() => expect(elsewhere.requests).toEqual([]));

    test("by the pipelines, which name the provider's domain", async () => {
      for (const run of [() => apply("workflow_dispatch"), drift, preview]) {
        const { code, log } = await run();
        expect(code).toBe(1);
        expect(log).toMatch(/^explicit provider "planted" carries the credentials of the last up for /m);
        expect(log).toMatch(/^error: the state names domains that the environment does not allow/m);
        expect(log).toContain(elsewhere.domain);
      }
      expect(project.tenant.requests).toEqual([]);
    });

    const ours = (...args: string[]) => ["npx", "--no-install", "pulumi-tenant", ...args, "--stack", "dev"];
    test.each([
      ["drift", ours("drift"), 1],
      // The roles of the tenant are in no program here, so an import of them would change this one.
      ["import", ours("import", "--kinds", "ResourceServer,Connection"), 1],
      ["up", ["pulumi", "up", "--stack", "dev", "--yes", "--refresh", "--skip-preview", "--non-interactive"], 1],
      // It signs in with the settings of the environment only, whichever provider a resource names.
      ["watch", ours("watch", "--once"), 0],
    ])(
      "by %s alone, where the state was written after it had been checked",
      async (_, [command = "", ...args], code) => {
        const { clientId, clientSecret } = project.clients.full;
        const environment = { TENANT_STRICT: "true", TENANT_DOMAIN: project.tenant.domain };
        const client = { TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
        const env = { ...project.stack.env, ...project.runner, ...environment, ...client };
        const result = await exec(command, args, { cwd: project.dir, env, timeoutMs: 120_000 });
        const said = result.stdout + result.stderr;
        logs += said;
        expect(result.code, said).toBe(code);
        expect(said.includes("domain of the explicit Provider is not one that the environment allows")).toBe(
          code !== 0,
        );
      },
    );
  });

  test("has no plugin of theirs fetched", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.writeHead(404).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const pluginDownloadURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await plant(({ urn }) => {
      const stack = urn.split("::").slice(0, 2).join("::");
      const provider = `${stack}::pulumi:providers:planted::planted`;
      const id = "00000000-0000-4000-8000-000000000000";
      const [custom, props] = [true, { version: "1.0.0", pluginDownloadURL }];
      return [
        { urn: provider, type: "pulumi:providers:planted", custom, id, inputs: props, outputs: props },
        {
          urn: `${stack}::planted:index:Thing::it`,
          type: "planted:index:Thing",
          custom,
          id,
          provider: `${provider}::${id}`,
        },
      ];
    });
    for (const run of [() => apply("workflow_dispatch"), drift, preview]) {
      expect((await run()).code).toBe(1);
      expect(asked).toBe(0);
    }
    server.closeAllConnections();
    server.close();
  });
});

describe("another tenant gets no credentials of the environment", () => {
  async function expectRefusal(run: () => Promise<JobResult>): Promise<void> {
    const { code, log } = await run();
    expect(code).toBe(1);
    expect(log).toContain("TENANT_DOMAIN");
    expect(log).toContain(new URL(elsewhere.url).host);
    expect(elsewhere.requests).toEqual([]);
  }

  test("where a branch names it", async () => {
    await project.edit("Pulumi.dev.yaml", project.tenant.domain, elsewhere.domain);
    await expectRefusal(preview);
    await expectRefusal(() => apply("workflow_dispatch"));
    await project.edit("Pulumi.dev.yaml", elsewhere.domain, project.tenant.domain);
  });

  test("where the state names it", async () => {
    const text = (await project.stack.run(["stack", "export"])).stdout;
    const state = JSON.parse(text) as Deployment;
    for (const { type, inputs = {}, outputs = {} } of state.deployment.resources ?? []) {
      if (type !== "pulumi:providers:pulumi-nodejs") continue;
      for (const config of [inputs, outputs]) config["tenant:domain"] = elsewhere.domain;
    }
    await project.stack.run(["stack", "import"], { input: JSON.stringify(state) });
    await expectRefusal(drift);
    await project.stack.run(["stack", "import"], { input: text });
  });
});

describe("the scheduled job", () => {
  test("is content where nothing has been edited, and opens no issue", async () => {
    expect(await drift()).toMatchObject({ code: 0, ran: ["npm ci --ignore-scripts", "Drift", "Issue"] });
    expect((await project.repository()).issues).toEqual([]);
  });

  test("ends with 7 after an edit, and names resource, property and both values in log, annotation, summary and issue", async () => {
    project.tenant.resourceServers.update(identifier, { token_lifetime: 7200 });
    project.tenant.connections.editOptions("corp", { client_secret: "edited-at-the-tenant" });
    const { code, log } = await drift();
    expect(code).toBe(7);
    expect(log).toMatch(/^::warning title=Drift%3A ResourceServer orders \(\w+\)::tokenLifetime: 86400 → 7200$/m);
    const issue = (await project.repository()).issues[0];
    expect(issue).toMatchObject({ open: true, title: "Drift in stack dev" });
    const summary = await readFile(join(project.dir, ".summary.md"), "utf8");
    for (const text of [log, issue?.body ?? "", summary]) {
      expect(text).toContain("ResourceServer orders");
      expect(text).toContain("tokenLifetime: 86400 → 7200");
      expect(text).toContain("options.client_secret: [secret]");
      expect(text).not.toContain("edited-at-the-tenant");
    }
  });

  test("brings the issue up to date, also when an object is gone", async () => {
    project.tenant.resourceServers.delete("https://billing.dev.example.com");
    expect((await drift()).code).toBe(7);
    const { issues } = await project.repository();
    expect(issues).toHaveLength(1);
    expect(issues[0]?.body).toMatch(/ResourceServer billing[\s\S]*deleted/);
  });

  test("fails without touching the issue where the tenant cannot be read", async () => {
    project.tenant.inject({ kind: "status", status: 403, path: "/api/v2/connections", times: Infinity });
    const before = (await project.repository()).issues;
    const { code, log } = await drift();
    project.tenant.clearFaults();
    expect(code).toBe(1);
    expect(log).toMatch(/^::error title=Connection corp .*could not be read/m);
    expect((await project.repository()).issues).toEqual(before);
  });

  test("has read only, and could do nothing else", () => {
    const writes = project.tenant.requests.filter(({ clientId, method }) => clientId === "preview" && method !== "GET");
    expect(writes.filter(({ operation }) => operation !== "token")).toEqual([]);
  });

  test("is content after the repair, and closes the issue", async () => {
    await project.stack.run(["up", "--yes", "--refresh", "--skip-preview"], {
      env: { TENANT_CLIENT_ID: project.clients.full.clientId, TENANT_CLIENT_SECRET: project.clients.full.clientSecret },
    });
    expect((await drift()).code).toBe(0);
    expect((await project.repository()).issues).toMatchObject([{ number: 1, open: false }]);
  });
});

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).map((file) => join(folder, file));
}

describe("the workflows of the example and of this repository", () => {
  test("satisfy actionlint", async () => {
    const folders = [join(example, ".github/workflows"), join(example, "../../.github/workflows")];
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
