import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { killTree } from "../../provider/src/pulumi-cli/start.ts";
import { base, type Place, placeAt, programIn, root, writesAt } from "../e2e/importing.ts";
import { environmentOf } from "../e2e/project.ts";
import { type ExecResult, exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";

/** An import for a further stage is killed, with everything that it has started. The same command continues, and ends as if nothing had been. */

const program = `import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const later = process.env.LATER === "true";
const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: later ? "Orders of the company" : "Orders",
  scopes: { "read:orders": "Read" },
});
class Team extends pulumi.ComponentResource {
  constructor(name: string) {
    super("example:index:Team", name);
    const role = new tenant.Role(name, { name, description: later ? "Reads" : "Reads orders" }, { parent: this });
    new tenant.RolePermissions(
      name,
      { roleId: role.id, resourceServerIdentifier: orders.identifier, permissions: ["read:orders"] },
      { parent: this },
    );
  }
}
new Team("north");
new tenant.BruteForceProtection("brute-force", { maxAttempts: later ? 5 : 10 });
if (!later) new tenant.Role("auditor", { name: "auditor" });
`;

let [dev, prod]: Emulator[] = [];
let template: Place;
let whole: Outcome;
beforeAll(async () => {
  [dev, prod] = await Promise.all([startEmulator(), startEmulator()]);
  template = await placed("template");
  whole = await outcomeOf(await copied("whole"));
  expect(whole.created).toEqual(["Role auditor"]);
  expect(whole.urns.length).toBeGreaterThan(4);
}, 600_000);
afterAll(async () => {
  await Promise.all([dev?.close(), prod?.close()]);
  await rm(base, { recursive: true, force: true });
});

const envOf = (place: Place, tenant: Emulator | undefined) => ({
  ...outerEnvironment(),
  ...place.env,
  ...(tenant && environmentOf(tenant)),
});
const folderOf = ({ folder }: Place) => join(folder, "project");

async function pulumi(place: Place, tenant: Emulator | undefined, args: readonly string[], more = {}): Promise<string> {
  const env = { ...envOf(place, tenant), ...more };
  const all = [...args, "--non-interactive"];
  const { code, stdout, stderr } = await exec(place.env.PULUMI_CLI ?? "", all, {
    ...{ cwd: folderOf(place), env, timeoutMs: 300_000 },
  });
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

/** The folder of a program that the stack dev runs. The tenant of prod has the program's objects of an earlier version. */
async function placed(name: string): Promise<Place> {
  const place = await placeAt(name, prod as Emulator);
  const folder = folderOf(place);
  await mkdir(folder);
  await writeFile(join(folder, "Pulumi.yaml"), "name: stages\nruntime: nodejs\nmain: index.ts\n");
  await writeFile(join(folder, "package.json"), '{ "name": "stages", "private": true, "type": "module" }\n');
  await writeFile(join(folder, "index.ts"), program);
  for (const [tenant, stack, later] of [
    [dev, "dev", "false"],
    [prod, "years", "true"],
  ] as const) {
    await pulumi(place, tenant, ["stack", "init", stack]);
    const more = { LATER: later, TENANT_ADOPT: "true" };
    await pulumi(place, tenant, ["up", "--yes", "--skip-preview", "--stack", stack], more);
  }
  await pulumi(place, prod, ["stack", "rm", "--yes", "--force", "years"]);
  prod?.clearRequests();
  return place;
}

/** The same in another folder. */
async function copied(name: string): Promise<Place> {
  const folder = join(base, name);
  await cp(template.folder, folder, { recursive: true });
  const backend = pathToFileURL(join(folder, "backend")).href;
  return { ...template, folder, env: { ...template.env, PULUMI_BACKEND_URL: backend } };
}

/** How an import ends. */
interface Outcome {
  readonly created: readonly string[];
  readonly differences: readonly string[];
  readonly configured: readonly string[];
  readonly urns: readonly string[];
  /** The values in the state of prod, without the marks of its entries. */
  readonly state: string;
  readonly configuration: string;
  readonly files: Record<string, string>;
  readonly stacks: readonly string[];
}

const importing = ["import", "--stack", "prod", "--as-config", "orders:*", "--json"] as const;
const command = join(root, "provider/bin/pulumi-tenant.js");

async function outcomeOf(place: Place): Promise<Outcome> {
  const result: ExecResult = await exec(process.execPath, [command, ...importing], {
    ...{ cwd: folderOf(place), env: envOf(place, prod), timeoutMs: 300_000 },
  });
  expect(result.code, result.stdout + result.stderr).toBe(0);
  expect(writesAt(prod as Emulator)).toEqual([]);
  const report = JSON.parse(result.stdout);
  expect(report.failed).toEqual([]);
  const exported = JSON.parse(await pulumi(place, prod, ["stack", "export", "--stack", "prod"]));
  expect(exported.deployment.pending_operations ?? []).toEqual([]);
  const resources = (exported.deployment.resources as { urn: string; id?: string; inputs?: object; outputs?: object }[])
    .map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }))
    .filter(({ urn }) => !urn.includes("pulumi:providers"))
    .toSorted((a, b) => (a.urn < b.urn ? -1 : 1));
  const stacks = JSON.parse(await pulumi(place, prod, ["stack", "ls", "--json"])) as { name: string }[];
  return {
    created: report.created,
    differences: report.proof.resources.flatMap(({ name, changes }: { name: string; changes: { path: string }[] }) =>
      changes.map(({ path }) => `${name} ${path}`),
    ),
    configured: report.configured.map(({ key }: { key: string }) => key),
    urns: resources.map(({ urn }) => urn),
    state: JSON.stringify(resources, (key, value) =>
      ["mark", "made", "__provider"].includes(key) ? undefined : value,
    ),
    configuration: await pulumi(place, prod, ["config", "--stack", "prod"]),
    files: Object.fromEntries(
      Object.entries(await programIn(place)).filter(([path]) => !path.startsWith("Pulumi.prod")),
    ),
    stacks: stacks.map(({ name }) => name).toSorted(),
  };
}

