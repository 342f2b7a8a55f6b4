import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type Place, placeAt, root } from "../e2e/importing.ts";
import { environmentOf } from "../e2e/project.ts";
import { type ExecResult, exec } from "../harness/exec.ts";

/** A program for all stages. `LATER` is what the tenant of prod got over the years and the program does not say. */
const program = `import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const host = config.require("host");
const corpSecret = config.requireSecret("corpSecret");
const later = process.env.LATER === "true";

const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: later ? "Orders of the company" : "Orders",
  scopes: { "read:orders": "Read orders", "write:orders": later ? "Change orders" : "Write orders" },
});
const shop = new tenant.Client("shop", {
  name: "Shop",
  appType: "regular_web",
  callbacks: [\`https://\${host}/callback\`],
  oidcConformant: true,
});
// Another application of this name.
new tenant.Client("shop-admin", { name: "Shop", appType: "spa", callbacks: [\`https://admin.\${host}/callback\`] });
// Two more, to which nothing refers.
new tenant.Client("kiosk", { name: "Kiosk", appType: "spa", callbacks: [\`https://kiosk.\${host}/callback\`] });
new tenant.Client("kiosk-admin", { name: "Kiosk", appType: "native", callbacks: [\`https://kiosk-admin.\${host}/callback\`] });
const grant = new tenant.ClientGrant("shop-orders", {
  clientId: shop.clientId,
  audience: orders.identifier,
  scope: later ? ["read:orders"] : ["read:orders", "write:orders"],
});
const corp = new tenant.Connection("corp", {
  name: "corp",
  strategy: "oidc",
  displayName: later ? "Corporate login" : "Corp",
  options: { type: "back_channel", issuer: "https://idp.example.com/", client_id: "tenant", client_secret: corpSecret },
  enabledClients: [shop.clientId],
});

class Team extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("example:index:Team", name, {}, opts);
    const role = new tenant.Role(name, { name, description: "Reads orders" }, { parent: this });
    new tenant.RolePermissions(
      name,
      { roleId: role.id, resourceServerIdentifier: orders.identifier, permissions: later ? ["read:orders", "write:orders"] : ["read:orders"] },
      { parent: this },
    );
    const organization = new tenant.Organization(name, { name, displayName: later ? "North GmbH" : "North" }, { parent: this });
    new tenant.OrganizationConnection(
      name,
      { organizationId: organization.id, connectionId: corp.id, assignMembershipOnLogin: later },
      { parent: this },
    );
  }
}
new Team("north");
new tenant.Action("login", {
  name: "login",
  supportedTriggers: [{ id: "post-login", version: "v3" }],
  code: "exports.onExecutePostLogin = async () => {};",
  secrets: { KEY: corpSecret },
});
new tenant.BruteForceProtection("brute-force", { maxAttempts: later ? 5 : 10 });
if (!later) new tenant.Role("auditor", { name: "auditor", description: "New" }, { dependsOn: [grant] });
`;

/** A program with a table, a component and a secret of its own. `LATER` is what the tenant of prod got over the years. */
const valued = `import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const later = process.env.LATER === "true";
const rows = {
  orders: { identifier: "https://orders.example.com", hours: later ? 4 : 24 },
  stock: { identifier: "https://stock.example.com", hours: 24 },
};
for (const [name, { identifier, hours }] of Object.entries(rows))
  new tenant.ResourceServer(name, { identifier, name, tokenLifetime: 3600 * hours, scopes: { "read:all": later ? "Read" : "Read all" } });
class Team extends pulumi.ComponentResource {
  constructor(name: string) {
    super("example:index:Team", name);
    new tenant.Organization(name, { name, displayName: later ? "North GmbH" : "North" }, { parent: this });
  }
}
new Team("north");
new tenant.Client("shop", {
  name: "Shop",
  appType: "regular_web",
  initiateLoginUri: later ? "https://shop.example.com/login" : "https://shop.dev.example.com/login",
  callbacks: [later ? "https://shop.example.com/callback" : "https://shop.dev.example.com/callback"],
  oidcConformant: true,
});
new tenant.Connection("corp", {
  name: "corp",
  strategy: "oidc",
  options: {
    type: "back_channel",
    issuer: pulumi.output(later ? "https://idp.example.com/" : "https://idp.dev.example.com/"),
    client_id: "tenant",
    client_secret: later ? pulumi.secret("of prod, which dev does not know") : config.requireSecret("corpSecret"),
  },
});
new tenant.BruteForceProtection("brute-force", { enabled: !later, maxAttempts: 10 });
new tenant.Action("login", {
  name: "login",
  supportedTriggers: [{ id: "post-login", version: "v3" }],
  code: \`exports.onExecutePostLogin = async () => {\${later ? " return;" : ""} };\`,
});
`;

