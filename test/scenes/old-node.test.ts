import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { tooOld } from "../../provider/src/node-version.ts";
import { makeProject, type TemporaryProject } from "../contract/project.ts";
import { exec } from "../harness/exec.ts";
import { startHost } from "../harness/host-process.ts";

const root = join(import.meta.dirname, "../..");
const oldNode = join(root, "test/harness/old-node.cjs");
const line = "pulumi-tenant needs Node 22.19 or newer, this is 20.20";

let project: TemporaryProject;
beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project.remove());

/** Runs this Node as if it were an old one. */
const node = (...args: string[]) =>
  exec(process.execPath, ["--require", oldNode, ...args], { cwd: project.folder, timeoutMs: 30_000 });

describe("an unsupported Node version is reported in one line", () => {
  test.each(["pulumi-tenant", "pulumi-tenant/host", "pulumi-tenant/events", "pulumi-tenant/watch"])(
    "by %s",
    async (entry) => {
      const sdk = createRequire(import.meta.url).resolve("@pulumi/pulumi/errors");
      const program = `
      try { require(${JSON.stringify(entry)}); } catch (error) {
        const { RunError } = require(${JSON.stringify(sdk)});
        console.log(JSON.stringify([error.message, error.stack, RunError.isInstance(error)]));
      }`;
      const { stdout } = await node("--eval", program);
      // The stack is what Pulumi's host prints, and a RunError is what it prints without one.
      expect(JSON.parse(stdout)).toEqual([line, line, true]);
    },
  );

  test.each(["drift", "events", "watch", "emulator", "--help"])("by the command %s", async (command) => {
    const { code, stdout, stderr } = await node(join(root, "provider/bin/pulumi-tenant.js"), command);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: `error: ${line}\n` });
  });

  test("by the provider process, for each resource", async () => {
    const host = await startHost({
      cwd: project.folder,
      env: { NODE_OPTIONS: `--require ${JSON.stringify(oldNode)}` },
    });
    onTestFinished(() => host.close());
    const code = 'exports.handler = () => require("pulumi-tenant/host").resourceServer';
    const checked = host.port.check({}, { identifier: "https://orders.example.com", __provider: code });
    await expect(checked).rejects.toThrow(line);
    expect(host.output()).not.toMatch(/^ +at /m);
  });
});

test("no message appears from the minimum version in package.json on", async () => {
  const { engines } = JSON.parse(await readFile(join(root, "provider/package.json"), "utf8"));
  expect(engines.node).toBe(">=22.19.0");
  const refused = ["12.0.0", "18.20.8", "20.20.2", "22.18.0", "21.99.1"];
  expect(refused.map(tooOld)).toEqual(refused.map(() => expect.stringContaining("needs Node 22.19 or newer")));
  expect(["22.19.0", "22.23.3", "23.0.0", "24.0.0", "26.10.0"].map(tooOld)).toEqual(Array(5).fill(undefined));
});
