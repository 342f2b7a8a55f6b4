import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import { worldOfEachTest } from "./world.ts";

/* What users see of the roles of a group, in the tenant and in an organization. */

const [groupId, organizationId] = ["grp_11111111111111", "org_0000000000000001"];
const roles = Array.from({ length: 12 }, (_, n) => `rol_${String(n).padStart(16, "0")}`);
const [one = "", two = "", three = ""] = roles;

const world = worldOfEachTest(resourceTypes.groupRoles);
beforeEach(() => {
  world.tenant.groups.create({ id: groupId, name: "Support team" });
  world.tenant.organizations.create({ id: organizationId, name: "north" });
  for (const id of roles) world.tenant.roles.create({ id, name: id });
});

const failureOf = async (programs: Readonly<Record<string, JsonObject>>) => {
  const steps = await world.engine.up(programs);
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (programs: Readonly<Record<string, JsonObject>>) => expect(await failureOf(programs)).toBe("");
const inTenant = () => world.tenant.groupRoles.list(groupId);
const inOrganization = () => world.tenant.groupRoles.list(groupId, organizationId);

describe("the roles of a group", () => {
  test("in the tenant and in an organization are two sets, each with its own id", async () => {
    const both = { here: { groupId, roles: [one] }, there: { groupId, organizationId, roles: [two] } };
    await up(both);
    expect([inTenant(), inOrganization()]).toEqual([[one], [two]]);
    const ids = ["here", "there"].map((name) => world.engine.state.get(name)?.id);
    expect(ids).toEqual([groupId, `${groupId}::${organizationId}`]);
    expect(await world.engine.refresh()).toEqual(["here", "there"].map((name) => ({ name, op: "same" })));
    await up({ there: both.there });
    expect([inTenant(), inOrganization()]).toEqual([[], [two]]);
  });

  test("are found by either form of the id, and by no other", async () => {
    world.tenant.groupRoles.add(groupId, [one]);
    world.tenant.groupRoles.add(groupId, [two], organizationId);
    const read = (id: string) => world.port.read(id, {});
    expect((await read(groupId)).outputs).toMatchObject({ groupId, roles: [one] });
    expect((await read(`${groupId}::${organizationId}`)).outputs).toMatchObject({
      groupId,
      organizationId,
      roles: [two],
    });
    await expect(read("::")).rejects.toThrow("there is no group's roles");
  });

  test("of other stacks stay unless the set is exclusive", async () => {
    world.tenant.groupRoles.add(groupId, [three]);
    await up({ it: { groupId, roles: [one, two] } });
    await up({ it: { groupId, roles: [two] } });
    expect(inTenant()).toEqual([three, two]);
    await up({ it: { groupId, roles: [two], exclusive: true } });
    await world.engine.refresh();
    await up({ it: { groupId, roles: [two], exclusive: true } });
    expect(inTenant()).toEqual([two]);
  });

  test("beyond the limit are refused, and the message names the roles of others", async () => {
    world.tenant.groupRoles.add(groupId, roles.slice(1, 11));
    expect(await failureOf({ it: { groupId, roles: [one] } })).toMatch(
      /A group can have at most 10 roles, and this group has further roles that the program does not declare\. Remove some/,
    );
  });

  test("leave the state after their group is deleted", async () => {
    await up({ it: { groupId, roles: [one] } });
    world.tenant.groups.delete(groupId);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "delete" }]);
    expect(await failureOf({ it: { groupId, roles: [one] } })).toContain("getGroup finds a group by name");
  });

  test("have events that name the group and the organization", () => {
    const { events } = tools.groupRoles;
    const object = { group: { id: groupId }, role: { id: one }, organization: { id: organizationId } };
    const keys = (outputs: JsonObject) => events?.subjectsOf("", outputs) ?? [];
    const [there] = events?.about?.("organization.group.role.assigned", object) ?? [];
    expect(keys({ groupId, organizationId })).toContain(there);
    expect(keys({ groupId })).not.toContain(there);
    const [here] = events?.about?.("group.role.deleted", { group: { id: groupId }, role: { id: one } }) ?? [];
    expect(keys({ groupId })).toContain(here);
    expect(keys({ groupId, organizationId })).not.toContain(here);
  });
});
