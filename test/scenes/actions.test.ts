import { beforeAll, expect, test } from "vitest";
import { program } from "../e2e/action-program.ts";
import { type Program, upNow } from "../e2e/project.ts";
import { calls, random, withWorld } from "../e2e/world.ts";

/** What other clients have in an action. Every test continues where the one before ended. */
const of = withWorld({ actionBuildMs: 50, actionDeployMs: 50 });
const writes = () => calls(of().tenant).filter(({ method }) => method !== "GET");
beforeAll(() => of().up(program("// second\n// of two lines")));

test("code that another team has left undeployed is not deployed by a change of the dependencies; up --refresh replaces it", async () => {
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

test("secrets that no program declared are not lost with an action that another one replaces: preview and run refuse by name", async () => {
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
