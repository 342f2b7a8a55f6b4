import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { writeCli } from "./empty-stack.ts";

let folder: string;
let tenant: Emulator;
beforeEach(async () => {
  tenant = await startEmulator();
  folder = await mkdtemp(join(tmpdir(), "npx-"));
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  // The command as it is published, so the package has to be built first.
  await symlink(
    fileURLToPath(new URL("../../../provider", import.meta.url)),
    join(folder, "node_modules/pulumi-tenant"),
  );
  await symlink("../pulumi-tenant/bin/pulumi-tenant.js", join(folder, "node_modules/.bin/pulumi-tenant"));
  await writeFile(join(folder, "package.json"), "{}");
  await writeCli(folder);
});
afterEach(async () => {
  await tenant.close();
  await rm(folder, { recursive: true });
});

// A signal to npx does not reach the command, because the shell between the two does not pass it on.
describe.skipIf(process.platform === "win32").each([
  { command: "emulator", begun: /TENANT_CLIENT_ID/ },
  { command: "events", begun: /listening/ },
  { command: "watch", begun: /watching 0 resources/ },
])("pulumi-tenant $command", ({ command, begun }) => {
  test.each(["SIGTERM", "SIGKILL"] as const)("ends with its npx process on %s", async (signal) => {
    const child = spawn("npx", ["--no-install", "pulumi-tenant", command], {
      cwd: folder,
      env: {
        ...process.env,
        PULUMI_CLI: join(folder, "pulumi"),
        TENANT_DOMAIN: tenant.domain,
        TENANT_CLIENT_ID: tenant.clientId,
        TENANT_CLIENT_SECRET: tenant.clientSecret,
      },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    }
    // The command holds the streams, so they end with it.
    const ended = once(child, "close");
    await expect.poll(() => text, { timeout: 20_000 }).toMatch(begun);
    child.kill(signal);
    await ended;
  });
});
