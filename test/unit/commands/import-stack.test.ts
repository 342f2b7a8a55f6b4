import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { ImportStack } from "../../../provider/src/commands/import-project.ts";
import { configurationOf } from "../../../provider/src/pulumi-cli/stack.ts";

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

test("a missing stack is undefined, and an unreadable stack is an error", async () => {
  const missing = await stackOf({ code: 255, stderr: "error: no stack named 'dev' found\n" });
  expect(await missing.held()).toBeUndefined();
  const closed = await stackOf({ code: 255, stderr: "error: PULUMI_ACCESS_TOKEN must be set for login\n" });
  await expect(closed.held()).rejects.toThrow(
    "pulumi stack export ended with exit code 255: PULUMI_ACCESS_TOKEN must be set for login",
  );
});

test("a configuration that cannot be decrypted is an error, not an empty configuration", async () => {
  const stack = await stackOf({ code: 255, stderr: "error: incorrect passphrase\n" });
  await expect(configurationOf(stack.place)).rejects.toThrow("incorrect passphrase");
});

/** A stack with these entries in its state. */
async function stackWith(...entries: readonly (readonly [type: string, name: string, more: object])[]) {
  const ours = entries.map(([type, name, more]) => ({
    urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/tenant:${type}::${name}`,
    type: `pulumi-nodejs:dynamic/tenant:${type}`,
    ...more,
  }));
  const root = { urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", type: "pulumi:pulumi:Stack" };
  return stackOf({ stdout: JSON.stringify({ version: 3, deployment: { resources: [root, ...ours] } }) });
}

test("a stack has the objects of its state, and marks those that its next run deletes", async () => {
  const stack = await stackWith(
    ["ResourceServer", "orders", { id: "rs_orders" }],
    ["ResourceServer", "orders", { id: "rs_replaced", delete: true }],
    ["Connection", "corp", { id: "con_corp", external: true }],
    ["OfANewerVersion", "new", { id: "new_1" }],
  );
  expect(await stack.held()).toMatchObject([
    { type: "resourceServer", id: "rs_orders", name: "orders", isOnlyRead: false, isGoing: false },
    { type: "resourceServer", id: "rs_replaced", name: "orders", isOnlyRead: false, isGoing: true },
    { type: "connection", id: "con_corp", name: "corp", isOnlyRead: true },
  ]);
});

test("an object of a lost creation has the tenant's id once a run has found it", async () => {
  const provisional = "unconfirmed:reader";
  const record = { v: 2, paths: ["/name"] };
  const stack = await stackWith(
    ["Role", "lost", { id: provisional, outputs: { __managed: { ...record, unconfirmed: true } } }],
    ["Role", "found", { id: provisional, outputs: { __managed: { ...record, id: "rol_reader" } } }],
  );
  expect((await stack.held())?.map(({ id }) => id)).toEqual([provisional, "rol_reader"]);
});

test("a state of version 0.1 is refused, with the version that converts it", async () => {
  const stack = await stackWith(["Role", "older", { id: "rol_older", outputs: { __managed: { v: 1, paths: [] } } }]);
  await expect(stack.held()).rejects.toThrow(/Install pulumi-tenant 0\.2/);
});
