import type { WriteStream } from "node:tty";

/** The stream that displays progress. */
type Screen = Pick<NodeJS.WriteStream, "write"> & Partial<Pick<WriteStream, "isTTY">>;

/** The interval of lines in a log, in milliseconds. */
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

/** Suppresses lines that the provider prints for the engine during the work. */
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
