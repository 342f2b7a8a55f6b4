import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type AcceptedDrift, acceptedDriftFile, parseAcceptedDrift } from "../baseline/accepted-drift.ts";
import { type Failure, rules } from "../baseline/audit.ts";
import { today } from "../baseline/days.ts";
import { parseWaivers, startOfWaivers, Waivers, waiverFile } from "../baseline/waivers.ts";
import { titleOf } from "../baseline/words.ts";
import { readableByAll, replaceFile, textIfAny } from "./files.ts";

const manifests = ["Pulumi.yaml", "Pulumi.yml"];

/**
 * The folder of the Pulumi project that contains a folder: the nearest one upwards with a Pulumi.yaml, as the CLI finds it. Without a
 * project, the given folder.
 */
export async function projectFolder(cwd = "."): Promise<string> {
  return (await nearest(cwd, manifests)) ?? resolve(cwd);
}

/** Whether a folder is in a Pulumi project. */
export async function isInProject(cwd = "."): Promise<boolean> {
  return (await nearest(cwd, manifests)) !== undefined;
}

/** The path of a project relative to the root of its repository, with slashes. Empty if the project is in the root, or in no repository. */
export async function pathInRepository(project: string): Promise<string> {
  const root = await nearest(project, [".git"]);
  return root === undefined ? "" : relative(root, project).split(sep).join("/");
}

/** The nearest folder upwards that has one of these entries. */
async function nearest(start: string, names: readonly string[]): Promise<string | undefined> {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const found = await Promise.all(names.map((name) => isThere(join(folder, name))));
    if (found.includes(true)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * The waivers of a project; none if it has no waiver file.
 *
 * @param cwd the folder of the project, or one below it
 * @throws WaiverError, or Error that names the path and the reason
 */
export async function waiversOf(cwd: string | undefined): Promise<Waivers> {
  return waiversIn(await pathOf(cwd));
}

/**
 * The waivers in a file; none if the file does not exist.
 *
 * @throws WaiverError, or Error that names the path and the reason
 */
export async function waiversIn(path: string): Promise<Waivers> {
  const text = await textIfAny(path);
  return new Waivers(text === undefined ? [] : parseWaivers(text, path, ids));
}

/**
 * The accepted drift of a project; empty if it has no file of accepted drift.
 *
 * @param cwd the folder of the project, or one below it
 * @throws WaiverError, or Error that names the path and the reason
 */
export async function acceptedDriftOf(cwd: string | undefined): Promise<readonly AcceptedDrift[]> {
  const path = join(await projectFolder(cwd), acceptedDriftFile);
  const text = await textIfAny(path);
  return text === undefined ? [] : parseAcceptedDrift(text, path);
}

const ids = rules.map(({ id }) => id);

/**
 * Writes an entry for each failure to the waiver file of a project.
 *
 * @throws WaiverError; Error if the file has waivers of the same stack or tenant
 */
export async function writeWaivers(cwd: string | undefined, failures: readonly Failure[]): Promise<string> {
  const path = await pathOf(cwd);
  const text = await textIfAny(path);
  const before = text === undefined ? undefined : { text, file: path, waivers: parseWaivers(text, path, ids) };
  const titled = failures.map(({ rule, object }) => ({ rule: rule.id, object, title: titleOf(object) }));
  await replaceFile(path, startOfWaivers(titled, today(), before), readableByAll);
  return path;
}

async function pathOf(cwd: string | undefined): Promise<string> {
  return join(await projectFolder(cwd), waiverFile);
}
