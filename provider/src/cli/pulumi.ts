import { spawn } from "node:child_process";

/** What became of a run of the Pulumi CLI. */
export interface PulumiResult {
  /** Exit code; that of a shell (128 + number) is not known for one that a signal has ended, which counts as 1. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the Pulumi CLI without a shell: `$PULUMI_CLI`, or `pulumi` on the PATH. A signal that ends this process is passed on, so
 * that the CLI can end its plugins and give back its lock.
 *
 * @throws Error that says what to do when there is no such program
 */
export async function runPulumi(args: readonly string[]): Promise<PulumiResult> {
  const file = process.env.PULUMI_CLI || "pulumi";
  const env = { ...process.env };
  // It would print an event per line in place of one document.
  delete env.PULUMI_ENABLE_STREAMING_JSON_PREVIEW;
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const signals = ["SIGINT", "SIGTERM"] as const;
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  try {
    return await new Promise((resolve, reject) => {
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout.on("data", (piece: Buffer) => stdout.push(piece));
      child.stderr.on("data", (piece: Buffer) => stderr.push(piece));
      child.on("error", (error) => reject(notStarted(file, error)));
      child.on("close", (code) =>
        resolve({
          code: code ?? 1,
          stdout: Buffer.concat(stdout).toString(),
          stderr: Buffer.concat(stderr).toString(),
        }),
      );
    });
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
