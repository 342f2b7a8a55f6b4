import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";

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

/** The path of a project from the root of its repository, with slashes: empty in the root, and outside of repositories. */
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
