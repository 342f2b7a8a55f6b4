import { readdirSync, readFileSync } from "node:fs";

/** Seconds of CPU, of user and system together, that the processes of one command have used. */
export interface Cpu {
  readonly program: number;
  /** The SDK's process that runs the provider. */
  readonly host: number;
  /** The CLI with the engine and the language host. */
  readonly cli: number;
}

/** What Linux counts in, in all of its builds for machines of today. */
const ticksPerSecond = 100;
const sampleMs = 20;

/** The time that some parts of one run took, divided by that of another run. A dash where the other run has no such part. */
export function ratio(one: Cpu, other: Cpu, ...parts: readonly (keyof Cpu)[]): string {
  const sum = (cpu: Cpu) => parts.reduce((total, part) => total + cpu[part], 0);
  return sum(other) === 0 ? "–" : (sum(one) / sum(other)).toFixed(2);
}

/** What the processes of one command use: CPU, and the most memory that one process of each part has had at a time, in MiB. */
export interface Usage {
  readonly cpu: Cpu;
  readonly memory: Cpu;
}

/** The CPU that a command uses, which runs meanwhile. */
export async function cpuOf(command: () => Promise<unknown>): Promise<Cpu> {
  return (await usageOf(command)).cpu;
}

/**
 * What a command uses that runs meanwhile. The processes that this one has started since, directly or not, are looked at
 * again and again, as the engine kills some of them before they could tell. Needs Linux.
 */
export async function usageOf(command: () => Promise<unknown>): Promise<Usage> {
  const before = new Set(started().map(({ pid }) => pid));
  const seen = new Map<number, { readonly role: keyof Cpu; readonly seconds: number; readonly peak: number }>();
  const sample = () => {
    for (const { pid, ticks } of started()) {
      if (before.has(pid)) continue;
      const last = seen.get(pid);
      // A process that waits to be reaped has no command line any more, and no memory.
      const role = roleOf(commandLine(pid)) ?? last?.role ?? "cli";
      seen.set(pid, { role, seconds: ticks / ticksPerSecond, peak: Math.max(last?.peak ?? 0, peakOf(pid)) });
    }
  };
  const timer = setInterval(sample, sampleMs);
  try {
    await command();
  } finally {
    clearInterval(timer);
  }
  const [cpu, memory] = [
    { program: 0, host: 0, cli: 0 },
    { program: 0, host: 0, cli: 0 },
  ];
  for (const { role, seconds, peak } of seen.values()) {
    cpu[role] += seconds;
    memory[role] = Math.max(memory[role], peak);
  }
  return { cpu, memory };
}

/** The most memory that a process has had at a time, in MiB; 0 where it has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function roleOf(line: string): keyof Cpu | undefined {
  if (line.includes("/cmd/dynamic-provider")) return "host";
  if (line.includes("/cmd/run")) return "program";
  return line === "" ? undefined : "cli";
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

function started(): Process[] {
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? read(Number(name)) : []));
  const found = all.filter(({ parent }) => parent === process.pid);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

function read(pid: number): Process[] {
  try {
    // pid (name, which may hold anything) state parent … user and system time are the 14th and the 15th
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return [{ pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
  } catch {
    // It has ended since the folder was listed.
    return [];
  }
}
