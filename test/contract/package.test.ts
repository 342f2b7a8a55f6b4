import { mkdtemp, readFile, rm } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import * as attw from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { typeNames } from "../../provider/src/types/registry.ts";
import { reachedDeclarations } from "../harness/declarations.ts";
import { exec } from "../harness/exec.ts";
import { type Packed, pack } from "../harness/packed.ts";

// What npm would publish.

const provider = join(import.meta.dirname, "../../provider");

/** Most bytes of the package as it is downloaded, and as it is installed without its dependencies: a base, and what each type may add. */
const [maxPacked, maxUnpacked] = [800_000 + 10_000 * typeNames.length, 3_000_000 + 39_000 * typeNames.length];

/** Most packages that it needs to run, Pulumi's SDK aside. */
const maxDependencies = 9;

let folder: string;
let packed: Packed;
let manifest: Record<string, unknown> & {
  dependencies: object;
  peerDependencies: object;
  exports: object;
  scripts: object;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "package-"));
  packed = await pack(folder);
  manifest = JSON.parse(await readFile(join(provider, "package.json"), "utf8"));
});
afterAll(() => rm(folder, { recursive: true }));

test("the package contains its README, license and changelog, and otherwise only files that are needed at run time", () => {
  const paths = packed.files.map(({ path }) => path).filter((path) => !path.startsWith("examples/"));
  expect(paths).toEqual(expect.arrayContaining(["README.md", "LICENSE", "CHANGELOG.md", "bin/pulumi-tenant.js"]));
  const others = paths.filter(
    (path) =>
      !/^(dist\/.*\.(js|d\.ts)|assets\/map\/\w+\.(js|css)|bin\/.*\.js|\w+\.md|LICENSE|package\.json)$/.test(path),
  );
  expect(others).toEqual([]);
});

test("the package contains exactly the declarations that its entry points reach", () => {
  const packedOnes = packed.files.map(({ path }) => path).filter((path) => path.endsWith(".d.ts"));
  const { files, packages } = reachedDeclarations(provider);
  const reached = [...files].map((file) => relative(provider, file).split(sep).join("/"));
  expect(packedOnes.toSorted()).toEqual(reached.toSorted());
  const { dependencies, peerDependencies } = manifest;
  const known = Object.keys({ ...dependencies, ...peerDependencies });
  expect([...packages].filter((name) => !isBuiltin(name) && !known.includes(name))).toEqual([]);
});

test("the package stays within bounds of size and number of dependencies", () => {
  expect(packed.size).toBeLessThan(maxPacked);
  // Each version adds to the changelog, however small the rest stays.
  const changelog = packed.files.find(({ path }) => path === "CHANGELOG.md");
  expect(packed.unpackedSize - (changelog?.size ?? 0)).toBeLessThan(maxUnpacked);
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(maxDependencies);
});

test("the installation runs no script of the package", () => {
  const runByInstall = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
  expect(Object.keys(manifest.scripts).filter((name) => runByInstall.includes(name))).toEqual([]);
});

test("the manifest names repository, bug tracker, homepage, author, license and description", () => {
  for (const key of ["repository", "bugs", "homepage", "author", "license", "description"]) {
    expect(manifest[key], key).toBeTruthy();
  }
});

test("the links of the packed README are absolute, because the package has no other pages", async () => {
  const { code, stdout } = await exec("tar", ["-xzOf", packed.archive, "package/README.md"], {
    cwd: folder,
    timeoutMs: 10_000,
  });
  expect(code).toBe(0);
  const targets = [...stdout.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(3);
  expect(targets.filter((target) => !target?.startsWith("https://"))).toEqual([]);
});

test("publint reports no problem", async () => {
  const tarball = await readFile(packed.archive);
  const buffer = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
});

test("every entry point has types for every module resolution", async () => {
  const analysis = await attw.checkPackage(attw.createPackageFromTarballData(await readFile(packed.archive)));
  expect(analysis.types && analysis.problems).toEqual([]);
  expect(Object.keys(analysis.types ? analysis.entrypoints : {})).toEqual(
    expect.arrayContaining([".", "./host", "./events", "./emulator", "./policy"]),
  );
});
