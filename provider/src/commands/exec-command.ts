import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { legible } from "../client/index.ts";
import { killTree, start } from "../pulumi-cli/start.ts";
import type { ExecEnd, ExecRun } from "../watch/exec.ts";

/** Milliseconds after which a command is killed. */
const limitMs = 10 * 60_000;

/** Most characters of its output that are kept: the last ones, as programs say at the end why they fail. */
const maxOutput = 4_000;

/** Milliseconds for the rest of its output, which a process that it has left behind can hold open. */
const restMs = 500;

/**
 * Runs a command line in the system's shell for each document, which is one line of JSON on its standard input. Exit code 0 says that it has
 * taken the document. After the limit it is killed with all that it started.
 *
 * @param ms the limit. Default: 10 minutes
 */
export function execCommand(command: string, ms = limitMs): ExecRun {
  return async (document, signal) => {
    try {
      const input = `${JSON.stringify(document)}\n`;
      // Ctrl-C is for this process, which lets the command end.
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
    return { ...(why !== undefined && { why }), output: legible(output.trim(), maxOutput) };
  } finally {
    stop.removeEventListener("abort", kill);
    for (const stream of streams) stream?.destroy();
  }
}

function whyStopped(signal: AbortSignal, ms: number): string {
  return signal.aborted ? "killed, as the watch ends" : `killed after ${ms / 1000} s`;
}

function whyFailed(code: number | null, ended: NodeJS.Signals | null): string | undefined {
  if (code === 0) return undefined;
  return code === null ? `ended by ${ended}` : `ended with ${code}`;
}

function killAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  killTree(pid);
  try {
    // Those whose parents had ended before.
    process.kill(-pid, "SIGKILL");
  } catch {
    // There are none.
  }
}
