import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, type Seed, startEmulator, type WireObject } from "../../../provider/src/emulator/index.ts";

const run = promisify(execFile);
const tool = createRequire(import.meta.url).resolve("auth0-deploy-cli/lib/index.js");
const hook = join(import.meta.dirname, "without-prompts.cjs");
const kinds = ["resourceServers", "clients", "clientGrants", "databases", "connections", "organizations", "roles"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "emulator-deploy-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the tool against an emulator over HTTPS, as a process that trusts its certificate. */
async function deployTool(emulator: Emulator, args: readonly string[]): Promise<void> {
  const [ca, config] = [join(folder, "ca.pem"), join(folder, "config.json")];
  await writeFile(ca, String(emulator.cert));
  await writeFile(config, JSON.stringify({ AUTH0_INCLUDED_ONLY: kinds, AUTH0_ALLOW_DELETE: true }));
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: ca,
    AUTH0_DOMAIN: new URL(emulator.url).host,
    AUTH0_CLIENT_ID: emulator.clientId,
    AUTH0_CLIENT_SECRET: emulator.clientSecret,
  };
  await run(process.execPath, ["-r", hook, tool, ...args, "-c", config], { env, timeout: 60_000 });
}

const seed: Seed = {
  resourceServers: [
    { identifier: "https://orders.example.com", name: "Orders", scopes: [{ value: "read", description: "Read" }] },
  ],
  connections: [
    {
      name: "users",
      strategy: "auth0",
      options: { disable_signup: true, disable_self_service_change_password: false },
    },
    { name: "corp", strategy: "oidc", options: { client_id: "c", issuer: "https://idp.example.com/" } },
    { name: "partner", strategy: "samlp", options: { signInEndpoint: "https://idp.example.com/in" } },
  ],
  roles: [{ name: "admin", description: "Administrators" }],
  rolePermissions: [
    {
      role: "admin",
      permissions: [{ resource_server_identifier: "https://orders.example.com", permission_name: "read" }],
    },
  ],
  organizations: [{ name: "example", display_name: "Example" }],
  organizationConnections: [
    { organization_id: "example", connection_id: "corp", assign_membership_on_login: true, show_as_button: false },
  ],
  clients: [
    {
      client_id: "exampleclient000000000000000shop",
      name: "Shop",
      app_type: "spa",
      callbacks: ["https://shop.example.com/"],
    },
    {
      client_id: "exampleclient00000000000000000job",
      name: "Job",
      app_type: "non_interactive",
      grant_types: ["client_credentials"],
    },
  ],
  clientGrants: [
    { client_id: "exampleclient00000000000000000job", audience: "https://orders.example.com", scope: ["read"] },
  ],
};

const sorted = (objects: WireObject[]) => objects.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));

/** What a tenant holds, without what is generated. */
function holdings(emulator: Emulator) {
  const { clients, clientGrants, connections, organizations, organizationConnections, roles, rolePermissions } =
    emulator;
  const nameOf = new Map(clients.list().map(({ client_id, name }) => [client_id, name]));
  const shown = ({
    id: _,
    provisioning_ticket_url: __,
    realms: ___,
    client_id,
    client_secret: _s,
    signing_keys: _k,
    ...rest
  }: WireObject) => ({
    ...rest,
    ...(client_id !== undefined && { client: nameOf.get(client_id) }),
  });
  return {
    apis: emulator.resourceServers.list().flatMap((api) => (api.is_system ? [] : [shown(api)])),
    clients: sorted(clients.list()).map(shown),
    grants: clientGrants.list().map(shown),
    connections: connections.list().map(shown),
    roles: roles.list().map((role) => ({ ...shown(role), permissions: rolePermissions.list(String(role.id)) })),
    organizations: organizations.list().map((organization) => ({
      ...shown(organization),
      connections: organizationConnections
        .list(String(organization.id))
        .map(({ connection_id: _, organization_id: __, ...link }) => ({ organization_access_level: "none", ...link })),
    })),
  };
}

test("auth0-deploy-cli exports a tenant, fills an empty one with it, and finds nothing to do the second time", {
  timeout: 120_000,
}, async () => {
  const [source, target] = await Promise.all([startEmulator({ tls: true, seed }), startEmulator({ tls: true })]);
  try {
    await deployTool(source, ["export", "--output_folder", folder, "--format", "yaml"]);
    const exported = await readFile(join(folder, "tenant.yaml"), "utf8");
    for (const name of ["Orders", "Shop", "Job", "users", "corp", "partner", "admin", "example"])
      expect(exported).toContain(name);
    const write = ["import", "--input_file", join(folder, "tenant.yaml")];
    await deployTool(target, write);
    expect(holdings(target)).toEqual(holdings(source));
    await deployTool(target, write);
    expect(holdings(target)).toEqual(holdings(source));
    const failed = [...source.requests, ...target.requests].filter(({ status }) => Number(status) >= 400);
    expect(failed.filter(({ path }) => !/scim-configuration$/.test(path))).toEqual([]);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
});
