import { once } from "node:events";
import { dirname } from "node:path";
import { namesIn, packageOf } from "./import-folder.ts";
import { start } from "./start.ts";

/**
 * What each package manager is called with, and what runs a command of a package that it has installed. On a build server, pnpm and yarn
 * would refuse to change their lock files. With yarn's Plug'n'Play there is nothing that npx could find.
 */
const managers = {
  npm: { install: ["install", "--no-audit", "--no-fund"], run: "npx" },
  pnpm: { install: ["install", "--no-frozen-lockfile"], run: "pnpm exec" },
  yarn: { install: ["install"], run: "yarn run" },
  bun: { install: ["install"], run: "bunx" },
} as const;

type PackageManager = keyof typeof managers;

/** The package managers by the names of their lock files. */
const locks: Readonly<Record<string, PackageManager>> = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/** What people type to install a project's packages, and what they put before a command of one. */
export async function wordsFor(folder: string): Promise<{ readonly install: string; readonly run: string }> {
  const manager = await packageManagerOf(folder);
  return { install: `${manager} install`, run: managers[manager].run };
}

/**
 * Installs the packages of a project.
 *
 * @throws Error that says what to do
 */
export async function installPackages(folder: string): Promise<void> {
  const manager = await packageManagerOf(folder);
  const env = { ...process.env, YARN_ENABLE_IMMUTABLE_INSTALLS: "false" };
  const { install } = managers[manager];
  // What it says is for people, and standard output may be a document.
  const child = await start(manager, install, { cwd: folder, env, readers: "people" }).catch(() => undefined);
  const [code] = child ? ((await once(child, "close")) as [number | null]) : [];
  if (code === 0) return;
  throw new Error(
    `the packages of ${folder} could not be installed by \`${manager} install\`. Install them, and run this command again: it goes on from here.`,
  );
}

/** The package manager of the nearest folder that shows one, by its package.json or its lock file. Default: npm. */
async function packageManagerOf(folder: string): Promise<PackageManager> {
  const there = new Set(namesIn(folder));
  const found = (await namedIn(folder)) ?? Object.entries(locks).find(([lock]) => there.has(lock))?.[1];
  if (found !== undefined) return found;
  const parent = dirname(folder);
  return parent === folder ? "npm" : packageManagerOf(parent);
}

async function namedIn(folder: string): Promise<PackageManager | undefined> {
  const { packageManager = "" } = await packageOf(folder);
  return /^(?:npm|pnpm|yarn|bun)(?=@)/.exec(packageManager)?.[0] as PackageManager | undefined;
}
