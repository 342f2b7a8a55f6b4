import { beforeAll } from "vitest";
import type { Declared } from "./project/index.ts";
import type { Program } from "./project.ts";
import { connection, identifier, type World, withWorld } from "./world.ts";

export const organizationId = "org_0000000000000001";
export const userId = "auth0|000000000000000000000001";
const connectionId = "con_0000000000000001";
const taken = "https://taken.example.com";
export const roles = ["rol_0000000000000001", "rol_0000000000000002"];

const seed = {
  organizations: [{ id: organizationId, name: "customer" }],
  roles: roles.map((id) => ({ id, name: id })),
  organizationMembers: [{ organization_id: organizationId, user_id: userId }],
  connections: [{ id: connectionId, name: "shared", strategy: "oidc", options: { client_id: "a" } }],
};

/** A program of one object of each kind, whose resources have this suffix in their names. */
export function program(suffix: string, more: object = {}): Record<string, Declared> {
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
export function failing(declared: Record<string, Declared>): Program {
  return { ...declared, bad: { args: { identifier: taken }, dependsOn: Object.keys(declared) } };
}

let world: () => World;
/** What the first program has made. */
export let first: ReturnType<typeof atTenant>;

/** A tenant and a stack for all tests of a file, with the objects of a program. */
export function withObjects(declared: Program): () => World {
  world = withWorld({ seed });
  beforeAll(async () => {
    world().tenant.resourceServers.create({ identifier: taken });
    await world().up(declared);
    first = atTenant();
  });
  return world;
}

export const atTenant = () => {
  const { tenant } = world();
  return {
    api: tenant.resourceServers.get(identifier)?.id,
    corp: tenant.connections.get("corp")?.id,
    profile: tenant.tokenExchangeProfiles.get("urn:example:partner")?.id,
    roles: tenant.organizationMembers.get(organizationId, userId)?.roles,
    clients: tenant.connections.clientsOf(connectionId),
  };
};
export const namesInState = async () => {
  const { resources = [] } = (await world().stack.export()).deployment;
  return resources
    .flatMap(({ urn, type }) => (/dynamic\/tenant/.test(type) ? [urn.split("::").at(-1)] : []))
    .toSorted();
};
