import type { WriteStream } from "node:tty";

/** Where progress is shown. */
type Screen = Pick<NodeJS.WriteStream, "write"> & Partial<Pick<WriteStream, "isTTY">>;

/** Milliseconds between two lines in a log. */
const lineEvery = 10_000;

/**
 * Shows how long something has been running: on a terminal every second, in place; in a log a line every 10 s, so that a job that waits
 * for a slow tenant does not look dead.
 *
 * @param what names the work
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
