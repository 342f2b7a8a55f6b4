import { join } from "node:path";
import { type Failure, rules } from "../baseline/audit.ts";
import { parseWaivers, startOfWaivers, Waivers, waiverFile } from "../baseline/waivers.ts";
import { titleOf } from "../baseline/words.ts";
import { readableByAll, replaceFile, textIfAny } from "./files.ts";
import { projectFolder } from "./project-folder.ts";

/**
 * The waivers of a project; none if it has no waiver file.
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
 * Writes a waiver file with an entry for each failure.
 *
 * @throws Error if the file exists: a new list would also waive failures that are newer than the first list
 */
export async function writeWaivers(cwd: string | undefined, failures: readonly Failure[]): Promise<string> {
  const path = await pathOf(cwd);
  if ((await textIfAny(path)) !== undefined) {
    throw new Error(
      `${path}: exists already. Fix new failures, or add entries by hand. To start again, delete the file.`,
    );
  }
  const text = startOfWaivers(failures.map(({ rule, object }) => ({ rule: rule.id, object, title: titleOf(object) })));
  await replaceFile(path, text, readableByAll);
  return path;
}

async function pathOf(cwd: string | undefined): Promise<string> {
  return join(await projectFolder(cwd), waiverFile);
}
