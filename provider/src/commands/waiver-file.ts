import { dirname, join, resolve } from "node:path";
import { type Failure, rules } from "../baseline/audit.ts";
import { parseWaivers, startOfWaivers, Waivers, waiverFile } from "../baseline/waivers.ts";
import { titleOf } from "../baseline/words.ts";
import { readableByAll, replaceFile, textIfAny } from "./files.ts";

/**
 * The waivers of a project; none if it has no file of them.
 *
 * @param cwd the folder of the project, or one below it
 * @throws WaiverError, or Error that names the path and the reason
 */
export async function waiversOf(cwd: string | undefined): Promise<Waivers> {
  const path = await pathOf(cwd);
  const text = await textIfAny(path);
  if (text === undefined) return new Waivers([]);
  const ids = rules.map(({ id }) => id);
  return new Waivers(parseWaivers(text, path, ids));
}

/**
 * Writes the file of waivers with everything that fails.
 *
 * @throws Error if the file exists: a second list would also permit what began to fail since the first
 */
export async function writeWaivers(cwd: string | undefined, failures: readonly Failure[]): Promise<string> {
  const path = await pathOf(cwd);
  if ((await textIfAny(path)) !== undefined) {
    throw new Error(
      `${path}: exists already. Mend new failures, or add entries by hand; to start again, delete the file.`,
    );
  }
  const text = startOfWaivers(failures.map(({ rule, object }) => ({ rule: rule.id, object, title: titleOf(object) })));
  await replaceFile(path, text, readableByAll);
  return path;
}

/** The path of the file: beside the nearest Pulumi.yaml, as the CLI finds it, or in the folder itself if there is none. */
async function pathOf(cwd = "."): Promise<string> {
  const start = resolve(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    const manifests = await Promise.all(["Pulumi.yaml", "Pulumi.yml"].map((name) => textIfAny(join(folder, name))));
    if (manifests.some((text) => text !== undefined)) return join(folder, waiverFile);
    if (folder === dirname(folder)) return join(start, waiverFile);
  }
}
