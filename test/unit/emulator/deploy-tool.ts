import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Emulator } from "../../../provider/src/emulator/index.ts";

const tool = createRequire(import.meta.url).resolve("auth0-deploy-cli/lib/index.js");
const hook = join(import.meta.dirname, "quick-deploy-tool.cjs");

/**
 * Runs auth0-deploy-cli against an emulator over HTTPS, as a process that trusts its certificate.
 *
 * @param folder where its settings are written
 * @throws Error with all that it said
 */
export async function deployTool(
  emulator: Emulator,
  folder: string,
  settings: object,
  args: readonly string[],
): Promise<void> {
  const [ca, config] = [join(folder, "ca.pem"), join(folder, "config.json")];
  await writeFile(ca, String(emulator.cert));
  await writeFile(config, JSON.stringify(settings));
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: ca,
    AUTH0_DOMAIN: new URL(emulator.url).host,
    AUTH0_CLIENT_ID: emulator.clientId,
    AUTH0_CLIENT_SECRET: emulator.clientSecret,
  };
  const words = ["-r", hook, tool, ...args, "-c", config];
  // What went wrong stands on standard output.
  await promisify(execFile)(process.execPath, words, { env, timeout: 100_000 }).catch((error) => {
    throw new Error(`${error.message}${error.stdout}${error.stderr}`);
  });
}
