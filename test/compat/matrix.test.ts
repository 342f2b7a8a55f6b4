import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { ensureCli } from "../harness/cli.ts";
import { exec } from "../harness/exec.ts";
import { npmTool } from "../harness/npm-tools.ts";
import { createStack } from "../harness/stack.ts";
import { installProgram, type ProgramKind, programKinds } from "./programs.ts";
import { type Manager, managers, packedPackage } from "./workspace.ts";

// Versions and ways to write a program, in pairs: each version and each way is in some row, not each with each.

const provider = join(import.meta.dirname, "../../provider");
const readJson = async (file: string) => JSON.parse(await readFile(file, "utf8"));
const manifest = await readJson(join(provider, "package.json"));
const root = await readJson(join(provider, "../package.json"));
const oldest: string = manifest.peerDependencies["@pulumi/pulumi"].replace("^", "");
const newest: string = root.devDependencies["@pulumi/pulumi"];

const nodes = { "22.19": npmTool("node", "node-oldest/bin/node"), "24": process.execPath };
const bun = npmTool("npm", "@oven/bun-linux-x64/bin/bun");

const rows: readonly (readonly [sdk: string, node: keyof typeof nodes, manager: string, kind: string])[] = [
  [oldest, "22.19", "npm", "CommonJS in plain JavaScript"],
  [oldest, "24", "pnpm", "TypeScript to CommonJS, compiled by Pulumi"],
  [oldest, "24", "npm", "a TypeScript ES module, compiled by Pulumi"],
  [newest, "22.19", "npm", "a TypeScript ES module, compiled by Pulumi"],
  [newest, "24", "yarn 4", "an ES module in plain JavaScript"],
  [newest, "22.19", "yarn 1", "TypeScript with a ts-node of its own"],
  [newest, "24", "npm", "TypeScript with tsx"],
  [newest, "22.19", "npm", "TypeScript whose types Node strips"],
  [newest, "24", "pnpm", "TypeScript whose types Node strips"],
];

let folder: string;
let archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matrix-"));
  archive = await packedPackage(folder);
});
afterAll(() => rm(folder, { recursive: true }));

describe("a program works with", () => {
  test.each(rows)("@pulumi/pulumi %s, Node %s, %s: %s", async (sdk, node, manager, kind) => {
    const tenant = await startEmulator();
    onTestFinished(() => tenant.close());
    const options = { manager: managers[manager] as Manager, folder, archive, sdk };
    const project = join(await installProgram(programKinds[kind] as ProgramKind, options), "program");
    const cli = await ensureCli({ log: console.error });
    const stack = await createStack({
      projectDir: project,
      name: "compat",
      env: {
        TENANT_DOMAIN: tenant.domain,
        TENANT_CLIENT_ID: tenant.clientId,
        TENANT_CLIENT_SECRET: tenant.clientSecret,
        PATH: [dirname(nodes[node]), cli.dir, process.env.PATH].join(delimiter),
      },
    });
    onTestFinished(() => stack.remove());
    await stack.run(["up", "--yes", "--skip-preview"]);
    expect(tenant.resourceServers.get("https://orders.example.com")).toMatchObject({ name: "Orders" });
    await stack.run(["preview", "--refresh", "--expect-no-changes"]);
    await stack.destroy();
    expect(tenant.resourceServers.get("https://orders.example.com")).toBeUndefined();
  });
});

describe.skipIf(process.platform !== "linux" || process.arch !== "x64")("Bun 1.4", () => {
  test("installs the package, loads it, and runs the emulator", async () => {
    const project = await mkdtemp(join(folder, "bun-"));
    const dependencies = { "@pulumi/pulumi": newest, "pulumi-tenant": `file:${archive}` };
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "program", type: "module", dependencies }));
    await writeFile(
      join(project, "index.ts"),
      `import * as tenant from "pulumi-tenant";
import { startEmulator } from "pulumi-tenant/emulator";
const emulator = await startEmulator();
const answer = await fetch(emulator.url + "/api/v2/resource-servers");
console.log(typeof tenant.ResourceServer, answer.status);
await emulator.close();
`,
    );
    const options = { cwd: project, env: { ...process.env, BUN_INSTALL_CACHE_DIR: join(folder, "bun-cache") } };
    const installed = await exec(bun, ["install", "--ignore-scripts"], { ...options, timeoutMs: 300_000 });
    expect(installed.code, installed.stderr).toBe(0);
    const ran = await exec(bun, ["run", "index.ts"], { ...options, timeoutMs: 120_000 });
    expect(ran).toMatchObject({ code: 0, stdout: "function 401\n" });
  });
});
