/**
 * Measures a whole tenant: `npm run bench -- tenant [share...]`. At an emulator with the service's rate limits, an existing tenant with
 * objects of all kinds is imported, previewed, refreshed, and compared by `drift` and `watch`, by the real commands. Each share is a tenant of
 * its own size; the figures of the later ones stand beside those of the first.
 */
import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Seed } from "../../provider/src/emulator/index.ts";
import { ensureCli } from "../harness/cli.ts";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";
import { type Cpu, cpuOf } from "./cpu.ts";
import { startTenant } from "./tenant.ts";

const root = join(import.meta.dirname, "../..");
const command = join(root, "provider/bin/pulumi-tenant.js");
const timeoutMs = 60 * 60_000;

const usage = `usage: npm run bench -- tenant [share...]

A share is the size of a tenant: 1 has 50 APIs, 100 applications with 200 grants, 40 roles with permissions, 60 connections, 500 organizations with
800 connections of theirs, and 2,000 members with roles. Default: 0.1 and 1.
`;

const padded = (n: number, length: number) => String(n).padStart(length, "0");
const many = <T>(count: number, one: (n: number) => T): T[] =>
  Array.from({ length: Math.ceil(count) }, (_, n) => one(n));

/** A tenant of that size, with objects as people make them. */
function seedOf(share: number): Seed {
  const at = (n: number, of: number) => n % Math.ceil(of * share);
  const api = (n: number) => `https://api-${n}.example.com`;
  const client = (n: number) => `client${padded(n, 26)}`;
  const [connection, organization, role] = ["con", "org", "rol"].map(
    (start) => (n: number) => `${start}_${padded(n, 16)}`,
  );
  if (!connection || !organization || !role) throw new Error("every kind of id has a form");
  const scopes = ["read", "write", "delete"].map((value) => ({ value, description: `May ${value}` }));
  return {
    resourceServers: many(50 * share, (n) => ({ identifier: api(n), name: `API ${n}`, scopes })),
    clients: many(100 * share, (n) =>
      n % 2 === 0
        ? { client_id: client(n), name: `Job ${n}`, app_type: "non_interactive", grant_types: ["client_credentials"] }
        : { client_id: client(n), name: `App ${n}`, app_type: "spa", callbacks: [`https://app-${n}.example.com/`] },
    ),
    clientGrants: many(200 * share, (n) => ({
      client_id: client(at(n, 100)),
      audience: api(at(Math.floor(n / Math.ceil(100 * share)) + n, 50)),
      scope: ["read"],
    })),
    roles: many(40 * share, (n) => ({ id: role(n), name: `role-${n}`, description: `Role ${n}` })),
    rolePermissions: many(40 * share, (n) => ({
      role: role(n),
      permissions: scopes.map(({ value }) => ({ resource_server_identifier: api(at(n, 50)), permission_name: value })),
    })),
    connections: many(60 * share, (n) => ({
      id: connection(n),
      name: `idp-${n}`,
      strategy: "oidc",
      options: { client_id: `idp-${n}`, issuer: `https://idp-${n}.example.com/` },
      enabled_clients: [client(at(n, 100))],
    })),
    organizations: many(500 * share, (n) => ({
      id: organization(n),
      name: `customer-${n}`,
      display_name: `Customer ${n}`,
    })),
    organizationConnections: many(800 * share, (n) => ({
      organization_id: organization(at(n, 500)),
      connection_id: connection(at(Math.floor(n / Math.ceil(500 * share)) * 7 + n, 60)),
      assign_membership_on_login: true,
    })),
    organizationMembers: many(2_000 * share, (n) => ({
      organization_id: organization(at(n, 500)),
      user_id: `auth0|${padded(n, 24)}`,
      roles: [role(at(n, 40))],
    })),
  };
}

/** What a command took. */
interface Figures {
  readonly calls: number;
  readonly refused: number;
  readonly seconds: number;
  readonly cpu: Cpu;
}

/** Imports a tenant of a size, and runs what people run from then on. The last figures are those of what is imported. */
async function measured(
  share: number,
): Promise<{ readonly rows: ReadonlyMap<string, Figures>; readonly resources: number }> {
  const folder = join(root, ".local/bench", randomBytes(6).toString("hex"));
  const project = join(folder, "project");
  await mkdir(join(folder, "backend"), { recursive: true });
  const tenant = await startTenant({
    seed: seedOf(share),
    plan: "enterprise-production",
    latencyMs: { min: 20, max: 80 },
  });
  try {
    const { bin, dir } = await ensureCli({ log: () => undefined });
    const env = {
      ...outerEnvironment(),
      ...tenant.env,
      PATH: [dir, dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter),
      PULUMI_CLI: bin,
      PULUMI_BACKEND_URL: pathToFileURL(join(folder, "backend")).href,
      PULUMI_HOME: join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: randomBytes(24).toString("base64url"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const ours = [process.execPath, command];
    const steps: readonly (readonly [name: string, args: readonly string[]])[] = [
      ["import", [...ours, "import", "--out", project]],
      ["preview", [bin, "preview", "--expect-no-changes"]],
      ["refresh", [bin, "refresh", "--yes", "--skip-preview"]],
      ["drift", [...ours, "drift"]],
      ["watch --once", [...ours, "watch", "--once"]],
    ];
    const rows = new Map<string, Figures>();
    for (const [name, [program = "", ...args]] of steps) {
      const isImport = name === "import";
      const more = isImport ? [] : ["--stack", "dev"];
      const before = await tenant.calls();
      const started = performance.now();
      const cpu = await cpuOf(async () => {
        const cwd = isImport ? folder : project;
        const result = await exec(program, [...args, ...more], { cwd, env, timeoutMs });
        if (result.code !== 0) throw new Error(`${name} ended with ${result.code}\n${result.stdout}${result.stderr}`);
      });
      const seconds = (performance.now() - started) / 1000;
      const after = await tenant.calls();
      rows.set(name, { calls: after.all - before.all, refused: after.refused - before.refused, seconds, cpu });
    }
    const listed = await exec(bin, ["stack", "export", "--stack", "dev"], { cwd: project, env, timeoutMs });
    const { deployment } = JSON.parse(listed.stdout) as { deployment: { resources: { type: string }[] } };
    return { rows, resources: deployment.resources.filter(({ type }) => type.includes("tenant:")).length };
  } finally {
    await tenant.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(args: readonly string[]): Promise<number> {
  const shares = args.length > 0 ? args.map(Number) : [0.1, 1];
  if (shares.some((share) => !(share > 0 && share <= 10))) {
    process.stderr.write(usage);
    return 2;
  }
  const [first] = [shares[0] ?? 1];
  let base: ReadonlyMap<string, Figures> | undefined;
  process.stdout.write(
    "| resources | command | calls | 429 | seconds | program and host, s | CLI and commands, s | times the CPU of the first |\n",
  );
  process.stdout.write("|---|---|---|---|---|---|---|---|\n");
  for (const share of shares) {
    const { rows, resources } = await measured(share);
    base ??= rows;
    for (const [name, { calls, refused, seconds, cpu }] of rows) {
      const all = ({ program, host, cli }: Cpu) => program + host + cli;
      const beside = base.get(name);
      const times = share === first || !beside ? "–" : (all(cpu) / all(beside.cpu)).toFixed(1);
      const [own, cli] = [cpu.program + cpu.host, cpu.cli].map((value) => value.toFixed(1));
      const cells = [resources, name, calls, refused, seconds.toFixed(1), own, cli, times];
      process.stdout.write(`| ${cells.join(" | ")} |\n`);
    }
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
