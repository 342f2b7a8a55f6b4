import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureCli } from "./cli.ts";
import { quickStart } from "./compile-cache.ts";
import { type ExecResult, exec } from "./exec.ts";

const root = join(import.meta.dirname, "..", "..");
const local = join(root, ".local");

export interface StackOptions {
  /** The folder of Pulumi.yaml. `Pulumi.<name>.yaml` is written there, and removed by {@link Stack.remove}. */
  projectDir: string;
  /** Must differ from other stacks of the project that exist at the same time. */
  name: string;
  /** Added to the environment of every command: the only source of `TENANT_*` and, besides what this helper sets, of `PULUMI_*`. */
  env?: Record<string, string>;
  /** Holds backend and PULUMI_HOME; must be inside a folder that git ignores. Default: a new one in `.local/stacks`. */
  folder?: string;
  /** Ends the command under way, and all after it, when aborted: a test's own signal. */
  signal?: AbortSignal;
  /** Receives progress, one line each, while a CLI is made. Default: nothing. */
  log?: (line: string) => void;
}

export interface RunOptions {
  /** The exit code without which the command has failed; "any" accepts all. Default 0. */
  expect?: number | "any";
  /** Milliseconds; default 180,000. */
  timeoutMs?: number;
  /** Added to the environment of this command. A variable that is undefined is taken out. */
  env?: Record<string, string | undefined>;
  /** Text for standard input. */
  input?: string;
  /** Called with the output as it comes. */
  onOutput?: (text: string) => void;
  /** Default: "never". */
  color?: "always" | "never";
}

/** A checkpoint as `pulumi stack export` prints it, as far as it is used. */
export interface Deployment {
  version: number;
  deployment: { resources?: StateResource[]; pending_operations?: unknown[] };
}

/** A resource in a checkpoint. */
export interface StateResource {
  urn: string;
  type: string;
  custom: boolean;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  protect?: boolean;
  /** A replacement has left it to delete. */
  delete?: boolean;
  provider?: string;
  initErrors?: string[];
}

/** A line of the engine's event log. Which of the other members is there tells the kind of event. */
export interface EngineEvent {
  sequence: number;
  timestamp: number;
  [kind: string]: unknown;
}

export interface Stack {
  readonly name: string;
  /** Holds backend and PULUMI_HOME. */
  readonly folder: string;
  /** What is set for every command, for people who want to go on by hand. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Runs a command of the CLI on this stack.
   *
   * @throws Error with the whole output when the exit code is not the expected one, when the time is up or the stack's signal is aborted
   */
  run(args: readonly string[], options?: RunOptions): Promise<ExecResult>;
  /** Runs a command with `--json` and parses its output: one document, or the list of its lines. */
  json<T = unknown>(args: readonly string[], options?: RunOptions): Promise<T>;
  /** Runs a command and resolves to the engine's events besides. */
  events(args: readonly string[], options?: RunOptions): Promise<ExecResult & { events: EngineEvent[] }>;
  /** Asserts that the tenant is as the state has it. It costs half of a preview with `--refresh`, as no program runs. */
  settled(options?: RunOptions): Promise<ExecResult>;
  /** The state as `pulumi stack export` prints it, secrets encrypted. It is read from the backend's file, which takes no command. */
  export(): Promise<Deployment>;
  /** Deletes all resources. */
  destroy(options?: RunOptions): Promise<ExecResult>;
  /** Removes the stack, its configuration file and its folder, whatever state it is in; the resources are left alone. */
  remove(): Promise<void>;
}

/**
 * Creates an empty stack with a `file://` backend, a PULUMI_HOME and a passphrase of its own: nothing of the user's Pulumi is read or written, and
 * two stacks never meet.
 */
export async function createStack(options: StackOptions): Promise<Stack> {
  const { projectDir, name, signal } = options;
  const cli = await ensureCli({ log: options.log ?? (() => undefined) });
  const folder = options.folder ?? join(local, "stacks", `${name}-${randomUUID()}`);
  const backend = join(folder, "backend");
  await mkdir(backend, { recursive: true });
  const env: Record<string, string> = {
    PATH: [cli.dir, dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter),
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: randomBytes(24).toString("base64url"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...quickStart,
    ...options.env,
  };

  const run: Stack["run"] = async (args, runOptions = {}) => {
    const { expect = 0, timeoutMs = 180_000, env: more, input, onOutput, color = "never" } = runOptions;
    // What comes after two hyphens is no option.
    const options = args.includes("--") ? args.indexOf("--") : args.length;
    const words = [...args.slice(0, options), "--non-interactive", "--color", color, ...args.slice(options)];
    const result = await exec(cli.bin, words, {
      cwd: projectDir,
      env: { ...outerEnvironment(), ...env, ...more },
      timeoutMs,
      signal,
      input,
      onOutput,
    });
    if (expect !== "any" && result.code !== expect) {
      throw new Error(
        `pulumi ${args.join(" ")}: exit code ${result.code} instead of ${expect}\n${result.stdout}${result.stderr}`,
      );
    }
    return result;
  };

  const stack: Stack = {
    name,
    folder,
    env,
    run,
    json: async <T>(args: readonly string[], runOptions?: RunOptions) =>
      parseJson((await run([...args, "--json"], runOptions)).stdout) as T,
    events: async (args, runOptions) => {
      const file = join(folder, `events-${randomUUID()}.jsonl`);
      // The flag is for the CLI's developers and hidden from others.
      const result = await run([...args, "--event-log", file], {
        ...runOptions,
        env: { ...runOptions?.env, PULUMI_DEBUG_COMMANDS: "true" },
      });
      const text = await readFile(file, "utf8");
      await rm(file);
      return { ...result, events: parseLines(text) as EngineEvent[] };
    },
    settled: (runOptions) => run(["refresh", "--preview-only", "--expect-no-changes"], runOptions),
    export: () => readState(backend, name),
    destroy: (runOptions) => run(["destroy", "--yes", "--skip-preview"], runOptions),
    remove: async () => {
      await rm(join(projectDir, `Pulumi.${name}.yaml`), { force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    if ((await readdir(backend)).length > 0) throw new Error(`there is a stack in ${folder} already`);
    await run(["stack", "init", name]);
  } catch (error) {
    if (options.folder === undefined) await stack.remove();
    throw error;
  }
  return stack;
}

async function readState(backend: string, name: string): Promise<Deployment> {
  const stacks = join(backend, ".pulumi", "stacks");
  // A backend of ours holds one stack, in the folder of its project.
  const [project = ""] = await readdir(stacks);
  const { version, checkpoint } = JSON.parse(await readFile(join(stacks, project, `${name}.json`), "utf8"));
  return { version, deployment: checkpoint.latest };
}

/** The variables of this process without those of a tenant, of the user's own Pulumi, and of test runners and npm, which change how Node behaves. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^(?:TENANT_|PULUMI_|VITEST|NODE_OPTIONS$|NODE_COMPILE_CACHE$|NODE_ENV$|NODE_V8_COVERAGE$|TRACEPARENT$|npm_|TEST$|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** Preview prints one JSON document, up a line for each event. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseLines(text);
  }
}

function parseLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}
