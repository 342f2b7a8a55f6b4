import { expect, test } from "vitest";
import { addToLogs, apply, preview, project, review, upload, withPipelines } from "../e2e/gitops-jobs.ts";
import { commandsUnder } from "../e2e/recovery.ts";
import { exec } from "../harness/exec.ts";

withPipelines();

test("after a half-way failure, the next apply changes nothing before the documented review by hand", async () => {
  expect((await apply("workflow_dispatch")).code).toBe(0);
  const added =
    'const reader = new tenant.Role("reader", { name: "Reader" });\n' +
    'new tenant.ResourceServer("second", { identifier: "https://second.example.com" }, { dependsOn: reader });\n';
  await project.edit("index.ts", "const apis = [", `${added}const apis = [`);
  expect((await preview()).code).toBe(0);
  expect((await review()).code).toBe(0);
  await upload();
  const path = "/api/v2/resource-servers";
  project.tenant.inject({ kind: "status", status: 403, method: "POST", path, times: Number.POSITIVE_INFINITY });
  expect((await apply()).code).toBe(1);
  project.tenant.clearFaults();

  project.tenant.clearRequests();
  const again = await apply();
  expect(again.code).toBe(1);
  expect(again.log).toContain("the plan was made for another state of the stack: Role reader");
  expect(project.tenant.requests).toEqual([]);

  const { clientId, clientSecret } = project.clients.readOnly;
  const client = { TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
  const env = { ...project.runner, ...project.stack.env, ...client, PATH: project.runner.PATH ?? "" };
  const command = ["-euc", await commandsUnder("An apply failed half-way")];
  const look = await exec("bash", command, { cwd: project.dir, env, timeoutMs: 120_000 });
  addToLogs(look.stdout + look.stderr);
  expect(look.code, look.stdout + look.stderr).toBe(7);
  expect(look.stdout).toMatch(/^The next up of stack dev: 1 created\n[\s\S]*\nCreated\n {2}ResourceServer second\n/);

  expect((await apply("workflow_dispatch")).code).toBe(0);
  expect(project.tenant.resourceServers.get("https://second.example.com")).toBeDefined();
});
