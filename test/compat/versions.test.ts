import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { ensureCli } from "../harness/cli.ts";
import { npmTool } from "../harness/npm-tools.ts";
import { createStack, type Stack } from "../harness/stack.ts";
import { install, type Manager, managers, packedPackage } from "./workspace.ts";

// The packed package, installed by real package managers, on the Nodes that it supports, with the CLI on the PATH or the pinned one.

const nodes = {
  "Node 22.19": npmTool("node", "node-oldest/bin/node"),
  "Node 24": process.execPath,
};
const nothing = "--expect-no-changes";

let folder: string;
let archive: string;
let sdk: string;
let tenant: Emulator;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "compat-"));
  archive = await packedPackage(folder);
  const root = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
  sdk = root.devDependencies["@pulumi/pulumi"];
  tenant = await startEmulator();
});
afterAll(async () => {
  await tenant.close();
  await rm(folder, { recursive: true });
});

/** A stack of an installed workspace, run by a Node. */
async function stackOf(manager: Manager, node: string, name: string): Promise<Stack> {
  const root = await install(manager, folder, archive, sdk);
  const cli = await ensureCli({ log: console.error });
  const stack = await createStack({
    projectDir: join(root, "program"),
    name,
    env: {
      TENANT_DOMAIN: tenant.domain,
      TENANT_CLIENT_ID: tenant.clientId,
      TENANT_CLIENT_SECRET: tenant.clientSecret,
      PATH: [dirname(node), cli.dir, process.env.PATH].join(delimiter),
      ...manager.env?.(root),
    },
  });
  onTestFinished(() => stack.remove());
  return stack;
}

describe.each(Object.entries(nodes))("%s", (_, node) => {
  test.each(Object.entries(managers))(
    "a component library's resource is created, refreshed and destroyed with %s",
    async (_, manager) => {
      const stack = await stackOf(manager, node, "compat");
      await stack.run(["up", "--yes", "--skip-preview"]);
      expect(tenant.resourceServers.get("https://orders.example.com")).toMatchObject({ name: "Orders" });
      await stack.run(["preview", "--refresh", nothing]);
      tenant.resourceServers.update("https://orders.example.com", { name: "Edited" });
      await stack.run(["refresh", "--preview-only", nothing], { expect: 7 });
      await stack.destroy();
      expect(tenant.resourceServers.get("https://orders.example.com")).toBeUndefined();
    },
  );
});

test("an old Node is refused with one line that names it, in a real program", async () => {
  const stack = await stackOf(managers.npm as Manager, npmTool("node", "node-too-old/bin/node"), "old");
  const { stdout, stderr } = await stack.run(["preview"], { expect: 1 });
  const lines = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("pulumi-tenant"));
  expect(lines.length).toBeGreaterThan(0);
  // Pulumi shows it as progress and again at the end.
  for (const line of lines) expect(line).toMatch(/error: pulumi-tenant needs Node 22\.19 or newer, this is 20\.20$/);
  expect(`${stdout}${stderr}`).not.toMatch(/^ +at /m);
});
