import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { allOrNone, changeByPulumi, failureOf, runPulumi } from "../../../provider/src/pulumi-cli/pulumi.ts";

/** A CLI that is this script of the shell. */
async function cli(script: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "pulumi-"));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, "pulumi");
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  vi.stubEnv("PULUMI_CLI", file);
}

test("a CLI that is started after an abort is ended at once", async () => {
  await cli("sleep 300");
  expect((await runPulumi(["stack"], AbortSignal.abort())).code).toBe(1);
});

test("a CLI that runs beside a failing task has ended before the failure is thrown", async () => {
  await cli("sleep 300");
  const ended = vi.fn();
  const broken = Promise.reject(new Error("broken"));
  await expect(allOrNone((signal) => [runPulumi(["stack"], signal).then(ended), broken])).rejects.toThrow("broken");
  expect(ended).toHaveBeenCalledOnce();
  expect(await allOrNone(() => [Promise.resolve(1), Promise.resolve("two")])).toEqual([1, "two"]);
});

test.each([true, false])("a megabyte of input reaches the CLI, which opens it as a file: %s", async (opensInput) => {
  await cli(opensInput ? "wc -c < /dev/stdin" : "wc -c");
  const { code, stdout } = await changeByPulumi(["import"], { input: "界".repeat(1 << 20), opensInput });
  expect([code, Number(stdout)]).toEqual([0, 3 << 20]);
});

test("a CLI that does not read its input has its exit code, and a missing CLI is an error that names it", async () => {
  await cli("exit 3");
  expect((await changeByPulumi(["import"], { input: "x".repeat(1 << 20) })).code).toBe(3);
  vi.stubEnv("PULUMI_CLI", "/nowhere/pulumi");
  await expect(changeByPulumi(["import"], { input: "x" })).rejects.toThrow(
    /^the Pulumi CLI "\/nowhere\/pulumi" could not be started: there is no such program\./,
  );
});

test("the error of a user who is not signed in to Pulumi says how to sign in, with and without an account", () => {
  const stderr = "error: PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions\n";
  expect(failureOf("stack", { code: 3, stdout: "", stderr })).toBe(
    "pulumi stack ended with exit code 3: PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions. " +
      "Sign in first: `pulumi login`, or `pulumi login --local` to keep the state on this machine.",
  );
  expect(failureOf("stack", { code: 1, stdout: "", stderr: "error: other\n" })).toBe(
    "pulumi stack ended with exit code 1: other",
  );
});

test("colours in the CLI's errors are removed", () => {
  const stderr = "error: \u001b[31mCannot find module\u001b[39m\n\u001b[90m    at run\u001b[39m\n";
  expect(failureOf("preview", { code: 1, stdout: "", stderr })).toBe(
    "pulumi preview ended with exit code 1: Cannot find module at run",
  );
});
