import { expect, test } from "vitest";
import { calls, withWorld } from "../e2e/world.ts";

/** An allow rule and a rule that blocks the Management API, in one program, at a tenant that applies them to this provider. Each test continues. */
const world = withWorld({ networkAclsBlock: true });

const ranges = (...ipv4Cidrs: readonly string[]) => ({ match: { ipv4Cidrs } });
const rule = (description: string, priority: number, action: string, signals: object) => ({
  kind: "NetworkAcl" as const,
  args: { description, active: true, priority, rule: { action, scope: "management", ...signals } },
});
const allow = rule("Offices", 1, "allow", ranges("198.51.100.0/24"));
const block = rule("Everybody else", 2, "block", { matchAll: true });
const inOrder = { allow, block: { ...block, dependsOn: ["allow"] } };
const refused = () => calls(world().tenant).filter(({ status }) => status === 403);
const stored = () => world().tenant.networkAcls.list();

test("in the wrong order, the run is refused and names the way, which the next run takes", async () => {
  const { stack, up } = world();
  await stack.declare({ block, allow: { ...allow, dependsOn: ["block"] } });
  const said = (await world().refused(["up", "--yes", "--skip-preview"])).replaceAll(/\s+/g, " ");
  expect(said).toContain(
    'network ACL "Everybody else" (priority 2) was not created: after this change, no active allow rule',
  );
  expect(said).toContain("add `dependsOn: [allow]` to the blocking rule");
  expect(said).toContain("set TENANT_ALLOW_LOCKOUT=true for this run");
  expect(stored()).toEqual([]);
  await up(inOrder);
  expect(stored()).toMatchObject([{ description: "Offices" }, { description: "Everybody else" }]);
});

test("in the right order, changes of both rules and their deletion succeed", async () => {
  const { stack, up, settled } = world();
  await settled();
  await up({
    allow: rule("Offices", 1, "allow", ranges("198.51.100.0/24", "203.0.113.0/24")),
    block: { ...rule("Everybody else", 3, "block", { matchAll: true }), dependsOn: ["allow"] },
  });
  await settled();
  await stack.run(["destroy", "--yes", "--skip-preview"]);
  expect(stored()).toEqual([]);
  expect(refused()).toEqual([]);
});

test("rules that are removed from the program together are deleted in the right order", async () => {
  const { up } = world();
  await up(inOrder);
  await up({});
  expect(stored()).toEqual([]);
  expect(refused()).toEqual([]);
});

test("without dependsOn, at most two runs create both rules, and at most two destroys delete both", async () => {
  const { stack } = world();
  await stack.declare({ block, allow });
  for (const command of ["up", "destroy"]) {
    const { code } = await stack.run([command, "--yes", "--skip-preview"], { expect: "any" });
    if (code !== 0) await stack.run([command, "--yes", "--skip-preview"]);
    expect(stored()).toHaveLength(command === "up" ? 2 : 0);
  }
  expect(refused()).toEqual([]);
});
