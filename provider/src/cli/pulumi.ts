import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** The outcome of a run of the Pulumi CLI. */
export interface PulumiResult {
  /** Exit code. It is 1 if a signal ended the CLI. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the Pulumi CLI without a shell: `$PULUMI_CLI`, or `pulumi` on the PATH. A signal that would end this process is passed on, so
 * that the CLI can end its plugins and release its lock.
 *
 * @throws Error that says what to do if the program cannot be started
 */
export async function runPulumi(args: readonly string[]): Promise<PulumiResult> {
  const file = process.env.PULUMI_CLI || "pulumi";
  const env = { ...process.env };
  // With this variable the CLI would print one event per line, not one document.
  delete env.PULUMI_ENABLE_STREAMING_JSON_PREVIEW;
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const signals = ["SIGINT", "SIGTERM"] as const;
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
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
    for (const signal of signals) process.off(signal, passOn);
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
