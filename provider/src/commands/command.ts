import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { WriteStream } from "node:tty";
import type { Command } from "commander";
import { createColors, isColorSupported } from "picocolors";
import { isAlive } from "../lifecycle/is-alive.ts";
import { processOf } from "../pulumi-cli/start.ts";
import { type Style, unstyled } from "../report/document.ts";

/** The exit codes other than 0. `changed` equals the exit code of the Pulumi CLI for changes with `--expect-no-changes`. */
export const exitCode = { failed: 1, wrongUsage: 2, changed: 7 } as const;

interface Help {
  /** Facts that a user needs besides the options. No line is longer than 100 columns. */
  readonly text: string;
  /** The meanings of the exit codes other than 2. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** A command that works when pasted into a shell. */
  readonly example: string;
}

/** Adds the help text below the options of a command. */
export function addHelp(command: Command, { text, exitCodes, example }: Help): void {
  const rows = Object.entries({ ...exitCodes, [exitCode.wrongUsage]: "wrong usage" });
  const codes = rows.map(([code, meaning]) => `  ${code}  ${meaning}`).join("\n");
  command.addHelpText("after", `\n${text}\n\nExit codes:\n${codes}\n\nExample:\n  ${example}`);
}

/** Ends a command with exit code 2, because its arguments are wrong. */
export function refuseUsage(command: Command, problem: string): never {
  command.error(`error: ${problem}`, { exitCode: exitCode.wrongUsage });
}

/**
 * Ends a command with exit code 2, because two of its options name the same file, and one of them replaces the file.
 *
 * @param files the values of the options; only texts other than `-` are files
 */
export function refuseSameFile(command: Command, files: readonly unknown[]): void {
  const paths = files.flatMap((file) => (typeof file === "string" && file !== "-" ? [resolve(file)] : []));
  if (new Set(paths).size === paths.length) return;
  refuseUsage(
    command,
    "two options name the same file, and a report replaces its file: give each option a file of its own",
  );
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The folder of pulumi-tenant. */
export const ownFolder = join(__dirname, "../..");

/** The package.json of pulumi-tenant. */
export function ownManifest(): { version: string; peerDependencies: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(ownFolder, "package.json"), "utf8"));
}

/** Colors for standard output: on a terminal, or with FORCE_COLOR. NO_COLOR and FORCE_COLOR=0 turn them off. */
export function colorsForOutput(): Style {
  // By default picocolors uses colors in every CI pipeline, whose log may be plain text.
  const { FORCE_COLOR: forced } = process.env;
  const isWanted = forced ? forced !== "0" : process.stdout.isTTY === true;
  return { ...unstyled, ...createColors(isColorSupported && isWanted) };
}

/** Standard output. A write resolves when the line has been accepted. */
export class Output {
  #broken = false;

  /** @param onBroken called when the reader has closed the output */
  constructor(onBroken: () => void) {
    process.stdout.on("error", () => {
      this.#broken = true;
      onBroken();
    });
  }

  /** Writes a line. Returns false if the reader has closed the output. */
  write(line: string): Promise<boolean> {
    if (this.#broken) return Promise.resolve(false);
    return new Promise((resolve) => {
      process.stdout.write(`${line}\n`, (error) => resolve(!error));
    });
  }
}

/** A text, quoted if necessary, as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./@:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The stream that displays progress. */
type Screen = Pick<NodeJS.WriteStream, "write"> & Partial<Pick<WriteStream, "isTTY">>;

/** The interval between the progress lines in a log, in milliseconds. */
const lineEvery = 10_000;

/**
 * Displays the duration of a task while it runs: on a terminal every second, in place; in a log one line every 10 s, so that a job on a
 * slow tenant does not look stalled.
 *
 * @param what the name of the task
 */
export async function progress<T>(what: string, work: () => Promise<T>, screen: Screen = process.stderr): Promise<T> {
  const since = performance.now();
  const [before, after, every] = screen.isTTY ? ["\r", "", 1000] : ["", "\n", lineEvery];
  const show = () => screen.write(`${before}${what}… ${Math.round((performance.now() - since) / 1000)} s${after}`);
  if (screen.isTTY) show();
  const timer = setInterval(show, every);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (screen.isTTY) screen.write("\r\x1b[2K");
  }
}

/** The polling interval for the parent processes, in milliseconds. The operating system does not report their end. */
const interval = 250;

/**
 * Resolves when the npx that started this command has exited; never resolves if another program started the command. A signal to npx does not
 * reach this command, because the shell that npx starts in between does not forward signals.
 */
export function endOfNpx(): Promise<void> {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = "" } = process.env;
  // Another npx command may have set these variables: its child processes inherit them.
  if (event !== "npx" || !script.includes("pulumi-tenant")) return new Promise(() => undefined);
  // npx starts a shell, which starts this command or replaces itself with it (`exec`). In the second case, the parent process is npx.
  const above = [process.ppid, processOf(process.ppid)?.parent ?? 0].filter(
    (id) => id === process.ppid || processOf(id)?.name.startsWith("npm"),
  );
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (above.every(isAlive)) return;
      clearInterval(timer);
      resolve();
    }, interval);
    timer.unref();
  });
}
