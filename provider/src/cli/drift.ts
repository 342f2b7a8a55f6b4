import { type Command, InvalidArgumentError } from "commander";
import { annotations } from "../drift/github.ts";
import { toMarkdown } from "../drift/markdown.ts";
import { NothingDescribed, type Preview, parsePreview } from "../drift/preview.ts";
import type { DriftReport } from "../drift/report.ts";
import { toText } from "../drift/text.ts";
import { withoutCommands } from "../tenant/index.ts";
import { addHelp, exitCode, refuseUsage } from "./command.ts";
import { forScreen } from "./fold.ts";
import { addToSummary, withFailureAnnotation } from "./github-job.ts";
import { collectStacks, otherStackHelp } from "./other-stacks.ts";
import { colorsForOutput } from "./output.ts";
import { placeOf, refusalOf } from "./passed-options.ts";
import { progress } from "./progress.ts";
import { publish } from "./publish.ts";
import { isDeployed, optionsFor, reportOf, type StackPlace, settingsOf } from "./stack.ts";
import { findUnmanaged } from "./unmanaged.ts";

interface Flags {
  readonly stack?: string;
  readonly cwd?: string;
  readonly runProgram?: true;
  readonly json?: true | string;
  readonly markdown?: true | string;
  readonly github?: true;
  readonly unmanaged?: true | "fail";
  readonly otherStack?: readonly string[];
}

/** Adds `pulumi-tenant drift` to its command. */
export function register(command: Command): void {
  command
    .usage("[options] [-- <options of pulumi refresh>...]")
    .argument("[pulumi...]")
    .option("-s, --stack <name>", "the stack (default: the current one)")
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--run-program", "run the program, for providers whose configuration it makes")
    .option("--json [file]", "the report as JSON, in place of the text or into a file besides")
    .option("--markdown [file]", "the report as Markdown, in place of the text or into a file besides")
    .option("--github", "also annotations for GitHub Actions, and the report in $GITHUB_STEP_SUMMARY")
    .option(
      "--unmanaged [fail]",
      "also list what the tenant has and no stack of the project has; with =fail that is exit code 7",
      parseUnmanaged,
    )
    .option("--other-stack <name>", `for --unmanaged: ${otherStackHelp}`, collectStacks)
    .action((args: string[], flags: Flags) => run(command, args, flags));
  addHelp(command, {
    text: `Runs \`pulumi refresh --preview-only --json\` and reports what it found. Nothing is changed, neither
the tenant nor the state. Reading is all that its credentials must allow. The CLI is $PULUMI_CLI,
or pulumi on the PATH.

--unmanaged reads the whole tenant by listings, with the credentials of the environment
(TENANT_DOMAIN, TENANT_CLIENT_ID, TENANT_CLIENT_SECRET and so on) or of the stack's configuration;
members of organizations need the scopes read:organizations and read:organization_members besides.
System APIs and the management API do not count. It also reads the states of the project's other
stacks, without their secrets, and those of stacks that --other-stack names.`,
    exitCodes: { 0: "no drift", 1: "the report could not be made, or not everything could be read", 7: "drift" },
    example: "npx pulumi-tenant drift --stack dev",
  });
}

async function run(command: Command, args: readonly string[], flags: Flags): Promise<void> {
  const problem = wrongUsage(args, flags);
  if (problem !== undefined) refuseUsage(command, problem);
  await withFailureAnnotation(flags.github, async () => {
    const report = await makeReport(args, flags);
    await publishDrift(report, flags);
    process.exitCode = exitCodeOf(report, flags);
  });
}

/** What is not managed counts only where it is asked to; then nothing may have been overlooked either. */
function exitCodeOf({ complete, drift, unmanaged }: DriftReport, flags: Flags): number {
  const { objects = [], unread = [] } = (flags.unmanaged === "fail" && unmanaged) || {};
  if (!complete || unread.length > 0) return exitCode.failed;
  return drift || objects.length > 0 ? exitCode.changed : 0;
}

function parseUnmanaged(value: string): string {
  if (value === "fail") return value;
  throw new InvalidArgumentError("Expected --unmanaged or --unmanaged=fail.");
}

function wrongUsage(args: readonly string[], { json, markdown, github }: Flags): string | undefined {
  if (args.length > 0 && !process.argv.includes("--")) {
    return `unexpected argument "${args[0]}": options of pulumi refresh come after --`;
  }
  const printed = { "--json": json, "--markdown": markdown, "--github": github };
  const onStdout = Object.entries(printed).flatMap(([name, value]) => (value === true ? [name] : []));
  if (onStdout.length > 1) {
    return `${onStdout.join(" and ")} would print to the same place: give ${onStdout[0] === "--github" ? "the others" : "one"} a file`;
  }
  return refusalOf(args);
}

async function makeReport(args: readonly string[], flags: Flags): Promise<DriftReport> {
  if (flags.unmanaged === undefined) return compareWithState(args, flags);
  const place = { ...flags, ...placeOf(args) };
  // First, as it can fail at once and the rest takes its time.
  const settings = await settingsOf(place);
  const report = await compareWithState(args, flags);
  return {
    ...report,
    unmanaged: await progress("listing what the tenant has", () =>
      findUnmanaged(settings, place, flags.otherStack ?? []),
    ),
  };
}

async function compareWithState(args: readonly string[], flags: Flags): Promise<DriftReport> {
  const program = flags.runProgram ? ["--run-program"] : [];
  const parse = (text: string) => previewIn(text, { ...flags, ...placeOf(args) });
  return progress("comparing the state with the tenant", () =>
    reportOf(["refresh", "--preview-only", "--json", ...optionsFor(flags), ...program, ...args], { parse }),
  );
}

/** What the CLI printed. Before the first `pulumi up` that describes nothing, and then the state tells. */
async function previewIn(stdout: string, place: StackPlace): Promise<Preview> {
  try {
    return parsePreview(stdout);
  } catch (error) {
    if (error instanceof NothingDescribed && !(await isDeployed(place))) return { steps: [], diagnostics: [] };
    throw error;
  }
}

async function publishDrift(report: DriftReport, flags: Flags): Promise<void> {
  const { github } = flags;
  const asMarkdown = toMarkdown(report);
  const text = () => {
    const shown = forScreen(toText(report, colorsForOutput()));
    return github ? withoutCommands(shown) : shown;
  };
  await publish({ report, markdown: asMarkdown, text }, flags);
  if (!github) return;
  for (const annotation of annotations(report)) process.stdout.write(`${annotation}\n`);
  await addToSummary(asMarkdown);
}
