/**
 * Measures a whole tenant: `npm run bench -- tenant [share...]`. At an emulator with the service's rate limits, an existing tenant with
 * objects of all types is imported, previewed, refreshed, and compared by `drift` and `watch`, by the real commands. Beside preview and refresh
 * stand the same with plain resources of the SDK that have the same arguments and a provider that does nothing. Each share is a tenant of its
 * own size; the figures of the later ones stand beside those of the first.
 */
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureCli } from "../harness/cli.ts";
import { exec } from "../harness/exec.ts";
import { createStack, type Deployment, outerEnvironment } from "../harness/stack.ts";
import { type Usage, usageOf } from "./cpu.ts";
import { bucketTime } from "./rows.ts";
import { startTenant } from "./tenant.ts";
import { seedOf } from "./whole-seed.ts";

const require = createRequire(import.meta.url);
const { plans } = require("pulumi-tenant/emulator") as typeof import("../../provider/src/emulator/index.ts");
const { importedTypes } =
  require("../../provider/dist/import/inventory.js") as typeof import("../../provider/src/import/inventory.ts");
const { classOf } =
  require("../../provider/dist/schema/provider-code.js") as typeof import("../../provider/src/schema/provider-code.ts");
const root = join(import.meta.dirname, "../..");
const command = join(root, "provider/bin/pulumi-tenant.js");
const timeoutMs = 60 * 60_000;

const plan = "enterprise-production";
/** The default of the provider. */
const rateBudget = 0.8;

const usage = `usage: npm run bench -- tenant [--flat] [share...]

A share is the size of a tenant: 1 has 50 APIs, 100 applications with 200 grants, 40 roles with permissions, 60 connections, 500 organizations with
800 connections of theirs, 2,000 members with roles, 20 actions and 5 token exchange profiles. From 0.1 to 10. Default: 0.1 and 1.
With --flat, each tenant is also imported without tables and components: the last ratio of those lines is that to the program with them.
`;

/** What a command took. */
interface Figures extends Usage {
  readonly calls: number;
  readonly refused: number;
  readonly seconds: number;
}

/** What the commands took, and the same of those that were run with a provider that does nothing. */
interface Measured {
  readonly ours: ReadonlyMap<string, Figures>;
  readonly nothing: ReadonlyMap<string, Usage>;
  readonly resources: number;
}

/** What is run, on what is imported and on plain resources. */
const both = new Map([
  ["preview", ["preview", "--expect-no-changes"]],
  ["refresh", ["refresh", "--yes", "--skip-preview"]],
]);

