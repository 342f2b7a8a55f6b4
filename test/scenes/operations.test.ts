import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GitopsProject, gitopsProject } from "../e2e/gitops-project.ts";
import { upNow } from "../e2e/project.ts";
import { recover } from "../e2e/recovery.ts";
import { ensureCli } from "../harness/cli.ts";

/** The recoveries of examples/gitops/OPERATIONS.md, command by command as they are there; each continues where the one before ended. */
let project: GitopsProject;
let env: Record<string, string>;
beforeAll(async () => {
  project = await gitopsProject();
  const { stack, runner, clients } = project;
  env = {
    ...runner,
    ...stack.env,
    PATH: runner.PATH ?? "",
    TENANT_CLIENT_ID: clients.full.clientId,
    TENANT_CLIENT_SECRET: clients.full.clientSecret,
  };
});
afterAll(() => project?.remove());

const identifier = "https://orders.dev.example.com";

/** Runs the commands under a heading, with more in the environment. */
const follow = (heading: string, more: Record<string, string> = {}, nth = 0) =>
  recover(heading, { cwd: project.dir, env: { ...env, ...more } }, nth);
const pulumi = (args: string[], expected = 0) => project.stack.run(args, { env, expect: expected });
const orders = async () => {
  const { resources = [] } = (await project.stack.export()).deployment;
  return resources.find(({ urn }) => urn.endsWith("::orders"));
};

test("the documented steps recover from a run that was killed during a creation", async () => {
  const { tenant, dir } = project;
  const path = "/api/v2/resource-servers";
  tenant.inject({ kind: "hang-after", method: "POST", path, times: 3 });
  const { bin } = await ensureCli({ log: () => undefined });
  const run = spawn(bin, ["up", "--yes", "--skip-preview", "--non-interactive"], { cwd: dir, env, stdio: "ignore" });
  while (!tenant.resourceServers.get(identifier)) {
    expect(run.exitCode).toBeNull();
    await setImmediate();
  }
  run.kill("SIGKILL");
  await once(run, "exit");
  tenant.clearFaults();

  // The worst moment for a kill: Pulumi had just begun to write the attributes of the state's file.
  const stacks = join(project.stack.folder, "backend/.pulumi/stacks");
  for (const file of await readdir(stacks, { recursive: true })) {
    if (file.endsWith(".json.attrs")) await truncate(join(stacks, file));
  }
  const up = async () => {
    const { stdout, stderr } = await project.stack.run(["up", "--yes"], { env, expect: "any" });
    return stdout + stderr;
  };
  expect(await up()).toMatch(/failed to load checkpoint: EOF/);
  await follow("A run was killed", {}, 2);
  expect(await up()).toMatch(/locked/);
  await follow("A run was killed");
  expect(tenant.resourceServers.list().filter(({ is_system }) => !is_system)).toHaveLength(3);
  expect((await orders())?.id).toBe(tenant.resourceServers.get(identifier)?.id);
  await project.stack.settled({ env });
});

test("the documented steps undo another client's edit and deletion", async () => {
  const { tenant } = project;
  tenant.resourceServers.update(identifier, { token_lifetime: 60, token_lifetime_for_web: 30 });
  tenant.connections.delete("github");
  await follow("The tenant was edited by hand");
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ token_lifetime: 86400 });
  expect(tenant.connections.get("github")).toBeDefined();
  await project.stack.settled({ env });
});

test("the documented steps keep another client's edit", async () => {
  const { tenant } = project;
  tenant.resourceServers.update(identifier, { name: "Orders, edited" });
  await project.edit("index.ts", '"Orders"', '"Orders, edited"');
  tenant.clearRequests();
  await follow("The tenant was edited by hand");
  expect(tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token")).toEqual([]);
  await project.stack.settled({ env });
});

test("the documented steps review a state that changed after its review", async () => {
  const { stdout } = await follow("The state is no longer the one that was reviewed");
  expect(stdout).toMatch(/^The next up of stack dev changes nothing\n/);
});

test("the documented steps stop managing a resource, which stays at the tenant and can be adopted again", async () => {
  const { tenant } = project;
  const before = await orders();
  await follow("Stop managing a resource without deleting it", { URN: before?.urn ?? "" });
  expect(await orders()).toBeUndefined();
  expect(tenant.resourceServers.get(identifier)).toBeDefined();
  await project.stack.run(upNow, { env: { ...env, TENANT_ADOPT: "true" } });
  expect((await orders())?.id).toBe(before?.id);
});

test("the documented steps move the state with its secrets to another backend", async () => {
  const backend = join(project.dir, "new-backend");
  await mkdir(backend);
  const there = { NEW_BACKEND_URL: pathToFileURL(backend).href };
  await follow("Move the state to another backend", there);
  await project.stack.run(["preview", "--refresh", "--expect-no-changes"], {
    env: { ...env, PULUMI_BACKEND_URL: there.NEW_BACKEND_URL },
  });
});

test("a wrong tenant is refused with both names, and nothing changes", async () => {
  const state = JSON.stringify(await project.stack.export());
  project.tenant.clearRequests();
  await pulumi(["config", "set", "tenant:domain", "other.example.com"]);
  const { stdout, stderr } = await project.stack.run(["up", "--yes"], { env, expect: "any" });
  expect(stdout + stderr).toContain("other.example.com");
  expect(stdout + stderr).toContain(new URL(project.tenant.url).host);
  expect(project.tenant.requests).toEqual([]);
  expect(JSON.stringify(await project.stack.export())).toBe(state);
});
