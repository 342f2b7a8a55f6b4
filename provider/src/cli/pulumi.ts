import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { killTree } from "./process-tree.ts";

/** The outcome of a run of the Pulumi CLI. */
export interface PulumiResult {
  /** Exit code. It is 1 if a signal ended the CLI. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
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
  const file = process.env.PULUMI_CLI || "pulumi";
  const env = { ...process.env };
  // With this variable the CLI would print one event per line, not one document.
  delete env.PULUMI_ENABLE_STREAMING_JSON_PREVIEW;
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => {
    if (child.pid !== undefined) killTree(child.pid);
  };
  const end = (name: NodeJS.Signals) => {
    process.off(name, end);
    kill();
    process.kill(process.pid, name);
  };
  if (signal) signal.addEventListener("abort", kill);
  else for (const name of endings) process.on(name, end);
  try {
    const [[code], stdout, stderr] = await Promise.all([
      once(child, "close") as Promise<[number | null]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code: code ?? 1, stdout, stderr };
  } catch (error) {
    throw notStarted(file, error as NodeJS.ErrnoException);
  } finally {
    signal?.removeEventListener("abort", kill);
    for (const name of endings) process.off(name, end);
  }
}

function notStarted(file: string, error: NodeJS.ErrnoException): Error {
  const why = error.code === "ENOENT" ? "there is no such program" : error.message;
  return new Error(
    `the Pulumi CLI "${file}" could not be started: ${why}. Install it (https://www.pulumi.com/docs/install/), or name it in ` +
      "PULUMI_CLI.",
    { cause: error },
  );
}
