import { Console } from "node:console";
import { Readable, Writable } from "node:stream";

export interface CommandOptions {
  /** The working folder. */
  readonly cwd: string;
  /** The whole environment: nothing of that of the tests is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text for its standard input, which is empty otherwise. */
  readonly input?: string | undefined;
  /** Milliseconds after which the test fails. Default: 50,000. */
  readonly timeoutMs?: number;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line as its executable calls it. */
export type CommandLine = (args: readonly string[]) => Promise<void>;

/** The end of the run that began last. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line in this process, which spares the start of Node and the loading of all modules. The command sees the given arguments,
 * environment, folder and streams in place of those of this process, and no terminal. As they are global, a run waits for the end of the one
 * before, and the test must not use them meanwhile. Signals, terminals and closed streams need a process of their own, as do colors:
 * what decides about them is read when the module is loaded.
 *
 * @throws Error when the command is not done in time, or leaves a handler of a signal behind: it has not waited for a program that it has started
 */
export function runHere(commandLine: CommandLine, args: readonly string[], options: CommandOptions) {
  const turn = last.then(() => runNow(commandLine, args, options));
  last = turn.catch(() => undefined);
  return turn;
}

async function runNow(
  commandLine: CommandLine,
  args: readonly string[],
  { cwd, env, input = "", timeoutMs = 50_000 }: CommandOptions,
): Promise<CommandResult> {
  const [stdout, stderr] = [new Captured(), new Captured()];
  const handlers = handlersSince();
  const restore = replaceAll({
    ...{ cwd, env, args, stdout, stderr },
    stdin: Readable.from(input === "" ? [] : [Buffer.from(input)], { objectMode: false }),
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${args.join(" ")}: not done after ${timeoutMs / 1000} s\n${stdout.text}${stderr.text}`));
    }, timeoutMs);
  });
  try {
    await Promise.race([commandLine(args), tooLong]);
    const left = handlers().map(([signal]) => signal);
    if (left.length > 0) throw new Error(`${args.join(" ")}: ended with a handler of ${left.join(", ")}`);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text };
  } finally {
    clearTimeout(timer);
    restore();
    for (const [signal, handler] of handlers()) process.off(signal, handler);
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Returns a function that lists the handlers of signals that have been added since. */
function handlersSince() {
  const all = () => signals.flatMap((signal) => process.listeners(signal).map((handler) => [signal, handler] as const));
  const before = all();
  return () => all().filter(([signal, handler]) => !before.some(([name, one]) => name === signal && one === handler));
}

/** A stream that keeps what is written to it. */
class Captured extends Writable {
  readonly #pieces: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#pieces).toString();
  }

  override _write(piece: Buffer, _: BufferEncoding, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }
}

interface Replacements {
  readonly cwd: string;
  readonly env: CommandOptions["env"];
  readonly args: readonly string[];
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Replaces what a process has once. Returns a function that restores everything. */
function replaceAll({ cwd, env, args, stdin, stdout, stderr }: Replacements): () => void {
  const before = {
    ...{ cwd: process.cwd(), env: { ...process.env }, argv: process.argv, exitCode: process.exitCode, console },
    streams: Object.getOwnPropertyDescriptors(process),
  };
  process.chdir(cwd);
  setEnvironment(env);
  process.argv = [...before.argv.slice(0, 2), ...args];
  process.exitCode = undefined;
  globalThis.console = new Console({ stdout, stderr });
  const streams = { stdin, stdout, stderr };
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  return () => {
    for (const name of Object.keys(streams) as (keyof typeof streams)[])
      Object.defineProperty(process, name, before.streams[name]);
    globalThis.console = before.console;
    process.exitCode = before.exitCode;
    process.argv = before.argv;
    setEnvironment(before.env);
    process.chdir(before.cwd);
  };
}

/** Changes the environment in place, as programs that this process starts and functions of the system read this one. */
function setEnvironment(env: CommandOptions["env"]): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
