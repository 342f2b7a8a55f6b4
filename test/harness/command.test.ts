import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runHere } from "./command.ts";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "command-")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a command may change of this process. */
const globals = () => ({
  ...{ cwd: process.cwd(), env: { ...process.env }, argv: process.argv, exitCode: process.exitCode },
  ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, console },
});

test("a command in the test's process sees its given environment, and neither a terminal nor other variables", async () => {
  const result = await runHere(
    async (args) => {
      const { argv, env, stdin, stdout, stderr } = process;
      const child = execFileSync(process.execPath, ["-p", "process.cwd() + process.env.GIVEN"], { encoding: "utf8" });
      const input = await text(stdin);
      const terminals = [stdin, stdout, stderr].map(({ isTTY }) => isTTY);
      stdout.write(JSON.stringify({ args, argv: argv.slice(2), env, cwd: process.cwd(), child, input, terminals }));
      console.warn("warned %s", "ü");
      process.exitCode = 7;
    },
    ["one", "--", "two"],
    { cwd: folder, env: { GIVEN: "1", ABSENT: undefined }, input: "given" },
  );
  expect({ ...result, stdout: JSON.parse(result.stdout) }).toEqual({
    ...{ code: 7, stderr: "warned ü\n" },
    stdout: {
      ...{ args: ["one", "--", "two"], argv: ["one", "--", "two"], env: { GIVEN: "1" }, cwd: folder },
      ...{ child: `${folder}1\n`, input: "given", terminals: [null, null, null] },
    },
  });
});

test.each<[string, () => Promise<void>, string]>([
  ["fails", () => Promise.reject(new Error("broken")), "broken"],
  ["does not end", () => new Promise(() => undefined), "not done after 0.05 s\nbefore"],
  [
    "leaves a signal handler behind",
    async () => void process.on("SIGTERM", () => undefined),
    "ended with a handler of SIGTERM",
  ],
])("a command that %s fails the test, and the globals of the process are restored", async (_, rest, message) => {
  const before = globals();
  const handlers = process.listenerCount("SIGTERM");
  const changing = async () => {
    process.stdout.write("before");
    Object.assign(process.env, { PATH: "changed", ADDED: "1" });
    process.exitCode = 3;
    console.warn = vi.fn();
    await rest();
  };
  await expect(runHere(changing, [], { cwd: folder, env: {}, timeoutMs: 50 })).rejects.toThrow(message);
  const after = globals();
  expect(after).toEqual(before);
  for (const name of ["stdin", "stdout", "stderr", "console"] as const) expect(after[name]).toBe(before[name]);
  expect(process.listenerCount("SIGTERM")).toBe(handlers);
});

test("concurrent commands run one after another, even if one fails", async () => {
  const order: string[] = [];
  const one = (name: string) =>
    runHere(
      async () => {
        order.push(`${name} begins in ${process.env.NAME}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`${name} ends in ${process.env.NAME}`);
        if (name === "a") throw new Error("broken");
      },
      [],
      { cwd: folder, env: { NAME: name } },
    );
  const results = await Promise.allSettled([one("a"), one("b")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(order).toEqual(["a begins in a", "a ends in a", "b begins in b", "b ends in b"]);
});
