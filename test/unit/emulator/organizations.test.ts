import { afterEach, describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../../provider/src/emulator/index.ts";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const roleIds = Array.from({ length: 60 }, (_, index) => `rol_${String(index).padStart(16, "0")}`);
const seed = {
  roles: roleIds.map((id, index) => ({ id, name: `role-${index}`, description: `Role ${index}` })),
  organizations: [
    { id: "org_0000000000000001", name: "example", display_name: "Example" },
    { id: "org_0000000000000002", name: "other" },
  ],
  organizationMembers: [
    { organization_id: "org_0000000000000001", user_id: "auth0|63d", email: "a@example.com", roles: [roleIds[0]] },
    { organization_id: "org_0000000000000002", user_id: "auth0|63d" },
  ],
};
const path = "/organizations/org_0000000000000001/members/auth0%7C63d/roles";
const named = (index: number) => ({ id: roleIds[index], name: `role-${index}`, description: `Role ${index}` });
const start = (options: EmulatorOptions = {}) => setup({ seed, ...options });

describe("the roles of a member", () => {
  test("are an array of roles, or an object with totals", async () => {
    const { call } = await start();
    expect((await call("GET", path)).body).toEqual([named(0)]);
    expect((await call("GET", `${path}?include_totals=true`)).body).toEqual({
      start: 0,
      limit: 100,
      total: 1,
      roles: [named(0)],
    });
    expect((await call("GET", path.replace("01/", "02/"))).body).toEqual([]);
  });

  test("are paged by number", async () => {
    const { emulator, call } = await start();
    emulator.organizationMembers.assignRoles("example", "auth0|63d", roleIds.slice(0, 45));
    expect((await call("GET", path)).body).toHaveLength(45);
    expect((await call("GET", `${path}?page=1&per_page=40`)).body).toEqual([40, 41, 42, 43, 44].map(named));
    for (const query of ["per_page=101", "page=-1", "take=10", "from=a"]) {
      const { status, body } = await call("GET", `${path}?${query}`);
      expect([status, body.errorCode]).toEqual([400, "invalid_query_string"]);
    }
  });

  test("are added and removed, also repeatedly", async () => {
    const { emulator, call } = await start();
    const added = await call("POST", path, { roles: [roleIds[1], roleIds[0], roleIds[2]] });
    expect([added.status, added.body]).toEqual([204, undefined]);
    const held = () => emulator.organizationMembers.get("example", "auth0|63d")?.roles;
    expect(held()).toEqual(roleIds.slice(0, 3));
    const removed = await call("DELETE", path, { roles: [roleIds[0], roleIds[9], "rol_unknown"] });
    expect([removed.status, removed.body]).toEqual([204, undefined]);
    expect(held()).toEqual([roleIds[1], roleIds[2]]);
    expect(emulator.organizationMembers.get("other", "auth0|63d")?.roles).toEqual([]);
  });

  test("can be added 50 at a time; existing ones do not count twice", async () => {
    const { emulator, call } = await start();
    expect((await call("POST", path, { roles: roleIds.slice(0, 50) })).status).toBe(204);
    expect((await call("POST", path, { roles: roleIds.slice(10, 20) })).status).toBe(204);
    const before = emulator.organizationMembers.get("example", "auth0|63d");
    const { status, body } = await call("POST", path, { roles: [roleIds[3], roleIds[50]] });
    expect([status, body.error]).toEqual([409, "Conflict"]);
    expect(body.message).toBe("No more roles can be assigned to this organization member.");
    expect(emulator.organizationMembers.get("example", "auth0|63d")).toEqual(before);
  });

  test("are a 404 if one to be added is unknown, and none is added; a name is no id", async () => {
    const { emulator, call } = await start();
    for (const unknown of ["rol_unknown", "role-2"]) {
      const { status, body } = await call("POST", path, { roles: [roleIds[1], unknown] });
      expect([status, body]).toEqual([404, { statusCode: 404, error: "Not Found", message: expect.any(String) }]);
    }
    expect(emulator.organizationMembers.get("example", "auth0|63d")?.roles).toEqual([roleIds[0]]);
  });

  test.each([
    ["no roles", {}],
    ["empty roles", { roles: [] }],
    ["roles null", { roles: null }],
    ["roles as text", { roles: "rol_1" }],
    ["an empty id", { roles: [""] }],
    ["objects", { roles: [{ id: "rol_1" }] }],
    ["more than roles", { roles: ["rol_1"], x: 1 }],
    ["a bare array", ["rol_1"]],
    ["nothing", undefined],
  ])("are refused with %s, by POST and DELETE", async (_, body) => {
    const { call } = await start();
    for (const method of ["POST", "DELETE"]) {
      const answer = await call(method, path, body);
      expect([answer.status, answer.body.errorCode]).toEqual([400, "invalid_body"]);
    }
  });

  test.each([
    ["organization", "/organizations/org_x/members/auth0%7C63d/roles"],
    ["organization, by name", "/organizations/example/members/auth0%7C63d/roles"],
    ["member", "/organizations/org_0000000000000001/members/auth0%7Cx/roles"],
  ])("an unknown %s is a 404 without a code", async (_, target) => {
    const { call } = await start();
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status, body } = await call(method, target, method === "GET" ? undefined : { roles: [roleIds[0]] });
      expect([status, body]).toEqual([404, { statusCode: 404, error: "Not Found", message: expect.any(String) }]);
    }
  });

  test("are refused for an organization id of more than 50 characters", async () => {
    const { call } = await start();
    const { status, body } = await call("DELETE", path.replace("org_0000000000000001", "x".repeat(51)), {
      roles: ["a"],
    });
    expect([status, body.errorCode]).toEqual([400, "invalid_uri"]);
    expect((await call("GET", path.replace("org_0000000000000001", "x".repeat(50)))).status).toBe(404);
  });
});

