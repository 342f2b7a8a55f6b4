import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseToObject } from "hcl2-parser";
import { expect, test } from "vitest";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { handOver } from "../../../provider/src/importer/names-from/hand-over.ts";
import { namesFrom } from "../../../provider/src/importer/names-from/names-from.ts";

const guide = readFileSync(join(import.meta.dirname, "../../../docs/migrate.md"), "utf8");
const state = join(import.meta.dirname, "../importer/names-from/terraform.tfstate.json");

/** The first block of the guide in a language. */
function blockOf(language: string): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(guide)?.[1] ?? "";
}

test("the guide has at most 150 lines", () => {
  expect(guide.split("\n").length).toBeLessThanOrEqual(151);
});

test("its block for Terraform is the one that the hand-over prints, and parses", () => {
  const named = namesFrom(readFileSync(state, "utf8"));
  const { blocks, commands } = handOver(named, named.objects);
  expect(blocks).toContain(blockOf("hcl"));
  expect(parseToObject(blockOf("hcl"))).toEqual([
    { removed: [{ from: expect.stringContaining("auth0_resource_server.orders"), lifecycle: [{ destroy: false }] }] },
    null,
  ]);
  const command = /terraform state rm -- ('.*')/.exec(guide)?.[1] ?? "";
  expect(commands).toContainEqual(expect.stringContaining(command));
});

test("its settings for auth0-deploy-cli keep a run without the files from deleting anything", async () => {
  const emulator = await startEmulator({
    tls: true,
    seed: {
      resourceServers: [{ identifier: "https://orders.example.com", name: "Orders" }],
      connections: [
        { name: "users", strategy: "auth0" },
        { name: "corp", strategy: "oidc", options: { client_id: "c" } },
      ],
    },
  });
  const folder = await mkdtemp(join(tmpdir(), "migrate-"));
  try {
    const [ca, config, input] = [join(folder, "ca.pem"), join(folder, "config.json"), join(folder, "tenant.yaml")];
    await writeFile(ca, String(emulator.cert));
    await writeFile(input, "resourceServers: []\nconnections: []\ndatabases: []\ntokenExchangeProfiles: []\n");
    const tool = createRequire(import.meta.url).resolve("auth0-deploy-cli/lib/index.js");
    const hook = join(import.meta.dirname, "../emulator/without-prompts.cjs");
    const env = {
      ...process.env,
      NODE_EXTRA_CA_CERTS: ca,
      AUTH0_DOMAIN: new URL(emulator.url).host,
      AUTH0_CLIENT_ID: emulator.clientId,
      AUTH0_CLIENT_SECRET: emulator.clientSecret,
    };
    const deploy = async (settings: object) => {
      await writeFile(config, JSON.stringify({ ...settings, AUTH0_ALLOW_DELETE: true }));
      const args = ["-r", hook, tool, "import", "--input_file", input, "-c", config];
      await promisify(execFile)(process.execPath, args, { env, timeout: 100_000 });
      return [...emulator.resourceServers.list().filter(({ is_system }) => !is_system), ...emulator.connections.list()];
    };
    const settings = JSON.parse(blockOf("json")) as object;
    expect(await deploy(settings)).toHaveLength(3);
    expect(await deploy({ AUTH0_INCLUDED_ONLY: ["resourceServers", "connections", "databases"] })).toEqual([]);
  } finally {
    await Promise.all([emulator.close(), rm(folder, { recursive: true })]);
  }
}, 120_000);
