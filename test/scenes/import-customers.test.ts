import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { base, type Place, placeAt, programIn, pulumi, root, run, stateOf, writesAt } from "../e2e/importing.ts";
import { certificateOf, clientSecrets, manyCustomers, oidcNames, samlNames } from "../e2e/many-customers.ts";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";

let tenant: Emulator;
let place: Place;
beforeAll(async () => {
  tenant = await startEmulator({ seed: manyCustomers });
  place = await placeAt("customers", tenant);
});
afterAll(async () => {
  await tenant?.close();
  await rm(base, { recursive: true, force: true });
});

test("40 customers become two components with one row each; the next preview is empty, without a write", async () => {
  const { code, stdout, stderr } = await run(place, []);
  expect(stdout + stderr).toContain("Nothing would change");
  expect(code).toBe(0);
  expect(writesAt(tenant)).toEqual([]);
  const program = await programIn(place);
  const sources = Object.entries(program).filter(([path]) => path.endsWith(".ts"));
  const lines = sources
    .flatMap(([, text]) => text.split("\n"))
    .filter((line) => !/^\s*($|\/\/|\/\*\*.*\*\/$)/.test(line));
  expect(lines.length).toBeLessThanOrEqual(480);
  expect(sources.map(([, text]) => text).join("\n")).not.toMatch(/ as (any|never|unknown)\b|tenant\.Undocumented/);
  const rows = JSON.parse(program["customers.json"] ?? "");
  expect(Object.keys(rows.oidcCustomers)).toHaveLength(15);
  expect(Object.keys(rows.samlpCustomers)).toHaveLength(23);
  expect(program["files/connection-north-1-signing-cert.pem"]).toBe(certificateOf("north-1"));
  for (const secret of clientSecrets.values()) expect(Object.values(program).join("\n")).not.toContain(secret);
  const urns = (await stateOf(place)).map(({ urn }) => String(urn));
  const parent = "customers:index:SamlpCustomer$";
  expect(urns.filter((urn) => urn.includes(parent))).toHaveLength(3 * 23);
  const odd = urns.filter((urn) => !urn.includes("Customer$") && /::(north|south)-/.test(urn));
  expect(odd).toHaveLength(6);
});

test("the imported program compiles under strict", async () => {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const options = { cwd: join(place.folder, "project"), env: outerEnvironment(), timeoutMs: 120_000 };
  const { code, stdout } = await exec(process.execPath, [compiler, "-p", "tsconfig.json"], options);
  expect(stdout).toBe("");
  expect(code).toBe(0);
});

test("a copied and renamed row creates a customer with one update", async () => {
  const file = join(place.folder, "project/customers.json");
  const rows = JSON.parse(await readFile(file, "utf8"));
  const [saml = "", oidc = ""] = [samlNames[0], oidcNames[0]];
  rows.samlpCustomers["new-saml"] = rows.samlpCustomers[saml];
  rows.oidcCustomers["new-oidc"] = rows.oidcCustomers[oidc];
  await writeFile(file, JSON.stringify(rows, undefined, 2));
  await writeFile(join(place.folder, "project/files/connection-new-saml-signing-cert.pem"), certificateOf("new-saml"));
  await pulumi(place, ["config", "set", "--secret", "new-oidc-client-secret", "not-a-secret"]);
  const { code, stdout, stderr } = await pulumi(place, ["up", "--yes", "--skip-preview"]);
  expect(code, stdout + stderr).toBe(0);
  // For each of both: the organization, the connection, its application, and the connection of the organization.
  const writes = writesAt(tenant).map(({ method, path }) => `${method} ${path.split("/").filter(Boolean).at(-1)}`);
  expect(writes.toSorted()).toEqual([
    ...["PATCH clients", "PATCH clients", "POST connections", "POST connections"],
    ...["POST enabled_connections", "POST enabled_connections", "POST organizations", "POST organizations"],
  ]);
  expect(tenant.connections.get("new-saml")).toMatchObject({ options: { signingCert: certificateOf("new-saml") } });
  expect(tenant.connections.get("new-oidc")).toMatchObject({ options: { client_secret: "not-a-secret" } });
});
