import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readNames } from "../../../provider/src/commands/import-text.ts";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { deployConfig, deployDirectory, deployed, deployYaml } from "../../harness/deploy-folders.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
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

test.each(forms)("a folder of auth0-deploy-cli as %s is imported with nothing left unsaid", async (form, files) => {
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

test("objects of the same name are not guessed, and a link in the folder is not followed", async () => {
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

test("a folder that is not one of the tool, and a file that is neither JSON nor YAML, are errors with the place", async () => {
  await expect(readNames(folderWith(new Map()))).rejects.toThrow("has no file of auth0-deploy-cli");
  const broken = folderWith(new Map([["clients/Portal.json", '{\n "name": hush: secret: }']]));
  const error: unknown = await readNames(broken).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain("clients/Portal.json:2");
  expect(String(error)).not.toContain("hush");
});

test("--deploy-config names the configuration in place of config.json", async () => {
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
