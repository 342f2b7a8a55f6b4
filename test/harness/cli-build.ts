import { join } from "node:path";
import { type MakeOptions, programs } from "./cli-programs.ts";
import { exec } from "./exec.ts";

const progressMs = 15_000;
/** A cold build with downloads takes 9 minutes on two slow cores. */
const timeoutMs = 40 * 60_000;
const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/**
 * Builds the CLI and the Node language host from the two modules under `tools/`, which pin every module by its checksum.
 *
 * @throws Error with the compiler's output, or if there is no Go
 */
export async function buildCli({ target, version, log, env }: MakeOptions): Promise<void> {
  await go({ log, env }, "the Pulumi CLI", join(import.meta.dirname, "tools", "cli"), [
    "-tags=osusergo,grpcnotrace",
    `-ldflags=-w -s -X ${versionVariable}=v${version}`,
    `-o=${join(target, programs.cli)}`,
    "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  ]);
  await go({ log, env }, "Pulumi's Node language host", join(import.meta.dirname, "tools", "language-host"), [
    `-ldflags=-w -s -X ${versionVariable}=v3.68.0`,
    `-o=${join(target, programs.host)}`,
    "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
  ]);
}

async function go({ log, env }: Pick<MakeOptions, "log" | "env">, what: string, cwd: string, args: readonly string[]) {
  const since = performance.now();
  const line = `building ${what} from its Go modules (first run only, some minutes)`;
  log(line);
  const progress = setInterval(() => log(`${line}: ${Math.round((performance.now() - since) / 1000)} s`), progressMs);
  try {
    const { code, stdout, stderr } = await exec("go", ["build", "-trimpath", "-buildvcs=false", ...args], {
      cwd,
      timeoutMs,
      env: { ...env, GOFLAGS: "-mod=readonly", CGO_ENABLED: "0", GOWORK: "off" },
    });
    if (code !== 0) throw new Error(`go build of ${what} ended with ${code}:\n${`${stdout}${stderr}`.trim()}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new Error("there is no Go on the PATH");
    throw error;
  } finally {
    clearInterval(progress);
  }
}
