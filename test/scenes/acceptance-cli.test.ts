import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { Report } from "../acceptance/report.ts";
import { ensureCli } from "../harness/cli.ts";
import { compileCache } from "../harness/compile-cache.ts";
import { exec } from "../harness/exec.ts";

// The compiled package runs, so it has to be built first.
const compiled = join(import.meta.dirname, "../harness/compiled.mjs");
const main = join(import.meta.dirname, "../acceptance/main.ts");

let folder: string;
let tenant: Emulator;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "acceptance-cli-"));
  tenant = await startEmulator();
});
afterEach(async () => {
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

const accept = async (path: string, ...args: readonly string[]) =>
  exec(process.execPath, ["--import", compiled, main, "--yes", "--cli", ...args], {
    cwd: folder,
    env: {
      ...compileCache,
      HOME: folder,
      TMPDIR: folder,
      PATH: path,
      TENANT_DOMAIN: tenant.domain,
      TENANT_CLIENT_ID: tenant.clientId,
      TENANT_CLIENT_SECRET: tenant.clientSecret,
    },
    timeoutMs: 300_000,
  });

/** What a report says about the CLI. */
const aboutCli = ({ types }: Report) =>
  types.flatMap(({ type, facts }) =>
    facts.filter(({ fact }) => fact.startsWith("the CLI ")).map(({ fact, result, why }) => [type, fact, result, why]),
  );

test("the real CLI creates, repairs, replaces and removes objects within the budget and the manifest", async () => {
  const before = tenant.export();
  const { dir } = await ensureCli({ log: () => undefined });
  const { code, stdout, stderr } = await accept([dir, process.env.PATH].join(delimiter), "--json");
  const report = JSON.parse(stdout) as Report;
  expect(
    aboutCli(report).map(([type, , result]) => [type, result]),
    stderr,
  ).toEqual([
    ["ResourceServer", "as believed"],
    ["Organization", "as believed"],
    ["Role", "as believed"],
  ]);
  expect(code).toBe(0);
  expect(report.calls).toBe(tenant.requests.filter(({ operation }) => operation !== "token").length);
  expect(tenant.export()).toEqual(before);
  expect(await readdir(join(folder, ".acceptance"))).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.startsWith("pulumi-tenant-acceptance-"))).toEqual([]);
});

test.each([
  ["without a CLI", undefined, "could not be started"],
  [
    "with a CLI that can start no program",
    'case "$1" in stack) ;; *) echo "error: no language host" >&2; exit 1; esac',
    "no language host",
  ],
])("%s, a run tries all other facts, and none is different", async (_, script, message) => {
  if (script !== undefined) await writeFile(join(folder, "pulumi"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { code, stderr } = await accept(folder, "--out", "reports");
  expect(stderr).toContain(message);
  expect(code).toBe(0);
  const [file = ""] = await readdir(join(folder, "reports"));
  const report = JSON.parse(await readFile(join(folder, "reports", file), "utf8")) as Report;
  expect(aboutCli(report).map(([, , , why]) => why)).toEqual([1, 2, 3].map(() => "the Pulumi CLI could not be used"));
});
