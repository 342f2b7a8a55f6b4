import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { startWorld, type World } from "./world.ts";

/* What users see of the client grants, the applications and the domains of an organization. */

const [organizationId, api] = ["org_0000000000000001", "https://orders.example.com"];
const grants = ["a", "b", "c"].map((name) => `cgr_${name.repeat(16)}`) as [string, string, string];

let world: World;
const warn = vi.fn();
beforeEach(() => {
  warn.mockReset();
  vi.spyOn(console, "warn").mockImplementation(warn);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const failureOf = async (args?: JsonObject) => {
  world.tenant.clearRequests();
  const steps = await world.engine.up(args ? { it: args } : {});
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (args?: JsonObject) => expect(await failureOf(args)).toBe("");
const writes = () => world.calls().filter((call) => !call.startsWith("GET"));

describe("the client grants of an organization", () => {
  beforeEach(async () => {
    world = await startWorld({}, resourceTypes.organizationClientGrants);
    world.tenant.organizations.create({ id: organizationId, name: "north" });
    world.tenant.resourceServers.create({ identifier: api });
    for (const id of grants) {
      world.tenant.clients.create({ client_id: id, name: id });
      world.tenant.clientGrants.create({ id, client_id: id, audience: api, scope: [], organization_usage: "allow" });
    }
  });
  const declared = (...all: readonly string[]) => ({ organizationId, grants: all });
  const held = () => world.tenant.clientGrants.grantsOf(organizationId).toSorted();

  test("are added and removed one by one; those of others stay", async () => {
    world.tenant.clientGrants.addTo(organizationId, [grants[2]]);
    await up(declared(grants[0], grants[1]));
    await up(declared(grants[1]));
    const path = `/api/v2/organizations/${organizationId}/client-grants`;
    expect(writes()).toEqual([`DELETE ${path}/${grants[0]}`]);
    expect(held()).toEqual([grants[1], grants[2]]);
    await up();
    expect(held()).toEqual([grants[2]]);
  });

  test("that another client added meanwhile count as added", async () => {
    await up(declared(grants[0]));
    world.tenant.clientGrants.addTo(organizationId, [grants[1]]);
    await up(declared(grants[0], grants[1], grants[2]));
    expect(held()).toEqual(grants);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });

  test("whose addition was carried out without a response are not refused at its repetition", async () => {
    world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/organizations" });
    await up(declared(grants[0]));
    expect(held()).toEqual([grants[0]]);
    expect(await world.engine.changes({ it: declared(grants[0]) })).toEqual([]);
  });

  test("that the service refuses show its own message", async () => {
    world.tenant.inject({
      ...{ kind: "status", status: 409, method: "POST", path: "/api/v2/organizations" },
      body: JSON.stringify({ statusCode: 409, error: "Conflict", message: "There are too many grants." }),
    });
    expect(await failureOf(declared(grants[0]))).toContain("There are too many grants.");
    expect(held()).toEqual([]);
  });
});

describe("the applications of an organization", () => {
  const path = `/api/v2/organizations/${organizationId}/clients`;
  const apps = Array.from({ length: 24 }, (_, n) => `app-${String(n).padStart(2, "0")}`);
  const [portal = "", job = "", theirs = ""] = apps;
  beforeEach(async () => {
    world = await startWorld({}, resourceTypes.organizationClients);
    world.tenant.organizations.create({ id: organizationId, name: "north" });
    for (const id of apps) world.tenant.clients.create({ client_id: id, name: id });
  });
  const used = (useForMemberAccess: boolean, ...ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, { useForMemberAccess }]));
  const declared = (clients: JsonObject, more: JsonObject = {}) => ({ organizationId, clients, ...more });
  const held = () =>
    Object.fromEntries(
      world.tenant.organizations
        .listOf(organizationId, "clients")
        .map(({ client_id, use_for_member_access }) => [client_id, use_for_member_access]),
    );
  const hold = (all: Readonly<Record<string, boolean>>) =>
    world.tenant.organizations.setListOf(
      organizationId,
      "clients",
      Object.entries(all).map(([client_id, use_for_member_access]) => ({ client_id, use_for_member_access })),
    );

  test("are changed by ten per call, a changed use by one PATCH; those of others stay", async () => {
    hold({ [theirs]: true });
    await up(declared(used(true, ...apps.slice(3))));
    expect(writes()).toEqual([`POST ${path}`, `POST ${path}`, `POST ${path}`]);
    await up(
      declared({ ...used(true, ...apps.slice(3, 5)), ...used(false, ...apps.slice(5, 7)), ...used(true, portal) }),
    );
    expect(writes()).toEqual([
      `POST ${path}`,
      ...[`DELETE ${path}`, `DELETE ${path}`],
      ...apps.slice(5, 7).map((id) => `PATCH ${path}/${id}`),
    ]);
    expect(held()).toEqual({
      ...{ [theirs]: true, [portal]: true },
      ...{ [apps[3] ?? ""]: true, [apps[4] ?? ""]: true, [apps[5] ?? ""]: false, [apps[6] ?? ""]: false },
    });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    await up();
    expect(held()).toEqual({ [theirs]: true });
  });

  test("can be declared in the service's form, and may omit `useForMemberAccess`", async () => {
    await up(
      declared([{ client_id: portal, use_for_member_access: true }, { client_id: job }] as unknown as JsonObject),
    );
    expect(held()).toEqual({ [portal]: true, [job]: false });
    expect(await world.engine.changes({ it: declared({ ...used(true, portal), [job]: {} }) })).toEqual([]);
    expect(
      await failureOf(declared([{ client_id: portal, use_for_members: true }] as unknown as JsonObject)),
    ).toContain("is not a property");
  });

  test("whose use another client changed are drift of that use alone", async () => {
    await up(declared(used(true, portal, job)));
    hold({ [portal]: false, [job]: true, [theirs]: true });
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "update" }]);
    await up(declared(used(true, portal, job)));
    expect(writes()).toEqual([`PATCH ${path}/${portal}`]);
    expect(held()).toEqual({ [portal]: true, [job]: true, [theirs]: true });
  });

  test("that another client added meanwhile with another use get the declared use", async () => {
    await up(declared(used(true, portal)));
    hold({ [portal]: true, [job]: false });
    await up(declared(used(true, portal, job, theirs)));
    expect(held()).toEqual({ [portal]: true, [job]: true, [theirs]: true });
  });

  test("that another client removed meanwhile are added again if their use changes", async () => {
    await up(declared(used(true, portal, job)));
    hold({ [job]: true });
    await up(declared(used(false, portal, job)));
    expect(held()).toEqual({ [portal]: false, [job]: false });
  });

  test("whose change of use got no response are read by the next run", async () => {
    await up(declared(used(true, portal)));
    world.tenant.inject({ kind: "reset-after", method: "PATCH", path });
    world.tenant.inject({ kind: "reset-after", method: "PATCH", path });
    const failure = await failureOf(declared(used(false, portal)));
    await up(declared(used(true, portal)));
    expect(held()).toEqual({ [portal]: true });
    expect(failure === "" || failure.includes("It is not known")).toBe(true);
  });

  test("with exclusive: true are the only ones; the creation warns of removals and changes", async () => {
    hold({ [portal]: false, [theirs]: true });
    await up(declared(used(true, portal), { exclusive: true }));
    const [removed = "", changed = ""] = warn.mock.calls.join().split("the creation changes entries");
    expect(removed).toContain(theirs);
    expect(removed).not.toContain(portal);
    expect(changed).toContain(portal);
    expect(held()).toEqual({ [portal]: true });
  });

  test("whose use another stack set are changed by a creation, with a warning in preview and run", async () => {
    hold({ [portal]: true, [theirs]: true });
    const said = /changes entries that exist already.*"use_for_member_access":true.* → .*"use_for_member_access":false/;
    await world.engine.preview({ it: { ...declared(used(false, portal)), [previewKey]: true } });
    expect(warn.mock.calls.join()).toMatch(said);
    warn.mockReset();
    await up(declared(used(false, portal)));
    expect(warn.mock.calls.join()).toMatch(said);
    expect(held()).toEqual({ [portal]: false, [theirs]: true });
    warn.mockReset();
    world.engine.state.clear();
    await up(declared(used(false, portal)));
    expect(warn).not.toHaveBeenCalled();
  });

  test("that do not exist are refused, and the message names the requirement", async () => {
    expect(await failureOf(declared(used(true, "gone")))).toContain("all applications must exist first");
  });
});

