import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { namesIn } from "./import-folder.ts";

/** What each package manager is called with. On a build server, pnpm would refuse to change its lock file. */
const installs = {
  npm: ["install", "--no-audit", "--no-fund"],
  pnpm: ["install", "--no-frozen-lockfile"],
  yarn: ["install"],
  bun: ["install"],
} as const;

type PackageManager = keyof typeof installs;

/** The package managers by the names of their lock files. */
const locks: Readonly<Record<string, PackageManager>> = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/** The command that installs a project's packages. */
export function installCommand(folder: string): string {
  return `${packageManagerOf(folder)} install`;
}

/**
 * Installs the packages of a project.
 *
 * @throws Error that says what to do
 */
export async function installPackages(folder: string): Promise<void> {
  const manager = packageManagerOf(folder);
  const child = spawn(manager, installs[manager], {
    cwd: folder,
    // The same for yarn.
    env: { ...process.env, YARN_ENABLE_IMMUTABLE_INSTALLS: "false" },
    // What it says is for people, and standard output may be a document.
    stdio: ["ignore", 2, 2],
  });
  const [code] = (await once(child, "close").catch(() => [-1])) as [number | null];
  if (code === 0) return;
  throw new Error(
    `the packages of ${folder} could not be installed by \`${manager} install\`. Install them, and run this command again: it goes on from here.`,
  );
}

/** The package manager of the nearest folder that shows one, by its package.json or its lock file. Default: npm. */
function packageManagerOf(folder: string): PackageManager {
  const there = new Set(namesIn(folder));
  const found = namedIn(folder) ?? Object.entries(locks).find(([lock]) => there.has(lock))?.[1];
  if (found !== undefined) return found;
  const parent = dirname(folder);
  return parent === folder ? "npm" : packageManagerOf(parent);
}

function namedIn(folder: string): PackageManager | undefined {
  try {
    const { packageManager } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return /^(?:npm|pnpm|yarn|bun)(?=@)/.exec(packageManager)?.[0] as PackageManager | undefined;
  } catch {
    return undefined;
  }
}
