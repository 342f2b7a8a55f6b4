import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

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
