import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseToObject } from "hcl2-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileCache } from "../../harness/compile-cache.ts";
import { exec } from "../../harness/exec.ts";
import { runCommand } from "../helpers/command.ts";
import { type ResourceSketch, stepOf } from "../helpers/preview.ts";

// The command as it is published, for one story: the package has to be built first.
const main = join(import.meta.dirname, "../../../provider/dist/commands/main.js");

/** A CLI that prints a state. Its secrets are encrypted. */
const fake = `#!/bin/sh
case " $* " in *" --show-secrets "*) exit 255 ;; esac
if [ -z "$FAKE_EXPORT" ]; then
  printf "error: no stack named 'dev' found" >&2
  exit 255
fi
printf %s "$FAKE_EXPORT"
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "export-"));
  await writeFile(join(folder, "pulumi"), fake, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function environment(sketches?: readonly ResourceSketch[]) {
  const state = { deployment: { resources: sketches?.map((sketch) => Object(stepOf(sketch)).oldState) } };
  const fixed = { PATH: process.env.PATH, PULUMI_CLI: join(folder, "pulumi") };
  return { ...fixed, ...(sketches && { FAKE_EXPORT: JSON.stringify(state) }) };
}

const run = (args: readonly string[], sketches?: readonly ResourceSketch[]) =>
  runCommand(["export", ...args], { cwd: folder, env: environment(sketches) });

const role = { name: "reader", type: "Role", id: "rol_1", was: { name: "Reader", __tenant: "a.example.com" } };
const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "djE6" };
const corp = {
  ...{ name: "corp", type: "Connection", id: "con_1" },
  was: { name: "corp", strategy: "oidc", options: { client_id: "a", client_secret: encrypted, newest: true } },
};

it("export writes two files, and lists the values that they lack", async () => {
  const args = [main, "export", "--terraform", "out", "--stack", "dev"];
  const env = { ...compileCache, ...environment([role, corp]) };
  const { code, stdout } = await exec(process.execPath, args, { cwd: folder, env, timeoutMs: 60_000 });
  expect(code).toBe(0);
  expect(stdout).toContain(`${join("out", "tenant.tf")}: 2 resources, 1 variables for secrets\n`);
  expect(stdout).toContain(
    'Not in the configuration (1):\n  Connection "corp": options.newest (auth0_connection has no argument for it)\n',
  );
  expect((await readdir(join(folder, "out"))).toSorted()).toEqual(["imports.tf", "tenant.tf"]);
  const texts = await Promise.all(
    ["tenant.tf", "imports.tf"].map((name) => readFile(join(folder, "out", name), "utf8")),
  );
  expect(texts.map((text) => parseToObject(text)[1])).toEqual([null, null]);
  expect(texts.join("")).not.toContain("djE6");
});

it("export never overwrites a file", async () => {
  await run(["--terraform", "twice"], [role]);
  const before = await readFile(join(folder, "twice/tenant.tf"), "utf8");
  const { code, stderr } = await run(["--terraform", "twice"], [corp]);
  expect(code).toBe(1);
  expect(stderr).toContain("tenant.tf: the file exists. Name another folder, or move it.");
  expect(await readFile(join(folder, "twice/tenant.tf"), "utf8")).toBe(before);
});

it("export prints the result as JSON, with objects that may not exist", async () => {
  const unconfirmed = { v: 2, unconfirmed: true };
  const { stdout } = await run(
    ["--terraform", "json", "--json"],
    [
      { ...role, name: "lost", id: "unconfirmed:lost", was: { name: "Lost", __managed: unconfirmed } },
      { ...corp, was: { ...corp.was, options: {} } },
    ],
  );
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    files: ["tenant.tf", "imports.tf"],
    resources: 1,
    variables: [],
    left: [{ class: "Role", name: "lost", reason: "it is not known whether the tenant has it: run `pulumi up` first" }],
  });
});

it.each([
  ["no folder", [], undefined, 2, "no form is selected: use --terraform <folder>"],
  ["no stack", ["--terraform", "none"], undefined, 1, "no stack named 'dev' found"],
  [
    "several tenants",
    ["--terraform", "several"],
    [role, { ...role, name: "other", id: "rol_2", was: { name: "Other", __tenant: "b.example.com" } }],
    1,
    "the stack manages several tenants (a.example.com, b.example.com), and a configuration is for one",
  ],
] as const)("export refuses %s", async (_, args, sketches, code, message) => {
  const result = await run(args, sketches);
  expect(result.code).toBe(code);
  expect(result.stderr).toContain(message);
});
