import { randomUUID } from "node:crypto";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DriftReport } from "../../provider/src/drift/index.ts";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { exec } from "../harness/exec.ts";
import { createStack, outerEnvironment, type Stack } from "../harness/stack.ts";

const identifier = "https://orders.example.com";
const names = Array.from({ length: 20 }, (_, n) => `t-${n + 1}`);
const [broken = "", edited = "", ...others] = names;

let dir: string;
let tenants: Map<string, Emulator>;
let stack: Stack;
let credentials: Record<string, string>;
beforeAll(async () => {
  dir = join(import.meta.dirname, "../../.local/fleets", randomUUID());
  await mkdir(dir, { recursive: true });
  await cp(join(import.meta.dirname, "../../examples/fleet"), dir, { recursive: true });
  tenants = new Map(await Promise.all(names.map(async (name) => [name, await startEmulator()] as const)));
  const list = [...tenants].map(([name, { domain }]) => [name, { domain, tokenLifetime: 3600 }]);
  await writeFile(join(dir, "tenants.json"), JSON.stringify(Object.fromEntries(list)));
  credentials = Object.fromEntries(
    [...tenants].flatMap(([name, { clientId, clientSecret }]) => {
      const prefix = name.toUpperCase().replace("-", "_");
      return [
        [`${prefix}_CLIENT_ID`, clientId],
        [`${prefix}_CLIENT_SECRET`, name === broken ? "not-its-secret" : clientSecret],
      ];
    }),
  );
  stack = await createStack({ projectDir: dir, name: broken });
});
afterAll(async () => {
  await stack?.remove();
  await Promise.all([...(tenants?.values() ?? [])].map((tenant) => tenant.close()));
  await rm(dir, { recursive: true, force: true });
});

const fleet = (...args: readonly string[]) =>
  exec(process.execPath, [join(dir, "fleet.ts"), ...args], {
    cwd: dir,
    env: { ...outerEnvironment(), ...stack.env, ...credentials },
    timeoutMs: 300_000,
  });
const named = (name: string) => tenants.get(name)?.resourceServers.get(identifier)?.name;

test("one tenant of twenty refuses the credentials: the other nineteen are done, and the exit code is 1", async () => {
  const { code, stdout, stderr } = await fleet("up");
  expect(stderr).toBe(`19 well, 0 with drift (none), 1 failed (${broken})\n`);
  expect(code).toBe(1);
  expect(stdout).toMatch(new RegExp(`^=== ${broken}\\n[^]*the tenant refused the client's secret`, "m"));
  expect(named(broken)).toBeUndefined();
  for (const name of [edited, ...others]) expect(named(name)).toBe("Orders");
});

test("a drift report of all tenants names the one that was edited, and ends with 7", async () => {
  credentials.T_1_CLIENT_SECRET = tenants.get(broken)?.clientSecret ?? "";
  tenants.get(edited)?.resourceServers.update(identifier, { name: "Edited" });
  const { code, stdout, stderr } = await fleet("drift", "--json");
  expect(stderr).toBe(`19 well, 1 with drift (${edited}), 0 failed (none)\n`);
  expect(code).toBe(7);
  const reports: Record<string, DriftReport> = JSON.parse(stdout);
  expect(Object.keys(reports)).toEqual(names);
  expect(Object.keys(reports).filter((name) => reports[name]?.drift)).toEqual([edited]);
  expect(reports[edited]).toMatchObject({
    stack: edited,
    complete: true,
    resources: [{ name: "orders", changes: [{ path: "name", was: "Orders", is: "Edited" }] }],
  });
});

test("tenants can be chosen, in a preview and in a report as text", async () => {
  const [calm = ""] = others;
  expect(await fleet("preview", calm)).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 unchanged/) });
  const { code, stdout, stderr } = await fleet("drift", calm, edited);
  expect({ code, stderr }).toEqual({ code: 7, stderr: `1 well, 1 with drift (${edited}), 0 failed (none)\n` });
  expect(stdout).toContain(`=== ${edited}\nDrift in stack ${edited}: 1 changed`);
});

test("a missing credential is the failure of one tenant, and wrong usage says what is right", async () => {
  const { T_1_CLIENT_ID: _, ...rest } = credentials;
  credentials = rest;
  const { code, stdout } = await fleet("drift", broken, edited);
  expect(code).toBe(1);
  expect(stdout).toContain(`=== ${broken}\nset T_1_CLIENT_ID: it is missing or empty`);
  expect(stdout).toContain(`Drift in stack ${edited}`);
  expect(await fleet("drift", "mars")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: tenants.json has no tenant "mars"\n\nusage: /),
  });
});
