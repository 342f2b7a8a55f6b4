import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/*
 * Starting of all programs of the commands. Arguments are only options and names that pulumi-tenant or the user has chosen. Untrusted or
 * long text is passed on standard input or in a file: an argument has at most 128 KiB, so the author of a text could prevent the start of
 * the program. No shell interprets the arguments.
 */

/** Options for starting a program. */
export interface StartOptions {
  /** The text on standard input. Default: none. */
  readonly input?: string;
  /** The working folder. Default: the current one. */
  readonly cwd?: string;
  /** The environment. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** The reader of the output: the caller, or the user on standard error. Default: the caller. */
  readonly readers?: "caller" | "people";
  /** Whether the file is a command line that the user wrote for the system's shell. Default: false. */
  readonly isCommandLine?: boolean;
  /** Whether the program has its own process group, which Ctrl-C does not reach. Default: false. */
  readonly hasOwnGroup?: boolean;
}

/**
 * Starts a program. The program may ignore its input, and may end before reading it.
 *
 * @throws Error of the operating system if the program cannot be started
 */
export async function start(
  file: string,
  args: readonly string[],
  { input, cwd, env, readers = "caller", isCommandLine = false, hasOwnGroup = false }: StartOptions = {},
): Promise<ChildProcess> {
  const output = readers === "people" ? 2 : "pipe";
  const child = spawn(file, [...args], {
    ...{ cwd, env, shell: isCommandLine, detached: hasOwnGroup },
    stdio: [input === undefined ? "ignore" : "pipe", output, output],
  });
  // If the system has no resources for another process, the child has no streams.
  await once(child, "spawn");
  child.stdin?.on("error", () => undefined).end(input);
  return child;
}

/** The output of a short-running system program; empty if it cannot be started. */
export function printed(file: string, args: readonly string[]): string {
  return spawnSync(file, [...args], { encoding: "utf8" }).stdout ?? "";
}

/** Whether a process with this id exists on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Kills a process and all its descendants at once. Process groups are insufficient, because the Pulumi CLI gives each plugin its own group.
 * Each process is stopped before its children are listed, so that it starts no more of them.
 */
export function killTree(root: number): void {
  const found = new Set<number>();
  for (let fresh = [root]; fresh.length > 0; ) {
    for (const pid of fresh) {
      found.add(pid);
      send(pid, "SIGSTOP");
    }
    fresh = running().flatMap(([pid, parent]) => (found.has(parent) && !found.has(pid) ? [pid] : []));
  }
  for (const pid of found) send(pid, "SIGKILL");
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** All processes of this machine, each with its parent. */
function running(): readonly (readonly [pid: number, parent: number])[] {
  let pids: readonly string[];
  try {
    pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return listed();
  }
  return pids.flatMap((pid) => {
    const found = processOf(Number(pid));
    return found ? [[Number(pid), found.parent] as const] : [];
  });
}

/** All processes on macOS, which has no /proc. Slim Linux images have no ps. */
function listed(): readonly (readonly [pid: number, parent: number])[] {
  return printed("ps", ["-A", "-o", "pid=,ppid="])
    .split("\n")
    .map((line) => {
      const [pid, parent] = line.trim().split(/\s+/);
      return [Number(pid), Number(parent)] as const;
    });
}

/** A Linux process by id, with its own name; undefined if the process does not exist, and on other systems. */
export function processOf(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    // The format: pid (name, with arbitrary characters) state parent …
    const [, name = "", parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