describe("a domain of an organization", () => {
  beforeEach(async () => {
    world = await startWorld({}, resourceTypes.organizationDiscoveryDomain);
    world.tenant.organizations.create({ id: organizationId, name: "north" });
  });
  const domain = { organizationId, domain: "north.example.com" };
  const stored = () => world.tenant.organizations.listOf(organizationId, "discovery_domains")[0];

  test("is verified only on demand, and then each check warns", async () => {
    await up(domain);
    expect(
      world.tenant.requests.find(({ method, path }) => method === "POST" && path.includes("discovery"))?.body,
    ).toEqual({ domain: domain.domain });
    expect(stored()).toMatchObject({ status: "pending" });
    expect(warn).not.toHaveBeenCalled();
    await up({ ...domain, status: "verified" });
    expect(stored()).toMatchObject({ status: "verified" });
    expect(warn.mock.calls.flat().join("\n")).toMatch(/status: the service takes `verified` on the program's word/);
    await up(domain);
    expect(stored()).toMatchObject({ status: "verified" });
  });

  test("outputs the DNS record, and has an id with its organization", async () => {
    await up(domain);
    expect(world.engine.state.get("it")).toMatchObject({
      id: `${organizationId}::${stored()?.id}`,
      outputs: { verificationHost: stored()?.verification_host, verificationTxt: stored()?.verification_txt },
    });
  });

  test("of another organization is another object", async () => {
    const south = "org_0000000000000002";
    world.tenant.organizations.create({ id: south, name: "south" });
    await up(domain);
    await up({ ...domain, organizationId: south });
    expect(world.tenant.organizations.listOf(organizationId, "discovery_domains")).toEqual([]);
    expect(world.tenant.organizations.listOf(south, "discovery_domains")).toHaveLength(1);
  });

  test("cannot be read by an id without its organization", async () => {
    await expect(world.port.read("ord_0000000000000000000001", {})).rejects.toThrow(
      /is not the id of a discovery domain of an organization: such an id has the form organizationId::id/,
    );
  });
});
