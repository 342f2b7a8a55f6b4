import { isAlive } from "../lifecycle/is-alive.ts";
import { processOf } from "../pulumi-cli/start.ts";

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
