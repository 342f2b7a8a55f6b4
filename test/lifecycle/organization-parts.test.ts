import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { startWorld, type World } from "./world.ts";

/* What users see of the client grants and the domains of an organization. */

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

  test("are added and removed one by one, and those of others stay", async () => {
    world.tenant.clientGrants.addTo(organizationId, [grants[2]]);
    await up(declared(grants[0], grants[1]));
    await up(declared(grants[1]));
    const path = `/api/v2/organizations/${organizationId}/client-grants`;
    expect(writes()).toEqual([`DELETE ${path}/${grants[0]}`]);
    expect(held()).toEqual([grants[1], grants[2]]);
    await up();
    expect(held()).toEqual([grants[2]]);
  });

  test("that another client has added meanwhile count as added", async () => {
    await up(declared(grants[0]));
    world.tenant.clientGrants.addTo(organizationId, [grants[1]]);
    await up(declared(grants[0], grants[1], grants[2]));
    expect(held()).toEqual(grants);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });

  test("whose addition was carried out although the response was lost are not refused by its repetition", async () => {
    world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/organizations" });
    await up(declared(grants[0]));
    expect(held()).toEqual([grants[0]]);
    expect(await world.engine.changes({ it: declared(grants[0]) })).toEqual([]);
  });

  test("are refused for another reason with the service's own words", async () => {
    world.tenant.inject({
      ...{ kind: "status", status: 409, method: "POST", path: "/api/v2/organizations" },
      body: JSON.stringify({ statusCode: 409, error: "Conflict", message: "There are too many grants." }),
    });
    expect(await failureOf(declared(grants[0]))).toContain("There are too many grants.");
    expect(held()).toEqual([]);
  });
});

describe("a domain of an organization", () => {
  beforeEach(async () => {
    world = await startWorld({}, resourceTypes.organizationDiscoveryDomain);
    world.tenant.organizations.create({ id: organizationId, name: "north" });
  });
  const domain = { organizationId, domain: "north.example.com" };
  const stored = () => world.tenant.organizations.listOf(organizationId, "discovery_domains")[0];

  test("is verified only if the program says so, and then each check warns", async () => {
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

  test("has the DNS record as outputs, and an id with its organization", async () => {
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
