import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import { type MakeOptions, programs } from "./cli-programs.ts";
import { exec } from "./exec.ts";

/** Where releases are published. Archives and checksums come from two hosts, so that an attacker who has one of them cannot pass off another program. */
export interface Sources {
  archive(version: string, file: string): string;
  checksums(version: string): string;
}

const published: Sources = {
  archive: (_version, file) => `https://get.pulumi.com/releases/sdk/${file}`,
  checksums: (version) =>
    `https://github.com/pulumi/pulumi/releases/download/v${version}/pulumi-${version}-checksums.txt`,
};

/** Enough for the official archive (150 MB) on a slow line. */
const timeoutMs = 10 * 60_000;
const isWindows = process.platform === "win32";

/**
 * Downloads a release, compares it with its published checksum, and only then unpacks it. Of its hosts for all languages, Node's is kept.
 *
 * @throws Error that names what could not be had, or does not agree
 */
export async function downloadCli(options: MakeOptions, sources: Sources = published): Promise<void> {
  const { draft, target, version, log, env } = options;
  log(`downloading the Pulumi CLI ${version} (first run only)`);
  const system = isWindows ? "windows" : process.platform;
  const file = `pulumi-v${version}-${system}-${process.arch}.${isWindows ? "zip" : "tar.gz"}`;
  const archive = join(draft, file);
  const network = new EnvHttpProxyAgent({
    httpProxy: env.http_proxy || env.HTTP_PROXY || "",
    httpsProxy: env.https_proxy || env.HTTPS_PROXY || "",
    noProxy: env.no_proxy || env.NO_PROXY || "",
  });
  try {
    const checksums = await (await get(sources.checksums(version), network)).text();
    await pipeline(await get(sources.archive(version, file), network), createWriteStream(archive));
    const found = createHash("sha256");
    await pipeline(createReadStream(archive), found);
    assertPublished(file, found.digest("hex"), checksums);
  } finally {
    await network.destroy();
  }
  const { code, stderr } = await exec("tar", ["-xf", archive, "-C", draft], { timeoutMs });
  if (code !== 0) throw new Error(`${file} could not be unpacked: ${stderr.trim()}`);
  for (const name of [programs.cli, programs.host]) {
    await rename(join(draft, "pulumi", ...(isWindows ? ["bin"] : []), name), join(target, name));
  }
}

async function get(url: string, dispatcher: Dispatcher): Promise<Dispatcher.ResponseData["body"]> {
  const { host } = new URL(url);
  // GitHub keeps what it publishes elsewhere.
  for (let address = url, hops = 0; hops < 5; hops++) {
    const { statusCode, headers, body } = await request(address, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error & { code?: string }) => {
      throw new Error(`${host} could not be reached: ${error.code ?? error.message}`);
    });
    if (statusCode === 200) return body;
    await body.dump();
    if (statusCode < 300 || statusCode >= 400) throw new Error(`${url} answered ${statusCode}`);
    address = new URL(String(headers.location), address).href;
  }
  throw new Error(`${url} leads nowhere`);
}

function assertPublished(file: string, found: string, checksums: string): void {
  const lines = checksums.split("\n").map((line) => line.trim().split(/\s+\*?/));
  const [wanted] = lines.find(([, name]) => name === file) ?? [];
  if (wanted === undefined) throw new Error(`there is no published checksum of ${file}`);
  if (wanted !== found) throw new Error(`${file} is not what was published: its SHA-256 is ${found}, not ${wanted}`);
}
