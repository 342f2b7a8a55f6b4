import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { worldOfEachTest } from "./world.ts";

/* What users see of roles that belong to an organization, beside those of the tenant. */

const [north, south] = ["org_0000000000000001", "org_0000000000000002"];

const world = worldOfEachTest(resourceTypes.role);
beforeEach(() => {
  world.tenant.organizations.create({ id: north, name: "north" });
  world.tenant.organizations.create({ id: south, name: "south" });
});

const failureOf = async (programs: Readonly<Record<string, JsonObject>>) => {
  const steps = await world.engine.up(programs);
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (programs: Readonly<Record<string, JsonObject>>) => expect(await failureOf(programs)).toBe("");
const owners = () => world.tenant.roles.list().map(({ name, owner_id }) => [name, owner_id]);
const idOf = (name: string) => String(world.engine.state.get(name)?.id);

test("the tenant and each organization can have a role of the same name, and a refresh finds each", async () => {
  const program = {
    tenant: { name: "Editor" },
    north: { name: "Editor", organizationId: north },
    south: { name: "Editor", organizationId: south, description: "Writes" },
  };
  await up(program);
  expect(owners().toSorted()).toEqual(
    [
      ["Editor", north],
      ["Editor", south],
      ["Editor", undefined],
    ].toSorted(),
  );
  expect(world.tenant.roles.get(idOf("north"))).toMatchObject({ type: "organization" });
  expect((await world.engine.refresh()).map(({ op }) => op)).toEqual(["same", "same", "same"]);
  expect(await world.engine.changes(program)).toEqual([]);
  await up({ ...program, north: { ...program.north, name: "Writer" } });
  expect(world.tenant.roles.get(idOf("north"))).toMatchObject({ name: "Writer", owner_id: north });
});

test("an existing role of the organization is adopted from its own listing", async () => {
  const { id } = world.tenant.roles.create({ name: "Editor", type: "organization", owner_id: south });
  world.tenant.roles.create({ name: "Editor" });
  expect(await failureOf({ it: { name: "Editor", organizationId: south } })).toContain(`of organization "${south}"`);
  await up({ it: { name: "Editor", organizationId: south, description: "Writes", adopt: true } });
  expect(idOf("it")).toBe(id);
  expect(world.tenant.roles.get(String(id))).toMatchObject({ description: "Writes" });
});

test("another organization replaces the role", async () => {
  await up({ it: { name: "Editor", organizationId: north } });
  const before = idOf("it");
  await up({ it: { name: "Editor", organizationId: south } });
  expect(idOf("it")).not.toBe(before);
  expect(owners()).toEqual([["Editor", south]]);
});

test("after a lost creation, the role is found among the roles of the organization", async () => {
  world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/roles" });
  await failureOf({ it: { name: "Editor", organizationId: north } });
  await up({ it: { name: "Editor", organizationId: north } });
  expect(owners()).toEqual([["Editor", north]]);
});
