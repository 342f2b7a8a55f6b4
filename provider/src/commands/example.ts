import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Command } from "commander";
import { sanitize } from "../client/sanitize.ts";
import { addHelp, ownFolder, refuseUsage } from "./command.ts";
import { makeFolder, namesIn, readableByAll, replaceFile, textOf } from "./files.ts";

/** The mode of scripts, before the umask. */
const executableByAll = 0o777;

/** Adds `pulumi-tenant example` to its command. */
export function register(command: Command): void {
  command
    .argument("<name>", "the example")
    .argument("[folder]", "a new or empty folder (default: the name of the example)")
    .action(run);
  addHelp(command, {
    text: `Copies an example of this version into a folder: gitops, customers, policy and others. It sends no
request. An unknown name lists the examples. Start with the README of the copy, if it has one, and
with npm install.`,
    exitCodes: { 0: "copied", 1: "the folder has files, or cannot be written" },
    example: "npx pulumi-tenant example customers my-customers",
  });
}

/** Copies an example. A folder with nothing but `.git` counts as empty. */
async function run(name: string, folder: string = name, _options: object, command: Command): Promise<void> {
  const examples = join(ownFolder, "examples");
  const known = await namesIn(examples);
  if (!known.includes(name)) {
    refuseUsage(command, `unknown example "${sanitize(name)}". Examples: ${known.join(", ")}`);
  }
  const [taken] = (await namesIn(folder)).filter((entry) => entry !== ".git");
  if (taken !== undefined) {
    throw new Error(`${folder}: the folder has files (${sanitize(taken)}). Name a new or empty folder.`);
  }
  const source = join(examples, name);
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files) {
    // npm packs no file of this name.
    const path = join(folder, relative(source, file)).replace(/_gitignore$/, ".gitignore");
    const { mode } = await stat(file);
    await makeFolder(join(path, ".."));
    await replaceFile(path, await textOf(file), mode & 0o100 ? executableByAll : readableByAll);
  }
  process.stdout.write(`${folder}: ${files.length} files of the example ${name}\n`);
}
