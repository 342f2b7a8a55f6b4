import { expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { both, configure, held, platform, team, tenant, unchanged, withTeams } from "../e2e/teams.ts";
import { withWorld } from "../e2e/world.ts";

/** The example of two teams on one tenant, with the real CLI. Every test continues where the one before ended. */
withTeams();
const of = withWorld();

test("the team can apply before the platform; afterwards both find no change", async () => {
  await team.run(upNow);
  await platform.run(upNow);
  expect(held()).toEqual(both);
  await Promise.all([platform.run(unchanged), team.run(unchanged)]);
});

test("both teams apply at the same time, and neither undoes the other's changes", async () => {
  await configure(platform, { scopes: { "read:orders": "Read", "write:orders": "" }, clients: ["portal", "shop"] });
  await configure(team, { scopes: { "read:refunds": "" }, clients: ["refunds", "clerk"] });
  await Promise.all([platform.run(upNow), team.run(upNow)]);
  expect(held()).toEqual({
    scopes: ["read:orders", "read:refunds", "write:orders"],
    clients: ["clerk", "portal", "refunds", "shop"],
    roles: both.roles,
  });
  await Promise.all([platform.settled(), team.settled()]);
});

test("a destroy by one team removes exactly its own members, and keeps the other team's", async () => {
  await team.destroy();
  expect(held()).toEqual({
    scopes: ["read:orders", "write:orders"],
    clients: ["portal", "shop"],
    roles: ["rol_0000000000000001"],
  });
  await platform.settled();
});

test("each team sees drift of its own members only; the preview shows the missing one", async () => {
  await configure(platform, { scopes: { "read:orders": "Read", "write:orders": "" } });
  await configure(team, { scopes: { "read:refunds": "" } });
  await platform.run(upNow);
  await team.run(upNow);
  tenant.resourceServers.update("https://orders.example.com", {
    scopes: [{ value: "read:orders", description: "Read" }, { value: "write:orders" }, { value: "other" }],
  });
  await platform.run(unchanged);
  const { code, stdout } = await team.run(unchanged, { expect: "any" });
  expect(code).toBe(7);
  expect(stdout).toMatch(/\+ read:refunds: ""/);
  expect(stdout).not.toContain("write:orders");
  await team.run([...upNow, "--refresh"]);
  expect(held().scopes).toEqual(["other", "read:orders", "read:refunds", "write:orders"]);
});

test("enabledClients of a Connection beside ConnectionClients is refused, before and after the connection exists", async () => {
  const { stack: beside } = of();
  const fight = /Connection "mine"|connection "mine"/;
  const program = (enabledClients?: readonly string[]) => ({
    mine: {
      kind: "Connection" as const,
      args: {
        name: "mine",
        strategy: "oidc",
        options: { client_id: "mine" },
        ...(enabledClients && { enabledClients }),
      },
    },
    some: { kind: "ConnectionClients" as const, args: { clients: ["app"] }, idsOf: { connectionId: "mine" } },
  });
  await beside.declare(program(["web"]));
  const first = await beside.run(["preview"], { expect: "any" });
  expect(first.code).not.toBe(0);
  expect(first.stdout + first.stderr).toMatch(fight);
  await beside.up(program());
  await beside.declare(program(["web"]));
  const second = await beside.run(["preview"], { expect: "any" });
  expect(second.code).not.toBe(0);
  expect(second.stdout + second.stderr).toMatch(/would remove each other's additions/);
  await beside.destroy();
});
