import { spawn } from "node:child_process";
import { once } from "node:events";

/** Whether this machine has the `script` of util-linux, which gives a process a terminal. */
export const hasTerminal = process.platform === "linux";

/**
 * Runs a command on a terminal, and types once it prints a text.
 *
 * @param waitsFor the text
 * @param types returns the keys; whatever else it does happens while the command waits
 */
export async function onTerminal(
  command: readonly string[],
  {
    cwd,
    env,
    waitsFor,
    types,
  }: { cwd: string; env: NodeJS.ProcessEnv; waitsFor: string; types: () => Promise<string> },
): Promise<{ readonly code: number | null; readonly output: string }> {
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["--quiet", "--return", "--command", line, "/dev/null"], { cwd, env });
  let output = "";
  let typed: Promise<unknown> | undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (typed || !output.includes(waitsFor)) return;
    typed = types().then((keys) => child.stdin.write(keys));
    // Without the keys, the command would wait forever.
    typed.catch(() => child.kill());
  });
  const [code] = (await once(child, "close")) as [number | null];
  child.stdin.destroy();
  await typed;
  return { code, output };
}
