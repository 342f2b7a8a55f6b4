import { join } from "node:path";
import { expect, test } from "vitest";
import type { ReviewReport } from "../../provider/src/review/types.ts";
import { environmentOf, type Program, upNow } from "../e2e/project.ts";
import { api, identifier, withWorld } from "../e2e/world.ts";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";

const of = withWorld();
const command = join(import.meta.dirname, "../../provider/bin/pulumi-tenant.js");

test("only a review with --refresh shows what up --refresh restores, and which broken rules that mends", async () => {
  const { tenant, stack } = of();
  const review = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await exec(
      process.execPath,
      [command, "review", "--stack", stack.name, "--json", ...args],
      {
        cwd: join(import.meta.dirname, "../e2e/project"),
        env: { ...outerEnvironment(), ...stack.env, ...environmentOf(tenant) },
        timeoutMs: 120_000,
      },
    );
    expect(code, stderr).not.toBe(1);
    return { code, report: JSON.parse(stdout) as ReviewReport };
  };
  const role = (name: string) => ({ kind: "Role", args: { name, description: "Declared" } }) as const;
  const program: Program = {
    orders: api({ name: "Orders", signingAlg: "RS256", tokenLifetime: 3600 }),
    ...{ reader: role("reader"), gone: role("gone") },
  };
  await of().up({ ...program, left: role("left") });
  tenant.resourceServers.update(identifier, { token_lifetime: 60, signing_alg: "HS256" });
  for (const one of tenant.roles.list()) if (one.name !== "reader") tenant.roles.delete(String(one.id));
  await stack.declare(program);
  const actionsIn = ({ resources }: ReviewReport) => resources.map(({ action, name }) => `${action} ${name}`).sort();

  const without = await review();
  expect(actionsIn(without.report)).toEqual(["delete left"]);
  const { code, report } = await review("--refresh");
  expect(code).toBe(7);
  expect(actionsIn(report)).toEqual(["create gone", "update orders"]);
  const changes = report.resources.flatMap((one) => one.changes.map(({ path, was, is }) => [one.name, path, was, is]));
  expect(changes).toContainEqual(["orders", "tokenLifetime", 60, 3600]);
  expect(report.baseline?.mends).toMatchObject([{ rule: "api-asymmetric-signing", name: "orders" }]);
  await stack.run([...upNow, "--refresh"]);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ token_lifetime: 3600, signing_alg: "RS256" });
  expect(await review("--refresh")).toMatchObject({ code: 0 });
});
