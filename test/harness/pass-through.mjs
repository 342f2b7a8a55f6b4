import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Runs a program in the place of this one: it has our terminal and our signals, and its exit code is the answer
 * (128 + the signal's number if a signal ended it).
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function passThrough(file, args, env) {
  const child = spawn(file, args, { stdio: "inherit", env });
  // Ctrl-C reaches the child by itself, as it is in the same process group; it decides when to end.
  const handlers = Object.entries({
    SIGINT: () => undefined,
    SIGTERM: () => child.kill("SIGTERM"),
    SIGHUP: () => child.kill("SIGHUP"),
  });
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", (code, signal) => {
      for (const [name, handler] of handlers) process.off(name, handler);
      done(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
