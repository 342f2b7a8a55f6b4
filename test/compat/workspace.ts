import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exec } from "../harness/exec.ts";
import { ensureNpmTools, npmTool } from "../harness/npm-tools.ts";

const provider = join(import.meta.dirname, "../../provider");

/** A package manager. */
export interface Manager {
  /** Node's arguments; npm is started as itself. */
  readonly install: readonly string[];
  /** Its files in the workspace's root. */
  readonly files: Readonly<Record<string, string>>;
  /** How it writes the dependency on another folder of the workspace. */
  readonly neighbour: string;
  /** What is set for programs, as the package manager itself would. */
  env?(root: string): Record<string, string>;
  /** Whether the project itself has to depend on the package. */
  readonly isStrict?: true;
}

const yarn = [npmTool("npm", "@yarnpkg/cli-dist/bin/yarn.js"), "install"];

export const managers: Readonly<Record<string, Manager>> = {
  npm: { install: ["npm", "install", "--ignore-scripts", "--no-audit"], files: {}, neighbour: "*" },
  pnpm: {
    install: [npmTool("npm", "pnpm/bin/pnpm.cjs"), "install", "--ignore-scripts"],
    files: { "pnpm-workspace.yaml": "packages: [program, library]\n" },
    neighbour: "workspace:*",
  },
  "yarn 1": {
    install: [npmTool("npm", "yarn/bin/yarn.js"), "install", "--ignore-scripts"],
    files: {},
    neighbour: "*",
  },
  "yarn 4": {
    install: yarn,
    files: { ".yarnrc.yml": "nodeLinker: node-modules\nenableScripts: false\n", "yarn.lock": "" },
    neighbour: "workspace:*",
  },
  "yarn 4, Plug'n'Play": {
    install: yarn,
    files: { ".yarnrc.yml": "nodeLinker: pnp\nenableScripts: false\n", "yarn.lock": "" },
    neighbour: "workspace:*",
    env: (root) => ({ NODE_OPTIONS: `--require ${JSON.stringify(join(root, ".pnp.cjs"))}` }),
    isStrict: true,
  },
};

const library = `
const pulumi = require("@pulumi/pulumi");
const tenant = require("pulumi-tenant");
exports.Orders = class extends pulumi.ComponentResource {
  constructor(name) {
    super("library:index:Orders", name);
    new tenant.ResourceServer(name, { identifier: "https://orders.example.com", name: "Orders" }, { parent: this });
    this.registerOutputs({});
  }
};
`;

/**
 * Installs a workspace from the registry: a project, and a library of components that depends on the packed package.
 *
 * @returns the workspace's root; the project is its folder `program`
 */
export async function install(manager: Manager, folder: string, archive: string, sdk: string): Promise<string> {
  const root = await mkdtemp(join(folder, "workspace-"));
  const own = manager.isStrict ? { "pulumi-tenant": `file:${archive}` } : {};
  const files: Record<string, unknown> = {
    ...manager.files,
    "package.json": { name: "root", private: true, workspaces: ["program", "library"] },
    "program/package.json": {
      name: "program",
      version: "1.0.0",
      private: true,
      main: "index.js",
      dependencies: { "@pulumi/pulumi": sdk, library: manager.neighbour, ...own },
    },
    "program/Pulumi.yaml": "name: program\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
    "program/index.js": 'const { Orders } = require("library");\nnew Orders("orders");\n',
    "library/package.json": {
      name: "library",
      version: "1.0.0",
      main: "index.js",
      dependencies: { "pulumi-tenant": `file:${archive}` },
      peerDependencies: { "@pulumi/pulumi": sdk },
    },
    "library/index.js": library,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root, name, ".."), { recursive: true });
    await writeFile(join(root, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  await run(manager.install, root);
  return root;
}

/** Installs the tools, and packs the package. @returns the packed file */
export async function packedPackage(folder: string): Promise<string> {
  await Promise.all([ensureNpmTools("npm", console.error), ensureNpmTools("node", console.error)]);
  await run(["npm", "pack", "--pack-destination", folder], provider);
  const { name, version } = JSON.parse(await readFile(join(provider, "package.json"), "utf8"));
  return join(folder, `${name}-${version}.tgz`);
}

/** Settings of package managers for a project in a folder of its own. */
export function installSettings(cwd: string): Record<string, string> {
  return {
    // yarn 1 keeps a packed package by name and version, whatever is in it.
    YARN_CACHE_FOLDER: join(cwd, "../yarn-cache"),
    YARN_ENABLE_TELEMETRY: "false",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  };
}

/** Runs npm, or a program of Node. */
export async function run([first = "", ...more]: readonly string[], cwd: string): Promise<void> {
  const [file, ...args] = first === "npm" ? [first, ...more] : [process.execPath, first, ...more];
  const env = { ...process.env, CI: "true", ...installSettings(cwd) };
  const { code, stdout, stderr } = await exec(file, args, { cwd, env, timeoutMs: 300_000 });
  if (code !== 0) throw new Error(`${[file, ...args].join(" ")} ended with ${code}:\n${stdout}${stderr}`);
}
