import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ensureCli } from "./cli.ts";
import type { Stack } from "./stack.ts";

const root = join(import.meta.dirname, "../..");

/** A policy pack that the CLI of the tests can start. */
export interface Pack {
  readonly folder: string;
  /** For every command with the pack. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Copies the folder of a policy pack, or writes one of a program, for a stack's commands.
 *
 * The official CLI starts a pack by its Node language host, which is newer than the one that is built for tests. With the latter, the pack gets a
 * runtime of its own, whose plugin is a script on the PATH that runs the same program of Pulumi's SDK.
 *
 * @param source a folder of the repository, or a program in JavaScript
 */
export async function policyPack(stack: Stack, name: string, source: { folder: string } | string): Promise<Pack> {
  // Below the repository's own packages, as a pack imports them.
  const folder = join(stack.folder, "packs", name);
  await mkdir(folder, { recursive: true });
  if (typeof source === "string") {
    await writeFile(join(folder, "PulumiPolicy.yaml"), "runtime: nodejs\n");
    await writeFile(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    await writeFile(join(folder, "index.js"), source);
  } else {
    await cp(join(root, source.folder), folder, { recursive: true });
  }
  const { dir } = await ensureCli({ log: () => undefined });
  if (existsSync(join(dir, "pulumi-analyzer-policy"))) return { folder, env: {} };
  const plugins = join(stack.folder, "plugins");
  await mkdir(plugins, { recursive: true });
  const plugin = join(plugins, "pulumi-analyzer-policy-sdk");
  const runner = join(root, "node_modules/@pulumi/pulumi/cmd/run-policy-pack");
  await writeFile(plugin, `#!/bin/sh\nexec node "${runner}" "$1" .\n`);
  await chmod(plugin, 0o755);
  const manifest = join(folder, "PulumiPolicy.yaml");
  const text = await readFile(manifest, "utf8");
  await writeFile(manifest, text.replace(/^runtime: nodejs$/m, "runtime: sdk"));
  return { folder, env: { PATH: [plugins, stack.env.PATH].join(delimiter) } };
}
