import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { compileCache } from "../../harness/compile-cache.ts";
import { exec } from "../../harness/exec.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { runCommand } from "../helpers/command.ts";

// The command as it is published, for one story: the package has to be built first.
const main = join(import.meta.dirname, "../../../provider/dist/commands/main.js");

let folder: string;
let tenant: Emulator;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "verify-"));
  tenant = await startEmulator({ seed: wholeTenant });
});
afterEach(async () => {
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  PATH: process.env.PATH,
  TENANT_DOMAIN: tenant.domain,
  TENANT_CLIENT_ID: tenant.clientId,
  TENANT_CLIENT_SECRET: tenant.clientSecret,
});

const verify = (...args: readonly string[]) => runCommand(["verify", ...args], { cwd: folder, env: environment() });

/** The writes that the tenant has got. */
const writes = () => tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

test("verify announces that it only reads, writes both forms of the report, and ends with 0 without differences", async () => {
  const { code, stdout } = await exec(process.execPath, [main, "verify"], {
    ...{ cwd: folder, env: { ...compileCache, ...environment() }, timeoutMs: 60_000 },
  });
  expect(stdout.split("\n")[0]).toMatch(/^Reads .* with GET requests, as an import does, and changes nothing\.$/);
  expect(stdout).toMatch(/^\d+ as believed, 0 different, 0 not on this plan, \d+ not tried\.$/m);
  const files = (await readdir(folder)).toSorted();
  expect(files).toEqual([expect.stringMatching(/^verified-\d{4}-\d\d-\d\d\.json$/), expect.stringMatching(/\.md$/)]);
  const report = await readFile(join(folder, files[0] ?? ""), "utf8");
  expect(JSON.parse(report)).toMatchObject({ mode: "read-only", types: expect.any(Array) });
  for (const own of [tenant.domain, tenant.clientId, "example.com", "org_0"]) expect(report).not.toContain(own);
  expect(writes()).toEqual([]);
  expect(code).toBe(0);
});

test("a second report of the same day replaces neither the first report nor another file of its name", async () => {
  const { code } = await verify();
  const [first = ""] = (await readdir(folder)).toSorted();
  await writeFile(join(folder, first), "of a run that took an hour");
  const second = await verify();
  expect([code, second.code]).toEqual([0, 0]);
  expect(second.stdout).toContain(`The report is in ${first.replace(".json", "-2.json")} and `);
  expect(await readFile(join(folder, first), "utf8")).toBe("of a run that took an hour");
  expect(await readdir(folder)).toHaveLength(4);
});

test("--description lists the differences between the file and the package, and reads no tenant", async () => {
  await writeFile(join(folder, "api.json"), JSON.stringify({ openapi: "3.1.0", paths: {} }));
  const { code, stdout } = await verify("--description", "api.json");
  expect(stdout).toContain("Role POST /roles: route only in the definition");
  expect(code).toBe(7);
  expect(tenant.requests).toEqual([]);
});

test.each([
  ["a file that is no JSON", "{", "is not a JSON document"],
  ["another document", "[]", "no OpenAPI description"],
])("--description refuses %s", async (_, text, message) => {
  await writeFile(join(folder, "api.json"), text);
  const { code, stderr } = await verify("--description", "api.json");
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

test.each(["--out", "--record"])("a place to which %s cannot write is refused before a request", async (option) => {
  await writeFile(join(folder, "file"), "");
  const { code, stderr } = await verify(option, join("file", "below"));
  expect(stderr).toMatch(/cannot be (written|read) \((ENOTDIR|EEXIST)\)/);
  expect(code).toBe(1);
  expect(tenant.requests).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a folder that the system cannot create is refused before a request",
  async () => {
    const { code, stderr } = await verify("--out", "/proc/x/y");
    expect(stderr).toContain("/proc/x: cannot be written (ENOENT)");
    expect(code).toBe(1);
    expect(tenant.requests).toEqual([]);
  },
);

test("the own domain of a local tenant is no difference, although it has a port", async () => {
  const fresh = await startEmulator();
  onTestFinished(() => fresh.close());
  const { domain, clientId, clientSecret } = fresh;
  const env = { TENANT_DOMAIN: domain, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
  const { code, stdout } = await runCommand(["verify"], { cwd: folder, env });
  expect(stdout).toMatch(/, 0 different, /);
  expect(code).toBe(0);
});

test("verify refuses the options of acceptance runs, as it never writes to a tenant", async () => {
  const { code, stderr } = await verify("--write", "--yes");
  expect(stderr).toContain("unknown option '--write'");
  expect(code).toBe(2);
  expect(tenant.requests).toEqual([]);
});
