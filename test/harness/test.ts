import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { audit } from "./audit.ts";
import { type BuildResult, buildProvider } from "./build.ts";
import { ensureCli } from "./cli.ts";
import { compileCache } from "./compile-cache.ts";
import { exec } from "./exec.ts";
import { findUnclean } from "./hygiene.ts";
import type { Context } from "./main.ts";
import { passThrough } from "./pass-through.mjs";
import { readReport, type Tally } from "./report.ts";
import { suites } from "./suites.ts";

/**
 * A check counts as one test. It resolves to what is wrong, to nothing, or to why it could not be made: then it does not count, and that
 * is said at the end.
 */
type Check = (context: Context, built: Built) => Promise<string | { readonly unchecked: string }>;

/** The build of the provider, which the check of types and the suites share. */
type Built = () => Promise<BuildResult>;

const checks: Record<string, Check> = {
  types: async ({ root }, built) => {
    const { ok, output } = await built();
    if (!ok) return output;
    const incremental = ["--incremental", "--tsBuildInfoFile", ".local/types.tsbuildinfo"];
    return script(root, "typescript-native/bin/tsc", ["-p", "tsconfig.json", ...incremental]);
  },
  lint: ({ root }) => script(root, "@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]),
  arrows: ({ root }) =>
    script(root, "dependency-cruiser/bin/dependency-cruiser.mjs", ["--config", "test/arrows.cjs", "provider/src"]),
  hygiene: async ({ root }) => (await findUnclean(root)).join("\n"),
  audit: async ({ root }) => {
    const result = await audit({ root });
    return "problems" in result
      ? result.problems.join("\n")
      : {
          unchecked: `the versions in package-lock.json could NOT be checked for known vulnerabilities: ${result.unchecked}`,
        };
  },
};

const usage = `usage: npm test [-- <name>...]

Without names everything runs. Checks: ${Object.keys(checks).join(", ")}. Suites (folders of test/): ${suites.join(", ")}.
`;

/** Runs the checks and suites, and prints "N passed, N failed" on the last line. Whatever did not run or was skipped has failed. */
export async function test(context: Context): Promise<number> {
  const { root, args } = context;
  if (args.includes("--help")) {
    process.stdout.write(usage);
    return 0;
  }
  const unknown = args.filter((name) => !(name in checks) && !suites.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`unknown: ${unknown.join(", ")}\n${usage}`);
    return 2;
  }
  const reports = join(root, ".local", "reports");
  await mkdir(reports, { recursive: true });

  let stopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stopped = true;
    });
  }
  const wanted = (name: string) => args.length === 0 || args.includes(name);
  const total: Tally = { passed: 0, failed: 0 };
  const add = ({ passed, failed }: Tally) => {
    total.passed += passed;
    total.failed += failed;
  };
  const notes: string[] = [];
  let build: Promise<BuildResult> | undefined;
  const built = () => {
    build ??= buildProvider(context);
    return build;
  };
  const run = (name: string, check: Check) => runCheck(name, () => check(context, built), notes);
  // They work on different things, some of them wait, and most compute on one core: the suites do not wait for their ends.
  const checked = Promise.all(
    Object.entries(checks).flatMap(([name, check]) => (wanted(name) ? [run(name, check)] : [])),
  );
  const chosen = suites.filter((name) => wanted(name) && existsSync(join(root, "test", name)));
  // Suites use the compiled provider, and run with what there is of it even if it does not compile.
  if (chosen.length > 0) {
    const { ok, output } = await built();
    if (!ok && !wanted("types")) add(await run("build", async () => output));
  }
  if (chosen.length > 0 && !stopped) add(await runSuites(chosen, context, join(reports, "suites.json")));
  for (const tally of await checked) add(tally);
  if (stopped) total.failed++;

  if (total.passed + total.failed === 0) total.failed = 1;
  const summary = `${total.passed} passed, ${total.failed} failed`;
  await writeFile(join(reports, "summary"), `${summary}\n`);
  for (const line of [...notes, summary]) process.stdout.write(`${line}\n`);
  return total.failed === 0 ? 0 : 1;
}

/** @param notes takes why the check could not be made */
async function runCheck(name: string, check: () => ReturnType<Check>, notes: string[]): Promise<Tally> {
  const since = performance.now();
  const problem = await check().catch((error: Error) => error.message || String(error));
  const took = `(${((performance.now() - since) / 1000).toFixed(1)} s)`;
  if (typeof problem !== "string") {
    notes.push(`? ${name}: ${problem.unchecked}`);
    return { passed: 0, failed: 0 };
  }
  const ok = problem === "";
  process.stdout.write(`${ok ? "✓" : "✗"} ${name} ${took}\n`);
  if (!ok) process.stdout.write(`${problem.trimEnd()}\n`);
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** All suites in one run: files that wait, for a CLI or a timer, leave the cores to those that compute. */
async function runSuites(names: readonly string[], { root, log }: Context, report: string): Promise<Tally> {
  await rm(report, { force: true });
  const needsCli = (name: string) => name === "e2e";
  let runnable = names;
  if (names.some(needsCli)) {
    // Making a CLI takes minutes, which no test's time limit should have to allow for.
    try {
      await ensureCli({ log });
    } catch (error) {
      process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
      runnable = names.filter((name) => !needsCli(name));
    }
  }
  const failed = names.length - runnable.length;
  if (runnable.length === 0) return { passed: 0, failed };
  const code = await passThrough(
    process.execPath,
    [
      join(root, "node_modules", "vitest", "vitest.mjs"),
      ...["run", "--config", join(root, "test", "vitest.config.ts")],
      ...runnable.flatMap((name) => ["--project", name]),
      ...["--reporter", "default", "--reporter", "json", "--outputFile.json", report],
    ],
    { ...process.env, ...compileCache },
  );
  const tally = await readReport(report, code);
  return { passed: tally.passed, failed: tally.failed + failed };
}

/** Runs a package's program. It resolves to its output if it fails, and to nothing if it does not. */
async function script(root: string, path: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await exec(process.execPath, [join(root, "node_modules", path), ...args], {
    cwd: root,
    timeoutMs: 10 * 60_000,
  });
  return code === 0 ? "" : `${stdout}${stderr}` || `ended with ${code}`;
}
