import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { register } from "../../../provider/src/commands/watch.ts";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { writeCli } from "./empty-stack.ts";

let folder: string;
let tenant: Emulator;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "watch-"));
  tenant = await startEmulator({ events: { retryMs: 20 } });
  vi.stubEnv("PULUMI_CLI", await writeCli(folder));
  vi.stubEnv("TENANT_DOMAIN", tenant.domain);
  vi.stubEnv("TENANT_CLIENT_ID", tenant.clientId);
  vi.stubEnv("TENANT_CLIENT_SECRET", tenant.clientSecret);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

it("a watch whose cursor file can no longer be written ends with an error, and removes its ready file", async () => {
  const command = new Command().exitOverride();
  register(command);
  const [cursors, ready] = [join(folder, "cursors"), join(folder, "ready")];
  await mkdir(cursors);
  const file = join(cursors, "cursor.json");
  const watch = command.parseAsync(["--stack", "dev", "--cursor-file", file, "--ready-file", ready], { from: "user" });
  const ended = watch.then(
    () => "well",
    (error: Error) => error.message,
  );
  await expect.poll(() => existsSync(ready) && existsSync(file), { timeout: 10_000 }).toBe(true);
  await rename(cursors, join(folder, "elsewhere"));
  const rotation = setInterval(() => tenant.events.rotate(), 50);
  try {
    expect(await ended).toBe(`${file}: cannot be written (ENOENT)`);
  } finally {
    clearInterval(rotation);
  }
  expect(existsSync(ready)).toBe(false);
});
