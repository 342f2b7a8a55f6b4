import { spawn } from "node:child_process";

/**
 * Resolves when Pulumi's language host starts: it prints the port that it listens on and waits for an engine.
 *
 * @param file the program
 * @throws Error if it ends or stays silent instead
 */
export function languageHostStarts(file: string): Promise<void> {
  const child = spawn(file, ["127.0.0.1:9"], { stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the language host prints no port")), 20_000);
    child.on("error", reject);
    child.on("close", (code) => reject(new Error(`the language host ended with ${code}: ${stderr.trim()}`)));
    child.stderr.on("data", (data) => {
      stderr += data;
    });
    child.stdout.on("data", (data) => {
      stdout += data;
      if (/^\d+\s/.test(stdout)) resolve();
    });
    child.on("close", () => clearTimeout(timer));
  }).finally(() => child.kill("SIGKILL"));
}