test("each operation on organizations needs its scope", async () => {
  const { emulator, call } = await start();
  const members = "/organizations/org_0000000000000001/members";
  const operations: [string, string, string, unknown?][] = [
    ["GET", path, "read:organization_member_roles"],
    ["POST", path, "create:organization_member_roles", { roles: [roleIds[1]] }],
    ["DELETE", path, "delete:organization_member_roles", { roles: [roleIds[1]] }],
    ["GET", members, "read:organization_members"],
    ["GET", "/organizations/org_0000000000000001", "read:organizations"],
    ["GET", `/roles/${roleIds[0]}`, "read:roles"],
  ];
  const all = operations.map(([, , scope]) => scope);
  for (const [method, target, scope, body] of operations) {
    const refused = await call(method, target, body, emulator.issueToken(all.filter((other) => other !== scope)));
    const asked = scope === "read:organizations" ? `${scope},read:organizations_summary` : scope;
    expect([refused.status, refused.body.message]).toEqual([403, `Insufficient scope, expected any of: ${asked}`]);
    expect((await call(method, target, body, emulator.issueToken([scope]))).status).toBeLessThan(300);
  }
  const withRoles = `${members}?fields=user_id,roles&include_fields=true`;
  const refused = await call("GET", withRoles, undefined, emulator.issueToken(["read:organization_members"]));
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Insufficient scope, expected any of: read:organization_member_roles",
  ]);
});

describe("the listing of an organization's members", () => {
  const list = "/organizations/org_0000000000000001/members";

  test("contains roles only if they are requested by name", async () => {
    const { call } = await start();
    expect((await call("GET", list)).body).toEqual([{ user_id: "auth0|63d", email: "a@example.com" }]);
    expect((await call("GET", `${list}?fields=email&include_fields=false`)).body).toEqual([{ user_id: "auth0|63d" }]);
    const { body } = await call("GET", `${list}?fields=user_id,roles&include_fields=true&take=100`);
    expect(body).toEqual({ members: [{ user_id: "auth0|63d", roles: [{ id: roleIds[0], name: "role-0" }] }] });
  });

  test("is paged by cursor", async () => {
    const { emulator, call } = await start();
    for (let index = 0; index < 130; index++) emulator.organizationMembers.add("example", `user-${index}`);
    const first = await call("GET", `${list}?take=100&fields=user_id`);
    expect(first.body.members).toHaveLength(100);
    const second = await call("GET", `${list}?from=${first.body.next}&fields=user_id`);
    expect(second.body.members.map((member: { user_id: string }) => member.user_id)).toEqual(
      Array.from({ length: 31 }, (_, index) => `user-${index + 99}`),
    );
    expect(second.body).not.toHaveProperty("next");
    expect((await call("GET", `${list}?take=101`)).status).toBe(400);
  });

  test("of an unknown organization is a 404", async () => {
    const { call } = await start();
    expect((await call("GET", "/organizations/org_x/members")).status).toBe(404);
  });
});

