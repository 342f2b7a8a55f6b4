import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { providerCode } from "../../provider/src/schema/provider-code.ts";
import { exec } from "../harness/exec.ts";
import { startHost } from "../harness/host-process.ts";
import { ensureNpmTools, npmTool } from "../harness/npm-tools.ts";

// The real package managers install a workspace: a program's project, and a library of components that depends on the package.
// The package has its name, exports and nothing that would have to be downloaded.

/** How a package manager is started, and its files in the workspace's root. */
interface Manager {
  readonly install: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** How it writes the dependency on the other folder of the workspace. */
  readonly neighbour: string;
}

const pnpm = [npmTool("npm", "pnpm/bin/pnpm.cjs"), "install", "--offline"];
const yarn = [npmTool("npm", "@yarnpkg/cli-dist/bin/yarn.js"), "install"];
const folders = "packages: [program, library]\n";
const managers: Readonly<Record<string, Manager>> = {
  npm: { install: ["npm", "install", "--offline", "--no-audit"], neighbour: "*" },
  pnpm: { install: pnpm, files: { "pnpm-workspace.yaml": folders }, neighbour: "workspace:*" },
  "pnpm with its global virtual store": {
    install: pnpm,
    files: { "pnpm-workspace.yaml": `${folders}enableGlobalVirtualStore: true\n` },
    neighbour: "workspace:*",
  },
  "yarn 1": { install: [npmTool("npm", "yarn/bin/yarn.js"), "install", "--offline"], neighbour: "*" },
  "yarn 4": {
    install: yarn,
    files: { ".yarnrc.yml": "nodeLinker: node-modules\n", "yarn.lock": "" },
    neighbour: "workspace:*",
  },
  "yarn 4, Plug'n'Play": {
    install: yarn,
    files: { ".yarnrc.yml": "nodeLinker: pnp\n", "yarn.lock": "" },
    neighbour: "workspace:*",
  },
  "yarn 4, linked as by pnpm": {
    install: yarn,
    files: { ".yarnrc.yml": "nodeLinker: pnpm\n", "yarn.lock": "" },
    neighbour: "workspace:*",
  },
};

let folder: string;
let archive: string;
beforeAll(async () => {
  await ensureNpmTools("npm", () => undefined);
  folder = await mkdtemp(join(tmpdir(), "managers-"));
  const { name, version, exports } = JSON.parse(
    await readFile(join(import.meta.dirname, "../../provider/package.json"), "utf8"),
  );
  const source = join(folder, "package");
  await mkdir(join(source, "dist"), { recursive: true });
  await writeFile(join(source, "package.json"), JSON.stringify({ name, version, exports }));
  await writeFile(
    join(source, "dist/host.js"),
    "exports.connection = { check: async () => ({ inputs: { found: true } }) };",
  );
  await run(["npm", "pack", "--pack-destination", folder], source);
  archive = join(folder, `${name}-${version}.tgz`);
});
afterAll(() => rm(folder, { recursive: true }));

async function run([file = "", ...args]: readonly string[], cwd: string): Promise<void> {
  const env = {
    ...process.env,
    CI: "true",
    YARN_ENABLE_TELEMETRY: "false",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_CACHE_FOLDER: join(folder, "yarn-cache"),
    YARN_GLOBAL_FOLDER: join(folder, "yarn"),
    npm_config_store_dir: join(folder, "store"),
  };
  const command = file === "npm" ? [file, ...args] : [process.execPath, file, ...args];
  const { code, stdout, stderr } = await exec(command[0] ?? "", command.slice(1), { cwd, env, timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
}

/** Installs a workspace, and resolves to the program's folder. */
async function workspace(manager: Manager, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await mkdtemp(join(folder, "workspace-"));
  const files = {
    ...manager.files,
    "package.json": { name: "root", private: true, workspaces: ["program", "library"] },
    "program/package.json": {
      name: "program",
      version: "1.0.0",
      private: true,
      dependencies: { library: manager.neighbour, ...more },
    },
    "library/package.json": {
      name: "library",
      version: "1.0.0",
      dependencies: { "pulumi-tenant": `file:${archive}` },
    },
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root, name, ".."), { recursive: true });
    await writeFile(join(root, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  await run(manager.install, root);
  return join(root, "program");
}

/** What the SDK's host says to a resource of a program in that folder. */
async function checked(cwd: string, env: Readonly<Record<string, string>> = {}) {
  const host = await startHost({ cwd, env });
  onTestFinished(() => host.close());
  return host.port.check({}, { __provider: providerCode("connection", false) });
}

const plugAndPlay = (program: string) => ({
  NODE_OPTIONS: `--require ${JSON.stringify(join(program, "../.pnp.cjs"))}`,
});

describe("the package as a dependency of a component library", () => {
  test.each(["npm", "pnpm", "pnpm with its global virtual store", "yarn 1", "yarn 4"])(
    "is found in an installation with %s",
    async (name) => {
      const { inputs } = await checked(await workspace(managers[name] as Manager));
      expect(inputs).toMatchObject({ found: true });
    },
  );

  test.each(["yarn 4, Plug'n'Play", "yarn 4, linked as by pnpm"])(
    "is not found in an installation with %s, and the error says what package.json needs",
    async (name) => {
      const program = await workspace(managers[name] as Manager);
      const env = name.endsWith("Play") ? plugAndPlay(program) : {};
      await expect(checked(program, env)).rejects.toThrow("package.json needs pulumi-tenant");
    },
  );
});

describe("the package as a dependency of the program", () => {
  test.each(Object.keys(managers))("is found in an installation with %s", async (name) => {
    const program = await workspace(managers[name] as Manager, { "pulumi-tenant": `file:${archive}` });
    const { inputs } = await checked(program, name.endsWith("Play") ? plugAndPlay(program) : {});
    expect(inputs).toMatchObject({ found: true });
  });
});

test("the version on which the program itself depends is used", async () => {
  const program = await workspace(managers.pnpm as Manager);
  const own = join(program, "node_modules/pulumi-tenant");
  await mkdir(own, { recursive: true });
  await writeFile(join(own, "host.js"), "exports.connection = { check: async () => ({ inputs: { found: 'own' } }) };");
  const { inputs } = await checked(program);
  expect(inputs).toMatchObject({ found: "own" });
});
