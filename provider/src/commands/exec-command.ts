import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sanitize } from "../client/index.ts";
import { killTree, start } from "../pulumi-cli/start.ts";
import type { ExecEnd, ExecRun } from "../watch/exec.ts";

/** The default time limit of a command, in milliseconds. */
const limitMs = 10 * 60_000;

/**
 * The maximum length of the output in a report, in characters. Of a longer output only the end is reported, where programs usually say why
 * they failed.
 */
const maxOutput = 4_000;

/** The time to wait for further output after the exit, in milliseconds. A child process that is still running can keep the output open. */
const restMs = 500;

/**
 * Runs a command line in the system's shell for each document. The document is one line of JSON on standard input. Exit code 0 acknowledges
 * the document. When the limit is reached, the command is killed with all its child processes.
 *
 * @param ms the limit, in milliseconds. Default: 10 minutes
 */
export function execCommand(command: string, ms = limitMs): ExecRun {
  return async (document, signal) => {
    try {
      const input = `${JSON.stringify(document)}\n`;
      // Ctrl-C must reach only this process, which lets the command finish.
      const child = await start(command, [], { input, isCommandLine: true, hasOwnGroup: true });
      return await endOf(child, signal, ms);
    } catch (error) {
      return { why: `could not be started: ${(error as Error).message}`, output: "" };
    }
  };
}

async function endOf(child: ChildProcess, signal: AbortSignal, ms: number): Promise<ExecEnd> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  const kill = () => killAll(child);
  if (stop.aborted) kill();
  stop.addEventListener("abort", kill);
  let output = "";
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-maxOutput);
    });
  }
  try {
    const closed = once(child, "close");
    const [code, ended] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    await Promise.race([closed, delay(restMs)]);
    const why = stop.aborted ? whyStopped(signal, ms) : whyFailed(code, ended);
    return { ...(why !== undefined && { why }), output: sanitize(output.trim(), maxOutput) };
  } finally {
    stop.removeEventListener("abort", kill);
    for (const stream of streams) stream?.destroy();
  }
}

function whyStopped(signal: AbortSignal, ms: number): string {
  return signal.aborted ? "killed because the watch ended" : `killed after ${ms / 1000} s`;
}

function whyFailed(code: number | null, ended: NodeJS.Signals | null): string | undefined {
  if (code === 0) return undefined;
  return code === null ? `ended by ${ended}` : `ended with exit code ${code}`;
}

function killAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  killTree(pid);
  try {
    // Processes in the group whose parents have already exited.
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has no processes left.
  }
}
