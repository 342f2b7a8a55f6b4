/** Does work, and suppresses the lines that the provider prints meanwhile for the engine. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { info, warn } = console;
  console.info = () => {};
  console.warn = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { info, warn });
  }
}

/** The signals by which users, a closed terminal and other programs end a command. */
const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Name = (typeof names)[number];

/** Signals within this time after the first signal are ignored, in milliseconds. */
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
