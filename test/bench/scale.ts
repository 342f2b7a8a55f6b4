/**
 * Measures runs at a rate-limited tenant: `npm run bench -- scale [options] [row...]`. Ours are compared with plain resources of the
 * SDK with the same arguments and a provider that does nothing, in one run. Prints the goal and what was measured.
 */
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import type { PlanName } from "../../provider/src/emulator/index.ts";
import { ratio } from "./cpu.ts";
import { bucketTime, type Row, rows } from "./rows.ts";
import { type Measured, Stage } from "./stage.ts";

const require = createRequire(import.meta.url);
const { plans } = require("pulumi-tenant/emulator") as typeof import("../../provider/src/emulator/index.ts");

const usage = `usage: npm run bench -- scale [options] [row...]

Rows (default: all): ${rows.map(({ name }) => name).join(", ")}

Options change the chosen rows:
  --apis <n> --connections <n> --role-sets <n> --customers <n>  what the program declares
  --other-apis <n>    APIs of the tenant besides
  --plan <name>       ${Object.keys(plans).join(", ")}
  --budget <share>    rateBudget
  --others <share>    what another client uses of every bucket
  --latency <a-b>     milliseconds that an answer takes (default: 20-80)
`;

/** @throws TypeError for wrong usage */
function chosen(args: readonly string[]): { readonly picked: readonly Row[]; readonly latencyMs: Latency } {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ apis: text, connections: text, "role-sets": text, customers: text, "other-apis": text },
      ...{ plan: text, budget: text, others: text, latency: { ...text, default: "20-80" } },
    },
  });
  const number = (option: keyof typeof values) => {
    const value = values[option];
    if (value !== undefined && !(Number(value) >= 0)) throw new TypeError(`--${option} must be a number`);
    return value === undefined ? undefined : Number(value);
  };
  const unknown = positionals.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined) throw new TypeError(`there is no row "${unknown}"`);
  if (values.plan !== undefined && !Object.hasOwn(plans, values.plan)) throw new TypeError(`no plan "${values.plan}"`);
  const [min = Number.NaN, max = min] = values.latency.split("-").map(Number);
  if (!(min >= 0 && max >= min)) throw new TypeError("--latency must be like 20-80");
  const picked = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return {
    latencyMs: { min, max },
    picked: picked.map((row) => ({
      ...row,
      content: {
        apis: number("apis") ?? row.content.apis,
        connections: number("connections") ?? row.content.connections,
        roleSets: number("role-sets") ?? row.content.roleSets,
        customers: number("customers") ?? row.content.customers ?? 0,
      },
      otherApis: number("other-apis") ?? row.otherApis ?? 0,
      plan: (values.plan as PlanName | undefined) ?? row.plan,
      rateBudget: number("budget") ?? row.rateBudget,
      others: number("others") ?? row.others ?? 0,
    })),
  };
}

type Latency = { readonly min: number; readonly max: number };

const header = [
  "| row | calls | goal | 429 | goal | seconds | goal | nothing | edits shown | program and host | whole | |",
  "|---|---|---|---|---|---|---|---|---|---|---|---|",
];

function line(row: Row, ours: Measured, nothing: Measured): string {
  const { goal, content, edits = 0 } = row;
  if (ours.failure !== undefined) {
    process.stderr.write(`${ours.failure}\n`);
    return `| ${row.name} | failed |`;
  }
  const bucket = bucketTime(
    content.apis + content.connections + content.roleSets,
    plans[row.plan].default,
    row.rateBudget,
  );
  const longest = goal.seconds?.(nothing.seconds, bucket);
  const whole = ratio(ours.cpu, nothing.cpu, "program", "host", "cli");
  const missed = [
    ...(goal.calls !== undefined && ours.calls.all > goal.calls ? ["calls"] : []),
    ...(ours.calls.refused > goal.refused * ours.calls.all ? ["429"] : []),
    ...(longest !== undefined && ours.seconds > longest ? ["time"] : []),
    ...(goal.cpu !== undefined && Number(whole) > goal.cpu ? ["CPU"] : []),
    ...(edits > 0 && ours.changes !== edits ? ["edits"] : []),
  ];
  const cells = [
    row.name,
    ours.calls.all,
    goal.calls ?? "–",
    ours.calls.refused,
    goal.refused === 0 ? 0 : `${goal.refused * 100} %`,
    ours.seconds.toFixed(1),
    longest?.toFixed(1) ?? "–",
    nothing.seconds.toFixed(1),
    edits > 0 ? `${ours.changes} of ${edits}` : "–",
    ratio(ours.cpu, nothing.cpu, "program", "host"),
    whole,
    missed.length === 0 ? "met" : `missed: ${missed.join(", ")}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

async function scale(args: readonly string[]): Promise<number> {
  let plan: ReturnType<typeof chosen>;
  try {
    plan = chosen(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 2;
  }
  const stage = new Stage(plan.latencyMs);
  try {
    process.stdout.write(`${header.join("\n")}\n`);
    for (const row of plan.picked) {
      const nothing = await stage.run(row, "plain");
      const ours = await stage.run(row, "ours");
      process.stdout.write(`${line(row, ours, nothing)}\n`);
    }
    return 0;
  } finally {
    await stage.close();
  }
}

if (import.meta.main) process.exitCode = await scale(process.argv.slice(2));
