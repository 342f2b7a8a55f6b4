import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { ensureCli } from "../harness/cli.ts";
import { pnpmSettings } from "../harness/compat.ts";
import { type ExecResult, exec } from "../harness/exec.ts";
import { npmTool } from "../harness/npm-tools.ts";
import { createStack, outerEnvironment } from "../harness/stack.ts";
import { installSettings, packedPackage, run } from "./workspace.ts";

// Projects that are not ours: in which our command installs packages, or as Pulumi makes them.

const identifier = "https://orders.example.com";
const tools = { pnpm: npmTool("npm", "pnpm/bin/pnpm.cjs"), yarn: npmTool("npm", "yarn/bin/yarn.js") };
const yarn4 = npmTool("npm", "@yarnpkg/cli-dist/bin/yarn.js");

let folder: string;
let archive: string;
let tenant: Emulator;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "projects-"));
  archive = await packedPackage(folder);
  tenant = await startEmulator({ seed: { resourceServers: [{ identifier, name: "Orders", token_lifetime: 3600 }] } });
});
afterAll(async () => {
  await tenant.close();
  await rm(folder, { recursive: true });
});

/** A folder with files, and with the packed package as a dependency. */
async function projectWith(files: Readonly<Record<string, unknown>>, add: readonly string[]): Promise<string> {
  const project = await mkdtemp(join(folder, "project-"));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(project, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  await run([...add, `pulumi-tenant@file:${archive}`], project);
  return project;
}

/** A folder of programs that stands on the PATH. */
async function binOf(programs: Readonly<Record<string, string>>): Promise<string> {
  const bin = await mkdtemp(join(folder, "bin-"));
  for (const [name, file] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`, { mode: 0o700 });
  }
  return bin;
}

const environment = (more: Record<string, string> = {}) => ({
  TENANT_DOMAIN: tenant.domain,
  TENANT_CLIENT_ID: tenant.clientId,
  TENANT_CLIENT_SECRET: tenant.clientSecret,
  ...more,
});

/** Runs a program of Node in a project, with a backend of its own and these programs on the PATH. */
async function runnerIn(
  project: string,
  programs: Readonly<Record<string, string>>,
): Promise<(args: readonly string[]) => Promise<ExecResult>> {
  const backend = await mkdtemp(join(folder, "backend-"));
  const cli = await ensureCli({ log: console.error });
  const env = {
    ...outerEnvironment(),
    ...installSettings(project),
    ...environment(),
    PATH: [await binOf(programs), cli.dir, dirname(process.execPath), process.env.PATH].join(delimiter),
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
  return (args) => exec(process.execPath, args, { cwd: project, env, timeoutMs: 500_000 });
}

const plugAndPlay = { ".yarnrc.yml": "nodeLinker: pnp\nenableScripts: false\n", "yarn.lock": "" };
const nodeModules = { ".yarnrc.yml": "nodeLinker: node-modules\nenableScripts: false\n", "yarn.lock": "" };

/** The command as a package manager installs it, in the project's folder. */
const installed = ["node_modules/pulumi-tenant/bin/pulumi-tenant.js"];

test.each([
  ["npm", "package-lock.json", ["npm", "install"], {}, {}, installed],
  ["pnpm", "pnpm-lock.yaml", [tools.pnpm, "add"], {}, tools, installed],
  ["yarn 1", "yarn.lock", [tools.yarn, "add"], {}, tools, installed],
  ["yarn 4", "yarn.lock", [yarn4, "add"], nodeModules, { yarn: yarn4 }, installed],
  ["yarn 4, Plug'n'Play", "yarn.lock", [yarn4, "add"], plugAndPlay, { yarn: yarn4 }, [yarn4, "run", "pulumi-tenant"]],
] as const)(
  "an import into a folder with a lock file of %s creates a project and installs it with this package manager",
  async (_, lock, add, files, programs, command) => {
    const project = await projectWith({ "package.json": { name: "orders", private: true }, ...files }, add);
    const inProject = await runnerIn(project, programs);
    const { code, stdout, stderr } = await inProject([...command, "import"]);
    expect(code, stdout + stderr).toBe(0);
    const locks = (await readdir(project)).filter((name) => /lock/.test(name));
    expect(locks).toEqual([lock]);
    expect(await readFile(join(project, lock), "utf8")).toContain("typescript");
    expect(await readFile(join(project, "index.ts"), "utf8")).toContain(identifier);
  },
);

/** What `pulumi new typescript` makes: its settings of TypeScript check the types of packages, too. */
const typescriptProject = {
  "Pulumi.yaml": "name: orders\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n",
  "package.json": {
    name: "orders",
    main: "index.ts",
    devDependencies: { "@types/node": "^18", typescript: "^5.0.0" },
    dependencies: { "@pulumi/pulumi": "^3.113.0" },
  },
  "tsconfig.json": {
    compilerOptions: {
      ...{ strict: true, outDir: "bin", target: "es2020", module: "commonjs", moduleResolution: "node" },
      ...{ sourceMap: true, noFallthroughCasesInSwitch: true, noImplicitReturns: true },
      forceConsistentCasingInFileNames: true,
    },
    files: ["index.ts"],
  },
};

test("the README's first object is created in a project of `pulumi new typescript`, with all types checked", async () => {
  const project = await projectWith(typescriptProject, ["npm", "install"]);
  const readme = await readFile(join(import.meta.dirname, "../../README.md"), "utf8");
  const [, program = ""] = /2\. Write `index\.ts`[^\n]*\n\s+```ts\n(.*?)```/s.exec(readme) ?? [];
  expect(program).toContain("new tenant.ResourceServer");
  await writeFile(join(project, "index.ts"), program.replaceAll(identifier, "https://first.example.com"));
  const compiler = [join(project, "node_modules/typescript/bin/tsc"), "--noEmit"];
  const checked = await exec(process.execPath, compiler, { cwd: project, timeoutMs: 120_000 });
  expect(checked).toMatchObject({ code: 0, stdout: "" });
  const env = environment({ PULUMI_NODEJS_TRANSPILE_ONLY: "false" });
  const stack = await createStack({ projectDir: project, name: "dev", env });
  onTestFinished(() => stack.remove());
  await stack.run(["up", "--yes", "--skip-preview"]);
  expect(tenant.resourceServers.get("https://first.example.com")).toMatchObject({ name: "Orders" });
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  await stack.destroy();
});

/** A project with a program of TypeScript. */
const project = {
  "Pulumi.yaml": "name: orders\nruntime: nodejs\n",
  "index.ts": `import * as tenant from "pulumi-tenant";
const orders: tenant.ResourceServer = new tenant.ResourceServer("orders", { identifier: "https://first.example.com" });
export const audience = orders.identifier;
`,
};

test("with yarn's Plug'n'Play, `yarn exec pulumi` runs a TypeScript program", async () => {
  const { devDependencies } = typescriptProject["package.json"];
  const manifest = { name: "orders", private: true, dependencies: { "@pulumi/pulumi": "^3.249.0" }, devDependencies };
  const root = await projectWith({ ...project, ...plugAndPlay, "package.json": manifest }, [yarn4, "add"]);
  const inProject = await runnerIn(root, { yarn: yarn4 });
  for (const args of [
    ["stack", "init", "dev"],
    ["up", "--yes", "--skip-preview"],
    ["preview", "--refresh", "--expect-no-changes"],
  ]) {
    const { code, stdout, stderr } = await inProject([yarn4, "exec", "pulumi", ...args, "--non-interactive"]);
    expect(code, stdout + stderr).toBe(0);
  }
  expect(tenant.resourceServers.get("https://first.example.com")).toBeDefined();
  const destroyed = await inProject([yarn4, "exec", "pulumi", "destroy", "--yes", "--skip-preview"]);
  expect(destroyed.code, destroyed.stdout + destroyed.stderr).toBe(0);
  expect(tenant.resourceServers.get("https://first.example.com")).toBeUndefined();
});

test("with pnpm's strict build scripts, the settings on the page are enough", async () => {
  const strict = "strictDepBuilds: true\n";
  const manifest = { name: "orders", private: true, dependencies: { "@pulumi/pulumi": "^3.249.0" } };
  const add = [tools.pnpm, "add"];
  await expect(projectWith({ "package.json": manifest, "pnpm-workspace.yaml": strict }, add)).rejects.toThrow(
    "ERR_PNPM_IGNORED_BUILDS",
  );
  const files = { ...project, "package.json": manifest, "pnpm-workspace.yaml": strict + pnpmSettings };
  const stack = await createStack({ projectDir: await projectWith(files, add), name: "dev", env: environment() });
  onTestFinished(() => stack.remove());
  await stack.run(["up", "--yes", "--skip-preview"]);
  expect(tenant.resourceServers.get("https://first.example.com")).toBeDefined();
  await stack.destroy();
});
