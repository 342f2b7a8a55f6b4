import { expect, test } from "vitest";
import { upNow } from "./project.ts";
import { withWorld } from "./world.ts";

/** Creations that the tenant answers with 503, and objects of the same name that another team has. */
const of = withWorld();

const portal = { kind: "Client", args: { name: "Portal" } } as const;
const reader = { kind: "Role", args: { name: "reader" } } as const;

test("an outage takes over nothing of another team: the up fails, as the preview says, and a destroy deletes none of it", async () => {
  const { tenant, stack, refused } = of();
  tenant.clients.create({ name: "Portal" });
  tenant.roles.create({ name: "reader" });
  const held = () => [tenant.clients.list(), tenant.roles.list()];
  const before = held();
  await stack.declare({ portal, reader });
  const { stdout } = await stack.run(["preview"]);
  expect(stdout).toMatch(/will fail here: role "reader" exists already/);
  expect(stdout).toMatch(/application "Portal" exists already .* makes another one of the same name/);
  for (const path of ["/api/v2/clients", "/api/v2/roles"])
    tenant.inject({ kind: "status", status: 503, method: "POST", path });
  const said = await refused([...upNow, "--continue-on-error"]);
  expect(said).toMatch(/Whether application "Portal" exists is not known\. It is not sent again now/);
  expect(said).toMatch(/role "reader" exists already/);
  expect(held()).toEqual(before);
  expect(await stack.entry("reader")).toBeUndefined();
  expect((await stack.entry("portal"))?.id).toBe("unconfirmed:Portal");
  await stack.destroy();
  expect(held()).toEqual(before);
  tenant.clients.delete(String(before[0]?.[0]?.client_id));
});

test("an unconfirmed creation ends with TENANT_ADOPT=true pulumi up --refresh", async () => {
  const { tenant, stack, refused, settled } = of();
  tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/clients" });
  await stack.declare({ portal });
  expect(await refused(upNow)).toMatch(/not sent again now/);
  expect(await refused(["up", "--yes", "--refresh"])).toMatch(/TENANT_ADOPT=true pulumi up --refresh/);
  await stack.run(["up", "--yes", "--refresh"], { env: { TENANT_ADOPT: "true" } });
  const [ours, ...others] = tenant.clients.list();
  expect(others).toEqual([]);
  expect((await stack.entry("portal"))?.id).toBe(ours?.client_id);
  await settled();
  await stack.destroy();
  expect(tenant.clients.list()).toEqual([]);
});
