import { join } from "node:path";
import { expect, test } from "vitest";
import { exec } from "./exec.ts";

const run = (...args: string[]) => runWith(process.env, ...args);

const runWith = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  exec(process.execPath, [join(import.meta.dirname, "run.mjs"), ...args], { timeoutMs: 110_000, env });

test("cli-path prints the folder of the CLI, and nothing else, on standard output", async () => {
  const { code, stdout } = await run("cli-path");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\/\S+\n$/);
});

test("wrong usage of the runner ends with 2", async () => {
  expect(await run("nonsense")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("usage:") });
  expect(await run("test", "nonsense")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("unknown: nonsense"),
  });
});

test("an unreachable registry of advisories is mentioned once, at the end", async () => {
  // Nothing listens there.
  const { stdout } = await runWith(
    { ...process.env, npm_config_registry: "http://127.0.0.1:9/" },
    "test",
    "hygiene",
    "audit",
  );
  const lines = stdout.trim().split("\n");
  expect(lines.filter((line) => /audit|vulnerabilities/.test(line))).toEqual([lines.at(-2)]);
  expect(lines.at(-2)).toMatch(/^\? audit: the versions in package-lock\.json could NOT be checked .*ECONNREFUSED/);
  expect(lines.at(-1)).toBe("1 passed, 0 failed");
});
