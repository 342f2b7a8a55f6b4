import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  atTenant,
  failing,
  first,
  namesInState,
  organizationId,
  program,
  roles,
  userId,
  withObjects,
} from "../e2e/entries.ts";
import { upNow } from "../e2e/project.ts";
import { identifier, methods } from "../e2e/world.ts";

/** Two entries of the state that represent one object. Every test continues where the one before ended. */
const of = withObjects(program("-old"));

test("the documented recovery from a half-failed rename deletes nothing, and names each removed entry", async () => {
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
  "a preview refuses a second resource for the same object, names both, and sends nothing: %s",
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

test("a rollback after a half-failed rename needs no refresh and deletes nothing", async () => {
  const { stack, refused } = of();
  await stack.declare(failing(program("-newer", { adopt: true })));
  await refused(upNow);
  await stack.up(program("-new", { adopt: true }));
  expect(atTenant()).toEqual(first);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("copied entries in a hand-edited state leave the state without a deletion at the tenant", async () => {
  const { stack } = of();
  const state = await stack.export();
  const { resources = [] } = state.deployment;
  const copies = resources
    .filter(({ type }) => /dynamic\/tenant/.test(type))
    .map((resource) => ({ ...resource, urn: resource.urn.replace(/-new$/, "-copy") }));
  const file = join(stack.folder, "edited.json");
  await writeFile(
    file,
    JSON.stringify({ ...state, deployment: { ...state.deployment, resources: [...resources, ...copies] } }),
  );
  await stack.run(["stack", "import", "--file", file]);
  await rm(file);
  expect(await namesInState()).toHaveLength(10);
  await stack.up(program("-new", { adopt: true }));
  expect(atTenant()).toEqual(first);
  expect(await namesInState()).toHaveLength(5);
});

test("forced replacements delete the old object, but nothing that the new entry has", async () => {
  const { stack, up } = of();
  const forced = (change: object) => ({
    ...program("-new", { adopt: true }),
    "api-new": { args: { identifier, ...change }, opts: { replaceOnChanges: ["name"] } },
    "alice-new": {
      kind: "OrganizationMemberRoles" as const,
      args: { organizationId, userId, roles: roles.slice(0, 1) },
      opts: { replaceOnChanges: ["roles"] },
    },
  });
  await up(forced({ name: "Replaced" }));
  expect(atTenant().api).not.toBe(first.api);
  expect(atTenant().api).toBeDefined();
  expect(atTenant().roles).toEqual(roles.slice(0, 1));
  await stack.run([...upNow, "--replace", "**OrganizationMemberRoles::alice-new"]);
  expect(atTenant().roles).toEqual(roles.slice(0, 1));
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("a destroy of a stack with both entries succeeds, and deletes the objects", async () => {
  const { stack, refused } = of();
  await stack.declare(failing(program("-last", { adopt: true })));
  await refused(upNow);
  expect((await namesInState()).length).toBeGreaterThan(5);
  await stack.destroy();
  expect(atTenant()).toEqual({ api: undefined, corp: undefined, profile: undefined, roles: [], clients: [] });
});
