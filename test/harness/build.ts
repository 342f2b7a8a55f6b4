import { createHash } from "node:crypto";
import { type Dirent, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { exec } from "./exec.ts";
import { withLock } from "./lock.mjs";

export interface BuildOptions {
  /** The checkout. */
  root: string;
  /** Receives progress, one line each. */
  log: (line: string) => void;
}

export interface BuildResult {
  ok: boolean;
  /** What the compiler said. */
  output: string;
}

/**
 * Compiles `provider/src` into `provider/dist` unless the last successful build was of the same sources, settings and dependencies. What has no
 * source any more is removed from dist. Two runs at once build once.
 */
export async function buildProvider({ root, log }: BuildOptions): Promise<BuildResult> {
  const stamp = join(root, ".local", "provider-build");
  const dist = join(root, "provider", "dist");
  const wanted = await fingerprint(root);
  const isBuilt = async () =>
    existsSync(join(dist, "index.js")) && (await readFile(stamp, "utf8").catch(() => "")) === wanted;
  if (await isBuilt()) return { ok: true, output: "" };
  return withLock(
    join(root, ".local", "locks", "build"),
    async () => {
      if (await isBuilt()) return { ok: true, output: "" };
      log("building the provider");
      await rm(stamp, { force: true });
      const { code, stdout, stderr } = await exec(
        process.execPath,
        [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "provider"],
        { cwd: root, timeoutMs: 5 * 60_000 },
      );
      await removeOrphans(join(root, "provider", "src"), dist);
      if (code === 0) {
        await mkdir(join(root, ".local"), { recursive: true });
        await writeFile(stamp, wanted);
      }
      return { ok: code === 0, output: `${stdout}${stderr}` };
    },
    { onWait: (pid) => log(`waiting for the build of process ${pid}`) },
  );
}

async function fingerprint(root: string): Promise<string> {
  const hash = createHash("sha256");
  const sources = (await filesIn(join(root, "provider", "src"))).sort();
  const settings = ["tsconfig.json", "provider/tsconfig.json", "provider/package.json", "package-lock.json"];
  for (const file of [...sources, ...settings.map((name) => join(root, name))]) {
    const content = await readFile(file);
    hash.update(`${relative(root, file).split(sep).join("/")} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

async function removeOrphans(src: string, dist: string) {
  for (const file of await filesIn(dist)) {
    const source = join(src, relative(dist, file).replace(/(\.d\.ts|\.js)$/, ".ts"));
    if (!existsSync(source)) await rm(file);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
