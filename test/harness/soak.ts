import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildProvider } from "./build.ts";
import { compileCache } from "./compile-cache.ts";
import type { Context } from "./main.ts";
import { mutations } from "./mutations.ts";
import { passThrough } from "./pass-through.mjs";

const usage = `usage: npm run soak [-- [--cases <n>] [--seed <n>] [<file>...]]

The properties with generated cases, and the fault run, with n cases (operations) each instead of 150 (12 of the laws). Default: 20,000.
A seed makes a run again what it was; it is printed. The scenes with the real CLI that npm test has no time for come with them, and at the
end the planted bugs of npm run mutations.
Names of files (or parts of them) limit the run to those: npm run soak -- scenes
`;

/** Where the files are that have more cases than a test run has time for, and what they are called. */
const projects = ["harness", "unit", "lifecycle", "contract", "scenes"];
const long = [
  "test/harness",
  "laws",
  "fault-run",
  "fuzz",
  "half-way",
  "two-stacks",
  "rotation",
  "deployment",
  "authentication-faults",
  "scenes",
];

/** Runs what is generated with many more cases than a test run has time for, from a seed of its own, and the long scenes. */
export async function soak(context: Context): Promise<number> {
  const parsed = parse(context.args);
  if (parsed === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const build = await buildProvider(context);
  if (!build.ok) throw new Error(`the provider does not compile:\n${build.output}`);
  const { cases, seed, files } = parsed;
  process.stdout.write(`${cases} cases each, seed ${seed}: npm run soak -- --cases ${cases} --seed ${seed}\n`);
  const vitest = join(context.root, "node_modules", "vitest", "vitest.mjs");
  const code = await passThrough(
    process.execPath,
    [vitest, "run", "--config", "test/vitest.config.ts", ...projects.flatMap((name) => ["--project", name]), ...files],
    { ...process.env, ...compileCache, SOAK_CASES: String(cases), SOAK_SEED: String(seed) },
  );
  if (files !== long) return code;
  return Math.max(code, await mutations({ ...context, args: [] }));
}

function parse(args: string[]): { cases: number; seed: number; files: string[] } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { cases: { type: "string", default: "20000" }, seed: { type: "string" } },
    });
    const cases = Number(values.cases);
    const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
    if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(seed)) return undefined;
    return { cases, seed, files: positionals.length > 0 ? positionals : long };
  } catch {
    return undefined;
  }
}
