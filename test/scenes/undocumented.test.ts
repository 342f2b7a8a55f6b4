import { expect, test } from "vitest";
import { api, identifier, withWorld } from "../e2e/world.ts";

/** Properties of the API that this version does not know. */
const world = withWorld({ newerService: true });
const stored = () =>
  world()
    .tenant.resourceServers.list()
    .find((one) => one.identifier === identifier);
const program = (undocumented?: object) => ({ orders: api(undocumented && { undocumented }) });

test("an undocumented property is applied, shown as drift, repaired and cleared, value by value", async () => {
  const { stack, tenant, up, refused } = world();
  await up(program({ new_flag: true, new_limits: { ours: 1 } }));
  expect(stored()).toMatchObject({ new_flag: true, new_limits: { ours: 1 } });
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);

  tenant.resourceServers.update(String(stored()?.id), { new_flag: false, new_limits: { ours: 1, theirs: 2 } });
  const { stdout } = await stack.run(["preview", "--refresh", "--diff"]);
  expect(stdout).toMatch(/new_flag\s*: false => true/);
  expect(stdout).not.toContain("theirs");
  await stack.run(["up", "--yes", "--skip-preview", "--refresh"]);
  expect(stored()).toMatchObject({ new_flag: true, new_limits: { ours: 1, theirs: 2 } });

  await up(program({ new_limits: { ours: 1 } }));
  expect(stored()).not.toHaveProperty("new_flag");
  expect(stored()).toMatchObject({ new_limits: { ours: 1, theirs: 2 } });

  await stack.declare(program({ token_lifetime: 60 }));
  expect(await refused(["preview"])).toMatch(/undocumented\.token_lifetime.*tokenLifetime/s);
});
