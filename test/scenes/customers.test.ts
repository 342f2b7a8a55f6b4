import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type CustomersProject, customersProject, madeOf, rowsOf, wantedOf } from "../e2e/customers-project.ts";
import { upNow } from "../e2e/project.ts";
import { calls } from "../e2e/world.ts";

/** examples/customers with 300 customers. */
const names = Array.from({ length: 300 }, (_, n) => `customer-${n}`);
const [saml, oidc] = [names.slice(0, 150), names.slice(150)];

let tenant: Emulator;
let project: CustomersProject;
beforeAll(async () => {
  tenant = await startEmulator();
  project = await customersProject(tenant);
  await project.addSecrets([...oidc, "one-more"]);
  await project.write(rowsOf(saml, oidc));
  // The state is written once, at the end.
  const env = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
  await project.run(upNow, { env, timeoutMs: 500_000 });
});
afterAll(async () => {
  await project?.remove();
  await tenant?.close();
});

test("300 customers are created, and a refresh finds no change", async () => {
  for (const [name, wanted] of wantedOf(tenant, rowsOf(saml, oidc), project.secret))
    expect(madeOf(tenant, name)).toEqual(wanted);
  await project.settled();
});

test("the preview of one more row shows that customer alone, and only asks whether its names are free", async () => {
  await project.write(rowsOf(saml, [...oidc, "one-more"]));
  tenant.clearRequests();
  const { steps } = await project.json<{ steps: { op: string; urn: string }[] }>(["preview"]);
  const changed = steps.filter(({ op }) => op !== "same");
  expect(changed.map(({ op }) => op)).toEqual(Array.from({ length: 4 }, () => "create"));
  expect(changed.filter(({ urn }) => !urn.split("::").at(-1)?.startsWith("one-more"))).toEqual([]);
  const asked = calls(tenant).map(({ operation }) => operation);
  expect([...new Set(asked)].toSorted()).toEqual(["connections.list", "organizations.name.get"]);
  // Each by its name.
  expect(asked.length).toBeLessThanOrEqual(2);
});
