import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { legible } from "../client/index.ts";
import { killTree, type StartOptions, start } from "./start.ts";

/** Most characters of an error of the CLI or of a provider. */
export const maxErrorLength = 10_000;

/** The outcome of a run of the Pulumi CLI. */
export interface PulumiResult {
  /** Exit code. It is 1 if a signal ended the CLI. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run a command that changes something. */
export interface ChangeOptions {
  /** Text for standard input. Default: nothing. */
  readonly input?: string;
  /** Whether the command opens its standard input as a file. Default: false. */
  readonly opensInput?: boolean;
  /** Added to its environment. Default: nothing. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Says how a command of the CLI has failed, in its own words.
 *
 * @param hide takes secrets out of them. Default: there are none
 */
export function failureOf(command: string, { code, stderr }: PulumiResult, hide = (text: string) => text): string {
  const said = legible(
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
  return `pulumi ${command} ended with ${code}: ${said || "it said nothing"}${advice}`;
}

/** Signals that end this process: Ctrl-C, a pipeline that is cancelled, a terminal that is closed. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command of the Pulumi CLI that changes nothing, without a shell: `$PULUMI_CLI`, or `pulumi` on the PATH. A signal that ends this
 * process ends the CLI and its plugins as well, at once: asked to stop, the CLI would first wait for what the tenant has not answered yet,
 * and a command that changes nothing leaves neither a lock nor half a change behind.
 *
 * @param signal ends the CLI in the same way. Whoever gives one handles the signals of this process
 * @throws Error that says what to do if the program cannot be started
 */
export async function runPulumi(args: readonly string[], signal?: AbortSignal): Promise<PulumiResult> {
  const child = await started(program(), args);
  const kill = () => {
    if (child.pid !== undefined) killTree(child.pid);
  };
  const end = (name: NodeJS.Signals) => {
    process.off(name, end);
    kill();
    process.kill(process.pid, name);
  };
  if (signal?.aborted) kill();
  if (signal) signal.addEventListener("abort", kill);
  else for (const name of endings) process.on(name, end);
  try {
    return await outcomeOf(child);
  } finally {
    signal?.removeEventListener("abort", kill);
    for (const name of endings) process.off(name, end);
  }
}

/**
 * Runs a command of the Pulumi CLI that changes a stack. A signal ends this process only when the command is done, so the stack is left
 * without a lock.
 *
 * @throws Error that says what to do if the program cannot be started
 */
export async function changeByPulumi(
  args: readonly string[],
  { input = "", opensInput = false, env = {} }: ChangeOptions = {},
): Promise<PulumiResult> {
  const file = program();
  // What Node gives a child as standard input is a socket, which cannot be opened by its name. A pipe can.
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

/** Starts the CLI, or what starts it. */
async function started(command: string, args: readonly string[], options: StartOptions = {}): Promise<ChildProcess> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  // With this variable the CLI would print one event per line, not one document.
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
