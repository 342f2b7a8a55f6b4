import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { oldTenant } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { organizationConnectionType } from "../../provider/src/types/organization/calls.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
let ends: { organizationId: string; connectionId: string };
beforeEach(async () => {
  world = await startWorld({}, organizationConnectionType);
  const { organizations, connections } = world.tenant;
  const corp = connections.create({ name: "corp", strategy: "google-apps", options: { client_id: "a" } });
  ends = { organizationId: String(organizations.create({ name: "north" }).id), connectionId: String(corp.id) };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const up = async (args?: JsonObject) => {
  world.tenant.clearRequests();
  const [step] = await world.engine.up(args ? { link: { ...ends, ...args } } : {});
  if (step?.failure) throw step.failure;
  return step?.op;
};
const held = () => world.tenant.organizationConnections.get("north", "corp");
/** Methods, and the family of routes. */
const calls = () => world.calls().map((call) => call.replace(/ .*?(enabled_connections|connections).*/, " $1"));

test("a link is created, changed in place and deleted; the connection stays", async () => {
  await up({ assignMembershipOnLogin: true });
  expect(held()).toMatchObject({ assign_membership_on_login: true, show_as_button: true });
  expect(world.engine.state.get("link")?.id).toBe(`${ends.organizationId}::${ends.connectionId}`);
  expect(await up({ showAsButton: false })).toBe("update");
  expect(calls()).toEqual(["PATCH enabled_connections"]);
  expect(held()).toMatchObject({ assign_membership_on_login: false, show_as_button: false });
  await up();
  expect(held()).toBeUndefined();
  expect(world.tenant.connections.get("corp")).toBeDefined();
});

test("another client's edit is drift: membership on login would otherwise stay unnoticed", async () => {
  await up({ assignMembershipOnLogin: false });
  world.tenant.organizationConnections.update("north", "corp", { assign_membership_on_login: true });
  expect(await world.engine.refresh()).toEqual([{ name: "link", op: "update" }]);
});

test("an older tenant's database, which never returns its button and sign-up, has no permanent drift", async () => {
  await world.close();
  world = await startWorld({ traits: oldTenant }, organizationConnectionType);
  const { organizations, connections } = world.tenant;
  const users = connections.create({ name: "users", strategy: "auth0" });
  ends = { organizationId: String(organizations.create({ name: "north" }).id), connectionId: String(users.id) };
  const args = { assignMembershipOnLogin: true, showAsButton: false, isSignupEnabled: true };
  await up(args);
  expect(await world.engine.refresh()).toEqual([{ name: "link", op: "same" }]);
  expect(await world.engine.changes({ link: { ...ends, ...args } })).toEqual([]);
});

describe("the newer routes of an organization's connections", () => {
  test("are used if one of their properties is declared, and to clear it", async () => {
    const further = { organizationConnectionName: "Corporate", organizationAccessLevel: "limited", isEnabled: false };
    await up(further);
    expect(calls()).toEqual(["POST connections"]);
    expect(held()).toMatchObject({ organization_connection_name: "Corporate", is_enabled: false });
    expect(await world.engine.refresh()).toEqual([{ name: "link", op: "same" }]);
    await up({});
    // The removal enables the connection, so the run first looks twice for values of others that it would put into force.
    expect(calls()).toEqual(["GET connections", "GET connections", "PATCH connections"]);
    expect(held()).toMatchObject({ is_enabled: true });
    expect(held()).not.toHaveProperty("organization_connection_name");
    world.tenant.clearRequests();
    expect(await world.engine.refresh()).toEqual([{ name: "link", op: "same" }]);
    expect(calls()).toEqual(["GET enabled_connections"]);
  });

  test("are used for undocumented properties, and to clear them", async () => {
    await world.close();
    world = await startWorld({ newerService: true }, organizationConnectionType);
    const { organizations, connections } = world.tenant;
    const corp = connections.create({ name: "corp", strategy: "google-apps", options: { client_id: "a" } });
    ends = { organizationId: String(organizations.create({ name: "north" }).id), connectionId: String(corp.id) };
    await up({ undocumented: { organization_member_access_level: "full" } });
    expect(calls()).toEqual(["POST connections"]);
    expect(held()).toMatchObject({ organization_member_access_level: "full" });
    await up({ undocumented: { organization_member_access_level: "none" } });
    expect(calls()).toEqual(["GET connections", "GET connections", "PATCH connections"]);
    expect(await world.engine.refresh()).toEqual([{ name: "link", op: "same" }]);
    await up({});
    expect(calls()).toEqual(["GET connections", "GET connections", "PATCH connections"]);
    expect(held()).not.toHaveProperty("organization_member_access_level");
  });

  test("that a tenant lacks are named, with the property that needs them", async () => {
    world.tenant.inject({
      kind: "status",
      status: 404,
      method: "POST",
      path: `/api/v2/organizations/${ends.organizationId}/connections`,
      body: { statusCode: 404, error: "Not Found", message: "Not Found" },
    });
    await expect(up({ isEnabled: true })).rejects.toThrow("Not every tenant has the routes that isEnabled needs.");
  });

  test("show a disabled link, and the error says that the program must declare isEnabled", async () => {
    world.tenant.organizationConnections.add("north", "corp", { is_enabled: false });
    await expect(up({ adopt: true })).rejects.toThrow("exists already and is disabled. Set `isEnabled` to true");
    vi.spyOn(console, "info").mockImplementation(() => {});
    await up({ adopt: true, isEnabled: true });
    expect(held()).toMatchObject({ is_enabled: true });
  });

  test("show a disabled link in a preview, and what prevents the next one", async () => {
    const { organizations, organizationConnections } = world.tenant;
    const south = String(organizations.create({ name: "south" }).id);
    for (const [name, link] of [
      ["north", { is_enabled: false }],
      ["south", {}],
    ] as const)
      organizationConnections.add(name, "corp", link);
    const said = vi.spyOn(console, "warn").mockImplementation(() => {});
    await world.engine.preview({ link: { ...ends, [previewKey]: true } });
    await world.engine.preview({ second: { ...ends, organizationId: south, [previewKey]: true } });
    const isDisabled = "exists already and is disabled. Set `isEnabled` to true";
    expect(said.mock.calls.map(String)).toEqual([
      expect.stringMatching(/`pulumi up` will fail: .*exists already and is disabled. Set `isEnabled` to true/),
      expect.stringMatching(/`pulumi up` will fail: .*exists already in tenant/),
    ]);
    const failed = await up({}).catch(String);
    expect(failed).toContain(isDisabled);
    expect(failed).not.toContain("409");
  });

  test("a link cannot replace a disabled one that the run deletes at its end, and the preview says so", async () => {
    const [south = "", east = ""] = ["south", "east"].map((name) =>
      String(world.tenant.organizations.create({ name }).id),
    );
    const [first, off] = [ends, { ...ends, organizationId: south, isEnabled: false }];
    await world.engine.up({ first, off });
    const next = { off: { ...off, organizationId: east }, first: { ...ends, organizationId: south } };
    const said: string[] = [];
    vi.spyOn(console, "warn").mockImplementation((line) => void said.push(String(line)));
    for (const [name, args] of Object.entries(next))
      await world.engine.preview({ [name]: { ...args, [previewKey]: true } });
    expect(said).toEqual([expect.stringMatching(/will fail: .* exists already and is disabled/)]);
    const [moved, refused] = await world.engine.up(next);
    expect(moved?.failure).toBeUndefined();
    expect(refused?.failure?.message).toMatch(/exists already and is disabled/);
  });
});

test("a missing organization or connection is named, with the way to find its id", async () => {
  const [organizationId, connectionId] = ["org_none", "con_none"];
  await expect(up({ organizationId })).rejects.toThrow(
    /"org_none".*getOrganization and getConnection find them by name/s,
  );
  await expect(up({ connectionId })).rejects.toThrow(
    /"con_none".*getOrganization and getConnection find them by name/s,
  );
});

test("sign-up without membership is refused before anything is sent", async () => {
  await expect(up({ isSignupEnabled: true })).rejects.toThrow("isSignupEnabled: needs assignMembershipOnLogin: true");
  expect(world.calls()).toEqual([]);
});
