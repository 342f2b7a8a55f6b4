import { beforeAll, expect, test } from "vitest";
import type { Declared } from "./project/index.ts";
import { type Program, upNow } from "./project.ts";
import { connection, identifier, methods, withWorld } from "./world.ts";

/** Two entries of the state that represent one object. Every test continues where the one before ended. */
const organizationId = "org_0000000000000001";
const userId = "auth0|000000000000000000000001";
const connectionId = "con_0000000000000001";
const roles = ["rol_0000000000000001", "rol_0000000000000002"];

const of = withWorld({
  seed: {
    organizations: [{ id: organizationId, name: "customer" }],
    roles: roles.map((id) => ({ id, name: id })),
    organizationMembers: [{ organization_id: organizationId, user_id: userId }],
    connections: [{ id: connectionId, name: "shared", strategy: "oidc", options: { client_id: "a" } }],
  },
});

/** A program of one object of each kind, whose resources have this suffix in their names. */
function program(suffix: string, more: object = {}): Record<string, Declared> {
  const named: Program = {
    api: { args: { identifier, name: "Orders", ...more } },
    corp: connection({}, more),
    alice: { kind: "OrganizationMemberRoles", args: { organizationId, userId, roles } },
    profile: {
      kind: "TokenExchangeProfile",
      args: {
        name: "Partner",
        subjectTokenType: "urn:example:partner",
        actionId: "a",
        type: "custom_authentication",
        ...more,
      },
    },
    clients: { kind: "ConnectionClients", args: { connectionId, clients: ["web"] } },
  };
  return Object.fromEntries(Object.entries(named).map(([name, declared]) => [`${name}${suffix}`, declared]));
}

/** The same, and something that fails when all the rest is done. */
function failing(declared: Record<string, Declared>): Program {
  return { ...declared, bad: { args: { identifier: "https://taken.example.com" }, dependsOn: Object.keys(declared) } };
}

const atTenant = () => {
  const { tenant } = of();
  return {
    api: tenant.resourceServers.get(identifier)?.id,
    corp: tenant.connections.get("corp")?.id,
    profile: tenant.tokenExchangeProfiles.get("urn:example:partner")?.id,
    roles: tenant.organizationMembers.get(organizationId, userId)?.roles,
    clients: tenant.connections.clientsOf(connectionId),
  };
};
const namesInState = async () => {
  const { resources = [] } = (await of().stack.export()).deployment;
  return resources
    .flatMap(({ urn, type }) => (/dynamic\/tenant/.test(type) ? [urn.split("::").at(-1)] : []))
    .toSorted();
};

let first: ReturnType<typeof atTenant>;
beforeAll(async () => {
  of().tenant.resourceServers.create({ identifier: "https://taken.example.com" });
  await of().up(program("-old"));
  first = atTenant();
});

test("a rename that fails half-way, and the documented way out: nothing is deleted, and each removed entry is named", async () => {
  const { stack, refused } = of();
  await stack.declare(failing(program("-new", { adopt: true })));
  await refused(upNow);
  expect(await namesInState()).toHaveLength(10);

  await stack.declare(program("-new", { adopt: true }));
  const { stdout } = await stack.run([...upNow, "--refresh"], { env: { TENANT_ADOPT: "true" } });
  expect(stdout).toMatch(/resource server "https:\S+" \(id \w+\) is not deleted, because ResourceServer "api-new"/);
  expect(stdout).toMatch(/connection "corp" \(id \w+\) is not deleted, because Connection "corp-new"/);
  expect(stdout).toMatch(
    /profile "urn:example:partner" \(id \w+\) is not deleted, because TokenExchangeProfile "profile-new"/,
  );
  expect(stdout).toMatch(/is kept: OrganizationMemberRoles "alice-new" of this program also declares it/);
  expect(stdout).toMatch(/is kept: ConnectionClients "clients-new" of this program also declares it/);
  expect(atTenant()).toEqual(first);
  expect(await namesInState()).toEqual(Object.keys(program("-new")).toSorted());
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test.each(["api", "alice"])(
  "a second resource for the same object is refused in the preview, both by name; nothing is sent: %s",
  async (name) => {
    const { stack, tenant, refused } = of();
    const { [`${name}-new`]: declared = {} } = program("-new");
    await stack.declare({ [`${name}-new`]: declared, twin: declared });
    tenant.clearRequests();
    const said = await refused(["preview"]);
    const problem = said.split("\n").find((line) => line.includes("has a problem"));
    expect(problem).toContain(' "twin"');
    expect(problem).toContain(` "${name}-new"`);
    expect(methods(tenant).filter((method) => method !== "GET")).toEqual([]);
  },
);

test("a destroy of a stack with both entries ends well, and the objects are gone", async () => {
  const { stack, refused } = of();
  await stack.declare(failing(program("-last", { adopt: true })));
  await refused(upNow);
  expect((await namesInState()).length).toBeGreaterThan(5);
  await stack.destroy();
  expect(atTenant()).toEqual({ api: undefined, corp: undefined, profile: undefined, roles: [], clients: [] });
});
