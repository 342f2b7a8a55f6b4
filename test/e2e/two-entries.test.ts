import { expect, test } from "vitest";
import { atTenant, failing, first, namesInState, program, withObjects } from "./entries.ts";
import { upNow } from "./project.ts";
import { methods } from "./world.ts";

/** Two entries of the state that represent one object. Every test continues where the one before ended. */
const of = withObjects(program("-old"));

test("a rename that fails half-way, and the documented way out: nothing is deleted, and each removed entry is named", async () => {
  const { stack, refused } = of();
  await stack.declare(failing(program("-new", { adopt: true })));
  await refused(upNow);
  expect(await namesInState()).toHaveLength(10);

  await stack.declare(program("-new", { adopt: true }));
  const { stdout } = await stack.run([...upNow, "--refresh"], { env: { TENANT_ADOPT: "true" } });
  expect(stdout).toMatch(/resource server "https:\S+" \(id \w+\) is not deleted, because ResourceServer "api-new"/);
  expect(stdout).toMatch(/connection "corp" \(id \w+\) is not deleted, because Connection "corp-new"/);
  expect(stdout).toMatch(
    /profile "urn:example:partner" \(id \w+\) is not deleted, because TokenExchangeProfile "profile-new"/,
  );
  expect(stdout).toMatch(/kept rol_.+, which OrganizationMemberRoles "alice-new" of this program also declares/);
  expect(stdout).toMatch(/kept \S+, which ConnectionClients "clients-new" of this program also declares/);
  expect(atTenant()).toEqual(first);
  expect(await namesInState()).toEqual(Object.keys(program("-new")).toSorted());
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test.each(["api", "alice"])(
  "a second resource for the same object is refused in the preview, both by name; nothing is sent: %s",
  async (name) => {
    const { stack, tenant, refused } = of();
    const { [`${name}-new`]: declared = {} } = program("-new");
    await stack.declare({ [`${name}-new`]: declared, twin: declared });
    tenant.clearRequests();
    const said = await refused(["preview"]);
    const problem = said.split("\n").find((line) => line.includes("has a problem"));
    expect(problem).toContain(' "twin"');
    expect(problem).toContain(` "${name}-new"`);
    expect(methods(tenant).filter((method) => method !== "GET")).toEqual([]);
  },
);

test("a destroy of a stack with both entries ends well, and the objects are gone", async () => {
  const { stack, refused } = of();
  await stack.declare(failing(program("-last", { adopt: true })));
  await refused(upNow);
  expect((await namesInState()).length).toBeGreaterThan(5);
  await stack.destroy();
  expect(atTenant()).toEqual({ api: undefined, corp: undefined, profile: undefined, roles: [], clients: [] });
});
