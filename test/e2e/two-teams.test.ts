import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { createStack, type Stack } from "../harness/stack.ts";
import { environmentOf, type TestStack, testStack, upNow } from "./project.ts";

/** The example of two teams on one tenant, with the real CLI; every test goes on where the one before ended. */
const example = join(import.meta.dirname, "../../examples/two-teams");
const connectionId = "con_0000000000000001";
const organizationId = "org_0000000000000001";
const userId = "auth0|000000000000000000000001";

let tenant: Emulator;
let platform: Stack;
let team: Stack;
let beside: TestStack;
beforeAll(async () => {
  tenant = await startEmulator({ seed: join(example, "tenant.json"), latencyMs: { min: 1, max: 30 } });
  const stackOf = (project: string) =>
    createStack({
      projectDir: join(example, project),
      name: `e2e-${randomUUID().slice(0, 8)}`,
      env: environmentOf(tenant),
    });
  [platform, team, beside] = await Promise.all([stackOf("platform"), stackOf("team"), testStack(tenant)]);
  await configure(platform, { organizationId, userId });
  await configure(team, { organizationId, userId, connectionId });
});
afterAll(async () => {
  await Promise.all([platform?.remove(), team?.remove(), beside?.remove()]);
  await tenant?.close();
});

async function configure(stack: Stack, values: Readonly<Record<string, unknown>>): Promise<void> {
  const pairs = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  await stack.run(["config", "set-all", ...pairs.flatMap(([key, value]) => ["--plaintext", `${key}=${value}`])]);
}

function held() {
  const scopes = tenant.resourceServers.get("https://orders.example.com")?.scopes as { value: string }[];
  const roles = tenant.organizationMembers.get(organizationId, userId)?.roles as string[];
  return {
    scopes: (scopes ?? []).map(({ value }) => value).toSorted(),
    clients: tenant.connections.clientsOf(connectionId),
    roles: roles.toSorted(),
  };
}

const both = {
  scopes: ["create:refunds", "read:orders"],
  clients: ["portal", "refunds"],
  roles: ["rol_0000000000000001", "rol_0000000000000002"],
};
const unchanged = ["preview", "--refresh", "--diff", "--expect-no-changes"];

test("the team can apply before the platform; then both find nothing to do", async () => {
  await team.run(upNow);
  await platform.run(upNow);
  expect(held()).toEqual(both);
  await Promise.all([platform.run(unchanged), team.run(unchanged)]);
});

test("both apply at the same time, and neither undoes the other", async () => {
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

test("each sees the drift of its own part only, and the preview shows the member that is missing", async () => {
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

test("a destroy takes away what the one declares; what the other declares is there, and nothing else of the two", async () => {
  await team.destroy();
  expect(held()).toEqual({
    scopes: ["other", "read:orders", "write:orders"],
    clients: ["portal", "shop"],
    roles: ["rol_0000000000000001"],
  });
  await platform.settled();
});

test("a Connection with enabledClients beside ConnectionClients is refused, before the connection exists and after", async () => {
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
  expect(second.stdout + second.stderr).toMatch(/would take them from each other/);
  await beside.destroy();
});
