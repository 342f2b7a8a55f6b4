import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Declared } from "../e2e/project/index.ts";
import { type Program, upNow } from "../e2e/project.ts";
import { connection, identifier, withWorld } from "../e2e/world.ts";

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
  await of().up(program("-new", { adopt: true }));
  first = atTenant();
});

test("the program is rolled back after such a run, without a refresh", async () => {
  const { stack, refused } = of();
  await stack.declare(failing(program("-newer", { adopt: true })));
  await refused(upNow);
  await stack.up(program("-new", { adopt: true }));
  expect(atTenant()).toEqual(first);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("a state that was edited by hand has each entry twice: the copies only leave the state", async () => {
  const { stack } = of();
  const state = await stack.export();
  const { resources = [] } = state.deployment;
  const copies = resources
    .filter(({ type }) => /dynamic\/tenant/.test(type))
    .map((resource) => ({ ...resource, urn: resource.urn.replace(/-new$/, "-copy") }));
  const file = join(stack.folder, "edited.json");
  await writeFile(
    file,
    JSON.stringify({ ...state, deployment: { ...state.deployment, resources: [...resources, ...copies] } }),
  );
  await stack.run(["stack", "import", "--file", file]);
  await rm(file);
  expect(await namesInState()).toHaveLength(10);
  await stack.up(program("-new", { adopt: true }));
  expect(atTenant()).toEqual(first);
  expect(await namesInState()).toHaveLength(5);
});

test("forced replacements still delete, but nothing that the new entry has", async () => {
  const { stack, up } = of();
  const forced = (change: object) => ({
    ...program("-new", { adopt: true }),
    "api-new": { args: { identifier, ...change }, opts: { replaceOnChanges: ["name"] } },
    "alice-new": {
      kind: "OrganizationMemberRoles" as const,
      args: { organizationId, userId, roles: roles.slice(0, 1) },
      opts: { replaceOnChanges: ["roles"] },
    },
  });
  await up(forced({ name: "Replaced" }));
  expect(atTenant().api).not.toBe(first.api);
  expect(atTenant().api).toBeDefined();
  expect(atTenant().roles).toEqual(roles.slice(0, 1));
  await stack.run([...upNow, "--replace", "**OrganizationMemberRoles::alice-new"]);
  expect(atTenant().roles).toEqual(roles.slice(0, 1));
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});
