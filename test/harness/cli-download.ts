import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type MakeOptions, programs } from "./cli-programs.ts";
import { exec } from "./exec.ts";

/** Enough for the official archive (150 MB) on a slow line. Without a network npm `pulumi` gives up by itself within seconds. */
const timeoutMs = 10 * 60_000;

/**
 * Has npm `pulumi`, the official starter, install the release of its own version; from its archive of all languages the CLI and the Node
 * host are kept.
 *
 * @throws Error with the last line of the installer's output
 */
export async function downloadCli({ root, draft, target, version, log, env }: MakeOptions): Promise<void> {
  log(`downloading the Pulumi CLI ${version} (first run only)`);
  const home = join(draft, "home");
  const starter = join(root, "node_modules", "pulumi", "run.js");
  const { code, stdout, stderr } = await exec(process.execPath, [starter, "version"], {
    timeoutMs,
    env: {
      ...env,
      PULUMI_HOME: home,
      PULUMI_VERSION: version,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      NODE_USE_ENV_PROXY: "1",
    },
  });
  if (code !== 0) throw new Error(`${`${stdout}${stderr}`.trim().split("\n").at(-1)}`);
  for (const name of [programs.cli, programs.host]) {
    await rename(join(home, "versions", version, "bin", name), join(target, name));
  }
}
