import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apply, comment, preview, project, review, upload, withPipelines } from "../e2e/gitops-jobs.ts";
import { later } from "../unit/helpers/days.ts";

withPipelines();

const count = (text: string, part: string) => text.split(part).length - 1;

test("a failed apply gives the reason once, and only counts the resources that it did not reach", async () => {
  expect((await apply("workflow_dispatch")).code).toBe(0);
  const api = "{ identifier: `https://later-$" + "{n}.example.com` }";
  const added =
    'const first = new tenant.Role("first", { name: "First" });\n' +
    `for (const n of Array(20).keys()) new tenant.ResourceServer(String(n), ${api}, { dependsOn: first });\n`;
  await project.edit("index.ts", "const apis = [", `${added}const apis = [`);
  expect((await preview()).code).toBe(0);
  expect((await review()).code).toBe(0);
  await upload();
  project.tenant.inject({ kind: "status", status: 403, method: "POST", path: "/api/v2/roles" });
  const { code, log } = await apply();
  expect(code).not.toBe(0);
  expect(count(log, 'Could not create role "First"')).toBe(1);
  expect(count(log, "expected resource operations")).toBe(3);
  expect(log).toMatch(/… and \d+ more resources of the plan that this run has not reached\n/);
  await project.edit("index.ts", added, "");
});

test("a plan that will fail fails preview and review, with the reason on top, and is not passed on", async () => {
  const added = 'new tenant.ResourceServer("theirs", { identifier: "https://theirs.example.com" });\n';
  project.tenant.resourceServers.create({ identifier: "https://theirs.example.com", name: "Theirs" });
  await project.edit("index.ts", "const apis = [", `${added}const apis = [`);
  const { code, log } = await preview();
  expect(code).toBe(1);
  const reason = 'resource server "https://theirs.example.com" exists already in tenant';
  expect(log).toMatch(
    new RegExp(`The next up of stack dev will fail: 1 created\nTenant: \\S+\nSource: .*\n\nwill fail: ${reason}`),
  );
  expect((await review()).code).toBe(1);
  expect(await readdir(join(project.dir, "reviews"))).not.toContain("dev.plan.json");
  await comment();
  const [{ body } = { body: "" }] = (await project.repository()).comments;
  expect(body.split("\n").find((line) => line.startsWith("- "))).toContain(`- **will fail**: \`\` ${reason}`);
  await project.edit("index.ts", added, "");
});

test("a waiver added by a branch is shown as weaker, and not in force before it is on the default branch", async () => {
  const file = join(project.dir, "tenant-baseline.yaml");
  const waiver = `{rule: connection-https-endpoints, resource: corp, stack: dev, reason: Later., until: ${later}}`;
  await writeFile(file, `waivers:\n  - ${waiver}\n`);
  await project.edit("index.ts", "issuer: corp.issuer", 'issuer: "http://idp.example.com/"');
  expect((await preview()).code).toBe(0);
  // The job checks the default branch out, and the data of the branch into a folder.
  await mkdir(join(project.dir, "branch"));
  await rename(file, join(project.dir, "branch/tenant-baseline.yaml"));
  const { code, log } = await review();
  expect(code).toBe(1);
  expect(log).toContain("newly breaks rules of the security baseline");
  await comment();
  const [{ body } = { body: "" }] = (await project.repository()).comments;
  expect(body).toContain(
    "#### Weaker: waivers of the security baseline that the branch adds or extends\n\n" +
      `- high connection-https-endpoints: \`"corp"\` (stack dev), until \`${later}\`: Later.\n`,
  );
});
