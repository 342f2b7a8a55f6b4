import { readdirSync, readFileSync } from "node:fs";
import { printed } from "./start.ts";

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
