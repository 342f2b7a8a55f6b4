import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

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
    try {
      // pid (name, which may hold anything) state parent …
      const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return [[Number(pid), Number(parent)] as const];
    } catch {
      return [];
    }
  });
}

/** The same on macOS, which has no /proc. Slim images of Linux have no ps. */
function listed(): readonly (readonly [pid: number, parent: number])[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return (stdout ?? "").split("\n").map((line) => {
    const [pid, parent] = line.trim().split(/\s+/);
    return [Number(pid), Number(parent)] as const;
  });
}
