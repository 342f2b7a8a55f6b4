import { expect, test } from "vitest";
import { program, secret } from "./action-program.ts";
import { calls, random, withWorld } from "./world.ts";

/** An action with its binding and the profile that uses another one. Every test continues where the one before ended. */
const of = withWorld({ actionBuildMs: 50, actionDeployMs: 50 });
const writes = () => calls(of().tenant).filter(({ method }) => method !== "GET");
const places = (pattern: RegExp) =>
  writes().flatMap(({ method, path }, at) => (pattern.test(`${method} ${path}`) ? [at] : []));

test("an action, its binding and a profile that uses one come in one run, each after what it needs, and the next one is empty", async () => {
  const { tenant, stack, up } = of();
  await up(program("// first\n// of two lines"));
  expect(tenant.actions.list().map((one) => one.all_changes_deployed)).toEqual([true, true]);
  const deployed = places(/POST .*\/deploy$/);
  expect(deployed).toHaveLength(2);
  expect(places(/PATCH .*\/bindings$/)[0]).toBeGreaterThan(Math.min(...deployed));
  expect(places(/POST .*token-exchange-profiles$/)[0]).toBeGreaterThan(Math.min(...deployed));
  expect(JSON.stringify(await stack.export())).not.toContain(secret);
  expect((await stack.run(["stack", "export", "--show-secrets"])).stdout).not.toContain(secret);
  await of().settled();
});

test("a preview shows the lines that differ, the run deploys them, and a secret is sent when it changes", async () => {
  const { tenant, stack, up } = of();
  await stack.declare(program("// second\n// of two lines"));
  const { stdout } = await stack.run(["preview", "--diff"]);
  expect(stdout).toContain("// second");
  tenant.clearRequests();
  const other = random();
  await up(program("// second\n// of two lines", other));
  expect(writes().map(({ method }) => method)).toEqual(["PATCH", "POST"]);
  expect((await stack.run(["stack", "export", "--show-secrets"])).stdout).not.toContain(other);
  tenant.clearRequests();
  await up(program("// second\n// of two lines", other));
  expect(writes()).toEqual([]);
});

test("in one destroy all of them go, the binding before its action", async () => {
  const { tenant, stack } = of();
  tenant.clearRequests();
  await stack.run(["destroy", "--yes", "--skip-preview"]);
  expect([tenant.actions.list(), tenant.tokenExchangeProfiles.list()]).toEqual([[], []]);
  expect(places(/PATCH .*\/bindings$/)[0]).toBeLessThan(Math.max(...places(/DELETE .*actions\/actions/)));
});
