import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { createStack, type Stack } from "../harness/stack.ts";
import { environmentOf } from "./project.ts";

const example = join(import.meta.dirname, "../../examples/two-teams");
const connectionId = "con_0000000000000001";
const organizationId = "org_0000000000000001";
const userId = "auth0|000000000000000000000001";

export let tenant: Emulator;
export let platform: Stack;
export let team: Stack;

/** The example of two teams on one tenant, for the tests of a file. */
export function withTeams(): void {
  beforeAll(async () => {
    tenant = await startEmulator({ seed: join(example, "tenant.json"), latencyMs: { min: 1, max: 30 } });
    const stackOf = (project: string) =>
      createStack({
        projectDir: join(example, project),
        name: `e2e-${randomUUID().slice(0, 8)}`,
        env: environmentOf(tenant),
      });
    [platform, team] = await Promise.all([stackOf("platform"), stackOf("team")]);
    await configure(platform, { organizationId, userId });
    await configure(team, { organizationId, userId, connectionId });
  });
  afterAll(async () => {
    await Promise.all([platform?.remove(), team?.remove()]);
    await tenant?.close();
  });
}

export async function configure(stack: Stack, values: Readonly<Record<string, unknown>>): Promise<void> {
  const pairs = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  await stack.run(["config", "set-all", ...pairs.flatMap(([key, value]) => ["--plaintext", `${key}=${value}`])]);
}

export function held() {
  const scopes = tenant.resourceServers.get("https://orders.example.com")?.scopes as { value: string }[];
  const roles = tenant.organizationMembers.get(organizationId, userId)?.roles as string[];
  return {
    scopes: (scopes ?? []).map(({ value }) => value).toSorted(),
    clients: tenant.connections.clientsOf(connectionId),
    roles: roles.toSorted(),
  };
}

export const both = {
  scopes: ["create:refunds", "read:orders"],
  clients: ["portal", "refunds"],
  roles: ["rol_0000000000000001", "rol_0000000000000002"],
};
export const unchanged = ["preview", "--refresh", "--diff", "--expect-no-changes"];
