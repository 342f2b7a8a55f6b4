import { randomUUID } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { chmod, copyFile, mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { buildCli } from "./cli-build.ts";
import { downloadCli } from "./cli-download.ts";
import { programs } from "./cli-programs.ts";
import { exec } from "./exec.ts";
import { languageHostStarts } from "./language-host.ts";
import { withLock } from "./lock.mjs";

/** The release that is downloaded or built. */
export const pinnedVersion = "3.259.0";
/** The oldest release that will do: the first whose `--expect-no-changes` exits with 7. */
const oldestVersion = [3, 226] as const;

const root = join(import.meta.dirname, "..", "..");
export interface Cli {
  /** The folder that holds all three programs. */
  dir: string;
  /** The CLI itself. */
  bin: string;
  /** Without the leading `v`. */
  version: string;
  how: "PATH" | "cache" | "download" | "build";
}

export interface EnsureCliOptions {
  /** Receives progress, one line each. */
  log: (line: string) => void;
  /** Defaults to that of this process. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Finds a Pulumi CLI, or makes one: on the PATH (3.226 or newer, with its language host beside it), in the user's cache folder, downloaded
 * and compared with its published checksum, built from its Go modules. A CLI is started once before it is trusted. What is made is made beside its place and renamed into it, by
 * one process at a time, so two runs at once cannot disturb each other.
 *
 * @throws Error that names what was tried and what to install
 */
export async function ensureCli({ log, env = process.env }: EnsureCliOptions): Promise<Cli> {
  const found = await findOnPath(env);
  if (found !== undefined) return found;

  const home = join(
    cacheFolder(env),
    "pulumi-tenant",
    `pulumi-v${pinnedVersion}`,
    `${process.platform}-${process.arch}`,
  );
  const dir = join(home, "bin");
  const cli = { dir, bin: join(dir, programs.cli), version: pinnedVersion };
  if (await isTrusted(dir)) return { ...cli, how: "cache" };

  return withLock(
    join(home, "lock"),
    async () => {
      if (await isTrusted(dir)) return { ...cli, how: "cache" };
      const broken = await verify(dir, pinnedVersion).then(
        () => undefined,
        (error: Error) => error,
      );
      if (broken === undefined) {
        await trust(dir);
        return { ...cli, how: "cache" };
      }
      if (await exists(dir)) log(`the Pulumi CLI in the cache is of no use and is made again (${broken.message})`);
      return { ...cli, how: await make({ home, dir, log, env }) };
    },
    { onWait: (pid) => log(`waiting for process ${pid}, which is making the Pulumi CLI`) },
  );
}

async function make(options: {
  home: string;
  dir: string;
  log: (line: string) => void;
  env: NodeJS.ProcessEnv;
}): Promise<"download" | "build"> {
  const { home, dir, log, env } = options;
  const ways = { download: downloadCli, build: buildCli };
  const reasons: string[] = [];
  for (const how of ["download", "build"] as const) {
    const draft = join(home, `draft-${randomUUID()}`);
    const target = join(draft, "bin");
    try {
      await mkdir(target, { recursive: true });
      await ways[how]({ root, draft, target, version: pinnedVersion, log, env });
      if (!(await exists(join(target, programs.launcher)))) {
        await copyFile(
          join(root, "node_modules", "@pulumi", "pulumi", programs.launcher),
          join(target, programs.launcher),
        );
      }
      await Promise.all(Object.values(programs).map((name) => chmod(join(target, name), 0o755)));
      await verify(target, pinnedVersion);
      await trust(target);
      if (await exists(dir)) await rename(dir, join(draft, "broken"));
      await rename(target, dir);
      return how;
    } catch (error) {
      reasons.push(`  ${how}: ${error instanceof Error ? error.message : String(error)}`);
      log(`the Pulumi CLI could not be had by ${how}: ${firstLine(error)}`);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  throw new Error(
    [
      `There is no Pulumi CLI, and none could be made.`,
      ...reasons,
      `Install the Pulumi CLI ${oldestVersion.join(".")} or newer so that "pulumi" is on the PATH (https://www.pulumi.com/docs/install/),`,
      `or give access to get.pulumi.com, or install Go (https://go.dev/doc/install), with which it is built from source.`,
    ].join("\n"),
  );
}

function firstLine(error: unknown) {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0];
}

/** The user's folder for things that can be made again, by the custom of each system. */
function cacheFolder(env: NodeJS.ProcessEnv) {
  if (env.XDG_CACHE_HOME !== undefined && isAbsolute(env.XDG_CACHE_HOME)) return env.XDG_CACHE_HOME;
  if (process.platform === "win32") return env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
  return join(homedir(), ".cache");
}

/** A CLI that the user has installed, if it is new enough and complete. */
async function findOnPath(env: NodeJS.ProcessEnv): Promise<Cli | undefined> {
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    const bin = join(folder, programs.cli);
    // Scripts named pulumi are starters, npm's among them: what they start lies elsewhere, or is not there yet.
    if (!isAbsolute(folder) || !(await exists(bin)) || isScript(bin)) continue;
    // Package managers link the programs one by one, or only the CLI.
    for (const dir of new Set([folder, dirname(await realpath(bin))])) {
      if (!(await Promise.all(Object.values(programs).map((name) => exists(join(dir, name))))).every(Boolean)) continue;
      try {
        const version = await verify(dir);
        const [major = 0, minor = 0] = version.split(".").map(Number);
        if (major === oldestVersion[0] && minor >= oldestVersion[1])
          return { dir, bin: join(dir, programs.cli), version, how: "PATH" };
      } catch {
        // It does not work here: one of our own will.
      }
    }
  }
  return undefined;
}

function isScript(file: string) {
  const start = Buffer.alloc(2);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start, 0, 2, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.toString() === "#!";
}

/**
 * Starts the CLI and the language host.
 *
 * @returns the CLI's version
 * @throws Error if one of them does not work, or the version is not the expected one
 */
async function verify(dir: string, expected?: string): Promise<string> {
  for (const name of Object.values(programs)) {
    if (!(await exists(join(dir, name)))) throw new Error(`${name} is missing`);
  }
  const { code, stdout, stderr } = await exec(join(dir, programs.cli), ["version"], {
    timeoutMs: 30_000,
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
  });
  const version = stdout.trim().replace(/^v/, "");
  if (code !== 0 || !/^\d+\.\d+\.\d+/.test(version))
    throw new Error(`"pulumi version" ended with ${code}: ${stdout}${stderr}`);
  if (expected !== undefined && version !== expected) throw new Error(`its version is ${version}, not ${expected}`);
  await languageHostStarts(join(dir, programs.host));
  return version;
}

const stampName = ".verified.json";

/** Notes what the verified programs look like from outside, so that the next run need not start them. */
async function trust(dir: string) {
  const draft = join(dir, `${stampName}.${randomUUID()}`);
  await writeFile(draft, await looks(dir));
  await rename(draft, join(dir, stampName));
}

async function isTrusted(dir: string) {
  try {
    return readFileSync(join(dir, stampName), "utf8") === (await looks(dir));
  } catch {
    return false;
  }
}

async function looks(dir: string) {
  const entries = Object.values(programs).map(async (name) => {
    const { size, mtimeMs, mode } = await stat(join(dir, name));
    return [name, { size, mtimeMs, mode }] as const;
  });
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)));
}

async function exists(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
