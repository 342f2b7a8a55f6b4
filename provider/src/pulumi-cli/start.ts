import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/*
 * All programs that the commands start are started here. Arguments are options and names that we or the user have chosen. What somebody
 * else has written, or what can be long, goes over standard input or a file: an argument has at most 128 KiB, so its author could keep the
 * program from being started. No shell reads any of it.
 */

/** How to start a program. */
export interface StartOptions {
  /** Text for its standard input. Default: it has none. */
  readonly input?: string;
  /** Its folder. Default: this one. */
  readonly cwd?: string;
  /** Its environment. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Who reads what it prints: whoever starts it, or people, on standard error. Default: whoever starts it. */
  readonly readers?: "caller" | "people";
  /** It is a command line that the user wrote for the system's shell. Default: false. */
  readonly isCommandLine?: boolean;
  /** It has a group of its own, which Ctrl-C does not reach. Default: false. */
  readonly hasOwnGroup?: boolean;
}

/**
 * Starts a program. It need not read its input, and may end before it has.
 *
 * @throws Error of the system if it cannot be started
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
  // Without room for another process, the system gives it no streams.
  await once(child, "spawn");
  child.stdin?.on("error", () => undefined).end(input);
  return child;
}

/** What a program of the system prints that ends at once; empty where it cannot be started. */
export function printed(file: string, args: readonly string[]): string {
  return spawnSync(file, [...args], { encoding: "utf8" }).stdout ?? "";
}

/** Whether there is a process of this id on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Kills a process and all that it started, at once. Process groups would not do: the Pulumi CLI gives each of its plugins one of its own.
 * Each process is stopped before its children are looked up, so that it starts no more of them.
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
    // It has ended by itself.
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

/** The same on macOS, which has no /proc. Slim images of Linux have no ps. */
function listed(): readonly (readonly [pid: number, parent: number])[] {
  return printed("ps", ["-A", "-o", "pid=,ppid="])
    .split("\n")
    .map((line) => {
      const [pid, parent] = line.trim().split(/\s+/);
      return [Number(pid), Number(parent)] as const;
    });
}

/** A process of Linux, by the name that it gave itself; undefined where there is none, and on other systems. */
export function processOf(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    // pid (name, which may hold anything) state parent …
    const [, name = "", parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
