import { afterEach, describe, expect, test } from "vitest";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const seed = {
  roles: [
    { id: "rol_a", name: "a" },
    { id: "rol_b", name: "b" },
  ],
  resourceServers: [
    { identifier: "urn:a", name: "A", scopes: [{ value: "write" }, { value: "read", description: "Read" }] },
    { identifier: "urn:b", name: "B", scopes: [{ value: "read" }] },
  ],
};
const path = "/roles/rol_a/permissions";
const permission = (permission_name: string, resource_server_identifier = "urn:a") => ({
  resource_server_identifier,
  permission_name,
});

describe("the permissions of a role", () => {
  test("are added with 201 and removed with 204, also repeatedly, and are never duplicates", async () => {
    const { call, emulator } = await setup({ seed });
    const permissions = [permission("read"), permission("write")];
    for (let times = 0; times < 2; times += 1) {
      expect(await call("POST", path, { permissions })).toMatchObject({ status: 201, body: {} });
    }
    expect(emulator.rolePermissions.list("a")).toEqual(permissions);
    for (let times = 0; times < 2; times += 1) {
      expect((await call("DELETE", path, { permissions: [permission("read")] })).status).toBe(204);
    }
    expect(emulator.rolePermissions.list("rol_a")).toEqual([permission("write")]);
  });

  test("are described by their APIs, ordered by permission name, then by API", async () => {
    const { call, emulator } = await setup({ seed });
    await call("POST", path, { permissions: [permission("write"), permission("read", "urn:b"), permission("read")] });
    const read = { ...permission("read"), description: "Read", resource_server_name: "A" };
    const foreign = { ...permission("read", "urn:b"), resource_server_name: "B" };
    const write = { ...permission("write"), resource_server_name: "A" };
    expect((await call("GET", path)).body).toEqual([read, foreign, write]);
    expect((await call("GET", `${path}?include_totals=true&per_page=2&page=1`)).body).toEqual({
      total: 3,
      start: 2,
      limit: 2,
      permissions: [write],
    });
    emulator.resourceServers.update("urn:a", { name: "Renamed" });
    expect((await call("GET", path)).body[0].resource_server_name).toBe("Renamed");
  });

  test("are deleted with their scope, their API or their role", async () => {
    const { call, emulator } = await setup({ seed });
    const all = [permission("read"), permission("write"), permission("read", "urn:b")];
    await call("POST", path, { permissions: all });
    emulator.resourceServers.update("urn:a", { scopes: [{ value: "read" }] });
    expect(emulator.rolePermissions.list("rol_a")).toEqual([all[0], all[2]]);
    emulator.resourceServers.delete("urn:b");
    expect(emulator.rolePermissions.list("rol_a")).toEqual([all[0]]);
    emulator.roles.delete("rol_a");
    const { status, body } = await call("GET", path);
    expect([status, body.message]).toEqual([404, "The role does not exist."]);
  });

  test.each([
    ["API", permission("read", "urn:none"), "The resource server does not exist: 'urn:none'"],
    ["scope", permission("delete"), "The permission does not exist: 'delete'"],
  ])("are a 404 if the %s is unknown, and none is added", async (_, unknown, message) => {
    const { call, emulator } = await setup({ seed });
    const { status, body } = await call("POST", path, { permissions: [permission("read"), unknown] });
    expect([status, body.message]).toEqual([404, message]);
    expect(emulator.rolePermissions.list("rol_a")).toEqual([]);
    expect((await call("DELETE", path, { permissions: [unknown] })).status).toBe(204);
  });

  test.each([
    [{}],
    [{ permissions: null }],
    [{ permissions: [] }],
    [{ permissions: ["read"] }],
    [{ permissions: [{ permission_name: "read" }] }],
    [{ permissions: [{ ...permission("read"), description: "Read" }] }],
  ])("are refused as %j, by POST and DELETE", async (sent) => {
    const { call } = await setup({ seed });
    for (const method of ["POST", "DELETE"]) {
      const { status, body } = await call(method, path, sent);
      expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
    }
  });

  test("are in the seed that an emulator exports", async () => {
    const { call, emulator } = await setup({ seed });
    await call("POST", path, { permissions: [permission("read")] });
    const { emulator: other } = await setup({ seed: emulator.export() });
    expect(other.rolePermissions.list("a")).toEqual([permission("read")]);
    expect(other.rolePermissions.list("b")).toEqual([]);
  });

  test("are 1,000 at most, 50 to a page, in the order of their names as text across pages", async () => {
    const { call } = await setup({ seed });
    const scopes = Array.from({ length: 1000 }, (_, n) => ({ value: `permission:${n}` }));
    const id = (await call("GET", "/resource-servers/urn:a")).body.id;
    await call("PATCH", `/resource-servers/${id}`, { scopes });
    const names = scopes.map(({ value }) => value);
    expect((await call("POST", path, { permissions: names.map((name) => permission(name)) })).status).toBe(201);
    const refused = await call("POST", path, { permissions: [permission("read", "urn:b")] });
    expect([refused.status, refused.body.errorCode]).toEqual([403, "too_many_entities"]);
    const listed: string[] = [];
    for (let page = 0; page < 20; page += 1) {
      const { body } = await call("GET", `${path}?page=${page}`);
      listed.push(...body.map(({ permission_name }: { permission_name: string }) => permission_name));
    }
    expect(listed).toEqual(names.toSorted());
  });

  test("are refused if they are null, with the property's description", async () => {
    const { call } = await setup({ seed });
    expect((await call("POST", path, { permissions: null })).body).toEqual({
      ...{ statusCode: 400, error: "Bad Request", errorCode: "invalid_body" },
      message:
        "Payload validation error: 'Expected type array but found type null' on property permissions (array of " +
        "resource_server_identifier, permission_name pairs).",
    });
  });
});
