import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { userPermissionsType, userRolesType } from "../../provider/src/types/user/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { providerFor, worldOfEachTest } from "./world.ts";

const [api, other] = ["https://orders.example.com", "urn:billing v2"];
const userId = "auth0|1";

const world = worldOfEachTest(userPermissionsType);
beforeEach(() => {
  world.tenant.users.create({ id: userId, connection: "users" });
  for (const identifier of [api, other]) {
    const scopes = ["read", "write"].map((value) => ({ value }));
    world.tenant.resourceServers.create({ identifier, scopes });
  }
});

const up = async (programs: Readonly<Record<string, JsonObject>>, engine = world.engine) => {
  for (const { failure } of await engine.up(programs)) if (failure) throw failure;
};
const alice = (permissions: JsonObject, more: JsonObject = {}) => ({ alice: { userId, permissions, ...more } });
const held = () =>
  world.tenant.userPermissions.list(userId).map((one) => `${one.resource_server_identifier} ${one.permission_name}`);

describe("the permissions of a user", () => {
  test("are declared by API, and equal in any order", async () => {
    await up(alice({ [api]: ["read", "write"], [other]: ["read"] }));
    expect(held().toSorted()).toEqual([`${api} read`, `${api} write`, `${other} read`]);
    expect(await world.engine.changes(alice({ [other]: ["read"], [api]: ["write", "read"] }))).toEqual([]);
    expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
    await up(alice({ [api]: ["write"] }));
    expect(held()).toEqual([`${api} write`]);
    await up({});
    expect(held()).toEqual([]);
  });

  test("whose addition was lost are added by the next run, and the error counts none as added", async () => {
    world.tenant.inject({
      kind: "reset-before",
      method: "POST",
      path: /permissions$/,
      times: Number.POSITIVE_INFINITY,
    });
    const program = alice({ [api]: ["read"] });
    const failure = await up(program).catch((error: Error) => error.message);
    expect(failure).toMatch(/It is not known how much of .* was written\. The next `pulumi up` writes the rest/);
    expect(failure).not.toMatch(/before you repeat|Only a part/);
    world.tenant.clearFaults();
    await up(program);
    expect(held()).toEqual([`${api} read`]);
  });

  test("of others stay in a shared set, even on the same API", async () => {
    const theirs = { resource_server_identifier: api, permission_name: "write" };
    world.tenant.userPermissions.add(userId, [theirs]);
    await up(alice({ [api]: ["read"] }, { exclusive: false }));
    expect(await world.engine.refresh()).toEqual([{ name: "alice", op: "same" }]);
    await up(alice({ [other]: ["read"] }, { exclusive: false }));
    expect(held()).toEqual([`${api} write`, `${other} read`]);
    await up({});
    expect(held()).toEqual([`${api} write`]);
  });

  test.each<[JsonObject[string], RegExp]>([
    [{ [api]: "read" }, /permissions\["https:\/\/orders\.example\.com"\]: must be an array/],
    [{ [api]: ["read", "read"] }, /\[1\]: occurs twice/],
    [{ [api]: [""] }, /\[0\]: must be a scope of 1 to 280 characters/],
    [{ "": ["read"] }, /\[0\]: must be a scope of 1 to 280 characters, below the identifier of its API/],
    [{ [api]: ["x".repeat(281)] }, /\[0\]: must be a scope of 1 to 280 characters/],
    [{ [api]: [null] }, /\[0\]: is required/],
    [{ [api]: Array.from({ length: 1001 }, (_, n) => `act:${n}`) }, /^permissions: must have at most 1000 elements/],
    ["read", /^permissions: must be a map from keys to arrays of texts/],
  ])("%j is refused before anything is sent", async (permissions, says) => {
    const { failures } = await world.port.check({}, { userId, permissions });
    expect(failures.join("\n")).toMatch(says);
    expect(world.calls()).toEqual([]);
  });

  test("wait for the scopes of their APIs", () => {
    const permissions = [`${api} read`, `${other} write`];
    expect(userPermissionsType.needs?.({ userId, permissions })).toMatchObject([
      { key: `scopes ${api}`, members: ["read"] },
      { key: `scopes ${other}`, members: ["write"] },
    ]);
    expect(userPermissionsType.needs?.({ userId, permissions })[1]?.elementFor?.("read")).toBe(`${other} read`);
  });
});

describe("the roles of a user", () => {
  const engineOf = () => {
    const { domain, clientId, clientSecret } = world.tenant;
    const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
    return new MiniEngine(providerFor(userRolesType, config));
  };
  const roles = (...ids: string[]) => ({ alice: { userId, roles: ids } });

  test("that no longer exist are removed with the others, without an error", async () => {
    const engine = engineOf();
    const ids = ["a", "b", "c"].map((name) => String(world.tenant.roles.create({ name }).id)) as [
      string,
      string,
      string,
    ];
    await up(roles(...ids), engine);
    world.tenant.roles.delete(ids[0]);
    await up(roles(ids[2]), engine);
    expect(world.tenant.userRoles.list(userId)).toEqual([ids[2]]);
    world.tenant.roles.delete(ids[2]);
    await up(roles(), engine);
    await up({}, engine);
    expect(world.tenant.userRoles.list(userId)).toEqual([]);
  });

  test("cannot be assigned to a missing user, or beyond fifty", async () => {
    const engine = engineOf();
    const all = Array.from({ length: 51 }, (_, n) => String(world.tenant.roles.create({ name: `role ${n}` }).id));
    await expect(up({ bob: { userId: "auth0|2", roles: all.slice(0, 1) } }, engineOf())).rejects.toThrow(
      /The user does not exist\. The user and all roles must exist first/,
    );
    world.tenant.userRoles.add(userId, all.slice(1));
    await expect(up({ alice: { userId, roles: all.slice(0, 1), exclusive: false } }, engine)).rejects.toThrow(
      /A user can have at most 50 roles/,
    );
    world.tenant.users.delete(userId);
    expect(await world.engine.refresh()).toEqual([]);
  });
});