/** Starts an import whose CLI waits for ever at a command, and kills all its processes there. */
async function killedAt(
  place: Place,
  stopAt: string,
  { failAt, meanwhile }: { readonly failAt?: string; readonly meanwhile?: () => Promise<void> } = {},
): Promise<void> {
  const cli = join(place.folder, "stopping.sh");
  const log = join(place.folder, "stopped.log");
  await writeFile(
    cli,
    `#!/bin/sh\ncase "$*" in $STOP_AT) echo "$*" >> '${log}'; [ "$GOES_ON" ] || exec sleep 600;; esac\nexec '${place.env.PULUMI_CLI}' "$@"\n`,
  );
  await chmod(cli, 0o700);
  const more = { ...(failAt && { FAIL_AT: failAt }), ...(meanwhile && { GOES_ON: "true" }) };
  const env = { ...envOf(place, prod), PULUMI_CLI: cli, STOP_AT: stopAt, ...more };
  const child = spawn(process.execPath, [command, ...importing], { cwd: folderOf(place), env, stdio: "ignore" });
  const ended = once(child, "exit");
  const stopped = () => (child.exitCode === null ? readFile(log, "utf8").catch(() => "") : "the import has ended");
  try {
    await expect.poll(stopped, { timeout: 120_000, interval: 10 }).not.toBe("");
    await meanwhile?.();
    expect(child.exitCode).toBeNull();
  } finally {
    killTree(child.pid ?? 0);
  }
  await ended;
}

test.each([
  { name: "before it creates the stack", stopAt: "stack init*" },
  { name: "before it reads the program", stopAt: "preview --json*" },
  { name: "before it removes the stack that it has created", stopAt: "stack rm*", failAt: "preview --json*" },
  { name: "before it takes the objects over", stopAt: "up --continue-on-error*" },
  { name: "before it refreshes them", stopAt: "refresh*" },
  { name: "before the first value is in the configuration", stopAt: "config set*" },
  { name: "before the proof", stopAt: "preview --refresh*" },
])(
  "an import that is killed $name continues at the next start",
  async ({ name, stopAt, failAt = "" }) => {
    const place = await copied(name.replaceAll(" ", "-"));
    await killedAt(place, stopAt, { failAt });
    expect(await outcomeOf(place)).toEqual(whole);
  },
  600_000,
);

test("an import that is killed during the adoption leaves a locked stack, and continues at the next start", async () => {
  const place = await copied("locked");
  await killedAt(place, "up --continue-on-error*", {
    async meanwhile() {
      prod?.inject({ kind: "hang", path: "/api/v2/", times: 100 });
      await expect.poll(() => prod?.requests.some(({ fault }) => fault !== undefined), { timeout: 60_000 }).toBe(true);
    },
  });
  prod?.clearFaults();
  const locks = join(place.folder, "backend/.pulumi/locks/organization/stages/prod");
  expect(await readdir(locks)).not.toEqual([]);
  expect(await outcomeOf(place)).toEqual(whole);
}, 600_000);

test("a failed import removes the stack and the file that it created", async () => {
  const place = await copied("failing");
  const result = await exec(process.execPath, [command, ...importing], {
    ...{ cwd: folderOf(place), env: { ...envOf(place, prod), FAIL_AT: "preview --json*" }, timeoutMs: 300_000 },
  });
  expect(result.code).toBe(1);
  expect(await pulumi(place, prod, ["stack", "ls", "--json"])).not.toContain('"prod"');
  expect(await readdir(folderOf(place))).toEqual(await readdir(folderOf(template)));
});
