import { isAlive } from "../lifecycle/is-alive.ts";
import { processOf } from "../pulumi-cli/start.ts";

/** The signals by which users, a closed terminal and other programs end a command. */
const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Name = (typeof names)[number];

/** Further signals within this time belong to the first one, in milliseconds. */
const togetherMs = 1_000;

/** Parts that tests replace. */
interface Parts {
  /** A clock in milliseconds. */
  readonly now?: () => number;
  /** Ends the process. Default: by the signal, as the system does. */
  readonly end?: (name: Name) => void;
}

/**
 * Lets a command end in an orderly way after a signal. The first signal only interrupts the command's work. Further signals within a second are
 * ignored, because a Ctrl-C can arrive twice: from the terminal, and from npm, which passes it on. A later signal ends the process at once. Only a
 * later SIGHUP does not: a closed terminal can send several, and no user waits for the command there.
 *
 * @param message what happens after the first signal
 * @param interrupt called at the first signal, and if the output is closed
 * @returns a function that removes these handlers, so that further signals have their default effect
 */
export function atSignals(
  message: string,
  interrupt: () => void,
  { now = () => performance.now(), end = (name) => process.kill(process.pid, name) }: Parts = {},
): () => void {
  let since: number | undefined;
  const receive = (name: Name) => {
    if (since === undefined) {
      since = now();
      process.stderr.write(`\n${message} A further signal after a second or more ends the command at once.\n`);
      interrupt();
    } else if (name !== "SIGHUP" && now() - since >= togetherMs) {
      leave();
      end(name);
    }
  };
  const leave = () => {
    for (const name of names) process.off(name, receive);
  };
  for (const name of names) process.on(name, receive);
  // Writing to a closed terminal fails. Without these listeners, the failure would end the process, so `leave` does not remove them.
  for (const output of [process.stdout, process.stderr]) output.on("error", interrupt);
  return leave;
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
