import { expect, test } from "vitest";
import type { Declared } from "../e2e/project/index.ts";
import { upNow } from "../e2e/project.ts";
import { withWorld } from "../e2e/world.ts";

const of = withWorld();

test("an application renamed without an alias keeps its id: no run deletes it, and the old name restores its entry", async () => {
  const { stack, refused, up, tenant } = of();
  const job: Declared = { kind: "Client", args: { name: "Reports", appType: "non_interactive" } };
  await up({ reports: job });
  const original = (await stack.entry("reports"))?.id;
  const ids = () => tenant.clients.list().flatMap((one) => (one.name === "Reports" ? [one.client_id] : []));
  await stack.declare({ renamed: job });
  for (const _ of ["first run", "second run"]) {
    expect(await refused(upNow)).toMatch(/is not deleted: this program has a newer object with the same name/);
    expect(ids()).toContain(original);
  }
  await up({ reports: job });
  expect(ids()).toEqual([original]);
});
