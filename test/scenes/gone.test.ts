import { expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { api, connection, identifier, withWorld } from "../e2e/world.ts";

/** Objects that were deleted outside Pulumi, and responses that only look like that. Each test continues where the one before ended. */
const world = withWorld();
const program = (name: string) => ({ orders: api({ name }), corp: connection({}, { displayName: name }) });

test("a refresh shows deleted objects, and the next up creates them again", async () => {
  const { tenant, stack, up, settled } = world();
  await up(program("Orders"));
  tenant.resourceServers.delete(identifier);
  tenant.connections.delete("corp");
  const { stdout } = await stack.run(["preview", "--refresh", "--expect-no-changes"], { expect: 7 });
  expect(stdout).toMatch(/2 to create/);
  expect(stdout).toMatch(
    /connection "corp" \(id con_\w+\) does not exist at the tenant any more.*undeclared content of .*enabledClients/,
  );
  await stack.run([...upNow, "--refresh"]);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ name: "Orders" });
  expect(tenant.connections.get("corp")).toMatchObject({ display_name: "Orders" });
  await settled();
});

test("a 404 that does not come from the service removes nothing from the state", async () => {
  const { tenant, stack, refused, settled } = world();
  const ids = async () => [(await stack.entry("orders"))?.id, (await stack.entry("corp"))?.id];
  const before = await ids();
  const body = "<html>no such site</html>";
  tenant.inject({ kind: "status", status: 404, path: "/api/v2/", body, times: Number.POSITIVE_INFINITY });
  expect(await refused(["refresh", "--yes", "--skip-preview"])).toMatch(/not in the form of the tenant's API/);
  await stack.declare(program("Orders, new"));
  expect(await refused([...upNow, "--continue-on-error"])).not.toContain("no longer exists at the tenant");
  tenant.clearFaults();
  expect(await ids()).toEqual(before);
  await settled();
});
