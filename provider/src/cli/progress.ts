import type { WriteStream } from "node:tty";

/** Where progress is shown. */
type Screen = Pick<NodeJS.WriteStream, "write"> & Partial<Pick<WriteStream, "isTTY">>;

/** Milliseconds between two lines in a log. */
const lineEvery = 10_000;

/**
 * Shows how long something has been running: on a terminal every second, in place; in a log a line every 10 s, so that a job that waits
 * for a slow tenant does not look dead. The returned function ends that.
 */
export function progress(what: string, screen: Screen = process.stderr): () => void {
  const since = performance.now();
  const elapsed = () => `${what}… ${Math.round((performance.now() - since) / 1000)} s`;
  if (!screen.isTTY) {
    const timer = setInterval(() => screen.write(`${elapsed()}\n`), lineEvery);
    return () => clearInterval(timer);
  }
  const show = () => screen.write(`\r${elapsed()}`);
  show();
  const timer = setInterval(show, 1000);
  return () => {
    clearInterval(timer);
    screen.write("\r\x1b[2K");
  };
}
