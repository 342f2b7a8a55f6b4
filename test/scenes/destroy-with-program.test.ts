import { join } from "node:path";
import { expect, test } from "vitest";
import { recover } from "../e2e/recovery.ts";
import { stack, tenant, withStack } from "../e2e/world.ts";
import { outerEnvironment } from "../harness/stack.ts";

withStack();

test("the documented steps recover from a destroy with --run-program that keeps a connection which the program lacks", async () => {
  const users = { kind: "Connection" as const, args: { name: "users", strategy: "auth0" } };
  const orders = { args: { identifier: "https://orders.example.com" } };
  await stack.up({ users, orders });
  const { id } = tenant.connections.get("users") ?? {};
  await stack.declare({ orders });
  const destroy = ["destroy", "--yes", "--skip-preview", "--run-program"];
  const { stdout, stderr } = await stack.run(destroy, { expect: "any" });
  expect(stdout + stderr).toContain("snapshot integrity");
  await stack.declare({ users, orders });
  await recover("A destroy with `--run-program` has broken the state", {
    cwd: join(import.meta.dirname, "../e2e/project"),
    env: { ...(outerEnvironment() as Record<string, string>), ...stack.env, STACK: stack.name },
  });
  expect(await stack.entry("users")).toMatchObject({ id, protect: true });
  await stack.settled();
});
