import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parseToObject } from "hcl2-parser";
import { expect, test } from "vitest";
import { type Seed, startEmulator } from "../../../provider/src/emulator/index.ts";
import { handOver, namesFrom } from "../../../provider/src/import/names-from/select.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { pairs } from "../../harness/keys.ts";
import { deployTool } from "../emulator/deploy-tool.ts";

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, `../../../docs/${name}.md`), "utf8");
const guide = pageOf("migrate");
const state = join(import.meta.dirname, "../import/names-from/terraform.tfstate.json");

/** The first block of a page in a language. Default: of the guide. */
function blockOf(language: string, page = "migrate"): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(pageOf(page))?.[1] ?? "";
}

test("the migration guide has at most 145 lines besides its tables, which have a line for each type", () => {
  expect(guide.split("\n").filter((line) => !line.startsWith("|")).length).toBeLessThanOrEqual(145);
});

test("the guide's block for Terraform is the one that the hand-over prints, and parses", () => {
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
  logStreams: [{ name: "Archive", type: "http", sink: { httpEndpoint: "https://logs.example.com" } }],
  networkAcls: [
    {
      ...{ description: "Proxies", active: true, priority: 10 },
      rule: { action: { block: true }, scope: "authentication", match: { auth0_managed: ["auth0.low_reputation"] } },
    },
  ],
  customDomains: [{ domain: "login.example.com", type: "auth0_managed_certs" }],
  settings: [
    {
      id: "tenants/settings",
      session_lifetime: 24,
      error_page: { html: "<p>Ours</p>", show_log_link: false, url: "" },
    },
    { id: "attack-protection/brute-force-protection", max_attempts: 5 },
    { id: "branding", logo_url: "https://www.example.com/logo.svg" },
    { id: "branding/themes/default", themeId: "0".repeat(32), displayName: "Ours" },
    { id: "prompts", identifier_first: true },
    { id: "prompts/login/custom-text/en", texts: { login: { title: "Welcome" } } },
    { id: "emails/provider", name: "sendgrid", enabled: true, default_from_address: "login@example.com" },
    { id: "email-templates/welcome_email", template: "welcome_email", body: "<p>Welcome</p>", enabled: true },
    { id: "guardian", policies: ["all-applications"], factors: { otp: true } },
    { id: "guardian/factors/phone", message_types: ["sms"] },
  ],
};
/** Files that lack each of these objects, or have other values. */
const files = {
  ...{ resourceServers: [], clients: [{ name: "Job" }], clientGrants: [], connections: [], databases: [], roles: [] },
  ...{ organizations: [], actions: [], triggers: { "post-login": [] }, tokenExchangeProfiles: [] },
  ...{ logStreams: [], networkACLs: [], customDomains: [], themes: [], tenant: { session_lifetime: 48 } },
  pages: [{ name: "error_page", html: "theirs.html" }],
  attackProtection: { bruteForceProtection: { max_attempts: 50 } },
  branding: { logo_url: "https://www.example.com/theirs.svg" },
  prompts: { identifier_first: false, customText: { en: { login: { login: { title: "Theirs" } } } } },
  emailProvider: { name: "sendgrid", enabled: true, default_from_address: "theirs@example.com", credentials: {} },
  emailTemplates: [{ template: "welcome_email", body: "theirs.html", enabled: false }],
  ...{ guardianPolicies: { policies: [] }, guardianFactors: [{ name: "otp", enabled: false }] },
  ...{ guardianPhoneFactorMessageTypes: { message_types: ["voice"] } },
};

/** What auth0-deploy-cli leaves of a tenant, and does not change of its settings, if it may delete and has these files. */
async function leftBy(settings: object): Promise<readonly string[]> {
  const emulator = await startEmulator({ tls: true, seed });
  const before = emulator.export().settings ?? [];
  const folder = await mkdtemp(join(tmpdir(), "migrate-"));
  try {
    const input = join(folder, "tenant.yaml");
    await writeFile(input, JSON.stringify(files));
    await writeFile(join(folder, "theirs.html"), "<p>Theirs</p>");
    const args = ["import", "--input_file", input];
    await deployTool(emulator, folder, { ...settings, AUTH0_ALLOW_DELETE: true }, args);
    const { settings: left, ...objects } = emulator.export();
    const names = Object.entries(objects).flatMap(([kind, all]) =>
      all.flatMap(({ name, credentials, bindings }) => [
        ...(Array.isArray(bindings) ? bindings.map(() => "binding") : [`${kind} ${name ?? ""}`.trim()]),
        ...(Array.isArray(credentials) ? credentials.map(() => "credential") : []),
      ]),
    );
    const same = (left ?? []).filter((setting) =>
      isDeepStrictEqual(
        setting,
        before.find(({ id }) => id === setting.id),
      ),
    );
    return [...names, ...same.map(({ id }) => `setting ${id}`)];
  } finally {
    await Promise.all([emulator.close(), rm(folder, { recursive: true })]);
  }
}

test.each(["migrate", "beside"])(
  "the auth0-deploy-cli settings of docs/%s.md keep a run without the files, or with other values, from losing objects",
  async (page) => {
    const settings = JSON.parse(blockOf("json", page)) as object;
    const kept = [
      ...["actions Enrich", "binding", "clientGrants", "clients Job", "clients Shop"],
      ...["connections corp", "connections users", "credential", "customDomains", "logStreams Archive", "networkAcls"],
      ...["organizations north", "resourceServers Orders", "roles editor", "tokenExchangeProfiles Sessions"],
      ...(seed.settings ?? []).map(({ id }) => `setting ${String(id)}`),
    ];
    expect((await leftBy(settings)).toSorted()).toEqual(kept.toSorted());
  },
  120_000,
);

test("the table of docs/beside.md has every type of this package, and every type that docs/migrate.md excludes", () => {
  const [, table = ""] = pageOf("beside").split("| in this program | exclude |\n");
  const rows = table.split("\n\n")[0]?.split("\n") ?? [];
  const cells = (at: number) =>
    rows.flatMap((row) => [...(row.split("|")[at] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(cells(1).toSorted()).toEqual(typeNames.map((name) => definitions[name].type).toSorted());
  const { AUTH0_EXCLUDED } = JSON.parse(blockOf("json")) as { AUTH0_EXCLUDED: readonly string[] };
  expect([...new Set(cells(2))].toSorted()).toEqual(AUTH0_EXCLUDED.toSorted());
});

test("without these settings auth0-deploy-cli deletes or changes all objects, and the credentials of a kept application", async () => {
  expect(await leftBy({})).toEqual(["clients Job"]);
}, 120_000);
