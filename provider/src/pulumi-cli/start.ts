import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/*
 * All programs that the commands run are started here. Arguments are only options and names that pulumi-tenant or the user has chosen.
 * Untrusted or long text is passed on standard input or in a file: an argument is limited to 128 KiB, so a longer text could prevent the
 * start of the program. No shell interprets the arguments.
 */

/** Options for starting a program. */
export interface StartOptions {
  /** The text on standard input. Default: none. */
  readonly input?: string;
  /** The working folder. Default: the current one. */
  readonly cwd?: string;
  /** The environment. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** "caller": the caller reads the output from the returned process. "people": users read it, on standard error. Default: "caller". */
  readonly readers?: "caller" | "people";
  /** Whether the file is a command line that the user wrote for the system's shell. Default: false. */
  readonly isCommandLine?: boolean;
  /** Whether the program runs in a separate process group, so that Ctrl-C ends only this process. Default: false. */
  readonly hasOwnGroup?: boolean;
}

/**
 * Starts a program. It is no error if the program ends without reading its input.
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
  // The streams are used only after a successful start: a child that could not be started may have none.
  await once(child, "spawn");
  child.stdin?.on("error", () => undefined).end(input);
  return child;
}

/** Runs a short-running system program and returns its output; empty if the program cannot be started. */
function printed(file: string, args: readonly string[]): string {
  return spawnSync(file, [...args], { encoding: "utf8" }).stdout ?? "";
}

/**
 * Kills a process and all its descendants at once. Process groups are insufficient, because the Pulumi CLI gives each plugin its own group.
 * Each process is stopped before its children are listed, so that it cannot start further children.
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

/** All processes on macOS, which has no /proc. On Linux /proc is read, because slim images have no `ps`. */
function listed(): readonly (readonly [pid: number, parent: number])[] {
  return printed("ps", ["-A", "-o", "pid=,ppid="])
    .split("\n")
    .map((line) => {
      const [pid, parent] = line.trim().split(/\s+/);
      return [Number(pid), Number(parent)] as const;
    });
}

/** The name and the parent of a process; undefined if the process does not exist, and on systems other than Linux. */
export function processOf(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    // The format: pid (name, with arbitrary characters) state parent …
    const [, name = "", parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
