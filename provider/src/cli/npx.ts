import { isAlive } from "../watch/processes.ts";
import { processOf } from "./process-tree.ts";

/** Milliseconds between two looks: nobody tells a process that those above it are gone. */
const interval = 250;

/**
 * Resolves once the npx that started this command is gone, and never where it was started otherwise. npx puts a shell between the two,
 * which passes no signal on.
 */
export function endOfNpx(): Promise<void> {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = "" } = process.env;
  // A process that another command of npx has started inherits its variables.
  if (event !== "npx" || !script.includes("pulumi-tenant")) return new Promise(() => undefined);
  const above = [process.ppid, ...npxAbove(process.ppid)];
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (above.every(isAlive)) return;
      clearInterval(timer);
      resolve();
    }, interval);
    timer.unref();
  });
}

/** The npx above a shell. A shell that became the command has left npx itself as its parent, and what is above that does not count. */
function npxAbove(shell: number): readonly number[] {
  const parent = processOf(shell)?.parent;
  return parent !== undefined && processOf(parent)?.name.startsWith("npm") ? [parent] : [];
}
