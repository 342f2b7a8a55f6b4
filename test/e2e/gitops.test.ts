import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { apply, comment, drift, preview, project, review, upload, withPipelines } from "./gitops-jobs.ts";

/** The pipelines of examples/gitops, step by step as they are there; every test continues where the one before ended. `test/scenes` has what they refuse, and the linter of workflows. */
withPipelines();

const identifier = "https://orders.dev.example.com";

test("the first deployment, started by hand, applies the program without a plan", async () => {
  const { code, ran } = await apply("workflow_dispatch");
  expect(code).toBe(0);
  expect(ran).toEqual(["npm ci --ignore-scripts", "Apply"]);
  expect(project.tenant.resourceServers.get(identifier)).toMatchObject({ name: "Orders", token_lifetime: 86400 });
  expect(project.tenant.connections.list()).toHaveLength(2);
});

describe("a pull request that changes a scope", () => {
  test("shows exactly that change in one comment, without a request to the tenant", async () => {
    await project.edit("index.ts", '"Read reports"', '"Read all reports"');
    project.tenant.clearRequests();
    expect((await preview()).code).toBe(0);
    expect((await review()).code).toBe(0);
    expect(project.tenant.requests).toEqual([]);
    expect((await comment()).code).toBe(0);
    const { comments } = await project.repository();
    expect(comments).toHaveLength(1);
    const body = comments[0]?.body ?? "";
    expect(body).toContain('`scopes["read:reports"]`: `"Read reports"` → `"Read all reports"`');
    expect(body.match(/ → /g)).toHaveLength(1);
    expect(body).toContain("### The next up of stack dev: 1 changed\n");
    // No grant of the API is in the state, so it is unknown which applications ask for its scopes.
    expect(body).toContain("- affects organizations unknown; applications unknown; users unknown\n");
    await upload();
  });

  test("applies the reviewed plan when it is merged", async () => {
    const { code, log } = await apply();
    expect(log).toContain("~ 1 updated");
    expect(code).toBe(0);
    const reports = project.tenant.resourceServers.get("https://reports.dev.example.com");
    expect(reports).toMatchObject({ scopes: [{ value: "read:reports", description: "Read all reports" }] });
  });
});

describe("the scheduled job", () => {
  test("exits with 7 after an edit; log, annotation, summary and issue name resource, property and both values", async () => {
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

  test("sent no write to the tenant", () => {
    const writes = project.tenant.requests.filter(({ clientId, method }) => clientId === "preview" && method !== "GET");
    expect(writes.filter(({ operation }) => operation !== "token")).toEqual([]);
  });

  test("succeeds after the repair, and closes the issue", async () => {
    await project.stack.run(["up", "--yes", "--refresh", "--skip-preview"], {
      env: { TENANT_CLIENT_ID: project.clients.full.clientId, TENANT_CLIENT_SECRET: project.clients.full.clientSecret },
    });
    expect((await drift()).code).toBe(0);
    expect((await project.repository()).issues).toMatchObject([{ number: 1, open: false }]);
  });
});
