import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { compileCache } from "../../harness/compile-cache.ts";
import { exec } from "../../harness/exec.ts";

// The command as it is published, so the package has to be built first.
const main = join(import.meta.dirname, "../../../provider/dist/commands/main.js");

const entry = (type: string, name: string, properties: object, more: object = {}) => ({
  ...{ urn: `urn:pulumi:dev::project::pulumi-nodejs:dynamic/tenant:${type}::${name}`, id: `id-${name}` },
  ...{ type: `pulumi-nodejs:dynamic/tenant:${type}`, custom: true, inputs: properties, ...more },
  outputs: { ...properties, __tenant: "tenant.example.com", __managed: { v: 2, paths: [] } },
});
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:0000" };
const state = [
  entry("Client", "portal", { appType: "spa", grantTypes: ["authorization_code", "implicit"] }),
  entry("Client", "hidden", { appType: "spa", grantTypes: secret }),
  entry("Client", "read", { grantTypes: ["implicit"] }, { external: true }),
  entry("Client", "replaced", { grantTypes: ["implicit"] }, { delete: true }),
  entry("ResourceServer", "orders", { identifier: "https://orders.example.com", tokenLifetime: 86_401 }),
  { ...entry("Client", "other", {}), type: "aws:s3/bucket:Bucket" },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-"));
  await writeFile(join(folder, "state.json"), JSON.stringify({ deployment: { resources: state } }));
  const cli = "#!/usr/bin/env node\nprocess.stdout.write(require('fs').readFileSync(__dirname + '/state.json'));\n";
  await writeFile(join(folder, "pulumi"), cli, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function audit(...args: readonly string[]) {
  const env = { ...compileCache, PATH: process.env.PATH ?? "", PULUMI_CLI: join(folder, "pulumi") };
  const { code, stdout, stderr } = await exec(process.execPath, [main, "audit", ...args], {
    cwd: folder,
    env,
    timeoutMs: 60_000,
  });
  return { code, stdout, stderr };
}

test("lists what the stack's objects break, and ends with 7", async () => {
  const { code, stdout } = await audit("--stack", "dev");
  expect(stdout).toMatch(/HIGH client-no-implicit-grant: .*\n {2}Client portal \(id-portal\)\n/);
  expect(stdout).toContain("MEDIUM api-token-lifetime");
  expect(stdout).not.toMatch(/Client (read|replaced|other)/);
  expect(code).toBe(7);
});

test("a value that stays encrypted is unknown, and not shown", async () => {
  const { stdout } = await audit("--stack", "dev", "--json");
  const { unknown } = JSON.parse(stdout) as { unknown: readonly object[] };
  expect(unknown).toContainEqual(
    expect.objectContaining({
      rule: "client-no-implicit-grant",
      name: "hidden",
      why: "grantTypes is encrypted in the state",
    }),
  );
  expect(stdout).not.toContain("v1:0000");
});

test("a bound decides about the exit code only", async () => {
  const { code, stdout } = await audit("--stack", "dev", "--only", "api-token-lifetime", "--fail-on", "high");
  expect(stdout).toContain("1 failed (1 medium)");
  expect(code).toBe(0);
});

test("rules can be left out, and profiles switched on", async () => {
  const { code } = await audit("--stack", "dev", "--except", "client-no-implicit-grant, api-token-lifetime");
  expect(code).toBe(0);
  const counts = await Promise.all(
    [[], ["--strict"], ["--hardened"]].map(async (more) => {
      const { stdout } = await audit("--stack", "dev", "--json", ...more);
      return (JSON.parse(stdout) as { rules: number }).rules;
    }),
  );
  expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
  expect(counts[2]).toBeGreaterThan(counts[0] ?? 0);
});

test.each([
  [
    ["--only", "client-no-implict-grant"],
    /there is no rule "client-no-implict-grant". Did you mean "client-no-implicit-grant"\?/,
  ],
  [["--except", "x"], /there is no rule "x"; docs\/baseline.md lists the rules/],
  [["--fail-on", "bad"], /"bad" is no severity; use critical, high, medium, low/],
  [["--json", "--sarif"], /use only one of --json, --markdown and --sarif/],
])("a wrong option is named, with what is allowed: %j", async (args, message) => {
  const { code, stderr } = await audit("--stack", "dev", ...args);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test("without a stack it says what is missing", async () => {
  const { code, stderr } = await audit();
  expect(stderr).toContain("--stack <name>");
  expect(code).toBe(2);
});

describe("waivers", () => {
  const file = () => join(folder, "tenant-baseline.yaml");
  afterEach(() => rm(file(), { force: true }));

  test("start from what fails today: the next audit ends with 0, and says who is waived and why", async () => {
    expect(await audit("--stack", "dev", "--write-waivers")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^2 failures are waived in .*tenant-baseline\.yaml\n$/),
    });
    const { code, stdout } = await audit("--stack", "dev");
    expect(stdout).toMatch(
      /client-no-implicit-grant: Client portal \(id-portal\), until \d{4}-\d\d-\d\d: It failed when/,
    );
    expect(stdout).toContain("none failed, 2 waived");
    expect(code).toBe(0);
  });

  test("are not written over: the list never grows by itself", async () => {
    const mine = "waivers: []\n";
    await writeFile(file(), mine);
    const { code, stderr } = await audit("--stack", "dev", "--write-waivers");
    expect(stderr).toContain("tenant-baseline.yaml: exists already");
    expect(code).toBe(1);
    expect(await readFile(file(), "utf8")).toBe(mine);
  });

  test("that are wrong end the command with file, line and remedy", async () => {
    await writeFile(
      file(),
      "waivers:\n  - rule: client-no-implicit-grant\n    resource: portal\n    until: 2030-01-01\n",
    );
    const { code, stdout, stderr } = await audit("--stack", "dev");
    expect(stderr).toMatch(/tenant-baseline\.yaml, line 2: reason is missing/);
    expect(stdout).toBe("");
    expect(code).toBe(1);
  });

  test("of a project are found from a folder below it", async () => {
    await writeFile(join(folder, "Pulumi.yaml"), "name: project\nruntime: nodejs\n");
    const reason = "reason: Later.\n    until: 2999-01-01\n";
    await writeFile(
      file(),
      `waivers:\n  - rule: client-no-implicit-grant\n    resource: "p*l"\n    ${reason}  - rule: api-token-lifetime\n    resource: orders\n    ${reason}`,
    );
    await mkdir(join(folder, "below"), { recursive: true });
    expect((await audit("--stack", "dev", "--cwd", join(folder, "below"))).code).toBe(0);
    await rm(join(folder, "Pulumi.yaml"));
  });
});
