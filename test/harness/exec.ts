import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ExecOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Milliseconds after which the program and all that it started is ended. */
  timeoutMs: number;
  /** Ends the program and all that it started when aborted. */
  signal?: AbortSignal | undefined;
  /** Text for its standard input, which is empty otherwise. */
  input?: string | undefined;
  /** Called with every piece of its output, both streams, as it comes. */
  onOutput?: ((text: string) => void) | undefined;
}

export interface ExecResult {
  /** Exit code; -1 for a program that a signal has ended. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Time for an orderly end before everything is killed: the Pulumi CLI cancels its update and stops its plugins. */
const graceMs = 10_000;

/** How to end each program that runs now. */
const running = new Map<ChildProcess, (reason: Error) => void>();

/**
 * Runs a program without a shell and waits for its end. When the time is up, the signal is aborted, or this process is interrupted, the
 * program is ended, with all its descendants: Pulumi's plugins are in process groups of their own and would survive it.
 *
 * An interrupted process continues, so that the caller can clean up after the error; the second interruption ends it at once.
 *
 * @throws Error when the program cannot be started, or was ended for one of these reasons
 */
export async function exec(file: string, args: readonly string[], options: ExecOptions): Promise<ExecResult> {
  const { cwd, env, timeoutMs, signal, input = "", onOutput } = options;
  signal?.throwIfAborted();
  const child = spawn(file, args, { cwd, env, stdio: "pipe" });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    onOutput?.(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    onOutput?.(text);
  });
  // A program may end without having read its input.
  child.stdin.on("error", () => undefined).end(input);

  const what = [file, ...args].join(" ");
  let ended: { reason: Error; started: number[]; killer: NodeJS.Timeout } | undefined;
  const end = (reason: Error) => {
    if (ended !== undefined) return;
    const started = descendants(child.pid);
    child.kill("SIGTERM");
    ended = { reason, started, killer: setTimeout(() => killAll([...started, ...descendants(child.pid)]), graceMs) };
  };
  track(child, end);
  const timer = setTimeout(() => end(new Error(`not done after ${timeoutMs / 1000} s`)), timeoutMs);
  const onAbort = () => end(new Error("aborted"));
  signal?.addEventListener("abort", onAbort);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      // What it has left behind may hold its output open, and then "close" would not come.
      child.on("exit", () => killAll(ended?.started ?? []));
      child.on("close", (status) => resolve(status ?? -1));
    });
    if (ended !== undefined) throw new Error(`${what}: ${ended.reason.message}\n${stdout}${stderr}`);
    return { code, stdout, stderr };
  } finally {
    clearTimeout(timer);
    clearTimeout(ended?.killer);
    signal?.removeEventListener("abort", onAbort);
    untrack(child);
  }
}

function track(child: ChildProcess, end: (reason: Error) => void) {
  if (running.size === 0) {
    process.on("exit", killRunning);
    process.on("SIGTERM", interrupt);
    process.on("SIGINT", interrupt);
  }
  running.set(child, end);
}

function untrack(child: ChildProcess) {
  running.delete(child);
  if (running.size > 0) return;
  process.off("exit", killRunning);
  process.off("SIGTERM", interrupt);
  process.off("SIGINT", interrupt);
}

let interrupted = false;

function interrupt(signal: NodeJS.Signals) {
  if (interrupted) process.exit(signal === "SIGINT" ? 130 : 143);
  interrupted = true;
  for (const end of running.values()) end(new Error(`interrupted by ${signal}`));
}

function killRunning() {
  for (const child of running.keys()) killAll(descendants(child.pid));
}

function killAll(pids: Iterable<number>) {
  for (const pid of new Set(pids)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** The process and all that it started. Without /proc only the process itself is known. */
function descendants(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const children = new Map<number, number[]>();
  try {
    for (const entry of readdirSync("/proc")) {
      if (!/^\d+$/.test(entry)) continue;
      try {
        // pid (name, which may hold anything) state ppid …
        const parent = Number(
          readFileSync(`/proc/${entry}/stat`, "utf8")
            .replace(/^.*\) \S /s, "")
            .split(" ")[0],
        );
        children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
      } catch {
        // It has ended since the folder was listed.
      }
    }
  } catch {
    return [pid];
  }
  const found = [pid];
  for (let next = 0; next < found.length; next++) found.push(...(children.get(found[next] as number) ?? []));
  return found;
}
