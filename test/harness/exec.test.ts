import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { exec } from "./exec.ts";

const node = process.execPath;
/** Starts a child that never ends, prints its pid, and never ends either. */
const family = `
  const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
  console.log("child " + child.pid);
  setInterval(() => {}, 1000);
`;

/** What has ended but was not waited for, a zombie, does not run. */
async function isRunning(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") Z");
  return !stat.includes(") Z");
}

test("exec returns the exit code and both outputs, and passes standard input", async () => {
  const program = `process.stdin.on("data", (d) => process.stdout.write("got " + d)).on("end", () => { console.error("bad"); process.exitCode = 3; })`;
  expect(await exec(node, ["-e", program], { timeoutMs: 20_000, input: "x" })).toEqual({
    code: 3,
    stdout: "got x",
    stderr: "bad\n",
  });
});

test("exec throws if the program cannot be started", async () => {
  await expect(exec("no-such-program-here", [], { timeoutMs: 1000 })).rejects.toThrow("ENOENT");
});

test("an abort ends the program and its child processes, also in process groups of their own", async () => {
  const stop = new AbortController();
  let pid = 0;
  const onOutput = (text: string) => {
    pid = Number(text.replace("child ", ""));
    stop.abort();
  };
  await expect(exec(node, ["-e", family], { timeoutMs: 20_000, signal: stop.signal, onOutput })).rejects.toThrow(
    "aborted",
  );
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("the error of a time limit has the command and its output", async () => {
  const endless = `console.log("hello"); setInterval(() => {}, 1000)`;
  await expect(exec(node, ["-e", endless], { timeoutMs: 1_500 })).rejects.toThrow(/not done after 1.5 s\nhello/);
});
