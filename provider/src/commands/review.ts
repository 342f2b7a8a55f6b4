import type { Command } from "commander";
import { type Diagnostic, type Preview, parsePreview } from "../pulumi-cli/preview.ts";
import { failureOf, runPulumi } from "../pulumi-cli/pulumi.ts";
import { exportedResources, optionsFor, type StackPlace } from "../pulumi-cli/stack.ts";
import { forScreen } from "../report/fold.ts";
import { toMarkdown, toText } from "../review/render.ts";
import { reviewReport } from "../review/report.ts";
import { earlierReview, notReviewed } from "../review/reviewed.ts";
import { parsePlan, previewOfPlan } from "../review/saved-plan.ts";
import type { ReviewReport } from "../review/types.ts";
import { addHelp, colorsForOutput, exitCode, refuseUsage } from "./command.ts";
import { jsonIfAny, textOf } from "./files.ts";
import { progress } from "./progress.ts";
import { publish } from "./publish.ts";

interface Flags extends StackPlace {
  readonly preview?: string;
  readonly plan?: string;
  readonly reviewed?: string;
  readonly json?: true | string;
  readonly markdown?: true | string;
}

const previewCommand = "pulumi preview --json --show-replacement-steps";

/** Adds `pulumi-tenant review` to its command. */
export function register(command: Command): void {
  command
    .option("-s, --stack <name>", "the stack (default: the current one)")
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option(
      "--preview <file>",
      `what \`${previewCommand}\` printed; - for standard input (default: the command runs it)`,
    )
    .option(
      "--plan <file>",
      "what `pulumi preview --save-plan` wrote: no program runs, and --preview adds only what the preview said",
    )
    .option(
      "--reviewed <file>",
      "an earlier review as JSON: fails if anything is deleted, replaced, taken over or removed that it does not show",
    )
    .option("--json [file]", "the report as JSON, in place of the text or into a file besides")
    .option("--markdown [file]", "the report as Markdown, in place of the text or into a file besides")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Says what the next \`pulumi up\` changes, leaf by leaf, and whom it touches: applications, organizations,
members. What is deleted or replaced stands first. Whom a change touches follows from the references
in the stack's state, which \`pulumi stack export\` gives; what they do not tell is "unknown".
Nothing is changed, and no credentials of the tenant are needed. The CLI is $PULUMI_CLI, or pulumi on
the PATH.

With --plan, the review is made of a saved plan and the state: \`pulumi up --plan\` does what that plan
has and nothing else, whoever made it.`,
    exitCodes: {
      0: "nothing would change",
      1: "the preview failed, the report could not be made, or --reviewed does not show a loss",
      7: "changes",
    },
    example: "npx pulumi-tenant review --stack dev",
  });
}

async function run(command: Command, flags: Flags): Promise<void> {
  if (flags.json === true && flags.markdown === true) {
    refuseUsage(command, "--json and --markdown would print to the same place: give one a file");
  }
  const report = await reportFor(flags);
  const text = () => forScreen(toText(report, colorsForOutput()));
  await publish({ report, markdown: toMarkdown(report), text }, flags);
  if (flags.reviewed !== undefined) await refuseUnreviewed(report, flags.reviewed);
  process.exitCode = !report.complete ? exitCode.failed : report.changes ? exitCode.changed : 0;
}

/** @throws Error that names what an earlier review has not shown */
async function refuseUnreviewed(report: ReviewReport, file: string): Promise<void> {
  const earlier = await jsonIfAny(file, earlierReview, "this is no review that `pulumi-tenant review --json` wrote");
  if (earlier === undefined) throw new Error(`${file}: there is no such file, so nothing was reviewed`);
  const found = notReviewed(report, earlier);
  if (found.length === 0) return;
  throw new Error(
    `the state is no longer the one that was reviewed. ${file} does not show, or not in the same words:\n` +
      `${found.map((line) => `  ${line}`).join("\n")}\nMake a new preview and review it.`,
  );
}

/** The preview, with a warning where it hides the deletions that go before a replacement: it shows the replacement alone. */
function warnOfHidden(preview: Preview): Preview {
  const ops = new Set(preview.steps.map(({ op }) => op));
  if (!ops.has("replace") || ops.has("create-replacement") || ops.has("import-replacement")) return preview;
  const message =
    "the preview hides what is deleted before a replacement and is in the program no more. " +
    `Make it with \`${previewCommand}\``;
  return { ...preview, diagnostics: [...preview.diagnostics, { urn: undefined, message, severity: "warning" }] };
}

async function reportFor({ preview: file, plan, ...place }: Flags): Promise<ReviewReport> {
  // First, as it can fail at once and the rest takes its time.
  const state = await exportedResources(place);
  const read = (name: string) => (name === "-" ? textOf(process.stdin, "standard input") : textOf(name));
  if (plan !== undefined) {
    const said: readonly Diagnostic[] =
      file === undefined ? [] : parsePreview(await read(file), previewCommand).diagnostics;
    return reviewReport(previewOfPlan(parsePlan(await textOf(plan)), state, said), state);
  }
  if (file !== undefined) return reviewReport(warnOfHidden(parsePreview(await read(file), previewCommand)), state);
  const result = await progress("asking what would change", () =>
    // Without these steps, nothing tells of a dependent that is deleted before a replacement and that the program has no more.
    runPulumi(["preview", "--json", "--show-replacement-steps", ...optionsFor(place)]),
  );
  const failure = result.code === 0 ? undefined : failureOf("preview", result);
  if (failure !== undefined && result.stdout.trim() === "") throw new Error(failure);
  return reviewReport(parsePreview(result.stdout, previewCommand), state, failure);
}
