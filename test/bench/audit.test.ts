import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { auditOf, rules } from "../../provider/src/baseline/audit.ts";
import { startOfWaivers } from "../../provider/src/baseline/waivers.ts";
import { listedObjects } from "../../provider/src/commands/audit.ts";
import { exec } from "../harness/exec.ts";
import { startTenant } from "../unit/import/tenant.ts";
import { usageOf } from "./cpu.ts";
import { seedOf } from "./whole-seed.ts";

/** What the audit of the security baseline costs. */
test("the audit of a tenant makes one call per 100 objects, and a refresh's calls for the objects below others", async () => {
  const tenant = await startTenant({ seed: await seedOf(1) });
  const { emulator } = tenant;
  const before = tenant.calls().length;
  const { objects, unread } = await listedObjects(tenant.client, { access: tenant.access, inForce: rules, held: [] });
  const calls = tenant.calls().slice(before);
  expect(unread).toEqual([]);
  const pathOf = (call: string) => call.replace(/^GET \/api\/v2\//, "").replace(/\?.*$/, "");
  const callsAt = (form: RegExp) => calls.map(pathOf).filter((path) => form.test(path)).length;
  const pages = (count: number) => Math.ceil(Math.max(1, count) / 100);
  const listings = {
    clients: emulator.clients.list().length,
    "client-grants": emulator.clientGrants.list().length,
    "resource-servers": emulator.resourceServers.list().length,
    roles: emulator.roles.list().length,
    connections: emulator.connections.list().length,
    organizations: emulator.organizations.list().length,
    "token-exchange-profiles": emulator.tokenExchangeProfiles.list().length,
    "actions/actions": emulator.actions.list().length,
  };
  for (const [path, count] of Object.entries(listings)) {
    expect(callsAt(new RegExp(`^${path}$`)), path).toBe(pages(count));
  }
  const below = {
    "the permissions of each role": [callsAt(/^roles\/[^/]+\/permissions$/), listings.roles],
    "the connections of each organization": [
      callsAt(/^organizations\/[^/]+\/enabled_connections$/),
      listings.organizations,
    ],
    "the credentials of each application that has some": [callsAt(/^clients\/[^/]+\/credentials$/), 10],
    "the actions of each trigger": [callsAt(/^actions\/triggers\/[^/]+\/bindings$/), 3],
  };
  for (const [what, [made, due]] of Object.entries(below)) expect(made, what).toBe(due);
  expect(new Set(calls).size).toBe(calls.length);
  const listed = Object.values(listings).reduce((sum, count) => sum + pages(count), 0);
  const parts = Object.values(below).reduce((sum, [made = 0]) => sum + made, 0);
  const singletons = calls.length - listed - parts;
  const { failed } = auditOf(objects, rules);
  console.log(
    `audit: ${calls.length} calls for ${objects.length} objects: ${listed} pages of listings, ${parts} below objects, ` +
      `${singletons} others; ${failed.length} failures`,
  );
  // Settings that every tenant has once, with a call for each of their parts.
  expect(
    calls
      .map(pathOf)
      .filter(
        (path) =>
          !/^(tenants|attack-protection|guardian|branding|prompts|emails|log-streams|network-acls|custom-domains|keys)\b/.test(
            path,
          ),
      ).length,
  ).toBe(listed + parts);
});

test("audit --stack judges 5,000 resources within 2 s of CPU after the start", { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "audit-bench-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "state.json");
  await writeFile(join(folder, "pulumi"), `#!/bin/sh\ncat ${file}\n`, { mode: 0o755 });
  const resources = Array.from({ length: 5_000 }, (_, n) => entry(n));
  const names = resources.filter(({ type }) => type.endsWith(":Client")).map(({ name }) => name);
  const waived = names
    .slice(0, 1_000)
    .map((name) => ({ rule: "client-no-implicit-grant", title: name, object: { name, urn: name } }));
  await writeFile(join(folder, "tenant-baseline.yaml"), startOfWaivers(waived));
  const cpuOf = async (count: number) => {
    await writeFile(file, JSON.stringify({ deployment: { resources: resources.slice(0, count) } }));
    const main = join(import.meta.dirname, "../../provider/dist/commands/main.js");
    let stdout = "";
    const { cpu } = await usageOf(async () => {
      const env = { PATH: process.env.PATH ?? "", PULUMI_CLI: join(folder, "pulumi") };
      const words = [main, "audit", "--stack", "dev", "--strict", "--hardened"];
      ({ stdout } = await exec(process.execPath, words, { cwd: folder, env, timeoutMs: 60_000 }));
    });
    expect(stdout).toContain(`${count} object`);
    return cpu.cli;
  };
  const [start, whole] = [await cpuOf(0), await cpuOf(resources.length)];
  console.log(
    `audit --stack: ${(whole - start).toFixed(2)} s of CPU for ${resources.length} resources and ${waived.length} waivers, after ${start.toFixed(2)} s of the start`,
  );
  expect(whole - start).toBeLessThan(2);
});

/** An entry of a state: of five, two applications, a grant, an API and the permissions of a role on it. */
function entry(n: number) {
  const [kind, group] = [n % 5, Math.floor(n / 5)];
  const identifier = `https://api-${group}.example.com`;
  const properties: Readonly<Record<number, readonly [type: string, properties: object]>> = {
    2: ["ClientGrant", { clientId: `id-${n - 1}`, audience: identifier, scope: ["read", "write"] }],
    3: [
      "ResourceServer",
      { identifier, name: `API ${n}`, scopes: { read: "", write: "" }, tokenLifetime: 3600, enforcePolicies: true },
    ],
    4: [
      "RolePermissions",
      { roleId: `rol_${n}`, resourceServerIdentifier: identifier, permissions: ["read", "write"] },
    ],
  };
  const [type, args] = properties[kind] ?? [
    "Client",
    {
      ...{ name: `App ${n}`, appType: "spa", grantTypes: ["authorization_code", "implicit", "refresh_token"] },
      callbacks: Array.from({ length: 10 }, (_, at) => `https://app-${n}.example.com/callback/${at}`),
      refreshToken: {
        rotationType: "rotating",
        expirationType: "expiring",
        tokenLifetime: 2_592_000,
        idleTokenLifetime: 1_296_000,
      },
    },
  ];
  const name = `resource-${n}`;
  const token = `pulumi-nodejs:dynamic/tenant:${type}`;
  const outputs = { ...args, __tenant: "tenant.example.com", __managed: { v: 2, paths: [] } };
  return {
    name,
    type: token,
    urn: `urn:pulumi:dev::project::${token}::${name}`,
    custom: true,
    id: `id-${n}`,
    inputs: args,
    outputs,
  };
}
