import { afterEach, describe, expect, test } from "vitest";
import { oldTenant } from "../../../provider/src/emulator/index.ts";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const missing = { statusCode: 404, error: "Not Found", message: "The role does not exist." };
const named = (index: number) => `role-${String(index).padStart(3, "0")}`;
const names = (body: { name: string }[]) => body.map(({ name }) => name);

describe("a role", () => {
  test("is created with 200, read, changed with the whole object in the response, and deleted once", async () => {
    const { call } = await setup();
    const { status, body } = await call("POST", "/roles", { name: "admin", description: "All" });
    expect([status, body]).toEqual([
      200,
      { id: expect.stringMatching(/^rol_[a-zA-Z0-9]{16}$/), type: "tenant", name: "admin", description: "All" },
    ]);
    const path = `/roles/${body.id}`;
    expect(await call("GET", path)).toMatchObject({ status: 200, body });
    const renamed = { ...body, name: "root" };
    expect(await call("PATCH", path, { name: "root" })).toMatchObject({ status: 200, body: renamed });
    const cleared = await call("PATCH", path, { description: "" });
    expect([cleared.status, cleared.body.name]).toEqual([200, "root"]);
    expect((await call("GET", path)).body).toEqual({ ...renamed, description: "" });
    expect(await call("DELETE", path)).toMatchObject({ status: 200, body: {} });
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const again = await call(method, path, method === "PATCH" ? { name: "a" } : undefined);
      expect([again.status, again.body]).toEqual([404, missing]);
    }
    expect((await call("POST", "/roles", { name: "root" })).status).toBe(200);
  });

  test("has a unique name", async () => {
    const { call } = await setup({ seed: { roles: [{ name: "a" }, { id: "rol_b", name: "b" }] } });
    const taken = { statusCode: 409, error: "Conflict", message: "The role already exists." };
    expect((await call("POST", "/roles", { name: "a" })).body).toEqual(taken);
    expect((await call("PATCH", "/roles/rol_b", { name: "a" })).body).toEqual(taken);
    expect((await call("PATCH", "/roles/rol_b", { name: "b", description: "B" })).status).toBe(200);
  });

  test.each([
    ["POST", {}],
    ["POST", { description: "no name" }],
    ["POST", { name: null }],
    ["POST", { name: 1 }],
    ["POST", { name: "a", description: null }],
    ["POST", { name: "a", id: "rol_a" }],
    ["POST", { name: "a", permissions: [] }],
    ["POST", { name: "a", type: "team" }],
    ["POST", { name: "a", type: "organization" }],
    ["POST", { name: "a", owner_id: "org_0000000000000001" }],
    ["POST", []],
    ["PATCH", { id: "rol_b" }],
    ["PATCH", { type: "tenant" }],
    ["PATCH", { owner_id: "org_0000000000000001" }],
    ["PATCH", { description: null }],
  ])("%s %j is refused", async (method, sent) => {
    const { call } = await setup({ seed: { roles: [{ id: "rol_b", name: "b" }] } });
    const { status, body } = await call(method, method === "POST" ? "/roles" : "/roles/rol_b", sent);
    expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
    expect((await call("GET", "/roles")).body).toHaveLength(1);
  });

  test.each([
    ["a new tenant", {}, { type: "tenant" }, { description: "" }],
    ["an old tenant", oldTenant, { description: null }, { description: null }],
  ])("without a description differs at %s between a write, a read and lists", async (_, traits, written, read) => {
    const { call, emulator } = await setup({ traits, seed: { organizations: [{ id: "org_a", name: "a" }] } });
    const { body } = await call("POST", "/roles", { name: "admin" });
    expect(body).toEqual({ id: body.id, name: "admin", ...written });
    expect((await call("GET", `/roles/${body.id}`)).body).toEqual({ ...body, ...read });
    expect((await call("GET", "/roles")).body).toEqual([{ ...body, description: "" }]);
    emulator.organizationMembers.add("org_a", "auth0|1", { roles: [body.id] });
    expect((await call("GET", "/organizations/org_a/members/auth0%7C1/roles")).body).toMatchObject([
      { id: body.id, name: "admin", description: "" },
    ]);
  });

  test("that is deleted is removed from all users", async () => {
    const { call, emulator } = await setup({
      seed: {
        roles: [
          { id: "rol_a", name: "a" },
          { id: "rol_b", name: "b" },
        ],
        organizations: [{ id: "org_a", name: "a" }],
      },
    });
    const { body: user } = await call("POST", "/users", { connection: "users", email: "a@example.com" });
    const own = `/users/${encodeURIComponent(user.user_id)}/roles`;
    const member = `/organizations/org_a/members/${encodeURIComponent(user.user_id)}/roles`;
    emulator.organizationMembers.add("org_a", user.user_id);
    for (const path of [own, member]) {
      expect((await call("POST", path, { roles: ["rol_a", "rol_b"] })).status).toBe(204);
    }
    expect((await call("DELETE", "/roles/rol_a")).status).toBe(200);
    for (const path of [own, member]) expect(names((await call("GET", path)).body)).toEqual(["b"]);
  });

  test("needs a scope for each operation", async () => {
    const { call, emulator } = await setup({ seed: { roles: [{ id: "rol_a", name: "a" }] } });
    const operations: [string, string, string, unknown?][] = [
      ["GET", "/roles", "read:roles"],
      ["GET", "/roles/rol_a", "read:roles"],
      ["POST", "/roles", "create:roles", { name: "b" }],
      ["PATCH", "/roles/rol_a", "update:roles", { name: "c" }],
      ["DELETE", "/roles/rol_a", "delete:roles"],
    ];
    const all = ["read:roles", "create:roles", "update:roles", "delete:roles"];
    for (const [method, path, scope, body] of operations) {
      const refused = await call(method, path, body, emulator.issueToken(all.filter((other) => other !== scope)));
      expect([refused.status, refused.body.message]).toEqual([403, `Insufficient scope, expected any of: ${scope}`]);
      expect((await call(method, path, body, emulator.issueToken([scope]))).status).toBe(200);
    }
  });
});

