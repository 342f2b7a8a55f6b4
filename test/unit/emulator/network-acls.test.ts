import { afterEach, describe, expect, test } from "vitest";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const path = "/network-acls";
const rule = { action: { block: true }, scope: "authentication", match: { asns: [1] } };
const acl = { description: "Block", active: true, priority: 10, rule };
const id = expect.stringMatching(/^acl_[a-zA-Z0-9]{22}$/);
const times = { created_at: expect.any(String), updated_at: expect.any(String) };

describe("a network ACL", () => {
  test("is created with 201, and read by id with tenant_id and deleted_at", async () => {
    const { call } = await setup();
    const { status, body } = await call("POST", path, acl);
    expect([status, body]).toEqual([201, { id, ...acl, ...times }]);
    expect((await call("GET", `${path}/${body.id}`)).body).toEqual({
      ...{ ...body, tenant_id: expect.any(String), deleted_at: null },
    });
    expect((await call("GET", `${path}?page=0&per_page=50&include_totals=true`)).body).toEqual({
      ...{ network_acls: [body], start: 0, limit: 50, total: 1 },
    });
  });

  test("has the priority 50 unless another is sent, and each priority is taken once", async () => {
    const { call } = await setup();
    const { priority: _, ...others } = acl;
    expect((await call("POST", path, others)).body.priority).toBe(50);
    expect((await call("POST", path, { ...acl, priority: 50 })).body).toEqual({
      ...{ statusCode: 409, error: "Conflict" },
      message: "A Network ACL with this priority number has already been created.",
    });
  });

  test("is replaced by a PUT, which needs all properties, and kept in part by a PATCH", async () => {
    const { call } = await setup();
    const { body } = await call("POST", path, { ...acl, rule: { ...rule, not_match: { asns: [2] } } });
    const own = `${path}/${body.id}`;
    const put = await call("PUT", own, acl);
    expect([put.status, put.body.rule]).toEqual([200, rule]);
    expect((await call("PUT", own, { rule })).status).toBe(400);
    const patched = await call("PATCH", own, { active: false });
    expect([patched.status, patched.body]).toMatchObject([200, { ...acl, active: false }]);
  });

  test("is deleted with 200 and a code, then returns 404", async () => {
    const { call } = await setup();
    const { body } = await call("POST", path, acl);
    const deleted = await call("DELETE", `${path}/${body.id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { code: 204, object: "" }]);
    const missing = { statusCode: 404, error: "Not Found", message: "NetworkACL with this ID was not found" };
    for (const method of ["GET", "DELETE"]) expect((await call(method, `${path}/${body.id}`)).body).toEqual(missing);
  });

  test("has an id of its own form", async () => {
    const { call } = await setup();
    const { status, body } = await call("GET", `${path}/another`);
    expect([status, body.errorCode]).toEqual([400, "invalid_uri"]);
    expect((await call("GET", `${path}/11111111-1111-4111-8111-111111111111`)).status).toBe(404);
  });

  test.each([
    [{ action: { redirect: true } }, "Payload validation error: Action type of `redirect` requires a `redirect_uri`"],
    [
      { match: { auth0_managed: ["auth0.other"] } },
      "Invalid curated list name(s): auth0.other. Allowed curated list names are: auth0.low_reputation, auth0.icloud_relay_proxy",
    ],
    [{ action: { block: true, log: true } }, expect.any(String)],
    [{ match: {} }, expect.any(String)],
    [{ match: { asns: [] } }, expect.any(String)],
    [{ match: { asns: [1, 1] } }, expect.any(String)],
    [{ match: { asns: Array.from({ length: 21 }, (_, n) => n) } }, expect.any(String)],
    [{ scope: "all" }, expect.any(String)],
  ])("%j is refused", async (more, message) => {
    const { call } = await setup();
    const { status, body } = await call("POST", path, { ...acl, rule: { ...rule, ...more } });
    expect([status, body]).toEqual([
      400,
      { statusCode: 400, error: "Bad Request", message, errorCode: "invalid_body" },
    ]);
  });
});
