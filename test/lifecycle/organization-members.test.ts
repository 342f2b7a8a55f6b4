import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { organizationMembersType } from "../../provider/src/types/organization/calls.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
let organizationId: string;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});
const start = async (options?: Parameters<typeof startWorld>[0]) => {
  world = await startWorld(options, organizationMembersType);
  organizationId = String(world.tenant.organizations.create({ name: "north" }).id);
};
beforeEach(() => start());

const up = async (members?: readonly string[], more: JsonObject = {}) => {
  world.tenant.clearRequests();
  const [step] = await world.engine.up(members ? { north: { organizationId, members, ...more } } : {});
  if (step?.failure) throw step.failure;
  return step?.op;
};
const held = () => world.tenant.organizationMembers.list("north").map(({ user_id }) => String(user_id));
const users = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `auth0|${from + n}`);

test("ten members are changed per call, additions before removals; members of others stay", async () => {
  world.tenant.organizationMembers.add("north", "auth0|theirs");
  await up(users(23));
  expect(world.calls().filter((call) => call.startsWith("POST"))).toHaveLength(3);
  expect(held().toSorted()).toEqual(["auth0|theirs", ...users(23)].toSorted());
  await up(users(23, 12));
  // The roles of each who leaves are read twice before, so that another resource can give them back with the membership.
  const looks = Array.from({ length: 24 }, () => "GET");
  const methods = world.calls().map((call) => call.split(" ")[0]);
  expect(methods).toEqual([...looks, "POST", "POST", "DELETE", "DELETE"]);
  expect(held().toSorted()).toEqual(["auth0|theirs", ...users(23, 12)].toSorted());
  await up();
  expect(held()).toEqual(["auth0|theirs"]);
});

test("a deletion that stops between two calls reports it, and the next run deletes the rest", async () => {
  await up(users(12));
  world.tenant.inject({ kind: "status", status: 403, method: "DELETE", skip: 1 });
  await expect(up()).rejects.toThrow(/403[\s\S]*A part of the members of organization .* may have been deleted/);
  world.tenant.clearFaults();
  await up();
  expect(held()).toEqual([]);
});

test("with `exclusive: true`, any undeclared member is drift", async () => {
  world.tenant.organizationMembers.add("north", "auth0|theirs");
  await up(users(2), { exclusive: true });
  expect(held()).toEqual(users(2));
  world.tenant.organizationMembers.add("north", "auth0|theirs");
  expect(await world.engine.refresh()).toEqual([{ name: "north", op: "update" }]);
  await up(users(2), { exclusive: true });
  expect(held()).toEqual(users(2));
});

describe("a listing that lags behind", () => {
  const behind = 60 * 60 * 1000;

  test("does not report a member as missing: the member's roles prove the membership", async () => {
    let time = Date.parse("2026-01-31T12:00:00Z");
    await world.close();
    await start({ listingsBehindMs: behind, now: () => time });
    await up(users(12));
    time += 1000;
    expect(await world.engine.refresh()).toEqual([{ name: "north", op: "same" }]);
    expect(await world.engine.changes({ north: { organizationId, members: users(12) } })).toEqual([]);
    time += behind;
    expect(await world.engine.refresh()).toEqual([{ name: "north", op: "same" }]);
  });

  test("does not hide that members left: the refresh shows drift", async () => {
    await up(users(3));
    world.tenant.organizationMembers.remove("north", "auth0|1");
    expect(await world.engine.refresh()).toEqual([{ name: "north", op: "update" }]);
    expect(world.engine.state.get("north")?.inputs.members).toEqual(["auth0|0", "auth0|2"]);
    await up(users(3));
    expect(held().toSorted()).toEqual(users(3));
  });

  test("does not prevent the removal of a member whose addition got no response", async () => {
    await world.close();
    await start({ listingsBehindMs: behind, now: () => Date.parse("2026-01-31T12:00:00Z") });
    await up(["auth0|0"]);
    world.tenant.inject({ kind: "reset-after", method: "POST", path: /members$/ });
    world.tenant.inject({ kind: "status", status: 503, path: /./, times: Number.POSITIVE_INFINITY });
    await expect(up(["auth0|0", "auth0|1"])).rejects.toThrow();
    world.tenant.clearFaults();
    expect(held().toSorted()).toEqual(users(2));
    await up(["auth0|0"]);
    expect(held()).toEqual(["auth0|0"]);
  });

  test("does not prevent the addition of a member who was just removed", async () => {
    let time = Date.parse("2026-01-31T12:00:00Z");
    await world.close();
    await start({ listingsBehindMs: behind, now: () => time });
    await up(users(2));
    time += 2 * behind;
    world.tenant.inject({ kind: "reset-after", method: "DELETE", path: /members$/ });
    world.tenant.inject({ kind: "status", status: 503, path: /members(\?|$)/, times: Number.POSITIVE_INFINITY });
    await expect(up(["auth0|0"])).rejects.toThrow();
    world.tenant.clearFaults();
    expect(held()).toEqual(["auth0|0"]);
    await up(users(2));
    expect(held().toSorted()).toEqual(users(2));
  });

  test("costs at most fifty calls for each of the two reads, however many members are missing", async () => {
    await up(users(120));
    for (const user of users(120)) world.tenant.organizationMembers.remove("north", user);
    world.tenant.clearRequests();
    expect(await world.engine.refresh()).toEqual([{ name: "north", op: "update" }]);
    expect(world.calls().filter((call) => call.includes("/roles"))).toHaveLength(2 * 50);
  });
});

test("a missing organization or user is named, with the way to find its id", async () => {
  world.tenant.inject({
    kind: "status",
    status: 404,
    method: "POST",
    path: `/api/v2/organizations/${organizationId}/members`,
    body: { statusCode: 404, error: "Not Found", message: "The user does not exist.", errorCode: "inexistent_user" },
  });
  await expect(up(["auth0|none"])).rejects.toThrow(/The user does not exist\..*getOrganization finds/s);
  expect(held()).toEqual([]);
});
