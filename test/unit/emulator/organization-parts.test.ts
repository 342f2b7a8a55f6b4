import { afterEach, describe, expect, test } from "vitest";
import { oldTenant } from "../../../provider/src/emulator/index.ts";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const ids = ["org_0000000000000001", "org_0000000000000002"] as const;
const seed = {
  organizations: [
    { id: ids[0], name: "one" },
    { id: ids[1], name: "two" },
  ],
};
const organization = `/organizations/${ids[0]}`;
const missing = (message: string) => ({ statusCode: 404, error: "Not Found", message });
const noOrganization = missing("No organization found by that id or name");

describe("an organization", () => {
  test("is returned without its connections, grants, domains and applications, also if a seed has them", async () => {
    const parts = { connections: [], enabled_connections: [], client_grants: [], discovery_domains: [], clients: [] };
    const { call } = await setup({ seed: { organizations: [{ id: ids[0], name: "one", ...parts }] } });
    const shown = { id: ids[0], name: "one" };
    expect((await call("GET", organization)).body).toEqual(shown);
    expect((await call("GET", "/organizations")).body).toEqual([shown]);
    expect((await call("GET", "/organizations/name/one")).body).toEqual(shown);
    expect((await call("PATCH", organization, { display_name: "One" })).body).toEqual({
      ...shown,
      display_name: "One",
    });
  });

  test("is read by a token for summaries, too", async () => {
    const { call, emulator } = await setup({ seed });
    const token = emulator.issueToken(["read:organizations_summary"]);
    for (const path of ["/organizations", organization]) {
      expect((await call("GET", path, undefined, token)).status).toBe(200);
    }
  });

  test.each([[{}], [null]])(
    "loses its metadata by %j, and the key with it; an omitted key is removed",
    async (empty) => {
      const { call } = await setup({ seed });
      await call("PATCH", organization, { metadata: { a: "1", b: "2" } });
      expect((await call("PATCH", organization, { metadata: { b: "3" } })).body.metadata).toEqual({ b: "3" });
      expect((await call("PATCH", organization, { display_name: "One" })).body.metadata).toEqual({ b: "3" });
      expect((await call("PATCH", organization, { metadata: empty })).body).not.toHaveProperty("metadata");
    },
  );

  test("is deleted with its roles", async () => {
    const { call } = await setup({ seed });
    const { body } = await call("POST", "/roles", { name: "owned", type: "organization", owner_id: ids[0] });
    expect((await call("DELETE", organization)).status).toBe(204);
    expect((await call("GET", `/roles/${body.id}`)).body).toEqual(missing("The role does not exist."));
  });
});

describe("the discovery domains of an organization", () => {
  const path = `${organization}/discovery-domains`;
  const id = expect.stringMatching(/^ord_[a-zA-Z0-9]{22}$/);

  test("are created with 201 and their verification, found by id and by name, changed, and deleted with 204", async () => {
    const { call, emulator } = await setup({ seed });
    const { status, body } = await call("POST", path, { domain: "example.com" });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id, domain: "example.com", status: "pending", use_for_organization_discovery: true },
        verification_host: `_ss-verification.${ids[0]}.example.com`,
        verification_txt: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect((await call("GET", `${path}/${body.id}`)).body).toEqual(body);
    expect((await call("GET", `${path}/name/example.com`)).body).toEqual(body);
    expect((await call("GET", path)).body).toEqual({ domains: [body] });
    const verified = { ...body, status: "verified" };
    expect((await call("PATCH", `${path}/${body.id}`, { status: "verified" })).body).toEqual(verified);
    const copy = await setup({ seed: emulator.export() });
    expect((await copy.call("GET", path)).body).toEqual({ domains: [verified] });
    expect((await call("DELETE", `${path}/${body.id}`)).status).toBe(204);
    expect((await call("GET", `${path}/${body.id}`)).body).toEqual(missing("No organization domain found by that id"));
    expect((await call("GET", path)).body).toEqual({ domains: [] });
  });

  test("are unique, paged by cursor, and 100 at most", async () => {
    const { call } = await setup({ seed });
    for (let n = 0; n < 100; n += 1) await call("POST", path, { domain: `d${n}.example.com` });
    expect((await call("POST", path, { domain: "d0.example.com" })).status).toBe(409);
    expect((await call("POST", path, { domain: "d100.example.com" })).body.errorCode).toBe("too_many_entities");
    const { body: first } = await call("GET", `${path}?take=60`);
    const { body: second } = await call("GET", `${path}?take=60&from=${first.next}`);
    expect([first.domains.length, second.domains.length, second.next]).toEqual([60, 40, undefined]);
  });

  test.each([
    ["POST", "", {}],
    ["POST", "", { domain: "a.example.com", verification_txt: "x" }],
    ["POST", "", { domain: "a.example.com", status: "ready" }],
    ["PATCH", "/ID", { domain: "b.example.com" }],
  ])("%s %s %j is refused", async (method, below, sent) => {
    const { call } = await setup({ seed });
    const { body } = await call("POST", path, { domain: "example.com" });
    const refused = await call(method, `${path}${below.replace("ID", body.id)}`, sent);
    expect([refused.status, refused.body.errorCode]).toEqual([400, "invalid_body"]);
  });

  test("are a 404 if the organization is unknown", async () => {
    const { call } = await setup();
    expect((await call("GET", path)).body).toEqual(noOrganization);
    expect((await call("POST", path, { domain: "example.com" })).body).toEqual(noOrganization);
  });
});

