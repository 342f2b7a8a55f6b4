import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type Failure, rules } from "../baseline/audit.ts";
import { parseWaivers, startOfWaivers, Waivers, waiverFile } from "../baseline/waivers.ts";
import { titleOf } from "../baseline/words.ts";
import { sanitize } from "../client/index.ts";
import type { HeldElsewhere } from "../import/elsewhere.ts";
import { type Preview, parsePreview } from "../pulumi-cli/preview.ts";
import { failureOf, runPulumi } from "../pulumi-cli/pulumi.ts";
import { heldResources, NoStack, type StackPlace, stacksOfProject } from "../pulumi-cli/stack.ts";
import { driftReport } from "../report/report.ts";
import type { DriftReport } from "../report/types.ts";
import { withNames } from "../review/planned.ts";
import { exitCode } from "./command.ts";
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

/** The help text of `--other-stack`. */
export const otherStackHelp = "a stack of another project that manages objects of this tenant (repeat it for several)";

/** The resources of other stacks than the one of the command. */
export interface OtherStacks {
  readonly held: readonly HeldElsewhere[];
  /** The stacks whose states could not be read, each with the reason. */
  readonly unread: readonly { readonly stack: string; readonly why: string }[];
}

/** The maximum number of states that are read concurrently. Each read is a process of the CLI. */
const atOnce = 4;

/**
 * Reads the states of the project's other stacks, and of the named stacks. Their secrets stay encrypted.
 *
 * @param place the stack of the command
 * @param hasProject whether there is a project whose stacks can be listed
 * @throws Error with the CLI's message if it cannot list the stacks
 */
export async function readOtherStacks(
  place: StackPlace,
  named: readonly string[],
  hasProject = true,
): Promise<OtherStacks> {
  const siblings = hasProject ? await stacksOfProject(place) : [];
  const others = siblings.filter(({ name, current }) =>
    place.stack === undefined ? current !== true : name !== place.stack,
  );
  return readStacks(place, others, named);
}

/**
 * Reads the states of all stacks of the project, and of the named stacks. Their secrets stay encrypted.
 *
 * @throws Error with the CLI's message if it cannot list the stacks
 */
export async function readAllStacks(place: StackPlace, named: readonly string[]): Promise<OtherStacks> {
  return readStacks(place, await stacksOfProject(place), named);
}

async function readStacks(
  place: StackPlace,
  ofProject: Awaited<ReturnType<typeof stacksOfProject>>,
  named: readonly string[],
): Promise<OtherStacks> {
  const filled = ofProject.filter(({ resourceCount }) => resourceCount !== 0).map(({ name }) => name);
  const stacks = [...new Set([...filled, ...named])];
  const held: HeldElsewhere[] = [];
  const unread: { stack: string; why: string }[] = [];
  const readNext = async (): Promise<void> => {
    for (let stack = stacks.shift(); stack !== undefined; stack = stacks.shift()) {
      try {
        const isForeign = !ofProject.some(({ name }) => name === stack);
        for (const one of await heldResources({ ...place, stack }))
          if (!one.isOnlyRead) held.push({ ...one, stack, isForeign });
      } catch (error) {
        // A listed stack that no longer exists manages nothing. But the name of a stack that the user named may be misspelt, so it is
        // reported.
        if (error instanceof NoStack && !named.includes(stack)) continue;
        unread.push({ stack, why: sanitize((error as Error).message) });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return { held, unread };
}

/** The command whose output `--preview` reads. */
export const previewCommand = "pulumi preview --json --show-replacement-steps";

/**
 * Runs a CLI command whose result is a preview as JSON, and returns the report.
 *
 * @param options hide removes secrets from errors, parse reads the output
 * @throws Error with the CLI's message if it printed no preview
 */
export async function reportOf(
  args: readonly [command: string, ...options: readonly string[]],
  options: { hide?: (text: string) => string; parse?: (text: string) => Preview | Promise<Preview> } = {},
): Promise<DriftReport> {
  const result = await runPulumi(args);
  const { code, stdout } = result;
  // With `--expect-no-changes`, the CLI exits with `changed` if there are changes. The preview is complete in this case, too.
  const isWell = code === 0 || code === exitCode.changed;
  const failure = failureOf(args[0], result, options.hide);
  if (!isWell && stdout.trim() === "") throw new Error(failure);
  const { parse = parsePreview } = options;
  const preview = await parse(stdout);
  return withNames(driftReport(preview, isWell ? undefined : failure), preview);
}
