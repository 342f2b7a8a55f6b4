import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

// the command as it is published, so the package has to be built first
const main = fileURLToPath(new URL("../../../provider/dist/cli/main.js", import.meta.url));
const ours = 'exports.handler = () => require("pulumi-tenant/host").connection';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "check-state-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stateWith = (...code: string[]) =>
  JSON.stringify({ version: 3, deployment: { resources: code.map((__provider) => ({ outputs: { __provider } })) } });

function check(state: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "check-state", ...args], {
    input: state,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

it("a state of this package passes without a word, from standard input and from a file", async () => {
  const file = join(folder, "state.json");
  await writeFile(file, stateWith(ours));
  expect(check(stateWith(ours))).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(check("", file)).toEqual({ status: 0, stdout: "", stderr: "" });
});

it("planted code is refused and not run, and nothing of it is printed", () => {
  const planted = join(folder, "planted");
  const code = `require("fs").writeFileSync(${JSON.stringify(planted)}, "");\n::error::deceived`;
  const { status, stdout, stderr } = check(stateWith(ours, code));
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^error: the state holds code that is not of pulumi-tenant.*\n {2}line 1: [0-9a-f]{64}\n$/);
  expect(existsSync(planted)).toBe(false);

  const [, sha256 = ""] = /: ([0-9a-f]{64})$/m.exec(stderr) ?? [];
  expect(check(stateWith(ours, code), "--allow", sha256)).toMatchObject({ status: 0 });
});

it("no state is no good state", () => {
  expect(check("")).toMatchObject({ status: 1, stderr: expect.stringContaining("pulumi stack export") });
  expect(check("", join(folder, "none"))).toMatchObject({ status: 1, stderr: expect.stringContaining("none") });
  expect(check(stateWith(ours), "--allow", "abc")).toMatchObject({ status: 2 });
  expect(execFileSync(process.execPath, [main, "--help"], { encoding: "utf8" })).toContain("check-state");
});
