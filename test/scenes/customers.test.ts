import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type CustomersProject, customersProject, lineOf, madeOf, wantedOf } from "../e2e/customers-project.ts";
import { upNow } from "../e2e/project.ts";
import { calls } from "../e2e/world.ts";

/** examples/customers with 300 customers. */
const lines = Array.from({ length: 300 }, (_, n) => lineOf(`customer-${n}`));

let tenant: Emulator;
let project: CustomersProject;
beforeAll(async () => {
  tenant = await startEmulator();
  project = await customersProject(tenant);
  await project.addSecrets([...lines, lineOf("one-more")].map(({ name }) => name));
  await project.write(lines);
  // The state is written once, at the end.
  const env = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
  await project.run(upNow, { env, timeoutMs: 500_000 });
});
afterAll(async () => {
  await project?.remove();
  await tenant?.close();
});

test("300 customers are all there, and a refresh finds nothing", async () => {
  for (const line of lines) expect(madeOf(tenant, line)).toEqual(wantedOf(tenant, line, project.secret));
  await project.settled();
});

test("a line more is a preview of that customer alone, which asks only whether its names are free", async () => {
  const line = lineOf("one-more");
  await project.write([...lines, line]);
  tenant.clearRequests();
  const { steps } = await project.json<{ steps: { op: string; urn: string }[] }>(["preview"]);
  const changed = steps.filter(({ op }) => op !== "same");
  expect(changed.map(({ op }) => op)).toEqual(Array.from({ length: 6 }, () => "create"));
  expect(changed.filter(({ urn }) => !urn.split("::").at(-1)?.startsWith("one-more"))).toEqual([]);
  const asked = calls(tenant).map(({ operation }) => operation);
  expect([...new Set(asked)].toSorted()).toEqual(["connections.list", "organizations.get-by-name"]);
  // Each by its name.
  expect(asked.length).toBeLessThanOrEqual(2);
});
