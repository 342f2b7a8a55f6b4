import { join } from "node:path";
import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { isObject, type Json } from "../../../provider/src/schema/json.ts";
import { cases } from "../../harness/scale.ts";
import { texts } from "../../model/arbitraries.ts";
import { byBiome, byPrettier } from "../../unit/import/format.ts";
import { enginesOf } from "./engines.ts";
import { forms, takenIn } from "./forms.ts";
import { contents, empty, imported, importedOf } from "./tenants.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "test/lifecycle/importing/programs");

/** The files of libraries and of the package, which every program has. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of files that are only in memory. */
function complaintsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const paths = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Node20,
    allowImportingTsExtensions: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    paths: { "pulumi-tenant": [join(root, "provider/src/index.ts")] },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => paths.has(path) || fileExists(path);
  host.directoryExists = (path) => path === folder || path === join(folder, "imported") || ts.sys.directoryExists(path);
  host.readFile = (path) => paths.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...more) => {
    const text = paths.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, version);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, version, ...more));
    return parsed.get(path);
  };
  const program = ts.createProgram([...paths.keys()], options, host);
  return [...paths.keys()].flatMap((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(
        ({ messageText, start = 0 }) =>
          `${path.slice(folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, " ")} ${paths.get(path)?.slice(start, start + 200)}`,
      ),
  );
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(isObject(value) ? value : value).flatMap(textsIn)
    : [];
}

test("generated programs with every property compile under strict, are formatted, and contain no secret", async () => {
  const files: Record<string, string> = {};
  for (const [n, [content, its]] of fc.sample(fc.tuple(contents, forms), cases(0.04)).entries()) {
    const taken = n % 3 === 0 ? takenIn(its) : undefined;
    const { tenant, client, ...programs } = await imported(content, n % 2 === 0, taken);
    const program = n % 4 < 2 ? programs.program : programs.flat;
    await client.close();
    await tenant.close();
    for (const { path, text } of program.files.filter((file) => file.path.endsWith(".ts")))
      files[`p${n}-${path.replaceAll("/", "-")}`] = text.replaceAll(/"\.\/(?:imported\/)?/g, `"./p${n}-imported-`);
    const texts = program.files.map(({ text }) => text).join("\n");
    const secrets = program.secrets
      .flatMap(({ value }) => textsIn(value))
      .flatMap((text) => text.match(/[0-9a-f]{24,}/g) ?? []);
    expect(secrets.filter((secret) => texts.includes(secret))).toEqual([]);
  }
  expect(complaintsOf(files)).toEqual([]);
  for (const text of Object.values(files)) expect(await byPrettier(text)).toBe(text);
  expect(byBiome(files)).toEqual(files);
}, 120_000);

/** One text for most objects, and awkward ones for the others. */
const mostly = (usual: string) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: texts(40) });

const customer = fc.record({
  strategy: fc.constantFrom("samlp", "samlp", "samlp", "oidc"),
  display: mostly("Customer"),
  owner: mostly("sales"),
  endpoint: fc.webUrl({ validSchemes: ["https"] }),
  algorithm: fc.oneof({ weight: 9, arbitrary: fc.constant("rsa-sha256") }, fc.constant("rsa-sha1")),
  isSigned: fc.boolean(),
  lifetime: fc.constantFrom(3600, 3600, 3600, 7200, 60),
  callbacks: fc.array(fc.webUrl({ validSchemes: ["https"] }), { maxLength: 6 }),
  prompt: fc.option(fc.constantFrom("login", "select"), { nil: undefined, freq: 3 }),
  scopes: fc.uniqueArray(fc.constantFrom("read", "write", "delete"), { minLength: 1 }),
  logo: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, "https://www.example.com/logo.svg"),
});

/** Puts a customer into a tenant, as far as the service accepts the values, and other objects that many have in common. */
function addCustomer(
  tenant: Emulator,
  one: typeof customer extends fc.Arbitrary<infer Value> ? Value : never,
  n: number,
) {
  const attempt = (create: () => unknown) => {
    try {
      create();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "ServiceError") throw error;
    }
  };
  const name = `customer-${n}`;
  const upstream = one.prompt && { upstream_params: { prompt: { value: one.prompt } } };
  const saml = { signInEndpoint: one.endpoint, signSAMLRequest: one.isSigned, signatureAlgorithm: one.algorithm };
  const oidc = {
    issuer: one.endpoint,
    client_id: one.owner || "a",
    client_secret: `hidden-${n}`,
    type: "back_channel",
  };
  attempt(() =>
    tenant.organizations.create({
      ...{ name, display_name: one.display || name, metadata: { owner: one.owner } },
      ...(one.logo && { branding: { logo_url: one.logo } }),
    }),
  );
  attempt(() => {
    const options = { ...(one.strategy === "samlp" ? saml : oidc), ...upstream };
    tenant.connections.create({ name, strategy: one.strategy, show_as_button: one.isSigned, options });
    tenant.organizationConnections.add(name, name, { assign_membership_on_login: one.isSigned });
  });
  attempt(() => tenant.roles.create({ name: `role ${n} ${one.owner}`, description: one.display }));
  attempt(() =>
    tenant.clients.create({ name: `app ${n} ${one.owner}`, callbacks: one.callbacks, description: one.display }),
  );
  attempt(() =>
    tenant.resourceServers.create({
      ...{ identifier: `https://api-${n}.example.com`, name: one.owner || name, token_lifetime: one.lifetime },
      scopes: one.scopes.map((value) => ({ value, description: one.display })),
    }),
  );
}

