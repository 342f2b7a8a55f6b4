import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exec } from "../harness/exec.ts";

const root = join(import.meta.dirname, "..", "..");
const example = join(root, "examples", "unit-tested");

/** Makes every way to the network fail, and writes down that it was tried, as somebody may catch the error. */
const guard = `
  const { appendFileSync } = require("node:fs");
  const refuse = (way) => () => {
    appendFileSync(process.env.ATTEMPTS, way + "\\n");
    throw new Error("reached for the network: " + way);
  };
  require("node:net").Socket.prototype.connect = refuse("connect");
  require("node:dns").lookup = refuse("lookup");
  require("node:dgram").createSocket = refuse("datagrams");
`;

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offline-"));
  await writeFile(join(folder, "guard.cjs"), guard);
  const foreign = /^(?:TENANT_|PULUMI_|VITEST|NODE_OPTIONS$|NODE_ENV$|npm_|TEST$)/i;
  env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    NODE_OPTIONS: `--require ${JSON.stringify(join(folder, "guard.cjs"))}`,
    ATTEMPTS: join(folder, "attempts"),
  };
});
afterAll(() => rm(folder, { recursive: true }));

const attempts = () => readFile(join(folder, "attempts"), "utf8").catch(() => "");

test("the example's unit tests pass without network and without settings", async () => {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const report = join(folder, "report.json");
  const { code, stdout, stderr } = await exec(
    process.execPath,
    [vitest, "run", "--reporter", "json", "--outputFile", report],
    { cwd: example, env, timeoutMs: 50_000 },
  );
  expect(code, stdout + stderr).toBe(0);
  expect(await attempts()).toBe("");
  const { numPassedTests, ...rest } = JSON.parse(await readFile(report, "utf8"));
  expect(rest).toMatchObject({ success: true, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 });
  expect(numPassedTests).toBeGreaterThan(0);
});

test("the network guard of these tests detects a connection", async () => {
  const { code, stderr } = await exec(process.execPath, ["-e", 'fetch("http://127.0.0.1:8999/")'], {
    env,
    timeoutMs: 20_000,
  });
  expect(code).not.toBe(0);
  expect(stderr).toContain("reached for the network: connect");
  expect(await attempts()).toMatch(/connect\n$/);
});
