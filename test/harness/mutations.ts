import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { buildProvider } from "./build.ts";
import { compileCache } from "./compile-cache.ts";
import { exec } from "./exec.ts";
import type { Context } from "./main.ts";
import { type Mutant, mutants } from "./mutants.ts";

const usage = `usage: npm run mutations [-- [--all] [<part of what is lost, or of an area>...]]

Plants bugs into a copy of the provider, one after the other, and runs the tests that should find each one. Exit code 1 if one is not found.
--all runs all suites that need no CLI in place of those tests: it takes minutes for each bug.
`;

/** The suites that need neither the CLI nor a packed package. */
const inProcess = ["unit", "model", "lifecycle", "acceptance"];

/** The sources in which bugs are planted: those of the provider and of acceptance runs, and the script that decides what is packed. */
const plantable = ["provider/src", "test/acceptance", "test/harness/declarations.ts"];

/** A planted bug, and where. */
export interface Planted extends Mutant {
  readonly area: string;
  /** Its path in the repository. */
  readonly file: string;
  readonly source: string;
}

/** Plants bugs one after the other, and says which of them the tests do not find. */
export async function mutations(context: Context): Promise<number> {
  const options = parse(context.args);
  if (options === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const build = await buildProvider(context);
  if (!build.ok) throw new Error(`the provider does not compile:\n${build.output}`);
  const all = await plantedIn(context.root);
  const isWanted = ({ area, loses }: Planted) =>
    options.parts.length === 0 || options.parts.some((part) => `${area}: ${loses}`.includes(part));
  const chosen = all.filter(isWanted);
  if (chosen.length === 0) throw new Error(`no planted bug is of ${options.parts.join(" or ")}`);
  const tree = join(context.root, ".local", "mutations");
  await copyTree(context.root, tree);
  try {
    await refuseUncompilable(tree, chosen);
    const testsOf = (one: Planted) => (options.all ? [] : one.tests);
    const files = [...new Set(chosen.flatMap(testsOf))];
    process.stdout.write(`${chosen.length} planted bugs\n`);
    // On a busy machine a test can run out of time.
    const before = (await runTests(tree, files)) && (await runTests(tree, files));
    if (before !== undefined)
      throw new Error(`a test fails without any planted bug: ${before.test}\n${before.message}`);
    let missed = 0;
    for (const mutant of chosen) {
      const since = performance.now();
      await plant(
        tree,
        mutant,
        mutant.source.replace(mutant.find, () => mutant.put),
      );
      const found = await runTests(tree, testsOf(mutant));
      await plant(tree, mutant, mutant.source);
      if (found === undefined) missed += 1;
      const took = ((performance.now() - since) / 1000).toFixed(1);
      const by = found === undefined ? "NOT FOUND" : `found by ${found.test}`;
      process.stdout.write(
        `${found === undefined ? "✗" : "✓"} ${mutant.area}: ${mutant.loses} (${took} s)\n    ${by}\n`,
      );
    }
    process.stdout.write(`${chosen.length - missed} found, ${missed} not found\n`);
    return missed === 0 ? 0 : 1;
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

function parse(args: string[]): { all: boolean; parts: readonly string[] } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { all: { type: "boolean", default: false } },
    });
    return { all: values.all, parts: positionals };
  } catch {
    return undefined;
  }
}

/**
 * The planted bugs, each with the file that it changes.
 *
 * @throws Error that names each bug whose text does not occur in the sources exactly once
 */
export async function plantedIn(root: string): Promise<readonly Planted[]> {
  const names = plantable.map(async (place) => {
    if (place.endsWith(".ts")) return [place];
    return (await readdir(join(root, place), { recursive: true })).map((name) => join(place, name));
  });
  const files = (await Promise.all(names)).flat().filter((name) => name.endsWith(".ts"));
  const sources = await Promise.all(
    files.map(async (file) => ({ file, source: await readFile(join(root, file), "utf8") })),
  );
  const stale: string[] = [];
  const planted = Object.entries(mutants).flatMap(([area, all]) =>
    all.flatMap((mutant): Planted[] => {
      const places = sources.flatMap(({ file, source }) =>
        source
          .split(mutant.find)
          .slice(1)
          .map(() => ({ file, source })),
      );
      const [place, ...others] = places;
      if (place !== undefined && others.length === 0) return [{ ...mutant, ...place, area }];
      stale.push(`${places.length} times in ${plantable.join(" and ")}: ${mutant.find}`);
      return [];
    }),
  );
  if (stale.length > 0)
    throw new Error(
      `test/harness/mutants.ts does not fit the sources:\n${stale.map((line) => `  ${line}`).join("\n")}`,
    );
  return planted;
}

