import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pages as allPages, blocksOf, textOf } from "../docs/markdown.ts";
import { exec } from "../harness/exec.ts";
import { ensureNpmTools, npmTool } from "../harness/npm-tools.ts";

const modules = join(import.meta.dirname, "..", "..", "node_modules");
const ours = join(modules, "typescript");

/** Fails to compile if an entry does not resolve, and also if it resolves to `any`. */
const program = `
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";
import { startEmulator } from "pulumi-tenant/emulator";
import * as host from "pulumi-tenant/host";
import { watch, type WatchReport } from "pulumi-tenant/watch";

const server = new tenant.ResourceServer("orders", { identifier: "https://orders.example.com" });
export const identifier: pulumi.Output<string> = server.identifier;
export const provider: pulumi.dynamic.ResourceProvider = host.resourceServer;
export const url: Promise<string> = startEmulator({}).then((emulator) => emulator.url);
export const report: Promise<WatchReport | undefined> = watch({ stacks: ["prod"] }).next().then(({ value }) => value);
new tenant.Connection("corp", {
  name: "corp",
  strategy: "oidc",
  options: { issuer: server.identifier, ["brand_new" as tenant.Undocumented]: { at: [server.id] } },
}).options.apply((options) => [options?.issuer?.length, options?.brand_new]);
new tenant.Connection("new", { name: "new", strategy: "not-invented-yet", options: { anything: 1 } });
// @ts-expect-error a misspelt option
new tenant.Connection("wrong", { name: "wrong", strategy: "oidc", options: { isuer: "https://idp.example.com/" } });
// @ts-expect-error beside one that is not documented
new tenant.Connection("wrong", { name: "wrong", strategy: "samlp", options: { ["a" as tenant.Undocumented]: 1, signSAMLRequst: true } });
// @ts-expect-error a missing strategy
new tenant.Connection("wrong", { name: "wrong", options: {} });
// @ts-expect-error stacks are a list
watch({ stacks: "prod" });
// @ts-expect-error an identifier is text
new tenant.ResourceServer("wrong", { identifier: 1 });
// @ts-expect-error no such resource
export const missing = host.noSuchResource;
// @ts-expect-error no such member
startEmulator({}).then((emulator) => emulator.noSuchMember);
`;

/** The same for a policy pack. */
const pack = `
import { validateResourceOfType } from "@pulumi/policy";
import * as tenant from "pulumi-tenant";
import { TenantBaseline } from "pulumi-tenant/policy";

const own = validateResourceOfType(tenant.Client, (client, args, report) => {
  const grants: readonly string[] | undefined = client.grantTypes;
  if (grants?.includes("implicit")) report(args.name);
});
new TenantBaseline("baseline", {
  levels: { "client-callbacks-https": "mandatory" },
  policies: [{ name: "own", description: "", validateResource: own }],
});
// @ts-expect-error no such level
new TenantBaseline("baseline", { levels: { "client-callbacks-https": "warn" } });
// @ts-expect-error no such property
validateResourceOfType(tenant.Client, (client) => client.grandTypes);
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "types-"));
  await mkdir(join(folder, "node_modules", "@pulumi"), { recursive: true });
  for (const name of ["pulumi-tenant", "@pulumi/pulumi", "@pulumi/policy", "@types"]) {
    await symlink(join(modules, name), join(folder, "node_modules", name));
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** What a compiler, the project's own by default, says of programs in a package of that type. */
async function compile(type: string, options: object, programs: readonly string[], typescript = ours): Promise<string> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type }));
  const files = programs.map((_, index) => `program-${index}.ts`);
  for (const [index, file] of files.entries()) await writeFile(join(folder, file), programs[index] ?? "");
  const compilerOptions = { ...options, strict: true, noEmit: true, target: "es2022", types: ["node"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(typescript, "bin", "tsc");
  const { code, stdout } = await exec(process.execPath, [tsc, "-p", folder], { timeoutMs: 60_000 });
  return `${stdout}exit code ${code}`;
}

const resolutions: readonly (readonly [string, string, object])[] = [
  ["node10", "commonjs", { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" }],
  ["node16 from CommonJS", "commonjs", { module: "node16", moduleResolution: "node16" }],
  ["node16 from an ES module", "module", { module: "node16", moduleResolution: "node16" }],
  ["bundler", "module", { module: "esnext", moduleResolution: "bundler" }],
];

test.each(resolutions)("users' programs find the types: %s", async (_, type, options) => {
  expect(await compile(type, options, [program])).toBe("exit code 0");
});

// The declarations of @pulumi/policy do not compile by themselves.
test.each(resolutions)("policy packs find the types: %s", async (_, type, options) => {
  expect(await compile(type, { ...options, skipLibCheck: true }, [pack])).toBe("exit code 0");
});

const readme = textOf("README.md");
const pages = allPages.filter((page) => page === "README.md" || page.startsWith("docs/"));

/** The programs of the README and of the documentation. */
function programsOf(): string[] {
  const programs = pages.flatMap((page) => blocksOf(textOf(page))).filter(({ language }) => language === "ts");
  expect(programs.length).toBeGreaterThan(10);
  return programs.map(({ code }) => code);
}

describe("the programs of the pages, and all declarations that they reach", () => {
  beforeAll(() => ensureNpmTools("npm", () => undefined));

  test.each([
    ["the oldest TypeScript that the README names", "typescript-oldest", /^5\.2\./],
    ["the newest TypeScript", "typescript-newest", /^7\./],
  ])("compile with %s", async (_, name, version) => {
    const typescript = npmTool("npm", name);
    expect(JSON.parse(await readFile(join(typescript, "package.json"), "utf8")).version).toMatch(version);
    expect(readme).toContain("TypeScript 5.2 or newer");
    const options = { module: "node16", moduleResolution: "node16", skipLibCheck: false };
    expect(await compile("module", options, [...programsOf(), program], typescript)).toBe("exit code 0");
  });
});
