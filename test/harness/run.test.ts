import { join } from "node:path";
import { expect, test } from "vitest";
import { exec } from "./exec.ts";

const run = (...args: string[]) =>
  exec(process.execPath, [join(import.meta.dirname, "run.mjs"), ...args], { timeoutMs: 60_000 });

test("cli-path prints the folder and nothing else on standard output", async () => {
  const { code, stdout } = await run("cli-path");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\/\S+\n$/);
});

test("wrong usage ends with 2", async () => {
  expect(await run("nonsense")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("usage:") });
  expect(await run("test", "nonsense")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("unknown: nonsense"),
  });
});
