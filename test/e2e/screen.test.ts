import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";
import { stillRunning, treeOf } from "./processes.ts";
import { stack, tenant, withStack } from "./world.ts";

/** What people read when something is wrong, with the real CLI. */
const command = join(import.meta.dirname, "../../provider/dist/commands/main.js");
const projectDir = join(import.meta.dirname, "project");
const names = ["orders", "billing", "search"];
const program = Object.fromEntries(
  names.map((name) => [name, { args: { identifier: `https://${name}.example.com` } }]),
);
const wrong = { TENANT_CLIENT_SECRET: randomBytes(24).toString("base64url") };
const reason = "the tenant refused the client's secret";
const advice = "Check TENANT_CLIENT_SECRET of the environment";

withStack();
beforeAll(async () => {
  await stack.up(program);
});

const count = (text: string, part: string) => text.split(part).length - 1;
const driftArgs = () => [command, "drift", "--stack", stack.name, "--cwd", projectDir];

describe("a wrong secret", () => {
  test("gives one plain error for each resource of a refresh, and the remedy once", async () => {
    const run = await stack.run(["refresh", "--yes", "--skip-preview"], { expect: "any", env: wrong });
    expect(run.code).not.toBe(0);
    const [, diagnostics = ""] = run.stdout.split("Diagnostics:");
    for (const name of names) {
      const said = `Could not read resource server "https://${name}.example.com": ${reason} (401, access_denied, `;
      expect(count(diagnostics, said), diagnostics).toBe(1);
    }
    expect(count(diagnostics, advice)).toBe(1);
    expect(run.stdout + run.stderr).not.toMatch(/TenantError|Error:|no access token/);
  });

  test("is reported once in a drift report, with a list of the resources", async () => {
    const { code, stdout, stderr } = await exec(process.execPath, driftArgs(), {
      env: { ...outerEnvironment(), ...stack.env, ...wrong },
      timeoutMs: 120_000,
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(count(stdout, reason)).toBe(1);
    expect(count(stdout, advice)).toBe(1);
    expect(stdout).toMatch(
      /\n {2}ResourceServer billing .*\n {2}ResourceServer orders .*\n {2}ResourceServer search .*\n$/,
    );
  });
});

test("watch --once reports a wrong secret once, with the remedy and the number of resources", async () => {
  const args = [command, "watch", "--once", "--stack", stack.name, "--cwd", projectDir];
  const env = { ...outerEnvironment(), ...stack.env, ...wrong };
  const { code, stdout, stderr } = await exec(process.execPath, args, { env, timeoutMs: 120_000 });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(count(stderr, "warning")).toBe(1);
  expect(stderr.replaceAll(/\s+/g, " ")).toMatch(
    new RegExp(`warning: all ${names.length} resources could not be read: ${reason} .*${advice}`),
  );
});

test("an audit of the state succeeds with a wrong secret, as it sends no request", async () => {
  const args = [command, "audit", "--stack", stack.name, "--cwd", projectDir];
  const env = { ...outerEnvironment(), ...stack.env, ...wrong };
  tenant.clearRequests();
  const { code, stdout, stderr } = await exec(process.execPath, args, { env, timeoutMs: 120_000 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(new RegExp(`^${names.length} objects, \\d+ rules: none failed, \\d+ passed, \\d+ unknown\n`));
  expect(tenant.requests).toEqual([]);
});

test("a failed look-up is one error in a preview, without a warning from Node", async () => {
  const env = { LOOK_UP: "true", TENANT_CLIENT_SECRET: undefined };
  await stack.declare({});
  const { code, stdout, stderr } = await stack.run(["preview"], { expect: "any", env });
  await stack.declare(program);
  expect(code).not.toBe(0);
  const [, diagnostics = ""] = stdout.split("Diagnostics:");
  expect(count(diagnostics, "No client secret: set TENANT_CLIENT_SECRET or tenant:clientSecret.")).toBe(1);
  expect(stdout + stderr).not.toMatch(/PromiseRejectionHandledWarning|handled asynchronously|TENANT_PRIVATE_KEY/);
});

test("a plain-text secret and a misspelt key in the stack configuration are each warned of once per run", async () => {
  await stack.run(["config", "set", "--plaintext", "tenant:clientSecret", randomBytes(24).toString("hex")]);
  await stack.run(["config", "set", "tenant:audiense", "urn:x"]);
  const before = await stack.run(["preview"]);
  const [, diagnostics = ""] = before.stdout.split("Diagnostics:");
  expect(count(diagnostics, "Encrypt it: `pulumi config set --secret tenant:clientSecret`.")).toBe(1);
  expect(count(diagnostics, "unknown configuration key tenant:audiense. Did you mean tenant:audience?")).toBe(1);

  const input = randomBytes(24).toString("base64url");
  await stack.run(["config", "set", "--secret", "tenant:clientSecret"], { input });
  await stack.run(["config", "rm", "tenant:audiense"]);
  const after = await stack.run(["preview"]);
  expect(after.stdout).not.toMatch(/warning|Diagnostics/);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "drift of an unresponsive tenant ends at once on %s, with its plugins",
  async (signal) => {
    tenant.inject({ kind: "hang", method: "GET", path: "/api/v2/", times: Number.POSITIVE_INFINITY });
    const asked = new Promise<void>((resolve) => {
      const stop = tenant.onRequest(({ phase, request }) => {
        if (phase !== "received" || request.method !== "GET") return;
        stop();
        resolve();
      });
    });
    const child = spawn(process.execPath, driftArgs(), {
      env: { ...outerEnvironment(), ...stack.env },
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    await asked;
    const tree = await treeOf(child.pid ?? 0);
    expect(tree.some((process) => process.command.includes("dynamic-provider"))).toBe(true);
    child.kill(signal);
    expect(await ended).toEqual([null, signal]);
    await expect.poll(() => stillRunning(tree), { timeout: 15_000 }).toEqual([]);
    tenant.clearFaults();
  },
);