let dev: Emulator;
let prod: Emulator;
let place: Place;
let folder: string;
beforeEach(async () => {
  [dev, prod] = await Promise.all([startEmulator(), startEmulator()]);
}, 600_000);
const startProject = async (name: string, text: string) => {
  place = await placeAt(name, dev);
  folder = join(place.folder, "project");
  await mkdir(folder);
  await writeFile(join(folder, "Pulumi.yaml"), `name: ${name}\nruntime: nodejs\nmain: index.ts\n`);
  await writeFile(
    join(folder, "package.json"),
    `{ "name": "${name}", "private": true, "type": "module", "main": "index.ts" }\n`,
  );
  await writeFile(join(folder, "index.ts"), text);
};
afterEach(() => Promise.all([dev?.close(), prod?.close()]));

const inPlace = (tenant: Emulator, more: Record<string, string> = {}) => ({
  ...place.env,
  ...environmentOf(tenant),
  ...more,
});
async function pulumi(
  tenant: Emulator,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<ExecResult> {
  const cli = place.env.PULUMI_CLI ?? "";
  return exec(cli, [...args, "--non-interactive"], { cwd: folder, env: inPlace(tenant, more), timeoutMs: 300_000 });
}
const importing = (...args: readonly string[]) =>
  exec(process.execPath, [join(root, "provider/bin/pulumi-tenant.js"), "import", ...args], {
    cwd: folder,
    env: inPlace(prod),
    timeoutMs: 300_000,
  });
const configured = async (tenant: Emulator, stack: string, host: string) => {
  expect((await pulumi(tenant, ["config", "set", "--stack", stack, "host", host])).code).toBe(0);
  expect(
    (await pulumi(tenant, ["config", "set", "--stack", stack, "--secret", "corpSecret", "of the stage"])).code,
  ).toBe(0);
};
const writes = (tenant: Emulator) =>
  tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

test("the program of dev takes over prod: missing configuration, equal names, no write, each difference by property", async () => {
  await startProject("stages", program);
  for (const [tenant, stack, host, later] of [
    [dev, "dev", "dev.example.com", "false"],
    [prod, "years", "shop.example.com", "true"],
  ] as const) {
    expect((await pulumi(tenant, ["stack", "init", stack])).code).toBe(0);
    await configured(tenant, stack, host);
    const up = await pulumi(tenant, ["up", "--yes", "--skip-preview", "--stack", stack], { LATER: later });
    expect(up.code, up.stdout + up.stderr).toBe(0);
  }
  // The stack that filled prod is no part of the story.
  const forgotten = await pulumi(prod, ["stack", "rm", "--yes", "--force", "years"]);
  expect(forgotten.code, forgotten.stderr).toBe(0);
  prod.roles.create({ name: "support" });
  const before = { tenant: prod.export(), files: await readdir(folder) };
  const sent = writes(prod).length;

  const incomplete = await importing("--stack", "prod");
  expect(incomplete.stderr).toMatch(
    /needs configuration that stack "prod" does not have\. Nothing was written\..*:\n {2}pulumi stack init prod --no-select\n {2}pulumi config set .*stages:host .*\n {2}pulumi config set --secret stages:corpSecret/,
  );
  expect(incomplete.code).toBe(1);
  expect((await pulumi(prod, ["stack", "ls", "--json"])).stdout).not.toContain("prod");
  expect(await readdir(folder)).toEqual(before.files);

  expect((await pulumi(prod, ["stack", "init", "prod", "--no-select"])).code).toBe(0);
  await configured(prod, "prod", "shop.example.com");
  const ambiguous = await importing("--stack", "prod");
  expect(ambiguous.stderr).toMatch(
    /same:\n {2}- type: Client\n {4}from: "kiosk"\n {4}to: "\w+" {3}# .*\n {6}# or "\w+"/,
  );
  // What refers to the applications of the other name tells them apart.
  expect(ambiguous.stderr).not.toContain('"shop');
  expect(ambiguous.code).toBe(1);

  const idOf = (callback: string) =>
    String(prod.clients.list().find(({ callbacks }) => String(callbacks).includes(`//${callback}.`))?.client_id);
  await writeFile(
    join(folder, "tenant-compare.yaml"),
    `sides: { from: dev, to: prod }\nreplacements:\n  - { from: dev.example.com, to: shop.example.com }\nsame:\n` +
      `  - { type: Client, from: kiosk, to: ${idOf("kiosk")} }\n  - { type: Client, from: kiosk-admin, to: ${idOf("kiosk-admin")} }\n`,
  );
  const taken = await importing("--stack", "prod", "--json");
  expect(taken.stdout, taken.stderr).toContain('"taken"');
  const report = JSON.parse(taken.stdout);
  expect(report.failed, taken.stdout).toEqual([]);
  expect(taken.code, taken.stderr).toBe(0);
  expect(report.created).toEqual(["Role auditor"]);
  expect(
    report.byReferences.toSorted((a: { resource: string }, b: { resource: string }) =>
      a.resource < b.resource ? -1 : 1,
    ),
  ).toEqual([
    { resource: "Client shop", id: idOf("shop") },
    { resource: "Client shop-admin", id: idOf("admin") },
  ]);
  expect(report.undeclared).toContain('role "support"');
  expect(report.undeclared.join()).not.toMatch(/Shop|Kiosk|Orders|north|brute/);
  expect(report.notCompared).toEqual(["Action login: secrets.KEY"]);
  expect(writes(prod).slice(sent)).toEqual([]);
  expect(prod.export()).toEqual(before.tenant);
  const resources = report.proof.resources as { name: string; changes: { path: string }[] }[];
  const leaves = resources.flatMap(({ name, changes }) => changes.map(({ path }) => `${name} ${path}`));
  expect(leaves.filter((one) => !one.startsWith("auditor ")).toSorted()).toEqual([
    "brute-force maxAttempts",
    "corp displayName",
    "north assignMembershipOnLogin",
    "north displayName",
    "north permissions[]",
    "orders name",
    'orders scopes["write:orders"]',
    "shop-orders scope[]",
  ]);

  // A second run finds nothing to take over, and says the same.
  const again = JSON.parse((await importing("--stack", "prod", "--json")).stdout);
  expect([again.taken, again.created]).toEqual([0, ["Role auditor"]]);

  const up = await pulumi(prod, ["up", "--yes", "--skip-preview", "--stack", "prod"]);
  expect(up.code, up.stdout + up.stderr).toBe(0);
  const sentNow = writes(prod).slice(sent);
  expect(sentNow.map(({ operation }) => operation).toSorted()).toEqual([
    "attack-protection.brute-force-protection.update",
    "client-grants.update",
    "connections.update",
    "organizations.enabled-connections.update",
    "organizations.update",
    "resource-servers.update",
    "roles.create",
    "roles.permissions.delete",
  ]);
  expect((await pulumi(prod, ["preview", "--refresh", "--expect-no-changes", "--stack", "prod"])).code).toBe(0);
}, 600_000);

test("--as-config moves strings, numbers, booleans and secrets to the new stack's configuration; other stacks stay", async () => {
  await startProject("values", valued);
  for (const [tenant, stack, later] of [
    [dev, "dev", "false"],
    [prod, "years", "true"],
  ] as const) {
    expect((await pulumi(tenant, ["stack", "init", stack])).code).toBe(0);
    await configured(tenant, stack, "unused");
    const up = await pulumi(tenant, ["up", "--yes", "--skip-preview", "--stack", stack], { LATER: later });
    expect(up.code, up.stdout + up.stderr).toBe(0);
  }
  const forgotten = await pulumi(prod, ["stack", "rm", "--yes", "--force", "years"]);
  expect(forgotten.code, forgotten.stderr).toBe(0);
  expect((await pulumi(prod, ["stack", "init", "prod", "--no-select"])).code).toBe(0);
  // The name of the first value is a key already, with which the program does something else.
  await configured(prod, "prod", "unused");
  expect((await pulumi(prod, ["config", "set", "--stack", "prod", "ordersTokenLifetime", "taken"])).code).toBe(0);
  const sent = writes(prod).length;

  const chosen = await importing("--stack", "prod", "--json", "--as-config", "brute-force:*", "shop:callbacks");
  expect(chosen.code, chosen.stderr).toBe(0);
  const first = JSON.parse(chosen.stdout);
  expect(first.configured).toEqual([
    { key: "bruteForceEnabled", type: "BruteForceProtection", name: "brute-force", path: ["enabled"], kind: "boolean" },
  ]);
  expect(first.staying.map(({ path }: { path: string }) => path)).toEqual(["callbacks[]", "callbacks[]"]);

  const taken = await importing("--stack", "prod", "--json", "--as-config");
  expect(taken.code, taken.stderr).toBe(0);
  const report = JSON.parse(taken.stdout);
  expect(Object.fromEntries(report.configured.map(({ key, kind }: Record<string, string>) => [key, kind]))).toEqual({
    corpClientSecret: "secret",
    corpIssuer: "text",
    northDisplayName: "text",
    ordersScopesReadAll: "text",
    ordersTokenLifetime2: "number",
    shopInitiateLoginUri: "text",
    stockScopesReadAll: "text",
  });
  const left = (report.proof.resources as { name: string; changes: { path: string }[] }[]).flatMap(
    ({ name, changes }) => changes.map(({ path }) => `${name} ${path}`),
  );
  expect([...new Set(left)]).toEqual(["login code", "shop callbacks[]"]);
  expect([...new Set(report.staying.map(({ name }: { name: string }) => name))]).toEqual(["login", "shop"]);
  expect(writes(prod).slice(sent)).toEqual([]);

  const configuration = await readFile(join(folder, "Pulumi.prod.yaml"), "utf8");
  expect(configuration).toMatch(/values:corpClientSecret:\n {4}secure: /);
  const files = await Promise.all(
    (await readdir(folder))
      .filter((file) => file !== "index.ts")
      .map((file) => readFile(join(folder, file), "utf8").catch(() => "")),
  );
  expect([...files, taken.stdout, taken.stderr].join()).not.toContain("which dev does not know");
  const ofDev = await pulumi(dev, ["preview", "--refresh", "--expect-no-changes", "--stack", "dev"]);
  expect(ofDev.code, ofDev.stdout + ofDev.stderr).toBe(0);
}, 600_000);
