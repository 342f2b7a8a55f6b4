/**
 * Measures a watch: `node test/bench/watch.ts [resources] [edits]`, 800 and 500 by default. Half of the resources are connections, a
 * quarter are members' roles, a quarter are APIs. Another client edits one connection after the other over the API. Prints the times from
 * the beginning of an edit to the line of its report, in milliseconds.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Program, testStack } from "../e2e/project.ts";
import { person, startWatch } from "../e2e/watcher.ts";

const require = createRequire(import.meta.url);
const { startEmulator } = require("pulumi-tenant/emulator") as typeof import("../../provider/src/emulator/index.ts");

/** Times in milliseconds. */
export interface WatchTimes {
  readonly resources: number;
  readonly edits: number;
  readonly median: number;
  /** 99 % of the times are at most that. */
  readonly most: number;
  readonly worst: number;
  /** Calls of the management API for each edit. */
  readonly calls: number;
  /** Bytes of memory of the watch at the end. */
  readonly memory: number;
}

/** Edits one connection after the other while a watch runs. */
export async function measureWatch(resources: number, edits: number): Promise<WatchTimes> {
  const [connections, others] = [Math.floor(resources / 2), Math.floor(resources / 4)];
  const each = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
  const tenant = await startEmulator({
    clients: [{ clientId: "somebody", clientSecret: "somebody-secret" }],
    seed: {
      users: each(others, (n) => ({ user_id: `auth0|${n}` })),
      roles: [{ id: "rol_0000000000000001", name: "Reader" }],
      organizations: [{ id: "org_0000000000000001", name: "north" }],
      organizationMembers: each(others, (n) => ({ organization_id: "org_0000000000000001", user_id: `auth0|${n}` })),
    } as never,
  });
  const stack = await testStack(tenant, { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" });
  const program: Program = Object.fromEntries([
    ...each(connections, (n) => [
      `connection-${n}`,
      {
        kind: "Connection",
        args: {
          name: `connection-${n}`,
          strategy: "oidc",
          displayName: "Login",
          options: { client_id: `client-${n}` },
        },
      },
    ]),
    ...each(others, (n) => [
      `member-${n}`,
      {
        kind: "OrganizationMemberRoles",
        args: { organizationId: "org_0000000000000001", userId: `auth0|${n}`, roles: ["rol_0000000000000001"] },
      },
    ]),
    ...each(others, (n) => [`api-${n}`, { args: { identifier: `https://api-${n}.example.com`, name: `API ${n}` } }]),
  ]);
  try {
    await stack.up(program, { timeoutMs: 20 * 60_000 });
    const edit = await person(tenant, "somebody", "somebody-secret");
    const watcher = startWatch(stack);
    try {
      await watcher.until(() => watcher.log.some(({ what }) => what === "ready"));
      tenant.clearRequests();
      const times: number[] = [];
      for (let n = 0; n < edits; n++) {
        const id = tenant.connections.get(`connection-${n % connections}`)?.id;
        const began = performance.now();
        await edit("PATCH", `connections/${id}`, { display_name: `Edit ${n}` });
        await watcher.until(() => watcher.reports.length > n);
        times.push(performance.now() - began);
      }
      const calls = tenant.requests.filter(({ method }) => method === "GET").length / edits;
      const memory = Number(/VmRSS:\s+(\d+)/.exec(await readStatus(watcher.child.pid))?.[1]) * 1024;
      watcher.child.kill("SIGTERM");
      await watcher.ended;
      return { resources, edits, ...summaryOf(times), calls, memory };
    } finally {
      watcher.child.kill("SIGKILL");
    }
  } finally {
    await stack.remove();
    await tenant.close();
  }
}

/** What the system says of a process; nothing where it is not Linux. */
function readStatus(pid: number | undefined): Promise<string> {
  return readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
}

function summaryOf(times: readonly number[]): Pick<WatchTimes, "median" | "most" | "worst"> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { median: at(0.5), most: at(0.99), worst: at(1) };
}

if (process.argv[1] === import.meta.filename) {
  const [resources = 800, edits = 500] = process.argv.slice(2).map(Number);
  process.stdout.write(`${JSON.stringify(await measureWatch(resources, edits))}\n`);
}
