/**
 * Measures what resources cost in CPU: `node test/bench/cost.ts [number of resources] [operation...]`. Ours are compared with plain
 * resources of the SDK with the same arguments and a provider that does nothing, in one run. Prints ratios, ours to theirs.
 */
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { usualStart } from "../harness/compile-cache.ts";
import { createStack, type Stack } from "../harness/stack.ts";
import { type Cpu, cpuOf, ratio } from "./cpu.ts";

const require = createRequire(import.meta.url);
const { startEmulator } = require("pulumi-tenant/emulator") as typeof import("../../provider/src/emulator/index.ts");

const commands = {
  preview: ["preview"],
  create: ["up", "--yes", "--skip-preview"],
  "no-op up": ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  update: ["up", "--yes", "--skip-preview"],
};
type Operation = keyof typeof commands;
const all = Object.keys(commands) as Operation[];

type Provider = "ours" | "plain";

/**
 * @param resources how many
 * @param operations in this order, each on what the one before has left. Default: all
 */
export async function cost(resources: number, operations: readonly Operation[] = all): Promise<string> {
  const tenant = await startEmulator();
  const stacks: Stack[] = [];
  const stackOf = async (provider: Provider) => {
    const stack = await createStack({
      projectDir: join(import.meta.dirname, "program"),
      name: `cost-${randomUUID().slice(0, 8)}`,
      env: {
        ...usualStart,
        TENANT_DOMAIN: tenant.domain,
        TENANT_CLIENT_ID: tenant.clientId,
        TENANT_CLIENT_SECRET: tenant.clientSecret,
        APIS: String(resources),
        PROVIDER: provider,
      },
    });
    stacks.push(stack);
    return stack;
  };
  try {
    const [ours, plain] = [await stackOf("ours"), await stackOf("plain")];
    const rows: string[] = [];
    for (const operation of operations) {
      // One right after the other, so that a machine that is busy for a while is so for both.
      const [one, other] = [await cpuIn(ours, operation), await cpuIn(plain, operation)];
      const of = (...parts: (keyof Cpu)[]) => ratio(one, other, ...parts);
      const columns = [of("program"), of("host"), of("cli"), of("program", "host"), of("program", "host", "cli")];
      rows.push(`| ${[operation, ...columns].join(" | ")} |`);
    }
    return [
      `${resources} resources: CPU of ours, divided by that of plain resources with a provider that does nothing`,
      "| | program | host | CLI | program and host | whole |",
      "|---|---|---|---|---|---|",
      ...rows,
    ].join("\n");
  } finally {
    for (const stack of stacks) await stack.remove();
    await tenant.close();
  }
}

function cpuIn(stack: Stack, operation: Operation): Promise<Cpu> {
  const env = { LIFETIME: operation === "update" ? "7200" : "3600" };
  return cpuOf(() => stack.run(commands[operation], { env, timeoutMs: 30 * 60_000 }));
}

if (import.meta.main) {
  const [resources = "200", ...operations] = process.argv.slice(2);
  const chosen = operations.length > 0 ? (operations as Operation[]) : all;
  process.stdout.write(`${await cost(Number(resources), chosen)}\n`);
}
