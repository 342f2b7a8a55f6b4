import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { stack, tenant, withStack } from "../e2e/world.ts";
import { exec } from "../harness/exec.ts";
import { type Deployment, outerEnvironment } from "../harness/stack.ts";

/** Parts of the guide with the real CLI: a Terraform state, resources on which others depend, and what is left at the end. */
const guide = readFileSync(join(import.meta.dirname, "../../docs/migrate.md"), "utf8");

const main = join(import.meta.dirname, "../../provider/dist/commands/main.js");
const identifier = "https://orders.example.com";
const program = { orders: { args: { identifier, name: "Orders" } } };
withStack({ seed: { resourceServers: [{ identifier, name: "Orders" }] } });
beforeAll(async () => {
  await stack.up(program, { env: { TENANT_ADOPT: "true" } });
  ours = await stack.export();
  tenant.clearRequests();
});

/** The state before the bridged provider's resources. */
let ours: Deployment;
const urn = (type: string, name: string) => `urn:pulumi:${stack.name}::end-to-end::${type}::${name}`;
const api = () => urn("auth0:index/resourceServer:ResourceServer", "orders");
const scopes = () => urn("auth0:index/resourceServerScopes:ResourceServerScopes", "orders-scopes");
const grant = () => urn("auth0:index/clientGrant:ClientGrant", "shop");
const provider = () => urn("pulumi:providers:auth0", "default_3_38_0");

/** Puts resources of the bridged provider beside ours. */
async function holdBridged(...urns: readonly string[]): Promise<void> {
  const root = urn("pulumi:pulumi:Stack", `end-to-end-${stack.name}`);
  const providerId = "00000000-0000-4000-8000-000000000001";
  const bridged = urns.map((one) => ({
    ...{ urn: one, custom: true, id: "some-id", type: one.split("::")[2], parent: root },
    ...{ inputs: {}, outputs: { resourceServerIdentifier: identifier, identifier } },
    ...(one !== api() && { dependencies: [api()], propertyDependencies: { resourceServerIdentifier: [api()] } }),
    provider: `${provider()}::${providerId}`,
  }));
  const own = { urn: provider(), custom: true, id: providerId, type: "pulumi:providers:auth0" };
  const { resources = [] } = ours.deployment;
  const state = { ...ours, deployment: { ...ours.deployment, resources: [...resources, own, ...bridged] } };
  const file = join(stack.folder, "state.json");
  await writeFile(file, JSON.stringify(state));
  await stack.run(["stack", "import", "--file", file]);
}

const left = async () => (await stack.export()).deployment.resources?.map((resource) => resource.urn) ?? [];

/** The words of the guide's command that begins so, for the stack of the test. */
function commandOf(start: string): readonly string[] {
  const at = guide.indexOf(`\npulumi ${start}`);
  if (at < 0) throw new Error(`the guide has no command "pulumi ${start}"`);
  const [command = ""] = /^(?:.*\\\n)*.*/.exec(guide.slice(at + 1)) ?? [];
  const script = `pulumi() { printf '%s\\0' "$@"; }; ${command}`;
  const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
  return words.map((word) =>
    word
      .replace("urn:pulumi:dev::shop::", `urn:pulumi:${stack.name}::end-to-end::`)
      .replace(/^dev$/, stack.name)
      .replace(/^attic$/, `attic-${stack.name}`),
  );
}

/** Nobody has written to the tenant, the API is there, and nothing would change. */
async function expectHandedOver(): Promise<void> {
  await stack.run(commandOf("preview --refresh --expect-no-changes"));
  expect(tenant.resourceServers.get(identifier)).toBeDefined();
  expect(writes()).toEqual([]);
}

const writes = () => tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

beforeEach(() => tenant.clearRequests());

