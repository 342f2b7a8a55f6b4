import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { sanitize } from "../client/index.ts";
import { killTree, type StartOptions, start } from "./start.ts";

/** The maximum length of an error of the CLI or of a provider, in characters. */
export const maxErrorLength = 10_000;

/** The outcome of a run of the Pulumi CLI. */
export interface PulumiResult {
  /** The exit code. It is 1 if a signal ended the CLI. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options for a command that changes a stack. */
export interface ChangeOptions {
  /** The text on standard input. Default: none. */
  readonly input?: string;
  /** Whether the command opens its standard input by a file name (`/dev/stdin`). Default: false. */
  readonly opensInput?: boolean;
  /** Additional environment variables. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The message for a failed command of the CLI, in the CLI's words.
 *
 * @param hide removes secrets from the message. Default: no change
 */
export function failureOf(command: string, { code, stderr }: PulumiResult, hide = (text: string) => text): string {
  const said = sanitize(
    hide(
      stripVTControlCharacters(stderr)
        .trim()
        .replace(/^error: /, ""),
    ),
    maxErrorLength,
  );
  const advice = /must be set for login/.test(said)
    ? ". Sign in first: `pulumi login`, or `pulumi login --local` to keep the state on this machine."
    : "";
  return `pulumi ${command} ended with exit code ${code}: ${said || "no error message"}${advice}`;
}

/** Signals that end this process: Ctrl-C, a cancelled pipeline, a closed terminal. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a read-only command of the Pulumi CLI, without a shell: `$PULUMI_CLI`, or `pulumi` on the PATH. A signal that ends this process also
 * kills the CLI and its plugins at once: a CLI that is asked to stop would first wait for pending responses of the tenant, and a read-only
 * command leaves neither a lock nor a partial change.
 *
 * @param signal kills the CLI and its plugins when it is aborted. If a signal is given, the caller must handle Ctrl-C
 * @param env additional environment variables; the value undefined removes a variable
 * @throws Error that says what to do if the program cannot be started
 */
export async function runPulumi(
  args: readonly string[],
  signal?: AbortSignal,
  env: NodeJS.ProcessEnv = {},
): Promise<PulumiResult> {
  if (!signal) return untilEnded((stop) => runPulumi(args, stop.signal, env));
  const child = await started(program(), args, { env });
  const kill = () => {
    if (child.pid !== undefined) killTree(child.pid);
  };
  if (signal.aborted) kill();
  signal.addEventListener("abort", kill);
  try {
    return await outcomeOf(child);
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

/**
 * Returns the results of tasks that run side by side. The first failure, or a signal that ends this process, aborts the signal of all tasks. The
 * failure is thrown after all tasks have ended, so none of their programs is left running.
 */
export function allOrNone<const T extends readonly Promise<unknown>[]>(
  begin: (signal: AbortSignal) => T,
): Promise<{ readonly [Index in keyof T]: Awaited<T[Index]> }> {
  return untilEnded(async (stop) => {
    const all = begin(stop.signal);
    try {
      return await Promise.all(all);
    } catch (error) {
      stop.abort();
      await Promise.allSettled(all);
      throw error;
    }
  });
}

/** Does a task with a controller that a signal which ends this process aborts first. */
async function untilEnded<T>(work: (stop: AbortController) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const end = (name: NodeJS.Signals) => {
    process.off(name, end);
    stop.abort();
    process.kill(process.pid, name);
  };
  for (const name of endings) process.on(name, end);
  try {
    return await work(stop);
  } finally {
    for (const name of endings) process.off(name, end);
  }
}

/**
 * Runs a command of the Pulumi CLI that changes a stack. A signal ends this process only after the command has finished, so the stack is
 * left without a lock.
 *
 * @throws Error that says what to do if the program cannot be started
 */
export async function changeByPulumi(
  args: readonly string[],
  { input = "", opensInput = false, env = {} }: ChangeOptions = {},
): Promise<PulumiResult> {
  const file = program();
  // Node gives a child a socket as standard input. A socket cannot be opened by its file name, so a shell puts a pipe in between.
  const [command, given] = opensInput ? ["sh", ["-c", 'cat | "$0" "$@"', file, ...args]] : [file, args];
  let ended: NodeJS.Signals | undefined;
  const note = (signal: NodeJS.Signals) => {
    ended = signal;
  };
  for (const signal of endings) process.on(signal, note);
  try {
    return await outcomeOf(await started(command, given, { input, env }));
  } finally {
    for (const signal of endings) process.off(signal, note);
    if (ended) process.kill(process.pid, ended);
  }
}

function program(): string {
  return process.env.PULUMI_CLI || "pulumi";
}

/** Starts the CLI, or the shell that starts it. */
async function started(command: string, args: readonly string[], options: StartOptions = {}): Promise<ChildProcess> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  // With this variable the CLI would print one event per line instead of one document.
  delete env.PULUMI_ENABLE_STREAMING_JSON_PREVIEW;
  return start(command, args, { ...options, env }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? "there is no such program" : error.message;
    throw new Error(
      `the Pulumi CLI "${program()}" could not be started: ${why}. Install it (https://www.pulumi.com/docs/install/), or name it in ` +
        "PULUMI_CLI.",
      { cause: error },
    );
  });
}

async function outcomeOf(child: ChildProcess): Promise<PulumiResult> {
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
  ]);
  return { code: code ?? 1, stdout, stderr };
}
