import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { rolePermissionsType, roleType } from "../../provider/src/types/role/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { providerFor, startWorld, type World } from "./world.ts";

const [api, other] = ["https://orders.example.com", "urn:billing::v2"];
const names = Array.from({ length: 230 }, (_, n) => `act:${String(n).padStart(3, "0")}`);

let world: World;
let roleId: string;
beforeEach(async () => {
  world = await startWorld({}, rolePermissionsType);
  roleId = String(world.tenant.roles.create({ name: "editor" }).id);
  for (const identifier of [api, other]) {
    world.tenant.resourceServers.create({ identifier, scopes: names.map((value) => ({ value })) });
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const up = async (programs: Readonly<Record<string, JsonObject>>) => {
  world.tenant.clearRequests();
  const steps = await world.engine.up(programs);
  for (const { failure } of steps) if (failure) throw failure;
};
const on = (resourceServerIdentifier: string, permissions: readonly string[], more: JsonObject = {}): JsonObject => ({
  roleId,
  resourceServerIdentifier,
  permissions,
  ...more,
});
const held = (identifier: string) =>
  world.tenant.rolePermissions
    .list("editor")
    .filter((one) => one.resource_server_identifier === identifier)
    .map(({ permission_name }) => permission_name)
    .toSorted();
const methods = () => world.calls().map((call) => call.split(" ")[0]);

test("230 permissions take three writes and three pages of reads, and a refresh finds no change", async () => {
  await up({ orders: on(api, names) });
  expect(methods()).toEqual(["GET", "POST", "POST", "POST"]);
  expect(held(api)).toEqual(names);
  expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
});

test("additions come before removals, so that no member loses access in between", async () => {
  await up({ orders: on(api, names.slice(0, 3)) });
  await up({ orders: on(api, names.slice(2, 5)) });
  expect(methods()).toEqual(["POST", "DELETE"]);
  expect(held(api)).toEqual(names.slice(2, 5));
});

test("permissions on other APIs stay unchanged, even with an exclusive set", async () => {
  world.tenant.rolePermissions.add(roleId, [{ resource_server_identifier: other, permission_name: names[0] }]);
  await up({ orders: on(api, names.slice(0, 2)) });
  await up({ orders: on(api, []) });
  await up({});
  expect(held(other)).toEqual([names[0]]);
});

test("permissions of a role on two APIs are two resources, read by one shared page", async () => {
  const both = { orders: on(api, names.slice(0, 2)), billing: on(other, names.slice(0, 3)) };
  await up(both);
  expect(world.engine.state.get("billing")?.id).toBe(`${roleId}::${other}`);
  world.tenant.clearRequests();
  expect((await world.engine.refresh()).map(({ op }) => op)).toEqual(["same", "same"]);
  expect(methods()).toEqual(["GET"]);
});

test("a permission whose scope was deleted is drift, and the error of the repair names the missing scope", async () => {
  await up({ orders: on(api, names.slice(0, 2)) });
  world.tenant.resourceServers.update(api, { scopes: names.slice(1).map((value) => ({ value })) });
  expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "update" }]);
  await expect(up({ orders: on(api, names.slice(0, 2)) })).rejects.toThrow(
    /The permission does not exist: 'act:000'.*all declared scopes must exist first/s,
  );
  expect(held(api)).toEqual([names[1]]);
});

test("a removed scope removes its permission, and a program that drops both at once succeeds", async () => {
  await up({ orders: on(api, names.slice(0, 3)) });
  world.tenant.resourceServers.update(api, { scopes: names.slice(1).map((value) => ({ value })) });
  await up({ orders: on(api, names.slice(1, 3)) });
  expect(held(api)).toEqual(names.slice(1, 3));
  expect(await world.engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
  // So does one that gives another in its place.
  world.tenant.resourceServers.update(api, { scopes: names.slice(2).map((value) => ({ value })) });
  await up({ orders: on(api, names.slice(2, 5)) });
  expect(held(api)).toEqual(names.slice(2, 5));
});

test("a missing role or API is named, with the way to find it; an empty set sends nothing", async () => {
  const gone = on("urn:none", [names[0] ?? ""]);
  await expect(up({ orders: gone })).rejects.toThrow(
    /The resource server does not exist: 'urn:none'.*use getRole or getResourceServer/s,
  );
  await up({ orders: on(api, []) });
  await up({});
  expect(methods()).toEqual([]);
});

test("a role of an organization is not mistaken for the tenant's role of the same name", async () => {
  const { tenant } = world;
  tenant.organizations.create({ id: "org_0000000000000001", name: "north" });
  const owned = tenant.roles.create({ name: "Auditor", type: "organization", owner_id: "org_0000000000000001" });
  const config = {
    "tenant:domain": tenant.domain,
    "tenant:clientId": tenant.clientId,
    "tenant:clientSecret": tenant.clientSecret,
  };
  const engine = new MiniEngine(providerFor(roleType, config));
  const [step] = await engine.up({ auditor: { name: "Auditor", adopt: true } });
  expect(step?.failure).toBeUndefined();
  expect(engine.state.get("auditor")?.id).not.toBe(owned.id);
  expect(tenant.roles.get(String(owned.id))).toEqual(owned);
});
