import { expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { withWorld } from "../e2e/world.ts";
import { loseCreation } from "../harness/faults.ts";

const of = withWorld();

test("the unknown client id of a lost creation is not exported: reading it fails by name until the object is found", async () => {
  const { tenant, stack, refused } = of();
  const job = { kind: "Client", args: { name: "Job" } } as const;
  const other = { args: { identifier: "https://other.example.com" } };
  const grant = {
    kind: "ClientGrant",
    args: { audience: "https://other.example.com", scope: [] },
    idsOf: { clientId: "job.clientId" },
    dependsOn: ["other"],
  } as const;
  loseCreation(tenant, "/api/v2/clients", 0);
  await stack.declare({ job, other });
  await refused(upNow);
  tenant.clearFaults();
  expect((await stack.entry("job"))?.id).toMatch(/^unconfirmed:/);

  const elsewhere = [...upNow, "--target", (await stack.entry("other"))?.urn ?? ""];
  for (const EXPORT of ["job.clientId", "job.id"]) {
    expect(await refused(elsewhere, { env: { EXPORT } })).toMatch(/Client "job"[\s\S]*pulumi up --refresh/);
    expect((await stack.run(["stack", "output", "--json"])).stdout).not.toContain("unconfirmed:");
  }

  // The run that takes the object over hands its own id on, although the state keeps the other one until a refresh.
  await stack.declare({ job, other, grant });
  const env = { EXPORT: "job.clientId job.id" };
  await stack.run(upNow, { env: { ...env, TENANT_ADOPT: "true" } });
  const [{ client_id } = {}] = tenant.clients.list().filter(({ name }) => name === "Job");
  expect(tenant.clientGrants.list()).toMatchObject([{ client_id }]);
  expect(await stack.json(["stack", "output", "names"])).toMatchObject({
    "job.clientId": client_id,
    "job.id": client_id,
  });
  await stack.run([...upNow, "--refresh"], { env });
  await stack.run(["preview", "--expect-no-changes"], { env });
});