/** Has the state written once, at the end of a run, and not after each resource. */
const once = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Imports a tenant of a size, and runs what people run from then on. */
async function measured(share: number, isFlat = false): Promise<Measured> {
  const folder = join(root, ".local/bench", randomBytes(6).toString("hex"));
  const project = join(folder, "project");
  await mkdir(join(folder, "backend"), { recursive: true });
  const tenant = await startTenant({ seed: await seedOf(share), plan, latencyMs: { min: 20, max: 80 } });
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
    const own = [process.execPath, command];
    const steps: readonly (readonly [name: string, words: readonly string[]])[] = [
      [
        "import",
        [
          ...[...own, "import", "--out", project, "--kinds", importedTypes.map(classOf).join(",")],
          ...(isFlat ? ["--flat"] : []),
        ],
      ],
      [
        "first up",
        ["env", ...Object.entries(once).map((pair) => pair.join("=")), bin, "up", "--yes", "--skip-preview"],
      ],
      ...[...both].map(([name, words]) => [name, [bin, ...words]] as const),
      ["drift", [...own, "drift"]],
      ["watch --once", [...own, "watch", "--once"]],
    ];
    const ours = new Map<string, Figures>();
    for (const [name, [program = "", ...words]] of steps) {
      const isImport = name === "import";
      const more = isImport ? [] : ["--stack", "dev"];
      const before = await tenant.calls();
      const started = performance.now();
      const used = await usageOf(async () => {
        const cwd = isImport ? folder : project;
        const result = await exec(program, [...words, ...more], { cwd, env, timeoutMs });
        if (result.code !== 0) throw new Error(`${name} ended with ${result.code}\n${result.stdout}${result.stderr}`);
      });
      const seconds = (performance.now() - started) / 1000;
      const after = await tenant.calls();
      ours.set(name, { ...used, seconds, calls: after.all - before.all, refused: after.refused - before.refused });
    }
    const exported = await exec(bin, ["stack", "export", "--stack", "dev"], { cwd: project, env, timeoutMs });
    const resources = ((JSON.parse(exported.stdout) as Deployment).deployment.resources ?? [])
      .filter(({ type }) => type.includes("tenant:"))
      .map(({ urn, inputs: { __provider: _, ...args } = {} }, n) => ({ name: `${urn.split("::").at(-1)}-${n}`, args }));
    const file = join(folder, "resources.json");
    await writeFile(file, JSON.stringify(resources));
    return { ours, nothing: await measuredPlain(file), resources: resources.length };
  } finally {
    await tenant.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the same with plain resources whose provider does nothing. Their names and arguments stand in a file. */
async function measuredPlain(file: string): Promise<ReadonlyMap<string, Usage>> {
  const stack = await createStack({
    projectDir: join(import.meta.dirname, "program"),
    name: `whole-${randomBytes(4).toString("hex")}`,
    env: { RESOURCES: file, PROVIDER: "plain" },
  });
  // Those of ours run without either.
  const slow = { PULUMI_NODEJS_TRANSPILE_ONLY: undefined, NODE_OPTIONS: undefined };
  try {
    await stack.run(["up", "--yes", "--skip-preview"], { env: once, timeoutMs });
    const used = new Map<string, Usage>();
    for (const [name, words] of both) {
      used.set(name, await usageOf(() => stack.run(words, { env: slow, timeoutMs })));
    }
    return used;
  } finally {
    await stack.remove();
  }
}

const columns = [
  ...["resources", "command", "calls", "429", "seconds", "seconds of the bucket"],
  ...["program and host, s", "CLI and commands, s", "CPU to nothing", "CPU to the first size"],
  ...["memory of program", "of host", "of CLI and commands, MiB"],
];

const cpuIn = ({ cpu: { program, host, cli } }: Usage) => program + host + cli;

function line(name: string, { ours, nothing, resources }: Measured, first: Measured, more = ""): string {
  const figures = ours.get(name) as Figures;
  const { calls, refused, seconds, cpu, memory } = figures;
  const times = (one: Usage, other: Usage | undefined) => (other ? (cpuIn(one) / cpuIn(other)).toFixed(2) : "–");
  const cells = [
    ...[
      resources,
      `${name}${more}`,
      calls,
      refused,
      seconds.toFixed(1),
      bucketTime(calls, plans[plan].default, rateBudget).toFixed(1),
    ],
    ...[cpu.program + cpu.host, cpu.cli].map((value) => value.toFixed(1)),
    times(figures, nothing.get(name)),
    first.ours === ours ? "–" : times(figures, first.ours.get(name)),
    ...[memory.program, memory.host, memory.cli].map((value) => (value === 0 ? "–" : value.toFixed(0))),
  ];
  return `| ${cells.join(" | ")} |`;
}

async function main(args: readonly string[]): Promise<number> {
  const isFlat = args.includes("--flat");
  const sizes = args.filter((one) => one !== "--flat");
  const shares = sizes.length > 0 ? sizes.map(Number) : [0.1, 1];
  if (shares.some((share) => !(share >= 0.1 && share <= 10))) {
    process.stderr.write(usage);
    return 2;
  }
  let first: Measured | undefined;
  process.stdout.write(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}\n`);
  for (const share of shares) {
    const all = await measured(share);
    first ??= all;
    for (const name of all.ours.keys()) process.stdout.write(`${line(name, all, first)}\n`);
    if (!isFlat) continue;
    const flat = await measured(share, true);
    for (const name of flat.ours.keys()) process.stdout.write(`${line(name, flat, all, " (flat)")}\n`);
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
