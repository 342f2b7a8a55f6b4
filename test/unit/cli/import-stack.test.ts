import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { ImportStack } from "../../../provider/src/cli/import-stack.ts";
import { configurationOf } from "../../../provider/src/cli/stack.ts";

afterEach(() => vi.unstubAllEnvs());

/** A stack whose CLI answers every command alike. */
async function stackOf(answer: { code?: number; stdout?: string; stderr?: string }): Promise<ImportStack> {
  const folder = await mkdtemp(join(tmpdir(), "import-stack-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const cli = join(folder, "pulumi");
  const { code = 0, stdout = "", stderr = "" } = answer;
  await writeFile(
    cli,
    `#!${process.execPath}
process.stdout.write(${JSON.stringify(stdout)});
process.stderr.write(${JSON.stringify(stderr)});
process.exitCode = ${code};
`,
    { mode: 0o700 },
  );
  vi.stubEnv("PULUMI_CLI", cli);
  return new ImportStack(folder, "dev");
}

test("a stack that does not exist is told from one that cannot be read", async () => {
  const missing = await stackOf({ code: 255, stderr: "error: no stack named 'dev' found\n" });
  expect(await missing.managed()).toBeUndefined();
  const closed = await stackOf({ code: 255, stderr: "error: PULUMI_ACCESS_TOKEN must be set for login\n" });
  await expect(closed.managed()).rejects.toThrow(
    "pulumi stack export ended with 255: PULUMI_ACCESS_TOKEN must be set for login",
  );
});

test("a configuration that cannot be decrypted is not taken for an empty one", async () => {
  const stack = await stackOf({ code: 255, stderr: "error: incorrect passphrase\n" });
  await expect(configurationOf(stack.place)).rejects.toThrow("incorrect passphrase");
});

test("the stack has what its state has, but for what it is about to delete", async () => {
  const entry = (type: string, name: string, more: object) => ({
    urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/tenant:${type}::${name}`,
    type: `pulumi-nodejs:dynamic/tenant:${type}`,
    ...more,
  });
  const resources = [
    { urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", type: "pulumi:pulumi:Stack" },
    entry("ResourceServer", "orders", { id: "rs_orders" }),
    entry("ResourceServer", "orders", { id: "rs_replaced", delete: true }),
    entry("Connection", "corp", { id: "con_corp" }),
  ];
  const stack = await stackOf({ stdout: JSON.stringify({ version: 3, deployment: { resources } }) });
  expect([...((await stack.managed()) ?? [])]).toEqual([
    ["resourceServer rs_orders", "resourceServer orders"],
    ["connection con_corp", "connection corp"],
  ]);
});
