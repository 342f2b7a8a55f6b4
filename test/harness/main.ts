import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { buildProvider } from "./build.ts";
import { ensureCli } from "./cli.ts";
import { passThrough } from "./pass-through.mjs";

export interface Context {
  /** The checkout. */
  root: string;
  /** Progress for people, one line each, on standard error. */
  log: (line: string) => void;
  /** What stands after the command. */
  args: string[];
}

const biome = "@biomejs/biome/bin/biome";

/** A command resolves to its exit code. */
type Command = (context: Context) => Promise<number>;

const commands: Record<string, Command> = {
  acceptance: async (context) => {
    await build(context);
    const compiled = join(context.root, "test/harness/compiled.mjs");
    const command = join(context.root, "test/acceptance/main.ts");
    const cli = context.args.includes("--cli") ? (await ensureCli(context)).dir : undefined;
    return passThrough(process.execPath, ["--import", compiled, command, ...context.args], {
      ...process.env,
      PATH: [cli, process.env.PATH].filter(Boolean).join(delimiter),
    });
  },
  bench: async (context) => {
    await build(context);
    const [what, ...rest] = context.args;
    const script = { scale: "scale.ts", tenant: "whole.ts" }[what ?? ""];
    if (script !== undefined) {
      return passThrough(process.execPath, [join(context.root, "test/bench", script), ...rest], process.env);
    }
    const args = ["run", "--config", "test/vitest.config.ts", "--project", "bench", ...context.args];
    return tool(context.root, "vitest/vitest.mjs", args);
  },
  build: async (context) => {
    await build(context);
    return 0;
  },
  "cli-path": async ({ log }) => {
    process.stdout.write(`${(await ensureCli({ log })).dir}\n`);
    return 0;
  },
  compat: async (context) => {
    await build(context);
    return (await import("./compat.ts")).compat(context);
  },
  demo: async (context) => {
    await build(context);
    return (await import("./demo.ts")).demo(context);
  },
  docs: async ({ root }) => {
    for (const [file, text] of (await import("./made-lists.ts")).madeLists(root)) writeFileSync(join(root, file), text);
    // Only vitest can load the sources of which the pages, the classes and the data about options are made.
    const files = ["reference.test.ts", "made-options.test.ts", "map-picture.test.ts"];
    const args = ["run", "--config", "test/vitest.config.ts", "--project", "docs", ...files];
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    return passThrough(process.execPath, [vitest, ...args], { ...process.env, WRITE_PAGES: "true" });
  },
  format: ({ root, args }) => tool(root, biome, ["check", "--write", ...args]),
  lint: ({ root, args }) => tool(root, biome, ["check", ...args]),
  mutations: async (context) => (await import("./mutations.ts")).mutations(context),
  pulumi: async (context) => {
    // With sources that do not compile a stack must still be looked at and destroyed.
    await build(context).catch((error: Error) => context.log(error.message));
    const { bin, dir } = await ensureCli(context);
    return passThrough(bin, context.args, {
      ...process.env,
      // A program finds the CLI's plugins, and the starter of the same name in node_modules/.bin is not what it finds.
      PATH: [dir, process.env.PATH].filter(Boolean).join(delimiter),
      PULUMI_SKIP_UPDATE_CHECK: process.env.PULUMI_SKIP_UPDATE_CHECK ?? "true",
    });
  },
  release: async (context) => (await import("./release.ts")).release(context),
  soak: async (context) => (await import("./soak.ts")).soak(context),
  test: async (context) => (await import("./test.ts")).test(context),
};

async function build(context: Context): Promise<void> {
  const { ok, output } = await buildProvider(context);
  if (!ok) throw new Error(`the provider does not compile:\n${output}`);
}

function tool(root: string, script: string, args: readonly string[]): Promise<number> {
  return passThrough(process.execPath, [join(root, "node_modules", script), ...args], process.env);
}

/** Runs one of the commands, under the project's Node and with the dependencies in place; see run.mjs. */
export async function main({ command, ...context }: Context & { command: string | undefined }): Promise<number> {
  const run = command === undefined ? undefined : commands[command];
  if (run === undefined) {
    process.stderr.write(`usage: node test/harness/run.mjs ${Object.keys(commands).join("|")} [arguments]\n`);
    return 2;
  }
  return run(context);
}
