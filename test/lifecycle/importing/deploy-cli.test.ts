import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readNames } from "../../../provider/src/commands/import-text.ts";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { definitions } from "../../../provider/src/types/registry.ts";
import { deployConfig, deployDirectory, deployed, deployYaml } from "../../harness/deploy-folders.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { declaredIn } from "../../unit/import/run-program.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

function folderWith(files: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "deploy-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const config = ["config.json", JSON.stringify(deployConfig)] as const;
const forms = [
  ["tenant.yaml", new Map([["tenant.yaml", deployYaml], config])],
  ["directories", new Map([...deployDirectory, config])],
] as const;

test.each(forms)("a folder of auth0-deploy-cli as %s is imported without an unreported part", async (form, files) => {
  const tenant = await startEmulator({ seed: wholeTenant });
  onTestFinished(() => tenant.close());
  const tool = await readNames(folderWith(files));
  const { client, program, before, notTaken } = await importedOf(tenant, false, undefined, tool);
  onTestFinished(() => client.close());
  const found = program.resources.map(({ item }) => [item.type, item.id]);
  expect(found.toSorted()).toEqual(deployed.toSorted());
  expect(notTaken.map(({ type, reason }) => [type, reason]).toSorted()).toEqual(
    [
      ["connections", `${tenant.domain} has no object with this name, or the import leaves it out`],
      ["connections", "AUTH0_EXCLUDED_CONNECTIONS of the tool's configuration leaves it out"],
      ["logStreams", "AUTH0_EXCLUDED of the tool's configuration leaves it out"],
      ["pages", "the page stays at the tenant, and no resource type manages it"],
      ["rules", "pulumi-tenant has no resource type for it"],
    ]
      .map(([type, reason]) => [type, reason?.replace(/^https?:\/\//, "")])
      .toSorted(),
  );
  const names = new Map(program.resources.map(({ item, name }) => [`${item.type} ${item.id}`, name]));
  const nameOf = (type: string) => names.get(deployed.find(([its]) => its === type)?.join(" ") ?? "");
  expect(nameOf("rolePermissions")).toBe("Orders-admin-permissions");
  expect(nameOf("promptTexts")).toBe("login-en");
  expect(nameOf("networkAcl")).toBe(form === "tenant.yaml" ? "Block-anonymizing-proxies" : "Block-proxies");
  expect(program.files.map(({ text }) => text).join("\n")).toMatch(/enabledClients: \[clients\.portal\.id\]/);
  for (const [engine, declared] of enginesOf(tenant, program)) {
    expect(await engine.changes(declared)).toEqual([]);
    expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
  }
  expect(JSON.stringify(tenant.export())).toBe(before);
});

test("objects with equal names are not guessed, and symbolic links in the folder are not followed", async () => {
  const tenant = await startEmulator({
    seed: { clients: ["a", "b"].map((last) => ({ client_id: last.repeat(32), name: "Portal" })) },
  });
  onTestFinished(() => tenant.close());
  const folder = folderWith(new Map([["clients/Portal.json", '{ "name": "Portal" }']]));
  const elsewhere = folderWith(new Map([["Other.json", '{ "name": "Other" }']]));
  symlinkSync(elsewhere, join(folder, "roles"));
  const { client, program, notTaken } = await importedOf(tenant, false, undefined, await readNames(folder));
  onTestFinished(() => client.close());
  expect(program.resources).toEqual([]);
  expect(notTaken).toEqual([
    expect.objectContaining({
      address: "clients/Portal.json",
      reason: expect.stringContaining("several objects with this name"),
    }),
  ]);
});

test("a folder of another tool, and a file that is neither JSON nor YAML, are errors that name the path", async () => {
  await expect(readNames(folderWith(new Map()))).rejects.toThrow("has no file of auth0-deploy-cli");
  const broken = folderWith(new Map([["clients/Portal.json", '{\n "name": hush: secret: }']]));
  const error: unknown = await readNames(broken).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain("clients/Portal.json:2");
  expect(String(error)).not.toContain("hush");
});

test("--deploy-config names a configuration other than config.json", async () => {
  const folder = folderWith(new Map([["roles/Admin.json", '{ "name": "Admin" }']]));
  const other = folderWith(new Map([["ci.json", JSON.stringify({ AUTH0_INCLUDED_ONLY: ["clients"] })]]));
  const tenant = await startEmulator({ seed: { roles: [{ id: "rol_0000000000000001", name: "Admin" }] } });
  onTestFinished(() => tenant.close());
  const reasons = async (config?: string) => {
    const { client, notTaken } = await importedOf(tenant, false, undefined, await readNames(folder, config));
    client.close();
    return notTaken.map(({ reason }) => reason);
  };
  expect(await reasons()).toEqual([]);
  expect(await reasons(join(other, "ci.json"))).toEqual([
    "AUTH0_INCLUDED_ONLY of the tool's configuration leaves it out",
  ]);
});

test("keywords become configuration values and placeholders; those in secret properties are secrets", async () => {
  const code = (host: string) =>
    `exports.onExecutePostLogin = async (event, api) => {\n  await fetch("https://${host}/hooks");\n  api.idToken.setCustomClaim("stage", "dev");\n};\n`;
  const secret = "a-secret-of-the-provider";
  const tenant = await startEmulator({
    seed: {
      clients: [
        {
          ...{ client_id: "c".repeat(32), name: "Portal of dev", app_type: "spa", description: "example.com" },
          callbacks: ["https://portal.example.com/callback", "https://example.com/"],
        },
      ],
      connections: [
        {
          ...{ id: "con_0000000000000001", name: "corp", strategy: "oidc" },
          options: { type: "back_channel", issuer: "https://idp.example.com/", client_id: "c", client_secret: secret },
        },
      ],
      actions: [
        {
          ...{
            id: "00000000-0000-4000-8000-000000000001",
            name: "Hook",
            code: code("hooks.example.com"),
            deploy: true,
          },
          supported_triggers: [{ id: "post-login", version: "v3" }],
        },
      ],
    },
  });
  onTestFinished(() => tenant.close());
  const mappings = {
    ZONE: "example.com",
    STAGE: "dev",
    IDP_SECRET: secret,
    KIND: "spa",
    LISTS: ["a"],
    UNUSED_HERE: "x",
  };
  const folder = folderWith(
    new Map([
      ["config.json", JSON.stringify({ AUTH0_KEYWORD_REPLACE_MAPPINGS: mappings })],
      [
        "clients/Portal.json",
        '{ "name": "Portal of ##STAGE##", "app_type": "##KIND##", "callbacks": ["https://portal.##ZONE##/callback"], "grant_types": @@LISTS@@ }',
      ],
      ["connections/corp.json", '{ "name": "corp", "options": { "client_secret": @@IDP_SECRET@@ } }'],
      ["actions/Hook.json", '{ "name": "Hook", "code": "./Hook/code.js" }'],
      ["actions/Hook/code.js", code("hooks.##ZONE##").replace('"dev"', "@@STAGE@@")],
    ]),
  );
  const tool = await readNames(folder);
  const { client, program, before } = await importedOf(tenant, false, undefined, tool);
  onTestFinished(() => client.close());
  const texts = new Map(program.files.map(({ path, text }) => [path, text]));
  const main = [...texts.values()].join("\n");
  expect(main).toMatch(/name: pulumi\.interpolate`Portal of \$\{config\.require\("stage"\)\}`/);
  expect(main).toMatch(/pulumi\.interpolate`https:\/\/portal\.\$\{config\.require\("zone"\)\}\/callback`/);
  // A text that no file of the tool writes with a keyword stays, and so does an enumeration.
  expect(main).toContain('"https://example.com/"');
  expect(main).toContain('description: "example.com"');
  expect(main).toContain('appType: "spa"');
  expect(main).toContain('client_secret: config.requireSecret("idpSecret")');
  const [path = ""] = [...texts.keys()].filter((one) => one.endsWith(".js"));
  expect(texts.get(path)).toContain('"https://hooks.##ZONE##/hooks"');
  expect(texts.get(path)).toContain('"##STAGE##"');
  expect(program.plain.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
    { key: "stage", value: "dev" },
    { key: "zone", value: "example.com" },
  ]);
  expect(program.secrets).toEqual([{ key: "idpSecret", value: secret }]);
  expect([...(tool.keywords?.names ?? [])].filter((name) => !program.keywords.has(name)).toSorted()).toEqual([
    "KIND",
    "LISTS",
  ]);
  const { args } = await declaredIn(program, tenant.domain);
  for (const { item, name, args: given } of program.resources) {
    const declared = [...args].find(
      ([key]) => key.endsWith(` ${name}`) && key.startsWith(definitions[item.type].type),
    )?.[1];
    expect(declared).toEqual(given);
  }
  for (const [engine, declared] of enginesOf(tenant, program)) expect(await engine.changes(declared)).toEqual([]);
  expect(JSON.stringify(tenant.export())).toBe(before);
});