test("organizations and roles are read one at a time, by id", async () => {
  const { call } = await start();
  expect((await call("GET", "/organizations/org_0000000000000001")).body).toEqual(seed.organizations[0]);
  expect((await call("GET", `/roles/${roleIds[7]}`)).body).toEqual(named(7));
  for (const target of ["/organizations/example", "/organizations/org_x", "/roles/role-7", "/roles/rol_x"]) {
    const { status, body } = await call("GET", target);
    expect([status, body]).toEqual([404, { statusCode: 404, error: "Not Found", message: expect.any(String) }]);
  }
});

test("the roles of members have a rate limit of their own: 20 at once, 200 a minute", async () => {
  let now = 0;
  const { call } = await start({ plan: "free", now: () => now });
  for (let index = 0; index < 20; index++) expect((await call("GET", path)).status).toBe(200);
  expect((await call("POST", path, { roles: [roleIds[1]] })).status).toBe(429);
  expect((await call("GET", "/organizations/org_0000000000000001")).headers.get("x-ratelimit-limit")).toBe("2");
  now = 300;
  expect((await call("GET", path)).headers.get("x-ratelimit-limit")).toBe("20");
});

describe("an edit of an organization in the dashboard", () => {
  test("adds and removes roles by id or name, and obeys the same rules", async () => {
    const { emulator } = await start();
    const members = emulator.organizationMembers;
    members.assignRoles("example", "auth0|63d", ["role-5", roleIds[6] ?? ""]);
    members.removeRoles("org_0000000000000001", "auth0|63d", ["role-0", "role-9"]);
    expect(members.get("example", "auth0|63d")).toEqual({
      organization_id: "org_0000000000000001",
      user_id: "auth0|63d",
      email: "a@example.com",
      roles: [roleIds[5], roleIds[6]],
    });
    expect(() => members.assignRoles("example", "auth0|63d", ["x"])).toThrow(/role does not exist/);
    expect(() => members.assignRoles("example", "auth0|63d", roleIds)).toThrow(/No more roles/);
    expect(() => members.assignRoles("example", "x", ["role-1"])).toThrow(/not a member/);
    expect(() => members.add("x", "y")).toThrow(/No organization found/);
    expect(() => members.add("example", "y", { roles: roleIds })).toThrow(/No more roles/);
    expect(members.get("example", "y")).toBeUndefined();
    expect(emulator.requests).toEqual([]);
  });

  test("adds and removes members", async () => {
    const { emulator, call } = await start();
    const members = emulator.organizationMembers;
    members.add("example", "auth0|new", { name: "New", roles: ["role-1"] });
    members.add("example", "auth0|new", { email: "new@example.com" });
    const added = { user_id: "auth0|new", name: "New", email: "new@example.com", roles: [roleIds[1]] };
    expect(members.list("example").at(-1)).toEqual({ organization_id: "org_0000000000000001", ...added });
    members.remove("example", "auth0|new");
    expect((await call("GET", path.replace("63d", "new"))).status).toBe(404);
    expect(members.list()).toHaveLength(2);
    expect(members.list("unknown")).toEqual([]);
  });

  test("deletes a role, which no user has later, even if a role with the same id is created", async () => {
    const { emulator, call } = await start();
    emulator.roles.delete("role-0");
    emulator.roles.create({ id: roleIds[0], name: "another" });
    expect((await call("GET", path)).body).toEqual([]);
    expect(emulator.roles.update("another", { description: "d" })).toMatchObject({ id: roleIds[0], description: "d" });
    expect(() => emulator.roles.create({ name: "another" })).toThrow(/already exists/);
    expect(emulator.roles.create({ name: "made" }).id).toMatch(/^rol_[A-Za-z0-9]{16}$/);
  });

  test("deletes an organization with its members, even if one with the same id is created", async () => {
    const { emulator, call } = await start();
    emulator.organizations.delete("example");
    expect((await call("GET", path)).status).toBe(404);
    emulator.organizations.create({ id: "org_0000000000000001", name: "example" });
    expect((await call("GET", path)).status).toBe(404);
    expect(emulator.organizationMembers.list()).toHaveLength(1);
    expect(() => emulator.organizations.create({ name: "example" })).toThrow(/already exists/);
    expect(emulator.organizations.create({ name: "made" }).id).toMatch(/^org_[A-Za-z0-9]{16}$/);
    expect(emulator.organizations.update("made", { display_name: "Made" })).toMatchObject({ display_name: "Made" });
    expect(() => emulator.organizations.update("made", { name: "example" })).toThrow(/already exists/);
  });
});
