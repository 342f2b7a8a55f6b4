import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { environmentOf, upNow } from "../e2e/project.ts";
import { ensureCli } from "../harness/cli.ts";
import { exec } from "../harness/exec.ts";
import { createStack, outerEnvironment, type Stack } from "../harness/stack.ts";

/** The whole way of the guide from Pulumi's bridged provider, whose plugin is a stub; each test continues where the one before ended. */
const guide = readFileSync(join(import.meta.dirname, "../../docs/migrate.md"), "utf8");
const main = join(import.meta.dirname, "../../provider/dist/commands/main.js");
const folder = join(import.meta.dirname, "../../.local/imports", randomUUID());
const projectDir = join(folder, "project");
const calls = join(folder, "calls");
const identifier = "https://orders.example.com";

let tenant: Emulator;
let stack: Stack;
beforeAll(async () => {
  tenant = await startEmulator({
    seed: {
      resourceServers: [{ identifier, name: "Orders", scopes: [{ value: "read:orders", description: "Read" }] }],
    },
  });
  await mkdir(projectDir, { recursive: true });
  await writeFile(join(projectDir, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  const dependencies = { "@pulumi/pulumi": "*", "pulumi-tenant": "*" };
  await writeFile(join(projectDir, "package.json"), JSON.stringify({ type: "module", main: "index.ts", dependencies }));
  const { dir, bin } = await ensureCli({ log: () => undefined });
  stack = await createStack({
    projectDir,
    name: "dev",
    folder: join(folder, "stack"),
    env: {
      ...environmentOf(tenant),
      PATH: [dir, join(import.meta.dirname, "../e2e/stubs"), process.env.PATH].join(delimiter),
      PULUMI_CLI: bin,
      BRIDGED_CALLS: calls,
    },
  });
});
afterAll(async () => {
  await tenant?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The words of the guide's command that begins so. */
function commandOf(start: string): readonly string[] {
  const at = guide.indexOf(`\npulumi ${start}`);
  if (at < 0) throw new Error(`the guide has no command "pulumi ${start}"`);
  const [command = ""] = /^(?:.*\\\n)*.*/.exec(guide.slice(at + 1)) ?? [];
  const script = `pulumi() { printf '%s\\0' "$@"; }; ${command}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

const told = () => readFile(calls, "utf8");
const writes = () => tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

test("the old program runs, and its state is saved", async () => {
  const tenantId = tenant.resourceServers.get(identifier)?.id;
  const api = { tenantId, identifier, name: "Orders" };
  const scopes = { tenantId: identifier, resourceServerIdentifier: identifier, scopes: [{ name: "read:orders" }] };
  await writeFile(
    join(projectDir, "index.ts"),
    'import * as pulumi from "@pulumi/pulumi";\n\n' +
      "class Bridged extends pulumi.CustomResource {}\n" +
      `const api = new Bridged("auth0:index/resourceServer:ResourceServer", "orders", ${JSON.stringify(api)});\n` +
      `new Bridged("auth0:index/resourceServerScopes:ResourceServerScopes", "orders-scopes", ${JSON.stringify(scopes)}, { dependsOn: [api] });\n`,
  );
  await stack.run(upNow);
  await stack.run(commandOf("preview --expect-no-changes"));
  await stack.run(commandOf("stack export"));
  expect((await told()).match(/create/g)).toHaveLength(2);
});

test("the import adopts the objects beside the old resources, under the same names", async () => {
  const { code, stdout, stderr } = await exec(
    process.execPath,
    [main, "import", "--names-from", "before.json", "--stack", "dev"],
    { cwd: projectDir, env: { ...outerEnvironment(), ...stack.env }, timeoutMs: 300_000 },
  );
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing would change") });
  for (const word of commandOf("state delete")) expect(stdout).toContain(word);
  const urns = (await stack.export()).deployment.resources?.map(({ urn }) => urn) ?? [];
  expect(urns).toContain("urn:pulumi:dev::shop::pulumi-nodejs:dynamic/tenant:ResourceServer::orders");
});

test("after the old resources leave the state and the program, a preview finds no change", async () => {
  await stack.run(commandOf("state delete"));
  const program = await readFile(join(projectDir, "index.ts"), "utf8");
  const withoutOld = program.split("\n").filter((line) => !/Bridged|pulumi\/pulumi/.test(line));
  await writeFile(join(projectDir, "index.ts"), withoutOld.join("\n"));
  const provider = (await stack.export()).deployment.resources?.find(({ type }) => type === "pulumi:providers:auth0");
  await stack.run(["state", "delete", "--yes", String(provider?.urn)]);
  await stack.run(commandOf("preview --refresh --expect-no-changes"));
  await stack.run(upNow);
  expect(await told()).not.toMatch(/delete|update/);
  expect(writes()).toEqual([]);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ scopes: [{ value: "read:orders" }] });
});
