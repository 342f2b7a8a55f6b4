import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exec } from "../harness/exec.ts";

const root = join(import.meta.dirname, "../..");

test("npm run demo tells the whole story, and cleans up after itself", async ({ signal }) => {
  const script = join(root, "test", "harness", "run.mjs");
  const { code, stdout, stderr } = await exec(process.execPath, [script, "demo"], {
    cwd: root,
    timeoutMs: 300_000,
    signal,
  });
  expect(code, stderr).toBe(0);
  expect(stdout.match(/^exit code \d+$/gm)).toEqual([0, 0, 7, 0, 0, 0].map((exit) => `exit code ${exit}`));
  expect(existsSync(join(root, "examples/quickstart/Pulumi.demo.yaml"))).toBe(false);
  expect(existsSync(join(root, "Pulumi.demo.yaml"))).toBe(false);
});
