import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation/index.js";
import { environmentOf, tenants } from "./tenants.ts";

const usage = `usage: node fleet.ts preview|up|drift [options] [tenant...]

Runs the stack of every tenant of tenants.json, or of the tenants that are named.

  --parallel <n>  how many run at the same time (default: 4)
  --json          one JSON document with the reports of all tenants (drift only)

Exit codes: 0 all is well, 7 drift, 1 a tenant failed, 2 wrong usage.
Example: node fleet.ts drift --parallel 8
`;

interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly error: string;
}

// The state can name any plugin, so the CLI must not download plugins.
process.env.PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION = "true";

const workDir = fileURLToPath(new URL(".", import.meta.url));
const tool = fileURLToPath(new URL("bin/pulumi-tenant.js", import.meta.resolve("pulumi-tenant/package.json")));

/** Runs a program to its end, without the credentials of other tenants. */
async function start(
  command: string,
  args: readonly string[],
  { env, input = "" }: { readonly env?: Record<string, string>; readonly input?: string } = {},
): Promise<Outcome> {
  const child = spawn(command, args, { cwd: workDir, env: { ...process.env, ...env } });
  // The program may end before it has read all its input.
  child.stdin.on("error", () => undefined).end(input);
  const [[code], output, error] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { code, output, error };
}

/** Refuses a state with foreign code, which every operation would run with the tenant's credentials, or with foreign domains. */
async function checkState(name: string): Promise<void> {
  const state = await start("pulumi", ["stack", "export", "--stack", name]);
  if (state.code !== 0) throw new Error(state.error);
  const env = { TENANT_DOMAIN: tenants[name]?.domain ?? "" };
  const verdict = await start(process.execPath, [tool, "check-state"], { env, input: state.output });
  if (verdict.code !== 0) throw new Error(verdict.error);
  process.stderr.write(verdict.output);
}

/** Opens stacks one at a time: opening a stack also selects it, in a file that all stacks of the project share. */
let lastOpened: Promise<unknown> = Promise.resolve();
async function open(stackName: string): Promise<Stack> {
  const envVars = environmentOf(stackName);
  const opened = lastOpened.then(() => LocalWorkspace.createOrSelectStack({ stackName, workDir }, { envVars }));
  lastOpened = opened.catch(() => undefined);
  const stack = await opened;
  await checkState(stackName);
  return stack;
}

const done = ({ stdout }: { stdout: string }): Outcome => ({ code: 0, output: stdout, error: "" });

const commands: Readonly<Record<string, (name: string, options: readonly string[]) => Promise<Outcome>>> = {
  preview: async (name) => done(await (await open(name)).preview({ color: "never" })),
  up: async (name) => done(await (await open(name)).up({ color: "never" })),
  drift: async (name, options) => {
    const env = environmentOf(name);
    await checkState(name);
    return start(process.execPath, [tool, "drift", "--stack", name, ...options], { env });
  },
};

/** @throws TypeError for wrong usage */
function parse(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { parallel: { type: "string", default: "4" }, json: { type: "boolean", default: false } },
  });
  const [command = "", ...chosen] = positionals;
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  const unknown = chosen.find((name) => !Object.hasOwn(tenants, name));
  if (run === undefined) throw new TypeError("give one of the commands preview, up and drift");
  if (unknown !== undefined) throw new TypeError(`tenants.json has no tenant "${unknown}"`);
  if (!/^[1-9]\d?$/.test(values.parallel)) throw new TypeError("--parallel must be a number from 1 to 99");
  if (values.json && command !== "drift") throw new TypeError("--json is for drift");
  return { run, names: chosen.length > 0 ? chosen : Object.keys(tenants), ...values };
}

/** Runs all tenants, some at the same time. The failure of one tenant does not stop the others. */
async function runAll({ run, names, parallel, json }: ReturnType<typeof parse>): Promise<number> {
  const outcomes = new Map<string, Outcome>();
  const queue = names.values();
  const worker = async () => {
    for (const name of queue) {
      const outcome = await run(name, json ? ["--json"] : []).catch(
        (error: Error): Outcome => ({ code: 1, output: "", error: error.message }),
      );
      outcomes.set(name, outcome);
      if (!json) process.stdout.write(`=== ${name}\n${outcome.output}${outcome.error}\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(parallel) }, worker));

  if (json) {
    const reports = names.map((name) => {
      const { output, error } = outcomes.get(name) as Outcome;
      return [name, output === "" ? { error } : JSON.parse(output)];
    });
    process.stdout.write(`${JSON.stringify(Object.fromEntries(reports), null, 2)}\n`);
  }
  const ended = (...codes: unknown[]) => names.filter((name) => codes.includes(outcomes.get(name)?.code));
  const drifted = ended(7);
  const failed = names.filter((name) => !ended(0, 7).includes(name));
  const list = (what: string, found: readonly string[]) => `, ${found.length} ${what} (${found.join(", ") || "none"})`;
  process.stderr.write(`${ended(0).length} well${list("with drift", drifted)}${list("failed", failed)}\n`);
  return failed.length > 0 ? 1 : drifted.length > 0 ? 7 : 0;
}

try {
  process.exitCode = await runAll(parse(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`error: ${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
