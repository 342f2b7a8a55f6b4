import { expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { configure, held, platform, team, tenant, unchanged, withTeams } from "../e2e/teams.ts";
import { withWorld } from "../e2e/world.ts";

withTeams();
const of = withWorld();

test("each sees the drift of its own part only, and the preview shows the member that is missing", async () => {
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

test("a Connection with enabledClients beside ConnectionClients is refused, before the connection exists and after", async () => {
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
  expect(second.stdout + second.stderr).toMatch(/would remove each other's/);
  await beside.destroy();
});
