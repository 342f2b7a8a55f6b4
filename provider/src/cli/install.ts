import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Installs the packages of a new project.
 *
 * @throws Error that says what to do
 */
export async function installPackages(folder: string): Promise<void> {
  // What npm says is for people, and standard output may be a document.
  const child = spawn("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, stdio: ["ignore", 2, 2] });
  const [code] = (await once(child, "close").catch(() => [-1])) as [number | null];
  if (code === 0) return;
  throw new Error(
    `the packages of ${folder} could not be installed by \`npm install\`. Install them, and run this command again: it goes on from here.`,
  );
}
