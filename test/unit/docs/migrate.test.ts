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

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, `../../../docs/${name}.md`), "utf8");
const guide = pageOf("migrate");
const state = join(import.meta.dirname, "../importer/names-from/terraform.tfstate.json");

/** The first block of a page in a language. Default: of the guide. */
function blockOf(language: string, page = "migrate"): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(pageOf(page))?.[1] ?? "";
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

/** What auth0-deploy-cli leaves of a tenant if it may delete, and has files without objects, with these settings. */
async function leftBy(settings: object): Promise<readonly unknown[]> {
  const emulator = await startEmulator({
    tls: true,
    seed: {
      resourceServers: [{ identifier: "https://orders.example.com", name: "Orders" }],
      clients: [{ client_id: "exampleclient000000000000000shop", name: "Shop", app_type: "spa" }],
      clientGrants: [
        { client_id: "exampleclient000000000000000shop", audience: "https://orders.example.com", scope: [] },
      ],
      roles: [{ name: "editor" }],
      organizations: [{ name: "north" }],
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
    const types = [
      "resourceServers",
      "clients",
      "clientGrants",
      "connections",
      "databases",
      "roles",
      "organizations",
      "tokenExchangeProfiles",
    ];
    await writeFile(input, types.map((type) => `${type}: []\n`).join(""));
    await writeFile(config, JSON.stringify({ ...settings, AUTH0_ALLOW_DELETE: true }));
    const tool = createRequire(import.meta.url).resolve("auth0-deploy-cli/lib/index.js");
    const hook = join(import.meta.dirname, "../emulator/without-prompts.cjs");
    const env = {
      ...process.env,
      NODE_EXTRA_CA_CERTS: ca,
      AUTH0_DOMAIN: new URL(emulator.url).host,
      AUTH0_CLIENT_ID: emulator.clientId,
      AUTH0_CLIENT_SECRET: emulator.clientSecret,
    };
    const args = ["-r", hook, tool, "import", "--input_file", input, "-c", config];
    await promisify(execFile)(process.execPath, args, { env, timeout: 100_000 });
    const { resourceServers, clients, clientGrants, roles, organizations, connections } = emulator;
    const apis = resourceServers.list().filter(({ is_system }) => !is_system);
    return [apis, ...[clients, clientGrants, roles, organizations, connections].map((all) => all.list())].flat();
  } finally {
    await Promise.all([emulator.close(), rm(folder, { recursive: true })]);
  }
}

test.each(["migrate", "beside"])(
  "the settings for auth0-deploy-cli of docs/%s.md keep a run without the files from deleting anything",
  async (page) => {
    const settings = JSON.parse(blockOf("json", page)) as object;
    expect(await leftBy(settings)).toHaveLength(7);
  },
  120_000,
);

test("without such settings it deletes all", async () => {
  expect(await leftBy({})).toEqual([]);
}, 120_000);
