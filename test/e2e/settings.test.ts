import { expect, test } from "vitest";
import { stack, tenant, withStack } from "./world.ts";

const path = "attack-protection/brute-force-protection";

withStack({ seed: { settings: [{ id: path, mode: "count_per_identifier" }] } });

const program = { guard: { kind: "BruteForceProtection" as const, args: { enabled: true, maxAttempts: 5 } } };
const writes = () => tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

test("settings that every tenant has: a preview says what would change, a run writes only that, and a destroy keeps it", async () => {
  await stack.declare(program);
  const preview = await stack.run(["preview"]);
  expect(preview.stdout + preview.stderr).toMatch(/adopts it and changes:\s+maxAttempts: 10 → 5/);
  expect(writes()).toEqual([]);

  await stack.up(program);
  expect(writes().map(({ body }) => body)).toEqual([{ max_attempts: 5 }]);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);

  tenant.clearRequests();
  const destroy = await stack.run(["destroy", "--yes", "--skip-preview"]);
  expect(destroy.stdout + destroy.stderr).toMatch(/nothing was sent. The tenant keeps all values/);
  expect(writes()).toEqual([]);
  expect(tenant.settings.get(path)).toMatchObject({ max_attempts: 5, mode: "count_per_identifier" });
});
