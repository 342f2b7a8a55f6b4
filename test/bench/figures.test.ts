import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { connectionKind } from "../../provider/src/lifecycle/connection.ts";
import type { Kind } from "../../provider/src/lifecycle/kind.ts";
import { organizationMemberRolesKind } from "../../provider/src/lifecycle/organization-member-roles.ts";
import { resourceServerKind } from "../../provider/src/lifecycle/resource-server.ts";
import type { JsonObject } from "../../provider/src/model/json.ts";
import { startWorld } from "../lifecycle/world.ts";

/** The figures that README and issues claim, measured: `npm run bench`. */
const organizationId = "org_0000000000000001";
const userId = "auth0|000000000000000000000001";
const member = { organizationId, userId };

const cases: {
  name: string;
  kind: Kind;
  first: JsonObject;
  second: JsonObject;
  prepare?: (tenant: Emulator) => void;
}[] = [
  {
    name: "ResourceServer",
    kind: resourceServerKind,
    first: { identifier: "https://orders.example.com", scopes: { "read:orders": "Read", "write:orders": "Write" } },
    second: { identifier: "https://orders.example.com", scopes: { "read:orders": "Read" } },
  },
  {
    name: "Connection",
    kind: connectionKind,
    first: { name: "corp", strategy: "oidc", options: { issuer: "https://idp.example.com/", client_id: "a" } },
    second: { name: "corp", strategy: "oidc", options: { issuer: "https://idp.example.com/", client_id: "b" } },
  },
  {
    name: "OrganizationMemberRoles",
    kind: organizationMemberRolesKind,
    first: { ...member, roles: ["rol_0000000000000001"] },
    second: { ...member, roles: ["rol_0000000000000002"] },
    prepare(tenant) {
      tenant.organizations.create({ id: organizationId, name: "example" });
      tenant.organizationMembers.add(organizationId, userId);
      for (const n of [1, 2]) tenant.roles.create({ id: `rol_000000000000000${n}`, name: `role ${n}` });
    },
  },
];

test.each(cases)("calls and state of $name", async ({ name, kind, first, second, prepare }) => {
  const world = await startWorld({}, kind);
  try {
    prepare?.(world.tenant);
    const counted: Record<string, number> = {};
    const count = async (operation: string, run: () => Promise<unknown>) => {
      world.tenant.clearRequests();
      await run();
      counted[operation] = world.calls().length;
    };
    await count("create", () => world.engine.up({ it: first }));
    const { inputs = {}, outputs = {} } = world.engine.state.get("it") ?? {};
    await count("no-op up", () => world.engine.up({ it: first }));
    await count("refresh", () => world.engine.refresh());
    await count("update", () => world.engine.up({ it: second }));
    await count("delete", () => world.engine.up({}));
    console.log(
      `${name}: calls ${JSON.stringify(counted)}, inputs and outputs in the state ${JSON.stringify({ inputs, outputs }).length} bytes`,
    );
    expect(counted["no-op up"]).toBe(0);
  } finally {
    await world.close();
  }
});

test("what importing the package adds to the start of a program", () => {
  const root = join(import.meta.dirname, "../..");
  const timeOf = (code: string) => {
    const started = performance.now();
    execFileSync(process.execPath, ["-e", code], { cwd: root });
    return performance.now() - started;
  };
  const median = (code: string) => Array.from({ length: 7 }, () => timeOf(code)).toSorted((a, b) => a - b)[3] ?? 0;
  const nothing = median("");
  const sdk = median("require('@pulumi/pulumi')") - nothing;
  const both = median("require('@pulumi/pulumi'); require('pulumi-tenant')") - nothing;
  console.log(`import: the SDK and pulumi-tenant take ${(both / sdk).toFixed(2)} times as long as the SDK alone`);
  expect(both).toBeGreaterThan(0);
});