test("import takes over the objects of a Terraform state and its members of others' objects, and prints how Terraform forgets them", async () => {
  const folder = join(import.meta.dirname, "../../.local/imports", randomUUID());
  const project = join(folder, "project");
  await mkdir(project, { recursive: true });
  try {
    const instance = (attributes: object) => ({ schema_version: 0, attributes });
    const resource = (type: string, name: string, ...instances: readonly object[]) => ({
      ...{ mode: "managed", type, name, provider: 'provider["registry.terraform.io/auth0/auth0"]', instances },
    });
    const id = tenant.resourceServers.get(identifier)?.id;
    const shared = "https://shared.example.com";
    tenant.resourceServers.create({ identifier: shared, scopes: [{ value: "read" }, { value: "of:others" }] });
    const corp = tenant.connections.create({
      ...{ name: "corp", strategy: "oidc", options: { client_id: "c" } },
      enabled_clients: ["client_web", "client_of_others"],
    });
    const [reader, admin] = ["reader", "admin"].map((name) => String(tenant.roles.create({ name }).id));
    const organization = tenant.organizations.create({ name: "shop" });
    tenant.organizationMembers.add("shop", "auth0|ops", { roles: [reader, admin] });
    const signingSecret = randomUUID();
    const state = {
      ...{ version: 4, terraform_version: "1.9.8", serial: 1, lineage: randomUUID(), outputs: {} },
      resources: [
        resource("auth0_resource_server", "orders", instance({ id, identifier, signing_secret: signingSecret })),
        resource(
          "auth0_resource_server_scope",
          "read",
          instance({ resource_server_identifier: shared, scope: "read" }),
        ),
        resource("auth0_connection_client", "web", instance({ connection_id: corp.id, client_id: "client_web" })),
        resource(
          "auth0_organization_member_role",
          "ops",
          instance({ organization_id: organization.id, user_id: "auth0|ops", role_id: reader }),
        ),
        resource("auth0_encryption_key_manager", "web", instance({ id: "client_web" })),
      ],
    };
    const file = join(folder, "before.tfstate");
    await writeFile(file, JSON.stringify(state));
    const env = { ...outerEnvironment(), ...stack.env, PULUMI_BACKEND_URL: pathToFileURL(folder).href };
    const run = () =>
      exec(process.execPath, [main, "import", "--out", project, "--names-from", file], { env, timeoutMs: 300_000 });
    const { code, stdout, stderr } = await run();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain("Nothing would change");
    expect(stdout).toContain("auth0_encryption_key_manager.web  pulumi-tenant has no resource type for it");
    expect(stdout).toContain("  terraform state rm -- \\\n    'auth0_resource_server.orders' \\\n");
    expect(stdout).toContain("    'auth0_connection_client.web' \\\n");
    expect(stdout).toContain("  removed {\n    from = auth0_resource_server.orders\n");
    expect(stdout + stderr).not.toContain(signingSecret);
    const written = readFileSync(join(project, "index.ts"), "utf8");
    expect(written).toContain('new tenant.ResourceServer("orders", {');
    expect(written).toContain(`("read", {\n  identifier: "${shared}",\n  scopes: {\n    read: "",\n  },\n});`);
    expect(written).toContain(`("web", {\n  connectionId: "${corp.id}",\n  clients: ["client_web"],\n});`);
    expect(written).toContain(`  roles: [\n    "${reader}", // "reader"\n  ],\n  exclusive: false,\n});`);
    expect(writes()).toEqual([]);
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining("terraform state rm") });
    tenant.resourceServers.delete(shared);
    tenant.connections.delete("corp");
    tenant.organizations.delete("shop");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("old resources on which others depend leave the state by a move into a stack of their own", async () => {
  await holdBridged(api(), scopes(), grant());
  expect((await stack.run(commandOf("state delete"), { expect: "any" })).code).not.toBe(0);
  expect(await left()).toEqual(expect.arrayContaining([api(), scopes(), grant()]));
  await stack.run(commandOf("stack init attic"));
  await stack.run(commandOf("state move"));
  expect((await left()).filter((one) => one.includes("auth0"))).toEqual([provider(), grant()]);
  await stack.run(commandOf("stack rm attic"));
  await stack.run(commandOf("stack select"));
  await stack.run(["state", "delete", "--yes", grant(), provider()]);
  await expectHandedOver();
});

test("drift --unmanaged lists the objects that no step took over, and exits with 7 for them only with =fail", async () => {
  tenant.resourceServers.create({ identifier: "https://stock.example.com", name: "Stock" });
  const drift = (...args: readonly string[]) =>
    exec(
      process.execPath,
      [main, "drift", "--stack", stack.name, "--cwd", join(import.meta.dirname, "../e2e/project"), ...args],
      {
        env: { ...outerEnvironment(), ...stack.env },
        timeoutMs: 120_000,
      },
    );
  const { code, stdout } = await drift("--unmanaged");
  expect(code).toBe(0);
  expect(stdout).toContain(
    `3 objects of ${new URL(tenant.url).host} in no stack of this project\n  resource server "https://stock`,
  );
  expect(stdout).not.toContain(identifier);
  expect(await drift("--unmanaged=fail")).toMatchObject({ code: 7 });
});
