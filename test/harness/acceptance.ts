import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "pulumi-tenant/emulator";
import type * as recordings from "../../provider/src/verify/recording.ts";
import { exec } from "./exec.ts";
import type { Context } from "./main.ts";
import { passThrough } from "./pass-through.mjs";

/** The time for a run at an emulator, in milliseconds. */
const longest = 600_000;

/** The exit code for differences, as that of the command. */
const different = 7;

/** Runs `pulumi-tenant verify` at the tenant of TENANT_DOMAIN; with `--replay <file>`, at an emulator, and compares the two recordings. */
export async function acceptance({ root, args }: Context): Promise<number> {
  const main = join(root, "provider/dist/commands/main.js");
  const [option, file, ...rest] = args;
  if (option !== "--replay") return passThrough(process.execPath, [main, "verify", ...args], process.env);
  if (file === undefined || rest.length > 0) {
    process.stderr.write("usage: npm run acceptance -- [options of verify] | --replay <recording>\n");
    return 2;
  }
  const theirs = await recordingIn(file);
  const ours = await recordEmulator(main);
  const { compareRecordings } = createRequire(import.meta.url)(
    join(root, "provider/dist/verify/recording.js"),
  ) as typeof recordings;
  const differences = compareRecordings(theirs, ours);
  for (const { at, only, what } of differences)
    process.stdout.write(`${at}: ${what}, only ${only === "in the first" ? "in the recording" : "at the emulator"}\n`);
  process.stdout.write(`${differences.length} differences.\n`);
  return differences.length > 0 ? different : 0;
}

async function recordingIn(file: string): Promise<recordings.Recording> {
  const { exchanges, events = [] } = JSON.parse(await readFile(file, "utf8")) as Partial<recordings.Recording>;
  if (exchanges) return { exchanges, events };
  throw new Error(`${file} is no recording of pulumi-tenant verify`);
}

/** Records the whole run at an emulator. */
async function recordEmulator(main: string): Promise<recordings.Recording> {
  const folder = await mkdtemp(join(tmpdir(), "acceptance-"));
  const tenant = await startEmulator();
  try {
    const file = join(folder, "recording.json");
    const consent = ["--yes", "--disposable", "--prefix", "verify", "--i-know-what-this-tenant-is"];
    const { stderr, code } = await exec(
      process.execPath,
      [main, "verify", "--write", ...consent, "--json", "--record", file],
      {
        cwd: folder,
        env: {
          ...process.env,
          TENANT_DOMAIN: tenant.domain,
          TENANT_CLIENT_ID: tenant.clientId,
          TENANT_CLIENT_SECRET: tenant.clientSecret,
        },
        timeoutMs: longest,
      },
    );
    if (code !== 0) throw new Error(`verify failed at the emulator:\n${stderr}`);
    return await recordingIn(file);
  } finally {
    await tenant.close();
    await rm(folder, { recursive: true, force: true });
  }
}
