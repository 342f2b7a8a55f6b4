import { sanitize } from "../client/index.ts";
import type { HeldElsewhere } from "../import/elsewhere.ts";
import { type Preview, parsePreview } from "../pulumi-cli/preview.ts";
import { failureOf, runPulumi } from "../pulumi-cli/pulumi.ts";
import { heldResources, NoStack, type StackPlace, stacksOfProject } from "../pulumi-cli/stack.ts";
import { driftReport } from "../report/report.ts";
import type { DriftReport } from "../report/types.ts";
import { withNames } from "../review/planned.ts";
import { exitCode } from "./command.ts";

/** The help text of `--other-stack`. */
export const otherStackHelp = "a stack of another project that manages objects of this tenant (repeat it for several)";

/** The resources in the states of several stacks, such as the other stacks of a project. */
export interface OtherStacks {
  readonly held: readonly HeldElsewhere[];
  /** The stacks whose states could not be read, each with the reason, and whether it belongs to another project. */
  readonly unread: readonly { readonly stack: string; readonly why: string; readonly isForeign: boolean }[];
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
  const unread: { stack: string; why: string; isForeign: boolean }[] = [];
  const readNext = async (): Promise<void> => {
    for (let stack = stacks.shift(); stack !== undefined; stack = stacks.shift()) {
      const isForeign = !ofProject.some(({ name }) => name === stack);
      try {
        for (const one of await heldResources({ ...place, stack }))
          if (!one.isOnlyRead) held.push({ ...one, stack, isForeign });
      } catch (error) {
        // A listed stack that no longer exists manages nothing. But the name of a stack that the user named may be misspelt, so it is
        // reported.
        if (error instanceof NoStack && !named.includes(stack)) continue;
        unread.push({ stack, why: sanitize((error as Error).message), isForeign });
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
