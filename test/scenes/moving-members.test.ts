import { beforeEach, describe, expect, test } from "vitest";
import { type Program, upNow } from "../e2e/project.ts";
import { stack, tenant, withStack } from "../e2e/world.ts";

/**
 * Members move between two lists, with the real CLI. The run knows the second list only after it has changed the first one: it depends on that,
 * or comes after an `await`.
 */
const organizationId = "org_0000000000000001";
const [editor, viewer] = ["rol_0000000000000001", "rol_0000000000000002"];
const [alice, bob, carol] = ["auth0|alice", "auth0|bob", "auth0|carol"];

withStack({
  seed: {
    organizations: [{ id: organizationId, name: "north" }],
    roles: [editor, viewer].map((id) => ({ id, name: id })),
  },
});

const having = (members: readonly string[], dependsOn: readonly string[] = []): Program[string] => ({
  ...{ kind: "OrganizationMembers", args: { organizationId, members }, dependsOn },
});
const program = (first: readonly string[], second: readonly string[]): Program => ({
  first: having(first),
  second: having(second, ["first"]),
});
const rolesOf = (user: string) => tenant.organizationMembers.get(organizationId, user)?.roles;

test("a member who moves in two runs has the undeclared roles again after one failure and the next plain run", async () => {
  await stack.up(program([alice, bob], [bob, carol]));
  tenant.organizationMembers.assignRoles(organizationId, bob, [editor, viewer]);
  tenant.inject({ kind: "status", status: 403, method: "POST", path: /\/members$/ });
  const { stdout, stderr } = await stack.up(program([alice], [bob, carol]), { expect: "any" });
  expect(stdout + stderr).toContain("403");
  expect(rolesOf(bob)).toBeUndefined();
  tenant.clearFaults();
  await stack.run(upNow);
  expect(rolesOf(bob)).toEqual([editor, viewer]);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("a member who moves in a single run keeps the undeclared roles", async () => {
  tenant.organizationMembers.assignRoles(organizationId, alice, [viewer]);
  await stack.up(program([], [alice, bob, carol]));
  expect(rolesOf(alice)).toEqual([viewer]);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

describe("a member who moves to a list after an `await getOrganization(…)`", () => {
  const awaiting = (first: readonly string[], second: readonly string[], after = "north"): Program => ({
    first: having(first),
    second: { ...having(second), after },
  });
  const roles = () => rolesOf(bob) as readonly string[] | undefined;
  /** The look-up fails, so that the run ends before the second list. */
  const upToTheFirst = async () => {
    await stack.up(awaiting([alice], [bob, carol], "nowhere"), { expect: "any" });
    expect(roles()).toBeUndefined();
  };
  beforeEach(async () => {
    await stack.up(awaiting([alice, bob], [bob, carol]));
    tenant.organizationMembers.assignRoles(organizationId, bob, [editor, viewer]);
  });

  test("keeps the undeclared roles", async () => {
    await stack.up(awaiting([alice], [bob, carol]));
    expect(roles()).toEqual([editor, viewer]);
  });

  test("has the undeclared roles after the next plain run if one run failed before the second list", async () => {
    await upToTheFirst();
    await stack.up(awaiting([alice], [bob, carol]));
    expect(roles()).toEqual([editor, viewer]);
  });

  test("has the undeclared roles even if the first list has been removed from the program", async () => {
    await upToTheFirst();
    const { first: _, ...rest } = awaiting([], [bob, carol]);
    await stack.up(rest);
    expect(roles()).toEqual([editor, viewer]);
    await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  });
});