test("generated tables and components compile under strict, and are formatted", async () => {
  const files: Record<string, string> = {};
  const tenants = fc.array(customer, { minLength: 8, maxLength: 16 });
  let [components, tables] = [0, 0];
  for (const [n, customers] of fc.sample(tenants, cases(0.04)).entries()) {
    const tenant = await startEmulator();
    for (const [at, one] of customers.entries()) addCustomer(tenant, one, at);
    const { client, program } = await importedOf(tenant, n % 3 === 2);
    await client.close();
    await tenant.close();
    components += program.components.length;
    for (const { path, text } of program.files.filter((file) => /\.(ts|json)$/.test(file.path))) {
      if (path.endsWith("-data.ts")) tables += 1;
      files[`p${n}-${path.replaceAll("/", "-")}`] = text.replaceAll(/"\.\/(?:imported\/)?/g, `"./p${n}-imported-`);
    }
  }
  expect(Math.min(components, tables)).toBeGreaterThan(5);
  const sources = Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith(".ts")));
  expect(complaintsOf(sources)).toEqual([]);
  for (const [path, text] of Object.entries(files))
    expect(await byPrettier(text, path.endsWith(".ts") ? "typescript" : "json")).toBe(text);
  expect(byBiome(files)).toEqual(files);
}, 120_000);

test("undocumented options are marked in the program, and the compiler checks all others", async () => {
  const options = {
    issuer: "https://idp.example.com/",
    client_id: "corp",
    brand_new: { at: ["any", "depth"] },
    api_key: "not-for-the-program",
    schema_version: 7,
    connection_settings: { pkce: "auto", later: true },
    upstream_params: { prompt: { value: "login", until: "tomorrow" } },
  };
  const connections = [{ strategy: "oidc", options }];
  const { tenant, client, program } = await imported({ ...empty, connections }, false);
  await client.close();
  await tenant.close();
  const text = program.files.map((file) => file.text).join("\n");
  const marked = [...text.matchAll(/\["(\w+)" as tenant\.Undocumented\]/g)].map(([, name]) => name);
  expect(marked.toSorted()).toEqual(["api_key", "brand_new", "later", "schema_version", "until"]);
  expect(text).not.toContain("not-for-the-program");
  const slips = { issuer: "isuer", value: "valu" };
  const withSlips = Object.entries(slips).map(([name, slip]) => [`${slip}.ts`, text.replace(`${name}:`, `${slip}:`)]);
  expect(complaintsOf({ "program.ts": text, ...Object.fromEntries(withSlips) })).toEqual(
    Object.values(slips).map((slip) =>
      expect.stringMatching(new RegExp(`^/${slip}\\.ts: [^]*'${slip}' does not exist in type`)),
    ),
  );
});

test("in a flat program, ten or more similar resources become data and a loop, with the same names", async () => {
  const tenant = await startEmulator();
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  const { organizations, connections, organizationConnections, roles, rolePermissions, resourceServers } = tenant;
  resourceServers.create({ identifier: "https://orders.example.com", name: "Orders", scopes: [{ value: "read" }] });
  for (const n of numbers) {
    const name = `customer-${n}`;
    organizations.create({ name, display_name: `Köln "${n}"`, metadata: { [`plan ${n}`]: "free" } });
    connections.create({ name, strategy: "oidc", options: { client_id: "a", issuer: "https://idp.example.com/" } });
    organizationConnections.add(name, name, { assign_membership_on_login: true });
    const { id } = roles.create({
      name: `Role ${n}`,
      description: `${"For everybody who has to read orders ".repeat(3)}`,
    });
    const permission = { resource_server_identifier: "https://orders.example.com", permission_name: "read" };
    rolePermissions.add(String(id), [permission]);
  }
  // One of another form, one that is alone, and one whose name is no key.
  organizations.create({ name: "plain" });
  const { client, flat: program } = await importedOf(tenant, false);
  const files = Object.fromEntries(program.files.map(({ path, text }) => [path, text]));
  try {
    expect(complaintsOf(files)).toEqual([]);
    for (const text of Object.values(files)) expect(await byPrettier(text)).toBe(text);
    const flat = Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replaceAll("/", "-"), text]));
    expect(byBiome(flat)).toEqual(flat);
    const constructions = (file: string) => files[file]?.match(/new tenant\.\w+\(/g)?.length;
    expect(constructions("imported/organizations.ts")).toBe(2);
    expect(constructions("imported/organization-connections.ts")).toBe(1);
    expect(constructions("imported/connections.ts")).toBe(12);
    expect(files["imported/organization-connections.ts"]).toContain("organizations.all");
    expect(files["imported/organization-connections.ts"]).toContain("connections.connectionCustomer0.id");
    expect(files["imported/role-permissions.ts"]).toMatch(/roleId: roles\.all(\.role0|\["role-0"\])\.id/);
    expect(files["imported/role-permissions.ts"]).toMatch(/resourceServerIdentifier:\s+apis\.orders\.identifier/);
    for (const [engine, declared] of enginesOf(tenant, program)) expect(await engine.changes(declared)).toEqual([]);
  } finally {
    await client.close();
    await tenant.close();
  }
}, 120_000);

test("an unknown value of an enumeration is written in a form that the compiler accepts", async () => {
  const whole = { client_id: "new-values", client_secret: "s", is_first_party: true, grant_types: ["implicit"] };
  const tenant = await startEmulator({
    seed: {
      clients: [{ ...whole, name: "Newest", app_type: "brand_new", organization_discovery_methods: ["email", "sms"] }],
    },
  });
  const { client, program } = await importedOf(tenant, true);
  await Promise.all([client.close(), tenant.close()]);
  const [file] = program.files;
  expect(file?.text).toContain('appType: "brand_new" as tenant.UndocumentedValue');
  expect(file?.text).toContain('"sms" as tenant.UndocumentedValue');
  const texts = Object.fromEntries(program.files.map(({ path, text }) => [path, text]));
  expect(complaintsOf(texts)).toEqual([]);
});
