import { expect, test } from "vitest";
import { type Program, upNow } from "../e2e/project.ts";
import { connection, ownApis, withWorld } from "../e2e/world.ts";
import { loseCreation } from "../harness/faults.ts";

/** A creation whose answer is lost, and about which the run could learn nothing more. */
const world = withWorld();
const lost = { args: { identifier: "https://lost.example.com", name: "Lost" } };
const lostId = () => world().tenant.resourceServers.get(lost.args.identifier)?.id;
const objects = () => [...ownApis(world().tenant), ...world().tenant.connections.list()];

async function lose(): Promise<void> {
  const { tenant, stack, refused } = world();
  loseCreation(tenant, "/api/v2/resource-servers");
  await stack.declare({ lost });
  expect(await refused(upNow)).toContain("It is not known whether");
  tenant.clearFaults();
  expect((await stack.entry("lost"))?.initErrors).toHaveLength(1);
  expect(lostId()).toBeDefined();
}

/** The run of a user who knows that the object belongs to the stack. */
const adopting = { env: { TENANT_ADOPT: "true" } };

test("the run that adopts a lost creation's object passes the object's id to dependents; a refresh saves the id", async () => {
  const { tenant, stack, refused, settled } = world();
  const north = { kind: "Organization", args: { name: "north" } } as const;
  const members = { kind: "OrganizationMembers", args: { members: ["auth0|a"] }, idsOf: { organizationId: "north" } };
  const program = { north, members } as Program;
  loseCreation(tenant, "/api/v2/organizations");
  await stack.declare(program);
  expect(await refused(upNow)).toContain("Run `pulumi up --refresh`: that run checks the tenant");
  tenant.clearFaults();
  tenant.clearRequests();
  await stack.run(["preview"]);
  expect(await refused(upNow)).toMatch(/TENANT_ADOPT=true pulumi up --refresh/);
  await stack.run(upNow, adopting);
  expect(tenant.requests.filter(({ path }) => path.includes("unconfirmed"))).toEqual([]);
  expect(tenant.organizationMembers.list("north").map(({ user_id }) => user_id)).toEqual(["auth0|a"]);
  expect((await stack.entry("north"))?.id).toBe("unconfirmed:north");
  await stack.run(["preview", "--expect-no-changes"]);
  await stack.run(["up", "--yes", "--refresh"]);
  expect((await stack.entry("north"))?.id).toBe(tenant.organizations.get("north")?.id);
  await settled();
  await stack.destroy();
});

test("an up with adopt settles a lost creation, and the next refresh saves the object's id", async () => {
  const { stack, settled } = world();
  await lose();
  await stack.run(["preview", "--expect-no-changes"], { expect: 7 });
  await stack.run(upNow, adopting);
  await stack.run(["preview", "--expect-no-changes"]);
  await stack.run(["refresh", "--yes", "--skip-preview"]);
  expect((await stack.entry("lost"))?.id).toBe(lostId());
  await settled();
  await stack.destroy();
  expect(lostId()).toBeUndefined();
});

test("a refresh with adopt settles a lost creation, and a destroy leaves no object", async () => {
  const { stack, settled } = world();
  await lose();
  await stack.run(["refresh", "--yes", "--skip-preview"], adopting);
  expect((await stack.entry("lost"))?.id).toBe(lostId());
  await settled();
  await stack.destroy();
  expect(objects()).toEqual([]);
});

test("a destroy leaves no object after an up with adopt that could not set a connection's clients", async () => {
  const { tenant, stack, refused } = world();
  await lose();
  await stack.declare({ lost, corp: connection({}, { enabledClients: ["portal", "shop"] }) });
  tenant.inject({ kind: "status", status: 400, method: "PATCH", path: /clients$/ });
  await refused(upNow, adopting);
  await stack.destroy();
  expect(objects()).toEqual([]);
});
