import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseToObject } from "hcl2-parser";
import { expect, test } from "vitest";
import { type Seed, startEmulator } from "../../../provider/src/emulator/index.ts";
import { handOver, namesFrom } from "../../../provider/src/import/names-from/select.ts";
import { pairs } from "../../harness/keys.ts";
import { deployTool } from "../emulator/deploy-tool.ts";

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, `../../../docs/${name}.md`), "utf8");
const guide = pageOf("migrate");
const state = join(import.meta.dirname, "../import/names-from/terraform.tfstate.json");

/** The first block of a page in a language. Default: of the guide. */
function blockOf(language: string, page = "migrate"): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(pageOf(page))?.[1] ?? "";
}

test("the guide has at most 130 lines besides its tables, which have a line for each type", () => {
  expect(guide.split("\n").filter((line) => !line.startsWith("|")).length).toBeLessThanOrEqual(130);
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

const keys = { credentials: [{ credential_type: "public_key", name: "first", pem: pairs(1)[0]?.pem }] };
const action = "00000000-0000-4000-8000-000000000001";
const [shop, job] = ["exampleclient000000000000000shop", "exampleclient00000000000000000job"];

/** One object of each type that the tool knows, and an application, of which its files have all but the credentials. */
const seed: Seed = {
  resourceServers: [{ identifier: "https://orders.example.com", name: "Orders" }],
  clients: [
    { client_id: shop, name: "Shop", app_type: "spa" },
    {
      ...{ client_id: job, name: "Job", app_type: "non_interactive" },
      client_authentication_methods: { private_key_jwt: keys },
    },
  ],
  clientGrants: [{ client_id: shop, audience: "https://orders.example.com", scope: [] }],
  roles: [{ name: "editor" }],
  organizations: [{ name: "north" }],
  connections: [
    { name: "users", strategy: "auth0" },
    { name: "corp", strategy: "oidc", options: { client_id: "c" } },
  ],
  actions: [{ id: action, name: "Enrich", supported_triggers: [{ id: "post-login", version: "v3" }], deploy: true }],
  triggerActions: [{ trigger_id: "post-login", bindings: [{ ref: { type: "action_id", value: action } }] }],
  tokenExchangeProfiles: [
    // The tool deletes actions before what uses them, which the service refuses. So this one's action is none of them.
    {
      ...{ name: "Sessions", subject_token_type: "urn:example:session" },
      ...{ action_id: "an-action-elsewhere", type: "custom_authentication" },
    },
  ],
};
const files = {
  ...{ resourceServers: [], clients: [{ name: "Job" }], clientGrants: [], connections: [], databases: [], roles: [] },
  ...{ organizations: [], actions: [], triggers: { "post-login": [] }, tokenExchangeProfiles: [] },
};

/** What auth0-deploy-cli leaves of a tenant if it may delete, and has files without objects, with these settings. */
async function leftBy(settings: object): Promise<readonly string[]> {
  const emulator = await startEmulator({ tls: true, seed });
  const folder = await mkdtemp(join(tmpdir(), "migrate-"));
  try {
    const input = join(folder, "tenant.yaml");
    await writeFile(input, JSON.stringify(files));
    const args = ["import", "--input_file", input];
    await deployTool(emulator, folder, { ...settings, AUTH0_ALLOW_DELETE: true }, args);
    const left = emulator.export();
    return Object.entries(left).flatMap(([kind, all]) =>
      all.flatMap(({ name, credentials, bindings }) => [
        ...(Array.isArray(bindings) ? bindings.map(() => "binding") : [`${kind} ${name ?? ""}`.trim()]),
        ...(Array.isArray(credentials) ? credentials.map(() => "credential") : []),
      ]),
    );
  } finally {
    await Promise.all([emulator.close(), rm(folder, { recursive: true })]);
  }
}

test.each(["migrate", "beside"])(
  "the settings for auth0-deploy-cli of docs/%s.md keep a run without the files from deleting anything",
  async (page) => {
    const settings = JSON.parse(blockOf("json", page)) as object;
    expect((await leftBy(settings)).toSorted()).toEqual([
      ...["actions Enrich", "binding", "clientGrants", "clients Job", "clients Shop"],
      ...["connections corp", "connections users", "credential", "organizations north", "resourceServers Orders"],
      ...["roles editor", "tokenExchangeProfiles Sessions"],
    ]);
  },
  120_000,
);

test("without such settings it deletes all, and the credentials of an application that it keeps", async () => {
  expect(await leftBy({})).toEqual(["clients Job"]);
}, 120_000);
