import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { exec } from "../harness/exec.ts";

/** A process of this machine. */
export interface Running {
  readonly pid: number;
  readonly parent: number;
  /** Program and arguments. */
  readonly command: string;
}

/** A process and all that it started, directly or not. */
export async function treeOf(root: number): Promise<Running[]> {
  const all = await list();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** Those of them that still run. Another process that has got the number of one in the meantime does not count. */
export async function stillRunning(processes: readonly Running[]): Promise<Running[]> {
  const all = await list();
  return processes.filter(({ pid, command }) => all.some((one) => one.pid === pid && one.command === command));
}

/** All processes but those that have ended and wait for somebody to ask how. */
function list(): Promise<Running[]> {
  // Slim images have no ps, and macOS has no /proc.
  return existsSync("/proc/self/stat") ? listFromProc() : listFromPs();
}

async function listFromProc(): Promise<Running[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = async (pid: string): Promise<Running[]> => {
    try {
      const [stat, command] = await Promise.all(
        ["stat", "cmdline"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8")),
      );
      // pid (name, which may hold anything) state parent …
      const [state, parent] = (stat ?? "").replace(/^.*\) /s, "").split(" ");
      if (state === "Z") return [];
      return [{ pid: Number(pid), parent: Number(parent), command: (command ?? "").replaceAll("\0", " ").trim() }];
    } catch {
      // It has ended since the folder was listed.
      return [];
    }
  };
  return (await Promise.all(pids.map(read))).flat();
}

async function listFromPs(): Promise<Running[]> {
  const columns = ["pid=", "ppid=", "stat=", "command="].flatMap((column) => ["-o", column]);
  const { stdout } = await exec("ps", ["-A", "-ww", ...columns], { timeoutMs: 30_000 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*?)\s*$/.exec(line) ?? [];
    return command === undefined || state?.startsWith("Z")
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