/** A copy of the checkout that has dependencies, and a provider of its own. */
async function copyTree(root: string, tree: string): Promise<void> {
  await rm(tree, { recursive: true, force: true });
  const apart = new Set([".git", ".local", "node_modules"]);
  for (const entry of await readdir(root)) {
    if (!apart.has(entry)) await cp(join(root, entry), join(tree, entry), { recursive: true, verbatimSymlinks: true });
  }
  const modules = join(root, "node_modules");
  await mkdir(join(tree, "node_modules"), { recursive: true });
  for (const entry of await readdir(modules)) {
    const target = entry === "pulumi-tenant" ? join(tree, "provider") : join(modules, entry);
    await symlink(target, join(tree, "node_modules", entry));
  }
}

/** @throws Error with what the compiler says of the planted bugs, all of them at once */
async function refuseUncompilable(tree: string, chosen: readonly Planted[]): Promise<void> {
  const byFile = Map.groupBy(chosen, ({ file }) => file);
  const sourceIn = (file: string) => join(tree, file);
  for (const [file, all] of byFile) {
    const text = all.reduce((source, { find, put }) => source.replace(find, () => put), all[0]?.source ?? "");
    await writeFile(sourceIn(file), text);
  }
  const tsc = join(tree, "node_modules", "typescript", "bin", "tsc");
  // A planted bug may leave a variable that nothing uses any more.
  const args = [tsc, "-p", "provider", "--noEmit", "--noUnusedLocals", "false", "--noUnusedParameters", "false"];
  const { code, stdout } = await exec(process.execPath, args, { cwd: tree, timeoutMs: 10 * 60_000 });
  for (const [file, all] of byFile) await writeFile(sourceIn(file), all[0]?.source ?? "");
  if (code !== 0) throw new Error(`planted bugs do not compile:\n${stdout}`);
}

/** Writes a source of the copy, and what is compiled of it. */
async function plant(tree: string, { file }: Planted, text: string): Promise<void> {
  const provider = join(tree, "provider");
  await writeFile(join(tree, file), text);
  const built = relative(join("provider", "src"), file);
  if (built.startsWith("..")) return;
  const config = ts.getParsedCommandLineOfConfigFile(join(provider, "tsconfig.json"), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  });
  const { outputText } = ts.transpileModule(text, {
    fileName: join(tree, file),
    compilerOptions: config?.options ?? {},
  });
  await writeFile(join(provider, "dist", built.replace(/\.ts$/, ".js")), outputText);
}

/**
 * Runs files of tests of the copy.
 *
 * @param files none: all suites that need no CLI
 * @returns the test that fails first, or undefined where none does
 */
async function runTests(tree: string, files: readonly string[]): Promise<Failure | undefined> {
  const report = join(tree, "..", "mutations.json");
  await rm(report, { force: true });
  const projects = files.length > 0 ? files.map((file) => file.split("/")[0] ?? "") : inProcess;
  const { code, stdout, stderr } = await exec(
    process.execPath,
    [
      join(tree, "node_modules", "vitest", "vitest.mjs"),
      ...["run", "--config", join(tree, "test", "vitest.config.ts")],
      ...[...new Set(projects)].flatMap((name) => ["--project", name]),
      ...["--bail", "1", "--reporter", "json", "--outputFile.json", report],
      ...files.map((file) => `test/${file}`),
    ],
    { cwd: tree, env: { ...process.env, ...compileCache }, timeoutMs: 30 * 60_000 },
  );
  if (code === 0) return undefined;
  const text = await readFile(report, "utf8").catch(() => {
    throw new Error(`vitest has written no report:\n${stdout}${stderr}`);
  });
  const { testResults }: { testResults: FileResult[] } = JSON.parse(text);
  const nameOf = ({ name }: FileResult) => relative(join(tree, "test"), name);
  for (const file of testResults) {
    const failed = file.assertionResults.find((one) => one.status === "failed");
    if (failed !== undefined)
      return { test: `${nameOf(file)}: ${failed.fullName}`, message: failed.failureMessages.join("\n") };
  }
  const unloaded = testResults.find((one) => one.status === "failed" && one.message);
  if (unloaded !== undefined)
    return { test: `${nameOf(unloaded)}, which cannot be loaded`, message: unloaded.message ?? "" };
  throw new Error(`vitest has ended with ${code}, and no test has failed:\n${stdout}${stderr}`);
}

/** A test that fails, and what it says. */
interface Failure {
  readonly test: string;
  readonly message: string;
}

/** What vitest reports of one file. */
interface FileResult {
  readonly name: string;
  readonly status: string;
  /** What went wrong outside of tests. */
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}
