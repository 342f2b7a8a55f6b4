import { describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { organizationType } from "../../provider/src/types/organization/calls.ts";
import { worldOfEachTest } from "./world.ts";

const world = worldOfEachTest(organizationType);

const up = async (args?: JsonObject) => {
  world.tenant.clearRequests();
  const [step] = await world.engine.up(args ? { north: args } : {});
  if (step?.failure) throw step.failure;
  return step?.op;
};
const held = () => world.tenant.organizations.get("north");
const colors = { primary: "#000000", page_background: "#ffffff" };

test("a rename changes the name in place, and keeps the id, the members and others' values", async () => {
  await up({ name: "north", metadata: { plan: "free" } });
  const before = held();
  world.tenant.organizationMembers.add("north", "auth0|1");
  world.tenant.organizations.update("north", { branding: { colors } });
  expect(await up({ name: "north-new", metadata: { plan: "free" } })).toBe("update");
  expect(world.calls()).toEqual([`PATCH /api/v2/organizations/${before?.id}`]);
  expect(world.tenant.organizations.get("north-new")).toEqual({ ...before, name: "north-new", branding: { colors } });
  expect(world.tenant.organizationMembers.list("north-new")).toHaveLength(1);
});

describe("values that others set", () => {
  test("stay beside the program's keys of the metadata, even after the last of these is removed", async () => {
    await up({ name: "north", metadata: { plan: "free", region: "eu" } });
    world.tenant.organizations.update("north", { metadata: { plan: "free", region: "eu", theirs: "kept" } });
    await up({ name: "north", metadata: { plan: "gold" } });
    expect(held()?.metadata).toEqual({ plan: "gold", theirs: "kept" });
    await up({ name: "north" });
    expect(held()?.metadata).toEqual({ theirs: "kept" });
    expect(await world.engine.refresh()).toEqual([{ name: "north", op: "same" }]);
  });

  test("stay in the branding, which is sent whole because the service may not merge it", async () => {
    world.tenant.organizations.create({ name: "north", branding: { colors } });
    vi.spyOn(console, "info").mockImplementation(() => {});
    await up({ name: "north", adopt: true, branding: { logoUrl: "https://example.com/a.png" } });
    expect(held()?.branding).toEqual({ colors, logo_url: "https://example.com/a.png" });
    await up({ name: "north", branding: { logoUrl: "https://example.com/b.png" } });
    expect(held()?.branding).toEqual({ colors, logo_url: "https://example.com/b.png" });
  });

  test("stay in the quota, which is removed once it is empty", async () => {
    await up({ name: "north", tokenQuota: { clientCredentials: { perDay: 10, perHour: 2 } } });
    await up({ name: "north", tokenQuota: { clientCredentials: { perHour: 2 } } });
    expect(held()?.token_quota).toEqual({ client_credentials: { per_hour: 2 } });
    world.tenant.organizations.update("north", { token_quota: { client_credentials: { per_hour: 2, per_day: 7 } } });
    await up({ name: "north" });
    expect(held()?.token_quota).toEqual({ client_credentials: { per_day: 7 } });
    await up({ name: "north", tokenQuota: { clientCredentials: { perDay: 7 } } });
    await up({ name: "north" });
    expect(held()).not.toHaveProperty("token_quota");
  });
});

test("a program without metadata never sends any; removing the last key sends an empty object", async () => {
  await up({ name: "north", displayName: "North" });
  world.tenant.organizations.update("north", { metadata: { theirs: "kept" } });
  await up({ name: "north", displayName: "North, new" });
  expect(held()?.metadata).toEqual({ theirs: "kept" });
  world.tenant.organizations.update("north", { metadata: {} });
  await up({ name: "north", displayName: "North, new", metadata: { plan: "free" } });
  await up({ name: "north", displayName: "North, new" });
  expect(held()).not.toHaveProperty("metadata");
});
