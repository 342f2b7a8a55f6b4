import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fleetTests } from "../e2e/fleet-tests.ts";
import type { Deployment } from "../harness/stack.ts";

const fleet = fleetTests(5);

test("a process for one tenant has the credentials of no other tenant", async () => {
  // A package, the program or code in the state of one tenant reads the environment, and has the credentials of all tenants.
  const { dir, tenants, run } = fleet();
  const [preload, record] = [join(dir, "preload.cjs"), join(dir, "record")];
  const line = "JSON.stringify({ script: process.argv[1], env: process.env }) + '\\n'";
  await writeFile(preload, `require("node:fs").appendFileSync(${JSON.stringify(record)}, ${line})`);
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` };
  expect((await run(["preview", "t-4", "t-5"], env)).code).toBe(0);
  expect((await run(["drift", "t-4", "t-5"], env)).code).toBe(0);
  const processes = (await readFile(record, "utf8"))
    .trim()
    .split("\n")
    .map((text) => ({ text, script: String(JSON.parse(text).script) }))
    .filter(({ script }) => !script.endsWith("fleet.ts"));
  const held = processes.map(({ text }) =>
    [...tenants].filter(([, { clientSecret }]) => text.includes(clientSecret)).map(([name]) => name),
  );
  expect(held.flatMap((names) => (names.length > 1 ? [names] : []))).toEqual([]);
  // The programs, the providers and the reports have their own.
  expect(new Set(held.flat())).toEqual(new Set(["t-4", "t-5"]));
});

test("foreign code in one tenant's state is not run, and does not stop the other tenants", async () => {
  // An attacker who can write the state puts code into it, which every operation runs with the tenant's credentials.
  const { dir, pulumi, run } = fleet();
  const planted = join(dir, "planted");
  const good = (await pulumi(["stack", "export", "--stack", "t-4"])).stdout;
  const bad: Deployment = JSON.parse(good);
  for (const { outputs } of bad.deployment.resources ?? []) {
    if (outputs?.__provider !== undefined)
      outputs.__provider = `require("fs").writeFileSync(${JSON.stringify(planted)}, "")`;
  }
  await pulumi(["stack", "import", "--stack", "t-4"], { input: JSON.stringify(bad) });
  for (const command of ["preview", "up", "drift"]) {
    const { code, stdout, stderr } = await run([command, "t-4", "t-5"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "1 well, 0 with drift (none), 1 failed (t-4)\n" });
    expect(stdout).toMatch(/^=== t-4\nerror: the state contains provider code that pulumi-tenant did not write/m);
    expect(existsSync(planted)).toBe(false);
  }
  await pulumi(["stack", "import", "--stack", "t-4"], { input: good });
});

test.each([
  [["drift", "mars"], 'tenants.json has no tenant "mars"'],
  [["destroy"], "give one of the commands preview, up and drift"],
  [["drift", "--parallel", "0"], "--parallel must be a number from 1 to 99"],
  [["up", "--json"], "--json is for drift"],
])("wrong usage is refused before anything runs: %j", async (args, message) => {
  const { code, stdout, stderr } = await fleet().run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(`error: ${message}\n\nusage: node fleet.ts`);
});