describe("the listing of roles", () => {
  test("is paged by number and sorted by name: 50 entries by default, 100 at most", async () => {
    const roles = Array.from({ length: 120 }, (_, index) => ({ name: named(119 - index) }));
    const { call } = await setup({ seed: { roles } });
    const first = (await call("GET", "/roles")).body;
    expect(names(first)).toEqual(Array.from({ length: 50 }, (_, index) => named(index)));
    const { body } = await call("GET", "/roles?page=1&per_page=100&include_totals=true");
    expect(body).toMatchObject({ start: 100, limit: 100, total: 120 });
    expect(Object.keys(body).sort()).toEqual(["limit", "roles", "start", "total"]);
    expect(body.roles).toHaveLength(20);
    for (const query of ["per_page=0", "per_page=101", "page=-1", "take=10", "from=a", "sort=name:1"]) {
      const { status, body: refused } = await call("GET", `/roles?${query}`);
      expect([status, refused.errorCode]).toEqual([400, "invalid_query_string"]);
    }
  });

  test("is filtered by a part of the name, ignoring case, and by user", async () => {
    const owner_id = "org_0000000000000001";
    const owned = { name: "Editor", type: "organization", owner_id };
    const { call } = await setup({ seed: { roles: [{ name: "editor of APIs" }, owned, { name: "reader" }] } });
    const listed = async (query: string) => names((await call("GET", `/roles?${query}`)).body);
    expect(await listed("name_filter=EDIT")).toEqual(["Editor", "editor of APIs"]);
    expect(await listed("name_filter=dit&type=tenant")).toEqual(["editor of APIs"]);
    expect(await listed("name_filter=none")).toEqual([]);
    expect(await listed(`type=organization&owner_id=${owner_id}`)).toEqual(["Editor"]);
    expect(await listed("type=organization&owner_id=org_0000000000000002")).toEqual([]);
    for (const query of ["type=organization", "type=team"]) {
      const { status, body } = await call("GET", `/roles?${query}`);
      expect([status, body.errorCode]).toEqual([400, "invalid_query_string"]);
    }
    expect((await call("GET", "/roles?name_filter=reader&include_totals=true")).body).toMatchObject({
      total: 1,
      roles: [{ name: "reader", description: "" }],
    });
  });
});

describe("the users of a role", () => {
  const started = async () => {
    const own = await setup({ seed: { roles: [{ id: "rol_a", name: "a" }] } });
    const users: string[] = [];
    for (const email of ["a@example.com", "b@example.com"]) {
      users.push((await own.call("POST", "/users", { connection: "users", email })).body.user_id);
    }
    return { ...own, users };
  };
  const path = "/roles/rol_a/users";

  test("are added with 200 and an empty object, listed by page or cursor, and removed through the user only", async () => {
    const { call, users } = await started();
    expect(await call("POST", path, { users })).toMatchObject({ status: 200, body: {} });
    const { body } = await call("GET", `${path}?include_totals=true&per_page=50`);
    expect(body).toMatchObject({ start: 0, limit: 50, total: 2 });
    expect(body.users[0]).toEqual({
      ...{ user_id: users[0], email: "a@example.com", name: "a@example.com", picture: expect.any(String) },
    });
    const { body: first } = await call("GET", `${path}?take=1`);
    expect((await call("GET", `${path}?take=1&from=${first.next}`)).body).toEqual({ users: [body.users[1]] });
    const held = `/users/${encodeURIComponent(users[0] ?? "")}/roles`;
    expect((await call("GET", held)).body).toMatchObject([{ id: "rol_a" }]);
    expect((await call("DELETE", held, { roles: ["rol_a"] })).status).toBe(204);
    expect((await call("GET", path)).body).toEqual([body.users[1]]);
  });

  test("are refused if a user or the role is unknown", async () => {
    const { call, users } = await started();
    const refused = await call("POST", path, { users: [users[0], "auth0|none"] });
    expect([refused.status, refused.body.errorCode]).toEqual([404, "inexistent_user"]);
    expect((await call("GET", path)).body).toEqual([]);
    expect((await call("POST", path, { users: [] })).body.errorCode).toBe("invalid_body");
    expect((await call("GET", "/roles/rol_none/users")).body).toEqual(missing);
  });

  test("need the scope of members, or those of users and roles", async () => {
    const { call, emulator, users } = await started();
    const get = async (...scopes: string[]) => (await call("GET", path, undefined, emulator.issueToken(scopes))).status;
    expect(await Promise.all([get("read:role_members"), get("read:users", "read:roles"), get("read:users")])).toEqual([
      200, 200, 403,
    ]);
    const post = async (scope: string) => (await call("POST", path, { users }, emulator.issueToken([scope]))).status;
    expect(await Promise.all([post("create:role_members"), post("update:roles"), post("read:roles")])).toEqual([
      200, 200, 403,
    ]);
  });
});

test("a role is returned without its permissions, also if a seed has them", async () => {
  const { call } = await setup({ seed: { roles: [{ id: "rol_a", name: "a", permissions: [] }] } });
  expect((await call("GET", "/roles")).body).toEqual([{ id: "rol_a", name: "a", description: "" }]);
  expect((await call("GET", "/roles/rol_a")).body).toEqual({ id: "rol_a", name: "a", description: "" });
});