test("an older tenant returns neither the use of a discovery domain nor the settings of databases", async () => {
  const database = { id: "con_0000000000000001", name: "users", strategy: "auth0" };
  const { call } = await setup({ traits: oldTenant, seed: { ...seed, connections: [database] } });
  const { body: domain } = await call("POST", `${organization}/discovery-domains`, { domain: "example.com" });
  expect(domain).not.toHaveProperty("use_for_organization_discovery");
  const { body } = await call("POST", `${organization}/enabled_connections`, { connection_id: database.id });
  expect(body).toEqual({
    ...{ connection_id: database.id, assign_membership_on_login: false },
    connection: { name: "users", strategy: "auth0" },
  });
});

describe("the applications of an organization", () => {
  const path = `${organization}/clients`;
  const clients = [
    { client_id: "a", name: "A" },
    { client_id: "b", name: "B" },
    { client_id: "c", name: "C" },
  ];
  const shown = (client_id: string, use_for_member_access: boolean) => ({
    ...{ client_id, use_for_member_access },
    client: { name: client_id.toUpperCase(), is_first_party: true, grant_types: expect.any(Array) },
  });

  test("are added with 201 and an array, changed one by one, and removed by a body with 204", async () => {
    const { call } = await setup({ seed: { ...seed, clients } });
    const sent = { clients: [{ client_id: "a", use_for_member_access: true }, { client_id: "b" }] };
    const { status, body } = await call("POST", path, sent);
    expect([status, body]).toEqual([201, [shown("a", true), shown("b", false)]]);
    expect((await call("GET", path)).body).toEqual({ clients: body });
    expect((await call("GET", `${path}/a`)).body).toEqual(shown("a", true));
    expect((await call("PATCH", `${path}/b`, { use_for_member_access: true })).body).toEqual(shown("b", true));
    expect((await call("GET", "/organizations?include_client_association_for=b")).body).toEqual([
      { ...seed.organizations[0], client: { use_for_member_access: true } },
      seed.organizations[1],
    ]);
    expect((await call("DELETE", path, { clients: ["a", "none"] })).status).toBe(204);
    expect((await call("DELETE", "/clients/b")).status).toBe(204);
    expect((await call("GET", path)).body).toEqual({ clients: [] });
  });

  test("are 10 at most per call, and one existing application makes the whole call a 409", async () => {
    const { call } = await setup({ seed: { ...seed, clients } });
    await call("POST", path, { clients: [{ client_id: "a" }] });
    const { status } = await call("POST", path, { clients: [{ client_id: "b" }, { client_id: "a" }] });
    expect(status).toBe(409);
    expect((await call("GET", path)).body.clients).toHaveLength(1);
    const many = Array.from({ length: 11 }, (_, n) => ({ client_id: `${n}` }));
    expect((await call("POST", path, { clients: many })).body.errorCode).toBe("invalid_body");
    expect((await call("POST", path, { clients: [{ client_id: "none" }] })).body.errorCode).toBe("inexistent_client");
  });

  test("need scopes of their own", async () => {
    const { call, emulator } = await setup({ seed });
    const { body } = await call("GET", path, undefined, emulator.issueToken(["read:organizations"]));
    expect(body).toEqual({
      ...{ statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope" },
      message: "Insufficient scope, expected any of: read:organization_clients",
    });
  });
});

test("the grants of an organization are added with grant_id, and listed with id and totals", async () => {
  const grant = { id: "cgr_0000000000000001", client_id: "a", audience: "urn:a", scope: ["read"] };
  const { call } = await setup({
    seed: {
      ...seed,
      clients: [{ client_id: "a", name: "A" }],
      resourceServers: [{ identifier: "urn:a", scopes: [{ value: "read" }] }],
      clientGrants: [grant],
    },
  });
  const path = `${organization}/client-grants`;
  const { id, ...others } = grant;
  expect(await call("POST", path, { grant_id: id })).toMatchObject({ status: 201, body: { grant_id: id, ...others } });
  expect((await call("POST", path, { grant_id: id })).status).toBe(409);
  expect((await call("GET", `${path}?page=0&per_page=50&include_totals=true`)).body).toEqual({
    ...{ client_grants: [grant], start: 0, limit: 50, total: 1 },
  });
  expect((await call("GET", `${path}?audience=urn:none&include_totals=true&per_page=50`)).body.client_grants).toEqual(
    [],
  );
  expect((await call("GET", `${path}?grant_ids=${id}&grant_ids=other`)).body).toHaveLength(1);
  expect((await call("POST", path, { grant_id: "none" })).status).toBe(404);
  for (let times = 0; times < 2; times += 1) expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
});

test("an unknown invitation is a 404 with a code, and the list with totals has no total", async () => {
  const { call } = await setup({ seed });
  expect((await call("GET", `${organization}/invitations/uinv_0000000000000001`)).body).toEqual({
    ...missing("The invitation does not exist."),
    errorCode: "inexistent_invitation",
  });
  expect((await call("GET", `${organization}/invitations?per_page=50&include_totals=true`)).body).toEqual({
    ...{ invitations: [], start: 0, limit: 50 },
  });
});

test("roles that a user got before joining the organization apply after joining", async () => {
  const { call } = await setup({ seed: { ...seed, roles: [{ id: "rol_a", name: "a" }] } });
  const { body: user } = await call("POST", "/users", { connection: "users", email: "a@example.com" });
  const path = `${organization}/members/${encodeURIComponent(user.user_id)}/roles`;
  expect((await call("POST", path, { roles: ["rol_a"] })).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
  await call("POST", `${organization}/members`, { members: [user.user_id] });
  expect((await call("GET", path)).body).toMatchObject([{ id: "rol_a" }]);
});
