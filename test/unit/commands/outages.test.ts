import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { runCommand } from "../helpers/command.ts";

/*
 * The law: a tenant that fails at one listing costs a report only the objects of this listing. The report names them, and no command that judges the
 * tenant ends with 0.
 */

const later = "This is a failure of the service: try again later";
let folder: string;
let tenant: Emulator;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "outages-"));
  const roles = [{ id: "rol_reader", name: "Reader" }];
  tenant = await startEmulator({ seed: { roles, organizations: [{ id: "org_shop", name: "shop" }] } });
  // No call is sent again: the tenant asks for a longer wait than a call takes.
  const outage = { status: 500, headers: { "retry-after": "3600" }, times: Number.POSITIVE_INFINITY };
  tenant.inject({ ...outage, kind: "status", method: "GET", path: "/api/v2/roles" });
});
afterEach(async () => {
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: readonly string[]) {
  const { domain, clientId, clientSecret } = tenant;
  const env = { TENANT_DOMAIN: domain, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, "tenant.env"), settings.join(""));
  await writeFile(join(folder, "seed.json"), "{}");
  const cli = join(folder, "pulumi");
  await writeFile(cli, "#!/bin/sh\ncase $1 in stack) echo '[]' ;; *) echo '{}' ;; esac\n", { mode: 0o755 });
  return runCommand(args, { cwd: folder, env: { PATH: process.env.PATH, PULUMI_CLI: cli, ...env } });
}

test("audit judges the other objects, and ends with 1, whatever the rules say of them", async () => {
  const judged = await run("audit", "--json");
  const { objects, unread } = JSON.parse(judged.stdout) as { objects: number; unread: readonly object[] };
  expect(objects).toBeGreaterThan(5);
  const why = expect.stringContaining(later);
  expect(unread).toEqual([{ type: "RolePermissions", label: "all permissions of roles", isOutage: true, why }]);
  expect(judged.code).toBe(1);
});

test("audit --write-waivers writes nothing, because later failures would not be waived", async () => {
  const { code, stderr } = await run("audit", "--write-waivers");
  expect(stderr).toContain("No waiver was written.\n  all permissions of roles: Could not list roles");
  expect(code).toBe(1);
  expect(await readdir(folder)).not.toContain("tenant-baseline.yaml");
});

test("map draws the other objects, names what it lacks, and ends with 1", async () => {
  const { code, stdout, stderr } = await run("map", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    objects: expect.arrayContaining([expect.objectContaining({ label: "shop" })]),
    unread: [expect.stringContaining(later), expect.stringContaining(later)],
  });
  expect(stderr).toContain("all roles: Could not list roles");
  expect(code).toBe(1);
});

test("compare compares the other objects, and ends with 7", async () => {
  const { code, stdout } = await run("compare", "--tenant", "tenant.env", "--seed", "seed.json");
  expect(stdout).toContain("shop");
  expect(stdout).toContain("Could not list roles");
  expect(code).toBe(7);
});

test("verify writes the report of the other types, and ends with 1", async () => {
  const { code, stdout, stderr } = await run("verify", "--out", "report");
  expect(stdout).toContain("The report is in ");
  expect(stderr).toContain("not read: all roles: Could not list roles");
  const [file = ""] = (await readdir(join(folder, "report"))).filter((name) => name.endsWith(".json"));
  expect(await readFile(join(folder, "report", file), "utf8")).toContain('"why": "the tenant answered 500"');
  expect(code).toBe(1);
});

test("import refuses a folder that it cannot write before it reads the tenant", async () => {
  await writeFile(join(folder, "file"), "");
  const before = tenant.requests.length;
  const { code, stderr } = await run("import", "--out", "file/new");
  expect(stderr).toMatch(/cannot be (?:read|written) \(ENOTDIR\)/);
  expect(code).toBe(1);
  expect(tenant.requests).toHaveLength(before);
});

test("import writes nothing: what refers to the missing objects would be written as text, for good", async () => {
  const { code, stderr } = await run("import", "--out", "new", "--no-apply");
  expect(stderr).toContain("Nothing was written. Run the command again later, or leave them out with --kinds");
  expect(stderr).toContain("  all roles: Could not list roles");
  expect(await readdir(folder)).not.toContain("new");
  expect(code).toBe(1);
  const without = await run("import", "--out", "new", "--no-apply", "--kinds", "Organization");
  expect(without.code).toBe(0);
});
