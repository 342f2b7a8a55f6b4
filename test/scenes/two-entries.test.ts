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
import { identifier } from "../e2e/world.ts";

/** Two entries of the state that represent one object. Every test continues where the one before ended. */
const of = withObjects(program("-new", { adopt: true }));

test("the program is rolled back after such a run, without a refresh", async () => {
  const { stack, refused } = of();
  await stack.declare(failing(program("-newer", { adopt: true })));
  await refused(upNow);
  await stack.up(program("-new", { adopt: true }));
  expect(atTenant()).toEqual(first);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("a state that was edited by hand has each entry twice: the copies only leave the state", async () => {
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

test("forced replacements still delete, but nothing that the new entry has", async () => {
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
