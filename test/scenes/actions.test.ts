import { expect, test } from "vitest";
import { program, secret } from "../e2e/action-program.ts";
import { type Program, upNow } from "../e2e/project.ts";
import { calls, random, withWorld } from "../e2e/world.ts";

/** An action with its binding and the profile that uses another one. Every test continues where the one before ended. */
const of = withWorld({ actionBuildMs: 50, actionDeployMs: 50 });
const writes = () => calls(of().tenant).filter(({ method }) => method !== "GET");
const places = (pattern: RegExp) =>
  writes().flatMap(({ method, path }, at) => (pattern.test(`${method} ${path}`) ? [at] : []));

test("an action, its binding and a profile that uses one are created in one run, in order of their dependencies", async () => {
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

test("a preview shows the changed lines of code, the run deploys them, and a secret is sent when it changes", async () => {
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

test("a change of dependencies does not deploy another team's undeployed code; up --refresh replaces that code", async () => {
  const { tenant, stack, refused } = of();
  const [{ id = "" } = {}] = tenant.actions.list().filter(({ name }) => name === "Enrich");
  const deployedCode = () => (tenant.actions.get(String(id))?.deployed_version as { code?: string } | undefined)?.code;
  const before = deployedCode();
  tenant.actions.update(String(id), { code: "// theirs" });
  const declared = program("// second\n// of two lines");
  const args = { ...declared.enrich?.args, dependencies: [{ name: "undici", version: "7.16.0" }] };
  await stack.declare({ ...declared, enrich: { ...declared.enrich, args } });
  tenant.clearRequests();
  expect(await refused(upNow)).toContain("at the tenant, its draft and its deployed version differ in code");
  expect(writes()).toEqual([]);
  await stack.run([...upNow, "--refresh"]);
  expect(deployedCode()).toBe(before);
  expect(tenant.actions.get(String(id))).toMatchObject({
    all_changes_deployed: true,
    dependencies: [{ name: "undici" }],
  });
  await of().settled();
});

test("the replacement of an action with undeclared secrets is refused by preview and run, which name the secrets", async () => {
  const { tenant, stack, refused } = of();
  const [{ id } = {}] = tenant.actions.list().filter(({ name }) => name === "Exchange");
  tenant.actions.update(String(id), { secrets: [{ name: "THEIRS", value: random() }] });
  tenant.actions.finishBuilds();
  tenant.actions.deploy(String(id));
  const declared = program("// second\n// of two lines");
  const exchange = {
    ...declared.exchange,
    args: { ...declared.exchange?.args, supportedTriggers: [{ id: "post-login", version: "v3" }] },
  };
  await stack.declare({ enrich: declared.enrich, exchange } as Program);
  const says =
    /action "Exchange" is not replaced: the existing object \(id [^)]*\) also has the undeclared secrets THEIRS/;
  const { stdout, stderr } = await stack.run(["preview"]);
  expect((stdout + stderr).replace(/\s+/g, " ")).toMatch(says);
  expect((await refused(upNow)).replace(/\s+/g, " ")).toMatch(says);
  expect(tenant.actions.get(String(id))).toMatchObject({ secrets: [{ name: "THEIRS" }] });
});

test("one destroy deletes everything, the binding before its action", async () => {
  const { tenant, stack } = of();
  tenant.clearRequests();
  await stack.run(["destroy", "--yes", "--skip-preview"]);
  expect([tenant.actions.list(), tenant.tokenExchangeProfiles.list()]).toEqual([[], []]);
  expect(places(/PATCH .*\/bindings$/)[0]).toBeLessThan(Math.max(...places(/DELETE .*actions\/actions/)));
});
