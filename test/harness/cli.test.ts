import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Cli, ensureCli, pinnedVersion } from "./cli.ts";
import { programs } from "./cli-programs.ts";

const quiet = () => undefined;
/** A proxy that refuses: nothing is downloaded, whatever the network is like here. */
const offline = { HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" };

let real: Cli;
let folder: string;
beforeAll(async () => {
  real = await ensureCli({ log: quiet });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cli-"));
});
afterEach(() => rm(folder, { recursive: true }));

const binOf = (cache: string) =>
  join(cache, "pulumi-tenant", `pulumi-v${pinnedVersion}`, `${process.platform}-${process.arch}`, "bin");

async function linkPrograms(dir: string, names: readonly string[] = Object.values(programs)) {
  await mkdir(dir, { recursive: true });
  for (const name of names) await symlink(join(real.dir, name), join(dir, name));
}

async function writeScript(file: string, text: string) {
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
}

test("an installed CLI is found on the PATH, but a script of its name is not", async () => {
  const starter = join(folder, "starter");
  await mkdir(starter);
  await writeScript(join(starter, programs.cli), "exit 1");
  const env = { PATH: [starter, join(folder, "missing"), real.dir].join(":"), XDG_CACHE_HOME: join(folder, "cache") };
  expect(await ensureCli({ log: quiet, env })).toEqual({ ...real, how: "PATH" });
});

test("an installed CLI that is a link is found at the link's target", async () => {
  await linkPrograms(join(folder, "links"), [programs.cli]);
  const env = { PATH: join(folder, "links"), XDG_CACHE_HOME: join(folder, "cache") };
  expect(await ensureCli({ log: quiet, env })).toEqual({ ...real, how: "PATH" });
});

test("a cached CLI is started once, and again only after a change", async () => {
  const bin = binOf(folder);
  await linkPrograms(bin, [programs.host, programs.launcher]);
  const runs = join(folder, "runs");
  await writeScript(join(bin, programs.cli), `echo run >> "${runs}"; echo v${pinnedVersion}`);
  const env = { PATH: dirname(process.execPath), XDG_CACHE_HOME: folder };
  const ensure = () => ensureCli({ log: quiet, env });
  const expected = { dir: bin, bin: join(bin, programs.cli), version: pinnedVersion, how: "cache" };

  expect(await Promise.all([ensure(), ensure()])).toEqual([expected, expected]);
  expect(await ensure()).toEqual(expected);
  expect(await countLines(runs)).toBe(1);
  await utimes(join(bin, programs.cli), 0, 0);
  expect(await ensure()).toEqual(expected);
  expect(await countLines(runs)).toBe(2);
  expect(await readdir(dirname(bin))).toEqual(["bin"]);
});

test("without network and Go the error has the packages to install, and a broken cache is not used", async () => {
  const bin = binOf(folder);
  await linkPrograms(bin, [programs.host, programs.launcher]);
  await writeScript(join(bin, programs.cli), "echo v3.1.0");
  const lines: string[] = [];
  const env = { PATH: join(folder, "nothing"), XDG_CACHE_HOME: folder, ...offline };
  const failure = ensureCli({ log: (line) => lines.push(line), env });
  await expect(failure).rejects.toThrow(
    /Install the Pulumi CLI 3\.226 or newer[\s\S]*get\.pulumi\.com[\s\S]*install Go/,
  );
  await expect(failure).rejects.toThrow("there is no Go on the PATH");
  expect(lines[0]).toContain("its version is 3.1.0");
  expect(await readdir(dirname(bin))).toEqual(["bin"]);
});

async function countLines(file: string) {
  return (await readFile(file, "utf8")).trim().split("\n").length;
}
