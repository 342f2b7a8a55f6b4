import { describe, expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { withWorld } from "../e2e/world.ts";

/** Creations that the tenant answers with 503, and objects of the same name that another team has. */
const of = withWorld();

const portal = { kind: "Client", args: { name: "Portal" } } as const;
const reader = { kind: "Role", args: { name: "reader" } } as const;

test("an outage does not adopt another team's objects: the up fails as previewed, and a destroy deletes none of them", async () => {
  const { tenant, stack, refused } = of();
  tenant.clients.create({ name: "Portal" });
  tenant.roles.create({ name: "reader" });
  const held = () => [tenant.clients.list(), tenant.roles.list()];
  const before = held();
  await stack.declare({ portal, reader });
  const { stdout } = await stack.run(["preview"]);
  expect(stdout).toMatch(/will fail: role "reader" exists already/);
  expect(stdout).toMatch(/application "Portal" exists already .* creates another object with the same name/);
  for (const path of ["/api/v2/clients", "/api/v2/roles"])
    tenant.inject({ kind: "status", status: 503, method: "POST", path });
  const said = await refused([...upNow, "--continue-on-error"]);
  expect(said).toMatch(/It is not known whether application "Portal" exists\. The create request is not repeated now/);
  expect(said).toMatch(/role "reader" exists already/);
  expect(held()).toEqual(before);
  expect(await stack.entry("reader")).toBeUndefined();
  expect((await stack.entry("portal"))?.id).toBe("unconfirmed:Portal");
  await stack.destroy();
  expect(held()).toEqual(before);
  tenant.clients.delete(String(before[0]?.[0]?.client_id));
});

test("TENANT_ADOPT=true pulumi up --refresh completes an unconfirmed creation", async () => {
  const { tenant, stack, refused, settled } = of();
  tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/clients" });
  await stack.declare({ portal });
  expect(await refused(upNow)).toMatch(/create request is not repeated now/);
  expect(await refused(["up", "--yes", "--refresh"])).toMatch(/TENANT_ADOPT=true pulumi up --refresh/);
  await stack.run(["up", "--yes", "--refresh"], { env: { TENANT_ADOPT: "true" } });
  const [ours, ...others] = tenant.clients.list();
  expect(others).toEqual([]);
  expect((await stack.entry("portal"))?.id).toBe(ours?.client_id);
  await settled();
  await stack.destroy();
  expect(tenant.clients.list()).toEqual([]);
});

describe("an API that another stack created after an outage prevented its creation by this one", () => {
  const api = { args: { identifier: "https://orders.example.com", name: "Orders" } } as const;
  const path = "/api/v2/resource-servers";
  const adopting = { env: { TENANT_ADOPT: "true" } };
  const [live, outage] = [
    () => of().tenant.resourceServers.get(api.args.identifier),
    async () => {
      const { tenant, stack, refused } = of();
      tenant.inject({ kind: "status", status: 503, method: "POST", path, times: Number.POSITIVE_INFINITY });
      await stack.declare({ api });
      expect(await refused(upNow)).toMatch(
        /It is not known whether .* exists\. Run `pulumi up --refresh`: that run checks the tenant/,
      );
      tenant.clearFaults();
      return tenant.resourceServers.create(api.args);
    },
  ];

  test("is not adopted by up --refresh, whose error names the remedy, and stays when the resource is removed", async () => {
    const { stack, refused } = of();
    const theirs = await outage();
    expect(await refused(["up", "--yes", "--refresh"])).toMatch(/every value that was sent.*TENANT_ADOPT=true/);
    expect(live()).toEqual(theirs);
    await stack.declare({});
    expect((await stack.run(upNow)).stdout).toContain(`(id ${theirs.id}) stays at the tenant: it is not certain`);
    expect(live()).toEqual(theirs);
    of().tenant.resourceServers.delete(api.args.identifier);
  });

  test("is not created again after its entry is deleted: the creation is refused", async () => {
    const { stack, refused } = of();
    const theirs = await outage();
    await stack.run(["state", "delete", "--yes", (await stack.entry("api"))?.urn ?? ""]);
    expect(await refused(upNow)).toMatch(/exists already/);
    expect(live()).toEqual(theirs);
    of().tenant.resourceServers.delete(api.args.identifier);
    await stack.run(upNow);
    await stack.destroy();
  });

  test("is adopted with adopt, and then deleted by a run without the resource", async () => {
    const { stack, settled } = of();
    await outage();
    await stack.run(["up", "--yes", "--refresh"], adopting);
    expect((await stack.entry("api"))?.id).toBe(live()?.id);
    await settled();
    await stack.destroy();
    await outage();
    await stack.declare({});
    await stack.run(["up", "--yes", "--refresh"], adopting);
    expect(live()).toBeUndefined();
  });
});
